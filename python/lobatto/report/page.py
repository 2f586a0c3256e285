"""Puts the page together: what is said, drawn and tabled of the runs."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import jinja2

from lobatto.report import formats, tables
from lobatto.report.comparison import compare
from lobatto.report.losses import Loss, losses
from lobatto.report.mpi_charts import draw_matrix, draw_message_sizes
from lobatto.report.records import RunRecord
from lobatto.report.region_charts import draw_regions
from lobatto.report.run_charts import draw_roofline, draw_steps, on_roofline
from lobatto.report.svg import Picture
from lobatto.report.tables import Table
from lobatto.wording import counted

MARK = "lobatto report"
MOST_LOSSES = 4


@dataclass(frozen=True)
class RunChapter:
    """Everything about one run; None where it was not recorded."""

    run: RunRecord
    anchor: str
    tiles: tuple[tuple[str, str, str], ...]
    facts: tuple[tuple[str, str], ...]
    losses: Table
    advice: str
    regions: Picture
    region_table: Table
    roofline: Picture | None
    not_on_roofline: tuple[str, ...]
    steps: Picture | None
    step_table: Table | None
    functions: Table | None
    region_functions: Table | None
    message_sizes: Picture | None
    matrix: Picture | None
    profile_command: str


def render(runs: Sequence[RunRecord], reference: RunRecord | None) -> str:
    """The page as HTML. runs: RunRecords; reference: the one that efficiencies refer to, or None
    for the smallest."""
    return template("lobatto.report", "page.html.j2").render(
        mark=MARK,
        title=title_of(runs),
        runs=runs,
        chapters=[_chapter(run, f"run-{i}") for i, run in enumerate(runs, start=1)],
        comparison=compare(runs, reference),
        energy=tables.energy_table(runs),
        no_energy=_no_energy(runs),
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )


def template(package: str, name: str) -> jinja2.Template:
    """A template of a package, which may include those of this one."""
    loaders = [jinja2.PackageLoader(of) for of in dict.fromkeys((package, "lobatto.report"))]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["format"] = formats
    environment.filters["counted"] = counted
    return environment.get_template(name)


def _no_energy(runs: Sequence[RunRecord]) -> list[tuple[str, list[str]]]:
    """(why, labels of the runs that have none for that reason)."""
    reasons: dict[str, list[str]] = {}
    for run in runs:
        if run.energy is None:
            reasons.setdefault("summary.json has no energy", []).append(run.label)
        elif run.energy.joules is None:
            reasons.setdefault(run.energy.why_not, []).append(run.label)
    return list(reasons.items())


def title_of(runs: Sequence[RunRecord]) -> str:
    """The cases of the runs, and how many runs there are."""
    cases = list(dict.fromkeys(run.case for run in runs))
    return ", ".join(cases) + (f": {len(runs)} runs" if len(runs) > 1 else "")


def _chapter(run: RunRecord, anchor: str) -> RunChapter:
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
        step_table=tables.step_table(run.steps) if run.steps else None,
        functions=tables.function_table(profile) if profile else None,
        region_functions=tables.region_function_table(profile) if profile else None,
        message_sizes=draw_message_sizes(profile, f"{anchor}-messages") if profile else None,
        matrix=draw_matrix(profile, f"{anchor}-matrix") if profile else None,
        profile_command=_profile_command(run),
    )


def _tiles(run: RunRecord) -> tuple[tuple[str, str, str], ...]:
    """The headline: (figure, unit, in words)."""
    step, _, unit = formats.seconds(run.seconds_per_step).partition(" ")
    return (
        (step, unit, "per step"),
        (formats.number(run.rate / 1e6), "million", "points x steps per second and core"),
        (formats.percent(run.bandwidth_efficiency), "%", "of STREAM: counted bytes / time"),
    )


def _facts(run: RunRecord) -> tuple[tuple[str, str], ...]:
    """(what, value) of the header."""
    hosts = sorted(set(run.profile.hosts)) if run.profile else ()
    facts = [
        ("case", f"{run.case} ({run.case_file})"),
        ("changed", ", ".join(f"{key} = {value}" for key, value in run.overrides.items())),
        ("mesh", f"{counted(run.elements, 'element')} of order {run.order}, {run.points:,} points"),
        ("ranks", f"{run.ranks:,}, {formats.prefixed(run.points_per_rank)} points each"),
        ("hosts", _listed(hosts) if hosts else "not recorded"),
        ("steps", f"{run.n_steps:,}, in {formats.seconds(run.wall_seconds)}"),
        ("memory", f"{formats.number(run.memory_per_point)} bytes per point"),
        (
            "machine",
            f"STREAM {formats.number(run.stream_gbs)} GB/s, small-matrix peak "
            f"{formats.number(run.peak_gflops)} GFLOP/s per rank",
        ),
        ("version", f"{run.version} ({run.git}), {run.compiler}"),
        ("finished", f"{run.finished:%Y-%m-%d %H:%M}"),
    ]
    return tuple((name, value) for name, value in facts if value)


def _listed(hosts: Sequence[str], most: int = 4) -> str:
    shown = ", ".join(hosts[:most])
    return shown if len(hosts) <= most else f"{shown} and {len(hosts) - most} more"


def _advice(found: Sequence[Loss]) -> str:
    if not found:
        return "No loss above 1 % of the time was found."
    first = found[0]
    return (
        f"Look first at “{first.name}”: {formats.percent_sign(first.share)} of the run time is "
        f"lost there ({first.why})."
    )


def _profile_command(run: RunRecord) -> str:
    launcher = ["mpirun", "-n", str(run.ranks)] if run.ranks > 1 else []
    changed = [word for item in run.overrides.items() for word in ("--set", "=".join(item))]
    rest = [*changed, "--profile", "mpi", "--out", "NEW_FOLDER"]
    return shlex.join([*launcher, "lobatto", "run", run.case_file, *rest])
