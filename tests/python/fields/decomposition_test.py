"""Decompositions of snapshots whose modes are known."""

import csv
import re
from pathlib import Path

import h5py
import numpy as np
import pytest
from curved_meshes import moved_box, wavy
from lobatto import FieldFile, LobattoError, Run, dmd, pod, spod
from lobatto.decomposition import snapshots as snapshots_module
from lobatto.decomposition.chi_squared import chi_squared_quantile
from lobatto.decomposition.snapshots import Snapshots
from module_run import module_run
from package_command import lobatto as tools
from program import SMALL_DUCT, lobatto, needs_program
from scipy import signal, stats
from synthetic import write_run

TICKS = (np.array([0, 0.7, 2.0]), np.array([0, 1.1, 2.0]), np.array([0, 2.0]))
ORDER = 6
AMPLITUDES = np.array([3.0, 2.0, 0.5, 1e-5])
N = 16
"""Snapshots."""


def shapes(x, y, z):
    """Four fields, [component] each, that are orthonormal on [0, 2]^3: Legendre polynomials."""
    one, two = (x - 1) * np.sqrt(3 / 8), (3 * (y - 1) ** 2 - 1) * np.sqrt(5 / 32)
    both, none = (x - 1) * (y - 1) * np.sqrt(9 / 8), 0 * (x + y + z)
    return [
        (one + none, none, none),
        (none, two + none, none),
        (none, none, both + none),
        ((z - 1) * np.sqrt(3 / 8) + none, none, none),
    ]


def waves(n=N):
    """[modes, snapshots]: without a mean, orthogonal, of mean square 1."""
    angle = 2 * np.pi * np.arange(n) / n
    return np.sqrt(2) * np.stack(
        [np.cos(angle), np.sin(angle), np.cos(2 * angle), np.sin(3 * angle)]
    )


def velocity_at(weights):
    """The mean (5, 0, x) and the shapes with their weights."""

    def velocity(x, y, z):
        sums = [5 + 0 * (x + y + z), 0 * (x + y + z), x + 0 * (y + z)]
        for weight, shape in zip(weights, shapes(x, y, z), strict=True):
            sums = [total + weight * part for total, part in zip(sums, shape, strict=True)]
        return tuple(sums)

    return velocity


def fluctuating_run(folder, of_time=None, coordinates=None, interval=0.5):
    """A run whose velocity is the mean and the shapes times of_time [modes, snapshots]."""
    of_time = AMPLITUDES[:, None] * waves() if of_time is None else of_time
    place = (
        {"ticks": TICKS, "order": ORDER} if coordinates is None else {"coordinates": coordinates}
    )
    snapshots = [
        {**place, "fields": {"velocity": velocity_at(weights)}, "time": interval * k, "step": 2 * k}
        for k, weights in enumerate(of_time.T)
    ]
    return write_run(folder, {"case": {"name": "known"}}, [], snapshots)


def products(modes, of, weights):
    """[modes, modes]: integrals over the volume."""
    return np.array([[np.vdot(a, weights[:, None] * b) for b in of] for a in modes])


def arrays_of(result, count):
    return [result.modes.shape(j)["velocity"] for j in range(count)]


@pytest.fixture(params=["box", "general", "wavy"])
def known_run(request, tmp_path):
    """The same on a box, on its elements as a general mesh, and on one with curved elements, whose
    quadrature is not exact; with what is exact there."""
    if request.param == "box":
        return fluctuating_run(tmp_path / "run"), 1e-12
    move = wavy if request.param == "wavy" else lambda x, y, z: (x, y + 0 * x, z + 0 * x)
    order, exact = (12, 1e-8) if request.param == "wavy" else (ORDER, 1e-12)
    return fluctuating_run(tmp_path / "run", coordinates=moved_box(TICKS, order, move)), exact


