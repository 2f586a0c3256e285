"""Periodic sides that a rotation carries into each other: sectors of annuli."""

import json
import math
from itertools import product

import pytest
from program import lobatto, needs_program
from restart_support import differences

pytestmark = needs_program

SECTOR = """
[mesh]
order = {order}
x = {{ range = [0, {turn}], elements = {around}, periodic = true }}
y = {{ range = [1, 2], elements = 2 }}
z = {{ range = [0, 1], elements = 2, periodic = true }}
map = ["y*cos(-2*pi*x - 0.3)", "y*sin(-2*pi*x - 0.3)", "z"]
[fluid]
viscosity = 0.02
[solver]
pressure_tolerance = 1e-12
tolerance = 1e-13
[output]
checkpoint = {{ every_steps = 5 }}
[time]
dt = 0.005
steps = 10
"""
COUETTE = """
[boundary]
y = { velocity = "exact" }
[exact]
velocity = ["-y*(1.5/(x^2+y^2) - 0.5)", "x*(1.5/(x^2+y^2) - 0.5)", "0"]
[initial]
velocity = "exact"
"""
"""Of a cylinder with velocity 1 around one with velocity -0.25."""
SOLID = COUETTE.replace("(1.5/(x^2+y^2) - 0.5)", "0.7")


def waves(n):
    """Velocities around, outwards and along the axis that are the same in n sectors."""
    profile = "((sqrt(x^2+y^2) - 1)*(2 - sqrt(x^2+y^2)))"
    around = f"{profile}*(1 + 0.5*cos({n}*atan2(y,x))*cos(2*pi*z))"
    outwards = f"{profile}*(0.3*sin({n}*atan2(y,x)) + 0.2*cos(2*pi*z))"
    return f"""
[boundary]
y = "wall"
[initial]
velocity = ["-y*{around} + x*{outwards}", "x*{around} + y*{outwards}", "{around}"]
"""


def text_of(parts, around, flow, order=5):
    return SECTOR.format(order=order, turn=1 / parts, around=around) + flow


