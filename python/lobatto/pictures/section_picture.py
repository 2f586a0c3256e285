"""One plane or cut of a field as a picture: colours and in-plane vectors."""

import numpy as np
from matplotlib.axes import Axes

from lobatto.arrays import Floats
from lobatto.fields.cut import Cut
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.fields.plane import Plane
from lobatto.pictures import style
from lobatto.pictures.element_lines import draw_outline
from lobatto.pictures.view import Section, View

PIXELS = {Plane: 600, Cut: 1200}
"""Along the longer side. A cut has more since it may have a curved boundary."""
SLENDER = 40
"""A section that is so many times as long as it is high is stretched, not to be a line."""


def sampled(section: Section, view: View) -> Floats:
    """[up, right]: the magnitude of the section's components (the value itself when there is one)
    at the pixels; NaN where there is no element."""
    values = view.sample(section, *view.cell_centres(PIXELS[type(section)]))
    return values[0] if len(values) == 1 else np.linalg.norm(values, axis=0)


def draw_colours(
    axes: Axes,
    section: Section,
    view: View,
    label: str,
    colour_map: str = style.SEQUENTIAL,
    symmetric: bool = False,
    limits: tuple[float, float] | None = None,
) -> None:
    """The section in colour; limits: of the colours, by default those of the values."""
    values = sampled(section, view)
    lower, upper = limits or style.levels(values[np.isfinite(values)], symmetric)
    draw_raster(axes, values, view.extent, label, colour_map, (lower, upper))
    draw_outline(axes, section, view)
    axes.set_xlabel(AXIS_NAMES[view.right])
    axes.set_ylabel(AXIS_NAMES[view.up])


def draw_raster(
    axes: Axes,
    values: Floats,
    extent: tuple[float, float, float, float],
    label: str,
    colour_map: str,
    limits: tuple[float, float],
) -> None:
    """Values [up, right] of an even raster in colour, with a bar; extent: left to right, bottom to
    top."""
    image = axes.imshow(
        _widened(values),
        origin="lower",
        extent=extent,
        cmap=colour_map,
        vmin=limits[0],
        vmax=limits[1],
        interpolation="bilinear",
    )
    width, height = extent[1] - extent[0], extent[3] - extent[2]
    below = style.is_long(width, height)
    bar = axes.figure.colorbar(
        image,
        ax=axes,
        orientation="horizontal" if below else "vertical",
        shrink=0.6 if below else 0.9,
        pad=0.02,
        aspect=30,
        extend=_beyond(values, *limits),
    )
    bar.set_label(label)
    bar.outline.set_linewidth(0.5)
    axes.set_aspect("equal" if max(width, height) < SLENDER * min(width, height) else "auto")
    axes.xaxis.set_major_locator(style.RoomyLocator())
    axes.yaxis.set_major_locator(style.RoomyLocator())


def _beyond(values: Floats, lower: float, upper: float) -> str:
    """At which ends of the colours there are values outside."""
    below, above = np.nanmin(values) < lower, np.nanmax(values) > upper
    return "both" if below and above else "min" if below else "max" if above else "neither"


def _widened(values: Floats) -> Floats:
    """The raster [up, right] with a pixel more around what is NaN: under the outline, so that no
    background shows between."""
    result = np.pad(values, 1, constant_values=np.nan)
    for axis in (0, 1):
        for step in (1, -1):
            result = np.where(np.isnan(result), np.roll(result, step, axis), result)
    return result[1:-1, 1:-1]


def draw_vectors(
    axes: Axes, velocity: Section, view: View, unit: str, n_arrows: int = 30, colour: str = "white"
) -> None:
    """The in-plane velocity as arrows; the title says how long the longest is."""
    right, up = view.cell_centres(n_arrows)
    vectors = view.sample(velocity, right, up)[[view.right, view.up]]
    lengths = np.linalg.norm(vectors, axis=0)
    if not np.nanmax(lengths, initial=0) > 0:
        return
    strongest = np.nanmax(lengths)
    spacing = max(view.width, view.height) / n_arrows
    j, i = np.nonzero(np.isfinite(lengths))  # a cut may have gaps
    axes.quiver(
        right[i],
        up[j],
        *vectors[:, j, i],
        color=colour,
        angles="xy",
        scale_units="xy",
        scale=strongest / (1.8 * spacing),
        width=0.0022,
        headwidth=3.5,
        headlength=4,
    )
    # A title has room of its own, which a key among the arrows has not.
    axes.set_title(f"longest arrow {strongest:.2g}{unit}", loc="right", fontsize=8, color="0.3")
