"""`lobatto mesh`: what it tells of a mesh file, and what it refuses."""

import json
import math
from pathlib import Path

import pytest
from program import lobatto, needs_program

DATA = Path(__file__).resolve().parents[2] / "data" / "gmsh"

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


def report_of(mesh, folder):
    file = folder / "report.json"
    result = lobatto("mesh", mesh, "--json", file)
    assert result.returncode == 0, result.stderr
    return json.loads(file.read_text())


@pytest.mark.parametrize("ending", [".msh", ".re2"])
def test_a_mesh_is_converted_and_stays_what_it_is(tmp_path, ending):
    names = {"inlet": "v", "outlet": "O", "wall": "W"}
    words = [word for old, new in names.items() for word in ("--name", f"{old}={new}")]
    target = tmp_path / f"pipe{ending}"
    result = lobatto("mesh", "convert", DATA / "pipe-20.msh", target, *words)
    assert result.returncode == 0, result.stderr
    assert "24 elements" in result.stdout
    before, after = report_of(DATA / "pipe-20.msh", tmp_path), report_of(target, tmp_path)
    for key in ("elements", "geometry_order", "vertices", "lines", "faces"):
        assert after[key] == before[key]
    assert after["volume"] == pytest.approx(before["volume"], rel=1e-13)
    areas = {names[row["name"]]: row["area"] for row in before["boundaries"]}
    assert {row["name"] for row in after["boundaries"]} == set(areas)
    for row in after["boundaries"]:
        assert row["area"] == pytest.approx(areas[row["name"]], rel=1e-12)


def test_periodic_pairs_are_converted(tmp_path):
    words = ("--name", "lower wall=W", "--name", "boundary-7=SYM")
    lobatto("mesh", "convert", DATA / "periodic-41.msh", tmp_path / "block.re2", *words)
    lobatto("mesh", "convert", tmp_path / "block.re2", tmp_path / "block.msh")
    for name in ("block.re2", "block.msh"):
        pairs = report_of(tmp_path / name, tmp_path)["periodic"]
        assert sorted(pair["faces"] for pair in pairs) == [2, 3]


def test_nothing_is_overwritten_unless_asked(tmp_path):
    target = tmp_path / "pipe.msh"
    target.write_text("mine")
    words = ("mesh", "convert", DATA / "pipe-27.msh", target)
    result = lobatto(*words)
    assert result.returncode == 1
    assert "is there already" in result.stderr and "--overwrite" in result.stderr
    assert target.read_text() == "mine"
    assert lobatto(*words, "--overwrite").returncode == 0
    assert report_of(target, tmp_path)["elements"] == 24
    assert [file.name for file in tmp_path.iterdir() if "pipe" in file.name] == ["pipe.msh"]


@pytest.mark.parametrize(
    "target, words, told",
    [
        ("pipe.vtk", (), "ending '.vtk'; expected .msh (Gmsh 4.1) or .re2 (Nek5000)"),
        ("pipe.re2", (), "the boundary name 'inlet'"),
        ("pipe.msh", ("--name", "entry=v"), "is called 'entry'; there are: inlet, outlet, wall"),
        ("pipe.msh", ("--name", "v"), "expected the old and the new name"),
    ],
)
def test_what_cannot_be_converted_is_told_and_leaves_no_file(tmp_path, target, words, told):
    result = lobatto("mesh", "convert", DATA / "pipe-27.msh", tmp_path / target, *words)
    assert result.returncode == 1
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def folded_block():
    """Two elements in each direction on [0, 2]^3, whose middle point lies outside; all walls."""
    label = {(i, j, k): 1 + i + 3 * j + 9 * k for k in range(3) for j in range(3) for i in range(3)}
    nodes = [
        f"{label[p]} " + " ".join(map(str, (-3, -4, -5) if p == (1, 1, 1) else p)) for p in label
    ]
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    cells = []
    for axis in range(3):
        for end in (0, 2):
            for a in range(2):
                for b in range(2):
                    corners = [[a + i, b + j] for i, j in around]
                    for corner in corners:
                        corner.insert(axis, end)
                    cells.append("3 2 1 1 " + " ".join(str(label[tuple(c)]) for c in corners))
    for k in range(2):
        for j in range(2):
            for i in range(2):
                corners = [(i + a, j + b, k + c) for c in range(2) for a, b in around]
                cells.append("5 2 1 1 " + " ".join(str(label[c]) for c in corners))
    text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    text += f"$Nodes\n{len(nodes)}\n" + "\n".join(nodes) + "\n$EndNodes\n"
    rows = [f"{number + 1} {cell}" for number, cell in enumerate(cells)]
    return text + f"$Elements\n{len(rows)}\n" + "\n".join(rows) + "\n$EndElements\n"


def test_inverted_elements_are_mended(tmp_path):
    folded, mended = tmp_path / "folded.msh", tmp_path / "mended.msh"
    folded.write_text(folded_block())
    assert lobatto("mesh", folded).returncode == 1
    result = lobatto("mesh", "convert", folded, mended, "--smooth")
    assert result.returncode == 0, result.stderr
    assert "1 point moved" in result.stdout
    report = report_of(mended, tmp_path)
    assert report["volume"] == pytest.approx(8, rel=1e-12)
    assert report["quality"]["smallest_scaled_jacobian"]["value"] > 0.3
    assert report["boundaries"] == [{"name": "boundary-1", "faces": 24, "area": pytest.approx(24)}]


