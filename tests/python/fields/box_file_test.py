import h5py
import numpy as np
import pytest
from lobatto import BoxFieldFile, FieldFile, LobattoError
from synthetic import write_field_file

TICKS = (np.array([0, 0.3, 1.0]), np.array([-1, 0, 0.5, 1.0]), np.array([0, 1, 2, 3, 4.0]))
INSIDE = np.array([[0.1, -0.7, 0.5], [0.3, 0.0, 2.0], [1.0, 1.0, 4.0], [0.95, 0.49, 3.2]])


def pressure(x, y, z):
    return x**3 * y - 2 * y**4 * z + z**5


def velocity(x, y, z):
    return x * y**2 + 0 * z, y * z**2 + 0 * x, z * x**2 + 0 * y


def curl(x, y, z):
    """Of ``velocity``."""
    return -2 * y * z, -2 * z * x, -2 * x * y


@pytest.fixture
def file(tmp_path):
    fields = {"pressure": pressure, "velocity": velocity}
    path = write_field_file(
        tmp_path / "fields.vtkhdf", TICKS, fields, order=5, periodic=(0, 0, 1), time=2.5, step=40
    )
    return FieldFile(path)


def points_of(plane):
    ticks = plane.ticks
    return np.linspace(ticks[0][0], ticks[0][-1], 23), np.linspace(ticks[1][0], ticks[1][-1], 17)


def coordinates(plane, position, fast, slow):
    """x, y, z on the tensor grid, [slow, fast]."""
    result = [None, None, None]
    result[plane.normal] = np.full((len(slow), len(fast)), position)
    result[plane.axes[0]], result[plane.axes[1]] = np.meshgrid(fast, slow)
    return result


def test_knows_what_it_holds(file):
    assert (file.order, file.time, file.step) == (5, 2.5, 40)
    assert file.periodic == (False, False, True)
    assert file.n_elements == (2, 3, 4)
    assert file.n_points == 24 * 6**3
    assert file.n_components == {"pressure": 1, "velocity": 3}
    assert file.provenance == {"version": "0.1.0"}


def test_evaluates_at_any_point_of_the_box(file):
    assert file.evaluate("pressure", INSIDE)[:, 0] == pytest.approx(pressure(*INSIDE.T), abs=1e-11)
    expected = np.stack(velocity(*INSIDE.T), axis=1)
    assert file.evaluate("velocity", INSIDE) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("normal", "position"), [(0, 0.3), (0, 0.77), (1, -1), (1, 0.2), (2, 3.9)])
def test_planes_are_the_polynomials(file, normal, position):
    plane = file.plane("velocity", normal, position)
    fast, slow = points_of(plane)
    x, y, z = coordinates(plane, position, fast, slow)
    assert plane.evaluate(fast, slow) == pytest.approx(np.stack(velocity(x, y, z)), abs=1e-11)


@pytest.mark.parametrize(("normal", "position"), [(0, 0.2), (1, 0.7), (2, 2.5)])
def test_vorticity_is_the_curl(file, normal, position):
    plane = file.vorticity(normal, position)
    fast, slow = points_of(plane)
    x, y, z = coordinates(plane, position, fast, slow)
    assert plane.evaluate(fast, slow) == pytest.approx(np.stack(curl(x, y, z)), abs=1e-10)


def test_average_along_each_direction_is_the_integral(file):
    fast, slow = np.linspace(0, 1, 5), np.linspace(-1, 1, 7)
    along_z = file.average("pressure", 2).evaluate(fast, slow)[0]
    x, y = np.meshgrid(fast, slow)
    assert along_z == pytest.approx(x**3 * y - 4 * y**4 + 4**5 / 6, abs=1e-10)
    along_x = file.average("pressure", 0).evaluate(slow, np.array([2.0]))[0, 0]
    assert along_x == pytest.approx(slow / 4 - 4 * slow**4 + 32, abs=1e-10)


def test_mean_over_the_box(file):
    assert file.mean("pressure") == pytest.approx([-2 / 5 * 2 + 4**5 / 6])


def test_a_line_outside_is_refused(file):
    with pytest.raises(LobattoError, match=r"line along z through \(0.5, 2, 0\) is outside"):
        file.line("pressure", 2, through=(0.5, 2, 0))


def test_files_that_state_their_geometry_are_read_alike(file):
    with h5py.File(file.path, "r+") as stated:
        stated["Lobatto"].attrs["geometry"] = np.bytes_("box")
    again = FieldFile(file.path)
    assert type(again) is type(file) is BoxFieldFile
    assert again.volume == pytest.approx(8) and again.arrangement == "2 x 3 x 4, periodic z"


def test_line_through_a_point(file):
    z, values = file.line("pressure", 2, through=(0.5, 0.25, 0), n_points=9)
    assert z == pytest.approx(np.linspace(0, 4, 9))
    assert values[:, 0] == pytest.approx(pressure(0.5, 0.25, z), abs=1e-10)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (lambda f: f.plane("pressure", 2, 4.5), "z = 4.5 is outside the mesh"),
        (lambda f: f.evaluate("pressure", [[0, 2, 0]]), "the point (0, 2, 0) is outside the mesh"),
        (lambda f: f.plane("temperature", 2, 1), "has no field 'temperature'; it has pressure, v"),
    ],
)
def test_errors_say_what_was_expected(file, action, expected):
    with pytest.raises(LobattoError, match="fields.vtkhdf") as error:
        action(file)
    assert expected in str(error.value)


def test_files_of_others_are_refused(tmp_path):
    with pytest.raises(LobattoError, match="there is no file"):
        FieldFile(tmp_path / "none.vtkhdf")
    (tmp_path / "text.vtkhdf").write_text("no HDF5")
    with pytest.raises(LobattoError, match="not a readable HDF5 file"):
        FieldFile(tmp_path / "text.vtkhdf")
    with h5py.File(tmp_path / "other.vtkhdf", "w") as other:
        other.create_group("VTKHDF")
    with pytest.raises(LobattoError, match="no group /Lobatto"):
        FieldFile(tmp_path / "other.vtkhdf")
    with h5py.File(tmp_path / "sphere.vtkhdf", "w") as sphere:
        sphere.create_group("Lobatto").attrs["geometry"] = "sphere"
    with pytest.raises(LobattoError, match="geometry is 'sphere', expected box or general"):
        FieldFile(tmp_path / "sphere.vtkhdf")
    with h5py.File(tmp_path / "part.vtkhdf", "w") as part:
        part.create_group("Lobatto").attrs["order"] = 3
    with pytest.raises(LobattoError, match=r"part.vtkhdf: there is no Lobatto\.step"):
        FieldFile(tmp_path / "part.vtkhdf")
