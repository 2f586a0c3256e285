"""The tables of an acceptance, as texts in rows and columns."""

from collections.abc import Sequence

from lobatto.report import formats
from lobatto.report.formats import ABSENT
from lobatto.report.tables import Column, Table

from lobatto_machine.acceptance.machine import (
    Configuration,
    Improvement,
    Machine,
    common_kernels,
    mean_improvement,
)
from lobatto_machine.acceptance.quantities import Measured, plural, sustained_ratio, unit_of_all
from lobatto_machine.acceptance.scaling import Curve

UNIT = "of"
"""The column of what rates count."""


def kernel_table(machine: Machine) -> Table:
    """A row for each kernel, size and grid of ranks; wrong answers are marked."""
    columns = (
        Column("kernel", is_text=True),
        Column("size"),
        Column("ranks"),
        Column("nodes"),
        Column("runs"),
        Column("time", "per pass"),
        Column("rate", "per s and rank"),
        Column(UNIT, is_text=True),
        Column("of STREAM", "%"),
        Column("of peak", "%"),
        Column("runs spread", "%"),
        Column("passes within", "%"),
        Column("answers", is_text=True),
    )
    rows = tuple(_kernel_row(c) for c in machine.configurations)
    last = len(columns) - 1
    low = frozenset((i, last) for i, c in enumerate(machine.configurations) if c.wrong)
    return Table(columns, rows, low=low)


def _kernel_row(c: Configuration) -> tuple[str, ...]:
    first = c.first
    count = sum(len(run.answers) for run in c.runs)
    answers = f"{len(c.wrong)} of {count} wrong" if c.wrong else f"{count} right" if count else ""
    return (
        first.kernel,
        c.size or ABSENT,
        formats.whole(first.ranks),
        ABSENT if first.nodes is None else formats.whole(first.nodes),
        str(len(c.runs)),
        formats.seconds(c.seconds),
        formats.prefixed(c.rate_per_rank),
        plural(first.unit),
        formats.percent(c.median([run.stream_fraction for run in c.runs])),
        formats.percent(c.median([run.peak_fraction for run in c.runs])),
        formats.percent(c.spread),
        formats.percent(c.pass_spread),
        answers or ABSENT,
    )


def unit_table(machine: Machine) -> Table:
    """A row for each kernel."""
    columns = Column("kernel", is_text=True), Column(UNIT, is_text=True)
    return Table(columns, tuple((k, plural(c.first.unit)) for k, c in machine.chosen.items()))


def sustained_table(measured: Measured) -> Table:
    """A row for each kernel that counts, then the geometric mean and what the machine sustains."""
    machine, reference = measured.machine, measured.reference
    kernels = list(machine.chosen) if reference is None else common_kernels(machine, reference)
    columns = (
        Column("kernel", is_text=True),
        Column("ranks used"),
        Column(f"{machine.per}s"),
        Column("time", "per pass"),
        Column("rate", f"per s and {machine.per}"),
        Column(UNIT, is_text=True),
        *(_columns_of(reference) if reference else ()),
    )
    rows = [_sustained_row(measured, kernel) for kernel in kernels]
    unit = unit_of_all(machine)
    rows.append(("geometric mean", "", "", "", *_mean_cells(measured, kernels, unit)))
    total = machine.sustained(kernels)
    nodes = formats.whole(machine.n_places)
    last = ["sustained (SSP)", "", nodes, "", formats.prefixed(total), plural(unit)]
    if reference is not None:
        last += [formats.prefixed(reference.sustained(kernels))]
        last += [formats.number(sustained_ratio(machine, reference))]
    rows.append(tuple(last))
    return Table(columns, tuple(rows), strong=frozenset({len(rows) - 1}))


def _columns_of(reference: Machine) -> tuple[Column, ...]:
    return Column("reference", f"per s and {reference.per}"), Column("ratio")


def _sustained_row(measured: Measured, kernel: str) -> tuple[str, ...]:
    machine, reference = measured.machine, measured.reference
    c = machine.chosen[kernel]
    rate = machine.rate_per_place(c)
    cells = [
        kernel,
        formats.whole(c.first.ranks),
        formats.whole(machine.places_of(c.first)),
        formats.seconds(c.seconds),
        formats.prefixed(rate),
        plural(c.first.unit),
    ]
    if reference is not None:
        there = reference.rate_per_place(reference.chosen[kernel])
        cells += [formats.prefixed(there), formats.number(rate / there)]
    return tuple(cells)


def _mean_cells(measured: Measured, kernels: Sequence[str], unit: str) -> tuple[str, ...]:
    here = measured.machine.mean_rate(kernels)
    if measured.reference is None:
        return formats.prefixed(here), plural(unit)
    there = measured.reference.mean_rate(kernels)
    shown = formats.prefixed(here), plural(unit), formats.prefixed(there)
    return *shown, formats.number(here / there)


def improvement_table(found: Sequence[Improvement]) -> Table:
    """A row for each program, then the mean."""
    columns = (
        Column("program", is_text=True),
        Column("size", "times"),
        Column("speed-up", "times"),
        Column("improvement (CI)", "times"),
    )
    rows = [
        (i.program, *(formats.number(v, 4) for v in (i.size_ratio, i.speed_up, i.value)))
        for i in found
    ]
    rows.append(("mean", "", "", formats.number(mean_improvement(found), 4)))
    return Table(columns, tuple(rows), strong=frozenset({len(rows) - 1}))


def scaling_table(curves: Sequence[Curve]) -> Table | None:
    """A row for each number of ranks of each curve; None without curves."""
    if not curves:
        return None
    columns = (
        Column("kernel", is_text=True),
        Column("scaling", is_text=True),
        Column("size"),
        Column("ranks"),
        Column("time", "per pass"),
        Column("rate", "per s and rank"),
        Column("efficiency", "%"),
    )
    rows = [
        (
            curve.kernel,
            curve.kind,
            c.size or ABSENT,
            formats.whole(c.first.ranks),
            formats.seconds(c.seconds),
            formats.prefixed(c.rate_per_rank),
            formats.percent(efficiency),
        )
        for curve in curves
        for c, efficiency in zip(curve.configurations, curve.efficiencies, strict=True)
    ]
    return Table(columns, tuple(rows))
