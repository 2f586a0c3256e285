"""Meshes of genbox: a box becomes [mesh], rings and several boxes a mesh file."""

import re
import tomllib

import numpy as np
import pytest
from lobatto.importing.command import run_import
from lobatto.importing.ledger import Outcome
from lobatto.importing.nek_box import around, re2_of, read_box
from lobatto.importing.nek_case import import_nek
from nek_cases import imported
from program import lobatto, needs_program
from rich.console import Console

PAR = """[GENERAL]
polynomialOrder = 4
numSteps = 2
dt = 1e-3
[VELOCITY]
viscosity = -10
"""
USR = """
      subroutine userbc(ix,iy,iz,iside,eg)
      include 'NEKUSE'
      ux = y
      uy = 0.0
      uz = 0.0
      temp = 1.0
      return
      end
"""
BOX = """-3      spatial dimension
1        number of fields
# a comment
Box
-4  3  -2     nelx,nely,nelz
0 2 1.5       x0 x1 ratio
-1 -0.5 0.75
  1
0. 1. 1.      z0 z1 ratio
v  ,O  ,W  ,SYM,P  ,P   BCs
"""
RING = """base.rea
2
1
Circle
0.5 0.       xctr,yctr
-2  -8
1.0 2.0 1.5  r0, rn, ratio
0.0 360. 1.0
W  ,v  ,   ,   ,
"""
CYLINDER = """-3
1
Ycylinder
-2 8 -1
0.5 0.      centre
pbc         shapes
0.5 1.5 1.
0 .125 .25 .375 .5 .625 .75 .875 1.   turns
0 2 1
v  ,W  ,   ,   ,v  ,O
"""
HEATED = """-2
2
Box fluid
-4 2
0 4 1
0 0.5 1
v  ,O  ,W  ,W
t  ,O  ,E  ,I
Box wall
-4 1
0 4 1
-0.5 0
   ,   ,   ,
I  ,I  ,t  ,E
"""


def written(tmp_path, box, par=PAR):
    (tmp_path / "one.par").write_text(par)
    (tmp_path / "one.usr").write_text(USR)
    (tmp_path / "one.box").write_text(box)
    target = tmp_path / "one.toml"
    run_import(tmp_path / "one.par", target, import_nek, Console(quiet=True))
    return tomllib.loads(target.read_text()), target


def test_a_box_with_gradings(tmp_path):
    document, _ = written(tmp_path, BOX)
    assert document["mesh"] == {
        "order": 4,
        "x": {"range": [0.0, 2.0], "elements": 4, "grading": {"geometric": 1.5}},
        "y": {"ticks": [-1.0, -0.5, 0.75, 1.0]},
        "z": {"range": [0.0, 1.0], "elements": 2, "periodic": True},
    }
    assert document["boundary"] == {
        "x_min": {"velocity": ["y", "0", "0"]},
        "x_max": "outflow",
        "y_min": "wall",
        "y_max": "symmetry",
    }


def test_segments_are_ticks(tmp_path):
    axes = "2\n2 2\n0 1 5\n1 3\n" + "1\n1\n0 1\n1\n" * 2
    text = f"-3\n1\nmulti\n{axes}v  ,O  ,W  ,SYM,P  ,P\n"
    document, _ = written(tmp_path, text)
    assert document["mesh"]["x"] == {"ticks": [0.0, 0.5, 1.0, 2.0, 5.0]}


def test_loops_over_the_sides_of_a_box(tmp_path):
    (tmp_path / "one.par").write_text(PAR)
    loop = "do e=1,nelv\n do f=1,6\n if (cbc(f,e,1).eq.'SYM') cbc(f,e,1) = 'O  '\n enddo\n enddo"
    lines = [f"      {line}" for line in f"subroutine usrdat2\n{loop}\nend".splitlines()]
    (tmp_path / "one.usr").write_text("\n".join([*lines, USR]))
    (tmp_path / "input.box").write_text(BOX)
    document, _ = imported(tmp_path / "one.par")
    assert document["boundary"]["y_max"] == "outflow"
    assert document["boundary"]["y_min"] == "wall"


def area_of(data):
    """Of straight elements in a plane."""
    n = int(data[5:14])
    values = np.frombuffer(data, "<f8", n * 9, 84).reshape(n, 9)[:, 1:]
    x, y = values[:, :4], values[:, 4:]
    following = [1, 2, 3, 0]
    return 0.5 * np.sum(x * y[:, following] - x[:, following] * y)


def test_a_ring_has_its_corners_and_arcs(tmp_path):
    (tmp_path / "ring.box").write_text(RING)
    data = re2_of(read_box(tmp_path / "ring.box"))
    polygon = 0.5 * 8 * np.sin(2 * np.pi / 8)
    assert area_of(data) == pytest.approx(polygon * (2**2 - 1**2))
    n_arcs = np.frombuffer(data, "<f8", 1, 84 + 16 * 72)[0]
    assert n_arcs == 32


