"""Puts the page together: what is said, drawn and tabled of the runs."""

from dataclasses import dataclass
from datetime import datetime

import jinja2

from lobatto.report import formats, pop, tables
from lobatto.report.losses import largest_growth, losses
from lobatto.report.mpi_charts import draw_matrix, draw_message_sizes
from lobatto.report.run_charts import draw_regions, draw_roofline, draw_steps, on_roofline
from lobatto.report.scaling_charts import draw_costs, draw_scaling, efficiency_of

MARK = "python3 -m lobatto report"
MOST_LOSSES = 4


@dataclass(frozen=True)
class RunChapter:
    """Everything about one run; None where it was not recorded."""

    run: object
    anchor: str
    tiles: tuple
    facts: tuple
    losses: object
    advice: str
    regions: object
    region_table: object
    roofline: object
    not_on_roofline: tuple
    steps: object
    step_table: object
    functions: object
    region_functions: object
    message_sizes: object
    matrix: object
    profile_command: str


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


def render(runs, reference):
    """The page as HTML. runs: RunRecords; reference: the one that efficiencies refer to, or None
    for the smallest."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("lobatto.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["format"] = formats
    return environment.get_template("page.html.j2").render(
        mark=MARK,
        title=title_of(runs),
        runs=runs,
        chapters=[_chapter(run, f"run-{i}") for i, run in enumerate(runs, start=1)],
        comparison=_comparison(runs, reference),
        energy=tables.energy_table(runs) if any(run.energy for run in runs) else None,
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )


def title_of(runs):
    cases = list(dict.fromkeys(run.case for run in runs))
    return ", ".join(cases) + (f": {len(runs)} runs" if len(runs) > 1 else "")


def _chapter(run, anchor):
    found = losses(run)[:MOST_LOSSES]
    profile = run.profile
    drawn = {region.name for region in on_roofline(run)}
    return RunChapter(
        run=run,
        anchor=anchor,
        tiles=_tiles(run),
        facts=_facts(run),
        losses=tables.loss_table(found),
        advice=_advice(found),
        regions=draw_regions(run, f"{anchor}-regions"),
        region_table=tables.region_table(run),
        roofline=draw_roofline(run, f"{anchor}-roofline"),
        not_on_roofline=tuple(r.name for r in run.regions if r.seconds > 0 and r.name not in drawn),
        steps=draw_steps(run, f"{anchor}-steps"),
        step_table=tables.step_table(run) if run.steps else None,
        functions=tables.function_table(profile) if profile else None,
        region_functions=tables.region_function_table(profile) if profile else None,
        message_sizes=draw_message_sizes(profile, f"{anchor}-messages") if profile else None,
        matrix=draw_matrix(profile, f"{anchor}-matrix") if profile else None,
        profile_command=_profile_command(run),
    )


def _tiles(run):
    """The headline: (figure, unit, in words)."""
    step, _, unit = formats.seconds(run.seconds_per_step).partition(" ")
    return (
        (step, unit, "a step"),
        (formats.number(run.rate / 1e6), "million", "points × steps a second and core"),
        (formats.percent(run.bandwidth_efficiency), "%", "of STREAM: counted bytes / time"),
    )


def _facts(run):
    """(what, value) of the header."""
    hosts = sorted(set(run.profile.hosts)) if run.profile else ()
    facts = [
        ("case", f"{run.case} ({run.case_file})"),
        ("changed", ", ".join(f"{key} = {value}" for key, value in run.overrides.items())),
        ("mesh", f"{run.elements:,} elements of order {run.order}, {run.points:,} points"),
        ("ranks", f"{run.ranks:,}, {formats.prefixed(run.points_per_rank)} points each"),
        ("hosts", _listed(hosts) if hosts else "not recorded"),
        ("steps", f"{run.n_steps:,}, in {formats.seconds(run.wall_seconds)}"),
        ("memory", f"{formats.number(run.memory_per_point)} bytes a point"),
        (
            "machine",
            f"STREAM {formats.number(run.stream_gbs)} GB/s, small-matrix peak "
            f"{formats.number(run.peak_gflops)} GFLOP/s a rank",
        ),
        ("version", f"{run.version} ({run.git}), {run.compiler}"),
        ("finished", f"{run.finished:%Y-%m-%d %H:%M}"),
    ]
    return tuple((name, value) for name, value in facts if value)


def _listed(hosts, most=4):
    shown = ", ".join(hosts[:most])
    return shown if len(hosts) <= most else f"{shown} and {len(hosts) - most} more"


def _advice(found):
    if not found:
        return "No loss above 1 % of the time was found."
    first = found[0]
    return (
        f"Look first at “{first.name}”: {formats.percent_sign(first.share)} of the run time is "
        f"lost there ({first.why})."
    )


def _profile_command(run):
    launcher = f"mpirun -n {run.ranks} " if run.ranks > 1 else ""
    changed = "".join(f" --set {key}={value}" for key, value in run.overrides.items())
    return f"{launcher}lobatto run {run.case_file}{changed} --profile mpi --out NEW_FOLDER"


def _comparison(runs, reference):
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
        f"{kind.capitalize()} scaling: from {reference.ranks} to {largest.ranks} ranks the time a step "
        f"goes from {formats.seconds(reference.seconds_per_step)} to "
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
            "instructions a cycle (IPC), cycles a second (frequency)."
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
