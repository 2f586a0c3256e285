"""The figures of a procurement, as formulas.

Sustained performance (SSP, of NERSC) and capability improvement (CI, of the ASC programme) as
Wichmann et al., Performance on Trinity (a Cray XC40) with Acceptance-Applications and Benchmarks,
Cray User Group 2016, state and use them.
"""

from collections.abc import Sequence

import numpy as np


def geometric_mean(values: Sequence[float]) -> float:
    """Of positive numbers."""
    return float(np.exp(np.mean(np.log(values))))


def sustained_performance(rates: Sequence[float], nodes: float) -> float:
    """SSP = nodes of the machine x geometric mean of the rates per node of all applications."""
    return nodes * geometric_mean(rates)


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """sum w v / sum w: speed-ups of the parts of an application."""
    return float(np.average(values, weights=weights))


def capability_improvement(size_ratio: float, speed_up: float) -> float:
    """CI = growth of the problem x speed-up of the run time."""
    return size_ratio * speed_up
