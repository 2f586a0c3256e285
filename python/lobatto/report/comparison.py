"""What several runs say together: scaling and the efficiencies of POP."""

from dataclasses import dataclass

from lobatto.report import formats, pop, tables
from lobatto.report.losses import efficiency_of, largest_growth
from lobatto.report.scaling_charts import draw_costs, draw_scaling


@dataclass(frozen=True)
class Comparison:
    """Everything about several runs together, and the POP table, which one run can have too."""

    reference: object
    kind: str
    overview: object
    scaling: object
    costs: object
    efficiencies: object
    pop_reference: object
    pop_notes: tuple
    not_profiled: tuple
    notes: tuple
    headline: str


def compare(runs, reference):
    """A Comparison of RunRecords; reference as in render()."""
    profiled = [run for run in runs if run.profile is not None]
    of_pop = reference if reference and reference.profile else smallest(profiled)
    found = [pop.efficiencies(measured(run), measured(of_pop)) for run in profiled]
    several = len(runs) > 1
    kind = pop.kind_of_scaling([run.points for run in runs], [run.ranks for run in runs])
    of_time = reference or smallest(runs)
    return Comparison(
        reference=of_time,
        kind=kind,
        overview=tables.overview_table(runs, of_time) if several else None,
        scaling=draw_scaling(runs, of_time, kind, "scaling") if kind != "none" else None,
        costs=draw_costs(runs, "costs") if several else None,
        efficiencies=tables.efficiency_table(profiled, found) if profiled else None,
        pop_reference=of_pop,
        pop_notes=_pop_notes(profiled, found, reference),
        not_profiled=tuple(run.label for run in runs if run.profile is None),
        notes=_notes(runs),
        headline=_headline(runs, of_time, kind) if several else "",
    )


def _headline(runs, reference, kind):
    """What several runs say together, in words."""
    if kind == "none":
        fastest = min(runs, key=lambda run: run.core_nanoseconds)
        return f"{fastest.label} needs least core time a point and step: " + (
            f"{formats.number(fastest.core_nanoseconds)} ns."
        )
    largest = max(runs, key=lambda run: run.ranks)
    region, growth = largest_growth(largest, reference)
    text = (
        f"{kind.capitalize()} scaling: from {reference.ranks} to {largest.ranks} ranks the time a "
        f"step goes from {formats.seconds(reference.seconds_per_step)} to "
        f"{formats.seconds(largest.seconds_per_step)}, efficiency "
        f"{formats.percent_sign(efficiency_of(largest, reference))}."
    )
    if growth <= 0:
        return text
    return text + (
        f" Look first at “{region}”, whose cost grew most: by {formats.number(growth)} ns of core "
        "time a point and step."
    )


def smallest(runs):
    """On the fewest ranks, then with the fewest points; None of none."""
    return min(runs, key=lambda run: (run.ranks, run.points), default=None)


def measured(run):
    """What the arithmetic of POP takes of a profiled RunRecord."""
    profile = run.profile
    return pop.Measured(
        points=run.points,
        steps=profile.steps,
        seconds=profile.seconds,
        useful=profile.useful_seconds,
        flops=profile.flops,
        instructions=profile.instructions,
        cycles=profile.cycles,
    )


def _pop_notes(profiled, found, reference):
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
    replayed = [run for run in profiled if run.profile.serialisation is not None]
    for window in dict.fromkeys(run.profile.window for run in replayed):
        notes.append(f"Serialisation and transfer are from a replay of: {window.rstrip('.')}.")
    if not replayed:
        notes.append("No run has a replay on an ideal network: communication is not divided.")
    return tuple(notes)


def _notes(runs):
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
