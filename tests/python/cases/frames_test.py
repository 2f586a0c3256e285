"""Symmetry planes, and given normal and tangential velocities, on inclined and curved faces."""

import json
import math

import pytest
from program import lobatto, needs_program
from restart_support import differences

pytestmark = needs_program

BLOCK = """
[mesh]
order = 6
x = {{ range = [0, 2], elements = 3 }}
y = {{ range = [0, 1], elements = 2 }}
z = {{ range = [0, 1], elements = 2 }}
map = ["{x}", "{y}", "z"]
[fluid]
viscosity = 0.02
[boundary]
y = "symmetry"
z_min = "wall"
z_max = {{ normal_velocity = "0.1*sin(pi*({along})/2)^2*({across})" }}
x_min = {{ velocity = ["{c}*z*(2-z)", "{s}*z*(2-z)", "0"] }}
x_max = "outflow"
[initial]
velocity = ["{c}*z*(2-z)", "{s}*z*(2-z)", "0"]
[solver]
pressure_tolerance = 1e-11
tolerance = 1e-12
[time]
dt = 0.005
steps = 12
[output]
fields = {{ every_steps = 12, final = false }}
checkpoint = {{ every_steps = 6 }}
"""
BENT_Y = "(y + 0.1*sin(pi*x)*y*(1-y))"
"""Between planes of symmetry, a channel whose elements are bent."""
PLAIN = BLOCK.format(x="x", y=BENT_Y, along="x", across="y", c=1, s=0)
TURNED = BLOCK.format(
    x=f"0.8*x - 0.6*{BENT_Y}",
    y=f"0.6*x + 0.8*{BENT_Y}",
    along="0.8*x + 0.6*y",
    across="0.8*y - 0.6*x",
    c=0.8,
    s=0.6,
)
ROTATION = """
[mesh]
order = 7
x = { range = [0, 1], elements = 8, periodic = true }
y = { range = [1, 2], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
map = ["y*cos(-2*pi*x)", "y*sin(-2*pi*x)", "z"]
[fluid]
viscosity = 0.1
[boundary]
y_min = { velocity = ["-y", "x", "0"] }
y_max = "symmetry"
[exact]
velocity = ["-y", "x", "0"]
[initial]
velocity = "exact"
[time]
dt = 0.02
steps = 50
"""


def last_step(folder, name, text, ranks=None):
    case = folder / f"{name}.toml"
    case.write_text(text)
    result = lobatto("run", case, "--out", folder / name, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return json.loads((folder / name / "steps.jsonl").read_text().splitlines()[-1])


OUTFLOW = '"outflow"'
SLIDING = """{{ tangential_velocity = ["{x}", "{y}", "0.05*sin(pi*z)"], pressure = "0.1*z" }}"""


@pytest.mark.parametrize(
    ("ranks", "is_open"), [(1, True), (2, True), (3, True), (4, True), (1, False), (3, False)]
)
def test_a_turned_flow_is_the_flow_turned(tmp_path, ranks, is_open):
    plain_end, turned_end = OUTFLOW, OUTFLOW
    if not is_open:  # the part across the face, 9 and 7.2, 5.4, counts for nothing
        plain_end, turned_end = SLIDING.format(x="9", y="0"), SLIDING.format(x="7.2", y="5.4")
    plain = last_step(tmp_path, "plain", PLAIN.replace(OUTFLOW, plain_end))
    turned = last_step(tmp_path, "turned", TURNED.replace(OUTFLOW, turned_end), ranks)
    for quantity in ("kinetic_energy", "enstrophy", "power", "divergence"):
        assert turned[quantity] == pytest.approx(plain[quantity], rel=1e-8), quantity


def test_a_rigid_rotation_slides_along_a_cylinder(tmp_path):
    """Its shear stress is zero there, but not nu du/dn."""
    step = last_step(tmp_path, "rotation", ROTATION)
    assert step["kinetic_energy"] == pytest.approx(1.25, rel=1e-9)
    assert step["enstrophy"] == pytest.approx(2.0, rel=1e-9)


def test_a_flow_rate_is_held_along_a_cylinder(tmp_path):
    """The rotation goes on beside it."""
    forcing = '[forcing]\nflow_rate = 0.8\nflow_direction = "z"\n'
    step = last_step(tmp_path, "along", ROTATION + forcing)
    assert step["bulk_velocity"] == pytest.approx(0.8, rel=1e-12)
    assert step["kinetic_energy"] > 1.25 + 0.5 * 0.8**2
    assert step["divergence"] < 1e-6


def test_a_source_flows_out_through_a_cylinder(tmp_path):
    text = ROTATION.replace('["-y", "x", "0"]', '["x/(x^2 + y^2)", "y/(x^2 + y^2)", "0"]').replace(
        '"symmetry"', '{ tangential_velocity = ["0", "0", "0"], pressure = 0.3 }'
    )
    step = last_step(tmp_path, "source", text)
    assert step["kinetic_energy"] == pytest.approx(math.log(2) / 3, rel=1e-7)
    assert step["enstrophy"] < 1e-9


def test_a_restart_goes_on_bit_for_bit(tmp_path):
    last_step(tmp_path, "straight", TURNED, 2)
    last_step(tmp_path, "restarted", TURNED.replace("steps = 12\n[out", "steps = 6\n[out"), 2)
    case = tmp_path / "straight.toml"
    result = lobatto("run", case, "--out", tmp_path / "restarted", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr
    assert not differences(tmp_path / "straight", tmp_path / "restarted")


def test_what_does_not_go_with_it_is_refused(tmp_path):
    case = tmp_path / "turned.toml"
    case.write_text(TURNED)
    refused = {
        "solver.projection=4": "solver.projection: a guess from recent corrections does not go",
        "solver.velocity=extruded-direct": "couple the components of the velocity",
    }
    for setting, message in refused.items():
        result = lobatto("check", case, "--set", setting)
        assert result.returncode == 1, setting
        assert message in result.stderr
