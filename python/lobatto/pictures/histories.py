"""Time histories of a run: one figure with a panel for each quantity that the record has."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from lobatto.arrays import Floats
from lobatto.pictures import style
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.runs.history_panels import Panel, panels_of
from lobatto.runs.run import Run

FORMULAS = {"Re_tau": r"$Re_\tau$", "2 nu enstrophy": r"$2 \nu$ enstrophy"}
"""How titles and labels stand in a picture; all others stand as they are."""


def draw_history(run: Run, folder: PictureFolder) -> None:
    """Draws the picture history, where the record has something to draw."""
    steps = run.steps
    panels = panels_of(run)
    if not panels:
        return
    n_columns = min(len(panels), 2 if len(panels) < 7 else 3)
    n_rows = -(-len(panels) // n_columns)
    size = 4.0 * n_columns + 0.4, 2.1 * n_rows + 0.4 + style.HEADING_HEIGHT
    with folder.figure("history", *size, "History of the run", describe(run)) as canvas:
        grid = canvas.subplots(n_rows, n_columns, sharex=True, squeeze=False)
        for axes, panel in zip(grid.flat, panels, strict=False):
            _draw_panel(axes, steps["time"], panel)
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_visible(False)
        for column in range(n_columns):
            lowest = max(row for row in range(n_rows) if row * n_columns + column < len(panels))
            grid[lowest, column].set_xlabel("t")
            grid[lowest, column].tick_params(labelbottom=True)


def _draw_panel(axes: Axes, time: Floats, panel: Panel) -> None:
    if panel.band is not None:
        known = np.isfinite(time + panel.band[0] + panel.band[1])
        lower, upper = (edge[known] for edge in panel.band)
        axes.fill_between(time[known], lower, upper, alpha=0.2, linewidth=0)
    for curve in panel.curves:
        known = np.isfinite(time + curve.values)
        marker = "o" if known.sum() == 1 else None
        style_of_line = "--" if curve.dashed else "-"
        axes.plot(
            time[known],
            curve.values[known],
            style_of_line,
            marker=marker,
            label=_shown(curve.label),
        )
    _scale_values(axes, panel)
    if any(curve.label for curve in panel.curves):
        axes.legend(fontsize=8)
    axes.set_title(_shown(panel.title), loc="left")
    axes.grid(color="0.9", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)


def _shown(text: str | None) -> str | None:
    return None if text is None else FORMULAS.get(text, style.plain(text))


def _scale_values(axes: Axes, panel: Panel) -> None:
    if len(panel.known()) == 0:
        return
    if panel.is_logarithmic():
        axes.set_yscale("log")
        return
    limits = panel.limits()
    if limits is not None:
        axes.set_ylim(*limits)
    axes.ticklabel_format(axis="y", useOffset=False, scilimits=(-3, 4))
