"""Fields that follow from those of a file: expressions of them and of gradients."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.field_expression import FieldExpression
from lobatto.fields import curved_elements
from lobatto.files.hdf5_file import Hdf5Dataset

AXES = "xyz"
COMPONENTS = {"u": 0, "v": 1, "w": 2}
SHORT = {"p": "pressure", "T": "temperature", "q": "q_criterion"}
"""Short names, where the file has no field that is called so."""
GRADIENTS = {f"d{c}d{a}": (i, j) for c, i in COMPONENTS.items() for j, a in enumerate(AXES)}
SLOPE = re.compile(r"d(?P<name>\w+)d(?P<axis>[xyz])")
"""The derivative of a scalar, such as dtemperaturedy."""
PIECE = 2**18
"""Nodes whose gradients are in memory at once."""


@dataclass(frozen=True)
class Source:
    """What a file has to derive from. parts: of a slice of its elements the coordinates
    [elements, 3, n, n, n]; time: of the file."""

    fields: Mapping[str, Hdf5Dataset]
    coordinates: Callable[[slice], Floats]
    nodes: Floats
    time: float


class DerivedField:
    """An expression as if it were a dataset [elements, n, n, n] of the file, to be read by rows."""

    ndim = 4

    def __init__(self, expression: FieldExpression, source: Source, n_elements: int) -> None:
        self._expression, self._source = expression, source
        n = len(source.nodes)
        self.shape = (n_elements, n, n, n)

    def __getitem__(self, rows: slice) -> Floats:
        of = range(*rows.indices(self.shape[0]))
        values = np.empty((len(of), *self.shape[1:]))
        size = max(1, PIECE // len(self._source.nodes) ** 3)
        for start in range(0, len(of), size):
            piece = of[start : start + size]
            elements = _Elements(self._source, slice(piece.start, piece.stop, piece.step))
            values[start : start + size] = self._expression(elements.values)
        return values


class _Elements:
    """Some elements of a file, with what is derived there; each of it once."""

    def __init__(self, source: Source, rows: slice) -> None:
        self._source, self._rows = source, rows
        self._known: dict[str, Floats] = {}

    def values(self, name: str) -> Floats:
        """[elements, n, n, n], or a number."""
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def _found(self, name: str) -> Floats:
        fields = self._source.fields
        if name not in fields and name in SHORT:
            return self.values(SHORT[name])
        if name in fields:
            values = fields[name][self._rows]
            return values if values.ndim == 4 else np.linalg.norm(values, axis=1)
        if name in COMPONENTS:
            return self._velocity()[:, COMPONENTS[name]]
        if name == "speed":
            return np.linalg.norm(self._velocity(), axis=1)
        if name == "t":
            return np.asarray(self._source.time)
        if name in AXES:
            return self._source.coordinates(self._rows)[:, AXES.index(name)]
        if name in GRADIENTS:
            i, j = GRADIENTS[name]
            return self._velocity_gradient[:, i, j]
        if name in OF_GRADIENT:
            return OF_GRADIENT[name](self._velocity_gradient)
        slope = SLOPE.fullmatch(name)
        assert slope is not None
        scalar = self.values(slope["name"])[:, None]
        return self._gradient(scalar)[:, 0, AXES.index(slope["axis"])]

    def _velocity(self) -> Floats:
        return self._source.fields["velocity"][self._rows]

    @cached_property
    def _velocity_gradient(self) -> Floats:
        return self._gradient(self._velocity())

    def _gradient(self, values: Floats) -> Floats:
        """[elements, components, 3, n, n, n]"""
        coordinates = self._source.coordinates(self._rows)
        gradient = curved_elements.gradient(values, coordinates, self._source.nodes)
        return np.moveaxis(gradient, (-2, -1), (1, 2))


def _curl(gradient: Floats) -> list[Floats]:
    return [
        gradient[:, (d + 2) % 3, (d + 1) % 3] - gradient[:, (d + 1) % 3, (d + 2) % 3]
        for d in range(3)
    ]


def _vorticity(gradient: Floats) -> Floats:
    return np.sqrt(sum(part**2 for part in _curl(gradient)))


def _q_criterion(gradient: Floats) -> Floats:
    """(W : W - S : S) / 2"""
    return -np.einsum("eij...,eji...->e...", gradient, gradient) / 2


def _lambda2(gradient: Floats) -> Floats:
    """S^2 + W^2 is the symmetric part of the square of the gradient."""
    matrices = np.moveaxis(gradient, (1, 2), (-2, -1))
    squares = matrices @ matrices
    return np.linalg.eigvalsh((squares + squares.swapaxes(-1, -2)) / 2)[..., 1]


OF_GRADIENT: Mapping[str, Callable[[Floats], Floats]] = {
    "q_criterion": _q_criterion,
    "lambda2": _lambda2,
    "vorticity": _vorticity,
    "vorticity_x": lambda gradient: _curl(gradient)[0],
    "vorticity_y": lambda gradient: _curl(gradient)[1],
    "vorticity_z": lambda gradient: _curl(gradient)[2],
}
"""Of the velocity gradient du_i/dx_j [elements, i, j, n, n, n]."""


def check_names(expression: FieldExpression, fields: Mapping[str, int], where: str) -> None:
    """Raises LobattoError unless a file with these fields (name -> components) has all names that
    an expression asks for; where: what messages call the file."""
    known = list(_known_names(fields))
    for name in expression.names:
        slope = SLOPE.fullmatch(name)
        is_slope = slope is not None and fields.get(SHORT.get(slope["name"], slope["name"])) == 1
        if name in known or is_slope:
            continue
        near = get_close_matches(name, known, 1, 0.5)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        stored = ", ".join(fields) or "none"
        raise LobattoError(
            f"{where} has no field '{name}'; it has {stored}"
            + (f", from which follow {_shown(known, fields)}" if "velocity" in fields else "")
            + hint
        )


def _known_names(fields: Iterable[str]) -> Iterator[str]:
    stored = set(fields)
    yield from stored
    yield from (*AXES, "t")
    if "velocity" in stored:
        yield from (*COMPONENTS, "speed", *GRADIENTS, *OF_GRADIENT, "q")
    yield from (short for short, name in SHORT.items() if name in stored)


def _shown(known: Iterable[str], fields: Iterable[str]) -> str:
    """The derived names that stand for themselves, without the nine slopes."""
    hidden = {*fields, *AXES, "t", *GRADIENTS}
    return ", ".join([*(name for name in known if name not in hidden), "dudx to dwdz"])
