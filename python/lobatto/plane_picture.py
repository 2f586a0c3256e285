"""One plane of a field as a picture: colours, element boundaries, in-plane vectors."""

from dataclasses import dataclass

import numpy as np

from lobatto import style
from lobatto.fields import AXIS_NAMES


@dataclass(frozen=True)
class View:
    """A rectangle of the plane seen upright: which axis runs to the right and which upwards."""

    right: int
    up: int
    ticks: tuple

    @classmethod
    def of(cls, plane, right=None):
        """``right``: the axis to lie along the page; by default the plane's fast one."""
        right = plane.axes[0] if right is None else right
        up = plane.axes[1] if right == plane.axes[0] else plane.axes[0]
        ticks = dict(zip(plane.axes, plane.ticks, strict=True))
        return cls(right, up, (ticks[right], ticks[up]))

    @property
    def width(self):
        return self.ticks[0][-1] - self.ticks[0][0]

    @property
    def height(self):
        return self.ticks[1][-1] - self.ticks[1][0]

    @property
    def extent(self):
        right, up = self.ticks
        return right[0], right[-1], up[0], up[-1]

    def cell_centres(self, longest):
        """Coordinates of an even raster, ``longest`` cells along its longer side."""
        cell = max(self.width, self.height) / longest
        counts = (max(2, round(side / cell)) for side in (self.width, self.height))
        return tuple(
            ticks[0] + (np.arange(count) + 0.5) * (ticks[-1] - ticks[0]) / count
            for ticks, count in zip(self.ticks, counts, strict=True)
        )

    def sample(self, plane, right, up):
        """[components, up, right]"""
        if self.right == plane.axes[0]:
            return plane.evaluate(right, up)
        return plane.evaluate(up, right).swapaxes(1, 2)


def draw_colours(axes, plane, view, label, colour_map=style.SEQUENTIAL, symmetric=False):
    """The magnitude of the plane's components (the value itself when there is one) in colour."""
    values = view.sample(plane, *view.cell_centres(style.PIXELS))
    values = values[0] if len(values) == 1 else np.linalg.norm(values, axis=0)
    lower, upper = style.levels(values, symmetric)
    image = axes.imshow(
        values,
        origin="lower",
        extent=view.extent,
        cmap=colour_map,
        vmin=lower,
        vmax=upper,
        interpolation="bilinear",
    )
    below = style.is_long(view.width, view.height)
    bar = axes.figure.colorbar(
        image,
        ax=axes,
        orientation="horizontal" if below else "vertical",
        shrink=0.6 if below else 0.9,
        pad=0.02,
        aspect=30,
        extend="both" if symmetric else "neither",
    )
    bar.set_label(label)
    bar.outline.set_linewidth(0.5)
    axes.set_xlabel(AXIS_NAMES[view.right])
    axes.set_ylabel(AXIS_NAMES[view.up])
    axes.set_aspect("equal")


def draw_elements(axes, view):
    """Element boundaries as thin lines."""
    lines = {"color": "white", "linewidth": 0.4, "alpha": 0.5}
    axes.vlines(view.ticks[0][1:-1], view.ticks[1][0], view.ticks[1][-1], **lines)
    axes.hlines(view.ticks[1][1:-1], view.ticks[0][0], view.ticks[0][-1], **lines)


def draw_vectors(axes, velocity, view, unit, n_arrows=30, colour="white"):
    """The in-plane velocity as arrows, with one of a round length as the scale."""
    right, up = view.cell_centres(n_arrows)
    vectors = view.sample(velocity, right, up)[[view.right, view.up]]
    strongest = np.linalg.norm(vectors, axis=0).max()
    if strongest == 0:
        return
    spacing = max(view.width, view.height) / n_arrows
    arrows = axes.quiver(
        right,
        up,
        *vectors,
        color=colour,
        angles="xy",
        scale_units="xy",
        scale=strongest / (1.8 * spacing),
        width=0.0022,
        headwidth=3.5,
        headlength=4,
    )
    shown = round_down(strongest)
    axes.quiverkey(
        arrows, 0.9, 1.03, shown, f"{shown:g}{unit}", labelpos="W", color="0.2", labelcolor="0.2"
    )


def round_down(value):
    """The largest of 1, 2, 5 times a power of ten that is not above the value."""
    power = 10.0 ** np.floor(np.log10(value))
    return max(step * power for step in (1, 2, 5) if step * power <= value * (1 + 1e-12))
