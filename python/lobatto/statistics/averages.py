"""Raw moments on a grid: what files hold, combined or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from lobatto.arrays import Floats
from lobatto.statistics.grid import Grid

Group: TypeAlias = Mapping[str, Floats]
"""Averages by name, each an array on the grid."""


class LazyValues(Group):
    """name -> array, made by a function when first asked for."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Floats]) -> None:
        self._names, self._make = tuple(names), make
        self._made: dict[str, Floats] = {}

    def __getitem__(self, name: str) -> Floats:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


@dataclass(frozen=True)
class Averages:
    """flow: name -> array of velocity and pressure; scalars: name of the scalar -> the same. What
    names mean is in docs/statistics.md."""

    grid: Grid
    flow: Group
    scalars: Mapping[str, Group]

    def map(self, make: Callable[[Group, str], Floats]) -> Averages:
        """Averages made array by array: make(group, name), group being one of the mappings."""
        return Averages(
            self.grid,
            _mapped(self.flow, make),
            {scalar: _mapped(group, make) for scalar, group in self.scalars.items()},
        )

    @property
    def is_full(self) -> bool:
        """Whether third moments and gradients were gathered, which budgets need."""
        return "uuu" in self.flow


def _mapped(group: Group, make: Callable[[Group, str], Floats]) -> LazyValues:
    return LazyValues(group, lambda name: make(group, name))


def mean_of(first: Averages, second: Averages) -> Averages:
    """Of two averages on the same grid, with equal weights."""
    return Averages(
        first.grid,
        _half_sum(first.flow, second.flow),
        {name: _half_sum(group, second.scalars[name]) for name, group in first.scalars.items()},
    )


def _half_sum(first: Group, second: Group) -> LazyValues:
    return LazyValues(first, lambda name: (first[name] + second[name]) / 2)
