"""Reads field files and evaluates them as what they are: polynomials on every element."""

from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

from lobatto import spectral
from lobatto.errors import LobattoError

AXIS_NAMES = "xyz"


@dataclass(frozen=True)
class Plane:
    """A field on an axis-aligned plane: polynomials on rectangles.

    axes: the two directions that span it, the fast one first; ticks: element boundaries along them;
    values: [elements slow, elements fast, components, n slow, n fast] on the GLL nodes.
    """

    axes: tuple
    ticks: tuple
    nodes: np.ndarray
    values: np.ndarray

    @property
    def normal(self):
        """The direction that the plane does not hold."""
        return 3 - sum(self.axes)

    def evaluate(self, fast, slow):
        """[components, slow points, fast points] at the points of a tensor grid."""
        n = len(self.nodes)
        e_slow, e_fast, n_components = self.values.shape[:3]
        lines = self.values.transpose(2, 0, 3, 1, 4).reshape(n_components, e_slow * n, e_fast * n)
        to_fast = spectral.line_matrix(self.ticks[0], self.nodes, fast)
        to_slow = spectral.line_matrix(self.ticks[1], self.nodes, slow)
        return to_slow @ lines @ to_fast.T

    def derivative(self, axis):
        """The derivative along one of the two axes, a plane again."""
        matrix = spectral.derivative_matrix(self.nodes)
        if axis == self.axes[0]:
            scale = 2 / np.diff(self.ticks[0])
            values = self.values @ matrix.T * scale[None, :, None, None, None]
        elif axis == self.axes[1]:
            scale = 2 / np.diff(self.ticks[1])
            values = matrix @ self.values * scale[:, None, None, None, None]
        else:
            raise ValueError(f"axis {axis} is normal to the plane")
        return self.with_values(values)

    def mean(self):
        """[components]: averages over the plane."""
        weights = spectral.gll_weights(self.nodes) / 2
        of_element = np.einsum("bacji,j,i->bac", self.values, weights, weights)
        areas = np.outer(np.diff(self.ticks[1]), np.diff(self.ticks[0]))
        return np.einsum("bac,ba->c", of_element, areas) / areas.sum()

    def component(self, index):
        return self.with_values(self.values[:, :, index : index + 1])

    def with_values(self, values):
        return Plane(self.axes, self.ticks, self.nodes, values)