CONDITIONS = """
[mesh]
order = 3
file = {file}
[fluid]
viscosity = 0.1
[boundary]
{boundaries}
[time]
dt = 0.01
steps = 1
"""


def check_of(folder, file, *boundaries):
    case = folder / "case.toml"
    conditions = "\n".join(f'{name} = "wall"' for name in boundaries)
    case.write_text(CONDITIONS.format(file=json.dumps(file), boundaries=conditions))
    return lobatto("check", case)


def test_the_name_of_a_side_in_two_groups_is_the_one_with_a_condition(tmp_path):
    # As Gmsh writes 2.2: an element for each physical group, sides and volumes alike.
    text = ONE_ELEMENT.replace('1\n2 1 "wall"', '2\n2 1 "wall"\n2 2 "lid"')
    text = text.replace("$Elements\n7", "$Elements\n9")
    text = text.replace("3 3 2 1 1 1 2", "8 3 2 2 9 5 6 7 8\n3 3 2 1 1 1 2")
    text = text.replace("6 7 8\n$End", "6 7 8\n9 5 2 3 1 1 2 3 4 5 6 7 8\n$End")
    (tmp_path / "two.msh").write_text(text)
    result = lobatto("mesh", tmp_path / "two.msh")
    assert result.returncode == 0, result.stderr
    assert "1 hexahedra" in result.stdout
    assert "note: another boundary has 1 face of 'lid', too" in result.stdout
    assert check_of(tmp_path, "two.msh", "wall").returncode == 0
    both = check_of(tmp_path, "two.msh", "wall", "lid")
    assert both.returncode != 0
    assert "'lid' at (0.5, 0.5, 1) is named 'wall' as well, and the case has" in both.stderr


def test_files_that_touch_are_one_mesh(tmp_path):
    (tmp_path / "fluid.msh").write_text(ONE_ELEMENT)
    moved = ONE_ELEMENT.split("$Nodes\n8\n")
    nodes, rest = moved[1].split("$EndNodes")
    rows = [row.split() for row in nodes.strip().splitlines()]
    lines = [f"{n} {float(x) + 1} {y} {z}" for n, x, y, z in rows]
    second = moved[0] + "$Nodes\n8\n" + "\n".join(lines) + "\n$EndNodes" + rest
    (tmp_path / "solid.msh").write_text(second.replace('"wall"', '"outer"'))
    report = tmp_path / "report.json"
    result = lobatto("mesh", tmp_path / "fluid.msh", tmp_path / "solid.msh", "--json", report)
    assert result.returncode == 0, result.stderr
    document = json.loads(report.read_text())
    assert document["volume"] == pytest.approx(2) and document["faces"] == 11
    assert [(row["name"], row["faces"]) for row in document["boundaries"]] == [
        ("wall", 5),
        ("outer", 5),
    ]
    assert [row["name"] for row in document["volumes"]] == ["fluid", "solid"]
    assert check_of(tmp_path, ["fluid.msh", "solid.msh"], "wall", "outer").returncode == 0
    missing = check_of(tmp_path, ["fluid.msh", "sold.msh"], "wall", "outer")
    assert missing.returncode != 0 and "sold.msh" in missing.stderr
    apart = lobatto("mesh", tmp_path / "fluid.msh", DATA / "pipe-27.msh")
    assert apart.returncode == 1 and "has no face in common" in apart.stderr


FLOW_IN_A_CUBE = """
[mesh]
order = 3
file = "hexahedra.msh"
[fluid]
viscosity = 0.1
[boundary]
x_min = { velocity = "exact" }
x_max = { velocity = "exact" }
y_min = { velocity = "exact" }
y_max = { velocity = "exact" }
z_min = { velocity = "exact" }
z_max = { velocity = "exact" }
[initial]
velocity = "exact"
[exact]
velocity = ["y", "x", "0"]
pressure = "1/3 - 0.5*(x^2 + y^2)"
[time]
dt = 0.002
steps = 3
"""


def test_a_cube_of_tetrahedra_is_cut_checked_and_run(tmp_path):
    tetrahedra, hexahedra = DATA / "tetrahedra.msh", tmp_path / "hexahedra.msh"
    refused = lobatto("mesh", tetrahedra)
    assert refused.returncode == 1
    assert f"`lobatto mesh convert {tetrahedra} --hexahedra -o" in refused.stderr
    result = lobatto("mesh", "convert", tetrahedra, "--hexahedra", "--smooth", "-o", hexahedra)
    assert result.returncode == 0, result.stderr
    assert "44 tetrahedra become 176 hexahedra" in result.stdout
    assert "cut: scaled Jacobian 0.289 at least, 0.435 in the mean" in result.stdout
    assert "smoothed: scaled Jacobian 0.3" in result.stdout
    report = report_of(hexahedra, tmp_path)
    assert report["volume"] == pytest.approx(1, rel=1e-12)
    assert {row["name"] for row in report["boundaries"]} == {
        f"{c}_{e}" for c in "xyz" for e in ("min", "max")
    }
    case = tmp_path / "case.toml"
    case.write_text(FLOW_IN_A_CUBE)
    checked = lobatto("check", case)
    assert checked.returncode == 0, checked.stderr
    run = lobatto("run", case, "--out", tmp_path / "run", ranks=2)
    assert run.returncode == 0, run.stderr
    errors = json.loads((tmp_path / "run" / "summary.json").read_text())["errors"]
    assert max(error["max"] for error in errors.values()) < 1e-3