def run(folder, name, text, *options, ranks=None):
    case = folder / f"{name}.toml"
    case.write_text(text)
    result = lobatto("run", case, "--out", folder / name, *options, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return folder / name


def steps_of(folder):
    return [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]


def errors_of(folder):
    return json.loads((folder / "summary.json").read_text())["errors"]


def assert_same(one, other, tolerance=1e-10):
    for quantity in ("kinetic_energy", "enstrophy", "dt"):
        assert one[quantity] == pytest.approx(other[quantity], rel=tolerance), quantity


@pytest.mark.parametrize("parts", [2, 3, 6])
def test_solid_rotation_is_exact(tmp_path, parts):
    folder = run(tmp_path, "solid", text_of(parts, 12 // parts, SOLID, order=7))
    last = steps_of(folder)[-1]
    assert last["kinetic_energy"] == pytest.approx(0.49 * 1.25, rel=1e-8)
    assert last["enstrophy"] == pytest.approx(0.49 * 2.0, rel=1e-8)


def test_couette_flow_converges(tmp_path):
    errors = []
    for order in (3, 5, 7):
        folder = run(tmp_path, f"order{order}", text_of(4, 2, COUETTE, order))
        errors.append(errors_of(folder)["u"]["l2"])
    assert errors[1] < errors[0] / 20
    assert errors[2] < errors[1] / 20


@pytest.mark.parametrize(("parts", "around"), [(2, 3), (3, 2), (6, 1)])
def test_a_sector_is_a_part_of_the_annulus(tmp_path, parts, around):
    """Without any symmetry but that of the sectors."""
    whole = run(tmp_path, "whole", text_of(1, 6, waves(parts)))
    sector = run(tmp_path, "sector", text_of(parts, around, waves(parts)))
    for one, other in zip(steps_of(whole), steps_of(sector), strict=True):
        assert_same(one, other)


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_ranks_agree(tmp_path, ranks):
    text = text_of(3, 2, waves(3))
    one, several = run(tmp_path, "one", text), run(tmp_path, "several", text, ranks=ranks)
    assert_same(steps_of(one)[-1], steps_of(several)[-1])


def test_a_restart_goes_on_bit_for_bit(tmp_path):
    text = text_of(3, 2, waves(3))
    run(tmp_path, "straight", text, ranks=2)
    case = tmp_path / "straight.toml"
    first = lobatto("run", case, "--out", tmp_path / "restarted", "--steps", 5, ranks=2)
    assert first.returncode == 0, first.stderr
    result = lobatto("run", case, "--out", tmp_path / "restarted", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr
    of_first_part = {"fields/fields.vtkhdf.series", "fields/fields_00000005.vtkhdf"}
    assert set(differences(tmp_path / "straight", tmp_path / "restarted")) == of_first_part


def test_a_scalar_of_six_sectors_converges(tmp_path):
    """r^6 cos(6 theta), which is harmonic."""
    scalar = (
        SOLID
        + """
[[scalar]]
name = "heat"
diffusivity = 1
initial = "exact"
exact = "x^6 - 15*x^4*y^2 + 15*x^2*y^4 - y^6"
boundary = { y = { value = "exact" } }
"""
    )
    still = scalar.replace("*0.7", "*0")
    errors = []
    for order in (5, 7, 9):
        folder = run(tmp_path, f"order{order}", text_of(6, 1, still, order))
        errors.append(errors_of(folder)["heat"]["l2"])
    assert errors[1] < errors[0] / 10
    assert errors[2] < errors[1] / 10


# Mesh files


def write_block(file, n, lower, is_quarter):
    """A square of straight elements in the format of Gmsh, from `lower` to 1, one layer thick."""
    size = n + 1
    at = lambda i, j, k: 1 + i + size * (j + size * k)  # noqa: E731
    places = [lower + (1 - lower) * i / n for i in range(size)]
    nodes = [
        f"{places[i]!r} {places[j]!r} {k}" for k, j, i in product(range(2), *2 * [range(size)])
    ]
    ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    hexes = [
        [at(i + a, j + b, k) for k in (0, 1) for a, b in ring] for j, i in product(*2 * [range(n)])
    ]
    quads = []
    for i, (name, end) in product(range(n), ((1, 0), (2, n))):
        first = name if is_quarter and end == 0 else 2
        quads.append((first, [at(end, i + a, b) for a, b in ring]))
        second = 3 if is_quarter and end == 0 else 2
        quads.append((second, [at(i + a, end, b) for a, b in ring]))
    for (j, i), k in product(product(*2 * [range(n)]), (0, 1)):
        quads.append((4 + k, [at(i + a, j + b, k) for a, b in ring]))
    write_gmsh(file, nodes, hexes, quads, ["left", "outer", "right", "bottom", "top"])


def write_gmsh(file, nodes, hexes, quads, names):
    elements = [f"3 2 {name} {name} " + " ".join(map(str, q)) for name, q in quads]
    elements += ["5 2 9 9 " + " ".join(map(str, h)) for h in hexes]
    groups = [f'2 {i + 1} "{name}"' for i, name in enumerate(names)] + ['3 9 "fluid"']
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat"]
    lines += ["$PhysicalNames", str(len(groups)), *groups, "$EndPhysicalNames"]
    lines += ["$Nodes", str(len(nodes)), *(f"{n + 1} {x}" for n, x in enumerate(nodes))]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [*(f"{n + 1} {e}" for n, e in enumerate(elements)), "$EndElements"]
    file.write_text("\n".join(lines) + "\n")


def write_ring(file, degrees, around, is_closed=False):
    """A ring of straight elements in the format of Gmsh, of two layers both outwards and along."""
    n_angles = around if is_closed else around + 1
    number = {}
    nodes, hexes, quads = [], [], []
    for k, j, i in product(range(3), range(n_angles), range(3)):
        number[i, j, k] = len(nodes) + 1
        r, angle = 1 + i / 2, math.radians(degrees * j / around + 7)
        nodes.append(f"{r * math.cos(angle):.17g} {r * math.sin(angle):.17g} {k / 2}")
    at = lambda i, j, k: number[i, j % around if is_closed else j, k]  # noqa: E731
    for k, j, i in product(range(2), range(around), range(2)):
        ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
        hexes.append([at(i + a, j + b, k + c) for c in (0, 1) for a, b in ring])
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    for j, k in product(range(around), range(2)):
        quads += [(1 + i // 2, [at(i, j + a, k + b) for a, b in corners]) for i in (0, 2)]
    for i, j in product(range(2), range(around)):
        quads += [(3 + k // 2, [at(i + a, j + b, k) for a, b in corners]) for k in (0, 2)]
    if not is_closed:
        for i, k in product(range(2), range(2)):
            for name, j in ((5, 0), (6, around)):
                quads.append((name, [at(i + a, j, k + b) for a, b in corners]))
    write_gmsh(file, nodes, hexes, quads, ["inner", "outer", "bottom", "top", "left", "right"])


FILE = """
[mesh]
order = 5
file = "{name}.msh"
[[mesh.periodic]]
from = "bottom"
to = "top"
{pair}
[fluid]
viscosity = 0.02
[boundary]
inner = "wall"
outer = {{ velocity = ["-y/2", "x/2", "0"] }}
[solver]
pressure_tolerance = 1e-12
tolerance = 1e-13
[forcing]
flow_rate = 0.5
flow_direction = "z"
[initial]
velocity = ["0", "0", "0.5"]
[time]
dt = 0.005
steps = 10
[output]
checkpoint = {{ every_steps = 5 }}
"""
PAIR = """
[[mesh.periodic]]
from = "left"
to = "right"
axis = [0, 0, 1]
"""


def write_sector(folder, degrees=60, pair=PAIR):
    write_ring(folder / "sector.msh", degrees, 2)
    case = folder / "sector.toml"
    case.write_text(FILE.format(name="sector", pair=pair))
    return case


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_sector_of_a_mesh_file_is_a_part_of_its_ring(tmp_path, ranks):
    write_ring(tmp_path / "ring.msh", 360, 12, is_closed=True)
    whole = run(tmp_path, "ring", FILE.format(name="ring", pair=""))
    text = write_sector(tmp_path).read_text()
    sector = run(tmp_path, "sector", text, ranks=ranks)
    for one, other in zip(steps_of(whole), steps_of(sector), strict=True):
        assert_same(one, other)
        assert one["pressure_gradient"] == pytest.approx(other["pressure_gradient"], rel=1e-9)


QUARTER = """
[mesh]
order = 6
file = "{name}.msh"
[[mesh.periodic]]
from = "bottom"
to = "top"
{pair}
[fluid]
viscosity = 0.02
[boundary]
outer = "wall"
[solver]
pressure_tolerance = 1e-12
tolerance = 1e-13
[initial]
velocity = [
  "(1-x^2)*(1-y^2)*(x*(0.3 + x^2*y^2) - y)", "(1-x^2)*(1-y^2)*(y*(0.3 + x^2*y^2) + x)",
  "(1-x^2)*(1-y^2)*(1 + x*y*(x^2-y^2))"
]
[time]
dt = 0.005
steps = 10
"""


def test_a_quarter_with_its_axis_is_a_part_of_the_square(tmp_path):
    """The velocity on the axis goes along it, without which the step would have no solution."""
    write_block(tmp_path / "square.msh", 4, -1, is_quarter=False)
    write_block(tmp_path / "quarter.msh", 2, 0, is_quarter=True)
    whole = run(tmp_path, "whole", QUARTER.format(name="square", pair=""))
    quarter = run(tmp_path, "quarter", QUARTER.format(name="quarter", pair=PAIR))
    for one, other in zip(steps_of(whole), steps_of(quarter), strict=True):
        assert_same(one, other)


def test_an_angle_that_does_not_fit_is_refused(tmp_path):
    case = write_sector(tmp_path, pair=PAIR + "degrees = 45\n")
    result = lobatto("check", case)
    assert result.returncode == 1
    assert "sector.msh" in result.stderr
    assert "'left' and 'right' cannot be periodic: found 60 degrees" in result.stderr
    assert "expected 45" in result.stderr


def test_no_part_of_a_circle_is_refused(tmp_path):
    result = lobatto("check", write_sector(tmp_path, degrees=50))
    assert result.returncode == 1
    assert "found 50 degrees" in result.stderr
    assert "expected 360/n" in result.stderr


def test_what_does_not_go_with_it_is_refused(tmp_path):
    case = write_sector(tmp_path)
    refused = {
        "solver.velocity=extruded-direct": "couple the components of the velocity",
        "solver.projection=4": "does not go with periodic sides that are a rotation",
        "forcing.flow_direction=x": "expected a flow rate along its axis",
        "rotation.rate=[1, 0, 0]": "expected a rate along its axis",
    }
    for setting, message in refused.items():
        result = lobatto("check", case, "--set", setting)
        assert result.returncode == 1, setting
        assert message in result.stderr, setting
