"""The step in a box for a GPU, compiled for the processor, against the solver: what remains after
a time is the same to rounding. Cases begin from an exact solution that is at rest in time, so that
both take what was before t = 0 from it."""

import json
import re
import subprocess

import pytest
from program import PATIENCE, PROGRAM, lobatto, needs_program

GPU = PROGRAM.parent / "bench" / "lobatto-gpu"

pytestmark = [
    needs_program,
    pytest.mark.skipif(not GPU.exists(), reason=f"{GPU} is not built: LOBATTO_BENCHMARKS is off"),
]

VORTEX = """
[mesh]
order = 7
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, "2*pi"], elements = 3, periodic = true }
[fluid]
reynolds = 1600
[initial]
velocity = "exact"
[exact]
velocity = ["sin(x)*cos(y)*cos(z)", "-cos(x)*sin(y)*cos(z)", "0"]
[time]
dt = 1e-2
steps = 100
"""
CHANNEL = """
[mesh]
order = 9
x = { range = [0, 6], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 3, grading = { sine = 0.3 } }
z = { range = [0, 2], elements = 2, periodic = true }
[fluid]
viscosity = "1/2800"
[boundary]
y = "wall"
[forcing]
flow_direction = "x"
flow_rate = 1.0
[initial]
velocity = "exact"
[exact]
velocity = [
  "1.5*(1 - y^2)",
  "0.1*(1 - y^2)*sin(pi*x/3)*cos(pi*z)",
  "0.1*(1 - y^2)*cos(pi*x/3)*sin(pi*y)",
]
[time]
dt = 1e-2
steps = 100
"""
DUCT = """
[mesh]
order = 7
x = { range = [0, 6], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 3, grading = { sine = 0.3 } }
z = { range = [-1, 1], elements = 4, grading = { sine = 0.3 } }
[fluid]
viscosity = "1/2800"
[boundary]
y = "wall"
z = "wall"
[forcing]
flow_rate = 1.0
[initial]
velocity = "exact"
[exact]
velocity = [
  "2.25*(1 - y^2)*(1 - z^2)",
  "0.1*(1 - y^2)*(1 - z^2)*sin(pi*x/3)*cos(pi*z)",
  "0.1*(1 - y^2)*(1 - z^2)*cos(pi*x/3)*sin(pi*y)",
]
[[scalar]]
name = "T"
diffusivity = "1/2800/0.71"
initial = "exact"
exact = "2.25*(1 - y^2)*(1 - z^2)"
source = 1
boundary = { y = { value = 0 }, z = { value = 0 } }
[time]
dt = 1e-2
steps = 100
"""


def last_step(folder, case):
    """What `lobatto run` leaves in its last step."""
    (folder / "case.toml").write_text(case)
    done = lobatto("run", folder / "case.toml", "--out", folder / "run")
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "run" / "steps.jsonl").read_text().splitlines()[-1])


def gpu(*options):
    return subprocess.run(
        [GPU, *map(str, options)], capture_output=True, text=True, timeout=PATIENCE
    )


def end_of(*options):
    """The numbers of the program's line about the end, by name."""
    done = gpu("--steps", 100, "--dt", 1e-2, *options)
    assert done.returncode == 0, done.stderr
    line = re.search(r"^end (.*)$", done.stdout, re.MULTILINE)[1].split()
    return dict(zip(line[::2], map(float, line[1::2]), strict=True))


def expect_the_same(found, step):
    assert found["t"] == pytest.approx(step["time"])
    for name in ("kinetic_energy", "enstrophy", "divergence"):
        assert found[name] == pytest.approx(step[name], rel=1e-10), name


def test_the_taylor_green_vortex_is_that_of_the_solver(tmp_path):
    step = last_step(tmp_path, VORTEX)
    expect_the_same(end_of("--case", "tgv", "--elements", "4,3,3"), step)


def test_the_channel_of_ten_nodes_is_that_of_the_solver(tmp_path):
    step = last_step(tmp_path, CHANNEL)
    found = end_of("--case", "channel", "--n", 10, "--elements", "2,3,2")
    expect_the_same(found, step)
    assert found["force"] == pytest.approx(step["pressure_gradient"], rel=1e-9)


def test_the_duct_and_its_scalar_are_those_of_the_solver(tmp_path):
    step = last_step(tmp_path, DUCT)
    found = end_of("--case", "duct", "--elements", "2,3,4", "--scalar", "yes")
    expect_the_same(found, step)
    assert found["force"] == pytest.approx(step["pressure_gradient"], rel=1e-9)
    content = step["scalars"]["T"]["content"]
    assert found["mean_scalar"] == pytest.approx(content / 24, rel=1e-10)  # over the volume


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--steps", "0"], "--steps takes a number above 0; found '0'"),
        (["--elements", "4,4"], "--elements takes three numbers, as 4,4,4; found '4,4'"),
        (["--scalar", "maybe"], "--scalar takes yes or no; found 'maybe'"),
        (["--n", "9"], "n = 9: compiled are 8, 10 and 16"),
        (["--case", "pipe"], "no case is called 'pipe'; there are tgv, channel and duct"),
    ],
)
def test_what_cannot_be_run_is_refused(options, message):
    done = gpu(*options)
    assert done.returncode == 1
    assert message in done.stderr
