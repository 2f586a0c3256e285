"""Grids for VTK, surfaces and walls in space, drawn without a display."""

import numpy as np
import pytest
from curved_meshes import pipe, pipe_run
from lobatto import FieldFile, LobattoError, Run
from lobatto.optional_packages import needed
from lobatto.pictures import off_screen
from lobatto.pictures.plot import Wish, plot_as_wished
from lobatto.pictures.space_pictures import fine_cells, walls_of
from matplotlib import image
from matplotlib.colors import rgb_to_hsv
from synthetic import duct_run, write_field_file, write_general_field_file
from synthetic_samples import write_arrays

pyvista = pytest.importorskip("pyvista", reason="pyvista is not installed")


def box(folder):
    ticks = np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), np.linspace(0, 1.5, 3)
    fields = {
        "velocity": lambda x, y, z: ((1 - y**2) * (1 + 0 * x * z), 0 * x * y * z, 0 * x * y * z),
        "heat": lambda x, y, z: x + 2 * y + 0 * z,
    }
    return FieldFile(write_field_file(folder / "box.vtkhdf", ticks, fields, order=4))


def test_a_grid_has_every_node_once_and_the_fields_there(tmp_path):
    file = box(tmp_path)
    grid = file.to_pyvista()
    assert grid.n_points == (2 * 4 + 1) * (3 * 4 + 1) * (2 * 4 + 1)
    assert grid.n_cells == file.element_count * 4**3
    assert grid.volume == pytest.approx(file.volume)
    x, y, _ = grid.points.T
    assert grid.point_data["heat"] == pytest.approx(x + 2 * y)
    assert grid.point_data["velocity"].shape == (grid.n_points, 3)
    finer = file.to_pyvista(["heat^2", "dudy"], n_cells=6)
    assert list(finer.point_data) == ["heat^2", "dudy"]
    assert finer.n_cells == file.element_count * 6**3
    assert finer.point_data["dudy"] == pytest.approx(-2 * finer.points[:, 1], abs=1e-10)


def test_a_surface_is_where_the_quantity_has_its_value(tmp_path):
    """x + 2 y = 0.5 in the box: a plane, from y = -0.25 to 0.75 across all x."""
    grid = box(tmp_path).to_pyvista(["heat"])
    surface = grid.contour([0.5], scalars="heat")
    assert surface.points[:, 0] + 2 * surface.points[:, 1] == pytest.approx(0.5, abs=1e-6)
    assert surface.area == pytest.approx(np.hypot(2, 1) * 1.5)


def test_curved_elements_join_without_gaps(tmp_path):
    fields = {"velocity": lambda x, y, z: (0 * x, 0 * y, 2 - 2 * (x**2 + y**2))}
    file = FieldFile(write_general_field_file(tmp_path / "pipe.vtkhdf", pipe(5), fields))
    grid = file.to_pyvista(n_cells=fine_cells(file))
    assert grid.volume == pytest.approx(file.volume, rel=2e-3)
    boundary = grid.extract_surface().area
    length = np.ptp(file.bounds[:, 2])
    radius = file.bounds[1, 0]
    expected = 2 * np.pi * radius * length + 2 * np.pi * radius**2
    assert boundary == pytest.approx(expected, rel=2e-3)


def test_walls_are_where_nothing_moves_and_have_their_shear(tmp_path):
    """Between y = -1 and 1: |du/dy| = 2 on both, which face away from the fluid."""
    walls = walls_of(box(tmp_path), ("shear", 0.01))
    assert walls.area == pytest.approx(2 * 2 * 1.5)
    assert walls.point_data["shear"] == pytest.approx(0.02)
    walls = walls.compute_normals(auto_orient_normals=False, consistent_normals=False)
    outwards = walls.cell_data["Normals"][:, 1] * walls.cell_centers().points[:, 1]
    assert outwards == pytest.approx(1)


@pytest.fixture
def no_display(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)


def wished(folder, **options):
    return list(plot_as_wished(Run(folder), Wish(**options)))