class FieldFile:
    """One field file (fields_<step>.vtkhdf): its time, mesh and fields, read when asked for."""

    def __init__(self, path):
        self.path = Path(path)
        with self._open() as file:
            group = self._group(file)
            try:
                self.order = int(group.attrs["order"])
                self.time = float(group.attrs["time"])
                self.step = int(group.attrs["step"])
                self.periodic = tuple(bool(flag) for flag in group.attrs["periodic"])
                self.nodes = group["nodes"][()]
                self.ticks = tuple(group["ticks"][axis][()] for axis in AXIS_NAMES)
                self.n_components = {
                    name: 1 if data.ndim == 4 else data.shape[1]
                    for name, data in group["fields"].items()
                }
                self.provenance = {
                    key: text[()].decode() for key, text in group.get("provenance", {}).items()
                }
            except KeyError as error:
                raise LobattoError(f"{self.path} is damaged: {error}") from None

    @property
    def n_elements(self):
        """Elements along x, y, z."""
        return tuple(len(ticks) - 1 for ticks in self.ticks)

    @property
    def n_points(self):
        return int(np.prod(self.n_elements)) * (self.order + 1) ** 3

    @property
    def names(self):
        return list(self.n_components)

    def __contains__(self, name):
        return name in self.n_components

    def middle(self, direction):
        return (self.ticks[direction][0] + self.ticks[direction][-1]) / 2

    def plane(self, name, normal, position):
        """The field on the plane where coordinate ``normal`` is ``position``."""
        return self._cut(name, normal, position)

    def normal_derivative(self, name, normal, position):
        """The derivative of the field along ``normal`` on that plane."""
        element, _ = self._locate(normal, position)
        scale = 2 / np.diff(self.ticks[normal])[element]
        matrix = scale * spectral.derivative_matrix(self.nodes)
        return self._cut(name, normal, position, matrix)

    def average(self, name, direction):
        """The field averaged along a direction, exact for the polynomials."""
        lengths = np.diff(self.ticks[direction])
        weights = spectral.gll_weights(self.nodes) / 2
        with self._open() as file:
            data = self._dataset(file, name)
            values = sum(
                length * self._contract(self._layer(data, direction, e), direction, weights)
                for e, length in enumerate(lengths)
            )
        return self._plane(direction, values / lengths.sum())

    def vorticity(self, normal, position):
        """curl u on a plane, three components."""
        velocity = self.plane("velocity", normal, position)
        gradient = {axis: velocity.derivative(axis).values for axis in velocity.axes}
        gradient[normal] = self.normal_derivative("velocity", normal, position).values
        curl = [
            gradient[(d + 1) % 3][:, :, (d + 2) % 3] - gradient[(d + 2) % 3][:, :, (d + 1) % 3]
            for d in range(3)
        ]
        return velocity.with_values(np.stack(curl, axis=2))

    def mean(self, name):
        """[components]: averages over the box."""
        return self.average(name, 2).mean()

    def evaluate(self, name, points):
        """[points, components] at any points [points, 3] in the box."""
        points = np.atleast_2d(np.asarray(points, float))
        located = [self._locate(d, points[:, d]) for d in range(3)]
        rows = [spectral.interpolation_matrix(self.nodes, xi) for _, xi in located]
        (x, y, z), (n_x, n_y, _) = [element for element, _ in located], self.n_elements
        elements = (z * n_y + y) * n_x + x
        n = len(self.nodes)
        result = np.empty((len(points), self.n_components_of(name)))
        with self._open() as file:
            data = self._dataset(file, name)
            for element in np.unique(elements):
                here = elements == element
                values = data[element].reshape(-1, n, n, n).astype(float)
                result[here] = np.einsum(
                    "ckji,qk,qj,qi->qc", values, rows[2][here], rows[1][here], rows[0][here]
                )
        return result

    def line(self, name, direction, through, n_points=600):
        """Coordinates [points] along a direction and values [points, components] there, on the
        line through a point [3]."""
        ticks = self.ticks[direction]
        coordinates = np.linspace(ticks[0], ticks[-1], n_points)
        points = np.tile(np.asarray(through, float), (n_points, 1))
        points[:, direction] = coordinates
        return coordinates, self.evaluate(name, points)

    def n_components_of(self, name):
        if name not in self.n_components:
            raise LobattoError(
                f"{self.path} has no field '{name}'; it has {', '.join(self.names) or 'none'}"
            )
        return self.n_components[name]

    def _open(self):
        try:
            return h5py.File(self.path, "r")
        except FileNotFoundError:
            raise LobattoError(f"there is no file {self.path}") from None
        except OSError as error:
            raise LobattoError(f"{self.path} is not a readable HDF5 file: {error}") from None

    def _group(self, file):
        if "Lobatto" not in file:
            raise LobattoError(f"{self.path} was not written by Lobatto: it has no group /Lobatto")
        return file["Lobatto"]

    def _dataset(self, file, name):
        self.n_components_of(name)
        return file["Lobatto"]["fields"][name]

    def _locate(self, direction, position):
        ticks = self.ticks[direction]
        if np.any(position < ticks[0]) or np.any(position > ticks[-1]):
            raise LobattoError(
                f"{AXIS_NAMES[direction]} = {position} is outside the box of {self.path}: "
                f"{ticks[0]:g} to {ticks[-1]:g}"
            )
        return spectral.locate(ticks, position)

    def _cut(self, name, normal, position, operator=None):
        """The field, or what the operator on the nodes along ``normal`` makes of it, on a plane."""
        element, xi = self._locate(normal, position)
        row = spectral.interpolation_matrix(self.nodes, xi)[0]
        if operator is not None:
            row = row @ operator
        with self._open() as file:
            layer = self._layer(self._dataset(file, name), normal, element)
        return self._plane(normal, self._contract(layer, normal, row))

    def _plane(self, normal, values):
        axes = tuple(d for d in range(3) if d != normal)
        return Plane(axes, tuple(self.ticks[d] for d in axes), self.nodes, values)

    def _layer(self, data, direction, index):
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
        return values.reshape(*shape, -1, n, n, n).astype(float)

    @staticmethod
    def _contract(layer, direction, row):
        """Applies ``row`` to the node index of a direction (x is the last axis)."""
        return np.moveaxis(layer, -(direction + 1), -1) @ row
