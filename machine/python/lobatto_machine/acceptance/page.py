"""Puts the page of an acceptance together."""

from collections.abc import Sequence
from datetime import datetime

from lobatto.report import formats
from lobatto.report.page import template

from lobatto_machine.acceptance import tables
from lobatto_machine.acceptance.charts import draw_limits, draw_ratios, draw_scaling, draw_spread
from lobatto_machine.acceptance.machine import improvements, mean_improvement
from lobatto_machine.acceptance.numbers import MARK
from lobatto_machine.acceptance.quantities import Measured, plural, sustained_ratio, unit_of_all


def render(measured: Measured, problems: Sequence[str], notes: Sequence[str]) -> str:
    """The page as HTML. problems: why the machine is not accepted; notes: thresholds that found
    nothing to judge, and runs without rates."""
    machine, reference = measured.machine, measured.reference
    found = [] if reference is None else improvements(machine, reference)
    return template("lobatto_machine.acceptance", "acceptance.html.j2").render(
        mark=MARK,
        machine=machine,
        reference=reference,
        n_runs=len({run.source for c in machine.configurations for run in c.runs}),
        problems=problems,
        notes=notes,
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


def _tiles(measured: Measured) -> list[tuple[str, str, str]]:
    """The headline: (figure, unit, in words)."""
    machine, reference = measured.machine, measured.reference
    if reference is None:
        figure, _, prefix = formats.prefixed(machine.sustained(list(machine.chosen))).partition(" ")
        unit = f"{prefix} {plural(unit_of_all(machine))}/s".strip()
        return [(figure, unit, f"sustained on {machine.n_places:,} {machine.per}s (SSP)")]
    mean = mean_improvement(improvements(machine, reference))
    ratio = formats.number(sustained_ratio(machine, reference))
    return [
        (ratio, "times", f"the sustained performance of {reference.name}"),
        (formats.number(mean), "times", "its capability: size x speed-up, mean of the programs"),
    ]
