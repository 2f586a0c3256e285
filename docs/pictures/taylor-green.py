#!/usr/bin/env python3
"""Draws taylor-green.png: loss of energy and enstrophy of the Taylor-Green vortex at Re 1600.

python3 docs/pictures/taylor-green.py RUN RUN ... takes runs of cases/tgv.toml to t = 10, the
coarsest first.
"""

import json
import sys
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Of a pseudo-spectral solution on 512^3 points: largest -dE/dt and its time, largest enstrophy.
LARGEST_LOSS, ITS_TIME, LARGEST_ENSTROPHY = 0.0128575, 8.97, 10.2861


def history(run):
    steps = [json.loads(line) for line in (run / "steps.jsonl").read_text().splitlines()]
    return (
        np.array([step[key] for step in steps]) for key in ("time", "kinetic_energy", "enstrophy")
    )


def main(runs):
    figure, (loss, enstrophy) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for run in map(Path, runs):
        summary = json.loads((run / "summary.json").read_text())
        nodes = round(summary["points"] ** (1 / 3))
        time, energy, rotation = history(run)
        middle = 0.5 * (time[1:] + time[:-1])
        loss.plot(middle, -np.diff(energy) / np.diff(time), label=f"{nodes}³ nodes")
        enstrophy.plot(time, rotation, label=f"{nodes}³ nodes")
    loss.plot(ITS_TIME, LARGEST_LOSS, "k+", markersize=12, label="spectral, 512³: largest")
    enstrophy.axhline(LARGEST_ENSTROPHY, color="k", linewidth=0.8, linestyle=":")
    enstrophy.text(0.1, LARGEST_ENSTROPHY, "spectral, 512³: largest", va="bottom", fontsize=8)
    loss.set(xlabel="t", title="Loss of energy, -dE/dt")
    enstrophy.set(xlabel="t", title="Enstrophy", ylim=(0, 11))
    loss.legend()
    enstrophy.legend(loc="upper left", bbox_to_anchor=(0, 0.9))
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)


if __name__ == "__main__":
    main(sys.argv[1:])
