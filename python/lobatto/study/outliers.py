"""Repeats that stand out among others."""

import numpy as np

from lobatto.arrays import Array, Floats

OUTLYING = 3.5
"""Distances from the median, in standard deviations as the median absolute deviation estimates
them, beyond which one of many values is called outlying (Iglewicz and Hoaglin 1993)."""
SMALL_SAMPLE = 5.0
"""That estimate of a few values is often far too small: the limit is 1 + SMALL_SAMPLE / (n - 1)
times as far. So at most one in twenty sets of n repeats with normal scatter has one named."""
LEAST_DISTANCE = 0.05
"""Of the median: repeats nearer than that are never named, however close the others are."""
FEWEST = 4
"""Repeats without which nothing can be called outlying."""
DEVIATIONS = 1.4826
"""The standard deviation of a normal distribution over its median absolute deviation."""


def deviation(values: Floats) -> float:
    """The standard deviation by the median absolute deviation, which few values cannot move."""
    return float(DEVIATIONS * np.median(np.abs(values - np.median(values))))


def stands_out(values: Floats) -> Array:
    """Whether each is outlying [n]; none of fewer than FEWEST."""
    if len(values) < FEWEST:
        return np.zeros(len(values), bool)
    median = np.median(values)
    far = OUTLYING * (1 + SMALL_SAMPLE / (len(values) - 1)) * deviation(values)
    return np.abs(values - median) > max(far, LEAST_DISTANCE * median)