def test_pod_finds_the_modes_that_were_put_in(known_run):
    run, exact = known_run
    result = pod(run)
    assert result.energies[:3] == pytest.approx(AMPLITUDES[:3] ** 2, rel=exact)
    assert result.energies[3] == pytest.approx(1e-10, rel=1e-4)
    assert np.abs(result.energies[4:]).max(initial=0) < 1e-16
    file = result.modes.snapshots.mesh
    weights = file.volume_weights(slice(None))
    modes = arrays_of(result, 4)
    expected = [np.stack(shape, axis=1) for shape in shapes(*np.moveaxis(file.coordinates(), 1, 0))]
    assert np.abs(products(modes[:3], modes[:3], weights) - np.eye(3)).max() < 1e-12
    assert np.abs(products(modes, expected, weights)) == pytest.approx(np.eye(4), abs=1e-6)
    signs = np.sign(np.diag(products(modes, expected, weights)))
    of_time = signs[:, None] * (AMPLITUDES[:, None] * waves())
    assert pytest.approx(of_time, abs=10 * exact) == result.coefficients[:, :4].T
    mean = result.modes.mean()["velocity"]
    for k in (0, 7):
        sums = mean + sum(a * mode for a, mode in zip(result.coefficients[k], modes, strict=False))
        assert sums == pytest.approx(result.modes.snapshots.files[k].nodal_values("velocity"))


def test_the_memory_changes_no_result(tmp_path, monkeypatch):
    run = fluctuating_run(tmp_path / "run")
    at_once = pod(run)
    monkeypatch.setattr(snapshots_module, "MOST_BYTES", 1)
    told = []
    by_element = pod(run, watch=lambda *words: told.append(words))
    assert told[0] == ("looking at the files", 0, 16) and told[-1] == ("reading", 4, 4)
    assert by_element.energies[:4] == pytest.approx(at_once.energies[:4], rel=1e-8)
    assert np.abs(by_element.modes.shape(0)["velocity"] - arrays_of(at_once, 1)[0]).max() < 1e-12


def decaying(n=12, interval=0.5):
    """[modes, snapshots]: growth and frequency 0.2 and 3, -0.3 and 0, -0.1 and 0; the phase lies
    between the first two shapes."""
    t = interval * np.arange(n)
    grown = 2 * np.exp(0.2 * t)
    return np.stack(
        [grown * np.cos(3 * t), -grown * np.sin(3 * t), np.exp(-0.3 * t), 0.1 * np.exp(-0.1 * t)]
    )


def test_dmd_finds_growth_and_frequency_of_a_linear_system(known_run, tmp_path):
    """The mean of the runs is the fifth mode, which neither grows nor oscillates."""
    _, exact = known_run
    mesh = FieldFile(next((tmp_path / "run" / "fields").glob("*.vtkhdf")))
    coordinates = mesh.coordinates() if mesh.geometry == "general" else None
    result = dmd(fluctuating_run(tmp_path / "linear", decaying(), coordinates))
    assert result.rank == 5 and result.fit_error < 1e-10
    expected = [(0.0, 0.0), (0.2, 3.0), (-0.3, 0.0), (-0.1, 0.0)]
    assert np.c_[result.growth, result.frequency] == pytest.approx(np.array(expected), abs=1e-10)
    assert result.residuals.max() < 1e-10
    # |shape| is 1, so that of the complex one sqrt(2) / 2 of the amplitude of both together.
    assert result.amplitudes[1:] == pytest.approx([2 * np.sqrt(2), 1, 0.1], rel=max(exact, 1e-8))
    exact_energy = np.mean(np.square(decaying()), axis=1)
    found = [exact_energy[:2].sum(), *exact_energy[2:]]
    assert result.energies[1:] == pytest.approx(found, rel=max(exact, 1e-8))
    pair = result.modes.shape(1)["velocity"]
    x, y, z = np.moveaxis(mesh.coordinates(), 1, 0)
    one, two = (np.stack(shape, axis=1) for shape in shapes(x, y, z)[:2])
    assert np.abs(pair - (one + 1j * two) / np.sqrt(2)).max() < 1e-6


def test_the_sum_of_dmd_modes_is_the_snapshots(tmp_path):
    result = dmd(fluctuating_run(tmp_path / "run", decaying()))
    s = result.growth + 1j * result.frequency
    for k in (0, 5, 11):
        of_time = result.amplitudes * np.exp(s * (result.modes.snapshots.times[k]))
        total = sum((a * result.modes.shape(j)["velocity"]).real for j, a in enumerate(of_time))
        assert total == pytest.approx(
            result.modes.snapshots.files[k].nodal_values("velocity"), abs=1e-9
        )


