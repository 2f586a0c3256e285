"""A field of a box on an axis-aligned plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from lobatto import spectral
from lobatto.arrays import Floats


@dataclass(frozen=True)
class Plane:
    """A field on an axis-aligned plane of a box: polynomials on rectangles.

    axes: the two directions that span it, the fast one first; ticks: element boundaries along them;
    values: [elements slow, elements fast, components, n slow, n fast] on the GLL nodes.
    """

    axes: tuple[int, int]
    ticks: tuple[Floats, Floats]
    nodes: Floats
    values: Floats

    @property
    def normal(self) -> int:
        """The direction that the plane does not hold."""
        return 3 - sum(self.axes)

    def extent(self, axis: int) -> tuple[float, float]:
        """Where the plane begins and ends along one of its axes."""
        ticks = self.ticks[self.axes.index(axis)]
        return ticks[0], ticks[-1]

    def evaluate(self, fast: ArrayLike, slow: ArrayLike) -> Floats:
        """[components, slow points, fast points] at the points of a tensor grid."""
        n = len(self.nodes)
        e_slow, e_fast, n_components = self.values.shape[:3]
        lines = self.values.transpose(2, 0, 3, 1, 4).reshape(n_components, e_slow * n, e_fast * n)
        to_fast = spectral.line_matrix(self.ticks[0], self.nodes, fast)
        to_slow = spectral.line_matrix(self.ticks[1], self.nodes, slow)
        return to_slow @ lines @ to_fast.T

    def derivative(self, axis: int) -> Plane:
        """The derivative along one of the two axes, a plane again."""
        matrix = spectral.derivative_matrix(self.nodes)
        if axis == self.axes[0]:
            scale = 2 / np.diff(self.ticks[0])
            values = self.values @ matrix.T * scale[None, :, None, None, None]
        elif axis == self.axes[1]:
            scale = 2 / np.diff(self.ticks[1])
            values = matrix @ self.values * scale[:, None, None, None, None]
        else:
            raise ValueError(f"axis {axis} is normal to the plane")
        return self.with_values(values)

    def normal_vorticity(self) -> Plane:
        """The component of the curl along the normal, of a velocity: a plane with one component."""
        first, second = (self.normal + 1) % 3, (self.normal + 2) % 3
        return self.with_values(
            self.component(second).derivative(first).values
            - self.component(first).derivative(second).values
        )

    def mean(self) -> Floats:
        """[components]: averages over the plane."""
        weights = spectral.gll_weights(self.nodes) / 2
        of_element = np.einsum("bacji,j,i->bac", self.values, weights, weights)
        areas = np.outer(np.diff(self.ticks[1]), np.diff(self.ticks[0]))
        return np.einsum("bac,ba->c", of_element, areas) / areas.sum()

    def component(self, index: int) -> Plane:
        """One of the components, a plane again."""
        return self.with_values(self.values[:, :, index : index + 1])

    def with_values(self, values: Floats) -> Plane:
        """Other values, of the shape of these but for the components, on the same plane."""
        return Plane(self.axes, self.ticks, self.nodes, values)
