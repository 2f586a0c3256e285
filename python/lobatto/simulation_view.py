"""What user code sees of a running simulation: fields, mesh, integrals, interpolation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Floats, Integers


class SimulationView:
    """A simulation between two steps. Fields are arrays [element, k, j, i] of this rank.

    ``sim["temperature"]`` is the field itself, not a copy: u, v, w, p, the scalars, and whatever
    else the case declares (``sim.fields``). Velocity and scalars may be written to, the pressure
    and what follows from the solution not; then call begin_anew. The memory lives as long as the
    run; after a step it holds an older level of time, so ask for the field anew.

    What is called collective must be called by all ranks.
    """

    def __init__(self, core: Any, folder: str | Path) -> None:
        """core: a View of lobatto_core; folder: of the run, for outputs of your own."""
        self._core = core
        self.folder = Path(folder)

    def __getitem__(self, name: str) -> Floats:
        try:
            return self._core.field(name)
        except Exception as error:
            raise KeyError(str(error)) from None

    def __setitem__(self, name: str, values: Floats | float) -> None:
        self[name][...] = values

    def __contains__(self, name: str) -> bool:
        return name in self._core.field_names

    def begin_anew(self) -> None:
        """Call it after you have changed fields: the next step begins anew in time. Collective.

        Without it the change counts more than once, for the time stepping goes on from older levels
        of time, which you have not changed. Boundary values are imposed.
        """
        self._core.begin_anew()

    @property
    def fields(self) -> list[str]:
        """The names of the fields."""
        return self._core.field_names

    @property
    def velocity(self) -> tuple[Floats, Floats, Floats]:
        """u, v, w."""
        return self["u"], self["v"], self["w"]

    @property
    def time(self) -> float:
        """Of the fields."""
        return self._core.time

    @property
    def n_steps(self) -> int:
        """Steps since the beginning, those before a restart too."""
        return self._core.n_steps

    @property
    def dt(self) -> float:
        """Length of the last step; 0 before the first one."""
        return self._core.dt

    @property
    def order(self) -> int:
        """Of the polynomials; elements have (order + 1)^3 nodes."""
        return self._core.order

    @property
    def volume(self) -> float:
        """Of the domain."""
        return self._core.volume

    @property
    def rank(self) -> int:
        """Of this process among those of the run."""
        return self._core.rank

    @property
    def n_ranks(self) -> int:
        """How many processes the run has."""
        return self._core.n_ranks

    @property
    def parameters(self) -> dict[str, float]:
        """[parameters] of the case."""
        return self._core.parameters

    @cached_property
    def coordinates(self) -> tuple[Floats, Floats, Floats]:
        """x, y, z of the nodes, each [element, k, j, i]."""
        return self._core.coordinates

    @cached_property
    def mass(self) -> Floats:
        """Quadrature weights at the nodes: (mass * f).sum() over all ranks is an integral."""
        return self._core.mass

    @property
    def boundaries(self) -> list[str]:
        """The names of the parts of the boundary."""
        return self._core.boundary_names

    def boundary(self, name: str) -> Integers:
        """Indices of the nodes of this rank on a boundary, into ``field.reshape(-1)``. Collective.

        Raises KeyError with the names that there are.
        """
        try:
            return self._core.boundary(name)
        except Exception as error:
            raise KeyError(str(error)) from None

    def values(self, field: str | Floats) -> Floats:
        """A field by its name, or an array of values at the nodes as it is; contiguous."""
        values = self[field] if isinstance(field, str) else field
        return np.ascontiguousarray(values, dtype=np.float64)

    def gradient(self, field: str | Floats) -> tuple[Floats, Floats, Floats]:
        """df/dx, df/dy, df/dz, each [element, k, j, i]; two-sided where elements meet."""
        return self._core.gradient(self.values(field))

    def make_continuous(self, values: Floats) -> None:
        """Sets nodes that elements share to the mean of what they have, in place. Collective."""
        self._core.make_continuous(values)

    def integrate(self, field: str | Floats) -> float:
        """The integral over the domain. Collective."""
        return self._core.integrate(self.values(field))

    def mean(self, field: str | Floats) -> float:
        """The mean over the volume. Collective."""
        return self._core.mean(self.values(field))

    def norm(self, field: str | Floats) -> float:
        """sqrt(integral of field^2). Collective."""
        return self._core.norm(self.values(field))

    def sum(self, value: float) -> float:
        """The sum over the ranks. Collective."""
        return self._core.sum(value)

    def interpolate(self, points: Floats, fields: str | Floats | Sequence[str | Floats]) -> Any:
        """Values at points [n, 3] by the polynomials of the elements, whichever rank has them.

        One field gives an array [n], a list of fields a list of such. Every rank asks for points of
        its own, or for none. NaN where a point lies outside of the mesh; periodic directions do
        not wrap. Collective.
        """
        places = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 3)
        if isinstance(fields, str | np.ndarray):
            return self._core.interpolate(places, [self.values(fields)])[0]
        return list(self._core.interpolate(places, [self.values(field) for field in fields]))
