"""A .box file, from which genbox of Nek5000 makes a mesh of boxes, rings and cylinders."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import LobattoError
from lobatto.importing.nek_mesh import INSIDE, NekMesh, Side
from lobatto.importing.settings import read_text

FACES = (4, 2, 1, 3, 5, 6)
"""Of an element, in the order of the conditions of a .box: x, y and z, each lower and upper."""
NAMES = ("x_min", "x_max", "y_min", "y_max", "z_min", "z_max")
MOST_ELEMENTS = 10_000_000
SHAPES = "cobp"
"""Of the lines around a centre: circle, chords of a circle, square with equal parts of its
perimeter, and square where the angles stay."""


@dataclass(frozen=True)
class Line:
    """Elements along one direction: their ends, and how [mesh] says so."""

    ends: Floats
    table: dict[str, Any]


@dataclass(frozen=True)
class Block:
    """centre: of a ring, whose lines are radius and degrees; letters: by field, of each side;
    shapes: of a ring, one for each radius, in the letters of SHAPES."""

    centre: tuple[float, float] | None
    lines: tuple[Line, ...]
    letters: tuple[tuple[str, ...], ...]
    shapes: str = ""

    @property
    def is_solid(self) -> bool:
        return not any(self.letters[0]) and any(any(field) for field in self.letters[1:])


@dataclass(frozen=True)
class BoxFile:
    path: Path
    dimension: int
    blocks: tuple[Block, ...]

    @property
    def is_one_box(self) -> bool:
        """Whether [mesh] can have it: each side has a condition, or is periodic."""
        first = self.blocks[0]
        has_all = all(any(field[i] for field in first.letters) for i in range(2 * self.dimension))
        return len(self.blocks) == 1 and first.centre is None and has_all

    def sides(self) -> NekMesh:
        """The faces of the one box, with the names that they have here."""
        block = self.blocks[0]
        kinds = []
        for i in range(2 * self.dimension):
            letters = tuple(field[i] for field in block.letters)
            name = "P" if letters[0] == "P" else NAMES[i]
            kinds.append(Side(letters, 0, (FACES[i],), name))
        count = int(np.prod([len(line.ends) - 1 for line in block.lines]))
        return NekMesh(self.path, self.dimension, count, count, tuple(kinds))


def read_box(path: Path) -> BoxFile:
    """LobattoError where it is cut, or has blocks of another kind."""
    lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
    reader = _Reader(path, lines)
    if lines and not re.match(r"\s*-?\d", lines[0]):
        reader.line()  # the .rea whose parameters genbox takes over
    dimension, n_fields = abs(reader.numbers(1)[0]), reader.numbers(1)[0]
    if dimension not in (2, 3) or n_fields not in range(-9, 10):
        raise LobattoError(f"{path}: expected 2 or 3 dimensions, and a whole number of fields")
    blocks = []
    while reader.has_more:
        blocks.append(reader.block(int(dimension), abs(int(n_fields)), n_fields < 0))
    if not blocks:
        raise LobattoError(f"{path}: has no box")
    if len(blocks) > 1 and reader.has_cylinder:
        raise LobattoError(f"{path}: genbox makes no other block beside a cylinder")
    return BoxFile(path, int(dimension), tuple(blocks))


class _Reader:
    def __init__(self, path: Path, lines: list[str]) -> None:
        self._path, self._lines, self._place = path, lines, 0
        self.has_cylinder = False

    @property
    def has_more(self) -> bool:
        return any(line.strip() for line in self._lines[self._place :])

    def line(self) -> str:
        if self._place >= len(self._lines):
            raise LobattoError(f"{self._path}: is cut")
        self._place += 1
        return self._lines[self._place - 1]

    def numbers(self, count: int) -> list[float]:
        """As Fortran reads them: from as many lines as it takes, and no more of the last one."""
        found: list[float] = []
        while len(found) < count:
            line = self.line()
            for word in re.split(r"[\s,]+", line.strip()):
                if len(found) == count:
                    break
                try:
                    found.append(float(word.lower().replace("d", "e")))
                except ValueError:
                    raise LobattoError(
                        f"{self._path}: found {line.strip()!r}, expected {count} numbers"
                    ) from None
        return found

    def block(self, dimension: int, n_fields: int, heat_alone: bool) -> Block:
        while not self._lines[self._place].strip():
            self._place += 1
        kind = self.line()[:1].lower()
        centre = self.numbers(2) if kind == "c" else None
        shapes = ""
        if kind == "m":
            axes = [self._segments() for _ in range(dimension)]
        else:
            counts = [self._count(number) for number in self.numbers(dimension)]
            if kind == "y":
                self.has_cylinder = True
                centre, shapes = self.numbers(2), self._shapes(abs(counts[0]) + 1)
            axes = [self._axis(count) for count in counts]
        if kind == "c":
            shapes = "c" * len(axes[0].ends)
        if kind == "y":
            axes[1] = replace(axes[1], ends=360 * axes[1].ends)
        letters = [self._letters(dimension) for _ in range(n_fields)]
        if heat_alone:
            letters.insert(0, ("",) * (2 * dimension))
        if np.prod([len(axis.ends) - 1 for axis in axes]) > MOST_ELEMENTS:
            raise LobattoError(f"{self._path}: more than {MOST_ELEMENTS} elements")
        place = (centre[0], centre[1]) if centre else None
        return Block(place, tuple(axes), tuple(letters), shapes)

    def _shapes(self, count: int) -> str:
        """A letter for each radius of a cylinder, with nothing between."""
        line = self.line()
        found = line[:count].lower()
        if len(found) < count or set(found) - set(SHAPES):
            letters = ", ".join(SHAPES)
            raise LobattoError(
                f"{self._path}: found {line.strip()!r}, expected a letter for each of {count} "
                f"radii without blanks: {letters}"
            )
        return found

    def _count(self, number: float) -> int:
        if not 1 <= abs(number) <= MOST_ELEMENTS or number != int(number):
            raise LobattoError(f"{self._path}: found {number:g}, expected a number of elements")
        return int(number)

    def _axis(self, count: int) -> Line:
        if count > 0:
            ends = self.numbers(count + 1)
            return Line(np.array(ends), {"ticks": ends})
        low, high, ratio = self.numbers(3)
        ratio = ratio if ratio > 0 else 1.0
        table: dict[str, Any] = {"range": [low, high], "elements": -count}
        if ratio != 1:
            table["grading"] = {"geometric": ratio}
        return Line(_geometric(low, high, -count, ratio), table)

    def _segments(self) -> Line:
        n_segments = self._count(self.numbers(1)[0])
        counts = [self._count(number) for number in self.numbers(n_segments)]
        ends, ratios = self.numbers(n_segments + 1), self.numbers(n_segments)
        parts = [
            _geometric(ends[i], ends[i + 1], counts[i], ratios[i])[1:] for i in range(n_segments)
        ]
        ticks = np.concatenate([[ends[0]], *parts])
        return Line(ticks, {"ticks": [float(tick) for tick in ticks]})

    def _letters(self, dimension: int) -> tuple[str, ...]:
        """Three letters each, with one between."""
        line = self.line().ljust(4 * 6)
        return tuple(line[4 * i : 4 * i + 3].strip() for i in range(2 * dimension))


def _geometric(low: float, high: float, count: int, ratio: float) -> Floats:
    lengths = ratio ** np.arange(count)
    return low + (high - low) * np.concatenate([[0], np.cumsum(lengths)]) / lengths.sum()


def re2_of(box: BoxFile) -> bytes:
    """The mesh of all blocks as a .re2: those of the fluid first. Blocks meet where their elements
    have the same corners."""
    blocks = sorted(box.blocks, key=lambda block: block.is_solid)
    corners = [_corners(block, box.dimension) for block in blocks]
    counts = [len(one) for one in corners]
    n_fluid = sum(n for n, block in zip(counts, blocks, strict=True) if not block.is_solid)
    head = f"#v002{sum(counts):9d}{box.dimension:3d}{n_fluid:9d} hdr".ljust(80).encode()
    data = [head, np.float32(6.54321).tobytes()]
    for one in corners:
        rows = one.transpose(0, 2, 1).reshape(len(one), -1)
        data.append(np.hstack([np.zeros((len(one), 1)), rows]).astype("<f8").tobytes())
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    data.append(_records(record for i, b in enumerate(blocks) for record in _arcs(b, starts[i])))
    for field in range(max(len(block.letters) for block in blocks)):
        data.append(
            _records(
                record
                for i, block in enumerate(blocks)
                for record in _conditions(block, field, int(starts[i]), box)
            )
        )
    return b"".join(data)


def _grid(block: Block) -> Integers:
    """Numbers of the elements from 0, [z, y, x] or [y, x]."""
    shape = [len(line.ends) - 1 for line in reversed(block.lines)]
    return np.arange(int(np.prod(shape))).reshape(shape)


def _corners(block: Block, dimension: int) -> Floats:
    """[element, corner, direction]."""
    ends = np.meshgrid(*(line.ends for line in reversed(block.lines)), indexing="ij")
    places = np.stack(ends[::-1], axis=-1)
    if block.centre is not None:
        radius, degrees = places[..., 0].copy(), places[..., 1].copy()
        for i, shape in enumerate(block.shapes):
            x, y = around(shape, degrees[..., i])
            places[..., i, 0] = block.centre[0] + radius[..., i] * x
            places[..., i, 1] = block.centre[1] + radius[..., i] * y
    order = [(0, 0), (0, 1), (1, 1), (1, 0)]
    layers = (0, 1) if dimension == 3 else (None,)
    found = []
    for layer in layers:
        for j, i in order:
            window = [slice(j, j - 1 or None), slice(i, i - 1 or None)]
            if layer is not None:
                window.insert(0, slice(layer, layer - 1 or None))
            found.append(places[tuple(window)].reshape(-1, dimension))
    return np.stack(found, axis=1)


def around(shape: str, degrees: Floats) -> tuple[Floats, Floats]:
    """x and y of the line of radius 1, or of the square of sides 2, at angles."""
    if shape == "b":  # eighths of the perimeter from (1, 0)
        eighths, corners = degrees / 45 % 8, [0, 1, 3, 5, 7, 8]
        x = np.interp(eighths, corners, [1, 1, -1, -1, 1, 1])
        return x, np.interp(eighths, corners, [0, 1, 1, -1, -1, 0])
    x, y = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    if shape == "p":
        farthest = np.maximum(np.abs(x), np.abs(y))
        return x / farthest, y / farthest
    return x, y


def _arcs(block: Block, start: int) -> Iterator[tuple[int, int, list[float], str]]:
    """The round sides of constant radius, above and below: a radius inside is negative."""
    if block.centre is None:
        return
    grid, radii = _grid(block), block.lines[0].ends
    for element in grid.ravel():
        i = int(element) % grid.shape[-1]
        for layer in range(len(block.lines) - 1):
            number = int(element) + int(start) + 1
            if block.shapes[i + 1] == "c":
                yield number, 2 + 4 * layer, [radii[i + 1], 0, 0, 0, 0], "C"
            if block.shapes[i] == "c":
                yield number, 4 + 4 * layer, [-radii[i], 0, 0, 0, 0], "C"


def _conditions(
    block: Block, field: int, start: int, box: BoxFile
) -> Iterator[tuple[int, int, list[float], str]]:
    if field >= len(block.letters):
        return
    grid = _grid(block)
    for side, letter in enumerate(block.letters[field]):
        if letter in INSIDE:
            continue
        axis = grid.ndim - 1 - side // 2
        here, there = (np.take(grid, -(end % 2), axis=axis).ravel() for end in (side, side + 1))
        partner = [0.0] * 5
        for element, other in zip(here, there, strict=True):
            if letter == "P":
                if block.letters[field][side ^ 1] != "P":
                    raise LobattoError(f"{box.path}: a side is periodic, and its opposite is not")
                partner = [float(other) + start + 1, float(FACES[side ^ 1]), 0.0, 0.0, 0.0]
            yield int(element) + start + 1, FACES[side], partner, letter


def _records(records: Iterator[tuple[int, int, list[float], str]]) -> bytes:
    parts = [
        np.array([element, face, *values], dtype="<f8").tobytes() + letter.ljust(8).encode()
        for element, face, values, letter in records
    ]
    return np.float64(len(parts)).tobytes() + b"".join(parts)
