"""The meshes that cases/meshes/vessel.py makes: conforming, not folded, on the surfaces that they
stand for, and read by the program."""

import json
import subprocess
import sys

import numpy as np
import pytest
from program import PATIENCE, ROOT, lobatto, needs_program

MESHES = ROOT / "cases" / "meshes"
sys.path.insert(0, str(MESHES))

import hexahedra
import vessel
from vessel_blocks import Builder
from vessel_plan import Plan
from vessel_shape import Branch, Parameters, ShapeError, Vessel, branches_of, check

STRAIGHT = {"turn": 0.0, "twist": 0.0, "ascending": 1.0, "descending": 2.0}
SHAPES = [
    {},
    {"pairs": 0},
    {"pairs": 1, "branch_tilt": -30.0, "branch_angle": 60.0, "branch_diameter": 0.2},
    {"pairs": 2, "turn": 120.0, "twist": -25.0, "taper": 0.4, "layer": 0.04, "first_cell": 0.002},
    {**STRAIGHT, "pairs": 1, "taper": 0.0},
]


def made(refine=1.0, **shape):
    parameters = Parameters(**shape)
    check(parameters)
    return Builder(Plan(parameters, refine)).mesh()


def all_boundary_faces(mesh):
    return np.concatenate(list(mesh.boundaries.values()))


@pytest.mark.parametrize("refine", [0.7, 1.0, 1.3])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_face_is_shared_by_two_elements_or_on_one_boundary(shape, refine):
    mesh = made(refine, **shape)
    sides = np.sort(hexahedra.sides(mesh.elements).reshape(-1, 9), axis=1)
    faces, counts = np.unique(sides, axis=0, return_counts=True)
    assert set(counts) == {1, 2}
    boundary = np.sort(all_boundary_faces(mesh).reshape(-1, 9), axis=1)
    np.testing.assert_array_equal(np.unique(boundary, axis=0), faces[counts == 1])
    assert len(boundary) == np.count_nonzero(counts == 1)
    # Two faces with one corner in common but other nodes would be a slit.
    assert len(np.unique(mesh.points.round(9), axis=0)) == len(mesh.points)


@pytest.mark.parametrize("refine", [0.7, 1.0, 1.3])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_element_is_folded_and_the_boundary_is_closed(shape, refine):
    mesh = made(refine, **shape)
    jacobian, scaled = hexahedra.jacobians(mesh.points, mesh.elements)
    assert jacobian.shape == (len(mesh.elements), 3, 3, 3)
    assert scaled.min() > 0.1 and scaled.max() <= 1 + 1e-12
    # The flux of a constant vector, and by Gauss's theorem the volume as that of x / 3.
    faces = all_boundary_faces(mesh)
    normals = hexahedra.area_vectors(mesh.points, faces)
    assert np.abs(normals.sum(axis=0)).max() < 1e-13
    volume = hexahedra.volumes(mesh.points, mesh.elements).sum()
    assert volume == pytest.approx(flux_of_position(mesh.points, faces) / 3, rel=1e-12)


def flux_of_position(points, faces):
    """The integral of x . n, of degree 5 in each direction of a face."""
    values, slopes = hexahedra.lagrange(hexahedra.GAUSS)
    x, r, s = (
        np.einsum("nsrc,js,ir->njic", points[faces], a, b)
        for a, b in ((values, values), (values, slopes), (slopes, values))
    )
    w = hexahedra.GAUSS_WEIGHTS
    return np.einsum("njic,njic,j,i->", x, np.cross(r, s), w, w)


@pytest.mark.parametrize(
    "shape",
    [
        {**STRAIGHT, "taper": 0.0},
        {**STRAIGHT, "taper": 0.3},
        {"taper": 0.0},
        {"taper": 0.2, "turn": 150.0, "twist": 30.0},
    ],
)
def test_the_volume_without_branches_converges_to_that_of_the_tube(shape):
    """Sections are discs about the centre line, so by Pappus bends change no volume."""
    length = Vessel(Parameters(**shape)).length
    end = 0.5 * (1 - shape["taper"])
    exact = np.pi * length / 3 * (0.25 + 0.5 * end + end**2)
    errors = []
    for refine in (1.0, 2.0):
        mesh = made(refine, pairs=0, **shape)
        errors.append(abs(hexahedra.volumes(mesh.points, mesh.elements).sum() / exact - 1))
    assert errors[0] < 5e-3
    assert errors[0] / errors[1] > 10