def test_dmd_of_a_lower_rank_leaves_what_it_says(tmp_path):
    run = fluctuating_run(tmp_path / "run", decaying())
    result = dmd(run, rank=3)
    assert result.rank == 3 and 1e-4 < result.fit_error < 0.1
    with pytest.raises(LobattoError, match="the rank is 6, expected 1 to 5"):
        dmd(run, rank=6)
    zero = fluctuating_run(tmp_path / "zero")
    with pytest.raises(LobattoError, match="all snapshots are zero"):
        dmd(zero, ["0*x"])


def test_dmd_needs_equal_distances_in_time(tmp_path):
    run = fluctuating_run(tmp_path / "run", decaying())
    (run / "fields" / "fields_00000008.vtkhdf").unlink()
    with pytest.raises(LobattoError, match="0.5 to 1 apart in time; expected equal distances"):
        dmd(run)
    assert dmd(run, end=1.7).modes.count > 0
    assert pod(run).modes.count > 0


def noise(n=64):
    """[modes, snapshots]: four signals that share waves of random phase."""
    random = np.random.default_rng(11)
    own = random.normal(size=(4, n)) + np.cos(0.9 * np.arange(n))
    return np.array([[2, 0.3, 0, 0], [0.5, 1, 0, 0.2], [0, 0, 0.4, 0], [0.1, 0, 0, 0.1]]) @ own


def cross_spectra(signals, length, shift, interval):
    """[frequencies, signals, signals]: of the bands, by Welch's method as SciPy has it."""
    signals = signals - signals.mean(axis=1, keepdims=True)
    how = {"nperseg": length, "noverlap": length - shift, "window": np.hamming(length)}
    _, densities = signal.csd(signals[:, None], signals[None], 1 / interval, detrend=False, **how)
    return np.moveaxis(densities, 2, 0) / (length * interval)


@pytest.mark.parametrize(("length", "overlap", "shift"), [(16, None, 8), (15, 0.6, 6), (20, 0, 20)])
def test_spod_is_the_eigensystem_of_the_cross_spectra(
    tmp_path, monkeypatch, length, overlap, shift
):
    """Of the signals of orthonormal shapes."""
    run = fluctuating_run(tmp_path / "run", noise(), interval=0.25)
    monkeypatch.setattr(snapshots_module, "MOST_BYTES", 1)
    result = spod(run, segment=length, overlap=overlap)
    values, vectors = np.linalg.eigh(cross_spectra(noise(), length, shift, 0.25))
    count = min(4, result.energies.shape[1])
    expected = values[:, ::-1][:, :count]
    assert result.energies[:, :count] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert np.abs(result.energies[:, 4:]).max(initial=0) < 1e-20
    assert result.frequencies == pytest.approx(2 * np.pi * np.fft.rfftfreq(length, 0.25))
    modes, mesh = result.modes_at(3), result.snapshots.mesh
    weights = mesh.volume_weights(slice(None))
    known = [np.stack(shape, axis=1) for shape in shapes(*np.moveaxis(mesh.coordinates(), 1, 0))]
    found = [modes.shape(k)["velocity"] for k in range(2)]
    assert products(found, found, weights) == pytest.approx(np.eye(2), abs=1e-10)
    # SciPy's first signal is the conjugate one.
    parts = products(known, found, weights)
    for k in range(2):
        assert abs(parts[:, k] @ vectors[3, :, -1 - k]) == pytest.approx(1, abs=1e-9)


