"""Lines from a wall on which profiles are taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.statistics.grid import Grid, refined
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.symmetry import Exchange, Mirror
from lobatto.statistics.wall_statistics import WallStatistics


@dataclass(frozen=True)
class Line:
    """Along a wall-normal direction, from the lower wall on. On a line u is the stream-wise
    velocity, v the one away from the wall, w the third, whatever the axes of the file.

    place: coordinate along the span of a duct, None in a channel; points: coordinates along the
    normal, ascending: the nodes, and the middle where it is none.
    """

    label: str
    normal: int
    span: int
    place: float | None
    points: Floats
    lower: float
    axes: tuple[int, int, int]

    @property
    def distance(self) -> Floats:
        """From the lower wall."""
        return self.points - self.lower

    def with_points(self, points: ArrayLike) -> Line:
        """The same line with other points: coordinates [points] along the normal."""
        return replace(self, points=np.asarray(points, float))

    def refined(self, n: int = 8) -> Line:
        """With n steps from point to point, as curves are drawn: polynomials, not polygons."""
        return self.with_points(refined(self.points, n))

    def letters(self, roles: str) -> str:
        """The velocities of the file that u, v, w are here; other letters stay."""
        names = dict(zip("uvw", (VELOCITY[axis] for axis in self.axes), strict=True))
        return "".join(names.get(role, role) for role in roles)

    def axis(self, role: str) -> int:
        """The axis of the file along u, v or w."""
        return self.axes["uvw".index(role)]

    def take(self, grid: Grid, values: Floats) -> Floats:
        """Values on the line of an array on the grid."""
        places: dict[int, Floats | float] = {self.normal: self.points}
        if self.place is not None:
            places[self.span] = self.place
        return grid.evaluate(values, places)


def lines_of(walls: WallStatistics, at: Sequence[float] = (), whole: bool = False) -> list[Line]:
    """The lines of a WallStatistics: in a channel one; in a duct on the bisectors of the walls, or
    at the coordinates `at` along the wall. Only those that symmetries of the velocity and of all
    scalars leave different, up to the middle where the two halves are the same; or over the whole
    width."""
    flow, grid = walls.flow, walls.grid
    if flow.kind == "channel":
        if at:
            raise LobattoError("a channel has one profile: --at is for ducts")
        return [_line(walls, flow.normals[0], None, whole)]
    is_square = any(isinstance(symmetry, Exchange) for symmetry in walls.common_symmetries)
    normals = flow.normals[:1] if is_square else flow.normals
    spans = {normal: flow.span(normal) for normal in normals}
    for place in at:
        if not any(_is_inside(grid, span, place) for span in spans.values()):
            bounds = (
                f"{AXIS_NAMES[span]} goes from {grid.bounds(span)[0]:g} to {grid.bounds(span)[1]:g}"
                for span in spans.values()
            )
            raise LobattoError(f"--at {place:g} is outside of the duct: {', '.join(bounds)}")
    return [
        _line(walls, normal, place, whole)
        for normal, span in spans.items()
        for place in at or (grid.middle(span),)
        if _is_inside(grid, span, place)
    ]


def _is_inside(grid: Grid, axis: int, place: float) -> bool:
    lower, upper = grid.bounds(axis)
    return lower <= place <= upper


def _line(walls: WallStatistics, normal: int, place: float | None, whole: bool) -> Line:
    flow, grid = walls.flow, walls.grid
    points, middle = grid.places(normal), grid.middle(normal)
    if Mirror(normal) in walls.common_symmetries and not whole:
        margin = 1e-9 * grid.length(normal)
        points = np.append(points[points < middle - margin], middle)
    span = flow.span(normal)
    label = "profile" if place is None else f"{AXIS_NAMES[span]} = {place:.6g}"
    axes = flow.stream, normal, span
    return Line(label, normal, span, place, points, grid.bounds(normal)[0], axes)
