"""Transport by a velocity from files, against exact solutions."""

import json
import math

import numpy as np
import pytest
from program import lobatto, needs_program
from restart_support import final_fields

pytestmark = [needs_program, pytest.mark.xdist_group("prescribed_velocity")]

# A body force that moves all of the fluid to and fro: u = sin(t).
SWINGING = """
[mesh]
order = 3
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, 1], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.05
[forcing]
body = ["cos(t)", "0", "0"]
[time]
dt = "2*pi/640"
steps = 640
[output]
fields = { final = false }
checkpoint = { every_steps = 40, keep = 100 }
"""

# A wave that goes with it, over a period and a half.
WAVE = """
[mesh]
order = 9
x = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
y = {{ range = [0, 1], elements = 3, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[flow]
{flow}
[[scalar]]
name = "dye"
diffusivity = 0.01
initial = "exact"
exact = "exp(-0.01*t)*sin(x - 1 + cos(t))"
[time]
dt = "2*pi/400"
steps = {steps}
[output]
fields = {{ precision = "double" }}
checkpoint = {{ every_steps = 20, keep = 100 }}
"""


def run(folder, name, text, *arguments, ranks=None):
    case = folder / f"{name}.toml"
    case.write_text(text)
    done = lobatto("run", case, "--out", folder / name, *arguments, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / name / "summary.json").read_text())


def checkpoints(folder, every):
    """Of one period, its end left out: that is its begin."""
    steps = range(every, 640 + every, every)
    return [str(folder / f"swinging/checkpoints/checkpoint_{step:08d}.h5") for step in steps]


def wave(files, steps=600):
    names = ", ".join(f'"{file}"' for file in files)
    return WAVE.format(flow=f'cycle = [{names}]\nperiod = "2*pi"', steps=steps)


@pytest.fixture(scope="module")
def swinging(tmp_path_factory):
    folder = tmp_path_factory.mktemp("swinging")
    run(folder, "swinging", SWINGING)
    return folder


def test_a_cycle_of_files_is_a_cubic_in_time(swinging):
    """Of fourth order: half the distance between files, a sixteenth of the error."""
    errors = {
        every: run(swinging, f"wave{every}", wave(checkpoints(swinging, every)))["errors"]["dye"][
            "max"
        ]
        for every in (80, 40)
    }
    assert math.log2(errors[80] / errors[40]) > 3.5, errors
    assert errors[40] < 1e-3


def test_every_number_of_ranks_goes_on_alike(swinging):
    files = checkpoints(swinging, 80)
    one = run(swinging, "one", wave(files, 40))["errors"]["dye"]["max"]
    for ranks in (2, 3):
        some = run(swinging, f"on{ranks}", wave(files, 40), ranks=ranks)["errors"]["dye"]["max"]
        assert some == pytest.approx(one, rel=1e-9)


def test_a_restart_goes_on_bit_for_bit(swinging):
    text = wave(checkpoints(swinging, 80), 60)
    run(swinging, "whole", text)
    run(swinging, "parts", text, "--set", "time.steps=40")
    run(swinging, "parts", text, "--restart")
    whole, parts = (final_fields(swinging / name) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys() >= {"dye", "velocity"}
    for name, values in whole.items():
        assert np.array_equal(values, parts[name]), name


def test_a_steady_velocity_comes_from_any_mesh(tmp_path):
    """Poiseuille's flow is a polynomial: on its way to another mesh nothing is lost."""
    channel = """
[mesh]
order = 4
x = { range = [0, 2], elements = 3, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[forcing]
body = ["0.2", "0", "0"]
[initial]
velocity = ["1 - y^2", "0", "0"]
[time]
dt = 0.01
steps = 2
"""
    run(tmp_path, "channel", channel)
    transport = """
[mesh]
order = 6
x = {{ range = [0, 2], elements = 2, periodic = true }}
y = {{ range = [-1, 1], elements = 3 }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[flow]
{flow}
[[scalar]]
name = "dye"
diffusivity = 0.01
initial = "sin(pi*x)"
boundary = {{ y = "insulated" }}
[time]
dt = 0.01
steps = 10
[output]
fields = {{ precision = "double" }}
"""
    found = run(tmp_path, "found", transport.format(flow=f'from = "{tmp_path}/channel"'), ranks=2)
    given = run(tmp_path, "given", transport.format(flow='velocity = ["1 - y^2", "0", "0"]'))
    assert found["steps"] == given["steps"] == 10
    steps = [
        json.loads((tmp_path / name / "steps.jsonl").read_text().splitlines()[-1])
        for name in ("found", "given")
    ]
    assert steps[0]["kinetic_energy"] == pytest.approx(steps[1]["kinetic_energy"], rel=1e-9)
    fields = [final_fields(tmp_path / name) for name in ("found", "given")]
    for name in ("dye", "velocity"):
        assert np.abs(fields[0][name] - fields[1][name]).max() < 1e-9, name


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda files: files[::-1], "expected files in the order of their times"),
        (
            lambda files: [*files[:3], "nowhere.h5"],
            "flow.cycle: nowhere.h5: no such file or folder",
        ),
    ],
)
def test_files_that_are_no_cycle_are_refused(swinging, change, expected):
    case = swinging / "refused.toml"
    case.write_text(wave(change(checkpoints(swinging, 80))))
    done = lobatto("run", case, "--out", swinging / "refused", ranks=2)
    assert done.returncode == 1
    assert expected in done.stderr
    assert not (swinging / "refused").exists()


def test_the_balance_of_a_scalar_closes(tmp_path):
    """What a channel with an inflow holds changes by what comes in, goes out and is made."""
    channel = """
[mesh]
order = 7
x = { range = [0, 2], elements = 3 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 1], elements = 1, periodic = true }
[flow]
velocity = ["1 - y^2", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.05
source = "0.1 - 0.5*dye"
boundary = { x_min = { value = "1" }, x_max = "insulated", y = { flux = "0.02" } }
[time]
dt = 0.01
steps = 100
"""
    run(tmp_path, "channel", channel)
    for line in (tmp_path / "channel" / "steps.jsonl").read_text().splitlines()[2:]:
        dye = json.loads(line)["scalars"]["dye"]
        gains = dye["conduction"] + dye["convection"] + dye["source"]
        assert dye["change"] == pytest.approx(gains, abs=2e-3 * abs(dye["convection"])), line
    # Steady convection: 4/3 come in with the fluid at x_min.
    assert dye["convection"] < 4 / 3
    assert dye["source"] == pytest.approx(0.4 - 0.5 * dye["content"], rel=0.02)
