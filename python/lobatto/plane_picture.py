"""Paints a plane of a box: the polynomial's value in every pixel."""

from lobatto import style


def shown_values(plane, view):
    """[components, up, right]: a raster fine enough for the picture."""
    return view.sample(plane, *view.cell_centres(style.PIXELS))


def paint(axes, plane, values, view, **colours):
    """Colours the values [up, right]; returns what a colour bar belongs to."""
    return axes.imshow(
        values, origin="lower", extent=view.extent, interpolation="bilinear", **colours
    )


def draw_elements(axes, plane, view):
    right, up = plane.ticks[::-1] if view.is_turned(plane) else plane.ticks
    axes.vlines(right[1:-1], up[0], up[-1], **style.ELEMENT_LINES)
    axes.hlines(up[1:-1], right[0], right[-1], **style.ELEMENT_LINES)


def draw_outline(axes, plane, view):
    """The frame of the axes is the outline."""