def test_a_travelling_wave_is_one_mode_at_its_frequency(tmp_path):
    """1.5 cos(pi x - omega t), whose mode is exp(-i pi x) / sqrt(8); omega is that of band 4."""
    times = 0.1 * np.arange(96)
    omega = 2 * np.pi * 4 / (24 * 0.1)
    place = {"ticks": TICKS, "order": 12}
    snapshots = [
        {**place, "time": t, "step": k}
        | {"fields": {"T": lambda x, y, z, t=t: 1.5 * np.cos(np.pi * x - omega * t) + 0 * (y + z)}}
        for k, t in enumerate(times)
    ]
    result = spod(write_run(tmp_path / "run", {"case": {"name": "wave"}}, [], snapshots), ["T"])
    assert result.strongest == 4 and result.frequencies[4] == pytest.approx(omega)
    assert result.energies.sum() == pytest.approx(1.5**2 / 2 * 8, rel=1e-3)
    assert result.energies[4, 1] < 1e-6 * result.energies[4, 0]
    mode = result.modes_at(4).shape(0)["T"][:, 0]
    mesh = result.snapshots.mesh
    wave = np.exp(-1j * np.pi * mesh.nodal_values("x")[:, 0]) / np.sqrt(8)
    product = np.vdot(wave, mesh.volume_weights(slice(None)) * mode)
    assert abs(product) == pytest.approx(1, abs=1e-6)


def test_spod_agrees_with_the_package_pyspod(tmp_path):
    """Which takes the mean of the window where an energy takes its mean square."""
    standard = pytest.importorskip("pyspod.spod.standard")
    run = fluctuating_run(tmp_path / "run", noise(), interval=0.25)
    result = spod(run, segment=16)
    files = result.snapshots.files
    data = np.stack([file.nodal_values("velocity").ravel() for file in files])[..., None]
    weights = result.snapshots.mesh.volume_weights(slice(None))
    weights = np.repeat(weights[:, None], 3, axis=1).reshape(-1, 1)
    named = {"weights": weights, "weights_name": "of the volume"}
    facts = {"n_dft": 16, "time_step": 0.25, "n_space_dims": 1, "n_variables": 1, "overlap": 50}
    theirs = standard.Standard({**facts, "savedir": str(tmp_path / "theirs")}, weights=named)
    theirs.fit([data])
    window = np.hamming(16)
    ratio = window.sum() ** 2 / (16 * np.square(window).sum())
    count = 4
    assert result.energies[:, :count] == pytest.approx(ratio * theirs.eigs[:, :count], rel=1e-8)
    mode = np.squeeze(theirs.get_modes_at_freq(3))[:, 0]
    ours = result.modes_at(3).shape(0)["velocity"].ravel()
    assert abs(np.vdot(mode, weights[:, 0] * ours)) == pytest.approx(1, abs=1e-9)


def test_the_confidence_is_that_of_chi_squared(tmp_path):
    """Scatter of Welch's estimate of white noise: its variance is that of as many independent
    segments."""
    run = fluctuating_run(tmp_path / "run", noise(), interval=0.25)
    alone = spod(run, segment=16, overlap=0)
    assert alone.segments.n_independent == 4
    lower, upper = alone.confidence
    assert lower[1] == pytest.approx(8 / stats.chi2.ppf(0.975, 8), rel=1e-10)
    assert upper[1] == pytest.approx(8 / stats.chi2.ppf(0.025, 8), rel=1e-10)
    assert lower[0] == pytest.approx(4 / stats.chi2.ppf(0.975, 4), rel=1e-10)
    segments = spod(run, segment=16, overlap=0.75).segments
    random = np.random.default_rng(5).normal(size=(20000, 64))
    powers = np.square(np.abs(segments.transforms(random)[4])).mean(axis=1)
    found = powers.mean() ** 2 / powers.var()
    assert segments.n_independent == pytest.approx(found, rel=0.05)
    for degrees in (0.7, 3.3, 60.0, 4000.0):
        quantile = chi_squared_quantile(degrees, 0.025)
        assert quantile == pytest.approx(stats.chi2.ppf(0.025, degrees), rel=1e-9)


def test_segments_that_cannot_be_are_refused(tmp_path):
    run = fluctuating_run(tmp_path / "run")
    with pytest.raises(LobattoError, match="segments of 14 of 16 snapshots: 1 segment"):
        spod(run, segment=14)
    with pytest.raises(LobattoError, match="the overlap is 1, expected a part"):
        spod(run, overlap=1)
    with pytest.raises(LobattoError, match="frequency is 9, expected 0 to 6.28319"):
        spod(run).write(tmp_path / "out", frequencies=[9])
    assert not (tmp_path / "out").exists()
    (run / "fields" / "fields_00000008.vtkhdf").unlink()
    with pytest.raises(LobattoError, match="expected equal distances"):
        spod(run)