@pytest.mark.usefixtures("no_display")
def test_a_picture_in_space_is_drawn_without_a_display(tmp_path):
    folder = duct_run(tmp_path / "duct")
    (path,) = wished(folder, surface="speed=1.1", names=["z"], walls=True, towards="-1,1,2")
    assert path.name == "space_speed_z_walls_00000010.png"
    pixels = image.imread(path)[..., :3]
    coloured = np.ptp(pixels, axis=2) > 0.15
    assert 0.1 < coloured.mean() < 0.8
    # The surface is yellow at one end and violet at the other.
    bright = pixels.sum(axis=2)[coloured]
    assert np.ptp(bright) > 1


@pytest.mark.usefixtures("no_display")
def test_a_surface_of_its_own_colour_has_one(tmp_path):
    (path,) = wished(duct_run(tmp_path / "duct"), surface="speed=1.1")
    pixels = image.imread(path)[..., :3]
    surface = pixels[:, : int(0.8 * pixels.shape[1])]
    hues = rgb_to_hsv(surface[np.ptp(surface, axis=2) > 0.15])[:, 0]
    assert len(hues) > 1000 and np.ptp(np.percentile(hues, [5, 95])) < 0.05


@pytest.mark.usefixtures("no_display")
def test_a_film_in_space(tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    folder = duct_run(tmp_path / "duct", n_snapshots=2)
    (path,) = wished(folder, surface="speed", film="mp4")
    assert path.name == "space_speed_speed.mp4"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"surface": "speed=9"}, "speed is nowhere 9; it reaches from .* to 2.3"),
        ({"surface": "speed=a"}, "--iso: found 'speed=a', expected a quantity and a value"),
        ({"surface": "q", "towards": "1,2"}, "--view: found '1,2', expected the direction"),
        ({"surface": "q", "planes": ["x=0"]}, "--plane goes with --field"),
        ({"names": ["q"], "towards": "1,2,3"}, "--view goes with --iso or --walls"),
    ],
)
def test_what_cannot_be_seen_is_an_error(tmp_path, options, message):
    with pytest.raises(LobattoError, match=message):
        wished(duct_run(tmp_path / "duct"), **options)


def test_a_flow_without_walls_says_so(tmp_path):
    folder = pipe_run(tmp_path / "pipe")
    fields = {"velocity": lambda x, y, z: (0 * x, 0 * y, 1 + 0 * z)}
    write_general_field_file(folder / "fields" / "fields_00000010.vtkhdf", pipe(3), fields)
    with pytest.raises(LobattoError, match="has no walls: nowhere on its surface"):
        wished(folder, walls=True)


@pytest.mark.usefixtures("no_display")
@pytest.mark.skipif(off_screen.sys.platform != "linux", reason="others have a display")
def test_what_is_missing_for_drawing_is_named(monkeypatch):
    with pytest.raises(LobattoError, match=r"VTK 9\.3 needs a display.*vtk>=9\.4.*xvfb-run"):
        off_screen._require_screen((9, 3))
    monkeypatch.setattr(off_screen, "_is_there", lambda library: False)
    with pytest.raises(LobattoError, match=r"libEGL\.so\.1 or libOSMesa\.so\.8.*apt install"):
        off_screen._require_screen((9, 4))
    with pytest.raises(LobattoError, match="a film needs the Python package no-such, which is not"):
        needed("no_such", "a film")


@pytest.mark.usefixtures("sketched")
def test_slices_that_a_probe_wrote_become_pictures_and_a_film(tmp_path):
    folder = duct_run(tmp_path / "duct")
    write_arrays(folder / "probes", "mid", (4, 7))
    (path,) = wished(folder, probe="mid")
    assert path.name == "probe_mid_w_00000050.png"
    paths = wished(folder, probe="mid", names=["w^2", "2*w"], which="all")
    assert len(paths) == 2 * 6
    (film,) = wished(folder, probe="mid", film="gif")
    assert film.name == "probe_mid_w.gif"
    with pytest.raises(LobattoError, match="the probe has not sampled v; it has w"):
        wished(folder, probe="mid", names=["v"])
    write_arrays(folder / "probes", "line", (7,))
    with pytest.raises(LobattoError, match="the probe line of .* is no plane with samples"):
        wished(folder, probe="line")
