"""What `lobatto check` says of memory, against what short runs take."""

import json
import re

import pytest
from program import SMALL_DUCT, lobatto, needs_program

pytestmark = needs_program

BAND = 0.15  # measured: 10 % at most

ITERATIVE = ("solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg")
BENT = ('mesh.map=["x + 0.05*sin(pi*y)*sin(pi*x)", "y", "z"]',)
NO_CHECKPOINT = ("output.checkpoint.final=false", "output.checkpoint.every_wall=never")


def box(elements, order, rest):
    """A duct of elements of one size."""
    axes = "".join(
        f"{axis} = {{ range = [0, {n / 8}], elements = {n}, periodic = {periodic} }}\n"
        for axis, n, periodic in zip("xyz", elements, ("false", "false", "true"), strict=True)
    )
    return f"[mesh]\norder = {order}\n{axes}" + rest


REST = """
[fluid]
viscosity = 0.01
[boundary]
x = "wall"
y = "wall"
[initial]
velocity = ["0", "0", "0.1*sin(8*pi*x)*(1 + 0.1*random(1))"]
[time]
dt = 1e-4
steps = 4
"""


def mesh_of_cubes(n):
    """n x n x n cubes in [-0.7, 0.7]^3, as Gmsh writes them; in z an inlet and an outlet."""
    line = [-0.7 + 1.4 * i / n for i in range(n + 1)]
    steps = range(n)

    def point(i, j, k):
        return 1 + i + (n + 1) * (j + (n + 1) * k)

    def square(axis, at, a, b):
        corners = [(a, b), (a + 1, b), (a + 1, b + 1), (a, b + 1)]
        return [point(*(c[:axis] + (at,) + c[axis:])) for c in corners]

    nodes = [f"{x} {y} {z}" for z in line for y in line for x in line]
    cells = [
        (3, tag, square(axis, at, a, b))
        for axis, at, tag in ((0, 0, 1), (0, n, 1), (1, 0, 1), (1, n, 1), (2, 0, 2), (2, n, 3))
        for a in steps
        for b in steps
    ]
    ring = ((0, 0), (1, 0), (1, 1), (0, 1))
    cells += [
        (5, 4, [point(i + a, j + b, k + c) for c in (0, 1) for a, b in ring])
        for k in steps
        for j in steps
        for i in steps
    ]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "4"]
    lines += ['2 1 "wall"', '2 2 "inlet"', '2 3 "outlet"', '3 4 "fluid"', "$EndPhysicalNames"]
    lines += ["$Nodes", str(len(nodes)), *(f"{i} {x}" for i, x in enumerate(nodes, 1)), "$EndNodes"]
    lines += ["$Elements", str(len(cells))]
    for number, (kind, tag, points) in enumerate(cells, 1):
        lines.append(f"{number} {kind} 2 {tag} {tag} {' '.join(map(str, points))}")
    return "\n".join([*lines, "$EndElements", ""])


MESH = """
[mesh]
file = "cubes.msh"
order = {order}
[fluid]
viscosity = 0.01
[boundary]
wall = "wall"
inlet = {{ velocity = ["0", "0", "1"] }}
outlet = "outflow"
[time]
dt = 1e-4
steps = 4
"""


@pytest.fixture(scope="module", autouse=True)
def _known_machine(tmp_path_factory):
    """What the first run measures of a machine takes more than the fields of these."""
    case = tmp_path_factory.mktemp("known") / "case.toml"
    case.write_text(SMALL_DUCT)
    assert lobatto("check", case).returncode == 0


def summary_of_run(case, folder, words):
    result = lobatto("run", case, "--out", folder / "run", "--progress", "none", *words)
    assert result.returncode == 0, result.stderr
    return json.loads((folder / "run" / "summary.json").read_text())


@pytest.mark.parametrize(
    ("name", "text", "settings"),
    [
        ("long", box((8, 8, 96), 5, REST), ()),
        ("direct", box((14, 14, 14), 7, REST), ()),
        ("low", box((24, 24, 24), 3, REST), ITERATIVE),
        ("high", box((6, 6, 6), 11, REST), ITERATIVE),
        ("bent", box((8, 8, 8), 7, REST), BENT),
        ("mesh-5", MESH.format(order=5), ()),
        ("mesh-8", MESH.format(order=8), ()),
    ],
    ids=["long", "direct", "low", "high", "bent", "mesh-5", "mesh-8"],
)
def test_check_tells_what_a_run_takes(tmp_path, name, text, settings):
    case = tmp_path / f"{name}.toml"
    case.write_text(text)
    if name.startswith("mesh"):
        (tmp_path / "cubes.msh").write_text(mesh_of_cubes(10))
    words = [word for key in (*settings, *NO_CHECKPOINT) for word in ("--set", key)]
    check = lobatto("check", case, *words)
    assert check.returncode == 0, check.stderr
    told = re.search(r"; (\S+) MB per rank, with the program", check.stdout)
    taken = summary_of_run(case, tmp_path, words)["memory_peak_bytes"] / 1e6
    assert float(told[1]) == pytest.approx(taken, rel=BAND)
