"""Field files that are rounded within a bound: smaller, and read by the usual readers."""

import h5py
import numpy as np
import pytest
from lobatto import FieldFile
from program import SMALL_DUCT, lobatto, needs_program

pytestmark = [needs_program, pytest.mark.xdist_group("rounded_fields")]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rounded")
    case = folder / "duct.toml"
    case.write_text(SMALL_DUCT)
    found = {}
    for name, extra in {
        "plain": [],
        "l2": ["--set", "output.fields.error=1e-3"],
        "maximum": [
            "--set", "output.fields.error=1e-2", "--set", "output.fields.error_norm=maximum",
        ],
    }.items():  # fmt: skip
        result = lobatto("run", case, "--out", folder / name, "--set", "mesh.order=9", *extra)
        assert result.returncode == 0, result.stderr
        found[name] = max((folder / name / "fields").glob("fields_*.vtkhdf"))
    return found


@pytest.mark.parametrize(("name", "tolerance"), [("l2", 1e-3), ("maximum", 1e-2)])
def test_the_stated_error_is_the_error(files, name, tolerance):
    with h5py.File(files["plain"]) as plain, h5py.File(files[name]) as rounded:
        for field in ("velocity", "pressure", "temperature"):
            exact = plain["Lobatto/fields"][field][:].astype(float)
            dataset = rounded["Lobatto/fields"][field]
            assert dataset.compression == "gzip" and dataset.shuffle
            stated = dataset.attrs[f"error_{name}"]
            assert 0.1 * tolerance < stated <= tolerance
            error = np.abs(dataset[:] - exact).max()
            assert 0 < error < 0.51 * dataset.attrs["rounding_spacing"] + 1e-6
    assert files["plain"].stat().st_size > 3 * files[name].stat().st_size


def test_the_readers_take_rounded_files(files):
    points = [[0.1, 0.2, 0.3], [-0.4, 0.0, 0.9]]
    plain = FieldFile(files["plain"]).evaluate("velocity", points)
    rounded = FieldFile(files["l2"]).evaluate("velocity", points)
    assert 0 < np.abs(plain - rounded).max() < 0.02
    vtk = pytest.importorskip("pyvista")
    grid = vtk.HDFReader(str(files["l2"])).read()
    assert grid.n_cells == 12 and np.isfinite(grid.point_data["velocity"]).all()
    assert np.abs(grid.points - vtk.HDFReader(str(files["plain"])).read().points).max() == 0


def test_a_norm_without_a_bound_is_refused(tmp_path):
    case = tmp_path / "duct.toml"
    case.write_text(SMALL_DUCT)
    result = lobatto("check", case, "--set", "output.fields.error_norm=l2")
    assert result.returncode == 1
    assert "output.fields.error_norm: has no meaning without 'error'" in result.stderr
