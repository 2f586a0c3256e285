#!/usr/bin/env python3
"""Draws example-cylinders.png from a finished run of examples/cylinder_array.toml.

PYTHONPATH=build/release/python python3 docs/pictures/cylinders.py RUN
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import lobatto
import matplotlib.pyplot as plt
import numpy as np

CASE = Path(__file__).parents[2] / "examples" / "cylinder_array.toml"

with lobatto.Simulation(CASE, out=sys.argv[1], restart=True) as sim:
    x, y, _ = sim.coordinates
    speed = 1e4 * np.hypot(sim["u"], sim["v"])
    radius = np.sqrt(sim.parameters["share"] / np.pi)
figure, axes = plt.subplots(figsize=(5.2, 4.4), layout="constrained")
for e in range(len(x)):
    shades = axes.pcolormesh(
        x[e, 0], y[e, 0], speed[e, 0], shading="gouraud", vmin=0, vmax=speed.max()
    )
axes.add_patch(plt.Circle((0, 0), radius, fill=False, color="w", linewidth=1))
figure.colorbar(shades, label="speed, in 0.0001")
axes.set(xlabel="x", ylabel="y", aspect="equal")
figure.savefig(Path(__file__).with_name("example-cylinders.png"), dpi=110)
