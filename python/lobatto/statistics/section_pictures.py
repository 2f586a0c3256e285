"""The cross section of a duct: secondary flow, vorticity, friction along the walls."""

import numpy as np
from matplotlib.axes import Axes

from lobatto.arrays import Floats
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.fields.plane import Plane
from lobatto.pictures import style
from lobatto.pictures.section_picture import draw_colours, draw_vectors
from lobatto.pictures.view import View
from lobatto.statistics.album import Album, clean
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.secondary_flow import stream_function
from lobatto.statistics.wall_flow import WallFlow
from lobatto.statistics.wall_units import faces_of, wall_stress

N_STREAM_LINES = 6
RASTER = 240


def section(grid: Grid, *fields: Floats) -> Plane:
    """Arrays of a grid of two directions as a Plane of components."""
    n = len(grid.nodes)
    slow, fast = grid.axes
    shape = len(grid.ticks[slow]) - 1, n, len(grid.ticks[fast]) - 1, n
    values = np.stack([field.reshape(shape).transpose(0, 2, 1, 3) for field in fields], axis=2)
    return Plane((fast, slow), (grid.ticks[fast], grid.ticks[slow]), grid.nodes, values)


def draw_secondary_flow(album: Album) -> None:
    """Arrows on the mean stream-wise velocity; stream function on the stream-wise vorticity."""
    walls = album.report.walls
    moments, grid, bulk = walls.moments, walls.grid, walls.bulk_velocity
    velocity = section(grid, *(moments.mean(u) / bulk for u in VELOCITY))
    scale = walls.flow.half_width / bulk
    vorticity = section(grid, moments.vorticity(walls.flow.stream) * scale)
    streams = section(grid, stream_function(walls) / (bulk * walls.flow.half_width))
    view = View.of(velocity)
    width, height = style.picture_size(view.width, view.height, longest=5.2)
    symbol = VELOCITY[walls.flow.stream].upper()
    with album.figure("secondary_flow", 2 * width, height, "Mean secondary flow") as canvas:
        left, right = canvas.subplots(1, 2)
        along = velocity.component(walls.flow.stream)
        draw_colours(left, along, view, rf"{symbol} / $U_b$")
        _draw_levels(left, along, view, np.arange(0.2, 2.2, 0.2), "white")
        draw_vectors(left, velocity, view, " $U_b$")
        label = rf"$\omega_{AXIS_NAMES[walls.flow.stream]}\, h / U_b$"
        draw_colours(right, vorticity, view, label, style.DIVERGING, symmetric=True)
        _draw_stream_lines(right, streams, view)


def _draw_stream_lines(axes: Axes, streams: Plane, view: View) -> None:
    """Solid one way round, dashed the other."""
    largest = np.abs(streams.values).max()
    if not largest > 0:
        return
    positive = largest * (np.arange(N_STREAM_LINES) + 0.5) / N_STREAM_LINES
    _draw_levels(axes, streams, view, np.concatenate([-positive[::-1], positive]), "0.15")
    axes.set_title(rf"stream function, largest {largest:.2g} $U_b h$", loc="right", fontsize=8)


def _draw_levels(axes: Axes, plane: Plane, view: View, levels: Floats, colour: str) -> None:
    right, up = view.cell_centres(RASTER)
    values = view.sample(plane, right, up)[0]
    inside = [level for level in levels if values.min() < level < values.max()]
    if inside:
        axes.contour(right, up, values, inside, colors=colour, linewidths=0.7)


def draw_wall_friction(album: Album) -> None:
    """The local friction velocity along each wall over the mean one."""
    walls = album.report.walls
    with album.figure("wall_friction", 6.4, 4.4, "Friction along the walls") as canvas:
        axes = canvas.subplots()
        for normal, end in _different_walls(walls.flow):
            stress = wall_stress(walls.moments, walls.flow, walls.viscosity, normal, end)
            span = walls.flow.span(normal)
            place = walls.grid.fine_places(span)
            stress = walls.grid.averaged((normal,)).evaluate(stress, {span: place})
            local = np.sign(stress) * np.sqrt(np.abs(stress)) / walls.units.u_tau
            place = (place - walls.grid.middle(span)) / walls.flow.half_width
            face = f"{AXIS_NAMES[normal]} {'min' if end == 0 else 'max'}"
            axes.plot(place, local, label=face)
        axes.set_ylabel(r"local $u_\tau$ / mean $u_\tau$")
        axes.set_xlabel("distance from the middle of the wall / h")
        if len(axes.lines) > 1:
            axes.legend(fontsize=8, loc="best")
        clean(axes)


def _different_walls(flow: WallFlow) -> list[tuple[int, int]]:
    """One of those that symmetries make the same."""
    mirrored = {getattr(symmetry, "axis", None) for symmetry in flow.symmetries}
    found = [(n, e) for n, e in faces_of(flow) if e == 0 or n not in mirrored]
    return found[:1] if flow.is_square else found
