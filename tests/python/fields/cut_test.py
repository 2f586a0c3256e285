"""Cuts of curved elements with planes: areas, values and the lines in them."""

import numpy as np
import pytest
from curved_meshes import moved_box, pipe, wavy
from lobatto import FieldFile
from lobatto.fields.cut_surface import cut_surface
from synthetic import gll_nodes, write_general_field_file

TICKS = (np.array([0, 0.7, 2.0]), np.array([0, 1, 2.0]), np.array([0, 0.6, 1.3, 2.0]))


def linear(x, y, z):
    return 1 + 2 * x - y + 0.5 * z


def polygon_length(segments):
    return np.linalg.norm(segments[:, 0] - segments[:, 1], axis=1).sum()


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    path = tmp_path_factory.mktemp("cut") / "box.vtkhdf"
    fields = {"linear": linear, "velocity": lambda x, y, z: (x, y, z)}
    return FieldFile(write_general_field_file(path, moved_box(TICKS, 7, wavy), fields))


@pytest.fixture(scope="module")
def round_pipe(tmp_path_factory):
    path = tmp_path_factory.mktemp("cut") / "pipe.vtkhdf"
    return FieldFile(write_general_field_file(path, pipe(8), {"linear": linear}))


@pytest.mark.parametrize("normal", [0, 1, 2])
@pytest.mark.parametrize("position", [0, 0.37, 1.0, 1.9, 2])
def test_a_moved_box_is_cut_in_squares(box, normal, position):
    cut = box.plane("linear", normal, position)
    assert cut.normal == normal
    assert cut.area == pytest.approx(4, rel=1e-9)
    assert polygon_length(cut.surface.outline) == pytest.approx(8, rel=1e-9)
    assert [cut.extent(axis) for axis in cut.axes] == [pytest.approx((0, 2), abs=1e-12)] * 2


def test_linear_functions_are_exact_on_the_cut(box):
    cut = box.plane("velocity", 1, 0.83)
    assert cut.axes == (0, 2)
    assert cut.values[:, [0, 2]] == pytest.approx(cut.surface.points, abs=1e-12)
    assert cut.values[:, 1] == pytest.approx(np.full(len(cut.values), 0.83), abs=1e-5)
    x, z = np.linspace(0.001, 1.999, 41), np.linspace(0.001, 1.999, 23)
    expected = linear(x[None, :], 0.83, z[:, None])
    assert box.plane("linear", 1, 0.83).evaluate(x, z)[0] == pytest.approx(expected, abs=1e-5)
    assert box.plane("linear", 1, 0.83).mean() == pytest.approx([linear(1, 0.83, 1)], abs=1e-5)


@pytest.mark.parametrize("z", [0, 0.5, 1.0, 2])
def test_the_cross_section_of_a_pipe_is_a_disc(round_pipe, z):
    """Also where it holds faces of elements, and at the ends."""
    cut = round_pipe.plane("linear", 2, z)
    # Polygons with 8 arcs of 16 sides each.
    assert cut.area == pytest.approx(64 * np.sin(2 * np.pi / 128), rel=1e-5)
    assert polygon_length(cut.surface.outline) == pytest.approx(2 * np.pi, rel=2e-4)
    assert np.isnan(cut.evaluate([-0.9, 0, 0.9], [-0.9, 0, 0.9])[0]).sum() == 4
    assert cut.mean() == pytest.approx([linear(0, 0, z)], abs=1e-6)


@pytest.mark.parametrize(("y", "width"), [(0, 2), (0.28, 1.92), (-0.8, 1.2)])
def test_a_pipe_cut_along_is_a_rectangle(round_pipe, y, width):
    cut = round_pipe.plane("linear", 1, y)
    assert cut.area == pytest.approx(2 * width, rel=5e-4)
    assert cut.extent(0) == pytest.approx((-width / 2, width / 2), abs=1e-3)


def test_the_error_falls_with_the_square_of_the_cells():
    """On average: a single plane may be lucky."""
    coordinates, nodes = pipe(8, n_along=1), gll_nodes(8)
    errors = []
    for n_cells in (6, 24):
        places = np.linspace(-0.93, 0.88, 12)
        areas = [_area(cut_surface(coordinates, nodes, 0, x, n_cells)) for x in places]
        errors.append(np.abs(areas - 4 * np.sqrt(1 - places**2)).mean())
    assert 8 < errors[0] / errors[1] < 32


def _area(surface):
    corners = surface.points[surface.triangles]
    return np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])).sum() / 2


def test_lines_between_elements_are_there_once(round_pipe):
    """Amid: the cross of the square (2 lines of 1), its sides, the 8 spokes of the ring."""
    edges = round_pipe.plane("linear", 2, 0.5).surface.edges
    spokes = 4 * 0.5 + 4 * (1 - np.hypot(0.5, 0.5))
    assert polygon_length(edges) == pytest.approx(2 * 1 + 4 * 1 + spokes, rel=1e-6)


def test_triangles_do_not_overlap(box):
    """Each point of a raster lies in one triangle or on a side."""
    cut = box.plane("linear", 0, 0.83)
    y, z = np.linspace(0.0137, 1.9871, 60), np.linspace(0.0219, 1.9913, 61)
    triangle, i, j = cut._grid_points(y, z)
    a, b, c = cut.surface.points[cut.surface.triangles[triangle]].transpose(1, 0, 2)
    weights = np.linalg.solve(
        np.stack([b - a, c - a], axis=2), (np.stack([y[i], z[j]], axis=1) - a)[..., None]
    )[..., 0]
    inside = (weights.min(axis=1) > 1e-9) & (weights.sum(axis=1) < 1 - 1e-9)
    hits = np.bincount((j * len(y) + i)[inside], minlength=60 * 61)
    assert hits.max() == 1 and (hits == 1).mean() > 0.99
