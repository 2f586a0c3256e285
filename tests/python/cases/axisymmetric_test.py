"""Flows around an axis as a user runs them: the force on a sphere, and what is refused."""

import csv
import math

import pytest
from program import lobatto, needs_program
from scripts import needs_module, run_script

pytestmark = needs_program

SPHERE = """
[case]
name = "sphere"
[mesh]
order = 6
axisymmetric = true
x = { range = [0, 3.5], elements = 9 }
y = { range = [0, "pi"], elements = 6 }
z = { range = [0, 1], elements = 1, periodic = true }
map = ["0.5*exp(x)*cos(y)", "0.5*exp(x)*sin(y)", "z"]
[[mesh.part]]
name = "outlet"
of = "x_max"
where = "x > 0"
[fluid]
reynolds = 100
[boundary]
x_min = "wall"
x_max = { velocity = ["1", "0", "0"] }
outlet = "outflow"
y_min = "symmetry"
y_max = "symmetry"
[initial]
velocity = ["1", "0", "0"]
[time]
cfl = 0.5
max_dt = 0.05
end = 25
[[force]]
name = "sphere"
on = ["x_min"]
reference = { velocity = 1, length = 1, area = 0.7853981633974483, direction = "x" }
every_steps = 100
"""


def test_the_drag_of_a_sphere_is_the_published_one(tmp_path):
    case = tmp_path / "sphere.toml"
    case.write_text(SPHERE)
    done = lobatto("run", case, "--out", tmp_path / "out", ranks=2)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader((tmp_path / "out" / "forces" / "sphere.csv").open()))
    assert float(rows[-1]["area"]) == pytest.approx(math.pi, rel=1e-9)
    assert float(rows[-1]["Cd"]) == pytest.approx(1.087, abs=0.01)
    assert float(rows[-1]["lift"]) == 0


TURNING = """
[mesh]
order = 5
axisymmetric = true
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [3, 4], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y_min = "symmetry"
y_max = { velocity = ["0", "0", "y"] }
[initial]
velocity = ["0", "0", "y"]
[time]
dt = 0.1
steps = 2
[output.quantities]
turn = "vorticity_x"
q = "q_criterion"
l = "lambda2"
[[probe]]
name = "line"
points = [[0.5, 0, 3.5], [0.5, 0.3, 3.5], [0.5, 1, 3.5]]
every_steps = 1
[[force]]
name = "wall"
on = ["y_max"]
about = [0, 0.5, 0.25]
every_steps = 1
"""


def test_gradients_and_moments_know_that_unit_vectors_turn(tmp_path):
    case = tmp_path / "turning.toml"
    case.write_text(TURNING)
    done = lobatto("run", case, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for row in csv.DictReader((tmp_path / "out" / "probes" / "line.csv").open()):
        assert float(row["turn"]) == pytest.approx(2, abs=1e-9)
        assert float(row["q"]) == pytest.approx(1, abs=1e-9)
        assert float(row["l"]) == pytest.approx(-1, abs=1e-7)
    for row in csv.DictReader((tmp_path / "out" / "forces" / "wall.csv").open()):
        assert float(row["pressure_moment_x"]) == 0
        assert float(row["viscous_moment_x"]) == pytest.approx(0, abs=1e-9)


SOLVES = """
import numpy as np
import lobatto
with lobatto.Simulation("turning.toml", out="out", set={"time.steps": 1}) as sim:
    x, r, _ = sim.coordinates
    u = sim.solve_poisson(4, {"y_max": 1 - r**2})
    print("error below 1e-10:", bool(np.abs(u - (1 - r**2)).max() < 1e-10))
    try:
        sim.solve_poisson(4, {"y_max": 0}, method="iterative")
    except lobatto.LobattoError as error:
        print(error)
"""


@needs_module
def test_an_elliptic_problem_is_solved_directly(tmp_path):
    """-(r u')'/r = 4 has u = 1 - r^2."""
    (tmp_path / "turning.toml").write_text(TURNING)
    done = run_script(SOLVES, tmp_path)
    assert "error below 1e-10: True" in done.stdout, done.stdout + done.stderr
    assert "around an axis an elliptic problem is solved for directly alone" in done.stdout


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("0.5*exp(x)*sin(y)", "0.5*exp(x)*sin(y) - 0.1"), "has its axis at y = 0"),
        (('y_max = "symmetry"', 'y_max = "wall"'), "sides on the axis y = 0; expected"),
        (('x_min = "wall"', 'x_min = "symmetry"'), "is the axis y = 0 or lies across x"),
        (
            ("reynolds = 100", 'viscosity = "0.01 + 0.1*u^2"'),
            "solved for directly alone, but the viscosity is a field",
        ),
        (("[time]", '[solver]\npressure = "schwarz-multigrid"\n[time]'), '"extruded-direct", or'),
        (("[time]", "[statistics]\n[time]"), "does not go with mesh.axisymmetric"),
    ],
)
def test_what_does_not_go_with_it_is_refused(tmp_path, change, says):
    case = tmp_path / "sphere.toml"
    case.write_text(SPHERE.replace(*change))
    done = lobatto("check", case)
    assert done.returncode == 1
    assert says in done.stderr
