"""Mirrors and exchanges of axes of averages: folding a channel, octants of a square duct.

A mirror changes the sign of every component along its axis: <uv> with y -> -y is odd, <vv> even. An
exchange of x and y turns <uw> at (x, y) into <vw> at (y, x). Averages over the members of a
group are made by taking the mean with each generator in turn; for the octants of a square these are
the two mirrors, then the diagonal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from lobatto.arrays import Floats
from lobatto.statistics import moment_names
from lobatto.statistics.averages import Averages, Group, mean_of
from lobatto.statistics.grid import Grid


@dataclass(frozen=True)
class Mirror:
    """About the middle of a direction; along one that is averaged it only changes signs."""

    axis: int

    def apply(self, averages: Averages) -> Averages:
        dimension = _dimension(averages.grid, self.axis)

        def make(group: Group, name: str) -> Floats:
            components = _components(name)
            values = group[name] if dimension is None else np.flip(group[name], dimension)
            return -values if components.count(self.axis) % 2 else values

        return averages.map(make)

    def __str__(self) -> str:
        return f"{moment_names.AXES[self.axis]} mirrored"


@dataclass(frozen=True)
class Exchange:
    """Two directions with the same elements change places."""

    first: int
    second: int

    def apply(self, averages: Averages) -> Averages:
        first, second = (averages.grid.axes.index(axis) for axis in (self.first, self.second))

        def make(group: Group, name: str) -> Floats:
            source = moment_names.exchanged(name, self.first, self.second)
            return np.swapaxes(group[source], first, second)

        return averages.map(make)

    def __str__(self) -> str:
        first, second = moment_names.AXES[self.first], moment_names.AXES[self.second]
        return f"{first} and {second} exchanged"


Symmetry: TypeAlias = Mirror | Exchange


def symmetrised(averages: Averages, symmetries: Iterable[Symmetry]) -> Averages:
    """The mean over the group that the symmetries generate."""
    for symmetry in symmetries:
        averages = mean_of(averages, symmetry.apply(averages))
    return averages


def _dimension(grid: Grid, axis: int) -> int | None:
    return grid.axes.index(axis) if axis in grid.axes else None


def _components(name: str) -> tuple[int, ...]:
    if moment_names.is_of_force(name):
        return moment_names.force_components()[name]
    table = moment_names.scalar_components() if "T" in name else moment_names.flow_components()
    return table[name]
