"""Averages of one or several runs over windows of time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Self, TypeAlias

import numpy as np

from lobatto.arrays import Floats, total
from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.runs.run import Run
from lobatto.statistics.averages import Averages, LazyValues
from lobatto.statistics.dataset import make_dataset
from lobatto.statistics.grid import Grid
from lobatto.statistics.moments import Moments
from lobatto.statistics.statistics_file import StatisticsFile, same_subject
from lobatto.wording import counted

TIME_TOLERANCE = 1e-9

Place: TypeAlias = str | PathLike[str] | Run
Source: TypeAlias = Place | Sequence[Place]
"""Where averages are: a folder, a file, a run, or several of them."""


class Statistics:
    """Windows combined with their weights: sums of weight times average over the sum of weights.

    source: the folder of a run (or a lobatto.Run), a file, or a list of these; windows that are not
    wholly between start and end are left out. Windows of a folder must not overlap; several
    folders are taken as parts of one run, or as independent runs of the same flow. average: names
    of directions to average along beside those that the run did.
    """

    def __init__(
        self,
        source: Source,
        start: float | None = None,
        end: float | None = None,
        average: Sequence[str] = (),
    ) -> None:
        windows = [StatisticsFile.open(path) for path in _files(source)]
        kept = [window for window in windows if _is_within(window, start, end)]
        if not kept:
            raise LobattoError(_nothing_between(windows, start, end))
        self.n_left_out = len(windows) - len(kept)
        windows = sorted(kept, key=lambda window: (window.path.parent, window.start))
        self._adopt(windows, _axes(average, windows[0]))

    @classmethod
    def _of_windows(cls, windows: list[StatisticsFile], average: tuple[int, ...]) -> Self:
        statistics = cls.__new__(cls)
        statistics.n_left_out = 0
        statistics._adopt(windows, average)
        return statistics

    def _adopt(self, windows: list[StatisticsFile], average: tuple[int, ...]) -> None:
        self.windows, self._average = windows, average
        for window in windows[1:]:
            same_subject(windows[0], window)
        for before, after in pairwise(windows):
            overlap = before.end - after.start
            if before.path.parent == after.path.parent and overlap > TIME_TOLERANCE * after.end:
                raise LobattoError(
                    f"{before.path} and {after.path} overlap in time: the first ends at "
                    f"{before.end:g}, the second begins at {after.start:g}"
                )
        self.weights = np.array([window.weight for window in windows])
        if not self.weights.sum() > 0:
            raise LobattoError(f"{windows[0].path}: the windows have no weight, hence no samples")
        first = windows[0]
        others = [set(window.names) for window in windows[1:]]
        self.names = tuple(name for name in first.names if all(name in other for other in others))
        self.boundary, self.scalars, self.is_given = first.boundary, first.scalars, first.is_given
        self.flow_direction, self.geometry = first.flow_direction, first.geometry
        self.periodic, self.case, self.overrides = first.periodic, first.case, first.overrides

    @property
    def viscosity(self) -> float:
        """Kinematic, in units of the case; an error where a given velocity comes without one."""
        viscosity = self.windows[0].viscosity
        if viscosity is None:
            raise LobattoError(
                f"{self.windows[0].path}: the velocity is given by [flow], without a viscosity"
            )
        return viscosity

    @property
    def weight(self) -> float:
        """Time units that the averages stand for."""
        return float(self.weights.sum())

    @property
    def start(self) -> float:
        """Of the first window, in time units of the case."""
        return min(window.start for window in self.windows)

    @property
    def end(self) -> float:
        """Of the last window."""
        return max(window.end for window in self.windows)

    @property
    def samples(self) -> int:
        """In all windows together."""
        return sum(window.samples for window in self.windows)

    @property
    def pressure_gradient(self) -> float | None:
        """The mean force that held the flow rate, None where none is held."""
        forces = [w.pressure_gradient for w in self.windows if w.pressure_gradient is not None]
        if len(forces) < len(self.windows):
            return None
        return float(np.average(forces, weights=self.weights))

    def read(self, name: str) -> Floats:
        """The combined average by its place in the files, such as "flow/uu"."""
        pairs = zip(self.weights, self.windows, strict=True)
        average = total(weight * file.read(name) for weight, file in pairs) / self.weight
        grid = self.windows[0].grid
        return average if grid is None else grid.mean(average, self._average)

    @property
    def grid(self) -> Grid:
        """The Grid of a box; other geometries have averages, but no calculus on them here."""
        grid = self.windows[0].grid
        if grid is None:
            raise LobattoError(
                f"{self.windows[0].path}: the geometry is a {self.geometry}; gradients and "
                "profiles are for a box. `read` gives the averages as they are"
            )
        return grid.averaged(self._average)

    @cached_property
    def averages(self) -> Averages:
        """All raw moments, read when asked for."""
        names = self.names

        def group(prefix: str) -> LazyValues:
            inner = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
            return LazyValues(inner, lambda name: self.read(prefix + name))

        scalars = {scalar: group(f"scalar/{scalar}/") for scalar in self.scalars}
        return Averages(self.grid, group("flow/"), scalars)

    def moments(self, scalar: str | None = None) -> Moments:
        """Central moments and gradients, with T standing for the scalar."""
        return Moments(self.averages, scalar)

    def each_window(self) -> list[Statistics]:
        """The statistics of every window alone."""
        return [Statistics._of_windows([window], self._average) for window in self.windows]

    def to_xarray(self) -> Any:
        """Raw averages as an xarray.Dataset; needs the package xarray."""
        grid = self.grid if self.geometry == "box" else None
        return make_dataset(self.names, self.read, grid, self._facts())

    def _facts(self) -> dict[str, object]:
        """What the averages are of, by names for people who have nothing else."""
        facts: dict[str, object] = {
            "start": self.start,
            "end": self.end,
            "weight": self.weight,
            "samples": self.samples,
        }
        if self.windows[0].viscosity is not None:
            facts["viscosity"] = self.viscosity
        if self.pressure_gradient is not None:
            facts["pressure_gradient"] = self.pressure_gradient
        if self.flow_direction is not None:
            facts["flow_direction"] = AXIS_NAMES[self.flow_direction]
        return facts

    def __repr__(self) -> str:
        left = self.geometry
        if self.windows[0].grid is not None:
            left += (
                f", directions left: {' '.join(AXIS_NAMES[a] for a in self.grid.axes) or 'none'}"
            )
        windows = counted(len(self.windows), "window")
        return f"<Statistics: {windows}, t = {self.start:g} to {self.end:g}, {left}>"


def _files(source: Source) -> list[Path]:
    """The files meant by a folder, a file, a run or a list of them."""
    if isinstance(source, Sequence) and not isinstance(source, str):
        return list(dict.fromkeys(path for item in source for path in _files(item)))
    path = source.path if isinstance(source, Run) else Path(source)
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise LobattoError(f"there is no run folder {path}")
    found = sorted((path / "stats").glob("stats_*.h5"))
    if not found:
        raise LobattoError(
            f"{path} has no statistics: no stats/stats_<step>.h5. A run gathers them when its case "
            "has a section [statistics], from its `start` on; the first file appears with the end "
            "of the first window"
        )
    return found


def _axes(names: Sequence[str], window: StatisticsFile) -> tuple[int, ...]:
    """The axes of the names of directions to average along, which must be left and periodic."""
    left = window.grid.axes if window.grid is not None else ()
    valid = [AXIS_NAMES[axis] for axis in left if window.periodic[axis]]
    for name in names:
        if name not in valid:
            raise LobattoError(
                f"{window.path} cannot be averaged along {name!r}: periodic directions that are "
                f"left are {', '.join(sorted(valid)) or 'none'}"
            )
    return tuple(AXIS_NAMES.index(name) for name in dict.fromkeys(names))


def _is_within(window: StatisticsFile, start: float | None, end: float | None) -> bool:
    margin = TIME_TOLERANCE * max(abs(window.end), 1)
    begins = start is None or window.start >= start - margin
    return begins and (end is None or window.end <= end + margin)


def _nothing_between(windows: list[StatisticsFile], start: float | None, end: float | None) -> str:
    asked = " and ".join(
        text
        for text, bound in ((f"begins at {start} or later", start), (f"ends by {end}", end))
        if bound is not None
    )
    first, last = min(w.start for w in windows), max(w.end for w in windows)
    return (
        f"no window of time {asked}; there are {len(windows)} from t = {first:g} to {last:g} in "
        f"{windows[0].path.parent}"
    )
