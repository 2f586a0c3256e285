"""Channels and ducts: which directions do what, and which symmetries they have."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.statistics import Statistics
from lobatto.statistics.symmetry import Exchange, Mirror, Symmetry


@dataclass(frozen=True)
class WallFlow:
    """A flow along one direction of a box between walls.

    kind: "channel" (walls in one direction) or "duct" (in two); stream: the direction of the mean
    flow, is_reversed where it goes down it; normals: the directions with walls; half_width: half
    of the smallest distance between walls; area_over_perimeter: of the cross section, walls alone;
    symmetries: of the mean flow, in the order in which they are taken; notes: why one is not.
    """

    kind: str
    stream: int
    is_reversed: bool
    normals: tuple[int, ...]
    half_width: float
    area_over_perimeter: float
    symmetries: tuple[Symmetry, ...]
    notes: tuple[str, ...]

    @property
    def is_square(self) -> bool:
        """Whether the two pairs of walls can change places."""
        return any(isinstance(symmetry, Exchange) for symmetry in self.symmetries)

    def span(self, normal: int) -> int:
        """The direction that is neither stream-wise nor this wall-normal one."""
        return 3 - self.stream - normal

    def symmetries_of(self, statistics: Statistics, scalar: str) -> tuple[Symmetry, ...]:
        """Those that the conditions and the source of a scalar have too."""
        facts, source = statistics.scalars[scalar], _source(statistics.case, scalar)
        if source is None or set("xyz") & set(_words(source)):
            return ()
        texts = {
            axis: {facts.boundary.get(f"{AXIS_NAMES[axis]}_{end}") for end in ENDS}
            for axis in self.normals
        }
        if not all(_is_plain(text) for of_axis in texts.values() for text in of_axis):
            return ()
        return tuple(
            symmetry
            for symmetry in self.symmetries
            if len(set().union(*(texts.get(axis, set()) for axis in _axes(symmetry)))) < 2
        )


ENDS = ("min", "max")


def wall_flow(statistics: Statistics, whatever_forces: bool = False) -> WallFlow:
    """The WallFlow of statistics of a box, or an error that says why it is none. Where forces may
    break the symmetries there are none, unless whatever_forces."""
    grid, path = statistics.grid, statistics.windows[0].path
    if statistics.is_given:
        raise LobattoError(
            f"{path} has a velocity that is given by [flow]: without pressure and friction there "
            "are no wall units and no budgets. Its averages can be read with lobatto.Statistics"
        )
    solids = [name for name, text in statistics.boundary.items() if text == "solid"]
    if solids:
        raise LobattoError(
            f"{path} has elements without flow, of {' and '.join(solids)}; profiles and budgets "
            "are those of channels and ducts without. Its averages can be read with "
            "lobatto.Statistics"
        )
    normals = tuple(axis for axis in range(3) if _has_walls(statistics, axis))
    open_axes = [a for a in range(3) if a not in normals and not statistics.periodic[a]]
    if open_axes or len(normals) not in (1, 2):
        raise LobattoError(
            f"{path} is neither a channel nor a duct, which have walls at both ends of one or two "
            f"directions and are periodic along the others; its faces: {_faces(statistics)}. "
            "Its averages can be read with lobatto.Statistics"
        )
    homogeneous = [axis for axis in grid.axes if axis not in normals]
    if homogeneous:
        names = " ".join(f"--average {AXIS_NAMES[axis]}" for axis in homogeneous)
        raise LobattoError(
            f"{path} is not averaged along {' and '.join(AXIS_NAMES[a] for a in homogeneous)}; "
            f"where the flow is the same all along it, say {names}"
        )
    stream, bulk = _stream(statistics, normals)
    lengths = [grid.length(axis) for axis in normals]
    area_over_perimeter = 1 / sum(2 / length for length in lengths)
    symmetries, notes = _symmetries(statistics, normals, stream, whatever_forces)
    kind = "channel" if len(normals) == 1 else "duct"
    half = min(lengths) / 2
    return WallFlow(kind, stream, bulk < 0, normals, half, area_over_perimeter, symmetries, notes)


def _has_walls(statistics: Statistics, axis: int) -> bool:
    faces = [statistics.boundary.get(f"{AXIS_NAMES[axis]}_{end}") for end in ENDS]
    return faces == ["wall", "wall"]


def _faces(statistics: Statistics) -> str:
    return ", ".join(f"{face}: {text}" for face, text in sorted(statistics.boundary.items()))


def _stream(statistics: Statistics, normals: tuple[int, ...]) -> tuple[int, float]:
    """The direction that is held, or that of the largest bulk velocity; and that velocity."""
    candidates = [axis for axis in range(3) if axis not in normals]
    averages = statistics.averages
    bulk = {axis: float(averages.grid.mean(averages.flow[VELOCITY[axis]])) for axis in candidates}
    stated = statistics.flow_direction
    stream = max(bulk, key=lambda axis: abs(bulk[axis])) if stated is None else stated
    if stream in normals:
        raise LobattoError(
            f"{statistics.windows[0].path}: the flow is driven along {AXIS_NAMES[stream]}, against "
            "walls"
        )
    if not abs(bulk[stream]) > 0:
        raise LobattoError(f"{statistics.windows[0].path}: there is no mean flow along the walls")
    return stream, bulk[stream]


def _symmetries(
    statistics: Statistics, normals: tuple[int, ...], stream: int, whatever_forces: bool
) -> tuple[tuple[Symmetry, ...], tuple[str, ...]]:
    grid = statistics.grid
    notes: list[str] = []
    broken = None if whatever_forces else _broken_by_forces(statistics, stream)
    if broken:
        return (), (f"no symmetry is assumed: {broken}",)
    symmetries: list[Symmetry] = []
    for axis in normals:
        if grid.is_mirrored(axis):
            symmetries.append(Mirror(axis))
        else:
            notes.append(
                f"no mirror along {AXIS_NAMES[axis]}: elements differ between its two halves"
            )
    if len(normals) == 2 and len(symmetries) == 2:
        if grid.is_alike(*normals):
            symmetries.append(Exchange(*normals))
        else:
            notes.append("no exchange of the walls: the cross section or its elements differ")
    if len(normals) == 1:
        symmetries.append(Mirror(3 - stream - normals[0]))  # changes signs only
    return tuple(symmetries), tuple(notes)


def _broken_by_forces(statistics: Statistics, stream: int) -> str | None:
    """Why forces may break the symmetry, or None: a force that is uniform along the stream does
    not."""
    if any(key in statistics.overrides for key in ("forcing.body", "forcing.buoyancy")):
        return "forces were changed on the command line"
    forcing = _case(statistics.case).get("forcing", {})
    if forcing.get("buoyancy"):
        return "the flow has buoyancy"
    body = forcing.get("body")
    if body is None:
        return None
    others = [text for axis, text in enumerate(body) if axis != stream]
    if any(_number(text) != 0 for text in others) or _number(body[stream]) is None:
        return "forcing.body may depend on the place"
    return None


def _case(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _source(case: str, scalar: str) -> str | None:
    """The text of a scalar's source, "" without one, None where the case does not say."""
    for entry in _case(case).get("scalar", []):
        if entry.get("name") == scalar:
            return str(entry.get("source", ""))
    return None


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def _number(text: Any) -> float | None:
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def _is_plain(text: str | None) -> bool:
    """Whether a condition is the same all over its face."""
    return text == "insulated" or _number((text or "").removeprefix("flux ")) is not None


def _axes(symmetry: Symmetry) -> tuple[int, ...]:
    if isinstance(symmetry, Mirror):
        return (symmetry.axis,)
    return symmetry.first, symmetry.second
