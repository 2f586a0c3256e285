"""Pictures of the particles that a run has carried."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from lobatto.errors import Damages
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.pictures import style
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.runs.particles import family_names
from lobatto.runs.run import Run
from lobatto.wording import counted

MOST = 20_000
"""Particles that are drawn at most: more would hide each other."""


def draw_clouds(run: Run, folder: PictureFolder, damages: Damages) -> Iterator[Path]:
    """Draws particles_<name>, the newest places from three sides, for all families that the run
    has; yields the paths. Damaged files are passed over and noted."""
    for name in family_names(run.path):
        with damages.noted():
            _draw_newest(run, folder, name)
        yield from folder.taken()


def _draw_newest(run: Run, folder: PictureFolder, name: str) -> None:
    family = run.particles(name)
    cloud = family[-1] if len(family) else None
    if cloud is None or len(cloud) == 0:
        return
    shown = slice(None, None, -(-len(cloud) // MOST))
    speed = np.linalg.norm(cloud.velocity[shown], axis=1)
    detail = f"{describe(run)}  ·  t = {cloud.time:.6g}, {counted(len(cloud), 'particle')}"
    heading = f"Particles {style.plain(name)}"
    with folder.figure(
        f"particles_{name}", 11, 3.6 + style.HEADING_HEIGHT, heading, detail
    ) as canvas:
        panels = canvas.subplots(1, 3, squeeze=False).flat
        for axes, (a, b) in zip(panels, combinations(range(3), 2), strict=True):
            x, y = cloud.position[shown, a], cloud.position[shown, b]
            points = axes.scatter(x, y, c=speed, s=3, linewidths=0, cmap="viridis")
            axes.set(xlabel=AXIS_NAMES[a], ylabel=AXIS_NAMES[b], aspect="equal")
        canvas.colorbar(points, ax=canvas.axes, label="speed", shrink=0.8)
