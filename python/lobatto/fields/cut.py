"""A field of curved elements on an axis-aligned plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Floats, Integers
from lobatto.fields.cut_surface import CutSurface, triangle_areas


@dataclass(frozen=True)
class Cut:
    """A field on a cut surface: linear on triangles that are small against the elements.

    values: [points, components] on the points of the surface.
    """

    surface: CutSurface
    values: Floats

    @property
    def axes(self) -> tuple[int, int]:
        """The two directions that span the plane, the fast one first."""
        return self.surface.axes

    @property
    def normal(self) -> int:
        """The direction that the plane does not hold."""
        return 3 - sum(self.axes)

    @property
    def n_components(self) -> int:
        """1 of a scalar, 3 of a velocity."""
        return self.values.shape[1]

    @property
    def area(self) -> float:
        """In the squared unit of length of the case."""
        return float(triangle_areas(self.surface.points, self.surface.triangles).sum())

    def extent(self, axis: int) -> tuple[float, float]:
        """Where the cut begins and ends along one of its axes."""
        coordinates = self.surface.points[:, self.axes.index(axis)]
        return coordinates.min(), coordinates.max()

    def evaluate(self, fast: ArrayLike, slow: ArrayLike) -> Floats:
        """[components, slow points, fast points] at the points of a tensor grid with ascending
        coordinates; NaN outside of the elements."""
        fast, slow = np.asarray(fast, float), np.asarray(slow, float)
        triangle, i, j = self._grid_points(fast, slow)
        with np.errstate(divide="ignore", invalid="ignore"):  # without an area it holds no point
            of_b, of_c = self._weights(triangle, fast[i], slow[j])
            inside = np.minimum(np.minimum(of_b, of_c), 1 - of_b - of_c) > -1e-9
        of_b, of_c = of_b[inside], of_c[inside]
        triangle, i, j = triangle[inside], i[inside], j[inside]
        result = np.full((self.n_components, len(slow), len(fast)), np.nan)
        for component, values in zip(result, self.values.T, strict=True):
            at_a, at_b, at_c = values[self.surface.triangles].T
            component[j, i] = (
                at_a[triangle] + of_b * (at_b - at_a)[triangle] + of_c * (at_c - at_a)[triangle]
            )
        return result

    def _weights(self, triangle: Integers, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Barycentric coordinates of points in a triangle each, of its second and third corner:
        linear in the place, so that a few numbers of every triangle do."""
        a, b, c = self.surface.points[self.surface.triangles].transpose(1, 2, 0)
        b, c = b - a, c - a
        b, c = np.stack([c[1], -c[0], -b[1], b[0]]).reshape(2, 2, -1) / (b[0] * c[1] - b[1] * c[0])
        x, y = x - a[0, triangle], y - a[1, triangle]
        return (
            b[0, triangle] * x + b[1, triangle] * y,
            c[0, triangle] * x + c[1, triangle] * y,
        )

    def _grid_points(self, fast: Floats, slow: Floats) -> tuple[Integers, Integers, Integers]:
        """(triangle, index along fast, along slow) of the grid points in its bounding rectangle."""
        corners = self.surface.points[self.surface.triangles]
        lower, upper = corners.min(axis=1), corners.max(axis=1)
        begin = [np.searchsorted(grid, lower[:, d]) for d, grid in enumerate((fast, slow))]
        end = [
            np.searchsorted(grid, upper[:, d], side="right") for d, grid in enumerate((fast, slow))
        ]
        n_fast, n_slow = end[0] - begin[0], end[1] - begin[1]
        counts = n_fast * n_slow
        triangle = np.repeat(np.arange(len(counts)), counts)
        rank = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        across = n_fast[triangle]
        return triangle, begin[0][triangle] + rank % across, begin[1][triangle] + rank // across

    def mean(self) -> Floats:
        """[components]: averages over the cut."""
        areas = triangle_areas(self.surface.points, self.surface.triangles)
        of_triangle = self.values[self.surface.triangles].mean(axis=1)
        return areas @ of_triangle / areas.sum()

    def component(self, index: int) -> Cut:
        """One of the components, a cut again: values [points, 1]."""
        return self.with_values(self.values[:, index : index + 1])

    def with_values(self, values: Floats) -> Cut:
        """Other values [points, components] on the same surface."""
        return Cut(self.surface, values)
