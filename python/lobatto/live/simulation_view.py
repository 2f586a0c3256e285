"""What user code sees of a running simulation: fields, mesh, integrals, interpolation."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import LobattoError, printable
from lobatto.free_memory import free_memory
from lobatto.live.ranks import OtherRankFailed, Ranks
from lobatto.live.sensitivity import Sensitivity, SensitivityPlan

METHODS = ("auto", "direct", "iterative")
"""Of solve_helmholtz."""
Objective: TypeAlias = Callable[["SimulationView", int], tuple[float, Mapping[str, Floats]]]
"""Of sensitivity."""
Given: TypeAlias = Mapping[str, str | Floats | float]
"""By the names of boundaries: a number, a field by its name, or an array at all nodes."""


class SimulationView:
    """A simulation between two steps. Fields are arrays [element, k, j, i] of this rank.

    ``sim["temperature"]`` is the field itself, not a copy: u, v, w, p, the scalars, and whatever
    else the case declares (``sim.fields``). Velocity and scalars may be written to, the pressure
    and what follows from the solution not; then call begin_anew. The memory lives as long as the
    run; after a step it holds an older level of time, so ask for the field anew.

    What is called collective must be called by all ranks: where they come to different calls, all
    get a LobattoError. So does whoever uses it after the end of its run.
    """

    def __init__(self, core: Any, folder: str | Path, ranks: Ranks) -> None:
        """core: a View of lobatto_core; folder: of the run, for outputs of your own."""
        self._core = core
        self.folder = Path(folder)
        self.ranks = ranks

    def _meet(self, call: str) -> None:
        """Before what is collective."""
        self.ranks.meet(f"sim.{call}")

    def __getitem__(self, name: str) -> Floats:
        try:
            return self._core.field(name)
        except LobattoError as error:
            if self._core.has_ended:
                raise
            raise KeyError(str(error)) from None

    def __setitem__(self, name: str, values: Floats | float) -> None:
        self[name][...] = real(values, f"sim[{name!r}]")

    def __contains__(self, name: str) -> bool:
        return name in self._core.field_names

    def begin_anew(self) -> None:
        """Call it after you have changed fields: the next step begins anew in time. Collective.

        Without it the change counts more than once, for the time stepping goes on from older levels
        of time, which you have not changed. Boundary values are imposed.
        """
        self._meet("begin_anew()")
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
        self._meet(printable(f"boundary({name!r})"))
        try:
            return self._core.boundary(name)
        except LobattoError as error:
            if self._core.has_ended:
                raise
            raise KeyError(str(error)) from None

    def values(self, field: str | Floats) -> Floats:
        """A field by its name, or an array of values at the nodes as it is; contiguous."""
        values = self[field] if isinstance(field, str) else real(field, "the values of a field")
        array = np.ascontiguousarray(values, dtype=np.float64)
        self._core.require_values(array)
        return array

    def gradient(self, field: str | Floats) -> tuple[Floats, Floats, Floats]:
        """df/dx, df/dy, df/dz, each [element, k, j, i]; two-sided where elements meet."""
        return self._core.gradient(self.values(field))

    def make_continuous(self, values: Floats) -> None:
        """Sets nodes that elements share to the mean of what they have, in place. Collective."""
        _require_own_memory(values)
        self._core.require_values(values)
        self._meet("make_continuous()")
        self._core.make_continuous(values)

    def integrate(self, field: str | Floats, boundary: str | None = None) -> float:
        """The integral over the domain, or over a boundary. Collective.

        Raises KeyError with the names of boundaries that there are.
        """
        values = self.values(field)
        if boundary is None:
            self._meet("integrate()")
            return self._core.integrate(values)
        self._meet(printable(f"integrate() over {boundary!r}"))
        try:
            return self._core.integrate_over_boundary(values, boundary)
        except LobattoError as error:
            if self._core.has_ended:
                raise
            raise KeyError(str(error)) from None

    def mean(self, field: str | Floats) -> float:
        """The mean over the volume. Collective."""
        values = self.values(field)
        self._meet("mean()")
        return self._core.mean(values)

    def norm(self, field: str | Floats) -> float:
        """sqrt(integral of field^2). Collective."""
        values = self.values(field)
        self._meet("norm()")
        return self._core.norm(values)

    def sum(self, value: float) -> float:
        """The sum over the ranks. Collective."""
        own = float(value)
        self._meet("sum()")
        return self._core.sum(own)

    def solve_poisson(
        self,
        f: str | Floats | float,
        values: Given | None = None,
        fluxes: Given | None = None,
        *,
        method: str = "auto",
        tolerance: float = 1e-10,
    ) -> Floats:
        """u of -laplace u = f: solve_helmholtz with lam = 0. Collective.

        Where no value is given u has mean zero, and f is taken less the constant that makes the
        problem solvable.
        """
        return self.solve_helmholtz(0.0, f, values, fluxes, method=method, tolerance=tolerance)

    def solve_helmholtz(
        self,
        lam: float,
        f: str | Floats | float,
        values: Given | None = None,
        fluxes: Given | None = None,
        *,
        method: str = "auto",
        tolerance: float = 1e-10,
    ) -> Floats:
        """u of lam u - laplace u = f, a new array [element, k, j, i]. Collective.

        lam: a number that is not negative. f: a field by its name, an array at all nodes, or a
        number. values and fluxes: by the names of boundaries u there, or du/dn along the outward
        normal; each a number, a field by its name, or an array at all nodes, of which those on the
        boundary count. On other boundaries du/dn = 0. method: "direct" on boxes and on layers of a
        plane mesh, "iterative" anywhere, to a residual of tolerance over that of u = 0; "auto"
        is direct on boxes.

        Raises LobattoError where a name or the method does not go with the mesh, and where the
        iteration does not converge.
        """
        if not lam >= 0:
            raise LobattoError(f"lam = {lam}: expected a number that is not negative")
        if method not in METHODS:
            raise LobattoError(f"method = {method!r}: expected {', '.join(METHODS)}")
        both = set(values or {}) & set(fluxes or {})
        if both:
            raise LobattoError(f"{sorted(both)[0]} has a value and a flux: expected one of them")
        sides = [
            (name, gives_value, self._everywhere(given))
            for gives_value, all_given in ((True, values), (False, fluxes))
            for name, given in (all_given or {}).items()
        ]
        field = self._everywhere(f)
        names = ", ".join(f"{name}{'' if is_value else ' (flux)'}" for name, is_value, _ in sides)
        self._meet(printable(f"solve_helmholtz({lam!r}) with {names or 'no boundary'}"))
        return self._core.solve_helmholtz(float(lam), field, sides, method, float(tolerance))

    def sensitivity(
        self,
        objective: Objective,
        steps: int,
        *,
        dt: float | None = None,
        snapshots: int = 32,
        disk_snapshots: int | None = None,
        scratch: str | Path | None = None,
        progress: str = "auto",
    ) -> Sensitivity:
        """The gradient of an objective over so many steps from the fields as they are. Collective.

        objective(sim, level) is called once for each level, from ``level = steps`` down to 0, with
        the fields of that level. It returns what the level adds to the objective J, the same number
        on all ranks, and by the names of velocity and scalars the slopes g [element, k, j, i] with
        dJ = integral of g du there; ``0, {}`` for nothing. dt: of all steps, by default
        ``time.dt``. snapshots: states that are kept in memory at a time; disk_snapshots: beside
        them, in files in the folder scratch, by default all that are left; what is in neither is
        computed again, bit for bit, with the fewest steps that this takes (sensitivity_plan).
        progress: auto, live, lines or none; there is nothing to see in the first ten seconds.

        It is the transpose of the steps that are taken, exact to round-off where solvers are
        direct. The fields are in the end what they were, also where the objective raises: change
        them, and ask again. Raises LobattoError where the flow has no derivative (a viscosity that
        varies, a filter, an outflow that damps backflow), where it blows up, where the objective is
        not finite, and where memory or disk does not suffice, before the first step.
        """
        if dt is not None and not 0 < dt < np.inf:
            raise LobattoError(f"dt = {dt}: expected a length of time above zero")
        plan = self.sensitivity_plan(
            steps, snapshots=snapshots, disk_snapshots=disk_snapshots, scratch=scratch
        )
        self._require_memory(plan)
        names = ["u", "v", "w", *self._core.scalar_names]
        has_slope = False

        def ask(level: int) -> tuple[float, list[tuple[int, Floats]]]:
            nonlocal has_slope
            problem: BaseException | None = None
            value, slopes = 0.0, dict[str, Floats]()
            try:
                value, slopes = self._ask(objective, level, names)
            except BaseException as error:
                problem = error
            self.ranks.end_hooks(problem is not None)
            n_failed = self._core.sum(float(problem is not None))
            if problem is not None:
                raise problem
            if n_failed > 0:
                raise OtherRankFailed("the objective has failed on another rank")
            has_slope = has_slope or any(slope.any() for slope in slopes.values())
            return value, [(names.index(name), slope) for name, slope in slopes.items()]

        self._meet(f"sensitivity() over {steps} steps")
        length = None if dt is None else float(dt)
        found = self._core.sensitivity(
            steps, length, plan.in_memory, plan.on_disk, os.fsencode(scratch or ""), progress, ask
        )
        if found["value"] != 0 and self._core.sum(float(has_slope)) == 0 and self.rank == 0:
            warnings.warn(
                "the objective has a value, and slopes that are all zero: its gradient is zero",
                stacklevel=2,
            )
        viscosity, *diffusivities = found["coefficients"]
        boundary: dict[str, dict[str, Floats]] = {}
        for name, part, density in found["boundary"]:
            boundary.setdefault(name, {})[names[part]] = density
        return Sensitivity(
            found["value"],
            dict(zip(names, found["initial"], strict=True)),
            dict(zip(names, found["force"], strict=True)),
            viscosity,
            dict(zip(names[3:], diffusivities, strict=True)),
            boundary,
            found["steps_taken"],
        )

    def sensitivity_plan(
        self,
        steps: int,
        *,
        snapshots: int = 32,
        disk_snapshots: int | None = None,
        scratch: str | Path | None = None,
    ) -> SensitivityPlan:
        """What sensitivity() with these arguments takes; print it. Collective."""
        if steps < 1 or snapshots < 1:
            raise LobattoError(
                f"steps = {steps}, snapshots = {snapshots}: expected numbers of at least 1"
            )
        if scratch is None and disk_snapshots:
            raise LobattoError(
                f"disk_snapshots = {disk_snapshots} without a folder; expected scratch=... too"
            )
        left = max(0, steps + 1 - snapshots)
        on_disk = 0 if scratch is None else left if disk_snapshots is None else disk_snapshots
        if on_disk < 0:
            raise LobattoError(f"disk_snapshots = {on_disk}: expected 0 or more")
        self._meet(f"sensitivity_plan() over {steps} steps")
        taken, in_memory, on_disk, size = self._core.sensitivity_plan(steps, snapshots, on_disk)
        return SensitivityPlan(steps, taken - steps, in_memory, on_disk, size)

    def _require_memory(self, plan: SensitivityPlan) -> None:
        """Raises LobattoError where a rank alone needs more than its machine has."""
        needed = plan.memory / self.n_ranks
        there = free_memory()
        if self._core.sum(float(there is not None and needed > there)) > 0:
            raise LobattoError(
                f"{plan.in_memory} snapshots take {needed / 1e9:.3g} GB of a rank's memory, more "
                "than there is; expected fewer, or scratch=... for some on disk"
            )

    def _ask(
        self, objective: Objective, level: int, names: Sequence[str]
    ) -> tuple[float, dict[str, Floats]]:
        """The value and the slopes of an objective at a level, on all nodes."""
        value, given = objective(self, level)
        slopes = {}
        for name, slope in given.items():
            if name not in names:
                raise LobattoError(
                    f"the objective has a slope of {name!r}; expected {', '.join(names)}"
                )
            slopes[name] = self._everywhere(slope)
        numbers = {"value": np.array(value), **{f"slope of {n!r}": s for n, s in slopes.items()}}
        for what, there in numbers.items():
            if not np.isfinite(there).all():
                raise LobattoError(
                    f"the {what} of the objective at level {level} is not finite; expected numbers"
                )
        return float(value), slopes

    def _everywhere(self, given: str | Floats | float) -> Floats:
        """A number as a field."""
        if isinstance(given, str) or np.ndim(given) > 0:
            field = self.values(given)  # type: ignore[arg-type]
            if field.size != self.mass.size:
                raise LobattoError("expected values at all nodes, those of solids too")
            return field
        return np.full(self.mass.shape, float(real(given, "a number")))

    def interpolate(self, points: Floats, fields: str | Floats | Sequence[str | Floats]) -> Any:
        """Values at points [n, 3] by the polynomials of the elements, whichever rank has them.

        One field gives an array [n], a list of fields a list of such. Every rank asks for points of
        its own, or for none. NaN where a point lies outside of the mesh; periodic directions do
        not wrap. Collective.
        """
        if isinstance(fields, str | np.ndarray):
            return self._interpolate(points, [fields])[0]
        return list(self._interpolate(points, fields))

    def _interpolate(self, points: Floats, fields: Sequence[str | Floats]) -> Floats:
        """[field][point]"""
        places = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 3)
        values = [self.values(field) for field in fields]
        self._meet(f"interpolate() of {len(values)} field{'s' if len(values) != 1 else ''}")
        return self._core.interpolate(places, values)


def real(values: Any, what: str) -> Any:
    """The values. Raises LobattoError where they are complex: their imaginary part would be lost
    without a word."""
    if np.iscomplexobj(values):
        raise LobattoError(
            f"{what}: found complex values; expected real ones, such as their .real or abs()"
        )
    return values


def _require_own_memory(values: Any) -> None:
    """Raises LobattoError for what cannot be changed in place."""
    is_array = isinstance(values, np.ndarray) and values.dtype == np.float64
    if not (is_array and values.flags.c_contiguous and values.flags.writeable):
        raise LobattoError(
            "make_continuous() changes an array in place: expected a contiguous array of float64 "
            f"that may be written, found {type(values).__name__}"
            + (f" of {values.dtype}" if isinstance(values, np.ndarray) else "")
        )