def test_several_fields_and_expressions_are_taken_together(tmp_path):
    run = fluctuating_run(tmp_path / "run")
    whole = pod(run).energies
    parts = pod(run, ["u", "2*v/2", "w"])
    assert parts.energies[:3] == pytest.approx(whole[:3], rel=1e-12)
    paths = parts.write(tmp_path / "out", 2)
    mode = FieldFile(paths[-1])
    assert mode.names == ["2*v over 2", "u", "w"]
    assert mode.nodal_values("u") == pytest.approx(parts.modes.shape(1)["u"])


def test_around_an_axis_products_are_those_of_full_circles(tmp_path):
    """a(t) x on the cylinder of radius 2 and length 2, of which the layer is 2 thick."""
    snapshots = [
        {
            "ticks": TICKS,
            "fields": {"T": lambda x, y, z, a=a: a * x + 0 * (y + z)},
            "time": a,
            "step": 0,
        }
        | {"step": k}
        for k, a in enumerate([-1.0, 1.0])
    ]
    case = {"name": "round", "text": "[mesh]\naxisymmetric = true\n"}
    round_one = write_run(tmp_path / "round", {"case": case}, [], snapshots)
    plane = write_run(tmp_path / "plane", {"case": {"name": "plane"}}, [], snapshots)
    assert pod(round_one, ["T"]).energies == pytest.approx([8 / 3 * 4 * np.pi], rel=1e-12)
    assert pod(plane, ["T"]).energies == pytest.approx([8 / 3 * 4], rel=1e-12)


def test_elements_may_stand_in_another_order(tmp_path):
    """As after a restart on another number of ranks."""
    coordinates = moved_box(TICKS, ORDER, wavy)
    run = fluctuating_run(tmp_path / "run", coordinates=coordinates)
    expected = pod(run)
    mode = expected.modes.shape(0)["velocity"]
    shuffled = np.array([2, 0, 3, 1])
    with h5py.File(run / "fields" / "fields_00000006.vtkhdf", "r+") as file:
        group = file["Lobatto"]
        for name in ("coordinates", "element_numbers", "fields/velocity"):
            group[name][...] = group[name][...][shuffled]
    result = pod(run)
    assert result.energies == pytest.approx(expected.energies, rel=1e-10, abs=1e-20)
    assert np.abs(arrays_of(result, 1)[0] - mode).max() < 1e-12


def test_what_cannot_be_decomposed_is_refused(tmp_path, monkeypatch):
    run = fluctuating_run(tmp_path / "run")
    with pytest.raises(LobattoError, match="1 field file from 7.2.*two snapshots at least"):
        pod(run, start=7.2)
    with pytest.raises(LobattoError, match="no field 'velocty'.*did you mean 'velocity'"):
        pod(run, ["velocty"])
    with pytest.raises(LobattoError, match="does not change in time"):
        pod(run, ["x"])
    with h5py.File(run / "fields" / "fields_00000004.vtkhdf", "r+") as file:
        file["Lobatto/fields/velocity"][2, 1, 0, 0, 0] = np.nan
    with pytest.raises(
        LobattoError, match=r"fields_00000004.*velocity has values that are not fin"
    ):
        pod(run)
    monkeypatch.setattr(snapshots_module, "free_memory", lambda: 100_000)
    with pytest.raises(LobattoError, match="this machine has 0.1 MB left"):
        pod(run)


@pytest.mark.parametrize("other", ["ticks", "order", "coordinates", "kind"])
def test_files_of_different_meshes_are_refused(tmp_path, other):
    moved = moved_box(TICKS, ORDER, wavy)
    first = (
        {"coordinates": moved} if other in ("coordinates",) else {"ticks": TICKS, "order": ORDER}
    )
    second = {
        "ticks": {"ticks": (TICKS[0], TICKS[1], np.array([0, 2.1])), "order": ORDER},
        "order": {"ticks": TICKS, "order": ORDER + 1},
        "coordinates": {"coordinates": 1.01 * moved},
        "kind": {"coordinates": moved},
    }[other]
    fields = {"velocity": velocity_at([1, 1, 1, 1])}
    snapshots = [
        {**place, "fields": fields, "time": k, "step": k} for k, place in enumerate([first, second])
    ]
    run = write_run(tmp_path / "run", {"case": {"name": "two"}}, [], snapshots)
    with pytest.raises(LobattoError, match="of different meshes.*expected one mesh"):
        Snapshots(run)