def test_nodes_of_the_wall_are_on_the_vessel_or_on_a_branch():
    shape = {**STRAIGHT, "pairs": 1, "taper": 0.0}
    branches = branches_of(Vessel(Parameters(**shape)))
    mesh = made(1.5, **shape)
    wall = mesh.points[np.unique(mesh.boundaries["wall"])]
    off_vessel = np.abs(np.hypot(wall[:, 0], wall[:, 1]) - 0.5)
    off_branches = np.min([np.abs(distance_to_axis(b, wall) - b.radius) for b in branches], axis=0)
    assert np.minimum(off_vessel, off_branches).max() < 1e-13
    # The mouths are on both.
    assert np.count_nonzero(np.maximum(off_vessel, off_branches) < 1e-13) == 2 * 8 * 3


def distance_to_axis(branch, points):
    away = points - branch.root
    return np.linalg.norm(away - np.outer(away @ branch.axis, branch.axis), axis=1)


def test_sections_of_a_bend_are_discs_across_its_centre_line():
    curved = Vessel(Parameters())
    s = np.linspace(0.0, curved.length, 50)
    step = 1e-5
    slope = (curved.centre(s[1:-1] + step) - curved.centre(s[1:-1] - step)) / (2 * step)
    np.testing.assert_allclose(slope, curved.tangent(s[1:-1]), atol=1e-9)
    for theta in (0.0, 1.0, 4.0):
        spoke = curved.point(np.full_like(s, theta), s) - curved.centre(s)
        np.testing.assert_allclose(np.linalg.norm(spoke, axis=1), curved.radius(s), rtol=1e-13)
        np.testing.assert_allclose(np.sum(spoke * curved.tangent(s), axis=1), 0, atol=1e-14)


def test_a_mouth_is_where_branch_and_vessel_meet():
    curved = Vessel(Parameters(branch_tilt=35.0))
    branch = Branch(curved, 0.7, 4.0)
    angle = np.linspace(0, 2 * np.pi, 40)
    theta, s = branch.mouth(angle)
    points = curved.point(theta, s)
    np.testing.assert_allclose(distance_to_axis(branch, points), branch.radius, rtol=1e-12)
    across = (points - branch.root) @ np.stack([branch.e_x, branch.e_y], axis=1) / branch.radius
    np.testing.assert_allclose(across, np.stack([np.cos(angle), np.sin(angle)], axis=1), atol=1e-12)


def test_ends_have_the_areas_and_directions_of_their_tubes():
    parameters = Parameters(pairs=1)
    plan = Plan(parameters, 2.0)
    mesh = Builder(plan).mesh()
    assert list(mesh.boundaries) == ["inlet", "outlet", "wall", "branch_1", "branch_2"]
    end = plan.vessel.length
    expected = {
        "inlet": -np.pi / 4 * plan.vessel.tangent(np.zeros(())),
        "outlet": np.pi * plan.vessel.radius(end) ** 2 * plan.vessel.tangent(np.array(end)),
    }
    for number, branch in enumerate(plan.branches, 1):
        expected[f"branch_{number}"] = np.pi * branch.radius**2 * branch.axis
    for name, vector in expected.items():
        found = hexahedra.area_vectors(mesh.points, mesh.boundaries[name]).sum(axis=0)
        np.testing.assert_allclose(found, vector, atol=1e-3 * np.linalg.norm(vector))


def test_refinement_divides_the_first_element_and_multiplies_their_number():
    plans = [Plan(Parameters(), refine) for refine in (1.0, 2.0, 4.0)]
    counts = np.array([plan.n_elements for plan in plans])
    assert len(Builder(plans[0]).mesh().elements) == counts[0]
    np.testing.assert_allclose(counts[1:] / counts[:-1], 8, atol=2)
    assert plans[0].depths[2] == pytest.approx(Parameters().first_cell, rel=1e-12)
    # Geometric: two elements of the finer mesh fill one of the coarser.
    np.testing.assert_allclose(plans[1].depths[::4], plans[0].depths[::2], rtol=1e-12)
    assert Plan(Parameters(), 0.7).n_elements < 2500


