"""Optimal harmonic forces against a dense resolvent, as a user runs them."""

import numpy as np
import pytest
from lobatto import FieldFile
from lobatto.files.text_file import read_table
from program import lobatto, needs_program

pytestmark = needs_program

VISCOSITY, WAVE_NUMBER, SPEED = 0.1, 1.0, 0.3
SINE_FLOW = f"""
[mesh]
order = 9
plane = true
x = {{ range = [0, "2*pi"], elements = 2, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = {VISCOSITY}
[initial]
velocity = ["{SPEED} + sin(y)", "0", "0"]
[time]
dt = 0.04
steps = 400
[stability]
kind = "resolvent"
frequencies = [0, 0.4, 0.8]
modes = 2
tolerance = 1e-4
wave_number = {WAVE_NUMBER}
"""


def dense_gains(frequency, kx, n_waves=20):
    """Singular values of (i w - L)^-1 for waves exp(i kx x) that are Fourier series in y, on an
    orthonormal basis of those without divergence."""
    m = np.arange(-n_waves, n_waves + 1)
    one, up = np.eye(m.size), np.eye(m.size, k=-1)
    sine, cosine = (up - up.T) / 2j, (up + up.T) / 2
    decay = VISCOSITY * np.diag(kx**2 + m**2 + WAVE_NUMBER**2)
    carried = -1j * kx * (SPEED * one + sine) - decay
    zero = np.zeros_like(one)
    momentum = np.block([[carried, -cosine, zero], [zero, carried, zero], [zero, zero, carried]])
    divergence = np.hstack([1j * kx * one, 1j * np.diag(m), WAVE_NUMBER * one])
    basis = np.linalg.svd(divergence)[2][m.size :].conj().T
    projected = basis.conj().T @ momentum @ basis
    shifted = 1j * frequency * np.eye(2 * m.size) - projected
    return 1 / np.linalg.svd(shifted, compute_uv=False)[::-1]


def expected_gains(frequency):
    """Of waves along x, and against it; those that do not change along x stand for themselves."""
    gains = np.concatenate([dense_gains(frequency, kx) for kx in range(-3, 4)])
    return np.sort(gains)[::-1]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    case = tmp_path_factory.mktemp("resolvent") / "sine.toml"
    case.write_text(SINE_FLOW)
    out = case.parent / "run"
    result = lobatto("run", case, "--out", out)
    assert result.returncode == 0, result.stderr
    assert "optimal harmonic forces after" in result.stdout
    return out


def test_gains_are_those_of_the_dense_resolvent(run):
    table = read_table(run / "resolvent" / "gains.csv")
    for frequency in (0, 0.4, 0.8):
        rows = table.rows[table.rows[:, table.columns.index("frequency")] == frequency]
        gains = rows[:, table.columns.index("gain")]
        assert gains == pytest.approx(expected_gains(frequency)[:2], rel=1e-4)


def test_files_have_forces_of_length_1_and_responses_of_length_gain(run):
    gains = read_table(run / "resolvent" / "gains.csv")
    file = FieldFile(run / "resolvent" / "mode_001.vtkhdf")
    assert {"velocity", "velocity_imaginary", "velocity_force", "velocity_force_imaginary"} <= set(
        file.n_components
    )
    # At frequency 0 the best force is a pair of vortices that do not change along x: a line across.
    square = dict.fromkeys(("velocity", "velocity_force"), 0.0)
    for name in square:
        _, values = file.line(name, 1, [1.0, 0.0, 0.5])
        square[name] = np.mean(np.sum(values[:-1] ** 2, axis=1))
    ratio = np.sqrt(square["velocity"] / square["velocity_force"])
    assert ratio == pytest.approx(gains.rows[0, gains.columns.index("gain")], rel=0.05)


def test_gains_are_drawn(run):
    result = lobatto("plot", run)
    assert result.returncode == 0, result.stderr
    assert (run / "plots" / "gains.png").stat().st_size > 5000


def test_check_tells_what_it_takes(run):
    result = lobatto("check", run.parent / "sine.toml")
    assert result.returncode == 0, result.stderr
    assert "resolvent: 2 forces of largest gain at each frequency, 0, 0.4, 0.8" in result.stdout
