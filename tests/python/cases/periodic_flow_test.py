"""Searches for a periodic flow and the multipliers of its perturbations, as a user runs them."""

import csv

import numpy as np
import pytest
from module_run import module_run
from program import lobatto, needs_program

pytestmark = needs_program

MOVING_ROLLS = """
[mesh]
order = 6
plane = true
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
y = { velocity = ["10", "0", "0"] }
[initial]
velocity = ["10 + 4*sin(pi*x)*sin(2*pi*y)", "-4*cos(pi*x)*sin(pi*y)^2", "0"]
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "1 - y - 0.2*cos(pi*x)*sin(pi*y)"
boundary.y_min = { value = 1 }
boundary.y_max = { value = 0 }
[forcing]
buoyancy = [{ scalar = "temperature", coefficient = 2600, direction = [0, 1, 0] }]
[time]
dt = 0.004
steps = 100
"""
"""Rolls of convection between walls that move with velocity 10: of period 0.2."""


def next_case(dt, steps, stability, start):
    time = MOVING_ROLLS.index("[time]")
    return (
        MOVING_ROLLS[:time] + f"[time]\ndt = {dt!r}\nsteps = {steps}\n"
        f'[stability]\n{stability}\n[restart]\nfrom = "{start}"\n'
    )


def orbit_case(start):
    return next_case(0.205 / 60, 60, 'kind = "base-flow"\nperiod = "unknown"', start)


case, run = module_run("rolls", MOVING_ROLLS + "[output]\ncheckpoint.every_steps = 100\n")


def run_text(text, folder, name, *more):
    path = folder / f"{name}.toml"
    path.write_text(text)
    return lobatto("run", path, "--out", folder / name, *more)


@pytest.fixture(scope="module")
def orbit(case, run):
    result = run_text(orbit_case(run), case.parent, "orbit")
    assert result.returncode == 0, result.stderr
    assert "periodic after" in result.stdout
    return case.parent / "orbit"


def rows_of(path):
    with path.open() as file:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def modes_case(orbit):
    period = rows_of(orbit / "base_flow" / "history.csv")[-1]["period"]
    stability = 'kind = "modes"\nmodes = 2\nkrylov_vectors = 12\nperiod = "known"'
    return next_case(period / 60, 60, stability, orbit)


def test_the_period_is_that_of_the_walls(orbit):
    rows = rows_of(orbit / "base_flow" / "history.csv")
    assert rows[-1]["change"] < 1e-10
    assert rows[-1]["period"] == pytest.approx(0.2, abs=5e-4)


def test_the_multiplier_of_the_direction_of_the_orbit_is_one(case, orbit):
    result = run_text(modes_case(orbit), case.parent, "modes")
    assert result.returncode == 0, result.stderr
    line = next(text for text in result.stdout.splitlines() if "in its period" in text).split()
    assert float(line[line.index("by") + 1]) < 1e-9
    first, second = rows_of(case.parent / "modes" / "modes" / "spectrum.csv")
    assert first["multiplier_real"] == pytest.approx(1, abs=1e-4)
    assert first["multiplier_imaginary"] == 0
    assert first["growth"] == pytest.approx(np.log(first["multiplier_real"]) / 0.2, abs=1e-6)
    assert np.hypot(second["multiplier_real"], second["multiplier_imaginary"]) < 0.9


def test_a_restart_goes_on_to_the_same_multipliers(case, orbit):
    text, folder = modes_case(orbit), case.parent
    first = run_text(text, folder, "parts", "--set", "time.wall_limit=1e-3")
    assert first.returncode == 5, first.stderr
    result = run_text(text, folder, "parts", "--restart")
    assert result.returncode == 0, result.stderr
    whole, parts = (folder / name / "modes" / "spectrum.csv" for name in ("modes", "parts"))
    assert whole.read_text() == parts.read_text()


def test_a_flow_of_another_period_is_refused(case, run):
    stability = 'kind = "modes"\nperiod = "known"\nkrylov_vectors = 12'
    result = run_text(next_case(0.004, 60, stability, run), case.parent, "wrong")
    assert result.returncode == 1, result.stdout
    assert "does not repeat itself" in result.stderr


def test_a_flow_of_another_mesh_is_refused(case, run):
    text = next_case(0.004, 50, 'kind = "modes"\nperiod = "known"\nkrylov_vectors = 12', run)
    path = case.parent / "mesh.toml"
    path.write_text(text.replace("order = 6", "order = 5"))
    result = lobatto("check", path)
    assert result.returncode == 1, result.stdout
    assert "another mesh" in result.stderr
