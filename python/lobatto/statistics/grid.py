"""The nodes of a box in the directions that averages leave, and calculus on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats

TOLERANCE = 1e-9


def refined(points: Floats, n: int) -> Floats:
    """Ascending points with n steps from each to the next."""
    between = points[:-1, None] + np.diff(points)[:, None] * np.arange(n) / n
    return np.append(between.ravel(), points[-1])


@dataclass(frozen=True)
class Grid:
    """Arrays on it have a dimension [E n] for each direction that is left, slowest first: E
    elements of n GLL nodes, so that nodes where elements meet occur twice.

    nodes: on [-1, 1]; ticks: element boundaries along x, y, z; axes: directions that are left,
    slowest first, such as (1, 0) after averaging along z.
    """

    nodes: Floats
    ticks: tuple[Floats, ...]
    axes: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Of arrays on the grid."""
        return tuple((len(self.ticks[axis]) - 1) * len(self.nodes) for axis in self.axes)

    def bounds(self, axis: int) -> tuple[float, float]:
        """The lowest and the highest coordinate along a direction, in units of the case."""
        return float(self.ticks[axis][0]), float(self.ticks[axis][-1])

    def length(self, axis: int) -> float:
        """From end to end of a direction."""
        lower, upper = self.bounds(axis)
        return upper - lower

    def middle(self, axis: int) -> float:
        """The coordinate half way between the ends."""
        return sum(self.bounds(axis)) / 2

    def coordinates(self, axis: int) -> Floats:
        """[E n]"""
        ticks = self.ticks[axis]
        return (ticks[:-1, None] + np.diff(ticks)[:, None] * (1 + self.nodes) / 2).ravel()

    def weights(self, axis: int) -> Floats:
        """[E n]: integrate along the direction."""
        return np.outer(np.diff(self.ticks[axis]) / 2, spectral.gll_weights(self.nodes)).ravel()

    def derivative(self, values: Floats, axis: int) -> Floats:
        """Along a direction, element by element; 0 along one that averages do not leave."""
        if axis not in self.axes:
            return np.zeros_like(values)
        matrix = spectral.derivative_matrix(self.nodes)
        scale = 2 / np.diff(self.ticks[axis])
        return self._by_element(values, axis, lambda v: v @ matrix.T * scale[:, None])

    def integral(self, values: Floats, axis: int) -> Floats:
        """From the lower end of a direction up to each node."""
        matrix = spectral.integration_matrix(self.nodes)
        scale = np.diff(self.ticks[axis]) / 2

        def integrate(v: Floats) -> Floats:
            within = v @ matrix.T * scale[:, None]
            before = np.cumsum(within[..., -1], axis=-1) - within[..., -1]
            return within + before[..., None]

        return self._by_element(values, axis, integrate)

    def mean(self, values: Floats, axes: Sequence[int] | None = None) -> Floats:
        """Over all directions that are left, or over some of them, which then are gone."""
        axes = self.axes if axes is None else axes
        for axis in sorted(axes, key=self.axes.index, reverse=True):
            weights = self.weights(axis) / self.length(axis)
            values = np.tensordot(values, weights, (self.axes.index(axis), 0))
        return values

    def averaged(self, axes: Sequence[int]) -> Grid:
        """The grid that is left after averaging along more directions."""
        return Grid(self.nodes, self.ticks, tuple(a for a in self.axes if a not in axes))

    def evaluate(self, values: Floats, places: Mapping[int, Floats | float]) -> Floats:
        """At places, axis -> points or one point, of the polynomials; where elements meet the mean
        of both sides. Directions of one point are gone from the result."""
        for axis in sorted(places, key=self.axes.index, reverse=True):
            dimension = self.axes.index(axis)
            rows = self._interpolation(axis, np.atleast_1d(places[axis]))
            values = np.moveaxis(np.tensordot(rows, values, (1, dimension)), 0, dimension)
            if np.ndim(places[axis]) == 0:
                values = values.squeeze(dimension)
        return values

    def places(self, axis: int) -> Floats:
        """The different coordinates of nodes along a direction, ascending."""
        coordinates = self.coordinates(axis).reshape(-1, len(self.nodes))
        return np.append(coordinates[:, :-1].ravel(), coordinates[-1, -1])

    def fine_places(self, axis: int, n: int = 8) -> Floats:
        """With n steps from each place to the next."""
        return refined(self.places(axis), n)

    def is_mirrored(self, axis: int) -> bool:
        """Whether elements are the same from both ends."""
        lengths = np.diff(self.ticks[axis])
        return np.allclose(lengths, lengths[::-1], rtol=TOLERANCE, atol=0)

    def is_alike(self, first: int, second: int) -> bool:
        """Whether elements along two directions have the same lengths."""
        of_first, of_second = (np.diff(self.ticks[axis]) for axis in (first, second))
        if len(of_first) != len(of_second):
            return False
        return np.allclose(of_first, of_second, rtol=TOLERANCE, atol=0)

    def _by_element(
        self, values: Floats, axis: int, operation: Callable[[Floats], Floats]
    ) -> Floats:
        dimension = self.axes.index(axis)
        last = np.moveaxis(values, dimension, -1)
        apart = last.reshape(*last.shape[:-1], -1, len(self.nodes))
        return np.moveaxis(operation(apart).reshape(last.shape), -1, dimension)

    def _interpolation(self, axis: int, points: Floats) -> Floats:
        """[points, E n]"""
        ticks = self.ticks[axis]
        from_above = spectral.line_matrix(ticks, self.nodes, points)
        from_below = spectral.line_matrix(-ticks[::-1], self.nodes, -points)[:, ::-1]
        return (from_above + from_below) / 2
