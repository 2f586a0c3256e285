"""Mirrors and exchanges of axes of averages: folding a channel, octants of a square duct.

A mirror changes the sign of every component along its axis: <uv> with y -> -y is odd, <vv> even. An
exchange of x and y turns <uw> at (x, y) into <vw> at (y, x). Averages over the members of a
group are made by taking the mean with each generator in turn; for the octants of a square these are
the two mirrors, then the diagonal.
"""

from dataclasses import dataclass

import numpy as np

from lobatto.statistics import moment_names
from lobatto.statistics.averages import mean_of


@dataclass(frozen=True)
class Mirror:
    """About the middle of a direction; along one that is averaged it only changes signs."""

    axis: int

    def apply(self, averages):
        dimension = _dimension(averages.grid, self.axis)

        def make(group, name):
            components = _components(name)
            values = group[name] if dimension is None else np.flip(group[name], dimension)
            return -values if components.count(self.axis) % 2 else values

        return averages.map(make)

    def __str__(self):
        return f"{moment_names.AXES[self.axis]} mirrored"


@dataclass(frozen=True)
class Exchange:
    """Two directions with the same elements change places."""

    first: int
    second: int

    def apply(self, averages):
        grid = averages.grid
        dimensions = _dimension(grid, self.first), _dimension(grid, self.second)

        def make(group, name):
            source = moment_names.exchanged(name, self.first, self.second)
            return np.swapaxes(group[source], *dimensions)

        return averages.map(make)

    def __str__(self):
        first, second = moment_names.AXES[self.first], moment_names.AXES[self.second]
        return f"{first} and {second} exchanged"


def symmetrised(averages, symmetries):
    """The mean over the group that the symmetries generate."""
    for symmetry in symmetries:
        averages = mean_of(averages, symmetry.apply(averages))
    return averages


def _dimension(grid, axis):
    return grid.axes.index(axis) if axis in grid.axes else None


def _components(name):
    table = moment_names.scalar_components() if "T" in name else moment_names.flow_components()
    return table[name]
