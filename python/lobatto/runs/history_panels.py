"""Which quantities of the record have a panel in the history of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.runs.run import Run


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

    def known(self) -> Floats:
        """The finite values of all curves."""
        return np.concatenate([curve.values[np.isfinite(curve.values)] for curve in self.curves])

    def is_logarithmic(self) -> bool:
        """Where asked for and values span decades."""
        values = self.known()
        return self.logarithmic and values.min() > 0 and bool(values.max() > 20 * values.min())

    def limits(self) -> tuple[float, float] | None:
        """Of a linear axis, where the values alone would zoom it into rounding, or out to the jump
        of the first steps; else None."""
        if self.band is not None or self.is_logarithmic():
            return None
        values, (lower, upper) = self.known(), self._settled_range()
        centre, spread = (values.max() + values.min()) / 2, values.max() - values.min()
        if spread > 4 * (upper - lower) > 0:
            margin = 0.1 * (upper - lower)
            return lower - margin, upper + margin
        if spread < 1e-6 * abs(centre):
            first, second = sorted((0.95 * centre, 1.05 * centre))
            return first, second
        return None

    def _settled_range(self) -> tuple[float, float]:
        """Smallest and largest value after the first twentieth of the steps."""
        later = np.concatenate([curve.values[len(curve.values) // 20 :] for curve in self.curves])
        later = later[np.isfinite(later)]
        return (later.min(), later.max()) if len(later) else (0.0, 0.0)


def panels_of(run: Run) -> list[Panel]:
    """None where the record has no time."""
    steps = run.steps
    panels: list[Panel] = []
    if not _has(steps, "time"):
        return panels

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
    if run.re_tau is None or not np.isfinite(run.re_tau).any():
        return []
    return [Panel("Re_tau", [Curve(run.re_tau)])]


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
    curves = [Curve(2 * viscosity * steps["enstrophy"], "2 nu enstrophy")]
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
            title = f"{name.capitalize()}: mean" + (" and range" if ranged else "")
            panels.append(Panel(title, [Curve(steps[column + "mean"])], band=band))
    return panels


def _iteration_panel(steps: Mapping[str, Array]) -> list[Panel]:
    """Only where a solver iterates."""
    curves = []
    for column in steps:
        parts = column.split(".")
        is_count = parts[0] == "solves" and parts[-1] == "iterations" and _has(steps, column)
        if is_count and np.nanmax(steps[column]) > 0:
            curves.append(Curve(steps[column], ".".join(parts[1:-1])))
    return [Panel("Iterations", curves)] if curves else []
