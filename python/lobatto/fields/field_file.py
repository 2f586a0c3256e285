"""Field files: what is the same for every geometry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from lobatto import spectral
from lobatto.arrays import Floats, Integers
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.field_expression import FieldExpression
from lobatto.fields import curved_elements
from lobatto.fields.cut import Cut
from lobatto.fields.derived_field import DerivedField, Source, check_names
from lobatto.fields.field_tables import field_frame
from lobatto.fields.plane import Plane
from lobatto.fields.vtk_grid import vtk_grid
from lobatto.files.document import Document
from lobatto.files.file_seal import FileSeal
from lobatto.files.hdf5_file import Hdf5Dataset, Hdf5File
from lobatto.html_table import html_table
from lobatto.wording import counted

AXIS_NAMES = "xyz"
PIECE = 2**22
"""Numbers that are read and worked on at once: 32 MiB in double precision."""


class FieldFile(ABC):
    """One field file (fields_<step>.vtkhdf): its time, mesh and fields, read when asked for.

    ``FieldFile(path)`` is the class of the file's geometry: a BoxFieldFile, whose elements are
    bricks in rows, or a GeneralFieldFile, whose elements are curved. Fields are evaluated as what
    they are: polynomials on every element. Where a field is asked for by name, an expression of
    fields does as well, such as "sqrt(u^2 + v^2)" or "q_criterion": it is evaluated at the nodes.
    """

    geometry: ClassVar[str]
    """The word in the file that tells the kind."""
    _seal: FileSeal | None
    _kinds: ClassVar[dict[str, type[FieldFile]]] = {}

    def __init_subclass__(cls) -> None:
        FieldFile._kinds[cls.geometry] = cls

    def __new__(cls, path: Path | str) -> Self:
        with Hdf5File(path) as file:
            made: Any = super().__new__(_kind_of(file) if cls is FieldFile else cls)
            made._seal = file.seal
        return made

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        with self._open() as file:
            facts = _facts(file)
            self.order, self.step = facts.positive_whole("order"), facts.whole("step")
            self.time = float(facts.number("time"))
            self.nodes = file.ascending("Lobatto/nodes", self.order + 1)
            self._read_mesh(file)
            self.n_components = {name: self._count(file, name) for name in _fields(file)}
            self.provenance = {
                key: file.text(f"Lobatto/provenance/{key}")
                for key in file.names("Lobatto/provenance")
            }

    def _open(self) -> Hdf5File:
        return Hdf5File(self.path, self._seal)

    @abstractmethod
    def _read_mesh(self, file: Hdf5File) -> None:
        """Takes what it needs of the mesh from the group Lobatto."""

    def _count(self, file: Hdf5File, name: str) -> int:
        """The components of a field, whose shape has to be that of the mesh."""
        data = file.dataset(f"Lobatto/fields/{name}")
        components = data.shape[1:2] if data.ndim == 5 else ()
        data.expect_shape((self.element_count, *components, *[len(self.nodes)] * 3))
        return components[0] if components else 1

    @property
    @abstractmethod
    def element_count(self) -> int:
        """The number of all elements."""

    @property
    @abstractmethod
    def arrangement(self) -> str:
        """The elements in words."""

    @property
    @abstractmethod
    def bounds(self) -> Floats:
        """[2, 3]: the lowest and the highest coordinates."""

    @property
    @abstractmethod
    def volume(self) -> float:
        """Of all elements."""

    @abstractmethod
    def plane(self, name: str, normal: int, position: float) -> Plane | Cut:
        """The field on the plane where coordinate ``normal`` is ``position``."""

    @abstractmethod
    def vorticity(self, normal: int, position: float) -> Plane | Cut:
        """curl u on a plane, three components."""

    @abstractmethod
    def mean(self, name: str) -> Floats:
        """[components]: averages over the volume."""

    @abstractmethod
    def _coordinates_at(self, file: Hdf5File, rows: slice) -> Floats:
        """[elements, 3, n, n, n]: of the nodes of some elements."""

    @abstractmethod
    def _locate(self, points: Floats) -> tuple[Integers, Floats]:
        """Elements [points], -1 for points outside, and coordinates [points, 3] in them."""

    @abstractmethod
    def places_of(self, other: FieldFile) -> Integers:
        """Where the elements of another file of the same mesh stand in this one. Raises
        LobattoError where the meshes differ."""

    @property
    def n_points(self) -> int:
        """Elements times nodes of an element."""
        return self.element_count * (self.order + 1) ** 3

    @property
    def names(self) -> list[str]:
        """Of the fields."""
        return list(self.n_components)

    def __contains__(self, name: str) -> bool:
        return name in self.n_components

    def middle(self, direction: int) -> float:
        """The coordinate half way between the ends of the mesh."""
        return self.bounds[:, direction].mean()

    def evaluate(self, name: str, points: ArrayLike) -> Floats:
        """[points, components] at any points [points, 3] in the mesh."""
        places = np.atleast_2d(np.asarray(points, float))
        elements, xi = self._locate(places)
        if np.any(elements < 0):
            first = places[np.argmax(elements < 0)]
            lower, upper = self.bounds
            raise LobattoError(
                f"the point {_tuple(first)} is outside the mesh of {self.path}, "
                f"which reaches from {_tuple(lower)} to {_tuple(upper)}"
            )
        return self._evaluate_in(name, elements, xi)

    def line(
        self, name: str, direction: int, through: ArrayLike, n_points: int = 600
    ) -> tuple[Floats, Floats]:
        """Coordinates [points] along a direction and values [points, components] there, on the
        line through a point [3]. The points are evenly spaced over the whole extent of the mesh;
        those that no element holds are left out."""
        lower, upper = self.bounds[:, direction]
        points = np.tile(np.asarray(through, float), (n_points, 1))
        points[:, direction] = np.linspace(lower, upper, n_points)
        elements, xi = self._locate(points)
        inside = elements >= 0
        if not inside.any():
            raise LobattoError(
                f"the line along {AXIS_NAMES[direction]} through {_tuple(through)} is outside the "
                f"mesh of {self.path}"
            )
        values = self._evaluate_in(name, elements[inside], xi[inside])
        return points[inside, direction], values

    def coordinates(self) -> Floats:
        """[elements, 3, n, n, n]: x, y, z of all nodes."""
        with self._open() as file:
            return self._coordinates_at(file, slice(None))

    def nodal_values(self, name: str) -> Floats:
        """[elements, components, n, n, n]: a field, or an expression of fields, at all nodes."""
        with self._open() as file:
            values = self._dataset(file, name)[:]
        return values.reshape(len(values), -1, *[len(self.nodes)] * 3)

    def values_in(self, name: str, elements: Integers) -> Floats:
        """[elements, components, n, n, n]: the same of some elements."""
        with self._open() as file:
            return self._rows(self._dataset(file, name), elements)

    def volume_weights(self, elements: slice) -> Floats:
        """[elements, n, n, n]: of the quadrature at the nodes of some elements. A sum over all
        nodes of all elements counts a node where elements meet with what each of them has of it."""
        with self._open() as file:
            return curved_elements.volume_weights(self._coordinates_at(file, elements), self.nodes)

    def to_pyvista(self, names: Sequence[str] | None = None, n_cells: int | None = None) -> Any:
        """A pyvista.UnstructuredGrid of hexahedra with the fields and expressions at their corners,
        by default all fields at the nodes. n_cells: of an element along each direction, at even
        distances. Where elements meet there is one point, with the mean of their values."""
        return vtk_grid(self.coordinates(), self.nodes, self._wanted(names), n_cells)

    @abstractmethod
    def to_xarray(self, names: Sequence[str] | None = None) -> Any:
        """An xarray.Dataset of fields and expressions at the nodes, by default of all fields; the
        velocity is u, v, w. A box has the dimensions z, y, x, others element, t, s, r."""

    def to_dataframe(self, names: Sequence[str] | None = None) -> Any:
        """A pandas.DataFrame with a row for each node of each element: x, y, z and fields or
        expressions, by default all fields; the velocity is u, v, w."""
        return field_frame(self.coordinates(), self._wanted(names))

    def _wanted(self, names: Sequence[str] | None) -> Iterator[tuple[str, Floats]]:
        """Each field by default; an expression that is wrong is an error before any is read."""
        wanted = self.names if names is None else list(names)
        for name in wanted:
            self.n_components_of(name)
        return ((name, self.nodal_values(name)) for name in wanted)

    @property
    def _facts(self) -> dict[str, object]:
        return {"time": self.time, "step": self.step, "order": self.order, "file": str(self.path)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def _repr_html_(self) -> str:
        """For notebooks."""
        ranges = [
            (axis, f"{lower:.6g} to {upper:.6g}")
            for axis, (lower, upper) in zip(AXIS_NAMES, self.bounds.T, strict=True)
        ]
        fields = ", ".join(
            name if count == 1 else f"{name} ({count} components)"
            for name, count in self.n_components.items()
        )
        size = f"{self.arrangement}, order {self.order}: {counted(self.n_points, 'node')}"
        rows = [("time", f"{self.time:.6g}"), ("step", self.step), ("elements", size)]
        return html_table(self.path.name, [*rows, *ranges, ("fields", fields)])

    def n_components_of(self, name: str) -> int:
        """1 of a scalar and of an expression, 3 of a velocity; what the file does not have is a
        LobattoError."""
        if name in self.n_components:
            return self.n_components[name]
        check_names(FieldExpression.of(name), self.n_components, str(self.path))
        return 1

    def _evaluate_in(self, name: str, elements: Integers, xi: Floats) -> Floats:
        result = np.empty((len(elements), self.n_components_of(name)))
        with self._open() as file:
            data = self._dataset(file, name)
            for batch in self._batches(elements):
                values = self._rows(data, elements[batch])
                rows = [spectral.interpolation_matrix(self.nodes, r) for r in xi[batch].T]
                result[batch] = spectral.point_values(values, rows)
        return result

    def _dataset(self, file: Hdf5File, name: str) -> Hdf5Dataset | DerivedField:
        self.n_components_of(name)
        if name in self.n_components:
            return file.dataset(f"Lobatto/fields/{name}")
        stored = {field: file.dataset(f"Lobatto/fields/{field}") for field in self.names}
        source = Source(
            stored, lambda rows: self._coordinates_at(file, rows), self.nodes, self.time
        )
        return DerivedField(FieldExpression.of(name), source, self.element_count)

    def _batches(self, elements: Integers) -> list[Integers]:
        """Indices, in the order of the elements, of a piece of work each."""
        order = np.argsort(elements, kind="stable")
        size = max(1, PIECE // (3 * len(self.nodes) ** 3))
        return [order[start : start + size] for start in range(0, len(order), size)]

    def _rows(self, data: Hdf5Dataset | DerivedField, elements: Integers) -> Floats:
        """[elements, components, n, n, n]: what a dataset holds of the elements, read in pieces
        without holes, as HDF5 likes it."""
        n = len(self.nodes)
        wanted, inverse = np.unique(elements, return_inverse=True)
        rows = np.empty((len(wanted), int(np.prod(data.shape[1:-3])), n, n, n))
        size = max(1, PIECE // rows[:1].size)
        for start in range(0, data.shape[0], size):
            here = slice(*np.searchsorted(wanted, (start, start + size)))
            if here.start < here.stop:
                first, last = wanted[here][0], wanted[here][-1]
                piece = data[first : last + 1].reshape(-1, *rows.shape[1:])
                rows[here] = piece[wanted[here] - first]
        return rows[inverse]

    def _differs_from(self, other: FieldFile) -> LobattoError:
        return LobattoError(
            f"{self.path} and {other.path} are of different meshes: order {self.order}, "
            f"{self.arrangement}, and order {other.order}, {other.arrangement}; expected one mesh"
        )

    def _check_position(self, normal: int, position: float) -> None:
        lower, upper = self.bounds[:, normal]
        if not lower <= position <= upper:
            raise LobattoError(
                f"{AXIS_NAMES[normal]} = {position} is outside the mesh of {self.path}: "
                f"{lower:g} to {upper:g}"
            )


def _facts(file: Hdf5File) -> Document:
    if "Lobatto" not in file:
        raise LobattoError(f"{file.path} was not written by Lobatto: it has no group /Lobatto")
    return file.facts("Lobatto")


def _fields(file: Hdf5File) -> list[str]:
    names = file.names("Lobatto/fields")
    if not all(name.isprintable() for name in names):
        raise DamagedFileError(file.path, "names of fields that cannot be printed")
    return names


def _kind_of(file: Hdf5File) -> type[FieldFile]:
    """The class for the geometry that a file states; files of the first versions, which state
    none, are of boxes."""
    facts = _facts(file)
    geometry = facts.text("geometry", "box")
    kinds = FieldFile._kinds
    if geometry not in kinds:
        raise facts.damage("geometry", f"is {geometry!r}, expected {' or '.join(kinds)}")
    return kinds[geometry]


def _tuple(point: Any) -> str:
    return "(" + ", ".join(f"{value:g}" for value in point) + ")"