@pytest.mark.parametrize("wished", [2_000, 107_820, 500_000])
def test_the_number_of_elements_is_near_the_one_wished_for(wished):
    assert vessel.plan_for(Parameters(), wished).n_elements == pytest.approx(wished, rel=0.15)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"spacing": 0.2}, "--spacing: branches overlap; expected at least 0.306, found 0.2"),
        ({"branch_diameter": 0.3, "branch_angle": 25.0}, "--branch-angle: branches overlap"),
        ({"pairs": 6}, "--descending: 6 pairs of branches need 6.15, found 4.5"),
        ({"arch_radius": 0.55}, "--arch-radius: the vessel bends too sharply"),
        (
            {"turn": 270.0, "descending": 6.0, "twist": 0.0},
            "--arch-radius, --turn: the vessel runs",
        ),
        ({"layer": 0.08}, "--layer: with branches of diameter 0.15"),
        ({"pairs": 0, "layer": 0.09}, "--layer: expected at most a fifth of the vessel's smallest"),
        ({"first_cell": 0.02}, "--first-cell: expected at most half of --layer (0.03), found 0.02"),
        ({"taper": 0.9}, "--taper: expected -1 to 0.8, found 0.9"),
        ({"branch_length": 0.0}, "--branch-length: expected a length above 0, found 0"),
        ({"twist": np.nan}, "--twist: expected a finite number"),
    ],
)
def test_shapes_that_make_no_mesh_are_refused(shape, message):
    with pytest.raises(ShapeError) as refused:
        check(Parameters(**shape))
    assert str(refused.value).startswith(message)


def test_folded_elements_are_refused_with_their_place():
    mesh = made()
    mesh.points[mesh.elements[7, 2, 2, 2]] = mesh.points[mesh.elements[7, 0, 0, 0]] - 0.1
    with pytest.raises(ShapeError, match=r"elements would be folded .* near \("):
        vessel.refuse_folded(mesh, vessel.measured(mesh)[0])


def run_script(*arguments):
    command = [sys.executable, MESHES / "vessel.py", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_the_script_says_what_is_wrong_and_leaves_no_file(tmp_path):
    file = tmp_path / "vessel.msh"
    for options, message in {
        ("--spacing", 0.1): "--spacing: branches overlap",
        ("--refine", 0.1): "--refine: expected 0.7 to 12, found 0.1",
        ("--elements", 300): "--elements: this shape takes",
    }.items():
        result = run_script(file, *options)
        assert result.returncode == 1
        assert result.stderr.startswith(f"vessel.py: {message}")
        assert not file.exists()


@needs_program
def test_the_program_reads_the_mesh_as_the_script_describes_it(tmp_path):
    file, report = tmp_path / "vessel.msh", tmp_path / "vessel.json"
    printed = run_script(file, "--elements", 2000)
    assert printed.returncode == 0, printed.stderr
    rows = dict(line.split(None, 1) for line in printed.stdout.splitlines())
    result = lobatto("mesh", file, "--ranks", 2, "--json", report)
    assert result.returncode == 0, result.stderr
    told = json.loads(report.read_text())
    assert told["geometry_order"] == 2
    assert told["elements"] == int(rows["elements"].replace(",", ""))
    assert told["volume"] == pytest.approx(float(rows["volume"].split(",")[0]), rel=1e-7)
    names = ["inlet", "outlet", "wall", *(f"branch_{i}" for i in range(1, 7))]
    assert {row["name"]: row["faces"] for row in told["boundaries"]} == {
        name: int(rows[name].split()[0].replace(",", "")) for name in names
    }
    assert told["quality"]["smallest_scaled_jacobian"]["value"] > 0.1


CASE = """
[mesh]
file = "vessel.msh"
order = {order}
[fluid]
reynolds = 20
[boundary]
inlet = {{ velocity = ["0", "0", "2*(1 - 4*(x^2 + y^2))*sin(pi*min(t, 0.05)/0.1)^2"] }}
wall = "wall"
outlet = "outflow"
branch_1 = "outflow"
branch_2 = "outflow"
[time]
dt = 2e-3
steps = 10
"""


@needs_program
def test_a_flow_runs_on_it(tmp_path):
    shape = ("--refine", 0.7, "--pairs", 1, "--turn", 90, "--descending", 2)
    assert run_script(tmp_path / "vessel.msh", *shape).returncode == 0
    for order in (2, 5):
        case = tmp_path / f"order-{order}.toml"
        case.write_text(CASE.format(order=order))
        assert lobatto("check", case).returncode == 0
    result = lobatto("run", tmp_path / "order-2.toml", "--out", tmp_path / "run")
    assert result.returncode == 0, result.stderr
    steps = [
        json.loads(line) for line in (tmp_path / "run" / "steps.jsonl").read_text().splitlines()
    ]
    assert len(steps) == 10
    last = steps[-1]
    # The divergence against the rate at which the flow turns.
    assert last["divergence"] < 0.1 * np.sqrt(2 * last["enstrophy"])