def corners_of(data):
    """[element, direction, corner], of a mesh in space."""
    n = int(data[5:14])
    return np.frombuffer(data, "<f8", n * 25, 84).reshape(n, 25)[:, 1:].reshape(n, 3, 8)


def test_a_cylinder_has_the_shapes_of_its_radii(tmp_path):
    (tmp_path / "one.box").write_text(CYLINDER)
    data = re2_of(read_box(tmp_path / "one.box"))
    corners = corners_of(data)
    x, y = corners[:, 0] - 0.5, corners[:, 1]
    inner, outer = corners[0::2], corners[1::2]
    assert np.unique(corners[:, 2]).tolist() == [0, 2]
    inside, between = (np.maximum(abs(x), abs(y))[0::2, [0, 1]]).T
    assert inside == pytest.approx(0.5) and between == pytest.approx(1.0)
    assert np.hypot(outer[:, 0, 1] - 0.5, outer[:, 1, 1]) == pytest.approx(1.5)
    assert inner[1, :2, 0] == pytest.approx([1.0, 0.5]), "the corner of the square"
    n_arcs = np.frombuffer(data, "<f8", 1, 84 + 16 * 200)[0]
    assert n_arcs == 2 * 8, "above and below, at the outer radius alone"


@pytest.mark.parametrize(
    ("shape", "degrees", "expected"),
    [
        ("c", 60, (0.5, 3**0.5 / 2)),
        ("o", 60, (0.5, 3**0.5 / 2)),
        ("p", 60, (3**-0.5, 1)),
        ("b", 60, (2 / 3, 1)),
        ("b", 270, (0, -1)),
        ("b", 337.5, (1, -0.5)),
    ],
)
def test_lines_around_a_centre(shape, degrees, expected):
    x, y = around(shape, np.array([float(degrees)]))
    assert (x[0], y[0]) == pytest.approx(expected)


@needs_program
@pytest.mark.parametrize(
    ("box", "volume"),
    [(RING, np.pi * (2**2 - 1**2)), (CYLINDER, 2 * (np.pi * 1.5**2 - 1)), (HEATED, 6.0)],
    ids=["ring", "cylinder", "solid"],
)
def test_volumes_of_the_mesh_files(tmp_path, box, volume):
    written(tmp_path, box)
    told = lobatto("mesh", tmp_path / "one-box.re2").stdout
    assert float(re.search(r"(?:volume|area) (\S+)", told)[1]) == pytest.approx(volume, abs=1e-8)


@needs_program
@pytest.mark.parametrize(
    "box", [BOX, RING, CYLINDER, HEATED], ids=["box", "ring", "cylinder", "solid"]
)
def test_the_case_is_accepted(tmp_path, box):
    heat = "[TEMPERATURE]\nconductivity = 0.1\nrhoCp = 1\n" if box is HEATED else ""
    document, target = written(tmp_path, box, PAR + heat)
    result = lobatto("check", target)
    assert result.returncode == 0, result.stdout + result.stderr
    assert ("solid" in document) is (box is HEATED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Box", "Ycylinder"),
        ("1.5 ", "none "),
        ("v  ,O  ,W  ,SYM,P  ,P   BCs\n", ""),
        ("-4  3", "0 3"),
        ("-4  3", "-4e9 3"),
        ("-3 ", "-3x"),
        (BOX, CYLINDER * 2),
        (BOX, CYLINDER.replace("pbc", "p,b,c")),
    ],
)
def test_what_is_not_understood_is_open(tmp_path, old, new):
    (tmp_path / "one.par").write_text(PAR)
    (tmp_path / "one.box").write_text(BOX.replace(old, new, 1))
    document, ledger = imported(tmp_path / "one.par")
    assert "x" not in document["mesh"] and "boundary" not in document
    assert any(e.place == "one.box" and e.outcome is Outcome.OPEN for e in ledger.entries)


def test_properties_of_the_solid_have_keys_in_nekrs(tmp_path):
    heat = (
        "[SCALAR TEMPERATURE]\nmesh = fluid+solid\ntransportCoeff = 2\ndiffusionCoeff = 0.1\n"
        "transportCoeffSolid = 4\ndiffusionCoeffSolid = 1\n"
    )
    document, _ = written(tmp_path, HEATED, PAR + heat)
    own = document["scalar"][0]["solid"]["solid"]
    assert own == {"conductivity": 0.5, "capacity": 2.0}


def test_a_scalar_of_the_fluid_alone_is_open(tmp_path):
    heat = "[SCALAR TEMPERATURE]\nmesh = fluid\ntransportCoeff = 1\ndiffusionCoeff = 0.1\n"
    document, _ = written(tmp_path, HEATED, PAR + heat)
    assert "solid" not in document["scalar"][0]
    assert "in the fluid alone" in (tmp_path / "one.toml").read_text()
