"""Reading windows: which are taken, with what weights, and what is refused."""

import h5py
import numpy as np
import pytest
from lobatto import LobattoError, Run, Statistics
from statistics_moments_test import PERIODIC
from synthetic_statistics import write_statistics

TICKS = (np.linspace(-1, 1, 3), np.linspace(-1, 1, 3), PERIODIC)


def fields(level):
    return {name: lambda x, y, z: level + 0 * (x + y + z) for name in "uvwp"}


def window(folder, start, end, level, **more):
    path = folder / "stats" / f"stats_{int(100 * start):08d}.h5"
    return write_statistics(path, TICKS, [fields(level)], 3, start=start, end=end, **more)


@pytest.fixture
def run(tmp_path):
    """Three windows of lengths 10, 20 and 10, with u = 1, 2 and 4, and forces likewise."""
    folder = tmp_path / "run"
    for start, end, level in ((0, 10, 1.0), (10, 30, 2.0), (30, 40, 4.0)):
        window(folder, start, end, level, force=level)
    (folder / "steps.jsonl").write_text("")
    return folder


def test_windows_are_combined_by_weight(run):
    statistics = Statistics(run)
    assert statistics.read("flow/u") == pytest.approx((1 * 10 + 2 * 20 + 4 * 10) / 40)
    assert statistics.read("flow/uu") == pytest.approx((1 * 10 + 4 * 20 + 16 * 10) / 40)
    assert statistics.pressure_gradient == pytest.approx(2.25)
    assert (statistics.start, statistics.end, statistics.weight) == (0, 40, 40)
    assert statistics.samples == 300
    assert repr(statistics).endswith("3 windows, t = 0 to 40, box, directions left: y x>")
    # the variance between windows is part of that of the whole
    assert statistics.moments().central("uu") == pytest.approx(6.25 - 2.25**2)
    assert [w.read("flow/u").flat[0] for w in statistics.each_window()] == pytest.approx([1, 2, 4])


def test_only_windows_within_start_and_end_are_taken(run):
    later = Statistics(run, start=10)
    assert later.read("flow/u") == pytest.approx(80 / 30)
    assert later.n_left_out == 1
    assert Statistics(run, start=5, end=30).read("flow/u") == pytest.approx(2.0)
    with pytest.raises(LobattoError, match=r"no window .* 3 from t = 0 to 40"):
        Statistics(run, start=35)


def test_a_run_a_folder_files_and_lists_of_them_are_sources(run, tmp_path):
    expected = Statistics(run).read("flow/u")
    files = sorted((run / "stats").glob("*.h5"))
    for source in (Run(run), str(run), files, [run, files[0]]):
        assert Statistics(source).read("flow/u") == pytest.approx(expected)
    other = window(tmp_path / "other", 0, 40, 10.0, force=1.0)
    assert Statistics([run, other]).read("flow/u") == pytest.approx((90 + 400) / 80)


def test_windows_with_and_without_products_of_the_force_are_combined(run):
    """Of a run that went on with a program that gathers them."""
    with h5py.File(run / "stats" / "stats_00003000.h5", "a") as file:
        for name in ("fx", "ufx"):
            file[f"flow/{name}"] = file["flow/u"][:]
    statistics = Statistics(run)
    assert statistics.read("flow/u") == pytest.approx((1 * 10 + 2 * 20 + 4 * 10) / 40)
    assert not statistics.moments().has_force
    assert [w.moments().has_force for w in statistics.each_window()] == [False, False, True]


def test_windows_that_overlap_are_refused(run):
    window(run, 35, 45, 1.0, force=1.0)
    with pytest.raises(LobattoError, match=r"stats_00003000.*stats_00003500.*overlap in time"):
        Statistics(run)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"viscosity": 0.5}, r"viscosity is 0.5 and 0.01"),
        ({"average": ("y", "z")}, "directions that are averaged differ"),
        ({"full": False}, "hold different averages"),
    ],
)
def test_windows_of_different_flows_are_refused(run, more, expected):
    window(run, 40, 50, 1.0, force=1.0, **more)
    with pytest.raises(LobattoError, match=expected):
        Statistics(run)


def test_mistakes_name_the_place(run, tmp_path):
    with pytest.raises(LobattoError, match="there is no run folder"):
        Statistics(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(LobattoError, match=r"section \[statistics\]"):
        Statistics(tmp_path / "empty")
    broken = tmp_path / "broken.h5"
    broken.write_text("no HDF5")
    with pytest.raises(LobattoError, match=r"broken.h5: not a readable HDF5 file"):
        Statistics(broken)
    first = next(iter(sorted((run / "stats").glob("*.h5"))))
    with h5py.File(first, "a") as file:
        del file.attrs["viscosity"]
    with pytest.raises(LobattoError, match=r"stats_00000000.h5: there is no viscosity"):
        Statistics(run)
    with pytest.raises(LobattoError, match=r"no average flow/uq; did you mean flow/u"):
        Statistics(first.with_name("stats_00001000.h5")).read("flow/uq")


def test_averages_with_a_viscosity_that_varies_are_refused_in_words(tmp_path):
    path = window(tmp_path / "run", 0, 1, 3.0)
    with h5py.File(path, "a") as file:
        del file.attrs["viscosity"]
        file.attrs["viscosity_expression"] = np.bytes_("0.01 + x")
    with pytest.raises(LobattoError, match=r'viscosity of this run is a field, "0.01 \+ x"'):
        Statistics(path)


def test_averages_of_a_mesh_file_can_be_read_but_have_no_calculus(tmp_path):
    path = window(tmp_path / "run", 0, 1, 3.0)
    with h5py.File(path, "a") as file:
        file["mesh"].attrs["geometry"] = np.bytes_("mesh file")
    statistics = Statistics(path)
    assert statistics.read("flow/u") == pytest.approx(3.0)
    assert "mesh file" in repr(statistics)
    with pytest.raises(LobattoError, match="a mesh file; gradients and profiles are for a box"):
        _ = statistics.grid
