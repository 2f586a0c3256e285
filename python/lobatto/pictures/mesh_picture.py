"""`lobatto mesh FILE --picture OUT.png`: the surface of a mesh, and its worst elements."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.live.job import the_job
from lobatto.live.native_command import run_native
from lobatto.pictures.style import HEADING_HEIGHT, figure, plain, plt
from lobatto.wording import counted

ENDINGS = (".png", ".pdf", ".svg")
PERIODIC = "#b9b9b9"
WORST = "#d00000"
"""Colours of periodic sides, and of the lines of the worst elements."""
HEIGHT = 5.6
"""Of a picture, in inches."""
LEGEND_COLUMNS = 6


def mesh_command(words: Sequence[str]) -> int:
    """Carries out `lobatto mesh` with these words and draws what `--picture` asks for. Collective.

    Returns the exit code of the program: a folded mesh is drawn, too. Raises LobattoError for a
    picture of another ending.
    """
    rest, picture = split_picture(words)
    if picture is None:
        return run_native(["mesh", *rest])
    with tempfile.TemporaryDirectory(prefix="lobatto-mesh-") as folder:
        surface = Path(folder) / "surface.json"
        code = run_native(["mesh", *rest, "--surface", str(surface)])
        if the_job().ranks().rank == 0 and surface.exists():
            draw_mesh(json.loads(surface.read_text(encoding="utf-8")), picture)
            print(f"\n  {picture}")
    return code


def split_picture(words: Sequence[str]) -> tuple[list[str], Path | None]:
    """The words without `--picture FILE`, and that file. Raises LobattoError for no such file."""
    rest: list[str] = []
    picture: str | None = None
    left = iter(words)
    for word in left:
        if word == "--picture":
            picture = next(left, "")
        elif word.startswith("--picture="):
            picture = word.removeprefix("--picture=")
        else:
            rest.append(word)
    if picture is None:
        return rest, None
    if Path(picture).suffix not in ENDINGS:
        raise LobattoError(
            f"--picture {picture}: expected a file that ends in {', '.join(ENDINGS)}"
        )
    return rest, Path(picture)


def draw_mesh(surface: dict[str, Any], path: Path) -> None:
    """Two views from opposite sides, of a plane mesh one from above; surface: of `--surface`."""
    n = surface["points_per_line"]
    points = np.array(surface["points"], dtype=float).reshape(-1, n, n, 3)
    names = np.array(surface["name"], dtype=int)
    cameras = [camera_of((0, 0, 1), (0, 1, 0))]
    if not surface["plane"]:
        cameras = [camera_of((1, -1.6, 1), (0, 0, 1)), camera_of((-1, 1.6, -1), (0, 0, 1))]
    worst = surface["worst"][0]
    detail = (
        f"{counted(surface['elements'], 'element')}; the worst in red: element {worst['element']}, "
        f"scaled Jacobian {worst['scaled_jacobian']:.3g}"
    )
    width = 5.2 * len(cameras)
    heading = plain(f"{Path(surface['file']).name}")
    with figure(path, max(width, 6.4), HEIGHT, heading, detail) as canvas:
        for axes, camera in zip(
            np.atleast_1d(canvas.subplots(1, len(cameras))), cameras, strict=True
        ):
            draw_view(axes, points, colours_of(surface)[names], camera)
            draw_worst(axes, surface, camera)
            axes.set_aspect("equal")
            axes.autoscale_view()
            axes.axis("off")
        patches = legend_of(surface, names)
        n_rows = -(-len(patches) // LEGEND_COLUMNS)
        below = (0.15 + 0.2 * n_rows) / HEIGHT
        canvas.get_layout_engine().set(rect=(0, below, 1, 1 - below - HEADING_HEIGHT / HEIGHT))
        canvas.legend(handles=patches, loc="lower center", ncols=LEGEND_COLUMNS, fontsize=8)


def camera_of(towards: Sequence[float], up: Sequence[float]) -> Floats:
    """Rows: to the right, up, and towards the eye. [3, 3]"""
    eye = np.asarray(towards, dtype=float) / np.linalg.norm(towards)
    right = np.cross(np.asarray(up, dtype=float), eye)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(eye, right), eye])


def colours_of(surface: dict[str, Any]) -> Floats:
    """Red, green and blue of each boundary, of periodic sides last. [boundaries + 1, 3]"""
    table = plt.get_cmap("tab20")
    chosen = [table((2 * i + i // 10) % 20)[:3] for i in range(len(surface["boundaries"]))]
    return np.array([*chosen, to_rgb(PERIODIC)])


def draw_view(axes: Axes, points: Floats, colours: Floats, camera: Floats) -> None:
    """Sides [sides, n, n, 3] in their colours [sides, 3], the farthest first, with their lines."""
    seen = points @ camera.T
    outlines = np.concatenate(
        [seen[:, 0, :-1], seen[:, :-1, -1], seen[:, -1, :0:-1], seen[:, :0:-1, 0]], axis=1
    )
    normals = np.cross(seen[:, -1, -1] - seen[:, 0, 0], seen[:, -1, 0] - seen[:, 0, -1])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.where(lengths > 0, lengths, 1.0)
    light = 0.55 + 0.45 * np.abs(normals @ np.array([-0.35, 0.5, 0.79]))
    order = np.argsort(outlines[:, :, 2].mean(axis=1))
    thin = 0.35 if len(points) < 20000 else 0.0
    axes.add_collection(
        PolyCollection(
            list(outlines[order, :, :2]),
            facecolors=np.clip(light[order, None] * colours[order], 0, 1),
            edgecolors="k" if thin else "face",
            linewidths=thin,
        )
    )


def draw_worst(axes: Axes, surface: dict[str, Any], camera: Floats) -> None:
    """The lines of the worst elements over everything, and a ring about the very worst."""
    n = surface["points_per_line"]
    for i, worst in enumerate(surface["worst"]):
        lines = np.array(worst["lines"], dtype=float).reshape(12, n, 3) @ camera.T
        axes.add_collection(
            LineCollection(list(lines[:, :, :2]), colors=WORST, linewidths=1.6 if i == 0 else 0.7)
        )
    middle = np.array(surface["worst"][0]["lines"], dtype=float).reshape(-1, 3).mean(axis=0)
    x, y, _ = camera @ middle
    axes.plot([x], [y], "o", markersize=22, markerfacecolor="none", markeredgecolor=WORST)


def legend_of(surface: dict[str, Any], names: Any) -> list[Patch]:
    """A patch for each boundary that has sides."""
    texts = [*(plain(name) for name in surface["boundaries"]), "periodic"]
    counts = np.bincount(names, minlength=len(texts))
    return [
        Patch(facecolor=colour, edgecolor="k", linewidth=0.4, label=f"{text} ({count})")
        for text, colour, count in zip(texts, colours_of(surface), counts, strict=True)
        if count > 0
    ]
