"""Meshes in layers of a plane mesh: solved without iterations, on any ranks, as the others do."""

import json
import re
import shutil
from pathlib import Path

import pytest
from program import lobatto, needs_program
from restart_support import differences

pytestmark = needs_program

MESH = Path(__file__).resolve().parents[3] / "cases" / "meshes" / "cylinder.msh"
CYLINDER = """
[mesh]
file = "cylinder.msh"
order = 4
[[mesh.periodic]]
from = "front"
to = "back"
[fluid]
reynolds = 100
[boundary]
inlet = { velocity = ["1", "0", "0"] }
outlet = "outflow"
sides = "symmetry"
cylinder = "wall"
[initial]
velocity = ["1", "0.2*exp(-(x - 2)^2 - y^2)", "0.1*sin(2*pi*z)*exp(-x^2 - y^2)"]
[[scalar]]
name = "dye"
prandtl = 1
[scalar.boundary]
inlet = { value = "0.1*y" }
sides = "insulated"
outlet = "insulated"
cylinder = { value = 1 }
[time]
cfl = 0.4
end = 100
[output]
fields = { every_steps = 16, final = false }
checkpoint = { every_steps = 8 }
"""
BENT = """
[mesh]
order = 5
x = { range = [0, 2], elements = 3, periodic = true }
y = { range = [-1, 1], elements = 4 }
z = { range = [0, 1], elements = 2 }
map = ["x + 0.1*sin(pi*y)", "y + 0.1*sin(pi*x)", "z"]
[fluid]
viscosity = 0.02
[boundary]
y = "wall"
z = "symmetry"
[initial]
velocity = ["1 - y^2", "0", "0.1*sin(pi*z)*cos(pi*x)*(1 - y^2)^2"]
[forcing]
flow_rate = 1.0
[time]
dt = 0.005
steps = 8
"""
DIRECT = (
    "solver.pressure=extruded-direct",
    "solver.velocity=extruded-direct",
    "scalar[0].solver=extruded-direct",
)
ITERATIVE = (
    "solver.pressure=schwarz-multigrid",
    "solver.velocity=jacobi-cg",
    "solver.pressure_tolerance=1e-12",
    "solver.tolerance=1e-13",
)


@pytest.fixture
def cylinder(tmp_path):
    shutil.copy(MESH, tmp_path)
    case = tmp_path / "cylinder.toml"
    case.write_text(CYLINDER)
    return case


def last_step(case, out, steps, *settings, ranks=None):
    words = [word for setting in settings for word in ("--set", setting)]
    result = lobatto("run", case, "--out", out, "--steps", steps, *words, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return json.loads((out / "steps.jsonl").read_text().splitlines()[-1])


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_the_flow_is_that_of_the_iterative_solvers_on_any_ranks(cylinder, tmp_path, ranks):
    direct = last_step(cylinder, tmp_path / "direct", 6, *DIRECT, ranks=ranks)
    iterative = last_step(cylinder, tmp_path / "iterative", 6, *ITERATIVE, ranks=2)
    for quantity in ("kinetic_energy", "enstrophy", "divergence"):
        assert direct[quantity] == pytest.approx(iterative[quantity], rel=1e-8), quantity


def test_a_restart_goes_on_bit_for_bit(cylinder, tmp_path):
    last_step(cylinder, tmp_path / "straight", 16, ranks=2)
    last_step(cylinder, tmp_path / "restarted", 8, ranks=2)
    result = lobatto(
        "run", cylinder, "--out", tmp_path / "restarted", "--restart", "--steps", 16, ranks=2
    )
    assert result.returncode == 0, result.stderr
    assert not differences(tmp_path / "straight", tmp_path / "restarted")


def test_a_box_that_is_bent_in_a_plane_is_layers(tmp_path):
    case = tmp_path / "bent.toml"
    case.write_text(BENT)
    direct = last_step(case, tmp_path / "direct", 8, ranks=2)
    assert direct["solves"]["pressure"]["solver"] == "extruded-direct"
    iterative = last_step(case, tmp_path / "iterative", 8, *ITERATIVE)
    for quantity in ("kinetic_energy", "enstrophy", "pressure_gradient"):
        assert direct[quantity] == pytest.approx(iterative[quantity], rel=1e-9), quantity


def test_check_says_what_the_layers_are_and_what_breaks_them(cylinder, tmp_path):
    told = lobatto("check", cylinder).stdout
    assert "1 layer of 289 elements along (0, 0, 1), periodic" in told
    moved = lobatto("check", cylinder, "--set", 'mesh.map=["x", "y", "z + 0.01*x*z"]')
    assert "pressure: schwarz-multigrid, the mesh has no layers of a plane mesh: " in moved.stdout
    asked = lobatto(
        "check",
        cylinder,
        *("--set", 'mesh.map=["x", "y", "z + 0.01*x*z"]'),
        *("--set", "solver.velocity=extruded-direct"),
    )
    assert asked.returncode == 1
    assert 'solver.velocity = "extruded-direct": the mesh has no layers' in asked.stderr


def test_check_counts_the_work_of_direct_solves(cylinder, tmp_path):
    """As the run does, which counts what its kernels do."""
    gflop = float(re.search(r"work +about ([\d.e+-]+) GFLOP", lobatto("check", cylinder).stdout)[1])
    last_step(cylinder, tmp_path / "run", 3)
    summary = json.loads((tmp_path / "run/summary.json").read_text())
    regions = {region["name"]: region for region in summary["regions"]}
    names = ("advection", "pressure solve", "velocity solve", "scalar solve")
    counted = sum(regions[name]["flops"] for name in names if name in regions)
    assert gflop == pytest.approx(1e-9 * counted / regions["pressure solve"]["calls"], rel=0.2)
