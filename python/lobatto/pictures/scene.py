"""What kind of flow a snapshot shows, and its units."""

from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.fields.box_file import BoxFieldFile
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.runs.run import Run

THIN = 2
"""A plane flow is computed in a domain that is so many times as long in its plane as across it."""
NOTHING_FLOWS = 1e-6
"""Below this part of the velocity it is the round-off of the files and of solvers."""


@dataclass(frozen=True)
class Scene:
    """direction: stream-wise axis (None when no mean flow stands out); bulk: the velocity that
    velocities are shown relative to (None: as they are); periodic: the directions; across: the
    normal of the plane in which all of a plane flow happens (None: it is none)."""

    direction: int | None
    bulk: float | None
    periodic: tuple[bool, ...]
    across: int | None = None

    @property
    def scale(self) -> float:
        """By which velocities are multiplied: 1 / bulk."""
        return 1.0 if self.bulk is None else 1.0 / self.bulk

    @property
    def velocity_unit(self) -> str:
        """With a space before; empty for the units of the case."""
        return "" if self.bulk is None else r" $U_b$"

    @property
    def flow_across(self) -> str:
        """What the velocity across the stream is called: between two plates, in a channel, none of
        it is a secondary flow, which is a mean one."""
        others = [self.periodic[axis] for axis in range(3) if axis != self.direction]
        return "flow across the stream" if any(others) else "secondary flow"

    def right_of(self, normal: int) -> int | None:
        """The axis of a plane that lies along the page: that of the flow, or else the only periodic
        one, so that from wall to wall is upwards. None where either does."""
        axes = [axis for axis in range(3) if axis != normal]
        if self.direction in axes:
            return self.direction
        periodic = [axis for axis in axes if self.periodic[axis]]
        return periodic[0] if len(periodic) == 1 else None

    def velocity_label(self, symbol: str) -> str:
        """The symbol over the unit."""
        return symbol if self.bulk is None else rf"{symbol} / $U_b$"


def scene_of(run: Run, file: FieldFile) -> Scene:
    """From the summary's flow, or else from the mean velocity."""
    direction = _stated_direction(run)
    if direction is None and "velocity" in file:
        direction = _mean_flow_direction(file)
    bulk = run.flow.number("bulk_velocity", None)
    # General geometry: only a moved box has directions, and its field files do not state them.
    periodic = file.periodic if isinstance(file, BoxFieldFile) else run.periodic
    across = _normal_of_plane_flow(file) if "velocity" in file else None
    return Scene(direction, float(bulk) if bulk and bulk > 0 else None, periodic, across)


def normal_along(scene: Scene, bounds: Floats) -> int:
    """The mid plane along the flow shows a wall-normal direction where there is one: its normal is
    rather that of a plane flow, a periodic direction, or one that the domain is much shorter along;
    otherwise y before x."""
    if scene.across is not None:
        return scene.across
    across = [d for d in (1, 0, 2) if d != scene.direction]
    periodic = [d for d in across if scene.periodic[d]]
    if periodic:
        return periodic[0]
    lengths = bounds[1] - bounds[0]
    thin = min(across, key=lambda d: lengths[d])
    return thin if 2 * lengths[thin] < max(lengths[d] for d in across) else across[0]


def telling_normals(scene: Scene, bounds: Floats) -> tuple[int, ...]:
    """Of the planes that show a field: that of a plane flow, or across and along the flow, or all
    three."""
    if scene.across is not None:
        return (scene.across,)
    if scene.direction is None:
        return 0, 1, 2
    return scene.direction, normal_along(scene, bounds)


def _normal_of_plane_flow(file: FieldFile) -> int | None:
    """The direction in which the domain is thin and nothing flows."""
    lengths = file.bounds[1] - file.bounds[0]
    thin = int(lengths.argmin())
    others = [axis for axis in range(3) if axis != thin]
    if THIN * lengths[thin] > lengths[others].min():
        return None
    for normal in others:
        velocity = file.plane("velocity", normal, file.middle(normal))
        squares = velocity.with_values(velocity.values**2).mean()
        if squares[thin] > NOTHING_FLOWS**2 * squares.sum():
            return None
    return thin


def _stated_direction(run: Run) -> int | None:
    text = run.flow.text("direction", None)
    if text is None:
        return None
    if text not in tuple(AXIS_NAMES):
        raise run.flow.damage("direction", f"is {text!r}, expected one of x, y, z")
    return AXIS_NAMES.index(text)


def _mean_flow_direction(file: FieldFile) -> int | None:
    """The axis of the largest mean velocity, when that is a good part of the speed amid."""
    mean = np.abs(file.mean("velocity"))
    velocity = file.plane("velocity", 2, file.middle(2))
    speed = np.sqrt(velocity.with_values(velocity.values**2).mean().sum())
    direction = int(mean.argmax())
    return direction if mean[direction] > 0.2 * speed > 0 else None
