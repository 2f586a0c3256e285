"""Energy spectra of velocities whose waves are known, and of turbulence that a case begins with."""

import csv
import math

import numpy as np
import pytest
from lobatto import FieldFile, LobattoError, Run
from lobatto.pictures.spectrum_pictures import write_spectra
from lobatto.runs.spectra import energy_spectrum, shell_sums
from package_command import lobatto as tools
from program import lobatto, needs_program
from synthetic import duct_run, write_field_file

PERIODIC = (1, 1, 1)
TAU = 2 * math.pi


def three_waves(x, y, z):
    """|k| = 1, 5 and 1.73; the mean has no wave."""
    return (
        5 + 2 * np.cos(y) + 0 * x,
        0.5 * np.sin(3 * x + 4 * z + 1) + 0 * y,
        0.4 * np.sin(x + y + z),
    )


def field_file(folder, velocity, lengths=(TAU, TAU, TAU), elements=(3, 3, 3), order=14, **how):
    ticks = [
        np.linspace(-1, length - 1, n + 1) for length, n in zip(lengths, elements, strict=True)
    ]
    path = folder / "fields" / "fields_00000000.vtkhdf"
    return write_field_file(path, ticks, {"velocity": velocity}, order, PERIODIC, **how)


@pytest.mark.parametrize("n_points", [None, 16, 31])
def test_each_wave_is_in_its_shell(tmp_path, n_points):
    spectrum = energy_spectrum(FieldFile(field_file(tmp_path, three_waves, time=1.5)), n_points)
    expected = np.zeros(len(spectrum.energy))
    expected[[0, 1, 4]] = [1.0, 0.04, 0.0625]
    assert spectrum.energy == pytest.approx(expected, abs=1e-8)
    assert spectrum.wave_numbers == pytest.approx(np.arange(1, len(expected) + 1))
    assert spectrum.time == 1.5
    assert spectrum.total == pytest.approx(1.1025, abs=1e-7)


def test_shells_are_as_wide_as_the_shortest_side_makes_them(tmp_path):
    """k = 2 in the first, k = 1 too, since 1/2 is rounded up, k = 4.12 = 2.06 dk in the second;
    k = 1/2 is in none."""

    def velocity(x, y, z):
        along_x = np.cos(4 * x + z) + 0 * y
        along_y = np.cos(2 * x) + np.sin(z / 2) + 0 * y
        return along_x, along_y, np.cos(y) + 0 * x + 0 * z

    file = FieldFile(field_file(tmp_path, velocity, (math.pi, TAU, 2 * TAU), (2, 3, 4)))
    spectrum = energy_spectrum(file, 12)
    assert spectrum.wave_numbers == pytest.approx(2.0 * np.arange(1, 6))
    assert 2 * spectrum.energy == pytest.approx([0.5, 0.25, 0, 0, 0], abs=1e-6)


@pytest.mark.parametrize("counts", [(8, 8, 8), (9, 8, 6), (7, 10, 9)])
def test_all_energy_is_in_some_wave(counts):
    """The theorem of Parseval, with shells that reach the corners."""
    velocity = np.random.default_rng(4).normal(size=(3, *counts))
    lengths = np.array(counts[::-1], float)
    fluctuation = velocity - velocity.mean(axis=(1, 2, 3), keepdims=True)
    within = shell_sums(velocity, lengths)
    energy = 0.5 * np.mean(np.sum(fluctuation**2, axis=0))
    assert 0 < within.sum() < energy
    power = 0.5 * np.sum(np.abs(np.fft.fftn(fluctuation, axes=(1, 2, 3))) ** 2, axis=0)
    waves = [np.fft.fftfreq(n, 1 / n) * min(counts) / n for n in counts]
    radius = np.sqrt(sum(k**2 for k in np.meshgrid(*waves, indexing="ij")))
    outside = (radius < 0.5) | (radius >= len(within) + 0.5)
    assert within.sum() + power[outside].sum() / power.size**2 == pytest.approx(energy)


def test_a_table_and_a_picture(tmp_path):
    field_file(tmp_path, three_waves, time=2.0)
    result = tools("spectrum", tmp_path, "--points", 20)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "plots" / "spectrum.png").stat().st_size > 5000
    lines = (tmp_path / "stats" / "spectrum.csv").read_text().splitlines()
    assert lines[0].startswith("# ")
    rows = list(csv.DictReader(lines[1:]))
    assert [float(row["wave_number"]) for row in rows] == pytest.approx(list(range(1, 10)))
    assert float(rows[4]["energy"]) == pytest.approx(0.0625, abs=1e-7)
    assert {row["time"] for row in rows} == {"2.0"}
    assert tools("spectrum", tmp_path).returncode == 0  # over its own files


def test_what_has_no_spectrum_is_refused(tmp_path):
    with pytest.raises(LobattoError, match="periodic along x, y and z"):
        list(write_spectra(Run(duct_run(tmp_path / "duct"))))
    (tmp_path / "box" / "stats").mkdir(parents=True)
    (tmp_path / "box" / "stats" / "spectrum.csv").write_text("mine\n")
    field_file(tmp_path / "box", three_waves)
    with pytest.raises(LobattoError, match="not written by lobatto spectrum"):
        list(write_spectra(Run(tmp_path / "box")))


TURBULENCE = """
[mesh]
order = 16
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [1, "1 + 4*pi"], elements = 4, periodic = true }
[fluid]
viscosity = 1e-6
[initial]
velocity = ["1", "0", "0"]
turbulence = { spectrum = 'table("e.csv", k)', modes = 4, seed = 5 }
[time]
dt = 1e-7
steps = 1
[output]
fields = { precision = "double" }
"""


@needs_program
@pytest.mark.parametrize("ranks", [None, 2, 3])
def test_a_run_begins_with_the_spectrum_of_its_case(tmp_path, ranks):
    """Linear between rows, so that the mean over a shell is known; the first step takes away the
    divergence of the polynomials, which is small."""
    case = tmp_path / "turbulence.toml"
    case.write_text(TURBULENCE)
    (tmp_path / "e.csv").write_text("k,e\n0,0\n2.5,5\n10,0\n")
    done = lobatto("run", case, "--out", tmp_path / "run", ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    file = Run(tmp_path / "run").fields[-1].open()
    assert file.mean("velocity") == pytest.approx([1, 0, 0], abs=1e-6)
    spectrum = energy_spectrum(file, 40)
    expected = [2.0, 4.0, 14 / 3, 4.0]
    assert spectrum.energy[:4] == pytest.approx(expected, rel=2e-3)
    assert spectrum.energy[4:].sum() < 2e-3 * spectrum.energy[:4].sum()
    assert spectrum.total == pytest.approx(sum(expected), rel=1e-3)
