"""Budgets in wall units: a panel each."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lobatto.pictures import style
from lobatto.statistics.album import ROUND_OFF, Album, clean
from lobatto.statistics.budget_lines import BudgetLine
from lobatto.statistics.budgets import RESIDUAL
from lobatto.statistics.lines import Line
from lobatto.statistics.profiles import LineProfiles

COLOURS = {
    "production": style.LINE_COLOURS[0],
    "dissipation": style.LINE_COLOURS[1],
    "turbulent_transport": style.LINE_COLOURS[2],
    "viscous_diffusion": style.LINE_COLOURS[3],
    "molecular_diffusion": style.LINE_COLOURS[3],
    "pressure_strain": "#c9a227",
    "pressure_scalar_gradient": "#c9a227",
    "pressure_transport": "#5aa9c9",
    "convection": "#8a5a44",
    "source": "#999999",
    "force": "#999999",
}
"""Of terms; those that never meet in a picture share one."""
LEGEND_HEIGHT = 0.55
"""Inches at the bottom of a page."""
ON_PAGE = ("k", "uu", "vv", "ww", "uv", "uw")


def draw_budgets(album: Album, profiles: LineProfiles, budgets: Sequence[BudgetLine]) -> None:
    """Of the stresses on one page, of each scalar on another."""
    of_flow = [b for b in budgets if b.name in ON_PAGE and not _is_nothing(b, profiles.line)]
    if of_flow:
        _draw_page(album, profiles, of_flow, "budgets", "Budgets of the Reynolds stresses")
    for scalar in album.report.walls.statistics.scalars:
        names = (f"{scalar}_{scalar}", *(f"{u}_{scalar}" for u in "uvw"))
        of_scalar = [b for b in budgets if b.name in names and not _is_nothing(b, profiles.line)]
        if of_scalar:
            title = f"Budgets of the variance and fluxes of {scalar}"
            _draw_page(album, profiles, of_scalar, f"budgets_{scalar}", title)


def _is_nothing(budget: BudgetLine, line: Line) -> bool:
    terms = budget.terms_on(line).values()
    return max(np.abs(values).max() for values in terms) < ROUND_OFF * budget.unit


def _draw_page(
    album: Album, profiles: LineProfiles, budgets: Sequence[BudgetLine], name: str, title: str
) -> None:
    line = profiles.line
    n_columns = 3 if len(budgets) > 4 else 2
    n_rows = -(-len(budgets) // n_columns)
    where = "" if line.place is None else f" at {line.label}"
    height = 3.6 * n_rows + style.HEADING_HEIGHT + LEGEND_HEIGHT
    size = 4.6 * n_columns, height
    with album.figure(album.of_line(name, line), *size, title + where) as canvas:
        grid = canvas.subplots(n_rows, n_columns, squeeze=False)
        for axes, budget in zip(grid.flat, budgets, strict=False):
            _draw_budget(axes, profiles, budget)
        for axes in list(grid.flat)[len(budgets) :]:
            axes.set_visible(False)
        handles, labels = _legend_of(grid.flat)
        canvas.legend(handles, labels, loc="lower center", ncol=-(-len(labels) // 2), fontsize=9)
        below = LEGEND_HEIGHT / height
        above = style.HEADING_HEIGHT / height
        canvas.get_layout_engine().set(rect=(0, below, 1, 1 - above - below))


def _draw_budget(axes: Axes, profiles: LineProfiles, budget: BudgetLine) -> None:
    line = profiles.line.refined()
    y_plus = line.distance / profiles.units.length
    for term, values in budget.terms_on(line).items():
        plus = values / budget.unit
        if term == RESIDUAL:
            axes.plot(y_plus, plus, "--", color="black", linewidth=1, label=term)
        else:
            axes.plot(y_plus, plus, color=COLOURS[term], label=term.replace("_", " "))
    title = budget.name.replace("_", " ")
    axes.set_title(f"{title}: residual {100 * budget.closure:.3g} %", loc="left")
    axes.set_xlabel("$y^+$")
    axes.axhline(0, color="0.8", linewidth=0.6, zorder=0)
    clean(axes)


def _legend_of(all_axes: Iterable[Axes]) -> tuple[list[Any], list[str]]:
    found: dict[str, Any] = {}
    for axes in all_axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return list(found.values()), list(found)
