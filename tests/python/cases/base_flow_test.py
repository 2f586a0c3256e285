"""Searches for a steady flow, as a user runs them."""

import csv

from lobatto import Run
from module_run import module_run
from program import lobatto, needs_program

pytestmark = needs_program

HEATED_LAYER = """
[mesh]
order = 5
plane = true
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
y = "wall"
[initial]
velocity = ["0.3*sin(pi*x)*sin(2*pi*y)", "0", "0"]
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "1 - y + 0.05*cos(pi*x)*sin(pi*y)"
boundary.y_min = { value = 1 }
boundary.y_max = { value = 0 }
[forcing]
buoyancy = [{ scalar = "temperature", coefficient = 2600, direction = [0, 1, 0] }]
[time]
dt = 0.002
steps = 20
[stability]
kind = "base-flow"
krylov_vectors = 30
"""
"""At rest it is steady, and unstable."""


case, run = module_run("layer", HEATED_LAYER, "steady after")


def history_of(run):
    with (run / "base_flow" / "history.csv").open() as file:
        return list(csv.DictReader(file))


def test_the_history_ends_below_the_tolerance(run):
    rows = history_of(run)
    assert [int(row["iterate"]) for row in rows] == list(range(len(rows)))
    changes = [float(row["change"]) for row in rows]
    assert changes[-1] < 1e-10 < changes[-2]
    assert int(rows[0]["propagations"]) == 1
    assert int(rows[-1]["propagations"]) * 20 == Run(run).summary["steps"]


def test_a_run_that_begins_with_what_was_found_says_that_it_is_steady(case, run):
    text = HEATED_LAYER.replace(
        'kind = "base-flow"', 'kind = "modes"\nmodes = 1\nmax_propagations = 12'
    )
    modes = case.parent / "modes.toml"
    modes.write_text(text + f'[restart]\nfrom = "{run}"\n')
    result = lobatto("check", modes)
    assert result.returncode == 0, result.stderr
    words = next(line for line in result.stdout.splitlines() if "per unit of time" in line).split()
    assert float(words[words.index("by") + 1]) < 1e-8


def test_a_restart_goes_on_to_the_same_flow(case, run):
    out = case.parent / "parts"
    first = lobatto("run", case, "--out", out, "--set", "time.wall_limit=1e-3")
    assert first.returncode == 5, first.stderr
    result = lobatto("run", case, "--out", out, "--restart")
    assert result.returncode == 0, result.stderr
    assert history_of(out) == history_of(run)


def test_too_few_propagations_are_exit_code_4(case):
    out = case.parent / "short"
    result = lobatto("run", case, "--out", out, "--set", "stability.max_propagations=3")
    assert result.returncode == 4, result.stderr
    assert "not steady" in result.stdout
    assert len(history_of(out)) == 2
