"""The snapshots of a run as a matrix X [values, snapshots] that never is in memory as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import LobattoError
from lobatto.fields.field_file import FieldFile
from lobatto.free_memory import free_memory
from lobatto.runs.run import Run
from lobatto.wording import counted

MOST_BYTES = 2**30
"""Of memory for a piece of the matrix, where the machine has more than twice of it."""
SAME_DISTANCE = 1e-3
"""By this part of their mean the distances in time may differ that count as equal."""
Watch = Callable[[str, int, int], None]
"""Told what is going on, how much of it is done, and how much of it there is."""


@dataclass(frozen=True)
class Memory:
    """Bytes that some work needs: for each value of a snapshot that it has in memory, and beside
    them."""

    per_value: int
    beside: int = 0

    @staticmethod
    def of_factor(n_snapshots: int) -> Memory:
        """Of what is reduced to its triangular factor: itself and four copies."""
        return Memory(40 * n_snapshots, 48 * n_snapshots**2)


def in_silence(what: str, done: int, of: int) -> None:
    """A Watch that says nothing."""


@dataclass(frozen=True)
class Piece:
    """Some elements of all snapshots. values: [values, snapshots], of each field the elements,
    their components and nodes; roots: [values], of the weights of the quadrature."""

    elements: slice
    values: Floats
    roots: Floats

    def centred(self) -> Piece:
        """The same without the mean over the snapshots."""
        mean = self.values.mean(axis=1, keepdims=True)
        return Piece(self.elements, self.values - mean, self.roots)

    @property
    def weighted(self) -> Floats:
        """sqrt(W) X, whose ordinary product is the integral over the volume."""
        return self.values * self.roots[:, None]


class Snapshots:
    """Fields, or expressions of fields, of the field files of a run between two times.

    The inner product of two columns is the integral of their product over the volume, by the
    quadrature of the nodes: the sum over components and elements, in which a node where elements
    meet counts with its assembled mass. Around an axis it is that of full circles.
    """

    def __init__(
        self,
        run: Run | Path | str,
        names: Sequence[str] = ("velocity",),
        start: float | None = None,
        end: float | None = None,
        watch: Watch = in_silence,
    ) -> None:
        self.run = run if isinstance(run, Run) else Run(run)
        self.names, self.watch = tuple(dict.fromkeys(names)), watch
        entries = [
            entry
            for entry in self.run.fields
            if (start is None or entry.time >= start) and (end is None or entry.time <= end)
        ]
        if len(entries) < 2:
            raise LobattoError(
                f"{self.run.path} has {counted(len(entries), 'field file')}"
                f"{_between(start, end)}; expected two snapshots at least"
            )
        self.files = []
        for number, entry in enumerate(entries):
            watch("looking at the files", number, len(entries))
            self.files.append(entry.open())
        watch("looking at the files", len(entries), len(entries))
        self.times = np.array([file.time for file in self.files])
        if not (np.diff(self.times) > 0).all():
            raise LobattoError(f"{self.run.path}: two field files are of the same time")
        self.n_components = {name: self.mesh.n_components_of(name) for name in self.names}
        for file in self.files:
            if {name: file.n_components_of(name) for name in self.names} != self.n_components:
                raise LobattoError(f"{file.path} has other components than {self.mesh.path}")
        self._places = [file.places_of(self.mesh) for file in self.files]

    @property
    def mesh(self) -> FieldFile:
        """The file whose order of elements is that of all pieces."""
        return self.files[0]

    @property
    def count(self) -> int:
        """Of snapshots."""
        return len(self.files)

    @property
    def n_values(self) -> int:
        """Of each snapshot."""
        return self.mesh.element_count * self.n_values_of_element

    @property
    def n_values_of_element(self) -> int:
        return sum(self.n_components.values()) * len(self.mesh.nodes) ** 3

    @property
    def interval(self) -> float:
        """The mean time from each snapshot to the next."""
        return float(np.diff(self.times).mean())

    def require_equal_distances(self) -> None:
        """Raises LobattoError where the time from each snapshot to the next varies."""
        distances = np.diff(self.times)
        if np.abs(distances - self.interval).max() > SAME_DISTANCE * self.interval:
            raise LobattoError(
                f"the field files of {self.run.path} are {distances.min():.6g} to "
                f"{distances.max():.6g} apart in time; expected equal distances: let the run have "
                "output.fields.every_time with time.cfl, or every_steps with time.dt; or choose "
                "others with --start and --end"
            )

    def still(self) -> LobattoError:
        """That nothing changes from one to the next."""
        return LobattoError(
            f"{', '.join(self.names)} of {self.run.path} does not change in time: "
            "there is nothing to decompose"
        )

    def pieces(self, memory: Memory, what: str) -> Iterator[Piece]:
        """All elements, as many at a time as there is memory for; what: that a Watch is told."""
        size = self.elements_at_once(memory)
        n_elements = self.mesh.element_count
        for start in range(0, n_elements, size):
            self.watch(what, start, n_elements)
            yield self._piece(slice(start, min(start + size, n_elements)))
        self.watch(what, n_elements, n_elements)

    def plan(self, memory: Memory) -> str:
        """What the work reads and needs, in words; raises as `elements_at_once`."""
        size = self.elements_at_once(memory) * self.n_values_of_element
        return (
            f"{counted(self.count, 'snapshot')} of {', '.join(self.names)}, t = "
            f"{self.times[0]:.6g} to {self.times[-1]:.6g}: {counted(self.n_values, 'value')} each; "
            f"{in_words(size * memory.per_value + memory.beside)} of memory at once"
        )

    def elements_at_once(self, memory: Memory) -> int:
        """Raises LobattoError where the machine has no memory for a single one."""
        per_element = memory.per_value * self.n_values_of_element
        least, free = per_element + memory.beside, free_memory()
        if free is not None and least > free:
            raise LobattoError(
                f"one element of {counted(self.count, 'snapshot')} and their products need "
                f"{in_words(least)} of memory, and this machine has {in_words(free)} left; "
                "take fewer field files with --start and --end, or fewer fields"
            )
        share = MOST_BYTES if free is None else min(MOST_BYTES, free // 2)
        return min(max(1, share // per_element), self.mesh.element_count)

    def _piece(self, elements: slice) -> Piece:
        rows = (elements.stop - elements.start) * self.n_values_of_element
        values = np.empty((self.count, rows))
        for k, (file, places) in enumerate(zip(self.files, self._places, strict=True)):
            start = 0
            for name in self.names:
                found = self._finite(file, name, places[elements]).ravel()
                values[k, start : start + len(found)] = found
                start += len(found)
        return Piece(elements, values.T, self._roots(elements))

    @staticmethod
    def _finite(file: FieldFile, name: str, elements: Integers) -> Floats:
        found = file.values_in(name, elements)
        if not np.isfinite(found).all():
            raise LobattoError(f"{file.path}: {name} has values that are not finite")
        return found

    def _roots(self, elements: slice) -> Floats:
        weights = self.mesh.volume_weights(elements)
        if self.run.is_axisymmetric:
            thickness = self.mesh.bounds[1, 2] - self.mesh.bounds[0, 2]
            places = np.arange(self.mesh.element_count)[elements]
            radius = self.mesh.values_in("y", places)[:, 0]
            weights = weights * (2 * np.pi / thickness * radius)
        roots = np.sqrt(weights)
        return np.concatenate(
            [np.repeat(roots[:, None], n, axis=1).ravel() for n in self.n_components.values()]
        )

    def fields_of(self, values: Floats) -> dict[str, Floats]:
        """name -> [elements, components, n, n, n] of the values of some elements, as a Piece has
        them, of one column."""
        n = len(self.mesh.nodes)
        n_elements = len(values) // self.n_values_of_element
        counts = self.n_components
        ends = np.cumsum([n_elements * count * n**3 for count in counts.values()])
        return {
            name: part.reshape(n_elements, count, n, n, n)
            for (name, count), part in zip(counts.items(), np.split(values, ends[:-1]), strict=True)
        }


def triangular_factor(snapshots: Snapshots, is_centred: bool) -> tuple[Floats, float]:
    """(R [snapshots, snapshots] of sqrt(W) X = Q R, the norm below which all of R is round-off); X
    is without the mean over the snapshots where it is centred. Products of columns of X are those
    of columns of R, with the accuracy of an orthogonal decomposition of all of X: piece after piece
    is reduced together with the factor so far (Demmel et al. 2012, doi:10.1137/080731992). 2 values
    snapshots^2 flop."""
    factor: Floats = np.zeros((0, snapshots.count))
    square = 0.0
    for piece in snapshots.pieces(Memory.of_factor(snapshots.count), "reading"):
        square += float(np.einsum("ik,ik,i", piece.values, piece.values, piece.roots**2))
        part = (piece.centred() if is_centred else piece).weighted
        factor = np.asarray(np.linalg.qr(np.concatenate([factor, part]), mode="r"))
    return factor, float(np.finfo(float).eps * np.sqrt(snapshots.count * square))


def in_words(n_bytes: float) -> str:
    """`1.2 GB`, `34 MB`."""
    return f"{n_bytes / 1e9:.3g} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.3g} MB"


def _between(start: float | None, end: float | None) -> str:
    limits = [
        f"from {start:g}" if start is not None else "",
        f"to {end:g}" if end is not None else "",
    ]
    said = " ".join(part for part in limits if part)
    return f" {said}" if said else ""
