"""Where the mean of a series changes, and where it changes and comes back.

Of x_1 .. x_n with mean m and S_k = sum of (x_i - m) for i <= k,

    one change      max over k of      |S_k| / sqrt(k (n - k) / n)
    there and back  max over i < j of  |S_j - S_i| / sqrt(l (n - l) / n),  l = j - i

are the largest differences between the means of two parts, in units of their error: Sen and
Srivastava, Annals of Statistics 3 (1975), and Olshen et al., Biostatistics 5 (2004). Such a maximum
counts when few permutations of the series have as large a one: p = (1 + number of those) / (1 +
number of permutations) (Phipson and Smyth, Statistical Applications in Genetics and Molecular
Biology 9, 2010), which is exact for values that are exchangeable, whatever their distribution. Both
are tried in this order, each at half of the level, and then the parts in the same way, which is
binary segmentation (Scott and Knott, Biometrics 30, 1974).

Before each test values are drawn in to CLIP robust standard deviations from the median of the part,
so that one wild day is no change. That does not depend on the order of the values, so the level
of the test stays as it is. The permutations are the same each time: equal series have equal
changes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from lobatto.arrays import Floats, Integers

SHORTEST = 3
"""Values between two changes, at least."""
CLIP = 4.0
"""Standard deviations, as the median absolute deviation estimates them."""
DEVIATIONS = 1.4826
"""The standard deviation of a normal distribution over its median absolute deviation."""
FIRST_BATCH, LAST_BATCH = 20, 640
"""Permutations that are looked at before it is asked whether it is known."""


@dataclass(frozen=True)
class ChangeTest:
    """level: the chance of a change in a series that has none."""

    level: float = 0.001

    @property
    def n_permutations(self) -> int:
        """So many that two as large maxima still let a change count."""
        return int(np.ceil(3 / (self.level / 2))) - 1


@dataclass(frozen=True)
class Found:
    """Of each row of sums: the largest difference of means over its error, and its bounds."""

    largest: Floats
    first: Integers
    last: Integers


Search: TypeAlias = Callable[[Floats], Found]
"""Of sums [rows][n + 1], 0 and S_1 .. S_n."""


def change_points(values: Floats, test: ChangeTest) -> list[int]:
    """The indices of the first values after each change, in order."""
    return _changes(np.asarray(values, dtype=float), 0, test)


def _changes(values: Floats, offset: int, test: ChangeTest) -> list[int]:
    for search in (_one_change, _there_and_back):
        inner = _tested(_drawn_in(values), search, test)
        if inner:
            parts = zip(np.split(values, inner), [0, *inner], strict=True)
            inside = [k for part, start in parts for k in _changes(part, offset + start, test)]
            return sorted([*(offset + k for k in inner), *inside])
    return []


def _one_change(sums: Floats) -> Found:
    n = sums.shape[1] - 1
    k = np.arange(SHORTEST, n - SHORTEST + 1)
    contrasts = np.abs(sums[:, k]) / np.sqrt(k * (n - k) / n)
    place = contrasts.argmax(axis=1)
    return Found(contrasts.max(axis=1), k[place], np.full(len(sums), n))


def _there_and_back(sums: Floats) -> Found:
    n = sums.shape[1] - 1
    inner = sums[:, SHORTEST : n - SHORTEST + 1]
    rows = np.arange(len(sums))
    largest = np.zeros(len(sums))
    first, last = np.zeros(len(sums), int), np.full(len(sums), n)
    for length in range(SHORTEST, inner.shape[1]):
        contrasts = np.abs(inner[:, length:] - inner[:, :-length])
        contrasts /= np.sqrt(length * (n - length) / n)
        place = contrasts.argmax(axis=1)
        better = contrasts[rows, place] > largest
        largest = np.where(better, contrasts[rows, place], largest)
        first = np.where(better, place + SHORTEST, first)
        last = np.where(better, place + SHORTEST + length, last)
    return Found(largest, first, last)


def _drawn_in(values: Floats) -> Floats:
    middle = np.median(values)
    width = CLIP * DEVIATIONS * float(np.median(np.abs(values - middle)))
    return np.clip(values, middle - width, middle + width) if width > 0 else values


def _tested(values: Floats, search: Search, test: ChangeTest) -> list[int]:
    """The places of the largest difference if it counts, else none."""
    n = len(values)
    if n < 2 * SHORTEST or np.ptp(values) == 0:
        return []
    found = search(_sums(values[None, :]))
    if not _counts(values, search, float(found.largest[0]), test):
        return []
    return [int(k) for k in (found.first[0], found.last[0]) if 0 < k < n]


def _sums(rows: Floats) -> Floats:
    """0, S_1 .. S_n of each row."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.concatenate([np.zeros((len(rows), 1)), np.cumsum(centred, axis=1)], axis=1)


def _counts(values: Floats, search: Search, largest: float, test: ChangeTest) -> bool:
    """Whether at most so many permutations as the level allows have as large a maximum. Stops as
    soon as it is known, which is soon where there is no change."""
    least = largest * (1 - 1e-12)  # the same sum in another order
    random = np.random.default_rng(len(values))
    allowed = test.level / 2 * (test.n_permutations + 1) - 1
    batch, larger, done = FIRST_BATCH, 0, 0
    while done < test.n_permutations and larger <= allowed:
        count = min(batch, test.n_permutations - done)
        rows = random.permuted(np.tile(values, (count, 1)), axis=1)
        larger += int(np.count_nonzero(search(_sums(rows)).largest >= least))
        done += count
        batch = min(2 * batch, LAST_BATCH)
    return larger <= allowed
