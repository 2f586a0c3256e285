"""A channel or a duct in its own frame: symmetrised moments, friction, wall units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Floats
from lobatto.statistics.averages import Averages
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments
from lobatto.statistics.statistics import Statistics
from lobatto.statistics.symmetry import Mirror, Symmetry, symmetrised
from lobatto.statistics.wall_flow import WallFlow, wall_flow
from lobatto.statistics.wall_units import Friction, WallUnits, friction


@dataclass(frozen=True)
class WallStatistics:
    """measured: averages as gathered, with the stream-wise axis along the flow; moments: after
    taking the symmetries of flow.symmetries. re_tau = u_tau half_width / nu; friction_factor =
    8 u_tau^2 / U_b^2 (Darcy)."""

    statistics: Statistics
    flow: WallFlow
    measured: Averages
    moments: Moments
    friction: Friction

    @property
    def grid(self) -> Grid:
        """Of the cross section."""
        return self.measured.grid

    @property
    def viscosity(self) -> float:
        """Kinematic, in units of the case."""
        return self.statistics.viscosity

    @property
    def units(self) -> WallUnits:
        """Of the mean friction."""
        return WallUnits(self.friction.u_tau, self.viscosity)

    @property
    def stream_velocity(self) -> Floats:
        """The mean of the stream-wise velocity, on the grid."""
        return self.moments.mean(VELOCITY[self.flow.stream])

    @cached_property
    def bulk_velocity(self) -> float:
        """Stream-wise, averaged over the cross section, in units of the case."""
        return float(self.grid.mean(self.stream_velocity))

    @cached_property
    def centre_velocity(self) -> float:
        """Stream-wise, in the middle between the walls."""
        centre = {axis: self.grid.middle(axis) for axis in self.flow.normals}
        return float(self.grid.evaluate(self.stream_velocity, centre))

    @property
    def re_tau(self) -> float:
        """Of the mean friction and the half width."""
        return self.friction.u_tau * self.flow.half_width / self.viscosity

    @property
    def friction_factor(self) -> float:
        """Of Darcy."""
        return 8 * self.friction.u_tau**2 / self.bulk_velocity**2

    def scalar_moments(self, name: str) -> Moments:
        """With the symmetries that the scalar's conditions have too."""
        symmetries = self.scalar_symmetries(name)
        return Moments(symmetrised(self.measured, symmetries), name)

    def scalar_symmetries(self, name: str) -> tuple[Symmetry, ...]:
        """Those of the flow that a scalar has too."""
        return self.flow.symmetries_of(self.statistics, name)

    @property
    def common_symmetries(self) -> tuple[Symmetry, ...]:
        """Of the velocity and of all scalars."""
        of_scalars = [self.scalar_symmetries(name) for name in self.statistics.scalars]
        return tuple(s for s in self.flow.symmetries if all(s in kept for kept in of_scalars))

    def each_window(self) -> list[WallStatistics]:
        """The same of every window alone."""
        return [_of(window, self.flow) for window in self.statistics.each_window()]


def wall_statistics(statistics: Statistics, symmetric: bool | None = None) -> WallStatistics:
    """Of Statistics of a box with walls.

    symmetric: None for the symmetries that the flow is known to have, True for those of the mesh
    whatever the forces, False for none.
    """
    flow = wall_flow(statistics, whatever_forces=symmetric is True)
    if symmetric is False:
        flow = replace(flow, symmetries=(), notes=())
    return _of(statistics, flow)


def _of(statistics: Statistics, flow: WallFlow) -> WallStatistics:
    measured = statistics.averages
    if flow.is_reversed:
        measured = Mirror(flow.stream).apply(measured)
    moments = Moments(symmetrised(measured, flow.symmetries))
    force = statistics.pressure_gradient
    of_walls = friction(moments, flow, statistics.viscosity, force)
    return WallStatistics(statistics, flow, measured, moments, of_walls)


def standard_error(values: ArrayLike, weights: ArrayLike) -> Floats:
    """Of the weighted mean of independent windows, along the first dimension; NaN of one window.

    With equal weights the standard deviation over the square root of the number of windows:
        sqrt(n / (n - 1) sum w_i^2 (a_i - mean)^2) / sum w_i
    """
    values, weights = np.asarray(values, float), np.asarray(weights, float)
    n = len(weights)
    if n < 2:
        return np.full(values.shape[1:], np.nan)[()]
    mean = np.average(values, axis=0, weights=weights)
    squares = np.tensordot(weights**2, (values - mean) ** 2, (0, 0))
    return np.sqrt(n / (n - 1) * squares) / weights.sum()
