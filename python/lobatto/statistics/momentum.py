"""The stream-wise momentum balance of averages: whether they are converged.

Of an average in time, u stream-wise, F the mean force per mass, over the directions k with walls:
    0 = F + d(nu dU/dx_k - <u u_k>)/dx_k
with the whole <u u_k>, so that the mean secondary flow is in it. Integrated from a wall along a
line to the distance y, v along it and w along the span s:
    nu dU/dy - <uv> + integral over 0..y of d(nu dU/ds - <uw>)/ds  =  tau_w - F y
Without a span the left side is the total shear stress of a channel, and the right side the straight
line F (h - y). At the wall's bisector of a duct this is the criterion of Vinuesa, Prus, Schlatter
and Nagib, Meccanica 51 (2016).
"""

from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats, total
from lobatto.statistics.lines import Line
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments
from lobatto.statistics.wall_statistics import WallStatistics


@dataclass(frozen=True)
class StressBalance:
    """On a line, in the units of the case: viscous nu dU/dy, turbulent -<u'v'>, others (mean
    secondary flow and what the span gives), total, and expected, which total should be."""

    viscous: Floats
    turbulent: Floats
    others: Floats
    expected: Floats

    @property
    def total(self) -> Floats:
        """[points of the line]"""
        return self.viscous + self.turbulent + self.others

    @property
    def deviation(self) -> Floats:
        """Total less expected: 0 of converged averages."""
        return self.total - self.expected


def stress_balance(walls: WallStatistics, line: Line) -> StressBalance:
    """The StressBalance of a WallStatistics on a line."""
    moments, grid, viscosity = walls.moments, walls.grid, walls.viscosity
    u, v = VELOCITY[walls.flow.stream], VELOCITY[line.normal]
    viscous = viscosity * moments.gradient(u, line.normal)
    turbulent = -moments.central(u + v)
    others = -moments.mean(u) * moments.mean(v)
    if line.span in grid.axes:
        across = grid.derivative(_flux(moments, walls.flow.stream, line.span, viscosity), line.span)
        others = others + grid.integral(across, line.normal)
    force = walls.friction.force
    if walls.flow.kind == "channel":
        at_wall = force * walls.flow.half_width
    else:
        at_wall = line.take(grid, viscous)[0]
    return StressBalance(
        line.take(grid, viscous),
        line.take(grid, turbulent),
        line.take(grid, others),
        at_wall - force * line.distance,
    )


def momentum_residual(walls: WallStatistics) -> Floats:
    """The right side of the first formula at every node of the section."""
    total = np.full(walls.grid.shape, walls.friction.force)
    for axis in walls.grid.axes:
        flux = _flux(walls.moments, walls.flow.stream, axis, walls.viscosity)
        total = total + walls.grid.derivative(flux, axis)
    return total


def mean_divergence(walls: WallStatistics) -> Floats:
    """U div <u> at every node: what the divergence of the mean velocity, that a coarse mesh leaves,
    adds to the momentum equation. The flow is advanced with u . grad u, the balance above is of
    div(u u): they differ by <u div u>, of which this is the part that averages know."""
    moments = walls.moments
    divergence = total(moments.gradient(VELOCITY[axis], axis) for axis in walls.grid.axes)
    return walls.stream_velocity * divergence


def _flux(moments: Moments, stream: int, axis: int, viscosity: float) -> Floats:
    """nu dU/dx_k - <u u_k>"""
    u = VELOCITY[stream]
    return viscosity * moments.gradient(u, axis) - moments.mean(u + VELOCITY[axis])
