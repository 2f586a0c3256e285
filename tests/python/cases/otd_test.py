"""Lyapunov exponents along the course of a flow, as a user runs them."""

import pytest
from lobatto.files.text_file import read_table
from module_run import module_run
from program import lobatto, needs_program

pytestmark = needs_program

ROLLING_UP = """
[mesh]
order = 5
plane = true
x = { range = [0, "4*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 2, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = ["sin(y)", "0.1*cos(x/2)", "0"]
[time]
dt = 0.05
steps = 10
[stability]
kind = "otd"
modes = 2
intervals = 12
"""

case, run = module_run("rolls", ROLLING_UP, "Lyapunov exponents")


def exponents_of(run):
    table = read_table(run / "otd" / "exponents.csv")
    return {name: table.rows[:, i] for i, name in enumerate(table.columns)}


def test_exponents_are_means_of_the_second_half_of_what_each_interval_shows(run):
    columns = exponents_of(run)
    assert columns["time"] == pytest.approx([0.5 * n for n in range(1, 13)])
    for j in (1, 2):
        assert columns[f"exponent_{j}"][-1] == pytest.approx(columns[f"local_{j}"][5:].mean())
    # No mode grows more than the most that all of them do.
    assert all(columns["largest"] >= columns["local_1"] - 1e-12)
    assert (run / "otd" / "mode_002.vtkhdf").is_file()


def test_a_restart_goes_on_to_the_same_exponents(case, run):
    out = case.parent / "parts"
    first = lobatto("run", case, "--out", out, "--set", "time.wall_limit=1e-3")
    assert first.returncode == 5, first.stderr
    result = lobatto("run", case, "--out", out, "--restart")
    assert result.returncode == 0, result.stderr
    assert (out / "otd" / "exponents.csv").read_text() == (
        run / "otd" / "exponents.csv"
    ).read_text()


def test_exponents_are_drawn(run):
    result = lobatto("plot", run)
    assert result.returncode == 0, result.stderr
    assert (run / "plots" / "exponents.png").stat().st_size > 5000
