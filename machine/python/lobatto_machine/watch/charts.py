"""Pictures of a history: one of each measurement that changed, and all others small."""

from collections.abc import Sequence

import numpy as np
from lobatto.arrays import Floats
from lobatto.report import formats
from lobatto.report.svg import COLOURS, INK, MUTED, Picture, picture
from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num

from lobatto_machine.watch.history import Series

COLUMNS = 3


def draw_series(series: Series, name: str) -> Picture:
    """Values over time, the median of each part, and the days of the changes."""
    told = ", ".join(
        f"on {c.when:%Y-%m-%d} from {formats.number(c.before)} to {formats.number(c.after)}"
        for c in series.changes
    )
    with picture(name, f"{series.name} over time, changed {told}", 2.3) as (drawn, _, axes):
        _draw(axes, series, 3)
        for change in series.changes:
            colour = COLOURS[1] if change.worse > 0 else COLOURS[2]
            when = date2num(change.when)
            axes.axvline(when, color=colour, linestyle="--", linewidth=1)
            axes.annotate(
                f"{change.when:%Y-%m-%d}", (when, 1), (3, -3), xycoords=("data", "axes fraction"),
                textcoords="offset points", va="top", fontsize=9, color=INK,
            )  # fmt: skip
        axes.set_ylabel(series.unit)
    return drawn


def draw_others(series: Sequence[Series], name: str) -> Picture:
    """A small picture for each, over the median of all its values."""
    rows = -(-len(series) // COLUMNS)
    about = "No change: " + ", ".join(s.name for s in series)
    with picture(name, about, 0.95 * rows, nrows=rows, ncols=COLUMNS, squeeze=False) as (
        drawn,
        _,
        panels,
    ):
        for axes, s in zip(panels.flat, series, strict=False):
            _draw(axes, s, 1.5, relative=True)
            axes.set_title(s.name, fontsize=8, color=INK, loc="left")
            axes.tick_params(labelsize=7)
            axes.set_xticks([])
        for axes in panels.flat[len(series) :]:
            axes.set_axis_off()
    return drawn


def _draw(axes: Axes, series: Series, size: float, relative: bool = False) -> None:
    when: Floats = date2num(series.when)
    scale = abs(float(np.median(series.values))) or 1.0 if relative else 1.0
    values = series.values / scale
    axes.plot(when, values, "o", color=MUTED, markersize=size)
    for part in series.parts:
        middle = np.median(values[part])
        axes.plot(when[part][[0, -1]], [middle, middle], "-", color=COLOURS[0], linewidth=1.8)
    if not relative:
        locator = AutoDateLocator()
        axes.xaxis.set_major_locator(locator)
        axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    low, high = values.min(), values.max()
    margin = max(0.08 * (high - low), 0.02 * abs(high))
    axes.set_ylim(low - margin, high + margin)
