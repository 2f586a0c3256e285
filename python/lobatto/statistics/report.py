"""Everything that `lobatto stats` finds out, before it is drawn and written."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lobatto.statistics.budget_lines import BudgetLine, budget_lines
from lobatto.statistics.convergence import Figure, convergence_figures, flow_figures
from lobatto.statistics.lines import Line, lines_of
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.momentum import StressBalance, stress_balance
from lobatto.statistics.profiles import LineProfiles, line_profiles
from lobatto.statistics.reference import Difference, Reference, differences
from lobatto.statistics.statistics import Statistics
from lobatto.statistics.wall_statistics import WallStatistics, wall_statistics
from lobatto.statistics.wall_units import WallUnits


@dataclass(frozen=True)
class Report:
    """windows: the same WallStatistics for each window; of each line profiles (LineProfiles),
    budgets (lists of BudgetLine) and balances; figures: of the flow, then of convergence."""

    walls: WallStatistics
    windows: list[WallStatistics]
    profiles: list[LineProfiles]
    budgets: list[list[BudgetLine]]
    balances: list[StressBalance]
    figures: list[Figure]
    references: list[Reference]
    differences: list[Difference]


def make_report(
    statistics: Statistics,
    symmetric: bool | None = None,
    at: Sequence[float] = (),
    scaling: str = "mean",
    references: Sequence[Reference] = (),
    whole: bool = False,
) -> Report:
    """scaling: wall units of "mean" or "local" friction, the latter that at the foot of each line;
    whole: profiles over the whole width even where halves are the same."""
    walls = wall_statistics(statistics, symmetric)
    windows = walls.each_window()
    lines = lines_of(walls, at, whole)
    units = [_units(walls, line, scaling) for line in lines]
    pairs = list(zip(lines, units, strict=True))
    profiles = [line_profiles(walls, windows, line, unit) for line, unit in pairs]
    budgets = [budget_lines(walls, line, unit) for line, unit in pairs]
    balances = [stress_balance(walls, line) for line in lines]
    figures = flow_figures(walls, windows) + convergence_figures(walls, lines[0])
    found = [row for r in references for row in differences(r, figures, profiles)]
    return Report(walls, windows, profiles, budgets, balances, figures, list(references), found)


def _units(walls: WallStatistics, line: Line, scaling: str) -> WallUnits:
    if scaling == "mean":
        return walls.units
    gradient = walls.moments.gradient(VELOCITY[walls.flow.stream], line.normal)
    stress = walls.viscosity * abs(line.take(walls.grid, gradient)[0])
    return WallUnits(float(np.sqrt(stress)), walls.viscosity)
