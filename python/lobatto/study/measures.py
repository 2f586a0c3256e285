"""The numbers of a study: what its finished runs took, and how they compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import Damages
from lobatto.report import pop
from lobatto.report.records import RunRecord, read_run
from lobatto.runs.run import Run
from lobatto.study.case_study import Accuracy, CaseStudy
from lobatto.study.design import CaseSetup
from lobatto.study.ledger import DONE, Entry
from lobatto.study.outliers import deviation, stands_out


@dataclass(frozen=True)
class Repeat:
    """One run of a set-up: its name, state, and what it left when it is done. simulated: time of
    the flow per second of wall time, over the steps alone; accuracy: NaN where it is not known."""

    name: str
    entry: Entry
    state: str
    record: RunRecord | None = None
    simulated: float = float("nan")
    accuracy: float = float("nan")


@dataclass(frozen=True)
class Result:
    """What the finished repeats of a set-up say together; times are those of a step [s]: the median
    over the repeats of their medians, the standard deviation between repeats by the median absolute
    deviation (NaN of one), and the 5 and 95 % quantiles of all steps of all repeats, first halves
    left out. Set-up [s] and memory [bytes] are medians, NaN where the runs did not record them."""

    setup: CaseSetup
    repeats: tuple[Repeat, ...]
    records: tuple[RunRecord, ...]
    step: float
    spread: float
    low: float
    high: float
    simulated: float
    accuracy: float
    node_hours: float
    setup_seconds: float
    memory_per_rank: float

    @property
    def ranks(self) -> int:
        """Of each repeat."""
        return self.setup.ranks

    @property
    def points(self) -> int:
        """As the runs counted them."""
        return self.records[0].points

    @property
    def order(self) -> int:
        """Of the polynomials."""
        return self.records[0].order

    @property
    def nanoseconds(self) -> float:
        """Wall time per point and step."""
        return 1e9 * self.step / self.points

    @property
    def core_nanoseconds(self) -> float:
        """Core time per point and step: a rank is a core."""
        return self.nanoseconds * self.ranks


@dataclass(frozen=True)
class Curve:
    """Results that differ in nothing but the machine; the first is the smallest, which the
    efficiencies refer to. label: what distinguishes the curve, empty where there is one."""

    label: str
    results: tuple[Result, ...]
    efficiencies: tuple[float, ...]

    @property
    def ranks(self) -> list[int]:
        """Of each result."""
        return [result.ranks for result in self.results]


def repeats_of(
    setup: CaseSetup, entries: Mapping[str, Entry], accuracy: Accuracy | None, damages: Damages
) -> tuple[Repeat, ...]:
    """entries: by the names of the repeats. A run with a damaged file is noted, and counts as one
    that left nothing."""
    found = []
    for name, entry in entries.items():
        repeat = Repeat(name, entry, entry.state)
        if repeat.state == DONE:
            with damages.noted():
                repeat = _read(repeat, accuracy)
        found.append(repeat)
    return tuple(found)


def _read(repeat: Repeat, accuracy: Accuracy | None) -> Repeat:
    last = repeat.entry.last
    assert last is not None
    run = Run(last.out)
    return Repeat(
        repeat.name,
        repeat.entry,
        repeat.state,
        replace(read_run(last.out), label=repeat.name),
        _simulated(run),
        float("nan") if accuracy is None else _accuracy(run, accuracy),
    )


def _simulated(run: Run) -> float:
    """Over the second half of the steps that have a line."""
    if not {"dt", "seconds"} <= run.steps.keys():
        return float("nan")
    steps, seconds = (_second_half(run.steps[key]) for key in ("dt", "seconds"))
    return float(np.sum(steps) / np.sum(seconds))


def _accuracy(run: Run, accuracy: Accuracy) -> float:
    document, (*inside, key) = run.facts, accuracy.quantity.split(".")
    for name in inside:
        document = document.object(name)
    value = document.number(key)
    return abs(value) if accuracy.exact is None else abs(value - accuracy.exact)


def result_of(setup: CaseSetup, repeats: Sequence[Repeat]) -> Result | None:
    """None where no repeat is done."""
    done = [repeat for repeat in repeats if repeat.record is not None]
    records = tuple(repeat.record for repeat in done if repeat.record is not None)
    if not records:
        return None
    medians = np.array([record.seconds_per_step for record in records])
    steps = np.concatenate(
        [_second_half(r.steps.seconds) if r.steps else [r.seconds_per_step] for r in records]
    )
    low, high = np.quantile(steps, (0.05, 0.95))
    return Result(
        setup=setup,
        repeats=tuple(repeats),
        records=records,
        step=float(np.median(medians)),
        spread=deviation(medians) if len(medians) > 1 else float("nan"),
        low=float(low),
        high=float(high),
        simulated=float(np.median([repeat.simulated for repeat in done])),
        accuracy=float(np.median([repeat.accuracy for repeat in done])),
        node_hours=setup.nodes * sum(record.wall_seconds for record in records) / 3600,
        setup_seconds=_median([record.setup_seconds for record in records]),
        memory_per_rank=_median([record.memory_per_point for record in records])
        * records[0].points_per_rank,
    )


def _median(values: Sequence[float | None]) -> float:
    """Of those that are known."""
    known = [value for value in values if value is not None]
    return float(np.median(known)) if known else float("nan")


def _second_half(values: Floats) -> Floats:
    return values[len(values) // 2 :]


def outlying(result: Result) -> list[tuple[Repeat, float]]:
    """Repeats that stand out, with their time per step over the median."""
    done = [r for r in result.repeats if r.record is not None]
    values = np.array([r.record.seconds_per_step for r in done if r.record is not None])
    named = stands_out(values)
    return [(done[i], float(values[i] / result.step)) for i in np.flatnonzero(named)]


def curves_of(study: CaseStudy, results: Sequence[Result]) -> list[Curve]:
    """Results by what varies beside the machine; in weak scaling the mesh goes with the ranks."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(_label(study, result.setup.chosen), []).append(result)
    curves = []
    for label, group in grouped.items():
        group = sorted(group, key=lambda r: (r.ranks, r.points, r.setup.nodes))
        values = tuple(efficiency(study.kind, result, group[0]) for result in group)
        curves.append(Curve(label, tuple(group), values))
    return curves


