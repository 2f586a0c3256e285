"""Flows in a plane as a user runs them: their files, and what goes on from these."""

import json

import numpy as np
from lobatto.fields.field_file import FieldFile
from program import lobatto, needs_program

pytestmark = needs_program

# Taylor's decaying vortices: u, v and p are known at all times.
VORTICES = """
[case]
name = "vortices"
[mesh]
order = 9
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.05
[initial]
velocity = "exact"
[statistics]
average = ["x"]
[[probe]]
name = "middle"
points = [["pi/2", 1, 0.2], ["pi/2", 1, 0.9]]
[time]
dt = 1e-3
steps = 4
[exact]
velocity = ["sin(x)*cos(y)*exp(-0.1*t)", "-cos(x)*sin(y)*exp(-0.1*t)", "0"]
pressure = "0.25*(cos(2*x) + cos(2*y))*exp(-0.2*t)"
"""


def run(case, out, *more):
    done = lobatto("run", case, "--out", out, *more)
    assert done.returncode == 0, done.stderr
    return json.loads((out / "summary.json").read_text())


def test_files_of_a_plane_hold_its_layer_and_a_flow_in_space_goes_on_from_them(tmp_path):
    case = tmp_path / "vortices.toml"
    case.write_text(VORTICES)
    flat = run(case, tmp_path / "flat", "--set", "mesh.plane=true")
    assert flat["errors"]["u"]["max"] < 1e-6
    last = sorted((tmp_path / "flat" / "fields").glob("*.vtkhdf"))[-1]
    u = FieldFile(last).nodal_values("velocity")
    assert u.shape == (9, 3, 10, 10, 10)
    assert np.ptp(u, axis=2).max() == 0
    in_space = ("mesh.plane=false", "mesh.z.elements=2", "mesh.z.range=[0, 3]", "time.steps=5")
    for source in (tmp_path / "flat", last):
        begin = f'restart={{from="{source}", interpolate=true}}'
        options = [word for key in (*in_space, begin) for word in ("--set", key)]
        errors = run(case, tmp_path / "space" / source.name, *options)["errors"]
        assert max(errors[name]["max"] for name in "uvw") < 1e-5
