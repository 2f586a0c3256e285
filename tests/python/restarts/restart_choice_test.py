"""[restart] with a time of its own, and with fields that are chosen."""

import subprocess

import pytest
from lobatto import Run
from program import PROGRAM, environment, needs_program

pytestmark = needs_program

CASE = """
[mesh]
order = 4
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = ["sin(2*pi*y)", "0", "0"]
[[scalar]]
name = "heat"
prandtl = 1
initial = "cos(2*pi*y)"
[time]
dt = 0.01
steps = 30
"""


def lobatto(folder, *arguments):
    return subprocess.run(
        [PROGRAM, "run", "case.toml", "--progress", "none", *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("restart")
    (folder / "case.toml").write_text(CASE)
    done = lobatto(folder, "--out", "first")
    assert done.returncode == 0, done.stderr
    return folder


def energies(folder, out, *arguments):
    done = lobatto(folder, "--out", out, *arguments)
    assert done.returncode == 0, done.stderr
    return Run(folder / out).steps["kinetic_energy"]


@pytest.mark.parametrize("state", ["first", "first/fields/fields_00000030.vtkhdf"])
def test_time_and_steps_are_counted_from_the_time_that_is_given(folder, state):
    """A decaying shear wave: its energy falls by exp(-2 nu k^2 t) from where the first run ends."""
    out = f"anew-{len(state)}"
    first = Run(folder / "first").steps["kinetic_energy"]
    anew = energies(folder, out, "--set", f"restart.from={state}", "--set", "restart.time=0")
    assert len(anew) == 30 and Run(folder / out).steps["time"][0] == pytest.approx(0.01)
    assert anew[19] / first[29] == pytest.approx(first[24] / first[4], rel=1e-4)


def test_fields_that_are_not_chosen_begin_as_the_case_says(folder):
    chosen = ["--set", "restart.from=first", "--set", "restart.time=0"]
    velocity = energies(folder, "velocity", *chosen, "--set", 'restart.fields=["velocity"]')
    heat = energies(folder, "heat", *chosen, "--set", 'restart.fields=["heat"]')
    first = Run(folder / "first").steps["kinetic_energy"]
    assert heat == pytest.approx(first, rel=1e-10), "its velocity is that of the case"
    assert velocity[0] == pytest.approx(first[29], rel=0.1)


def test_what_leads_nowhere_is_refused(folder):
    wrong = lobatto(folder, "--set", "restart.from=first", "--set", 'restart.fields=["het"]')
    assert "did you mean 'heat'?" in wrong.stderr and wrong.returncode == 1
    for state in ("first", "first/fields/fields_00000030.vtkhdf"):
        late = lobatto(folder, "--set", f"restart.from={state}", "--steps", "20", "--out", "late")
        assert late.returncode == 1 and not (folder / "late").exists()
        assert "step 30 and t = 0.3, the end of this case or beyond" in late.stderr
        assert "restart.time = 0" in late.stderr
