"""A run in progress on a terminal: a few lines of text, and histories out of block characters."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import numpy as np

from lobatto.arrays import Floats
from lobatto.runs.follow import History, Moment
from lobatto.runs.history_panels import Panel
from lobatto.wording import duration

BLOCKS = " ▁▂▃▄▅▆▇█"
EIGHTHS = len(BLOCKS) - 1
TITLE, NUMBER, WIDEST = 34, 10, 120
"""Columns of a title with its value and of all, at most; of a number."""


def frame(moment: Moment, columns: int, lines: int | None = None) -> list[str]:
    """The run as lines of at most so many columns; where they have to fit into so many lines the
    histories are flat, and the last ones are left out."""
    width = min(columns, WIDEST)
    text = [line[:width] for line in (*headline(moment, width), *moment.damages.messages, "")]
    if lines is None:
        return text + _curves(moment.histories, width, 2)
    room = max(lines - len(text), 1)
    height = 2 if 2 * len(moment.histories) <= room else 1
    return text + _curves(moment.histories[: room // height], width, height)


def headline(moment: Moment, width: int = WIDEST) -> Iterator[str]:
    """Which run it is, how far, and whether it goes on."""
    yield f"{moment.run.name}  {moment.run.path}"
    yield _fitted(dict(_progress(moment)), width) or "no step yet"
    if moment.has_ended:
        yield "the run has ended"
    elif moment.is_silent:
        yield f"no line for {duration(moment.silent)}: the run is slow, waits, or has died"
    else:
        yield "the run goes on"


def _progress(moment: Moment) -> Iterator[tuple[str, str]]:
    """Name and text of each part."""
    if not isfinite(moment.step):
        return
    if isfinite(moment.share):
        yield "share", f"{int(100 * moment.share):3d} %"
    yield "step", f"step {moment.step:.0f}"
    yield "time", f"t {moment.time:.5g}"
    if isfinite(moment.dt):
        yield "dt", f"dt {moment.dt:.2e}"
    if isfinite(moment.seconds_per_step):
        yield "speed", f"{moment.seconds_per_step:.3g} s/step"
    if isfinite(moment.seconds_left) and not moment.has_ended:
        yield "ETA", f"ETA {duration(moment.seconds_left)}"


def _fitted(parts: dict[str, str], width: int) -> str:
    """The parts in a line, without those that matter least where it is too long."""
    for least in ("dt", "speed", "time", "step"):
        if len("  ".join(parts.values())) <= width:
            break
        parts.pop(least, None)
    return "  ".join(parts.values())


def _curves(histories: tuple[History, ...], width: int, height: int) -> list[str]:
    """Of each history title and last value, the first curve, and the numbers at its ends."""
    longest = max((len(history.panel.title) for history in histories), default=0)
    left = min(TITLE, longest + (NUMBER + 1 if height == 1 else 0))
    room = width - left - NUMBER - 2
    return [line for h in histories if room > 0 for line in _curve(h, left, room, height)]


def _curve(history: History, left: int, room: int, height: int) -> list[str]:
    panel, values = history.panel, history.panel.curves[0].values
    known = np.isfinite(history.time + values)
    if not known.any():
        return []
    values = values[known]
    lower, upper = panel.limits() or (float(values.min()), float(values.max()))
    bottom, top, *level = _on_scale(panel, np.array([lower, upper, *values]))
    columns = in_columns(history.time[known], np.array(level), room)
    rows = block_graph(columns, height, (float(bottom), float(top)))
    right = [f"{upper:.4g}", f"{lower:.4g}"][:height]
    parts = zip(_titles(panel.title, f"{values[-1]:.4g}", left, height), rows, right, strict=True)
    return [f"{a:<{left}} {row} {b}".rstrip() for a, row, b in parts]


def _on_scale(panel: Panel, values: Floats) -> Floats:
    return np.log10(values) if panel.is_logarithmic() else values


def _titles(title: str, value: str, width: int, height: int) -> list[str]:
    if height == 2:
        return [title[:width], value]
    room = width - len(value) - 1
    return [f"{title[:room]:<{room}} {value}"]


def in_columns(time: Floats, values: Floats, n_columns: int) -> Floats:
    """Means of the values in columns of equal time; a column without any has that before it."""
    span = time[-1] - time[0]
    place = (time - time[0]) / span * n_columns if span > 0 else np.zeros(len(time))
    column = np.clip(place.astype(int), 0, n_columns - 1)
    n = np.bincount(column, minlength=n_columns)
    total = np.bincount(column, weights=values, minlength=n_columns)
    filled = np.maximum.accumulate(np.where(n > 0, np.arange(n_columns), 0))
    return np.asarray((total / np.maximum(n, 1))[filled])


def block_graph(values: Floats, height: int, ends: tuple[float, float]) -> list[str]:
    """Rows of block characters from above, an eighth of a row at least for each value."""
    lower, upper = ends
    part = (values - lower) / (upper - lower) if upper > lower else np.full(len(values), 0.5)
    eighths = np.clip(np.rint(part * EIGHTHS * height), 1, EIGHTHS * height).astype(int)
    rows = range(height - 1, -1, -1)
    return [
        "".join(BLOCKS[min(max(n - EIGHTHS * row, 0), EIGHTHS)] for n in eighths) for row in rows
    ]
