"""What was measured on a machine, by name and by day: files of `lobatto health` and of `lobatto
accept` in a folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from lobatto.arrays import Floats
from lobatto.errors import Damages, LobattoError
from lobatto.files.document import Document
from lobatto.files.text_file import read_json

from lobatto_machine.acceptance.runs import RunFile, read_runs
from lobatto_machine.watch.change_points import ChangeTest, change_points

MARK = "lobatto watch"
"""In every file that a watch writes: it may be written over."""
DATE = re.compile(
    r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T_ -](\d{2})[-:]?(\d{2})(?:[-:]?(\d{2}))?)?(?!\d)"
)


@dataclass(frozen=True)
class Sample:
    """One value of a series. ranks: of the run; a series holds runs of one number of them."""

    name: str
    unit: str
    larger: bool
    ranks: int
    when: datetime
    value: float


@dataclass(frozen=True)
class Change:
    """Between two parts of a series: index and time of the first value after it, the medians before
    and after it, and by which part of it the latter is worse, negative where it is better."""

    first: int
    when: datetime
    before: float
    after: float
    worse: float


@dataclass(frozen=True)
class Series:
    """Values in the order of time, and where they change. larger: whether that is better."""

    name: str
    unit: str
    larger: bool
    when: tuple[datetime, ...]
    values: Floats
    changes: tuple[Change, ...]

    @property
    def parts(self) -> list[slice]:
        """Between the changes."""
        bounds = [0, *(change.first for change in self.changes), len(self.values)]
        return [slice(a, b) for a, b in pairwise(bounds)]

    def is_worse(self, threshold: float) -> bool:
        """Whether the last part is worse than the one before it by more than this part of it."""
        return bool(self.changes) and self.changes[-1].worse > threshold


@dataclass(frozen=True)
class History:
    """All series, and the files that are of neither program."""

    series: tuple[Series, ...]
    n_files: int
    passed_over: tuple[Path, ...]


def read_history(
    folder: Path, since: datetime | None, test: ChangeTest, damages: Damages
) -> History:
    """Every .json below a folder; those before `since` are left out, damaged ones noted."""
    if not folder.is_dir():
        raise LobattoError(f"there is no folder {folder}")
    samples: list[Sample] = []
    passed_over, n_files = [], 0
    for path in sorted(folder.rglob("*.json")):
        when = moment_of(path, folder)
        if since is not None and when < since:
            continue
        with damages.noted():
            values = read_json(path)
            if "written_by" in values:  # by this tool: no measurement
                continue
            found = _samples(path, values, when)
            if found is None:
                passed_over.append(path)
            else:
                samples += found
                n_files += 1
    if not samples:
        damages.raise_noted()
        raise LobattoError(
            f"{folder} has no files of `lobatto health --json` or `lobatto accept --json`"
            + ("" if since is None else f" since {since:%Y-%m-%d}")
        )
    return History(tuple(_series(samples, test)), n_files, tuple(passed_over))


def moment_of(path: Path, folder: Path) -> datetime:
    """The date in the name of the file, or of a folder that it is in; else that of the file. With a
    time where one follows: 2026-11-25, 2026-11-25T06-30."""
    for name in reversed(path.relative_to(folder).parts):
        if found := DATE.search(name):
            try:
                return datetime(*(int(part or 0) for part in found.groups()))  # type: ignore[arg-type]
            except ValueError:
                continue
    return datetime.fromtimestamp(path.stat().st_mtime)


def _samples(path: Path, values: dict[str, Any], when: datetime) -> list[Sample] | None:
    """None of a file of neither program."""
    if "kernels" in values:
        return list(_of_kernels(read_runs(path), when))
    if "rows" in values and "cores" in values:
        return list(_of_health(Document(path, values), when))
    return None


def _of_kernels(file: RunFile, when: datetime) -> Iterator[Sample]:
    for run in file.runs:
        size = "x".join(map(str, run.size))
        rate = run.rate / run.ranks
        yield Sample(f"{run.kernel} {size}", f"{run.unit}s/s", True, run.ranks, when, rate)


def _of_health(document: Document, when: datetime) -> Iterator[Sample]:
    """The median over the places, and the worst of them where there are several."""
    ranks = document.positive_whole("ranks")
    for row in document.objects("rows"):
        name, unit = row.text("name"), row.text("unit")
        larger = row.expect("better", "larger", "smaller") == "larger"
        yield Sample(name, unit, larger, ranks, when, row.number("median"))
        if row.whole("places") > 1:
            worst = row.number("minimum" if larger else "maximum")
            yield Sample(f"{name}, worst {row.text('per')}", unit, larger, ranks, when, worst)


def _series(samples: Sequence[Sample], test: ChangeTest) -> Iterator[Series]:
    groups: dict[tuple[str, int], list[Sample]] = {}
    for sample in sorted(samples, key=lambda s: s.when):
        groups.setdefault((sample.name, sample.ranks), []).append(sample)
    several = len({ranks for _, ranks in groups}) > 1
    for (name, ranks), group in sorted(groups.items()):
        first = group[0]
        values: Floats = np.array([sample.value for sample in group])
        when = tuple(sample.when for sample in group)
        label = f"{name} on {ranks} rank" + "s" * (ranks > 1) if several else name
        changes = _changes(values, when, first.larger, test)
        yield Series(label, first.unit, first.larger, when, values, changes)


def _changes(
    values: Floats, when: Sequence[datetime], larger: bool, test: ChangeTest
) -> tuple[Change, ...]:
    firsts = change_points(values, test)
    bounds = [0, *firsts, len(values)]
    medians = [float(np.median(values[a:b])) for a, b in pairwise(bounds)]
    found = []
    for i, first in enumerate(firsts):
        before, after = medians[i], medians[i + 1]
        growth = (after - before) / abs(before) if before else float("inf")
        found.append(Change(first, when[first], before, after, -growth if larger else growth))
    return tuple(found)
