"""Puts the page of an acceptance together."""

from collections.abc import Sequence
from datetime import datetime

from lobatto.report import formats
from lobatto.report.page import template
from lobatto.wording import counted

from lobatto_machine.acceptance import tables
from lobatto_machine.acceptance.charts import draw_limits, draw_ratios, draw_scaling, draw_spread
from lobatto_machine.acceptance.machine import improvements, mean_improvement
from lobatto_machine.acceptance.numbers import MARK
from lobatto_machine.acceptance.quantities import Measured, plural, sustained_ratio, unit_of_all
from lobatto_machine.acceptance.runs import Origin

HOSTS = 8
"""Names that are shown at most."""


def render(
    measured: Measured,
    problems: Sequence[str],
    notes: Sequence[str],
    judged: bool,
    origins: Sequence[Origin],
) -> str:
    """The page as HTML. problems: why the machine is not accepted; notes: thresholds that found
    nothing to judge, and runs without rates; judged: whether any threshold was set; origins: of the
    files of the machine."""
    machine, reference = measured.machine, measured.reference
    found = [] if reference is None else improvements(machine, reference)
    return template("lobatto_machine.acceptance", "acceptance.html.j2").render(
        mark=MARK,
        machine=machine,
        reference=reference,
        n_runs=len({run.source for c in machine.configurations for run in c.runs}),
        problems=problems,
        notes=notes,
        judged=judged,
        origin=_origin_of(origins),
        tiles=_tiles(measured),
        sustained=tables.sustained_table(measured),
        ratios=draw_ratios(measured, "ratios"),
        limits=draw_limits(machine.chosen, "limits"),
        improvement=tables.improvement_table(found) if found else None,
        kernels=tables.kernel_table(machine),
        spread=draw_spread(machine.configurations, "spread"),
        scaling=tables.scaling_table(measured.curves),
        efficiencies=draw_scaling(measured.curves, "efficiencies"),
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )


def _origin_of(origins: Sequence[Origin]) -> list[tuple[str, str]]:
    """What of the runs is known: (what, in words)."""
    hosts = sorted({host for origin in origins for host in origin.hosts})
    shown = ", ".join(hosts[:HOSTS])
    if len(hosts) > HOSTS:
        shown += f" and {counted(len(hosts) - HOSTS, 'more node', 'more nodes')}"
    parts = {
        "processor": sorted({o.processor for o in origins if o.processor}),
        "date": sorted({o.date for o in origins if o.date}),
        "version": sorted({f"Lobatto {o.version}" for o in origins if o.version}),
    }
    rows = [(name, ", ".join(values) or "not recorded") for name, values in parts.items()]
    return [("host" if len(hosts) == 1 else "hosts", shown or "not recorded"), *rows]


def _tiles(measured: Measured) -> list[tuple[str, str, str]]:
    """The headline: (figure, unit, in words)."""
    machine, reference = measured.machine, measured.reference
    if reference is None:
        figure, _, prefix = formats.prefixed(machine.sustained(list(machine.chosen))).partition(" ")
        unit = f"{prefix} {plural(unit_of_all(machine))}/s".strip()
        return [(figure, unit, f"sustained on {counted(machine.n_places, machine.per)} (SSP)")]
    mean = mean_improvement(improvements(machine, reference))
    ratio = formats.number(sustained_ratio(machine, reference))
    return [
        (ratio, "times", f"the sustained performance of {reference.name}"),
        (formats.number(mean), "times", "its capability: size x speed-up, mean of the programs"),
    ]
