"""Which kinds of sides a mesh of Nek5000 has: the letters of their conditions, field by field."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError

INSIDE = ("", "E")
"""Letters of sides that two elements share."""
_EDGES = [[0, 1], [1, 2], [2, 3], [3, 0]]
_FACES = [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7], [0, 1, 2, 3], [4, 5, 6, 7]]
"""Corners of the sides of an element, in two and three dimensions."""
CONVERTED = ("MSH", "EXO")
"""Letters that mesh converters give; the fifth value is the number of the boundary."""


@dataclass(frozen=True)
class Side:
    """letters: of the flow, the temperature, further scalars; number: the fifth value of the
    first; faces: of the elements, from 1, where there are such sides; own_name: of a box."""

    letters: tuple[str, ...]
    number: int
    faces: tuple[int, ...]
    own_name: str = ""

    @property
    def name(self) -> str:
        """What the solver calls a boundary of such sides."""
        if self.own_name:
            return self.own_name
        first = next((one for one in self.letters if one not in INSIDE), "")
        return f"boundary-{self.number}" if first in CONVERTED else first


@dataclass(frozen=True)
class NekMesh:
    """sides: the kinds that occur on the boundary, each once, with periodic ones; unnamed: how many
    outer sides have no condition at all."""

    path: Path
    dimension: int
    n_elements: int
    n_fluid: int
    sides: tuple[Side, ...]
    unnamed: int = 0
    extents: Mapping[str, tuple[float, float]] | None = None
    """By axis; None where sides are curved, or nobody has looked."""

    @property
    def is_periodic(self) -> bool:
        return any(side.letters[:1] == ("P",) for side in self.sides)


def read_re2(path: Path, made: bytes | None = None) -> NekMesh:
    """Every version, in two and three dimensions. made: its content, where it is not written."""
    data = path.read_bytes() if made is None else made
    header = data[:80].decode("ascii", errors="replace").split()
    if len(header) < 4 or not re.fullmatch(r"#v00[1-4]", header[0]) or len(data) < 84:
        raise LobattoError(f"{path}: expected a mesh of Nek5000 that begins with #v001 to #v004")
    try:
        n_elements, dimension, n_fluid = (int(word) for word in header[1:4])
        records = _Records(data, header[0] == "#v001")
        corners = records.corners(n_elements, dimension)
        outer = outer_faces(corners)
        n_curved = records.count()
        records.skip(8 * n_curved)
        sides: dict[tuple[int, int], dict[int, tuple[str, int]]] = defaultdict(dict)
        field = 0
        while not records.is_at_end:
            for element, face, letters, number in records.conditions():
                sides[element, face][field] = letters, number
            field += 1
    except (ValueError, IndexError):
        raise LobattoError(f"{path}: is cut, or is no mesh of Nek5000") from None
    kinds = _kinds(((face, one) for (_, face), one in sides.items()), field)
    named = {
        side for side, one in sides.items() if any(word not in INSIDE for word, _ in one.values())
    }
    unnamed = len(outer - named)
    extents = None if n_curved else _extents(corners)
    return NekMesh(path, dimension, n_elements, n_fluid, kinds, unnamed, extents)


def _extents(corners: Floats) -> dict[str, tuple[float, float]]:
    dimension = corners.shape[-1]
    ends = corners.reshape(-1, dimension)
    return {axis: (float(min(x)), float(max(x))) for axis, x in zip("xyz", ends.T, strict=False)}


def outer_faces(corners: Floats) -> set[tuple[int, int]]:
    """Element and face, both from 1, of those that lie on no other one. corners [element, corner,
    direction], in the order of Nek5000."""
    n_elements, _, dimension = corners.shape
    used = _FACES if dimension == 3 else _EDGES
    middles = np.stack([corners[:, face].mean(axis=1) for face in used], axis=1)
    middles = middles.reshape(-1, dimension)
    size = np.ptp(corners, axis=1).max(axis=1).min(initial=np.inf) if n_elements else 1.0
    alone = np.ones(len(middles), dtype=bool)
    for shift in (0.0, 1 / 3, 2 / 3):
        # Places that differ by rounding fall into one bin with one of the shifts at least.
        bins = np.floor(middles / (1e-3 * size) + shift)
        _, inverse, count = np.unique(bins, axis=0, return_inverse=True, return_counts=True)
        alone &= count[inverse.ravel()] == 1
    return {(int(i) // len(used) + 1, int(i) % len(used) + 1) for i in np.flatnonzero(alone)}


def read_rea_sides(
    path: Path, lines: list[str], dimension: int, counts: tuple[int, int]
) -> NekMesh:
    """The conditions of a text mesh, which stand in sections, side by side in the same order."""
    sides: dict[int, dict[int, tuple[str, int]]] = defaultdict(dict)
    faces: dict[int, int] = {}
    n_faces = 2 * dimension
    field, place, reading = -1, 0, False
    for line in lines:
        if "BOUNDARY CONDITIONS" in line.upper():
            field, place = _field_of(line.upper(), field), 0
            reading = field >= 0 and not re.search(r"\bNO\b", line.upper())
            continue
        if "*****" in line or "PRESOLVE" in line.upper():
            reading = False
        condition = re.match(r" (.{3})\s*\d", line)
        if reading and condition:
            sides[place][field] = condition[1].strip(), 0
            faces[place] = place % n_faces + 1
            place += 1
    kinds = _kinds(((faces[place], one) for place, one in sides.items()), field + 1)
    blank = sum(all(letters == "" for letters, _ in one.values()) for one in sides.values())
    ends = _rea_extents(lines, dimension)
    return NekMesh(path, dimension, counts[0], counts[1], kinds, blank, ends)


def _rea_extents(lines: list[str], dimension: int) -> dict[str, tuple[float, float]] | None:
    """Of a text mesh without curved sides: behind the head of each element stand rows of four
    numbers, of x, y and in space z, for the first four corners and then the others."""
    ends: dict[str, list[float]] = {axis: [] for axis in "xyz"[:dimension]}
    row = None
    for line in lines:
        if re.match(r"\s*[1-9]\d*\s+curved sides", line, re.IGNORECASE):
            return None
        if "ELEMENT" in line.upper():
            row = 0
        elif row is not None and re.fullmatch(r"(?:\s*[-+\d.eEdD]+){4}\s*", line):
            values = [float(word.lower().replace("d", "e")) for word in line.split()]
            ends["xyz"[row % dimension]] += values
            row += 1
        else:
            row = None
    if not all(ends.values()):
        return None
    return {axis: (min(found), max(found)) for axis, found in ends.items()}


def _field_of(heading: str, before: int) -> int:
    """Of "FLUID BOUNDARY CONDITIONS", "THERMAL ...", "PASSIVE SCALAR 1 ..."; "BOUNDARY CONDITIONS"
    alone stands above all of them."""
    if "FLUID" in heading:
        return 0
    if "THERMAL" in heading:
        return 1
    scalar = re.search(r"SCALAR\s*(\d+)", heading)
    return 1 + int(scalar[1]) if scalar else before


def _kinds(
    sides: Iterable[tuple[int, Mapping[int, tuple[str, int]]]], n_fields: int
) -> tuple[Side, ...]:
    """sides: the face of the element, and by field letters and number."""
    kinds: dict[tuple[tuple[str, ...], int], set[int]] = {}
    for face, fields in sides:
        letters = tuple(fields.get(field, ("", 0))[0] for field in range(n_fields))
        if any(letter not in INSIDE for letter in letters):
            number = fields.get(0, ("", 0))[1] if letters[0] in CONVERTED else 0
            kinds.setdefault((letters, number), set()).add(face)
    return tuple(Side(*kind, tuple(sorted(faces))) for kind, faces in kinds.items())


class _Records:
    """Words of 4 or 8 bytes behind the header, in the byte order that its mark tells."""

    def __init__(self, data: bytes, is_single: bool) -> None:
        mark = np.frombuffer(data, "<f4", 1, 80)[0]
        order = "<" if abs(mark - 6.54321) < 1e-3 else ">"
        self._data, self._place, self._single = data, 84, is_single
        self._size = 4 if is_single else 8
        self._count = np.dtype(f"{order}i4" if is_single else f"{order}f8")
        self._value = np.dtype(f"{order}f{self._size}")

    @property
    def is_at_end(self) -> bool:
        return self._place + self._size > len(self._data)

    def skip(self, words: int) -> None:
        self._place += words * self._size

    def count(self) -> int:
        n = int(np.frombuffer(self._data, self._count, 1, self._place)[0])
        self.skip(1)
        if n < 0 or self._place + 8 * n * self._size > len(self._data):
            raise ValueError
        return n

    def corners(self, n_elements: int, dimension: int) -> Floats:
        """[element, corner, direction]; each element begins with its group."""
        n_corners = 2**dimension
        words = n_elements * (1 + dimension * n_corners)
        values = np.frombuffer(self._data, self._value, words, self._place)
        self.skip(words)
        rows = values.reshape(n_elements, -1)[:, 1:].reshape(n_elements, dimension, n_corners)
        return rows.transpose(0, 2, 1).astype(float)

    def conditions(self) -> list[tuple[int, int, str, int]]:
        """Element, face, letters and number of each."""
        n = self.count()
        record = np.dtype(
            [
                ("element", self._count),
                ("face", self._count),
                ("values", self._value, 5),
                ("letters", f"S{self._size}"),
            ]
        )
        found = np.frombuffer(self._data, record, n, self._place)
        self.skip(8 * n)
        return [
            (
                int(one["element"]),
                int(one["face"]),
                bytes(one["letters"])[:3].decode("ascii", errors="replace").strip(" \0"),
                int(one["values"][4]) if np.isfinite(one["values"][4]) else 0,
            )
            for one in found
        ]
