"""Pictures of one run: the roofline and the steps."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from lobatto.arrays import Floats
from lobatto.report import formats
from lobatto.report.records import Region, RunRecord
from lobatto.report.region_charts import VISIBLE
from lobatto.report.svg import COLOURS, INK, PAPER, Picture, picture

MOST_POINTS = 1200
"""Points of a line over the steps; longer records are drawn by the extremes of bins."""
INSIDE = 4.4, 3.4
"""Inches of the roofline inside of the labels, about."""
LABEL_GAP = 0.075
"""Distance of two labels over the height of the axes."""

Limits: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""Lowest and highest x, then y, of axes."""


def on_roofline(run: RunRecord) -> list[Region]:
    """The regions that have both counts, so that they have a place on it."""
    return [r for r in run.regions if not math.isnan(r.intensity) and r.share >= VISIBLE]


def draw_roofline(run: RunRecord, name: str) -> Picture | None:
    """None where no region has both counts."""
    regions = on_roofline(run)
    if not regions:
        return None
    about = (
        f"Roofline: STREAM {formats.number(run.stream_gbs)} GB/s and peak "
        f"{formats.number(run.peak_gflops)} GFLOP/s per rank; "
    ) + ", ".join(
        f"{r.name} {formats.number(r.gflops)} GFLOP/s at {formats.number(r.intensity)} FLOP/byte"
        for r in regions
    )
    with picture(name, about, 4.0) as (drawn, canvas, axes):
        canvas.get_layout_engine().set(rect=(0, 0, 0.78, 1))
        limits = _roof(axes, run, regions)
        sizes = [30 + 400 * r.share for r in regions]
        x, y = [r.intensity for r in regions], [r.gflops for r in regions]
        colours = [COLOURS[i % len(COLOURS)] for i in range(len(regions))]
        axes.scatter(x, y, sizes, color=colours, zorder=3, alpha=0.85)
        _label_at_the_side(axes, regions, limits)
        axes.set_xlabel("intensity [counted FLOP / counted byte]")
        axes.set_ylabel("rate [GFLOP/s per rank]")
    return drawn


def _roof(axes: Axes, run: RunRecord, regions: Sequence[Region]) -> Limits:
    """Slope and flat, with their names along them; returns the limits (x, y)."""
    ridge = run.peak_gflops / run.stream_gbs
    intensities = [ridge, *(r.intensity for r in regions)]
    rates = [run.peak_gflops, *(r.gflops for r in regions)]
    x = min(intensities) / 2.5, max(intensities) * 2.5
    y = min(*rates, run.stream_gbs * x[0]) / 1.6, max(rates) * 2
    axes.set(xscale="log", yscale="log", xlim=x, ylim=y)
    line = np.array([x[0], ridge, x[1]])
    axes.plot(line, np.minimum(run.peak_gflops, run.stream_gbs * line), color=INK, linewidth=1.5)
    axes.annotate(
        f"peak {formats.number(run.peak_gflops)} GFLOP/s",
        (x[1], run.peak_gflops), (-4, 4), textcoords="offset points", ha="right", fontsize=9,
    )  # fmt: skip
    axes.annotate(
        f"STREAM {formats.number(run.stream_gbs)} GB/s",
        (ridge, run.peak_gflops), (-8, -4), textcoords="offset points", fontsize=9,
        rotation=_slope_angle(x, y), rotation_mode="anchor", ha="right", va="bottom",
    )  # fmt: skip
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    return x, y


def _slope_angle(x: tuple[float, float], y: tuple[float, float]) -> float:
    """Degrees on the sheet of a line of slope 1 in these logarithmic axes."""
    width, height = INSIDE
    decades = np.log10(x[1] / x[0]), np.log10(y[1] / y[0])
    return float(np.degrees(np.arctan2(height / decades[1], width / decades[0])))


def _label_at_the_side(axes: Axes, regions: Sequence[Region], limits: Limits) -> None:
    """Names in a column at the right, in the order of the rates, with lines to their points: they
    cannot overlap."""
    y = limits[1]
    heights = [np.log(r.gflops / y[0]) / np.log(y[1] / y[0]) for r in regions]
    for i, place in enumerate(spread(heights, min(LABEL_GAP, 1 / len(regions)))):
        region, colour = regions[i], COLOURS[i % len(COLOURS)]
        label = axes.annotate(
            region.name, (region.intensity, region.gflops), (1.05, place), va="center",
            textcoords="axes fraction", fontsize=9, annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "relpos": (0, 0.5)},
        )  # fmt: skip
        label.set_in_layout(False)


def spread(heights: Sequence[float], gap: float) -> Floats:
    """Places in [0, 1] in the order of the heights, at least `gap` apart and as near to them as one
    pass up and one pass down find; as many as fit (gap times their number up to 1)."""
    order = np.argsort(heights, kind="stable")
    places = np.array(heights, float)
    lowest = 0.0
    for i in order:
        places[i] = lowest = max(places[i], lowest)
        lowest += gap
    highest = 1.0
    for i in order[::-1]:
        places[i] = highest = min(places[i], highest)
        highest -= gap
    return places


def draw_steps(run: RunRecord, name: str) -> Picture | None:
    """Times, and below them the iterations where a solver iterates. None without a record."""
    steps = run.steps
    if steps is None:
        return None
    median = float(np.median(steps.seconds))
    about = f"Time of each recorded step; the median is {formats.seconds(median)}"
    rows = 2 if steps.iterations else 1
    with picture(name, about, 2.6 + 1.7 * (rows - 1), nrows=rows, sharex=True, squeeze=False) as (
        drawn,
        _,
        grid,
    ):
        axes = grid[0, 0]
        axes.plot(*thinned(steps.step, 1e3 * steps.seconds), color=COLOURS[0], linewidth=0.9)
        axes.axhline(1e3 * median, color=COLOURS[1], linewidth=1.2)
        axes.annotate(
            f"median {formats.seconds(median)}", (1, 1e3 * median), (-2, 4), ha="right",
            xycoords=("axes fraction", "data"), textcoords="offset points", fontsize=9,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1, "alpha": 0.8},
        )  # fmt: skip
        if steps.seconds.max() > 10 * median:
            axes.set_yscale("log")
            axes.yaxis.set_minor_formatter(lambda value, _: "")
        else:
            axes.set_ylim(0, 1.05 * 1e3 * steps.seconds.max())
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_ylabel("time [ms]")
        for i, (equation, values) in enumerate(steps.iterations.items()):
            of = thinned(steps.step, values)
            grid[1, 0].plot(*of, color=COLOURS[i % len(COLOURS)], linewidth=0.9, label=equation)
        if steps.iterations:
            grid[1, 0].set_ylabel("iterations")
            most = max(float(np.nanmax(values)) for values in steps.iterations.values())
            grid[1, 0].set_ylim(0, 1.35 * most)
            grid[1, 0].yaxis.set_major_locator(MaxNLocator(5, integer=True))
            grid[1, 0].legend(loc="upper right", ncols=4, fontsize=9)
        grid[-1, 0].set_xlabel("step")
    return drawn


def thinned(x: Floats, values: Floats, most: int = MOST_POINTS) -> tuple[Floats, Floats]:
    """Of a long record the smallest and the largest value of each bin, so that outliers stay."""
    if len(x) <= most:
        return x, values
    edges = np.linspace(0, len(x), most // 2 + 1).astype(int)
    kept = []
    for begin, end in pairwise(edges):
        part = values[begin:end]
        if np.isfinite(part).any():
            kept += sorted({begin + int(np.nanargmin(part)), begin + int(np.nanargmax(part))})
    return x[kept], values[kept]