def rows_of(path):
    lines = path.read_text().splitlines()
    assert lines[0].startswith("# ") and "lobatto decompose" in lines[0]
    return list(csv.DictReader(lines[1:]))


def test_the_command_leaves_tables_a_picture_and_modes_to_draw(tmp_path):
    run = fluctuating_run(tmp_path / "run")
    done = tools("decompose", run, "--modes", 2)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "16 snapshots of velocity, t = 0 to 7.5" in done.stdout and "of memory" in done.stdout
    rows = rows_of(run / "pod/stats/energies.csv")
    assert float(rows[1]["energy"]) == pytest.approx(4, rel=1e-12)
    assert float(rows[2]["cumulative_share"]) == pytest.approx(1)
    rows = rows_of(run / "pod/stats/coefficients.csv")
    assert list(rows[0]) == ["time", "mode_1", "mode_2"]
    assert (run / "pod/plots/pod.png").stat().st_size > 5000
    files = sorted((run / "pod/fields").glob("*.vtkhdf"))
    assert [path.name for path in files] == ["fields_00000001.vtkhdf", "fields_00000002.vtkhdf"]
    drawn = tools("plot", run / "pod", "--field", "u", "--fields", 1, "--plane", "z=1")
    assert drawn.returncode == 0, drawn.stderr
    assert (run / "pod/plots/u_z=1_00000001.png").exists()
    assert tools("decompose", run, "--modes", 1).returncode == 0  # over its own files
    assert len(list((run / "pod/fields").glob("*.vtkhdf"))) == 1


def test_the_command_writes_complex_modes_and_their_spectrum(tmp_path):
    run = fluctuating_run(tmp_path / "run", decaying())
    done = tools("decompose", run, "--kind", "dmd", "--modes", 2, "--format", "svg")
    assert done.returncode == 0, done.stderr
    assert "DMD of rank 5" in done.stdout
    rows = rows_of(run / "dmd/stats/spectrum.csv")
    assert float(rows[1]["growth"]) == pytest.approx(0.2)
    assert float(rows[1]["cycles"]) == pytest.approx(3 / (2 * np.pi))
    assert (run / "dmd/plots/dmd.svg").stat().st_size > 5000
    mode = FieldFile(run / "dmd/fields/fields_00000002.vtkhdf")
    assert mode.names == ["velocity", "velocity_imaginary"]
    assert "growth 0.2, frequency 3" in mode.provenance["decomposition"]


def test_the_command_writes_modes_of_the_frequencies_asked_for(tmp_path):
    run = fluctuating_run(tmp_path / "run", noise(), interval=0.25)
    asked = ["--frequency", 3.1, "--frequency", 8, "--modes", 2, "--segment", 16]
    done = tools("decompose", run, "--kind", "spod", *asked)
    assert done.returncode == 0, done.stderr
    assert re.search(r"SPOD of 7 segments of 16 snapshots, [56]\.\d+ independent", done.stdout)
    rows = rows_of(run / "spod/stats/modes.csv")
    assert [row["file"] for row in rows] == ["1", "2", "3", "4"]
    frequencies = [float(row["frequency"]) for row in rows]
    assert frequencies == pytest.approx([np.pi, np.pi, 2.5 * np.pi, 2.5 * np.pi])
    rows = rows_of(run / "spod/stats/spectrum.csv")
    assert len(rows) == 9 * 7
    assert float(rows[8]["lower"]) < float(rows[8]["energy"]) < float(rows[8]["upper"])
    assert (run / "spod/plots/spod.png").stat().st_size > 5000
    mode = FieldFile(run / "spod/fields/fields_00000003.vtkhdf")
    assert "SPOD mode 1 at frequency 7.85398" in mode.provenance["decomposition"]
    drawn = tools("plot", run / "spod", "--field", "velocity_imaginary", "--plane", "z=1")
    assert drawn.returncode == 0, drawn.stderr


