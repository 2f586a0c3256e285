"""The boundaries of the elements and of the whole mesh, as lines in a picture."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lobatto.arrays import Floats
from lobatto.fields.cut import Cut
from lobatto.pictures.view import Section, View

ELEMENTS = {"linewidth": 0.4, "alpha": 0.5}
OUTLINE = {"linewidth": 0.9, "color": "0.15"}


def draw_elements(axes: Axes, section: Section, view: View, colour: str = "white") -> None:
    """Element boundaries as thin lines."""
    if isinstance(section, Cut):
        _draw_segments(axes, section.surface.edges, section, view, color=colour, **ELEMENTS)
        return
    right, up = section.ticks[::-1] if view.is_turned(section) else section.ticks
    axes.vlines(right[1:-1], up[0], up[-1], color=colour, **ELEMENTS)
    axes.hlines(up[1:-1], right[0], right[-1], color=colour, **ELEMENTS)


def draw_outline(axes: Axes, section: Section, view: View) -> None:
    """The boundary of a mesh that does not fill the axes, with a little room around it."""
    if not isinstance(section, Cut):
        return
    _draw_segments(axes, section.surface.outline, section, view, **OUTLINE)
    margin = 0.015 * max(view.width, view.height)
    left, right, bottom, top = view.extent
    axes.set_xlim(left - margin, right + margin)
    axes.set_ylim(bottom - margin, top + margin)


def _draw_segments(axes: Axes, segments: Floats, cut: Cut, view: View, **line: Any) -> None:
    """As one line with gaps and blunt ends: its transparency does not add up where they meet."""
    points = segments[..., ::-1] if view.is_turned(cut) else segments
    gap = np.full((len(points), 1, 2), np.nan)
    right, up = np.concatenate([points, gap], axis=1).reshape(-1, 2).T
    axes.plot(right, up, solid_capstyle="butt", snap=False, **line)
