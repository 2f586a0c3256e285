"""The nodes of a box in the directions that averages leave, and calculus on them."""

from dataclasses import dataclass

import numpy as np

from lobatto import spectral

TOLERANCE = 1e-9


def refined(points, n):
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

    nodes: np.ndarray
    ticks: tuple
    axes: tuple

    @property
    def shape(self):
        return tuple((len(self.ticks[axis]) - 1) * len(self.nodes) for axis in self.axes)

    def bounds(self, axis):
        return float(self.ticks[axis][0]), float(self.ticks[axis][-1])

    def length(self, axis):
        lower, upper = self.bounds(axis)
        return upper - lower

    def middle(self, axis):
        return sum(self.bounds(axis)) / 2

    def coordinates(self, axis):
        """[E n]"""
        ticks = self.ticks[axis]
        return (ticks[:-1, None] + np.diff(ticks)[:, None] * (1 + self.nodes) / 2).ravel()

    def weights(self, axis):
        """[E n]: integrate along the direction."""
        return np.outer(np.diff(self.ticks[axis]) / 2, spectral.gll_weights(self.nodes)).ravel()

    def derivative(self, values, axis):
        """Along a direction, element by element; 0 along one that averages do not leave."""
        if axis not in self.axes:
            return np.zeros_like(values)
        matrix = spectral.derivative_matrix(self.nodes)
        scale = 2 / np.diff(self.ticks[axis])
        return self._by_element(values, axis, lambda v: v @ matrix.T * scale[:, None])

    def integral(self, values, axis):
        """From the lower end of a direction up to each node."""
        matrix = spectral.integration_matrix(self.nodes)
        scale = np.diff(self.ticks[axis]) / 2

        def integrate(v):
            within = v @ matrix.T * scale[:, None]
            before = np.cumsum(within[..., -1], axis=-1) - within[..., -1]
            return within + before[..., None]

        return self._by_element(values, axis, integrate)

    def mean(self, values, axes=None):
        """Over all directions that are left, or over some of them, which then are gone."""
        axes = self.axes if axes is None else axes
        for axis in sorted(axes, key=self.axes.index, reverse=True):
            weights = self.weights(axis) / self.length(axis)
            values = np.tensordot(values, weights, (self.axes.index(axis), 0))
        return values

    def averaged(self, axes):
        """The grid that is left after averaging along more directions."""
        return Grid(self.nodes, self.ticks, tuple(a for a in self.axes if a not in axes))

    def evaluate(self, values, places):
        """At places, axis -> points or one point, of the polynomials; where elements meet the mean
        of both sides. Directions of one point are gone from the result."""
        for axis in sorted(places, key=self.axes.index, reverse=True):
            dimension = self.axes.index(axis)
            rows = self._interpolation(axis, np.atleast_1d(places[axis]))
            values = np.moveaxis(np.tensordot(rows, values, (1, dimension)), 0, dimension)
            if np.ndim(places[axis]) == 0:
                values = values.squeeze(dimension)
        return values

    def places(self, axis):
        """The different coordinates of nodes along a direction, ascending."""
        coordinates = self.coordinates(axis).reshape(-1, len(self.nodes))
        return np.append(coordinates[:, :-1].ravel(), coordinates[-1, -1])

    def fine_places(self, axis, n=8):
        """With n steps from each place to the next."""
        return refined(self.places(axis), n)

    def is_mirrored(self, axis):
        """Whether elements are the same from both ends."""
        lengths = np.diff(self.ticks[axis])
        return np.allclose(lengths, lengths[::-1], rtol=TOLERANCE, atol=0)

    def is_alike(self, first, second):
        """Whether elements along two directions have the same lengths."""
        lengths = [np.diff(self.ticks[axis]) for axis in (first, second)]
        return len(lengths[0]) == len(lengths[1]) and np.allclose(*lengths, rtol=TOLERANCE, atol=0)

    def _by_element(self, values, axis, operation):
        dimension = self.axes.index(axis)
        last = np.moveaxis(values, dimension, -1)
        apart = last.reshape(*last.shape[:-1], -1, len(self.nodes))
        return np.moveaxis(operation(apart).reshape(last.shape), -1, dimension)

    def _interpolation(self, axis, points):
        """[points, E n]"""
        ticks = self.ticks[axis]
        from_above = spectral.line_matrix(ticks, self.nodes, points)
        from_below = spectral.line_matrix(-ticks[::-1], self.nodes, -points)[:, ::-1]
        return (from_above + from_below) / 2
