"""What several runs say together: scaling and the efficiencies of POP."""

from collections.abc import Sequence
from dataclasses import dataclass

from lobatto.report import formats, pop, tables
from lobatto.report.losses import efficiency_of, largest_growth
from lobatto.report.pop import Efficiencies
from lobatto.report.records import Profiled, RunRecord
from lobatto.report.scaling_charts import draw_costs, draw_scaling
from lobatto.report.svg import Picture
from lobatto.report.tables import Table
from lobatto.wording import counted


@dataclass(frozen=True)
class Comparison:
    """Everything about several runs together, and the POP table, which one run can have too."""

    reference: RunRecord
    kind: str
    overview: Table | None
    scaling: Picture | None
    costs: Picture | None
    efficiencies: Table | None
    pop_reference: RunRecord | None
    pop_notes: tuple[str, ...]
    not_profiled: tuple[str, ...]
    notes: tuple[str, ...]
    headline: str


def compare(runs: Sequence[RunRecord], reference: RunRecord | None) -> Comparison:
    """A Comparison of RunRecords; reference as in render()."""
    profiled = _profiled(runs)
    of_pop = _pop_reference(profiled, reference)
    of_reference = tables.measured(*of_pop) if of_pop else None
    found = [
        pop.efficiencies(tables.measured(*of), of_reference) for of in profiled if of_reference
    ]
    several = len(runs) > 1
    kind = pop.kind_of_scaling([run.points for run in runs], [run.ranks for run in runs])
    of_time = reference or min(runs, key=_size)
    return Comparison(
        reference=of_time,
        kind=kind,
        overview=tables.overview_table(runs, of_time) if several else None,
        scaling=draw_scaling(runs, of_time, kind, "scaling") if kind != "none" else None,
        costs=draw_costs(runs, "costs") if several else None,
        efficiencies=tables.efficiency_table(profiled, found) if profiled else None,
        pop_reference=of_pop[0] if of_pop else None,
        pop_notes=_pop_notes(profiled, found, reference),
        not_profiled=tuple(run.label for run in runs if run.profile is None),
        notes=_notes(runs),
        headline=_headline(runs, of_time, kind) if several else "",
    )


def _headline(runs: Sequence[RunRecord], reference: RunRecord, kind: str) -> str:
    """What several runs say together, in words."""
    if kind == "none":
        fastest = min(runs, key=lambda run: run.core_nanoseconds)
        return f"{fastest.label} needs least core time per point and step: " + (
            f"{formats.number(fastest.core_nanoseconds)} ns."
        )
    largest = max(runs, key=lambda run: run.ranks)
    region, growth = largest_growth(largest, reference)
    text = (
        f"{kind.capitalize()} scaling: from {reference.ranks} to "
        f"{counted(largest.ranks, 'rank')} the time "
        f"per step goes from {formats.seconds(reference.seconds_per_step)} to "
        f"{formats.seconds(largest.seconds_per_step)}, efficiency "
        f"{formats.percent_sign(efficiency_of(largest, reference))}."
    )
    if growth <= 0:
        return text
    return text + (
        f" Look first at “{region}”, whose cost grew most: by {formats.number(growth)} ns of core "
        "time per point and step."
    )


def _profiled(runs: Sequence[RunRecord]) -> list[Profiled]:
    return [(run, run.profile) for run in runs if run.profile is not None]


def _pop_reference(profiled: Sequence[Profiled], reference: RunRecord | None) -> Profiled | None:
    """The reference where it was profiled, else the smallest run that was."""
    if reference is not None and reference.profile is not None:
        return reference, reference.profile
    return min(profiled, key=lambda of: _size(of[0])) if profiled else None


def _size(run: RunRecord) -> tuple[int, int]:
    """By which the smallest run is found: the ranks, then the points."""
    return run.ranks, run.points


def _pop_notes(
    profiled: Sequence[Profiled], found: Sequence[Efficiencies], reference: RunRecord | None
) -> tuple[str, ...]:
    notes = []
    if not profiled:
        return ()
    if reference is not None and reference.profile is None:
        notes.append(
            f"The run of --baseline, {reference.label}, was not profiled; the smallest profiled "
            "run is the reference here."
        )
    names = {factor.name for e in found for factor in e.factors}
    if "instructions" in names:
        notes.append(
            "Computational efficiency is divided by the counters of the processor: instructions, "
            "instructions a cycle (IPC), cycles a useful second (frequency). A rank that waits "
            "inside MPI counts on, so they say little where parallel efficiency is low."
        )
    if "counted work" in names:
        notes.append(
            "Computational efficiency is divided by counted work, the floating-point operations of "
            "the algorithm, and the rate at which they are done: no counters of the processor."
        )
    replayed = [profile for _, profile in profiled if profile.serialisation is not None]
    for window in dict.fromkeys(profile.window for profile in replayed):
        notes.append(f"Serialisation and transfer are from a replay of: {window.rstrip('.')}.")
    if not replayed:
        notes.append("No run has a replay on an ideal network: communication is not divided.")
    return tuple(notes)


def _notes(runs: Sequence[RunRecord]) -> tuple[str, ...]:
    """What makes a comparison of these runs doubtful."""
    what = (
        ("cases", {run.case for run in runs}),
        ("orders", {run.order for run in runs}),
        ("versions", {run.git for run in runs}),
    )
    return tuple(
        f"The runs are of different {name} ({', '.join(map(str, sorted(values)))}): "
        "efficiencies compare different work."
        for name, values in what
        if len(values) > 1
    )
