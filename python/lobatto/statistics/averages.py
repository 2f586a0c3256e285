"""Raw moments on a grid: what files hold, combined or mirrored."""

from collections.abc import Mapping
from dataclasses import dataclass

from lobatto.statistics.grid import Grid


class LazyValues(Mapping):
    """name -> array, made by a function when first asked for."""

    def __init__(self, names, make):
        self._names, self._make, self._made = tuple(names), make, {}

    def __getitem__(self, name):
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)

    def __contains__(self, name):
        return name in self._names


@dataclass(frozen=True)
class Averages:
    """flow: name -> array of velocity and pressure; scalars: name of the scalar -> the same. What
    names mean is in docs/statistics.md."""

    grid: Grid
    flow: Mapping
    scalars: Mapping

    def map(self, make):
        """Averages made array by array: make(group, name), group being one of the mappings."""
        return Averages(
            self.grid,
            _mapped(self.flow, make),
            {scalar: _mapped(group, make) for scalar, group in self.scalars.items()},
        )

    @property
    def is_full(self):
        """Whether third moments and gradients were gathered, which budgets need."""
        return "uuu" in self.flow


def _mapped(group, make):
    return LazyValues(group, lambda name: make(group, name))


def mean_of(first, second):
    """Of two averages on the same grid, with equal weights."""
    return Averages(
        first.grid,
        _half_sum(first.flow, second.flow),
        {name: _half_sum(group, second.scalars[name]) for name, group in first.scalars.items()},
    )


def _half_sum(first, second):
    return LazyValues(first, lambda name: (first[name] + second[name]) / 2)