def _label(study: CaseStudy, chosen: Mapping[str, Any]) -> str:
    keys = [key for key in chosen if not (study.kind == "weak" and key.startswith("mesh."))]
    return ", ".join(f"{key} = {chosen[key]}" for key in keys)


def efficiency(kind: str, result: Result, reference: Result) -> float:
    """weak: t0 / t; strong: t0 n0 / (t n); otherwise core time per point and step of the reference
    over that of the result, which is both where the points fit."""
    if kind == "weak":
        return reference.step / result.step
    if kind == "strong":
        return reference.step * reference.ranks / (result.step * result.ranks)
    of_reference = reference.step, reference.points, reference.ranks
    return pop.time_efficiency(result.step, result.points, result.ranks, of_reference)


def doubts(study: CaseStudy, curves: Sequence[Curve]) -> list[str]:
    """What makes the efficiencies of a kind say something else than they should."""
    found = []
    for curve in curves:
        of = f" of {curve.label}" if curve.label else ""
        points = [result.points for result in curve.results]
        loads = [result.points / result.ranks for result in curve.results]
        if study.kind == "strong" and len(set(points)) > 1:
            found.append(f"The runs{of} have from {min(points):,} to {max(points):,} points.")
        if study.kind == "weak" and max(loads) > (1 + pop.SAME) * min(loads):
            found.append(
                f"The runs{of} have from {min(loads):,.0f} to {max(loads):,.0f} points per rank: "
                "t0 / t compares different work."
            )
    return found


def bad_endings(repeats: Sequence[Repeat]) -> list[tuple[Repeat, str, str]]:
    """(repeat, how it ended, its last words) of runs that did not come to their end."""
    endings = [(repeat, repeat.entry.ending(repeat.state)) for repeat in repeats]
    return [(repeat, *ending) for repeat, ending in endings if ending is not None]
