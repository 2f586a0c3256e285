"""Statistics where the velocity is given: against known averages, restarts, ranks, refusals."""

import h5py
import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics import wall_statistics
from program import lobatto, needs_program

pytestmark = needs_program

CHANNEL = """
[mesh]
order = 5
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 1], elements = 2, periodic = true }
[flow]
velocity = ["1 - y^2", "0", "0.5*y"]
[[scalar]]
name = "dye"
diffusivity = 0.1
initial = "0.5*(1 + y)"
boundary = { y_min = { value = "0" }, y_max = { value = "1" } }
[time]
dt = 0.01
steps = 20
[output]
fields = { final = false }
[output.quantities]
speed = "sqrt(u^2 + w^2)"
[statistics]
every_steps = 2
average = ["x", "z"]
fields = ["speed"]
"""
"""The scalar is conducted from wall to wall, whatever flows along them: all averages are known."""

WAVE = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, 1], elements = 3, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[flow]
velocity = ["2 + sin(t)", "0", "cos(x)"]
[[scalar]]
name = "dye"
diffusivity = 0.01
initial = "cos(x + y)"
source = "cos(t)"
[time]
dt = "2*pi/100"
steps = 24
[output]
fields = { final = false }
checkpoint = { every_steps = 12, keep = 9 }
[statistics]
every_steps = 3
average = ["z"]
"""


def run(folder, name, text, *arguments, ranks=None):
    case = folder / f"{name}.toml"
    case.write_text(text)
    done = lobatto("run", case, "--out", folder / name, *arguments, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted((folder / name / "stats").glob("*.h5"))


def averages(path):
    """All of a file: name -> (formula, values)."""
    found = {}

    def take(name, item):
        if isinstance(item, h5py.Dataset) and "formula" in item.attrs:
            found[name] = item.attrs["formula"].decode().strip("<>"), item[:]

    with h5py.File(path) as file:
        file.visititems(take)
    return found


def known(formula, y):
    """Of velocity, scalar and their gradients in the channel, as a formula of a file says."""
    zero = np.zeros_like(y)
    values = {"u": 1 - y**2, "v": zero, "w": y / 2, "T": (1 + y) / 2}
    slopes = {"u": -2 * y, "v": zero, "w": zero + 0.5, "T": zero + 0.5}  # along y alone
    product = 1
    for factor in formula.split():
        if "/" in factor:
            product = product * (slopes[factor[1]] if factor[-1] in "yk" else 0)
        else:
            product = product * values[factor]
    return product


def test_averages_of_a_conducted_scalar_are_exact(tmp_path):
    (path,) = run(tmp_path, "channel", CHANNEL)
    with h5py.File(path) as file:
        y = file["mesh/y"][:]
        assert file.attrs["velocity"] == b"given" and "viscosity" not in file.attrs
    found = averages(path)
    speed = found.pop("field/speed/mean")[1], found.pop("field/speed/mean_square")[1]
    assert speed[0] == pytest.approx(np.sqrt((1 - y**2) ** 2 + y**2 / 4), abs=1e-12)
    assert speed[1] == pytest.approx((1 - y**2) ** 2 + y**2 / 4, abs=1e-12)
    assert len(found) == (3 + 6 + 10 + 6) + (1 + 1 + 3 + 6 + 3 + 9 + 1 + 3)
    for name, (formula, values) in found.items():
        assert values == pytest.approx(known(formula, y), abs=1e-11), name


def test_fluxes_in_time_are_those_of_the_oscillation(tmp_path):
    """u = 2 + sin t and T = sin t over a period: <u'T'> = <T'T'> = <u'u'> = 1/2, to dt^3 = 3e-5."""
    text = WAVE.replace("cos(x + y)", "exact").replace("steps = 24", "steps = 200")
    text = text.replace("2*pi/100", "2*pi/200").replace(
        '"cos(t)"\n', '"cos(t)"\nexact = "sin(t)"\n'
    )
    run(tmp_path, "period", text.replace("every_steps = 3", "every_steps = 1"))
    moments = Statistics(tmp_path / "period").moments("dye")
    assert moments.mean("u") == pytest.approx(2, abs=1e-12)
    assert moments.central("uu") == pytest.approx(0.5, abs=1e-12)
    assert moments.mean("T") == pytest.approx(0, abs=4e-5)
    assert moments.central("TT") == pytest.approx(0.5, abs=4e-5)
    assert moments.central("uT") == pytest.approx(0.5, abs=4e-5)


@pytest.mark.parametrize("ranks", [None, 2, 3])
def test_a_restart_goes_on_bit_for_bit(tmp_path, ranks):
    (whole,) = run(tmp_path, "whole", WAVE, ranks=ranks)
    run(tmp_path, "parts", WAVE, "--set", "time.steps=14", ranks=ranks)
    (parts,) = run(tmp_path, "parts", WAVE, "--restart", ranks=ranks)
    expected, found = averages(whole), averages(parts)
    assert expected.keys() == found.keys()
    for name, (_, values) in expected.items():
        assert np.array_equal(values, found[name][1]), name


def test_every_number_of_ranks_gathers_alike(tmp_path):
    (one,) = run(tmp_path, "one", WAVE)
    for ranks in (2, 3):
        (some,) = run(tmp_path, f"on{ranks}", WAVE, ranks=ranks)
        for name, (_, values) in averages(one).items():
            assert averages(some)[name][1] == pytest.approx(values, abs=1e-10), name


def test_what_needs_pressure_or_friction_is_refused_by_name(tmp_path):
    run(tmp_path, "channel", CHANNEL, "--steps", 2)
    statistics = Statistics(tmp_path / "channel")
    with pytest.raises(
        LobattoError, match=r"no average flow/pp: its velocity is given by \[flow\]"
    ):
        statistics.read("flow/pp")
    with pytest.raises(LobattoError, match=r"no average scalar/dye/p_dTdx: its velocity is given"):
        statistics.read("scalar/dye/p_dTdx")
    with pytest.raises(LobattoError, match=r"given by \[flow\], without a viscosity"):
        _ = statistics.viscosity
    with pytest.raises(LobattoError, match=r"given by \[flow\]: without pressure and friction"):
        wall_statistics(statistics)
