"""How a plane or a cut lies on the page."""

from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np

from lobatto.arrays import Floats
from lobatto.fields.cut import Cut
from lobatto.fields.plane import Plane

Section: TypeAlias = Plane | Cut


@dataclass(frozen=True)
class View:
    """A plane or a cut seen upright: which axis runs to the right and which upwards, and its
    extent (left, right, bottom, top)."""

    right: int
    up: int
    extent: tuple[float, float, float, float]

    @classmethod
    def of(cls, section: Section, right: int | None = None) -> Self:
        """``right``: the axis to lie along the page; by default the section's fast one."""
        right = section.axes[0] if right is None else right
        up = section.axes[1] if right == section.axes[0] else section.axes[0]
        return cls(right, up, (*section.extent(right), *section.extent(up)))

    @property
    def width(self) -> float:
        """Along the page, in the unit of length of the case."""
        return self.extent[1] - self.extent[0]

    @property
    def height(self) -> float:
        """Up the page."""
        return self.extent[3] - self.extent[2]

    def is_turned(self, section: Section) -> bool:
        """Whether the section's fast axis runs upwards."""
        return self.right != section.axes[0]

    def cell_centres(self, longest: int) -> tuple[Floats, Floats]:
        """Coordinates of an even raster, ``longest`` cells along its longer side."""
        cell = max(self.width, self.height) / longest
        sides = (self.extent[0], self.width), (self.extent[2], self.height)
        counts = [max(2, round(length / cell)) for _, length in sides]
        right, up = (
            start + (np.arange(count) + 0.5) * length / count
            for (start, length), count in zip(sides, counts, strict=True)
        )
        return right, up

    def sample(self, section: Section, right: Floats, up: Floats) -> Floats:
        """[components, up, right]"""
        if self.is_turned(section):
            return section.evaluate(up, right).swapaxes(1, 2)
        return section.evaluate(right, up)
