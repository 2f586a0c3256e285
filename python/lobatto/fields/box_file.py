"""Field files of boxes: bricks in rows, read layer by layer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats, Integers, total
from lobatto.fields.derived_field import DerivedField
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.fields.field_tables import box_dataset
from lobatto.fields.plane import Plane
from lobatto.files.hdf5_file import Hdf5Dataset, Hdf5File


class BoxFieldFile(FieldFile):
    """A field file of a box. Planes and averages read only the layers of elements they need."""

    geometry = "box"

    def _read_mesh(self, file: Hdf5File) -> None:
        self.periodic = tuple(map(bool, file.facts("Lobatto").numbers("periodic", 3)))
        self.ticks = tuple(file.ascending(f"Lobatto/ticks/{axis}") for axis in AXIS_NAMES)

    @property
    def n_elements(self) -> tuple[int, int, int]:
        """Elements along x, y, z."""
        n_x, n_y, n_z = (len(ticks) - 1 for ticks in self.ticks)
        return n_x, n_y, n_z

    @property
    def element_count(self) -> int:
        return int(np.prod(self.n_elements))

    @property
    def arrangement(self) -> str:
        text = " x ".join(str(n) for n in self.n_elements)
        periodic = "".join(a for a, p in zip(AXIS_NAMES, self.periodic, strict=True) if p)
        return f"{text}, periodic {periodic}" if periodic else text

    @property
    def bounds(self) -> Floats:
        return np.array([[ticks[end] for ticks in self.ticks] for end in (0, -1)])

    @property
    def volume(self) -> float:
        return float(np.prod(np.diff(self.bounds, axis=0)))

    def plane(self, name: str, normal: int, position: float) -> Plane:
        return self._cut(name, normal, position)

    def places_of(self, other: FieldFile) -> Integers:
        if not isinstance(other, BoxFieldFile) or not (
            self.order == other.order
            and self.n_elements == other.n_elements
            and all(map(np.allclose, self.ticks, other.ticks))
        ):
            raise self._differs_from(other)
        return np.arange(self.element_count)

    def normal_derivative(self, name: str, normal: int, position: float) -> Plane:
        """The derivative of the field along ``normal`` on that plane."""
        element, _ = self._locate_along(normal, position)
        scale = 2 / np.diff(self.ticks[normal])[element]
        matrix = scale * spectral.derivative_matrix(self.nodes)
        return self._cut(name, normal, position, matrix)

    def average(self, name: str, direction: int) -> Plane:
        """The field averaged along a direction, exact for the polynomials."""
        lengths = np.diff(self.ticks[direction])
        weights = spectral.gll_weights(self.nodes) / 2
        with self._open() as file:
            data = self._dataset(file, name)
            values = total(
                length * self._contract(self._layer(data, direction, e), direction, weights)
                for e, length in enumerate(lengths)
            )
        return self._plane(direction, values / lengths.sum())

    def grid(self, name: str, places: Sequence[Floats]) -> Floats:
        """[components, z, y, x]: the field at all combinations of coordinates along x, y and z."""
        along_x, along_y = (
            spectral.line_matrix(self.ticks[d], self.nodes, places[d]) for d in (0, 1)
        )
        layers, xi = spectral.locate(self.ticks[2], places[2])
        shape = (self.n_components_of(name), *(len(places[d]) for d in (2, 1, 0)))
        values = np.empty(shape)
        with self._open() as file:
            data = self._dataset(file, name)
            for layer in np.unique(layers):
                here = layers == layer
                rows = spectral.interpolation_matrix(self.nodes, xi[here])
                planes = np.tensordot(self._layer(data, 2, layer), rows, axes=(3, 1))
                lines = planes.transpose(2, 5, 0, 3, 1, 4).reshape(
                    shape[0], len(rows), along_y.shape[1], along_x.shape[1]
                )
                values[:, here] = along_y @ lines @ along_x.T
        return values

    def vorticity(self, normal: int, position: float) -> Plane:
        velocity = self.plane("velocity", normal, position)
        gradient = {axis: velocity.derivative(axis).values for axis in velocity.axes}
        gradient[normal] = self.normal_derivative("velocity", normal, position).values
        curl = [
            gradient[(d + 1) % 3][:, :, (d + 2) % 3] - gradient[(d + 2) % 3][:, :, (d + 1) % 3]
            for d in range(3)
        ]
        return velocity.with_values(np.stack(curl, axis=2))

    def mean(self, name: str) -> Floats:
        return self.average(name, 2).mean()

    def to_xarray(self, names: Sequence[str] | None = None) -> Any:
        return box_dataset(self.ticks, self.nodes, self._wanted(names), self._facts)

    def _coordinates_at(self, file: Hdf5File, rows: slice) -> Floats:
        n, (n_x, n_y, _) = len(self.nodes), self.n_elements
        elements = np.arange(self.element_count)[rows]
        places = elements % n_x, elements // n_x % n_y, elements // (n_x * n_y)
        result = np.empty((len(elements), 3, n, n, n))
        for direction, place in enumerate(places):
            ticks = self.ticks[direction]
            along = ticks[place, None] + np.diff(ticks)[place, None] * (1 + self.nodes) / 2
            shape = [len(elements), 1, 1, 1]
            shape[3 - direction] = n
            result[:, direction] = along.reshape(shape)
        return result

    def _locate(self, points: Floats) -> tuple[Integers, Floats]:
        lower, upper = self.bounds
        inside = ((points >= lower) & (points <= upper)).all(axis=1)
        located = [spectral.locate(self.ticks[d], points[:, d]) for d in range(3)]
        (x, y, z), (n_x, n_y, _) = [element for element, _ in located], self.n_elements
        elements = np.where(inside, (z * n_y + y) * n_x + x, -1)
        return elements, np.stack([xi for _, xi in located], axis=1)

    def _locate_along(self, normal: int, position: float) -> tuple[int, float]:
        self._check_position(normal, position)
        element, xi = spectral.locate(self.ticks[normal], position)
        return int(element), float(xi)

    def _cut(
        self, name: str, normal: int, position: float, operator: Floats | None = None
    ) -> Plane:
        """The field, or what the operator on the nodes along ``normal`` makes of it, on a plane."""
        element, xi = self._locate_along(normal, position)
        row = spectral.interpolation_matrix(self.nodes, xi)[0]
        if operator is not None:
            row = row @ operator
        with self._open() as file:
            layer = self._layer(self._dataset(file, name), normal, element)
        return self._plane(normal, self._contract(layer, normal, row))

    def _plane(self, normal: int, values: Floats) -> Plane:
        fast, slow = (d for d in range(3) if d != normal)
        ticks = self.ticks[fast], self.ticks[slow]
        return Plane((fast, slow), ticks, self.nodes, values)

    def _layer(self, data: Hdf5Dataset | DerivedField, direction: int, index: int) -> Floats:
        """[elements slow, elements fast, components, n, n, n]: one layer of elements."""
        n_x, n_y, n_z = self.n_elements
        if direction == 0:
            values, shape = data[index::n_x], (n_z, n_y)
        elif direction == 1:
            starts = [(z * n_y + index) * n_x for z in range(n_z)]
            values = np.concatenate([data[start : start + n_x] for start in starts])
            shape = (n_z, n_x)
        else:
            values, shape = data[index * n_y * n_x : (index + 1) * n_y * n_x], (n_y, n_x)
        n = len(self.nodes)
        return values.reshape(*shape, -1, n, n, n)

    @staticmethod
    def _contract(layer: Floats, direction: int, row: Floats) -> Floats:
        """Applies ``row`` to the node index of a direction (x is the last axis)."""
        return np.moveaxis(layer, -(direction + 1), -1) @ row
