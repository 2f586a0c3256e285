"""Pictures and films of the planes that probes of a run sampled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.field_expression import FieldExpression
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.pictures import style
from lobatto.pictures.field_pictures import Look, chosen_colours, file_name, title
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import Picture
from lobatto.pictures.section_picture import draw_raster
from lobatto.runs.run import Run
from lobatto.runs.samples import Samples, read_samples


def slice_pictures(
    run: Run, probe: str, names: Sequence[str], look: Look, every: bool
) -> Iterator[Iterator[tuple[Picture, int]]]:
    """For each name, a quantity of the probe or an expression of them, pictures with their steps:
    of every sample, or of the last one. names: by default all quantities."""
    samples = read_samples(run.path, probe)
    if samples.points.ndim != 3 or len(samples.time) == 0:
        raise LobattoError(f"the probe {probe} of {run.path} is no plane with samples")
    for name in names or list(samples.values):
        yield _pictures(run, probe, samples, name, look, every)


def _pictures(
    run: Run, probe: str, samples: Samples, name: str, look: Look, every: bool
) -> Iterator[tuple[Picture, int]]:
    expression = FieldExpression.of(name)
    whole = expression(samples.__getitem__) + np.zeros_like(next(iter(samples.values.values())))
    shown = np.arange(len(whole)) if every else np.array([len(whole) - 1])
    limits, colour_map = chosen_colours(whole[shown], look)
    points, values = _longer_side_first(samples.points, whole)
    extent, labels = _sides(points)
    size = style.picture_size(extent[1] - extent[0], extent[3] - extent[2])
    for sample in shown:

        def paint(canvas: Figure, picture: Floats = values[sample]) -> None:
            axes = canvas.subplots()
            label = style.plain(name)
            draw_raster(axes, picture, extent, label, colour_map, limits)
            axes.set(xlabel=labels[0], ylabel=labels[1])

        heading = f"{title(name)} on the plane {style.plain(probe)}"
        detail = describe(run, samples.time[sample])
        key = f"probe_{file_name(probe)}_{file_name(name)}"
        yield Picture(key, *size, heading, detail, paint), int(samples.step[sample])


def _longer_side_first(points: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Points [up, right, 3] and values [samples, up, right], the longer side of the plane to the
    right."""
    first = np.linalg.norm(points[0, -1] - points[0, 0])
    second = np.linalg.norm(points[-1, 0] - points[0, 0])
    if second > first:
        return points.swapaxes(0, 1), values.swapaxes(1, 2)
    return points, values


def _sides(points: Floats) -> tuple[tuple[float, float, float, float], list[str]]:
    """Where the plane begins and ends along its sides, and what they are called: coordinates of
    axes that they are parallel to, distances otherwise."""
    extent: list[float] = []
    labels = []
    for side in (points[0], points[:, 0]):
        edge = side[-1] - side[0]
        along = int(np.abs(edge).argmax())
        length = float(np.linalg.norm(edge))
        parallel = edge[along] > (1 - 1e-9) * length
        start = float(side[0, along]) if parallel else 0.0
        extent += [start, start + length]
        labels.append(AXIS_NAMES[along] if parallel else "distance")
    return (extent[0], extent[1], extent[2], extent[3]), labels
