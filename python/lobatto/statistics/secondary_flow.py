"""The mean secondary flow of a duct: its largest velocity, stream function and vorticity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.wall_statistics import WallStatistics, standard_error


@dataclass(frozen=True)
class LargestSecondary:
    """speed: over the bulk velocity; error: standard error of the velocity there
    along itself; place: axis -> coordinate."""

    speed: float
    error: float
    place: dict[int, float]


def secondary_axes(walls: WallStatistics) -> tuple[int, int]:
    """The two directions of the section, right-handed with the stream: a, b with a x b along it."""
    stream = walls.flow.stream
    return (stream + 1) % 3, (stream + 2) % 3


def largest_secondary(walls: WallStatistics, windows: Sequence[WallStatistics]) -> LargestSecondary:
    """Of a duct, on a raster of four steps from node to node."""
    grid = walls.grid
    raster = {axis: grid.fine_places(axis, 4) for axis in grid.axes}
    velocity = np.array([grid.evaluate(values, raster) for values in _velocity(walls)])
    speed = np.sqrt((velocity**2).sum(axis=0))
    index = np.unravel_index(speed.argmax(), speed.shape)
    place = {axis: float(raster[axis][i]) for axis, i in zip(grid.axes, index, strict=True)}
    direction = velocity[(slice(None), *index)] / max(speed[index], 1e-300)
    along = [
        sum(d * grid.evaluate(v, place) for d, v in zip(direction, _velocity(window), strict=True))
        for window in windows
    ]
    error = standard_error(along, walls.statistics.weights) / walls.bulk_velocity
    return LargestSecondary(float(speed[index]) / walls.bulk_velocity, float(error), place)


def stream_function(walls: WallStatistics) -> Floats:
    """psi with V_a = d psi / d x_b, V_b = - d psi / d x_a, 0 on the walls: [section]. The mean of
    both integrals from a wall, which are the same for averages without divergence."""
    a, b = secondary_axes(walls)
    of_a = walls.grid.integral(walls.moments.mean(VELOCITY[a]), b)
    of_b = walls.grid.integral(walls.moments.mean(VELOCITY[b]), a)
    return (of_a - of_b) / 2


def _velocity(walls: WallStatistics) -> list[Floats]:
    return [walls.moments.mean(VELOCITY[axis]) for axis in secondary_axes(walls)]
