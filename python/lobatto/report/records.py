"""What the page is made of: summary.json, steps.jsonl and mpi_profile.json of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.errors import LobattoError
from lobatto.files.document import Document
from lobatto.files.text_file import read_json
from lobatto.report.mpi_profile import FILE_NAME, MpiProfile, mpi_profile
from lobatto.runs.run import Run

WITHOUT_COUNTS = "other"
"""The region of all time outside of the named ones."""


@dataclass(frozen=True)
class Region:
    """A region of the profiler: exclusive seconds of a rank, counted rates of a rank."""

    name: str
    seconds: float
    seconds_min: float
    seconds_max: float
    share: float
    gbs: float
    gflops: float

    @property
    def is_counted(self) -> bool:
        """Whether bytes or operations of the region were counted."""
        return self.gbs > 0 or self.gflops > 0

    @property
    def intensity(self) -> float:
        """Counted FLOP a counted byte; NaN where one of them was not counted."""
        return self.gflops / self.gbs if self.gbs > 0 and self.gflops > 0 else float("nan")


@dataclass(frozen=True)
class Place(Region):
    """A region under one of its callers: depth 0 is called from outside of all regions; the
    inclusive seconds are those with the regions inside it, which follow it in a list."""

    path: str
    depth: int
    inclusive_seconds: float
    calls: int


@dataclass(frozen=True)
class Energy:
    """Of all nodes during the steps; joules is None where nothing measures it, and why_not says."""

    joules: float | None
    source: str
    nodes: int
    why_not: str


@dataclass(frozen=True)
class StepTimes:
    """Over the steps that have a line in steps.jsonl, which may be every tenth only: step numbers,
    seconds, and iterations by equation where a solver iterates."""

    step: Floats
    seconds: Floats
    iterations: dict[str, Floats]

    @property
    def n_missing(self) -> int:
        """Steps between the first and the last one that have no line."""
        return int(self.step.max() - self.step.min()) + 1 - len(np.unique(self.step))


@dataclass(frozen=True, eq=False)
class RunRecord:
    """One run. stream_gbs and peak_gflops are of one rank while all work; finished is the date of
    summary.json; places are the tree of regions, empty in older runs; profile, energy and steps are
    None where the run did not record them."""

    path: Path
    label: str
    case: str
    case_file: str
    overrides: dict[str, str]
    version: str
    git: str
    compiler: str
    finished: datetime
    ranks: int
    elements: int
    order: int
    points: int
    n_steps: int
    setup_seconds: float | None
    wall_seconds: float
    seconds_per_step: float
    rate: float
    memory_per_point: float | None
    stream_gbs: float
    peak_gflops: float
    bandwidth_efficiency: float
    regions: tuple[Region, ...]
    places: tuple[Place, ...]
    profile: MpiProfile | None
    energy: Energy | None
    steps: StepTimes | None

    @property
    def points_per_rank(self) -> float:
        """Grid points, nodes of neighbouring elements counted twice."""
        return self.points / self.ranks

    @property
    def core_nanoseconds(self) -> float:
        """Core time per point and step."""
        return 1e9 * self.seconds_per_step * self.ranks / self.points


Profiled: TypeAlias = tuple[RunRecord, MpiProfile]
"""A run that was profiled, and its profile."""


def read_run(path: Path | str) -> RunRecord:
    """A RunRecord, labelled with the name of its folder. A run without summary.json is an error."""
    run = Run(path)
    summary_file = run.path / "summary.json"
    if not summary_file.exists():
        raise LobattoError(
            f"{run.path} has no summary.json: the run still goes on, or ended before its time; a "
            "report needs a run that came to its end"
        )
    summary = Document(summary_file, run.summary)
    case = summary.object("case")
    ranks = summary.positive_whole("ranks")
    return RunRecord(
        path=run.path,
        label=run.path.resolve().name,
        case=case.text("name"),
        case_file=case.text("file", "CASE"),
        overrides={key: str(value) for key, value in _overrides(case).items()},
        version=summary.text("version", "not recorded"),
        git=summary.text("git", "not recorded"),
        compiler=summary.text("compiler", "not recorded"),
        finished=datetime.fromtimestamp(summary_file.stat().st_mtime),
        ranks=ranks,
        elements=summary.positive_whole("elements"),
        order=summary.positive_whole("order"),
        points=summary.positive_whole("points"),
        n_steps=summary.whole("steps"),
        setup_seconds=summary.number("setup_s", None),
        wall_seconds=summary.positive("wall_s"),
        seconds_per_step=summary.positive("seconds_per_step"),
        rate=summary.positive("points_per_second_per_rank"),
        memory_per_point=summary.number("memory_per_point_bytes", None),
        stream_gbs=summary.positive("stream_gbs"),
        peak_gflops=summary.positive("peak_gflops"),
        bandwidth_efficiency=summary.number("bandwidth_efficiency"),
        regions=tuple(_region(row) for row in summary.objects("regions")),
        places=tuple(_place(row) for row in summary.objects("region_tree", ())),
        profile=_profile(run.path / FILE_NAME, ranks),
        energy=_energy(summary.object("energy", None)),
        steps=_steps(run.steps),
    )


def _overrides(case: Document) -> dict[str, Any]:
    overrides = case.object("overrides", None)
    return {} if overrides is None else overrides.values


def _region(row: Document) -> Region:
    return Region(**_of_region(row))


def _of_region(row: Document) -> dict[str, Any]:
    keys = ("seconds", "seconds_min", "seconds_max", "share", "gbs", "gflops")
    return {"name": row.text("name"), **{key: row.number(key) for key in keys}}


def _place(row: Document) -> Place:
    return Place(
        **_of_region(row),
        path=row.text("path"),
        depth=row.whole("depth"),
        inclusive_seconds=row.number("inclusive_seconds"),
        calls=row.whole("calls"),
    )


def by_time(places: Sequence[Place], depth: int = 0) -> tuple[Place, ...]:
    """Of a tree as a list, each followed by those inside it: beside each other the one with the
    most inclusive time first, what is outside of all regions last."""
    starts = [i for i, place in enumerate(places) if place.depth == depth]
    groups = [places[i:end] for i, end in pairwise([*starts, len(places)])]
    groups.sort(key=lambda group: (_is_rest(group[0]), -group[0].inclusive_seconds))
    return tuple(p for first, *inside in groups for p in (first, *by_time(inside, depth + 1)))


def _is_rest(place: Place) -> bool:
    return place.depth == 0 and place.name == WITHOUT_COUNTS


def _profile(path: Path, ranks: int) -> MpiProfile | None:
    if not path.exists():
        return None
    return mpi_profile(Document(path, read_json(path)), ranks)


def _energy(energy: Document | None) -> Energy | None:
    if energy is None:
        return None
    source = energy.text("source", None)
    if source is None:
        return Energy(None, "", 0, energy.text("why_not"))
    return Energy(energy.positive("joules"), source, energy.positive_whole("nodes"), "")


def _steps(columns: Mapping[str, Array]) -> StepTimes | None:
    if any(name not in columns or columns[name].dtype != float for name in ("step", "seconds")):
        return None
    numbers, seconds = columns["step"], columns["seconds"]
    timed = np.isfinite(seconds) & (np.abs(numbers) < 2**53)
    if not timed.any():
        return None
    iterations = {
        name.split(".")[1]: values[timed]
        for name, values in columns.items()
        if name.startswith("solves.") and name.endswith(".iterations")
        if values.dtype == float and (values > 0).any()
    }
    return StepTimes(numbers[timed], seconds[timed], iterations)
