"""The chi-squared distribution, for any number of degrees of freedom."""

import math


def chi_squared_quantile(degrees: float, probability: float) -> float:
    """Where the distribution function has the probability, by bisection: to 12 digits."""
    lower, upper = 0.0, degrees + 20 * math.sqrt(2 * degrees) + 100
    while upper - lower > 1e-13 * upper:
        middle = (lower + upper) / 2
        if _distribution(degrees, middle) < probability:
            lower = middle
        else:
            upper = middle
    return upper


def _distribution(degrees: float, x: float) -> float:
    """P(a, y) = y^a exp(-y) / Gamma(a + 1) sum over k of y^k / ((a + 1) ... (a + k)), a = degrees /
    2, y = x / 2 (Abramowitz and Stegun 6.5.29)."""
    a, y = degrees / 2, x / 2
    if y <= 0:
        return 0.0
    term, total, k = 1.0, 1.0, 0
    while term > 1e-17 * total:
        k += 1
        term *= y / (a + k)
        total += term
    return math.exp(min(0.0, a * math.log(y) - y - math.lgamma(a + 1) + math.log(total)))
