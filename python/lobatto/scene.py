"""What kind of flow a snapshot shows, and its units."""

from dataclasses import dataclass

import numpy as np

from lobatto.box_file import BoxFieldFile
from lobatto.field_file import AXIS_NAMES, FieldFile
from lobatto.run import Run


@dataclass(frozen=True)
class Scene:
    """direction: stream-wise axis (None when no mean flow stands out); bulk: the velocity that
    velocities are shown relative to (None: as they are); periodic: the directions."""

    direction: int | None
    bulk: float | None
    periodic: tuple[bool, ...]

    @property
    def scale(self) -> float:
        """By which velocities are multiplied: 1 / bulk."""
        return 1.0 if self.bulk is None else 1.0 / self.bulk

    @property
    def velocity_unit(self) -> str:
        """With a space before; empty for the units of the case."""
        return "" if self.bulk is None else r" $U_b$"

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
    return Scene(direction, float(bulk) if bulk and bulk > 0 else None, periodic)


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
