"""Pictures of where the time of a run went: its regions under their callers."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lobatto.arrays import Integers
from lobatto.report import formats
from lobatto.report.records import WITHOUT_COUNTS, Place, Region, RunRecord, by_time
from lobatto.report.svg import COLOURS, INK, MUTED, Picture, picture

VISIBLE = 5e-4
"""Share of the time from which a region has a bar."""
INDENT = 14
"""Points by which a region stands to the right of its caller."""
LIGHT = 0.3
"""Opacity of what is inside other regions."""


def draw_regions(run: RunRecord, name: str) -> Picture:
    """By caller; older runs have the time of each region alone."""
    return _draw_tree(run, name) if run.places else _draw_flat(run, name)


def _draw_tree(run: RunRecord, name: str) -> Picture:
    """Bars: light with the regions inside, which are the rows below, solid without."""
    total = sum(p.seconds for p in run.places)
    shown = [p for p in by_time(run.places) if p.inclusive_seconds >= VISIBLE * total]
    about = "Time of each region under its caller: " + ", ".join(
        f"{p.path} {_shares(p, total)}" for p in shown
    )
    with picture(name, about, 0.8 + 0.27 * len(shown)) as (drawn, canvas, axes):
        rows = np.arange(len(shown))[::-1]
        colours = [MUTED if p.path == WITHOUT_COUNTS else COLOURS[0] for p in shown]
        inclusive = [p.inclusive_seconds for p in shown]
        axes.barh(rows, inclusive, height=0.7, color=colours, alpha=LIGHT)
        axes.barh(rows, [p.seconds for p in shown], height=0.7, color=colours)
        _draw_spread(axes, run, rows, shown)
        for row, place in zip(rows, shown, strict=True):
            end = max(place.inclusive_seconds, _end_of(place, run))
            _note(axes, _shares(place, total), end, row)
        axes.set_yticks(rows, [""] * len(shown))
        _name_rows(canvas, axes, rows, shown)
        _finish(axes)
        axes.set_xlabel("time of a rank [s]: own (solid) and in the regions inside (light)")
    return drawn


def _shares(place: Place, total: float) -> str:
    inclusive = formats.percent_sign(place.inclusive_seconds / total)
    has_inside = place.inclusive_seconds > place.seconds * (1 + 1e-9)
    return f"{inclusive}, own {formats.percent_sign(place.share)}" if has_inside else inclusive


def _name_rows(canvas: Figure, axes: Axes, rows: Integers, places: Sequence[Place]) -> None:
    """Names in a column from the left, each indented under its caller."""
    labels = [
        axes.annotate(
            place.name, (0, row), (0, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center", color=INK,
        )
        for row, place in zip(rows, places, strict=True)
    ]  # fmt: skip
    renderer = canvas.canvas.get_renderer()
    points = 72 / canvas.dpi
    indents = [INDENT * place.depth for place in places]
    column = 6 + max(
        indent + points * label.get_window_extent(renderer).width
        for label, indent in zip(labels, indents, strict=True)
    )
    for label, indent in zip(labels, indents, strict=True):
        label.xyann = (indent - column, 0)


def _draw_flat(run: RunRecord, name: str) -> Picture:
    regions = sorted(
        (r for r in run.regions if r.share >= VISIBLE),
        key=lambda r: (r.name == WITHOUT_COUNTS, -r.seconds),
    )
    about = "Exclusive time of each region: " + ", ".join(
        f"{r.name} {formats.percent_sign(r.share)}" for r in regions
    )
    with picture(name, about, 0.8 + 0.3 * len(regions)) as (drawn, _, axes):
        places = np.arange(len(regions))[::-1]
        colours = [MUTED if r.name == WITHOUT_COUNTS else COLOURS[0] for r in regions]
        axes.barh(places, [r.seconds for r in regions], height=0.62, color=colours)
        _draw_spread(axes, run, places, regions)
        for place, region in zip(places, regions, strict=True):
            _note(axes, formats.percent_sign(region.share), _end_of(region, run), place)
        axes.set_yticks(places, [r.name for r in regions])
        _finish(axes)
        axes.set_xlabel("exclusive time of a rank [s]")
    return drawn


def _draw_spread(axes: Axes, run: RunRecord, rows: Integers, regions: Sequence[Region]) -> None:
    """From the fastest rank to the slowest, of the exclusive time."""
    if run.ranks == 1:
        return
    lower, upper = ([getattr(r, k) for r in regions] for k in ("seconds_min", "seconds_max"))
    axes.hlines(rows, lower, upper, color=INK, linewidth=1.2)
    axes.plot(lower, rows, "|", upper, rows, "|", color=INK, markersize=7)


def _end_of(region: Region, run: RunRecord) -> float:
    return max(region.seconds, region.seconds_max if run.ranks > 1 else 0)


def _note(axes: Axes, text: str, end: float, row: int) -> None:
    axes.annotate(text, (end, row), (5, 0), textcoords="offset points", va="center", fontsize=9)


def _finish(axes: Axes) -> None:
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(False, axis="y")
    axes.margins(x=0.1)
    axes.set_xlim(left=0)
