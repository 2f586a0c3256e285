"""Time histories of a run: one figure with a panel for each quantity that the record has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from lobatto import style
from lobatto.arrays import Array, Floats
from lobatto.picture_folder import PictureFolder
from lobatto.pictures import describe
from lobatto.run import Run


@dataclass(frozen=True)
class Curve:
    values: Floats
    label: str | None = None
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    title: str
    curves: list[Curve]
    logarithmic: bool = False
    band: tuple[Floats, Floats] | None = None


def draw_history(run: Run, folder: PictureFolder) -> None:
    """Draws the picture history, where the record has something to draw."""
    steps = run.steps
    if not _has(steps, "time"):
        return
    panels = _panels(run)
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


def _panels(run: Run) -> list[Panel]:
    steps = run.steps
    panels = []

    def add(title: str, name: str, logarithmic: bool = False) -> None:
        if _has(steps, name):
            panels.append(Panel(title, [Curve(steps[name])], logarithmic))

    add("Bulk velocity", "bulk_velocity")
    add("Pressure gradient", "pressure_gradient")
    panels += _friction_panel(run)
    add("Kinetic energy", "kinetic_energy")
    add("Enstrophy", "enstrophy")
    dissipation = _dissipation(run)
    if dissipation is not None:
        panels.append(dissipation)
    panels += _scalar_panels(steps)
    add("Divergence", "divergence", logarithmic=True)
    add("CFL number", "cfl")
    add("Time step", "dt")
    panels += _iteration_panel(steps)
    add("Seconds per step", "seconds", logarithmic=True)
    return panels


def _has(steps: Mapping[str, Array], name: str) -> bool:
    return name in steps and steps[name].dtype == float and bool(np.isfinite(steps[name]).any())


def _friction_panel(run: Run) -> list[Panel]:
    """Re_tau over time: its square goes with the pressure gradient; the last of both is known."""
    steps = run.steps
    last_gradient, last_re_tau = (
        run.flow.number(key, None) for key in ("pressure_gradient", "re_tau")
    )
    if not last_re_tau or not last_gradient or not _has(steps, "pressure_gradient"):
        return []
    ratio = steps["pressure_gradient"] / last_gradient
    return [
        Panel(r"$Re_\tau$", [Curve(last_re_tau * np.sqrt(np.where(ratio >= 0, ratio, np.nan)))])
    ]


def _dissipation(run: Run) -> Panel | None:
    """Free decay in a periodic box: 2 nu enstrophy, and the loss of energy that should equal it."""
    steps = run.steps
    viscosity = run.flow.number("viscosity", None)
    if not all(run.periodic) or _has(steps, "bulk_velocity"):
        return None
    if not _has(steps, "kinetic_energy") or not _has(steps, "enstrophy"):
        return None
    if not viscosity:
        return None
    curves = [Curve(2 * viscosity * steps["enstrophy"], r"$2 \nu$ enstrophy")]
    known = np.isfinite(steps["kinetic_energy"])
    if known.sum() > 2:
        loss = np.full(len(known), np.nan)
        loss[known] = -np.gradient(steps["kinetic_energy"][known], steps["time"][known])
        curves.append(Curve(loss, "loss of energy", dashed=True))
    return Panel("Dissipation", curves)


def _scalar_panels(steps: Mapping[str, Array]) -> list[Panel]:
    names = [n.split(".")[1] for n in steps if n.startswith("scalars.") and n.endswith(".mean")]
    panels = []
    for name in names:
        column = f"scalars.{name}."
        if _has(steps, column + "mean"):
            ranged = _has(steps, column + "min") and _has(steps, column + "max")
            band = (steps[column + "min"], steps[column + "max"]) if ranged else None
            title = f"{style.plain(name).capitalize()}: mean" + (" and range" if ranged else "")
            panels.append(Panel(title, [Curve(steps[column + "mean"])], band=band))
    return panels


def _iteration_panel(steps: Mapping[str, Array]) -> list[Panel]:
    """Only where a solver iterates."""
    curves = []
    for column in steps:
        parts = column.split(".")
        is_count = parts[0] == "solves" and parts[-1] == "iterations" and _has(steps, column)
        if is_count and np.nanmax(steps[column]) > 0:
            curves.append(Curve(steps[column], style.plain(".".join(parts[1:-1]))))
    return [Panel("Iterations", curves)] if curves else []


def _draw_panel(axes: Axes, time: Floats, panel: Panel) -> None:
    if panel.band is not None:
        known = np.isfinite(time + panel.band[0] + panel.band[1])
        lower, upper = (edge[known] for edge in panel.band)
        axes.fill_between(time[known], lower, upper, alpha=0.2, linewidth=0)
    for curve in panel.curves:
        known = np.isfinite(time + curve.values)
        marker = "o" if known.sum() == 1 else None
        style_of_line = "--" if curve.dashed else "-"
        axes.plot(time[known], curve.values[known], style_of_line, marker=marker, label=curve.label)
    _scale_values(axes, panel)
    if any(curve.label for curve in panel.curves):
        axes.legend(fontsize=8)
    axes.set_title(panel.title, loc="left")
    axes.grid(color="0.9", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)


def _scale_values(axes: Axes, panel: Panel) -> None:
    """Logarithmic where asked for and values span decades; never zoomed into rounding, nor out to
    the jump of the first steps."""
    values = np.concatenate([curve.values[np.isfinite(curve.values)] for curve in panel.curves])
    if len(values) == 0:
        return
    if panel.logarithmic and values.min() > 0 and values.max() > 20 * values.min():
        axes.set_yscale("log")
        return
    centre, spread = (values.max() + values.min()) / 2, values.max() - values.min()
    if panel.band is None and spread < 1e-6 * abs(centre):
        axes.set_ylim(*sorted((0.95 * centre, 1.05 * centre)))
    settled = _settled_range(panel)
    if panel.band is None and spread > 4 * (settled[1] - settled[0]) > 0:
        margin = 0.1 * (settled[1] - settled[0])
        axes.set_ylim(settled[0] - margin, settled[1] + margin)
    axes.ticklabel_format(axis="y", useOffset=False, scilimits=(-3, 4))


def _settled_range(panel: Panel) -> tuple[float, float]:
    """Smallest and largest value after the first twentieth of the steps."""
    later = np.concatenate([curve.values[len(curve.values) // 20 :] for curve in panel.curves])
    later = later[np.isfinite(later)]
    return (later.min(), later.max()) if len(later) else (0.0, 0.0)
