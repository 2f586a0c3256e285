"""Spectral proper orthogonal decomposition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Array, Flags, Floats, Integers
from lobatto.decomposition.chi_squared import chi_squared_quantile
from lobatto.decomposition.modes import MARK, Modes
from lobatto.decomposition.snapshots import Memory, Snapshots, Watch, in_silence
from lobatto.errors import LobattoError
from lobatto.files.outputs import write_table
from lobatto.runs.run import Run
from lobatto.wording import counted

LEVEL = 0.95
"""Of confidence."""


@dataclass(frozen=True)
class Segments:
    """Segments of so many snapshots, each shifted by some against the one before, under Hamming
    windows."""

    length: int
    shift: int
    starts: Integers
    interval: float

    @staticmethod
    def of(snapshots: Snapshots, length: int | None, overlap: float | None) -> Segments:
        """By default seven, each a quarter of all, of which the next has half. Raises
        LobattoError."""
        snapshots.require_equal_distances()
        length = max(4, snapshots.count // 4) if length is None else length
        overlap = 0.5 if overlap is None else overlap
        if not 0 <= overlap < 1:
            raise LobattoError(f"the overlap is {overlap}, expected a part of a segment below 1")
        shift = max(1, length - round(overlap * length))
        starts = np.arange(0, snapshots.count - length + 1, shift)
        if length < 4 or len(starts) < 2:
            raise LobattoError(
                f"segments of {length} of {snapshots.count} snapshots: "
                f"{counted(len(starts), 'segment')}; expected two at least, of four snapshots at "
                "least: take a shorter segment, or more field files"
            )
        return Segments(length, shift, starts, snapshots.interval)

    @property
    def window(self) -> Floats:
        """[length]"""
        return np.hamming(self.length)

    @property
    def frequencies(self) -> Floats:
        """[frequencies], from 0 on: radians per unit of time."""
        return 2 * np.pi * np.fft.rfftfreq(self.length, self.interval)

    @property
    def are_real(self) -> Flags:
        """[frequencies]: of which the transforms are real, which have no other of negative
        frequency."""
        return np.isin(np.arange(len(self.frequencies)), [0, self.length / 2])

    @property
    def scale(self) -> Floats:
        """[frequencies]: of the transform, so that the squares of all frequencies add up to the
        mean square under the window; those of negative frequency are in those of positive."""
        twice = np.where(self.are_real, 1.0, 2.0)
        return np.sqrt(twice / (self.length * np.square(self.window).sum()))

    @property
    def memory(self) -> Memory:
        """Of the reduction: the snapshots and two copies, one segment, all transforms and two
        copies."""
        n_numbers = len(self.frequencies) * len(self.starts)
        n_snapshots = int(self.starts[-1]) + self.length
        return Memory(
            24 * (n_snapshots + self.length) + 48 * n_numbers, 64 * n_numbers * len(self.starts)
        )

    @property
    def n_independent(self) -> float:
        """As many segments without overlap have a mean as certain (Welch 1967,
        doi:10.1109/TAU.1967.1161901)."""
        n, window = len(self.starts), self.window
        total = 1.0
        for j in range(1, n):
            shifted = window[j * self.shift :]
            if len(shifted) == 0:
                break
            product = (window[: len(shifted)] @ shifted) / (window @ window)
            total += 2 * (1 - j / n) * product**2
        return n / total

    def transforms(self, values: Floats) -> Array:
        """[frequencies, values, segments] of [values, snapshots]."""
        shape = len(self.frequencies), len(values), len(self.starts)
        found = np.empty(shape, complex)
        for number, start in enumerate(self.starts):
            windowed = values[:, start : start + self.length] * self.window
            found[:, :, number] = (np.fft.rfft(windowed, axis=1) * self.scale).T
        return found

    def functionals(self, frequency: int, n_snapshots: int) -> Array:
        """[snapshots, segments]: what makes the transforms at a frequency of the snapshots."""
        wave = np.exp(-2j * np.pi * frequency * np.arange(self.length) / self.length)
        found = np.zeros((n_snapshots, len(self.starts)), complex)
        for number, start in enumerate(self.starts):
            found[start : start + self.length, number] = wave * self.window
        return found * self.scale[frequency]


@dataclass(frozen=True)
class Spod:
    """At each frequency the orthonormal modes of the cross-spectral density, by Welch's method: the
    batch algorithm of Towne, Schmidt and Colonius (2018, doi:10.1017/jfm.2018.283).

    frequencies: [frequencies], radians per unit of time; energies: [frequencies, modes], of the
    band of the frequency: all together add up to the mean square of the fluctuation; over the width
    of the band they are densities.
    """

    snapshots: Snapshots
    segments: Segments
    energies: Floats
    _right: Array
    """[frequencies, segments, modes]"""

    @property
    def frequencies(self) -> Floats:
        return self.segments.frequencies

    @property
    def confidence(self) -> tuple[Floats, Floats]:
        """[frequencies] each: lowest and highest factor of the energies, at 95 %, of chi-squared
        with twice as many degrees of freedom as independent segments; at both ends of the
        frequencies, where transforms are real, as many. For modes that stand apart."""
        n = self.segments.n_independent
        degrees = n * np.where(self.segments.are_real, 1, 2)
        upper, lower = (
            np.array([d / chi_squared_quantile(d, part) for d in degrees])
            for part in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
        )
        return lower, upper

    @property
    def strongest(self) -> int:
        """Index of the frequency, beyond 0, whose first mode has most energy."""
        return 1 + int(self.energies[1:, 0].argmax())

    def index_of(self, frequency: float) -> int:
        """Of the nearest one. Raises LobattoError where it is beyond those that there are."""
        nearest = int(np.abs(self.frequencies - frequency).argmin())
        if abs(self.frequencies[nearest] - frequency) > 0.51 * self.frequencies[1]:
            raise LobattoError(
                f"the frequency is {frequency:g}, expected 0 to {self.frequencies[-1]:g} radians "
                "per unit of time"
            )
        return nearest

    def modes_at(self, index: int) -> Modes:
        """All modes of a frequency, complex, of norm 1: u' has the part Re(a phi exp(i f t))."""
        right = self._right[index] * np.exp(-1j * np.angle(self._right[index][:1]))
        sizes = np.sqrt(self.energies[index] * len(self.segments.starts))
        kept = sizes > np.finfo(float).eps * sizes[0] * len(sizes)
        functionals = self.segments.functionals(index, self.snapshots.count)
        return Modes(self.snapshots, functionals @ right[:, kept] / sizes[kept], is_centred=True)

    def write(
        self,
        folder: Path | str | None = None,
        n_modes: int = 10,
        frequencies: Sequence[float] = (),
    ) -> list[Path]:
        """Tables stats/spectrum.csv and stats/modes.csv, and the first modes at these frequencies,
        by default at the strongest, as field files, by default in the folder spod of the run;
        returns the paths."""
        folder = Path(folder or self.snapshots.run.path / "spod")
        chosen = list(dict.fromkeys(map(self.index_of, frequencies))) or [self.strongest]
        parts = [self.modes_at(index) for index in chosen]
        listed = [
            (index, mode)
            for index, part in zip(chosen, parts, strict=True)
            for mode in range(min(n_modes, part.count))
        ]
        combinations = np.concatenate([part.combinations[:, :n_modes] for part in parts], axis=1)
        rows = [
            (number, float(self.frequencies[i]), mode + 1, float(self.energies[i, mode]))
            for number, (i, mode) in enumerate(listed, 1)
        ]
        abouts = [
            f"SPOD mode {row[2]} at frequency {row[1]:.6g}, energy {row[3]:.6g}" for row in rows
        ]
        paths = Modes(self.snapshots, combinations, True).write(folder, abouts, self._facts)
        columns = "file", "frequency", "mode", "energy"
        about = "SPOD, frequency: radians per unit of time"
        return [
            self._write_spectrum(folder / "stats/spectrum.csv", about),
            write_table(folder / "stats/modes.csv", columns, rows, about, MARK),
            *paths,
        ]

    @property
    def _facts(self) -> dict[str, object]:
        segments = self.segments
        return {
            "kind": "spod",
            "interval": segments.interval,
            "segments": len(segments.starts),
            "segment": segments.length,
            "overlap": 1 - segments.shift / segments.length,
            "independent_segments": segments.n_independent,
        }

    def _write_spectrum(self, path: Path, about: str) -> Path:
        lower, upper = self.confidence
        rows = (
            (f, f / (2 * np.pi), mode, energy, energy * low, energy * high)
            for f, energies, low, high in zip(
                self.frequencies.tolist(),
                self.energies.tolist(),
                lower.tolist(),
                upper.tolist(),
                strict=True,
            )
            for mode, energy in enumerate(energies, 1)
        )
        columns = "frequency", "cycles", "mode", "energy", "lower", "upper"
        return write_table(path, columns, rows, f"{about}; lower, upper: 95 % confidence", MARK)


