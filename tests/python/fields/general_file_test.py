"""Field files of general geometry: reading, evaluation and averages on curved elements."""

import h5py
import numpy as np
import pytest
from curved_meshes import moved_box, pipe, wavy
from lobatto import FieldFile, GeneralFieldFile, LobattoError
from synthetic import write_general_field_file

TICKS = (np.array([0, 0.7, 2.0]), np.array([0, 1, 2.0]), np.array([0, 0.6, 1.3, 2.0]))
INSIDE = np.random.default_rng(3).uniform(0, 2, (60, 3))


def linear(x, y, z):
    return 1 + 2 * x - y + 0.5 * z


def smooth(x, y, z):
    return np.sin(x) * np.cos(y) + z**2


def velocity(x, y, z):
    return y**2 * z, x * z, np.sin(x) * y


def curl(x, y, z):
    """Of ``velocity``."""
    return np.sin(x) - x, y**2 - y * np.cos(x), z - 2 * y * z


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    fields = {"linear": linear, "smooth": smooth, "velocity": velocity}
    path = tmp_path_factory.mktemp("general") / "fields.vtkhdf"
    coordinates = moved_box(TICKS, 9, wavy)
    return FieldFile(write_general_field_file(path, coordinates, fields, time=2.5, step=40))


def test_knows_what_it_holds(file):
    assert type(file) is GeneralFieldFile and isinstance(file, FieldFile)
    assert (file.order, file.time, file.step, file.geometry) == (9, 2.5, 40, "general")
    assert file.element_count == 12 and file.n_points == 12 * 10**3
    assert file.n_components == {"linear": 1, "smooth": 1, "velocity": 3}
    assert file.bounds == pytest.approx(np.array([[0, 0, 0], [2, 2, 2]]), abs=1e-14)
    assert [file.middle(d) for d in range(3)] == pytest.approx([1, 1, 1])


def test_evaluates_at_any_point(file):
    x, y, z = INSIDE.T
    # A linear function of the coordinates is in the space of isoparametric elements.
    assert file.evaluate("linear", INSIDE)[:, 0] == pytest.approx(linear(x, y, z), abs=1e-11)
    assert file.evaluate("smooth", INSIDE)[:, 0] == pytest.approx(smooth(x, y, z), abs=2e-4)
    expected = np.stack(velocity(x, y, z), axis=1)
    assert file.evaluate("velocity", INSIDE) == pytest.approx(expected, abs=2e-3)


def test_evaluation_converges_spectrally(tmp_path):
    errors = []
    for order in (4, 8, 12):
        path = tmp_path / f"order{order}.vtkhdf"
        write_general_field_file(path, moved_box(TICKS, order, wavy), {"smooth": smooth})
        values = FieldFile(path).evaluate("smooth", INSIDE)[:, 0]
        errors.append(np.abs(values - smooth(*INSIDE.T)).max())
    assert errors[1] < errors[0] / 20 and errors[2] < errors[1] / 20


def test_nodes_on_faces_edges_and_corners_are_found(file):
    with h5py.File(file.path) as opened:
        coordinates = opened["Lobatto/coordinates"][()]
    corners = coordinates[:, :, ::9, ::9, ::9].transpose(0, 2, 3, 4, 1).reshape(-1, 3)
    expected = linear(*corners.T)
    assert file.evaluate("linear", corners)[:, 0] == pytest.approx(expected, abs=1e-9)


def test_points_outside_are_named(file, tmp_path):
    with pytest.raises(LobattoError, match=r"point \(1, 2.5, 1\) is outside the mesh of .*vtkhdf"):
        file.evaluate("smooth", [[1, 1, 1], [1, 2.5, 1], [9, 9, 9]])
    with pytest.raises(LobattoError, match="nan"):
        file.evaluate("smooth", [[1, np.nan, 1]])
    with pytest.raises(LobattoError, match="x = -1 is outside the mesh"):
        file.plane("smooth", 0, -1)
    with pytest.raises(LobattoError, match="has no field 'salt'; it has linear, smooth, velocity"):
        file.evaluate("salt", [[1, 1, 1]])
    round_one = write_general_field_file(tmp_path / "pipe.vtkhdf", pipe(6), {"linear": linear})
    with pytest.raises(LobattoError, match=r"point \(0.8, 0.8, 1\) is outside the mesh"):
        FieldFile(round_one).evaluate("linear", [[0.8, 0.8, 1]])  # inside the bounding box


def test_volume_and_means(file, tmp_path):
    assert file.volume == pytest.approx(8, abs=1e-6)
    # Means over the moved box are those over [0, 2]^3, since its faces stay.
    assert file.mean("linear") == pytest.approx([2.5], abs=1e-6)
    assert file.mean("smooth") == pytest.approx(
        [(1 - np.cos(2)) / 2 * np.sin(2) / 2 + 4 / 3], abs=1e-5
    )
    fields = {"squared": lambda x, y, z: x**2 + y**2}
    path = write_general_field_file(tmp_path / "pipe.vtkhdf", pipe(8, radius=2), fields)
    assert FieldFile(path).volume == pytest.approx(8 * np.pi, rel=1e-9)
    assert FieldFile(path).mean("squared") == pytest.approx([2], rel=1e-9)


def test_line_keeps_to_the_elements(file, tmp_path):
    z, values = file.line("linear", 2, through=(0.5, 0.25, 0), n_points=9)
    assert z == pytest.approx(np.linspace(0, 2, 9))
    assert values[:, 0] == pytest.approx(linear(0.5, 0.25, z), abs=1e-11)
    path = write_general_field_file(tmp_path / "pipe.vtkhdf", pipe(8), {"linear": linear})
    x, values = FieldFile(path).line("linear", 0, through=(0, 0.8, 1), n_points=201)
    assert np.abs(x).max() == pytest.approx(0.6, abs=1e-2) and np.abs(x).max() < 0.6 + 1e-9
    assert values[:, 0] == pytest.approx(linear(x, 0.8, 1), abs=1e-11)
    with pytest.raises(LobattoError, match="line along z through"):
        FieldFile(path).line("linear", 2, through=(0.9, 0.9, 0))


@pytest.mark.parametrize(("normal", "position"), [(0, 0.9), (2, 1.0)])
def test_vorticity_is_the_curl(file, normal, position):
    cut = file.vorticity(normal, position)
    places = np.full((len(cut.values), 3), float(position))
    places[:, cut.axes] = cut.surface.points
    assert cut.values == pytest.approx(np.stack(curl(*places.T), axis=1), abs=0.03)


def test_reads_in_pieces(file, monkeypatch):
    whole = file.evaluate("velocity", INSIDE), file.volume, file.mean("velocity")
    monkeypatch.setattr("lobatto.fields.field_file.PIECE", 5000)
    monkeypatch.setattr("lobatto.fields.general_file.PIECE", 200)
    again = FieldFile(file.path)
    pieces = again.evaluate("velocity", INSIDE), again.volume, again.mean("velocity")
    for one, other in zip(whole, pieces, strict=True):
        assert other == pytest.approx(one, rel=1e-13)


def test_damage_is_named(file, tmp_path):
    path = tmp_path / "short.vtkhdf"
    path.write_bytes(file.path.read_bytes())
    with h5py.File(path, "r+") as damaged:
        del damaged["Lobatto/element_numbers"]
    with pytest.raises(LobattoError, match=r"short\.vtkhdf: Lobatto/element_numbers cannot"):
        FieldFile(path)
