"""`mesh.map` of a mesh from a file: the flow is that of the mesh moved otherwise."""

import json
import shutil
from pathlib import Path

import pytest
from program import lobatto, needs_program

pytestmark = [needs_program, pytest.mark.xdist_group("mapped_mesh_file")]

PIPE_MESH = Path(__file__).resolve().parents[2] / "data" / "gmsh" / "pipe-27.msh"
PIPE = """
[mesh]
file = "{mesh}"
order = 3
[fluid]
viscosity = 0.1
[initial]
velocity = ["0.1*y*z", "0", "1 - x^2 - y^2"]
[boundary]
inlet = {{ velocity = ["0", "0", "1 - x^2 - y^2"] }}
outlet = "outflow"
wall = "wall"
[solver]
pressure_tolerance = 1e-11
tolerance = 1e-13
[time]
dt = 0.005
steps = 4
"""
LONGER = 'mesh.map=["x", "y", "2*z"]'
SCALED = "mesh.scale=[1, 1, 2]"


@pytest.fixture(scope="module", params=[".msh", ".re2"])
def case(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mapped")
    mesh = folder / f"pipe{request.param}"
    names = ("--name", "inlet=v", "--name", "outlet=O", "--name", "wall=W")
    if request.param == ".re2":
        assert lobatto("mesh", "convert", PIPE_MESH, mesh, *names).returncode == 0
    else:
        shutil.copy(PIPE_MESH, mesh)
    text = PIPE.format(mesh=mesh.name)
    if request.param == ".re2":
        for old, new in (("inlet =", "v ="), ("outlet =", "O ="), ("wall =", "W =")):
            text = text.replace(old, new)
    path = folder / "pipe.toml"
    path.write_text(text)
    return path


def steps(case, out, *more, ranks=None):
    result = lobatto("run", case, "--out", out, "--progress", "none", *more, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in (out / "steps.jsonl").read_text().splitlines()]


def expect_the_same(one, other):
    for key in ("kinetic_energy", "enstrophy", "cfl"):
        assert one[key] == pytest.approx(other[key], rel=1e-8), key


@pytest.fixture(scope="module")
def scaled(case):
    """The last step of the pipe that mesh.scale makes twice as long."""
    return steps(case, case.parent / "scaled", "--set", SCALED)[-1]


@pytest.mark.parametrize("ranks", [None, 2, 3])
def test_a_map_that_stretches_is_a_scale(case, scaled, ranks):
    check = lobatto("check", case, "--set", LONGER, ranks=ranks)
    assert check.returncode == 0, check.stderr
    assert "moved to (x, y, 2*z)" in check.stdout
    mapped = steps(case, case.parent / f"mapped{ranks}", "--set", LONGER, ranks=ranks)[-1]
    expect_the_same(mapped, scaled)
    summary = json.loads((case.parent / f"mapped{ranks}" / "summary.json").read_text())
    assert summary["mesh"]["map"] == ["x", "y", "2*z"]


def test_a_restart_goes_on_with_the_map(case, scaled):
    out = case.parent / "half"
    steps(case, out, "--set", LONGER, "--set", "time.steps=2")
    expect_the_same(steps(case, out, "--set", LONGER, "--restart", ranks=2)[-1], scaled)
    # Without the map the checkpoint is of another mesh.
    other = lobatto("run", case, "--out", out, "--restart", "--set", "time.steps=6")
    assert other.returncode == 1 and "another mesh" in other.stderr


@pytest.mark.parametrize(
    ("map_", "complaint"),
    [
        ('["x", "y", "1/z"]', 'mesh.map[2] = "1/z": the value is inf at z = 0'),
        ('["-x", "y", "z"]', "mesh.map: element "),
    ],
)
def test_maps_that_do_not_serve(case, map_, complaint):
    result = lobatto("check", case, "--set", f"mesh.map={map_}", ranks=3)
    assert result.returncode == 1
    assert result.stderr.count(complaint) == 1