def spod(
    run: Run | Path | str,
    names: Sequence[str] = ("velocity",),
    start: float | None = None,
    end: float | None = None,
    segment: int | None = None,
    overlap: float | None = None,
    watch: Watch = in_silence,
) -> Spod:
    """The spectral proper orthogonal decomposition of fields, or expressions of fields, of the
    field files of a run between two times, which have to be equally far apart. segment: snapshots
    in each, by default a quarter of all; overlap: part of a segment that the next one has, too, by
    default a half. Raises LobattoError."""
    snapshots = Snapshots(run, names, start, end, watch)
    return spod_of(snapshots, Segments.of(snapshots, segment, overlap))


def spod_of(snapshots: Snapshots, segments: Segments) -> Spod:
    """By the singular values of the weighted transforms at each frequency, from factors to which
    piece after piece is reduced as in `triangular_factor`."""
    factors: Array = np.zeros((len(segments.frequencies), 0, len(segments.starts)), complex)
    for piece in snapshots.pieces(segments.memory, "reading"):
        transforms = segments.transforms(piece.centred().weighted)
        joined = np.concatenate([factors, transforms], axis=1)
        factors = np.asarray(np.linalg.qr(joined, mode="r"))
    _, values, right = np.linalg.svd(factors)
    energies = np.square(values) / len(segments.starts)
    if not energies.any():
        raise snapshots.still()
    return Spod(snapshots, segments, energies, right.conj().swapaxes(1, 2)[..., : values.shape[1]])
