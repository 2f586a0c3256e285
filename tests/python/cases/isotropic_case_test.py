"""cases/isotropic-les.toml and the script that prepares its start."""

import os
import subprocess
import sys

import numpy as np
import pytest
from lobatto import Run
from lobatto.runs.spectra import energy_spectrum
from program import ROOT, lobatto, needs_program

pytestmark = needs_program

CASE = ROOT / "cases" / "isotropic-les.toml"


def run(out, *arguments):
    done = lobatto("run", CASE, "--out", out, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return Run(out)


def measured_at_start(k):
    """E(k), between the rows of the table as a power of k."""
    table = np.genfromtxt(CASE.with_suffix(".csv"), delimiter=",", skip_header=6)
    rows = table[table[:, 1] > 0]
    return np.exp(np.interp(np.log(k), np.log(rows[:, 0]), np.log(rows[:, 1])))


def test_the_script_gives_turbulence_the_spectrum_of_the_start_again(tmp_path):
    """Before it the run has lost energy at all waves; after it, and a step, shells have what was
    measured, while the time is that of the start."""
    before = run(
        tmp_path / "before", "--steps", 12,
        "--set", "output.fields.format=both", "--set", "output.fields.precision=double",
    )  # fmt: skip
    start = tmp_path / "start.f00001"
    script = [sys.executable, str(CASE.with_suffix(".py")), str(before.path), str(start)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = run(tmp_path / "after", "--set", f'restart.from="{start}"', "--steps", 1)
    assert after.steps["time"][-1] == pytest.approx(0.00127)
    found = [energy_spectrum(folder.fields[-1].open(), 112) for folder in (before, after)]
    resolved = slice(1, 14)
    expected = measured_at_start(found[0].wave_numbers[resolved])
    lost, kept = (spectrum.energy[resolved] / expected for spectrum in found)
    assert lost[-1] < 0.93
    assert kept == pytest.approx(1, abs=0.02)


def test_the_dynamic_constant_is_that_of_isotropic_turbulence(tmp_path):
    """C_s = sqrt(nu_t / (Delta^2 |S|)) is 0.1 to 0.2 (Lilly 1967: 0.17). Phases begin random: the
    turbulence needs some time to pass energy on. <2 S : S> is twice the enstrophy."""
    box = [f"--set=mesh.{axis}.elements=4" for axis in "xyz"]
    model = ("--set", 'subgrid.model="dynamic"', "--set", 'subgrid.average=["x", "y", "z"]')
    out = run(tmp_path / "run", *box, *model, "--set=initial.turbulence.modes=14", "--steps", 150)
    eddies = out.fields[-1].open().mean("eddy_viscosity")[0]
    strain = np.sqrt(2 * out.steps["enstrophy"][-1])
    width = 55.88 / 4 / 7
    assert 0.1 < np.sqrt(eddies / strain) / width < 0.2
