"""Runs and field files as objects of other libraries, and in notebooks."""

import numpy as np
import pytest
from curved_meshes import pipe
from lobatto import FieldFile, LobattoError, Run, read_forces, read_monitor, read_samples
from synthetic import duct_run, write_field_file, write_general_field_file, write_run
from synthetic_samples import write_arrays, write_planes

FIELDS = {
    "velocity": lambda x, y, z: (x + 0 * y * z, y + 0 * x * z, z + 0 * x * y),
    "dye": lambda x, y, z: x * y * z,
}


@pytest.fixture
def box(tmp_path):
    ticks = np.linspace(0, 1, 3), np.linspace(0, 2, 4), np.array([0, 0.3, 3])
    return FieldFile(write_field_file(tmp_path / "a.vtkhdf", ticks, FIELDS, time=2.5, step=7))


@pytest.fixture
def curved(tmp_path):
    return FieldFile(write_general_field_file(tmp_path / "b.vtkhdf", pipe(4), FIELDS))


def test_a_box_becomes_a_dataset_whose_weights_integrate(box):
    pytest.importorskip("xarray")
    data = box.to_xarray(["velocity", "dye", "u^2 + t"])
    assert data.attrs["time"] == 2.5
    assert dict(data.sizes) == {"z": 2 * 6, "y": 3 * 6, "x": 2 * 6}
    assert abs(data.w - data.z).max() < 1e-12
    assert abs(data["u^2 + t"] - data.x**2 - 2.5).max() < 1e-12
    integral = (data.dye * data.x_weights * data.y_weights * data.z_weights).sum()
    assert float(integral) == pytest.approx(0.5 * 2 * 4.5)


def test_curved_elements_become_a_dataset_with_their_coordinates(curved):
    pytest.importorskip("xarray")
    data = curved.to_xarray()
    assert data.dye.dims == ("element", "t", "s", "r")
    assert np.allclose(data.dye, data.x * data.y * data.z)


@pytest.mark.parametrize("kind", ["box", "curved"])
def test_a_frame_has_a_row_for_each_node(kind, request):
    pytest.importorskip("pandas")
    file = request.getfixturevalue(kind)
    frame = file.to_dataframe(["velocity", "dye/2"])
    assert list(frame) == ["x", "y", "z", "u", "v", "w", "dye/2"]
    assert len(frame) == file.n_points
    assert np.allclose(frame["dye/2"], frame.x * frame.y * frame.z / 2)


def test_the_record_of_a_run_as_a_table(tmp_path):
    pytest.importorskip("xarray")
    run = Run(duct_run(tmp_path / "duct"))
    frame = run.to_dataframe()
    assert frame.index.name == "step"
    assert frame.loc[30, "solves.pressure.iterations"] == 0
    data = run.to_xarray()
    assert data.kinetic_energy.dims == ("step",)
    assert data.time.sel(step=20) == pytest.approx(2.0)
    assert "time" in data.coords


def test_a_wrong_name_is_an_error_before_anything_is_read(box):
    pytest.importorskip("pandas")
    with pytest.raises(LobattoError, match="no field 'speeed'.*did you mean 'speed'"):
        box.to_dataframe(["speeed"])


def test_what_a_notebook_shows(tmp_path, box, curved):
    run = Run(duct_run(tmp_path / "duct", n_snapshots=2))
    shown = run._repr_html_()
    for text in ("<strong>duct</strong>", "4410", "3, after 30 steps", "48 elements of order 5"):
        assert text in shown, text
    assert "2 files at t = 1, 2" in shown
    assert (
        "1 step<"
        in Run(write_run(tmp_path / "one", None, [{"step": 1, "time": 0.5}]))._repr_html_()
    )
    assert "dye, velocity (3 components)" in box._repr_html_()
    assert "2 x 3 x 2, order 5: 2,592 nodes" in box._repr_html_()
    assert "curved, order 4" in curved._repr_html_()


def test_what_is_recorded_is_read_of_a_run_as_of_its_folder(tmp_path):
    folder = duct_run(tmp_path / "duct")
    write_arrays(folder / "probes", "mid", (4, 7))
    write_planes(folder / "monitors")
    run = Run(folder)
    assert np.array_equal(read_samples(run, "mid")["w"], read_samples(folder, "mid")["w"])
    name = next((folder / "monitors").glob("*.csv")).stem
    assert read_monitor(run, name).axis == "y"
    (folder / "forces").mkdir()
    (folder / "forces" / "wing.csv").write_text("")
    assert read_forces(run, "wing") == read_forces(run) == {}
    with pytest.raises(LobattoError, match="forces has no forces wall; it has wing"):
        read_forces(run, "wall")
    (folder / "forces" / "tail.csv").write_text("")
    with pytest.raises(LobattoError, match="or the name of one; it has tail, wing"):
        read_forces(run)
