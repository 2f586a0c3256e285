"""One file of averages, stats/stats_<step>.h5: a window of time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.document import Document
from lobatto.files.file_seal import FileSeal
from lobatto.files.hdf5_file import Hdf5File
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import is_of_force


@dataclass(frozen=True)
class ScalarFacts:
    """What a file says of a scalar beside its averages; boundary: face -> condition."""

    diffusivity: float
    boundary: dict[str, str]


@dataclass(frozen=True)
class StatisticsFile:
    """The facts of a window; averages are read when asked for.

    start, end: the window, which has `weight` time units and `samples`; is_given: the velocity was
    given, not solved for, and there is no pressure; viscosity: may be None then; flow_direction
    (an axis), bulk_velocity and pressure_gradient: None unless a flow rate is held; boundary: face
    -> condition of the velocity; scalars: name -> ScalarFacts; case: text of the case file,
    overrides: what changed it.
    """

    path: Path
    start: float
    end: float
    weight: float
    samples: int
    start_step: int
    is_given: bool
    viscosity: float | None
    flow_direction: int | None
    bulk_velocity: float | None
    pressure_gradient: float | None
    geometry: str
    grid: Grid | None
    periodic: tuple[bool, ...]
    boundary: dict[str, str]
    scalars: dict[str, ScalarFacts]
    names: tuple[str, ...]
    case: str
    overrides: str
    seal: FileSeal | None = field(repr=False, compare=False)

    @property
    def names_but_force(self) -> tuple[str, ...]:
        """Of the averages that every window of a flow has: a run may go on with a program that
        gathers the products of its force."""
        return tuple(name for name in self.names if not is_of_force(name.removeprefix("flow/")))

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Reads the facts, not the averages; damage is a DamagedFileError."""
        path = Path(path)
        with Hdf5File(path) as file:
            if "mesh" not in file or "flow" not in file:
                raise DamagedFileError(path, "no file of statistics: no groups /mesh and /flow")
            facts = {**_interval(file), **_flow(file), **_mesh(file), **_rest(file)}
            return cls(path=path, **facts, seal=file.seal)

    def read(self, name: str) -> Floats:
        """An average by its place in the file, such as "flow/uu" or "scalar/dye/TT"."""
        with Hdf5File(self.path, self.seal) as file:
            if name not in file:
                raise LobattoError(_what_is_missing(self.path, name, list(self.names)))
            data = file.dataset(name)
            if self.grid is None:
                return data[:]
            data.expect_shape(self.grid.shape or (1,))
            return data[:].reshape(self.grid.shape)


def _what_is_missing(path: Path, name: str, names: list[str]) -> str:
    text = f"{path} has no average {name}"
    if "flow/p" not in names and "p" in name.split("/")[-1]:
        return f"{text}: its velocity is given by [flow], and there is no pressure"
    if name.startswith("flow/") and "flow/uuu" not in names:
        return f'{text}: it was gathered with statistics.quantities = "basic", and "full" is needed'
    near = get_close_matches(name, names, 1)
    return f"{text}{f'; did you mean {near[0]}?' if near else ', nor one of a name like it'}"


def _interval(file: Hdf5File) -> dict[str, Any]:
    facts = file.facts("/")
    return {
        **{name: float(facts.number(name)) for name in ("start", "end", "weight")},
        **{name: int(facts.whole(name)) for name in ("samples", "start_step")},
    }


def _flow(file: Hdf5File) -> dict[str, Any]:
    facts = file.facts("/")
    direction = facts.text("flow_direction", None)
    if direction is not None and direction not in tuple(AXIS_NAMES):
        raise facts.damage("flow_direction", f"is {direction!r}, expected x, y or z")
    is_given = facts.text("velocity", None) == "given"
    has_viscosity = not is_given or any(key.startswith("viscosity") for key in facts.values)
    return {
        "is_given": is_given,
        "viscosity": _constant(facts, "viscosity", Document.positive) if has_viscosity else None,
        "flow_direction": None if direction is None else AXIS_NAMES.index(direction),
        "bulk_velocity": facts.number("bulk_velocity", None),
        "pressure_gradient": facts.number("pressure_gradient", None),
    }


