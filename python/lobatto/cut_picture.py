"""Paints a cut of curved elements: its triangles, with colours that vary over each of them."""

import numpy as np

from lobatto import style


def shown_values(cut, view):
    """[components, points] on the corners of the triangles."""
    return cut.values.T


def paint(axes, cut, values, view, **colours):
    """Colours the values [points]; returns what a colour bar belongs to."""
    right, up = _on_page(cut.surface.points, cut, view).T
    painted = axes.tripcolor(
        right, up, values, triangles=cut.surface.triangles, shading="gouraud", **colours
    )
    margin = 0.015 * max(view.width, view.height)
    left, right, bottom, top = view.extent
    axes.set_xlim(left - margin, right + margin)
    axes.set_ylim(bottom - margin, top + margin)
    return painted


def draw_elements(axes, cut, view):
    _draw_segments(axes, _on_page(cut.surface.edges, cut, view), style.ELEMENT_LINES)


def draw_outline(axes, cut, view):
    _draw_segments(axes, _on_page(cut.surface.outline, cut, view), style.OUTLINE)


def _on_page(points, cut, view):
    return points[..., ::-1] if view.is_turned(cut) else points


def _draw_segments(axes, segments, line):
    """As one line with gaps: where segments meet, its transparency does not add up."""
    gap = np.full((len(segments), 1, 2), np.nan)
    path = np.concatenate([segments, gap], axis=1).reshape(-1, 2)
    axes.plot(path[:, 0], path[:, 1], solid_capstyle="round", **line)