def test_the_command_writes_over_nothing_of_others(tmp_path):
    run = fluctuating_run(tmp_path / "run")
    before = sorted(run.rglob("*"))
    for out in (run, run / "fields"):
        done = tools("decompose", run, "--out", out)
        assert done.returncode == 1 and "not written by" in done.stderr
    done = tools("decompose", run, "--kind", "pot")
    assert done.returncode == 1 and "expected pod, dmd, spod" in done.stderr
    done = tools("decompose", run, "--rank", 3)
    assert done.returncode == 1 and "--rank goes with --kind dmd" in done.stderr
    assert sorted(run.rglob("*")) == before


case, run = module_run("duct", SMALL_DUCT.replace("every_steps = 3", "every_steps = 1"))


@needs_program
def test_modes_of_a_real_run_are_whole_field_files(run, tmp_path):
    """With the values for ParaView, and check sums that the program finds right."""
    result = pod(run, ["velocity", "temperature"])
    paths = result.write(tmp_path / "modes", 3)[2:]
    files = [FieldFile(path) for path in paths]
    weights = files[0].volume_weights(slice(None))
    found = [
        np.concatenate([f.nodal_values(n) for n in ("velocity", "temperature")], 1) for f in files
    ]
    assert np.abs(products(found, found, weights) - np.eye(len(files))).max() < 1e-9
    with h5py.File(paths[0]) as file:
        points, values = file["VTKHDF/Points"][...], file["VTKHDF/PointData/velocity"][...]
    inside = np.clip(points[::17], *files[0].bounds)
    assert values[::17] == pytest.approx(files[0].evaluate("velocity", inside), abs=1e-5)


TAYLOR_GREEN = """
[mesh]
order = 7
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, "2*pi"], elements = 2, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)", "0"]
[time]
dt = 0.02
steps = 12
[output]
fields = { every_steps = 2, precision = "double" }
"""


@needs_program
def test_the_vortices_of_taylor_and_green_are_one_mode(tmp_path):
    """That decays by 2 nu; the error is that of the mesh and of the step."""
    (tmp_path / "tg.toml").write_text(TAYLOR_GREEN)
    done = lobatto("run", tmp_path / "tg.toml", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    result = dmd(tmp_path / "run", start=0.1, rank=1)
    assert result.growth == pytest.approx([-0.2], abs=1e-5)
    assert result.frequency == pytest.approx([0])
    assert result.fit_error < 1e-4


@needs_program
def test_files_of_a_run_by_its_cfl_number_are_equally_far_apart(tmp_path):
    """The vortices decay and the steps grow meanwhile."""
    cfl_number = (
        "--set",
        "time.dt=",
        "--set",
        "time.steps=",
        "--set",
        "output.fields.every_steps=",
    )
    (tmp_path / "tg.toml").write_text(TAYLOR_GREEN)
    done = lobatto(
        *("run", tmp_path / "tg.toml", "--out", tmp_path / "run", *cfl_number),
        *(
            "--set",
            "time.cfl=0.03",
            "--set",
            "time.end=2.1",
            "--set",
            "output.fields.every_time=0.3",
        ),
    )
    assert done.returncode == 0, done.stderr
    result = dmd(tmp_path / "run", rank=1)
    assert result.modes.snapshots.times == pytest.approx(0.3 * np.arange(1, 8), rel=1e-12)
    assert result.growth == pytest.approx([-0.2], abs=1e-4)
    steps = Run(tmp_path / "run").steps["dt"]
    assert len(set(np.round(steps, 9))) > 3
    assert len(spod(tmp_path / "run", segment=4).frequencies) > 1


def test_the_documented_python_works(tmp_path, monkeypatch):
    page = (Path(__file__).parents[3] / "docs" / "stability.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    fluctuating_run(tmp_path / "runs" / "duct")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "stability.md", "exec"), {})
    assert (tmp_path / "runs/duct/pod/fields/fields_00000001.vtkhdf").exists()
