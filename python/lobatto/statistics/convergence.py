"""How far averages can be trusted: scatter of windows, balances, spacing of samples, asymmetry."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from lobatto.arrays import Floats
from lobatto.statistics.budgets import closure, energy_budget
from lobatto.statistics.lines import Line
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments
from lobatto.statistics.momentum import mean_divergence, momentum_residual, stress_balance
from lobatto.statistics.secondary_flow import largest_secondary
from lobatto.statistics.wall_statistics import WallStatistics, standard_error

LARGEST_SPACING = 17.0
"""Viscous time units between samples at most (Vinuesa et al. 2016)."""


@dataclass(frozen=True)
class Figure:
    """One number: name for programs, title and remark for people; error: the standard error from
    the scatter of windows, None where there is no sense in one."""

    name: str
    title: str
    value: float
    error: float | None = None
    remark: str = ""


WINDOW_FIGURES: dict[str, tuple[str, Callable[[WallStatistics], float]]] = {
    "re_tau": ("Re_tau", lambda walls: walls.re_tau),
    "friction_factor": ("friction factor 8 u_tau^2/U_b^2", lambda walls: walls.friction_factor),
    "centre_over_bulk": (
        "centre-line velocity U_c/U_b",
        lambda walls: walls.centre_velocity / walls.bulk_velocity,
    ),
    "bulk_plus": ("bulk velocity U_b/u_tau", lambda walls: walls.bulk_velocity / _u_tau(walls)),
    "centre_plus": (
        "centre-line velocity U_c/u_tau",
        lambda walls: walls.centre_velocity / _u_tau(walls),
    ),
    "skin_friction": (
        "skin friction 2 u_tau^2/U_b^2",
        lambda walls: 2 * _u_tau(walls) ** 2 / walls.bulk_velocity**2,
    ),
}
"""name -> title and how it comes from a WallStatistics, of all windows or of one."""


def _u_tau(walls: WallStatistics) -> float:
    return walls.friction.u_tau


def window_values(windows: Sequence[WallStatistics]) -> dict[str, Floats]:
    """name -> value in each window."""
    return {
        name: np.array([of(window) for window in windows])
        for name, (_, of) in WINDOW_FIGURES.items()
    }


def flow_figures(walls: WallStatistics, windows: Sequence[WallStatistics]) -> list[Figure]:
    """What papers print, with errors."""
    values, weights = window_values(windows), walls.statistics.weights
    figures = [
        Figure(name, title, float(of(walls)), float(standard_error(values[name], weights)))
        for name, (title, of) in WINDOW_FIGURES.items()
    ]
    if walls.flow.kind == "duct":
        largest = largest_secondary(walls, windows)
        place = ", ".join(
            f"{'xyz'[axis]} = {round(at, 9) + 0.0:.4g}"
            for axis, at in sorted(largest.place.items())
        )
        title = "largest secondary velocity / U_b"
        figures.append(Figure("secondary_over_bulk", title, largest.speed, largest.error, place))
    return figures


def convergence_figures(walls: WallStatistics, line: Line) -> list[Figure]:
    """Balances, spacing and asymmetry; the balance of stresses on the line."""
    figures = [_sample_spacing(walls), *_momentum_figures(walls, line)]
    if walls.measured.is_full:
        figures += _energy_figures(walls)
    return figures + _asymmetry_figures(walls)


def _sample_spacing(walls: WallStatistics) -> Figure:
    statistics = walls.statistics
    spacing = statistics.weight / statistics.samples / walls.units.time
    remark = f"limit {LARGEST_SPACING:g}" + (": exceeded" if spacing > LARGEST_SPACING else "")
    return Figure("sample_spacing_plus", "sample spacing, viscous times", spacing, None, remark)


def _momentum_figures(walls: WallStatistics, line: Line) -> list[Figure]:
    """Whether the force, the stresses and the friction at the walls are in balance."""
    u_tau, figures = walls.friction.u_tau, []
    if not walls.friction.is_from_walls:
        title = "u_tau of the wall over that of the force - 1"
        figures.append(Figure("wall_u_tau_excess", title, walls.friction.wall_u_tau / u_tau - 1))
    deviation = stress_balance(walls, line).deviation / u_tau**2
    squares = (deviation[1:] ** 2 + deviation[:-1] ** 2) / 2
    mean_square = squares @ np.diff(line.distance) / np.ptp(line.distance)
    force = walls.friction.force
    residual, divergence = momentum_residual(walls) / force, mean_divergence(walls) / force
    about = f"on {line.label}, parts of u_tau^2"
    kind = "total shear stress" if walls.flow.kind == "channel" else "momentum balance"
    rows = [
        ("stress_deviation", f"{kind}, largest deviation", abs(deviation).max(), about),
        ("stress_deviation_rms", f"{kind}, r.m.s. deviation", np.sqrt(mean_square), about),
        ("momentum_residual", "momentum equation, r.m.s. residual",
         np.sqrt(walls.grid.mean(residual**2)), "parts of the force"),
        ("mean_divergence", "U times divergence of the mean, r.m.s.",
         np.sqrt(walls.grid.mean(divergence**2)), "parts of the force"),
    ]  # fmt: skip
    figures += [Figure(name, title, float(v), None, remark) for name, title, v, remark in rows]
    return figures


def _energy_figures(walls: WallStatistics) -> list[Figure]:
    """Whether what the force puts in is what is dissipated, and how the budget of k closes."""
    moments, grid = walls.moments, walls.grid
    budget = energy_budget(moments, walls.viscosity)
    production, dissipation = (
        float(grid.mean(budget[term])) for term in ("production", "dissipation")
    )
    mean_flow = walls.viscosity * sum(
        float(grid.mean(moments.gradient(u, k) ** 2)) for u in VELOCITY for k in grid.axes
    )
    work = walls.friction.force * walls.bulk_velocity
    figures = [
        Figure("energy_residual", "budget of k, r.m.s. residual",
               closure(grid, budget), None, "parts of its largest term"),
        Figure("work_balance", "all dissipation over work of the force",
               (mean_flow - dissipation) / work, None, "1 when statistically steady"),
    ]  # fmt: skip
    if production > 0:
        title = "production over dissipation of k"
        figures.append(Figure("production_over_dissipation", title, -production / dissipation))
    return figures


def _asymmetry_figures(walls: WallStatistics) -> list[Figure]:
    """Largest difference between the averages as gathered and the symmetrised ones."""
    if not walls.flow.symmetries:
        return []
    measured, units = Moments(walls.measured), walls.units
    stream = VELOCITY[walls.flow.stream]
    others = [VELOCITY[axis] for axis in walls.flow.normals]

    def largest(values: Iterable[Floats]) -> float:
        return max(float(np.abs(value).max()) for value in values)

    def difference(factors: str) -> Floats:
        return measured.mean(factors) - walls.moments.mean(factors)

    stresses = [
        measured.central(a + b) - walls.moments.central(a + b)
        for a, b in combinations_with_replacement(VELOCITY, 2)
    ]
    remark = "largest, before symmetries, wall units"
    rows = [
        ("asymmetry_u", "asymmetry of stream-wise velocity",
         largest([difference(stream)]) / units.u_tau),
        ("asymmetry_stress", "asymmetry of stresses", largest(stresses) / units.u_tau**2),
    ]  # fmt: skip
    if walls.flow.kind == "duct":
        value = largest([difference(u) for u in others]) / units.u_tau
        rows.append(("asymmetry_secondary", "asymmetry of secondary flow", value))
    return [Figure(name, title, value, None, remark) for name, title, value in rows]
