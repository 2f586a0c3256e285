"""Statistics of runs: averages, moments of fluctuations, wall units, budgets, convergence."""

from lobatto.statistics.moments import Moments
from lobatto.statistics.reference_files import read_reference
from lobatto.statistics.statistics import Statistics
from lobatto.statistics.wall_statistics import WallStatistics, wall_statistics

__all__ = ["Moments", "Statistics", "WallStatistics", "read_reference", "wall_statistics"]
