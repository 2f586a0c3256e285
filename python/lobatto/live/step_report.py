"""What one step did, as dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SolveReport:
    """One linear solve: the equation, its solver, iterations (0 of a direct solver), residual."""

    equation: str
    solver: str
    iterations: int
    residual: float
    converged: bool


@dataclass(frozen=True)
class ScalarReport:
    """What a scalar holds (its integral over the domain), and per time what changed that."""

    name: str
    content: float
    change: float
    conduction: float
    convection: float
    source: float


@dataclass(frozen=True)
class StepReport:
    """What one step did.

    kinetic_energy, enstrophy: means over the volume of u.u/2 and omega.omega/2; divergence: root
    mean square; power: of the forces and boundaries, over the volume. local_error: with
    ``time.tolerance``, relative, else None. bulk_velocity and
    pressure_gradient: where the case holds a flow rate, else None.
    """

    step: int
    time: float
    dt: float
    order: int
    cfl: float
    kinetic_energy: float
    enstrophy: float
    divergence: float
    power: float
    local_error: float | None
    bulk_velocity: float | None
    pressure_gradient: float | None
    solves: tuple[SolveReport, ...]
    scalars: tuple[ScalarReport, ...]

    @staticmethod
    def of(values: Mapping[str, Any]) -> StepReport:
        """From a dict with these names, solves and scalars as lists of dicts."""
        solves = tuple(SolveReport(**solve) for solve in values["solves"])
        scalars = tuple(ScalarReport(**scalar) for scalar in values["scalars"])
        return StepReport(**{**values, "solves": solves, "scalars": scalars})
