"""Field files of the C++ writer, read with our reader and with VTK as ParaView reads them."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from lobatto import FieldFile
from program import PATIENCE, environment

ROOT = Path(__file__).resolve().parents[3]
N_ELEMENTS = 12
POINTS = np.random.default_rng(7).uniform([-1, 0, 0], [1, 1, 1.5], (40, 3))


def sample_program():
    """io_sample_file of the newest build; LOBATTO_BUILD names a build folder to take it from."""
    stated = os.environ.get("LOBATTO_BUILD")
    folders = [Path(stated)] if stated else [p for p in (ROOT / "build").glob("*") if p.is_dir()]
    found = [
        path for folder in folders for path in folder.rglob("io_sample_file") if path.is_file()
    ]
    if not found:
        message = "no io_sample_file in a build folder: build the tests first (make test-cpp)"
        pytest.fail(message) if stated else pytest.skip(message)
    return max(found, key=lambda path: path.stat().st_mtime)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """Makes the file of an order, once."""
    program, folder = sample_program(), tmp_path_factory.mktemp("samples")

    def make(order):
        path = folder / f"order{order}.vtkhdf"
        if not path.exists():
            subprocess.run(
                [program, str(order), path], check=True, timeout=PATIENCE, env=environment()
            )
        return path

    return make


def pressure(order, points):
    x, y, z = points.T
    p = min(order, 10)
    return x**p + y**p * z - 2 * z**p


def velocity(points):
    x, y, z = points.T
    return np.stack([y * z, x * z, x * y], axis=1)


def read_with_vtk(path):
    pyvista = pytest.importorskip("pyvista", reason="pyvista is not installed")
    return pyvista, pyvista.HDFReader(str(path)).read()


@pytest.mark.parametrize("order", [1, 2, 7, 15, 31])
def test_our_reader_gives_the_polynomials(sample, order):
    file = FieldFile(sample(order))
    assert (file.order, file.time, file.step) == (order, 0.75, 12)
    assert file.n_elements == (2, 3, 2)
    assert file.periodic == (False, False, True)
    assert file.provenance == {"version": "test", "case": '[case]\nname = "sample"\n'}
    read = file.evaluate("pressure", POINTS)[:, 0]
    assert read == pytest.approx(pressure(order, POINTS), abs=1e-10)
    if order > 1:
        assert file.evaluate("velocity", POINTS) == pytest.approx(velocity(POINTS), abs=1e-12)
        curl = file.vorticity(2, 0.4)
        assert curl.values == pytest.approx(np.zeros_like(curl.values), abs=1e-9)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 10, 15])
def test_vtk_gives_the_polynomials(sample, order):
    pyvista, grid = read_with_vtk(sample(order))
    pieces = 1 if order <= 10 else 2
    assert grid.n_cells == N_ELEMENTS * pieces**3
    assert set(grid.celltypes.tolist()) == {72}  # VTK_LAGRANGE_HEXAHEDRON
    assert grid.bounds == pytest.approx((-1, 1, 0, 1, 0, 1.5))
    assert grid.field_data["TimeValue"][0] == 0.75
    expected_elements = np.repeat(np.arange(N_ELEMENTS), pieces**3)
    assert np.array_equal(grid.cell_data["element"], expected_elements)

    sampled = pyvista.PolyData(POINTS).sample(grid)
    assert sampled["vtkValidPointMask"].all()
    # Beyond degree 10 the cells interpolate the polynomial of degree 10 by two of degree 8.
    tolerance = 1e-10 if order <= 10 else 1e-5
    assert sampled["pressure"] == pytest.approx(pressure(order, POINTS), abs=tolerance)
    if order > 1:
        assert sampled["velocity"] == pytest.approx(velocity(POINTS), abs=1e-10)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 7, 8, 15])
def test_vtk_cells_have_positive_volume_and_fill_the_box(sample, order):
    _, grid = read_with_vtk(sample(order))
    volumes = grid.compute_cell_sizes(length=False, area=False)["Volume"]
    assert volumes.min() > 0
    assert volumes.sum() == pytest.approx(3.0, rel=1e-10)
