"""Images of things in space, by PyVista and VTK, on machines without a display too."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Bytes, Floats
from lobatto.errors import LobattoError
from lobatto.optional_packages import needed

LIBRARIES = {"libEGL.so.1": "vtkEGLRenderWindow", "libOSMesa.so.8": "vtkOSOpenGLRenderWindow"}
"""What draws where there is no display, and the window of VTK that asks for it."""
OLDEST = (9, 4)
"""The first VTK that takes one of them by itself; those before end the process."""
SIZE = 1800, 1350
"""Pixels that are drawn; the margins are cut off."""


def the_pyvista() -> Any:
    """The module, where it can draw. Raises LobattoError that says what is missing."""
    pyvista = needed("pyvista", "a picture in space")
    _require_screen(tuple(pyvista.vtk_version_info[:2]))
    return pyvista


def _require_screen(version: tuple[int, ...]) -> None:
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY"):
        return
    if version < OLDEST:
        raise LobattoError(
            f"VTK {version[0]}.{version[1]} needs a display, and DISPLAY is not set: "
            'pip install "vtk>=9.4", or start this with xvfb-run'
        )
    window = next((window for name, window in LIBRARIES.items() if _is_there(name)), None)
    if window is None:
        raise LobattoError(
            "a picture in space without a display needs libEGL.so.1 or libOSMesa.so.8, and neither "
            "is installed: apt install libegl1 libgl1 (or libosmesa6)"
        )
    os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", window)


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def image_of(add: Callable[[Any], None], bounds: Floats, towards: ArrayLike, up: Floats) -> Bytes:
    """[rows, columns, 3]: what `add` adds to a plotter of PyVista, seen from a direction, with the
    edges of the bounds [2, 3], which alone say where the margins end."""
    pyvista = the_pyvista()
    plotter = pyvista.Plotter(off_screen=True, window_size=SIZE, lighting="three lights")
    try:
        plotter.set_background("white")
        box = pyvista.Box(bounds.T.ravel()).extract_feature_edges()
        plotter.add_mesh(box, color="#999999", line_width=1.5)
        add(plotter)
        centre = bounds.mean(axis=0)
        distance = 3 * np.linalg.norm(bounds[1] - bounds[0])
        eye = np.asarray(towards, float) / np.linalg.norm(towards)
        plotter.camera_position = [centre + distance * eye, centre, up]
        plotter.reset_camera(bounds=list(bounds.T.ravel()))
        plotter.enable_anti_aliasing("ssaa")
        image = plotter.screenshot(return_img=True)
        return _without_margins(np.asarray(image), *_corners(plotter, bounds))
    finally:
        plotter.close()


def _corners(plotter: Any, bounds: Floats) -> tuple[Floats, Floats]:
    """Columns and rows, counted from the top, of the corners of the bounds in the image."""
    renderer = plotter.renderer
    columns, rows = [], []
    for corner in np.array(np.meshgrid(*bounds.T)).reshape(3, -1).T:
        renderer.SetWorldPoint(*corner, 1.0)
        renderer.WorldToDisplay()
        column, row, _ = renderer.GetDisplayPoint()
        columns.append(column)
        rows.append(plotter.window_size[1] - row)
    return np.array(columns), np.array(rows)


def _without_margins(image: Bytes, columns: Floats, rows: Floats) -> Bytes:
    """What is around the bounds, with a little room."""
    height, width = image.shape[:2]
    room = 8
    left, right = max(0, int(columns.min()) - room), min(width, int(columns.max()) + room)
    top, bottom = max(0, int(rows.min()) - room), min(height, int(rows.max()) + room)
    return image[top:bottom, left:right]
