"""A box on more ranks than it has columns along x, or cut in all directions: everything that a run
leaves is that of one rank."""

import numpy as np
import pytest
from lobatto import FieldFile, Statistics, read_forces, read_samples
from program import lobatto, needs_program

pytestmark = needs_program

BOX = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 5, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, "pi"], elements = 1, periodic = true }
[fluid]
viscosity = 0.02
[boundary]
y = "wall"
[initial]
velocity = ["(1 - y^2)*(1 + 0.2*sin(x)*cos(2*z))", "0.1*(1 - y^2)^2*sin(x)", "0.1*(1 - y^2)*cos(x)"]
[[scalar]]
name = "dye"
diffusivity = 0.02
initial = "y + 0.1*cos(x)"
boundary.y_min = { value = -1 }
boundary.y_max = { flux = "0.02" }
[time]
dt = 1e-2
steps = 12
[output]
checkpoint = { every_steps = 6, every_wall = "never" }
[[probe]]
name = "line"
line = { from = [0.1, -0.9, 0.2], to = [6.2, 0.9, 3], points = 11 }
every_steps = 4
[[force]]
name = "walls"
on = ["y_min", "y_max"]
every_steps = 4
[statistics]
every_steps = 2
average = AVERAGE
"""
ITERATIVE = """
[solver]
pressure = "schwarz-multigrid"
velocity = "jacobi-cg"
tolerance = 1e-13
pressure_tolerance = 1e-12
"""


def write(folder, average, more=""):
    case = folder / "box.toml"
    case.write_text(BOX.replace("AVERAGE", average) + more)
    return case


def run(case, name, *more, ranks=None):
    out = case.parent / name
    done = lobatto("run", case, "--out", out, *more, ranks=ranks)
    assert done.returncode == 0, done.stderr
    return out


def expect_equal(one, many, tolerance):
    final = sorted((one / "fields").glob("*.vtkhdf"))[-1].name
    a, b = FieldFile(one / "fields" / final), FieldFile(many / "fields" / final)
    points = np.random.default_rng(3).uniform([0, -1, 0], [6.28, 1, 3.14], (60, 3))
    for name in ("velocity", "pressure", "dye"):
        assert b.evaluate(name, points) == pytest.approx(a.evaluate(name, points), abs=tolerance)
    lines = [read_samples(out, "line") for out in (one, many)]
    assert lines[1].step.tolist() == lines[0].step.tolist() == [4, 8, 12]
    assert lines[1]["u"] == pytest.approx(lines[0]["u"], abs=tolerance)
    forces = [read_forces(out, "walls") for out in (one, many)]
    for name in forces[0]:
        assert forces[1][name] == pytest.approx(forces[0][name], abs=tolerance), name
    averages = [Statistics(out) for out in (one, many)]
    for name in ("flow/u", "flow/uv", "scalar/dye/TT"):
        expected = averages[0].read(name)
        assert averages[1].read(name) == pytest.approx(expected, abs=tolerance), name


@pytest.mark.parametrize("average", ['["x", "z"]', '["z"]', '["x"]', "[]"])
@pytest.mark.parametrize("ranks", [3, 4])
def test_all_that_a_run_leaves_is_that_of_one_rank(tmp_path, average, ranks):
    case = write(tmp_path, average)
    choice = ("--set", "solver.last_direction=z")  # in slabs along x no columns are shared
    expect_equal(run(case, "one", *choice), run(case, "many", *choice, ranks=ranks), 1e-11)


@pytest.mark.parametrize("last", "xyz")
def test_any_direction_is_taken_last(tmp_path, last):
    case = write(tmp_path, '["x", "z"]')
    one = run(case, "one", "--set", "solver.last_direction=z")
    choice = ("--set", f"solver.last_direction={last}")
    expect_equal(one, run(case, "alone", *choice), 1e-11)
    expect_equal(one, run(case, "many", *choice, ranks=4), 1e-11)


def test_blocks_of_the_iterative_solvers(tmp_path):
    case = write(tmp_path, '["x"]', ITERATIVE)
    many = run(case, "many", ranks=3)
    assert "on a grid of 3 x 1 x 1" in (many / "run.log").read_text()
    expect_equal(run(case, "one"), many, 1e-8)


def test_a_restart_goes_on_bit_for_bit_and_on_other_ranks(tmp_path):
    case = write(tmp_path, '["x", "z"]')
    whole = run(case, "whole", ranks=3)
    run(case, "parts", "--steps", 6, ranks=3)
    parts = run(case, "parts", "--restart", ranks=3)
    name = "fields/" + sorted((whole / "fields").glob("*.vtkhdf"))[-1].name
    assert (parts / name).read_bytes() == (whole / name).read_bytes()
    run(case, "moved", "--steps", 6, ranks=4)
    expect_equal(whole, run(case, "moved", "--restart", ranks=1), 1e-11)


def test_as_many_ranks_as_elements_and_no_more(tmp_path):
    case = write(tmp_path, '["x", "z"]')
    small = ("--set", "mesh.x.elements=2", "--set", "mesh.order=3")
    expect_equal(run(case, "one", *small), run(case, "four", *small, ranks=4), 1e-11)
    refused = lobatto("check", case, *small, ranks=5)
    assert refused.returncode == 1
    assert "the mesh has 4 elements (2 x 2 x 1), too few for 5 ranks" in refused.stderr
