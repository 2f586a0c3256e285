#!/usr/bin/env python3
"""Compares runs of cases/isotropic-les.toml with what Comte-Bellot & Corrsin measured.

PYTHONPATH=python python3 docs/pictures/isotropic.py RUN RUN ... prints a table of energies over
the measured ones, and draws isotropic.png with the runs whose folders are named in DRAWN.
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np
from lobatto import Run
from lobatto.runs.spectra import energy_spectrum

matplotlib.use("Agg")
import matplotlib.pyplot as plt

TABLE = Path(__file__).parents[2] / "cases" / "isotropic-les.csv"
STATIONS = {98: 0.28448, 171: 0.65532}  # t U / M and the time of the run
RESOLVED = 16  # shells: waves of at least three nodes
DRAWN = {"none": "k", "sigma": "C3", "dynamic": "C0", "relaxation": "C2", "svv": "C1"}


def measured(station, wave_numbers):
    """E(k), between the rows of the table as a power of k."""
    table = np.genfromtxt(TABLE, delimiter=",", skip_header=6)
    energy = table[:, {42: 1, 98: 2, 171: 3}[station]]
    known = energy > 0
    logarithm = np.interp(np.log(wave_numbers), np.log(table[known, 0]), np.log(energy[known]))
    return np.exp(logarithm)


def spectra_of(run):
    """By station."""
    spectra = [energy_spectrum(entry.open()) for entry in run.fields]
    return {
        station: min(spectra, key=lambda spectrum: abs(spectrum.time - time))
        for station, time in STATIONS.items()
    }


def compare(name, spectra):
    """Energy of the resolved waves over what was measured, and how far the spectrum is from it."""
    cells = [f"| {name} "]
    for station, spectrum in spectra.items():
        if abs(spectrum.time - STATIONS[station]) > 0.005:
            cells.append("| not reached | ")
            continue
        k, energy = spectrum.wave_numbers[1:RESOLVED], spectrum.energy[1:RESOLVED]
        truth = measured(station, k)
        deviation = np.sqrt(np.mean(np.log(energy / truth) ** 2))
        cells.append(f"| {energy.sum() / truth.sum():.2f} | {deviation:.2f} ")
    print("".join(cells) + "|")


def draw(axes, run, spectra, colour):
    for panel, spectrum in zip(axes, spectra.values(), strict=False):
        panel.loglog(spectrum.wave_numbers[1:], spectrum.energy[1:], colour, label=run.path.name)
    axes[2].plot(run.steps["time"], run.steps["kinetic_energy"], colour)


def draw_measured(axes):
    unit = 2 * np.pi / 55.88
    k = unit * np.arange(2, 25)
    for panel, (station, time) in zip(axes, STATIONS.items(), strict=False):
        table = np.genfromtxt(TABLE, delimiter=",", skip_header=6)
        rows = table[(table[:, 0] > k[0]) & (table[:, 0] < 3.1), 0]
        panel.plot(rows, measured(station, rows), "ko", mfc="none", ms=5, label="measured")
        panel.axvline((RESOLVED + 0.5) * unit, color="0.6", linewidth=0.8, linestyle=":")
        panel.set(xlabel="k, 1/cm", title=f"E(k) at tU/M = {station}, cm³/s²")
        panel.set(xlim=(0.2, 3.1), ylim=(1.5, 400))
        panel.set_xticks([0.2, 0.5, 1, 2, 3], ["0.2", "0.5", "1", "2", "3"])
        axes[2].plot(time, measured(station, k).sum() * unit, "ko", mfc="none", ms=6)
    axes[2].set(xlabel="t, s", title="Kinetic energy, cm²/s²", yscale="log", xlim=(0, 0.67))
    axes[2].set_yticks([100, 200, 300, 400, 500], ["100", "200", "300", "400", "500"])
    for panel in axes:
        panel.minorticks_off()


def main(folders):
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
    for run in map(Run, folders):
        spectra = spectra_of(run)
        compare(run.path.name, spectra)
        if run.path.name in DRAWN:
            draw(axes, run, spectra, DRAWN[run.path.name])
    draw_measured(axes)
    axes[0].legend(fontsize=8, loc="lower left")
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=100)


if __name__ == "__main__":
    main(sys.argv[1:])
