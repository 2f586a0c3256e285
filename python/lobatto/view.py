"""How a plane or a cut lies on the page."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class View:
    """A plane or a cut seen upright: which axis runs to the right and which upwards, and its
    extent (left, right, bottom, top)."""

    right: int
    up: int
    extent: tuple

    @classmethod
    def of(cls, section, right=None):
        """``right``: the axis to lie along the page; by default the section's fast one."""
        right = section.axes[0] if right is None else right
        up = section.axes[1] if right == section.axes[0] else section.axes[0]
        return cls(right, up, (*section.extent(right), *section.extent(up)))

    @property
    def width(self):
        return self.extent[1] - self.extent[0]

    @property
    def height(self):
        return self.extent[3] - self.extent[2]

    def is_turned(self, section):
        """Whether the section's fast axis runs upwards."""
        return self.right != section.axes[0]

    def cell_centres(self, longest):
        """Coordinates of an even raster, ``longest`` cells along its longer side."""
        cell = max(self.width, self.height) / longest
        sides = (self.extent[0], self.width), (self.extent[2], self.height)
        counts = [max(2, round(length / cell)) for _, length in sides]
        return tuple(
            start + (np.arange(count) + 0.5) * length / count
            for (start, length), count in zip(sides, counts, strict=True)
        )

    def sample(self, section, right, up):
        """[components, up, right]"""
        if self.is_turned(section):
            return section.evaluate(up, right).swapaxes(1, 2)
        return section.evaluate(right, up)
