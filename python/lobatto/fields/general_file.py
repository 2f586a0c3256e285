"""Field files of curved elements in any arrangement."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.fields import curved_elements
from lobatto.fields.cut import Cut
from lobatto.fields.cut_surface import CutSurface, cut_surface
from lobatto.fields.field_file import AXIS_NAMES, PIECE, FieldFile
from lobatto.fields.field_tables import curved_dataset
from lobatto.files.hdf5_file import Hdf5Dataset, Hdf5File

TRIANGLES = 600_000
"""About as many as a cut may have: more than pixels of a picture show."""
MARGIN = 0.15
"""By this part of their size elements may reach beyond their nodes: 1/8 for a parabola."""


class GeneralFieldFile(FieldFile):
    """A field file of a general geometry: a moved box or a mesh from a file.

    Coordinates are read in pieces and only those of the elements that a question concerns; their
    bounding boxes are found once.
    """

    geometry = "general"

    def _read_mesh(self, file: Hdf5File) -> None:
        self.element_numbers = file.array("Lobatto/element_numbers", (-1,))
        if len(self.element_numbers) == 0:
            raise DamagedFileError(self.path, "a mesh without elements")
        n = len(self.nodes)
        shape = self.element_count, 3, n, n, n
        file.dataset("Lobatto/coordinates").expect_shape(shape)

    @property
    def element_count(self) -> int:
        return len(self.element_numbers)

    @property
    def arrangement(self) -> str:
        return f"{self.element_count} curved"

    @cached_property
    def bounds(self) -> Floats:
        lower, upper = self._element_bounds
        return np.array([lower.min(axis=0), upper.max(axis=0)])

    @cached_property
    def volume(self) -> float:
        return float(sum(weights.sum() for _, weights in self._volume_weights()))

    def plane(self, name: str, normal: int, position: float) -> Cut:
        """The field on the plane where coordinate ``normal`` is ``position``: a Cut."""
        elements, surface = self._surface(normal, position)
        with self._open() as file:
            values = self._rows(self._dataset(file, name), elements)
        return Cut(surface, surface.values_of(values, self.nodes))

    def places_of(self, other: FieldFile) -> Integers:
        """Files of runs on different numbers of ranks have their elements in different orders. Of
        the coordinates those of the first, the middle and the last element are compared."""
        if not isinstance(other, GeneralFieldFile) or (self.order, self.element_count) != (
            other.order,
            other.element_count,
        ):
            raise self._differs_from(other)
        order, wanted = np.argsort(self.element_numbers), np.argsort(other.element_numbers)
        places = np.empty_like(order)
        places[wanted] = order
        some = np.array([0, len(places) // 2, len(places) - 1])
        if not (
            np.array_equal(self.element_numbers[places], other.element_numbers)
            and np.allclose(self._coordinates_of(places[some]), other._coordinates_of(some))
        ):
            raise self._differs_from(other)
        return places

    def vorticity(self, normal: int, position: float) -> Cut:
        elements, surface = self._surface(normal, position)
        with self._open() as file:
            velocity = self._rows(self._dataset(file, "velocity"), elements)
        vorticity = curved_elements.curl(velocity, self._coordinates_of(elements), self.nodes)
        return Cut(surface, surface.values_of(vorticity, self.nodes))

    def mean(self, name: str) -> Floats:
        """[components]: averages over the volume, by the quadrature of the nodes."""
        total = np.zeros(self.n_components_of(name))
        with self._open() as file:
            data = self._dataset(file, name)
            for elements, weights in self._volume_weights():
                total += np.einsum("eckji,ekji->c", self._rows(data, elements), weights)
        return total / self.volume

    @cached_property
    def _element_bounds(self) -> tuple[Floats, Floats]:
        """(lowest, highest) coordinates of the nodes of each element, [elements, 3] each."""
        found = [
            (coordinates.min(axis=(2, 3, 4)), coordinates.max(axis=(2, 3, 4)))
            for _, coordinates in self._coordinates()
        ]
        return tuple(np.concatenate(ends) for ends in zip(*found, strict=True))

    @cached_property
    def _element_boxes(self) -> tuple[Floats, Floats]:
        """(lowest, highest) coordinates that hold the elements for certain."""
        lower, upper = self._element_bounds
        margin = MARGIN * (upper - lower) + 1e-9 * np.ptp(self.bounds, axis=0).max()
        return lower - margin, upper + margin

    def _coordinates(self) -> Iterator[tuple[Integers, Floats]]:
        """Pairs (elements, coordinates [elements, 3, n, n, n]), a piece at a time."""
        with self._open() as file:
            data = file.dataset("Lobatto/coordinates")
            for elements in self._batches(np.arange(self.element_count)):
                yield elements, self._finite_rows(data, elements)

    def to_xarray(self, names: Sequence[str] | None = None) -> Any:
        return curved_dataset(self.coordinates(), self._wanted(names), self._facts)

    def _coordinates_at(self, file: Hdf5File, rows: slice) -> Floats:
        coordinates = file.dataset("Lobatto/coordinates")[rows]
        if not np.isfinite(coordinates).all():
            raise DamagedFileError(self.path, "it has coordinates that are not finite")
        return coordinates

    def _coordinates_of(self, elements: Integers) -> Floats:
        with self._open() as file:
            return self._finite_rows(file.dataset("Lobatto/coordinates"), elements)

    def _finite_rows(self, data: Hdf5Dataset, elements: Integers) -> Floats:
        rows = self._rows(data, elements)
        if not np.isfinite(rows).all():
            raise DamagedFileError(self.path, "it has coordinates that are not finite")
        return rows

    def _volume_weights(self) -> Iterator[tuple[Integers, Floats]]:
        for elements, coordinates in self._coordinates():
            yield elements, curved_elements.volume_weights(coordinates, self.nodes)

    def _surface(self, normal: int, position: float) -> tuple[Integers, CutSurface]:
        """(the elements that the plane may meet, the cut)"""
        self._check_position(normal, position)
        lower, upper = (ends[:, normal] for ends in self._element_boxes)
        elements = np.flatnonzero((lower <= position) & (position <= upper))
        # A plane along the faces of the lattice meets its cells in 8 triangles each.
        fitting = int(np.sqrt(TRIANGLES / (8 * max(1, len(elements)))))
        n_cells = min(max(fitting, 2), 2 * self.order)
        coordinates = self._coordinates_of(elements)
        surface = cut_surface(coordinates, self.nodes, normal, position, n_cells)
        if len(surface.triangles) == 0:
            raise LobattoError(f"{AXIS_NAMES[normal]} = {position} meets no element of {self.path}")
        return elements, surface

    def _locate(self, points: Floats) -> tuple[Integers, Floats]:
        elements = np.full(len(points), -1)
        places = np.zeros((len(points), 3))
        nearest = np.full(len(points), curved_elements.INSIDE)
        for point, element in self._candidates(points):
            for batch in self._batches(element):
                found, beyond = curved_elements.reference_coordinates(
                    self._coordinates_of(element[batch]), self.nodes, points[point[batch]]
                )
                # Descending, so that of several elements for one point the best stays.
                better = np.argsort(-beyond, kind="stable")
                better = better[beyond[better] <= nearest[point[batch[better]]]]
                target = point[batch[better]]
                nearest[target], places[target] = beyond[better], found[better]
                elements[target] = element[batch[better]]
        return elements, np.clip(places, -1, 1)

    def _candidates(self, points: Floats) -> Iterator[tuple[Integers, Integers]]:
        """Pairs of arrays (points, elements in whose boxes they are), for some points at a time."""
        lower, upper = self._element_boxes
        size = max(1, PIECE // (3 * self.element_count))
        for start in range(0, len(points), size):
            here = points[start : start + size, None]
            point, element = np.nonzero(((here >= lower) & (here <= upper)).all(axis=2))
            if len(point):
                yield start + point, element
