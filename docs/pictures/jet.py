#!/usr/bin/env python3
"""Measures how the jet of cases/jet.toml decays and spreads, and draws jet.png.

PYTHONPATH=python python3 docs/pictures/jet.py RUN [START] takes the windows of its statistics from
the time START on. Lengths are over the diameter of a uniform jet of the same velocity and momentum.
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np
from lobatto import Run, Statistics

matplotlib.use("Agg")
import matplotlib.pyplot as plt

RANGE = (8, 20.7)  # of x, where straight lines are fitted: developed, and clear of the outflow
RADII = np.linspace(0, 8, 801)


def around(statistics, name, x):
    """The mean of an average over four half lines from the axis, along y and z. [x][RADII]"""
    values = statistics.read(name)
    along_z = [{0: x, 1: 0.0, 2: sign * RADII} for sign in (1, -1)]
    along_y = [{0: x, 1: sign * RADII, 2: 0.0} for sign in (1, -1)]
    lines = [statistics.grid.evaluate(values, places).T for places in (*along_z, *along_y)]
    return np.mean(lines, axis=0)


def half_width(profile):
    """Where a profile has fallen to half of its value on the axis."""
    end = np.argmax(profile < 0.5 * profile[0]) + 1
    return np.interp(-0.5, -profile[:end] / profile[0], RADII[:end])


def measure(statistics):
    """x, centre-line excess velocity at the inlet over that at x, half widths; all over the
    diameter, the profiles, and the co-flow."""
    x = statistics.grid.places(0)
    velocity = around(statistics, "flow/u", x)
    coflow = velocity[0, -1]
    excess = velocity - coflow
    inlet = excess[0]
    momentum = inlet * (inlet + coflow) * RADII
    on_axis = inlet[0] * (inlet[0] + coflow)
    diameter = np.sqrt(8 * np.sum(momentum) * (RADII[1] - RADII[0]) / on_axis)
    decay = inlet[0] / excess[:, 0]
    width = np.array([half_width(profile) for profile in excess])
    return x / diameter, decay, width / diameter, excess, diameter, coflow


def as_in_still_air(excess, coflow):
    """The decay that the same momentum would have without a co-flow: a Gaussian excess e over U has
    the momentum of one of sqrt(e (e + 2 U)) over nothing, a uniform jet that of sqrt(e (e + U))."""
    on_axis = excess[:, 0]
    inlet = np.sqrt(on_axis[0] * (on_axis[0] + coflow))
    return inlet / np.sqrt(on_axis * (on_axis + 2 * coflow))


def measure_mixture(statistics, x, diameter):
    """As decay and width, of the mixture fraction."""
    mixture = around(statistics, "scalar/mixture/T", x * diameter)
    width = np.array([half_width(profile) for profile in mixture])
    return mixture[0, 0] / mixture[:, 0], width / diameter


def report_fits(name, x, inside, decay, width):
    """Straight lines through the decay on the axis and the half width, printed and returned."""
    fits = [np.polyfit(x[inside], values[inside], 1) for values in (decay, width)]
    constant, rate = 1 / fits[0][0], fits[1][0]
    origins = [-fit[1] / fit[0] for fit in fits]
    print(f"{name}: B {constant:.2f}, from x0 {origins[0]:.2f}; ", end="")
    print(f"spreading rate {rate:.4f}, from x0 {origins[1]:.2f}")
    return fits


def draw_section(axes, run):
    plane = run.fields[-1].open().plane("mixture", 1, 0.0)
    x, z = np.linspace(0, 26.4, 1200), np.linspace(-4, 4, 360)
    values = plane.evaluate(x, z)
    image = axes.imshow(
        values[0] if values.ndim == 3 else values,
        origin="lower",
        extent=(0, 26.4, -4, 4),
        cmap="magma",
        vmin=0,
        vmax=1,
    )
    axes.set(xlabel="x", ylabel="z", title="Mixture fraction at one time")
    axes.figure.colorbar(image, ax=axes, shrink=0.8)


def main(folder, start=None):
    run = Run(folder)
    statistics = Statistics(folder, start=None if start is None else float(start))
    x, decay, width, excess, diameter, coflow = measure(statistics)
    inside = (x * diameter > RANGE[0]) & (x * diameter < RANGE[1])
    print(f"averages from t = {statistics.start:g} to {statistics.end:g}, diameter {diameter:.4f}")
    report_fits("as in still air", x, inside, as_in_still_air(excess, coflow), width)
    figure = plt.figure(figsize=(10, 6), layout="constrained")
    grid = figure.add_gridspec(2, 3)
    draw_section(figure.add_subplot(grid[0, :]), run)
    panels = [figure.add_subplot(grid[1, i]) for i in range(3)]
    quantities = {"velocity": (decay, width), "mixture": measure_mixture(statistics, x, diameter)}
    for color, (name, lines) in zip(("k", "C0"), quantities.items(), strict=True):
        fits = report_fits(name, x, inside, *lines)
        for axes, values, fit in zip(panels, lines, fits, strict=False):
            axes.plot(x, values, ".", color=color, markersize=3, label=name)
            axes.plot(x[inside], np.polyval(fit, x[inside]), color="C3")
    for axes, title in zip(panels, ("Decay on the axis", "Half width / D"), strict=False):
        axes.set(xlabel="x / D", title=title, ylim=(0, None))
        axes.legend()
    for place in (12, 15, 18):
        i = np.argmin(np.abs(x * diameter - place))
        profile = excess[i] / excess[i, 0]
        panels[2].plot(RADII / diameter / width[i], profile, label=f"x = {place}")
    panels[2].plot(RADII, np.exp(-np.log(2) * RADII**2), "k:", label="Gauss")
    panels[2].set(xlabel="r / half width", title="Mean velocity over that on the axis", xlim=(0, 3))
    panels[2].legend()
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=90)


if __name__ == "__main__":
    main(*sys.argv[1:])
