"""Friction at walls, and the units that it makes."""

from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments
from lobatto.statistics.wall_flow import WallFlow


@dataclass(frozen=True)
class WallUnits:
    """velocity u_tau, length nu / u_tau, time nu / u_tau^2."""

    u_tau: float
    viscosity: float

    @property
    def length(self) -> float:
        """nu / u_tau"""
        return self.viscosity / self.u_tau

    @property
    def time(self) -> float:
        """nu / u_tau^2"""
        return self.viscosity / self.u_tau**2

    @property
    def budget(self) -> float:
        """Of the terms in the budgets of stresses and energy: u_tau^4 / nu."""
        return self.u_tau**4 / self.viscosity


@dataclass(frozen=True)
class Friction:
    """Of a channel or duct.

    force: mean of the force per mass that drives the flow; u_tau = sqrt(force area / perimeter), as
    the balance of the whole flow has it; wall_u_tau: from the velocity gradient at the walls, the
    mean of its square. is_from_walls: no force is known, and both are from the gradient.
    """

    force: float
    u_tau: float
    wall_u_tau: float
    is_from_walls: bool


def friction(
    moments: Moments, flow: WallFlow, viscosity: float, pressure_gradient: float | None
) -> Friction:
    """pressure_gradient: the force along the stream-wise axis, None where it is not known."""
    lengths = np.array([_wall_length(moments.grid, flow, n) for n, _ in faces_of(flow)])
    stresses = [_mean_stress(moments, flow, viscosity, n, e) for n, e in faces_of(flow)]
    stress = float(np.average(stresses, weights=lengths))
    if not stress > 0:
        raise LobattoError(
            f"the mean shear stress at the walls is {stress:g}, expected against the flow: "
            "there are no wall units"
        )
    if pressure_gradient is None:
        force = stress / flow.area_over_perimeter
        return Friction(force, np.sqrt(stress), np.sqrt(stress), True)
    force = -pressure_gradient if flow.is_reversed else pressure_gradient
    if not force > 0:
        raise LobattoError(f"the mean force along the flow is {force:g}, expected above 0")
    return Friction(force, np.sqrt(force * flow.area_over_perimeter), np.sqrt(stress), False)


def faces_of(flow: WallFlow) -> list[tuple[int, int]]:
    """(normal, end) of every wall; end is 0 or -1."""
    return [(normal, end) for normal in flow.normals for end in (0, -1)]


def wall_stress(
    moments: Moments, flow: WallFlow, viscosity: float, normal: int, end: int
) -> Floats:
    """nu du/dn into the fluid at the nodes of a wall, u the stream-wise velocity; for a channel
    one number."""
    gradient = moments.gradient(VELOCITY[flow.stream], normal)
    at_wall = np.take(gradient, end, axis=moments.grid.axes.index(normal))
    return viscosity * (at_wall if end == 0 else -at_wall)


def _mean_stress(
    moments: Moments, flow: WallFlow, viscosity: float, normal: int, end: int
) -> float:
    stress = wall_stress(moments, flow, viscosity, normal, end)
    return float(moments.grid.averaged((normal,)).mean(stress))


def _wall_length(grid: Grid, flow: WallFlow, normal: int) -> float:
    span = flow.span(normal)
    return grid.length(span) if span in grid.axes else 1.0
