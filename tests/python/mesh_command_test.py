"""`lobatto mesh`: what it tells of a mesh file, and what it refuses."""

import json
import math
from pathlib import Path

import pytest
from program import lobatto, needs_program

DATA = Path(__file__).resolve().parents[1] / "data" / "gmsh"

pytestmark = needs_program

ONE_ELEMENT = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
2 1 "wall"
$EndPhysicalNames
$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
$EndNodes
$Elements
7
1 3 2 1 1 1 2 3 4
2 3 2 1 1 5 6 7 8
3 3 2 1 1 1 2 6 5
4 3 2 1 1 2 3 7 6
5 3 2 1 1 3 4 8 7
6 3 2 1 1 4 1 5 8
7 5 2 2 1 1 2 3 4 5 6 7 8
$EndElements
"""


def test_a_pipe_is_told_in_text_and_json(tmp_path):
    report = tmp_path / "pipe.json"
    pipe = DATA / "pipe-27.msh"
    result = lobatto("mesh", pipe, "--ranks", 1, 2, 4, "--json", report)
    assert result.returncode == 0, result.stderr
    for word in ("24 hexahedra", "order 2", "inlet", "wall", "scaled Jacobian", "most neighbours"):
        assert word in result.stdout
    document = json.loads(report.read_text())
    assert document["elements"] == 24 and document["geometry_order"] == 2
    # Eight parabolas through three points of the circle each.
    half = math.pi / 8
    area = 8 * (math.sin(half) * math.cos(half) + 4 / 3 * math.sin(half) * (1 - math.cos(half)))
    assert document["volume"] == pytest.approx(2 * area, rel=1e-12)
    boundaries = {row["name"]: row for row in document["boundaries"]}
    assert [boundaries[name]["faces"] for name in ("inlet", "outlet", "wall")] == [12, 12, 16]
    assert boundaries["inlet"]["area"] == pytest.approx(area, rel=1e-12)
    assert document["lower"] == pytest.approx([-1, -1, 0], abs=1e-12)
    assert 0.5 < document["quality"]["smallest_scaled_jacobian"]["value"] < 1
    assert [row["ranks"] for row in document["partitions"]] == [1, 2, 4]
    assert all(row["min_elements"] == row["max_elements"] for row in document["partitions"])
    assert document["partitions"][0]["shared_faces"] == 0


def test_periodic_pairs_are_told(tmp_path):
    report = tmp_path / "mesh.json"
    result = lobatto("mesh", DATA / "periodic-22-binary.msh", "--json", report)
    assert result.returncode == 0, result.stderr
    assert "3 pairs of faces, translation (-1, 0, 0)" in result.stdout
    assert json.loads(report.read_text())["volumes"] == [{"name": "fluid", "elements": 6}]
    pairs = json.loads(report.read_text())["periodic"]
    assert sorted(pair["faces"] for pair in pairs) == [2, 3]


def test_what_is_no_mesh_is_refused_by_all_ranks_with_one_message(tmp_path):
    mesh = tmp_path / "open.msh"
    mesh.write_text(ONE_ELEMENT.replace("5 3 2 1 1 3 4 8 7", "5 3 2 0 1 3 4 8 7"))
    result = lobatto("mesh", mesh, ranks=2)
    assert result.returncode == 1
    assert result.stderr.count("open.msh: 1 face belongs to one element only") == 1
    mesh.write_text(ONE_ELEMENT.replace("7 1 1 1", "7 1 1 one"))
    result = lobatto("mesh", mesh)
    assert result.returncode == 1 and "open.msh:16: expected a coordinate" in result.stderr
    assert lobatto("mesh", tmp_path / "missing.msh").returncode == 1
    assert lobatto("mesh", DATA / "pipe-27.msh", "--ranks", 25).returncode == 1


def test_folded_elements_are_told(tmp_path):
    mesh = tmp_path / "folded.msh"
    mesh.write_text(ONE_ELEMENT.replace("7 1 1 1", "7 0.2 0.2 0.2"))
    result = lobatto("mesh", mesh)
    assert result.returncode == 1 and "1 hexahedra" in result.stdout
    assert "element 7 is folded near (0.2, 0.2, 0.2)" in result.stderr


def test_help_teaches():
    result = lobatto("mesh", "--help")
    assert result.returncode == 0 and "Examples" in result.stdout and ".re2" in result.stdout
    assert lobatto("mesh").returncode == 2
    assert lobatto("mesh", DATA / "pipe-27.msh", "--ranks", 0).returncode == 2