def _mesh(file: Hdf5File) -> dict[str, Any]:
    facts = file.facts("mesh")
    geometry = facts.text("geometry")
    return {
        "geometry": geometry,
        "grid": _grid(file) if geometry == "box" else None,
        "periodic": tuple(map(bool, facts.numbers("periodic", 3, (0, 0, 0)))),
    }


def _grid(file: Hdf5File) -> Grid:
    dimensions = file.facts("/").text("dimensions")
    axes = () if dimensions == "all" else tuple(dimensions.split())
    if any(axis not in tuple(AXIS_NAMES) for axis in axes) or len(set(axes)) < len(axes):
        raise file.facts("/").damage("dimensions", f"is {dimensions!r}, expected x, y and z")
    ticks = tuple(file.ascending(f"mesh/ticks/{axis}") for axis in AXIS_NAMES)
    return Grid(file.ascending("mesh/gll_nodes"), ticks, tuple(map(AXIS_NAMES.index, axes)))


def _rest(file: Hdf5File) -> dict[str, Any]:
    scalars = {name: _scalar(file.facts(f"scalar/{name}")) for name in file.names("scalar")}
    names = [f"flow/{name}" for name in file.names("flow")]
    for scalar in scalars:
        names += [f"scalar/{scalar}/{name}" for name in file.names(f"scalar/{scalar}")]
    for further in file.names("field"):
        names += [f"field/{further}/{name}" for name in file.names(f"field/{further}")]
    boundary = file.facts("boundary")
    return {
        "boundary": {key: boundary.text(key) for key in boundary.values},
        "scalars": scalars,
        "names": tuple(names),
        "case": file.text("provenance/case", ""),
        "overrides": file.text("provenance/overrides", ""),
    }


def _constant(facts: Document, name: str, read: Callable[[Document, str], float]) -> float:
    """A coefficient that is a number. Averages of a run where it is a field are in the file, but
    nothing is made of them here: its fluctuations would belong to every profile and budget."""
    expression = facts.text(f"{name}_expression", None)
    if expression is not None:
        raise LobattoError(
            f'{facts.path}: the {name} of this run is a field, "{expression}"; profiles and '
            "budgets need one number"
        )
    return read(facts, name)


def _scalar(facts: Document) -> ScalarFacts:
    faces = [key for key in facts.values if key.startswith("boundary_")]
    return ScalarFacts(
        float(_constant(facts, "diffusivity", Document.number)),
        {key.removeprefix("boundary_"): facts.text(key) for key in faces},
    )


def same_subject(first: StatisticsFile, second: StatisticsFile) -> None:
    """Raises where two windows cannot be averaged: they are of different flows or meshes."""
    facts = (
        "geometry",
        "is_given",
        "viscosity",
        "flow_direction",
        "bulk_velocity",
        "boundary",
        "names_but_force",
    )
    for fact in facts:
        if getattr(first, fact) != getattr(second, fact):
            what = _difference(first, second, fact)
            raise LobattoError(f"{second.path} cannot be averaged with {first.path}: {what}")
    if not _same_grid(first.grid, second.grid):
        raise LobattoError(
            f"{second.path} cannot be averaged with {first.path}: their meshes or the directions "
            "that are averaged differ"
        )


def _same_grid(first: Grid | None, second: Grid | None) -> bool:
    """Also where neither has one: the nodes of curved meshes are not compared."""
    if first is None or second is None:
        return first is second
    same_nodes = np.array_equal(first.nodes, second.nodes)
    pairs = zip(first.ticks, second.ticks, strict=True)
    same_ticks = all(np.array_equal(a, b) for a, b in pairs)
    return first.axes == second.axes and same_nodes and same_ticks


def _difference(first: StatisticsFile, second: StatisticsFile, fact: str) -> str:
    if fact == "names_but_force":
        return "they hold different averages"
    return f"{fact} is {getattr(second, fact)!r} and {getattr(first, fact)!r}"
