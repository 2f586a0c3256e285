"""All budgets of a flow on a line, in wall units."""

from dataclasses import dataclass

from lobatto.statistics.budgets import Budget, closure, energy_budget, stress_budget
from lobatto.statistics.forces import left_out
from lobatto.statistics.grid import Grid
from lobatto.statistics.lines import Line
from lobatto.statistics.profiles import friction_scalar
from lobatto.statistics.scalar_budgets import flux_budget, variance_budget
from lobatto.statistics.scalar_source import linear_source
from lobatto.statistics.wall_statistics import WallStatistics
from lobatto.statistics.wall_units import WallUnits

STRESSES = ("uu", "vv", "ww", "uv", "uw", "vw")


@dataclass(frozen=True)
class BudgetLine:
    """name: k, uu, ..., dye_dye, u_dye, ...; section: term -> values on the grid; unit: of the
    wall; closure: of the whole section, as budgets.closure has it; note: what is not in it."""

    name: str
    grid: Grid
    section: Budget
    unit: float
    closure: float
    note: str = ""

    def terms_on(self, line: Line) -> Budget:
        """term -> values on a line, in the units of the case."""
        return {term: line.take(self.grid, values) for term, values in self.section.items()}


def budget_lines(walls: WallStatistics, line: Line, units: WallUnits) -> list[BudgetLine]:
    """Every budget that was gathered; none where only basic quantities were."""
    if not walls.measured.is_full:
        return []
    moments, viscosity = walls.moments, walls.viscosity
    budgets = {"k": energy_budget(moments, viscosity)}
    for stress in STRESSES:
        i, j = (line.axis(role) for role in stress)
        budgets[stress] = stress_budget(moments, i, j, viscosity)
    note = _left_out(walls)
    lines = [_closed(walls, name, budget, units.budget, note) for name, budget in budgets.items()]
    for scalar in walls.statistics.scalars:
        lines += _scalar_lines(walls, line, units, scalar)
    return lines


def _left_out(walls: WallStatistics) -> str:
    statistics = walls.statistics
    return left_out(
        statistics.case,
        statistics.overrides,
        statistics.scalars,
        walls.moments.has_force,
    )


def _scalar_lines(
    walls: WallStatistics, line: Line, units: WallUnits, scalar: str
) -> list[BudgetLine]:
    statistics, viscosity = walls.statistics, walls.viscosity
    moments = walls.scalar_moments(scalar)
    diffusivity = statistics.scalars[scalar].diffusivity
    source = linear_source(statistics.case, statistics.overrides, scalar, tuple(statistics.scalars))
    note = "its source is not linear in u, v, w and itself: left to the residual"
    note = note if source is None else ""
    t_tau = friction_scalar(walls, scalar)
    variance = variance_budget(moments, diffusivity, source)
    unit = t_tau**2 / units.time
    lines = [_closed(walls, f"{scalar}_{scalar}", variance, unit, note)]
    for role in "uvw":
        flux = flux_budget(moments, line.axis(role), viscosity, diffusivity, source)
        unit = units.u_tau * t_tau / units.time
        lines.append(_closed(walls, f"{role}_{scalar}", flux, unit, note))
    return lines


def _closed(
    walls: WallStatistics, name: str, budget: Budget, unit: float, note: str = ""
) -> BudgetLine:
    return BudgetLine(name, walls.grid, budget, unit, closure(walls.grid, budget), note)
