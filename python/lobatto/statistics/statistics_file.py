"""One file of averages, stats/stats_<step>.h5: a window of time."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import h5py
import numpy as np

from lobatto.errors import LobattoError
from lobatto.field_file import AXIS_NAMES
from lobatto.statistics.grid import Grid


@dataclass(frozen=True)
class ScalarFacts:
    """What a file says of a scalar beside its averages; boundary: face -> condition."""

    diffusivity: float
    boundary: dict


@dataclass(frozen=True)
class StatisticsFile:
    """The facts of a window; averages are read when asked for.

    start, end: the window, which has `weight` time units and `samples`; flow_direction (an axis),
    bulk_velocity and pressure_gradient: None unless a flow rate is held; boundary: face ->
    condition of the velocity; scalars: name -> ScalarFacts; case: text of the case file, overrides:
    what changed it.
    """

    path: Path
    start: float
    end: float
    weight: float
    samples: int
    start_step: int
    viscosity: float
    flow_direction: int | None
    bulk_velocity: float | None
    pressure_gradient: float | None
    geometry: str
    grid: Grid | None
    periodic: tuple
    boundary: dict
    scalars: dict
    names: tuple
    case: str
    overrides: str

    @classmethod
    def open(cls, path):
        path = Path(path)
        with _opened(path) as file:
            try:
                return cls(
                    path=path, **_interval(file), **_flow(file), **_mesh(file), **_rest(file)
                )
            except (KeyError, ValueError) as error:
                raise LobattoError(f"{path} is no complete file of statistics: {error}") from None

    def read(self, name):
        """An average by its place in the file, such as "flow/uu" or "scalar/dye/TT"."""
        with _opened(self.path) as file:
            if name not in file:
                raise LobattoError(_what_is_missing(self.path, name, list(self.names)))
            values = file[name][()]
        if self.grid is not None and values.shape != (self.grid.shape or (1,)):
            raise LobattoError(
                f"{self.path}: {name} has the shape {values.shape}, its mesh {self.grid.shape}"
            )
        return values.reshape(self.grid.shape) if self.grid is not None else values


def _what_is_missing(path, name, names):
    text = f"{path} has no average {name}"
    if name.startswith("flow/") and "flow/uuu" not in names:
        return f'{text}: it was gathered with statistics.quantities = "basic", and "full" is needed'
    near = get_close_matches(name, names, 1)
    return f"{text}{f'; did you mean {near[0]}?' if near else ', nor one of a name like it'}"


def _opened(path):
    try:
        return h5py.File(path)
    except OSError as error:
        reason = "there is no such file" if not path.exists() else f"not an HDF5 file ({error})"
        raise LobattoError(f"{path}: {reason}") from None


def _text(value):
    if isinstance(value, h5py.Empty):
        return ""
    return value.decode() if isinstance(value, bytes) else str(value)


def _interval(file):
    attributes = file.attrs
    return {
        "start": float(attributes["start"]),
        "end": float(attributes["end"]),
        "weight": float(attributes["weight"]),
        "samples": int(attributes["samples"]),
        "start_step": int(attributes["start_step"]),
    }


def _flow(file):
    attributes = file.attrs
    direction = attributes.get("flow_direction")
    numbers = {
        name: float(attributes[name]) if name in attributes else None
        for name in ("bulk_velocity", "pressure_gradient")
    }
    return {
        "viscosity": float(attributes["viscosity"]),
        "flow_direction": None if direction is None else AXIS_NAMES.index(_text(direction)),
        **numbers,
    }


def _mesh(file):
    mesh = file["mesh"]
    geometry = _text(mesh.attrs["geometry"])
    grid = None
    if geometry == "box":
        dimensions = _text(file.attrs["dimensions"])
        axes = () if dimensions == "all" else map(AXIS_NAMES.index, dimensions.split())
        ticks = tuple(mesh[f"ticks/{axis}"][()] for axis in AXIS_NAMES)
        grid = Grid(mesh["gll_nodes"][()], ticks, tuple(axes))
    periodic = mesh.attrs.get("periodic", (0, 0, 0))
    return {
        "geometry": geometry,
        "grid": grid,
        "periodic": tuple(bool(value) for value in periodic),
    }


def _rest(file):
    scalars = {}
    for name, group in file["scalar"].items():
        boundary = {
            key.removeprefix("boundary_"): _text(value)
            for key, value in group.attrs.items()
            if key.startswith("boundary_")
        }
        scalars[name] = ScalarFacts(float(group.attrs["diffusivity"]), boundary)
    names = [f"flow/{name}" for name in file["flow"]]
    names += [f"scalar/{scalar}/{name}" for scalar in scalars for name in file["scalar"][scalar]]
    provenance = file.get("provenance", {})
    return {
        "boundary": {key: _text(value) for key, value in file["boundary"].attrs.items()},
        "scalars": scalars,
        "names": tuple(names),
        "case": _text(provenance["case"][()]) if "case" in provenance else "",
        "overrides": _text(provenance["overrides"][()]) if "overrides" in provenance else "",
    }


def same_subject(first, second):
    """Raises where two windows cannot be averaged: they are of different flows or meshes."""
    facts = ("geometry", "viscosity", "flow_direction", "bulk_velocity", "boundary", "names")
    for fact in facts:
        if getattr(first, fact) != getattr(second, fact):
            what = _difference(first, second, fact)
            raise LobattoError(f"{second.path} cannot be averaged with {first.path}: {what}")
    if first.grid is None:
        return
    same_axes = first.grid.axes == second.grid.axes
    same_nodes = np.array_equal(first.grid.nodes, second.grid.nodes)
    pairs = zip(first.grid.ticks, second.grid.ticks, strict=True)
    if not (same_axes and same_nodes and all(np.array_equal(a, b) for a, b in pairs)):
        raise LobattoError(
            f"{second.path} cannot be averaged with {first.path}: their meshes or the directions "
            "that are averaged differ"
        )


def _difference(first, second, fact):
    if fact == "names":
        return "they hold different averages"
    return f"{fact} is {getattr(second, fact)!r} and {getattr(first, fact)!r}"
