"""The tables of a study of kernels, for the page and for the terminal."""

from collections.abc import Mapping, Sequence

from lobatto.report import formats
from lobatto.report.formats import ABSENT
from lobatto.report.tables import Column, Table
from lobatto.study.tables import outlying_row, table_of_troubles, with_efficiencies

from lobatto_machine.acceptance.machine import Configuration
from lobatto_machine.acceptance.quantities import plural
from lobatto_machine.kernels.design import KernelSetup
from lobatto_machine.kernels.measures import KernelCurve, KernelResult, outlying_passes

DEFAULT = "default"


def kernel_plan_table(setups: Sequence[KernelSetup], kind: str, states: Mapping[str, str]) -> Table:
    """A row for each set-up. states: what has become of its repeats, in words."""
    columns = (
        Column("run", is_text=True),
        Column("kernel", is_text=True),
        Column("ranks"),
        Column("nodes"),
        Column("size", "per rank" if kind == "weak" else "of all ranks"),
        Column("grid", "of ranks"),
        Column("state", is_text=True),
    )
    rows = tuple(
        (
            setup.name,
            setup.kernel,
            formats.whole(setup.ranks),
            formats.whole(setup.nodes),
            setup.size or DEFAULT,
            setup.ranks_grid or DEFAULT,
            states[setup.name],
        )
        for setup in setups
    )
    return Table(columns, rows)


def rate_table(results: Sequence[KernelResult], curves: Sequence[KernelCurve]) -> Table:
    """A row for each set-up that has finished runs; efficiencies where there is something to
    compare with."""
    columns = [
        Column("run", is_text=True),
        Column("ranks"),
        Column("size", "of all ranks"),
        Column("grid", "of ranks"),
        Column("time", "per pass"),
        Column("rate", "per s, rank"),
        Column("spread", "%"),
        Column("done"),
    ]
    efficiencies = efficiency_by_run(curves)
    rows = [
        (_rate_row(result, result.measured), efficiencies[result.setup.name])
        for result in results
        if result.measured is not None
    ]
    return with_efficiencies(columns, rows, any(len(curve.results) > 1 for curve in curves))


def efficiency_by_run(curves: Sequence[KernelCurve]) -> dict[str, float]:
    """By the names of the set-ups."""
    return {
        setup.name: efficiency
        for curve in curves
        for (setup, _), efficiency in zip(curve.results, curve.efficiencies, strict=True)
    }


def _rate_row(result: KernelResult, measured: Configuration) -> tuple[str, ...]:
    return (
        result.setup.name,
        formats.whole(result.setup.ranks),
        measured.size,
        "x".join(map(str, measured.first.ranks_grid)),
        formats.seconds(measured.seconds),
        formats.prefixed(measured.rate_per_rank),
        formats.percent(measured.spread),
        f"{len(measured.runs)} of {len(result.repeats)}",
    )


def limit_table(results: Sequence[KernelResult]) -> Table:
    """A row for each set-up that has finished runs: medians over the repeats."""
    columns = (
        Column("run", is_text=True),
        Column("of STREAM", "%"),
        Column("of peak", "%"),
    )
    measured = [(result.setup.name, result.measured) for result in results if result.measured]
    rows = tuple(
        (
            name,
            formats.percent(m.median([run.stream_fraction for run in m.runs])),
            formats.percent(m.median([run.peak_fraction for run in m.runs])),
        )
        for name, m in measured
    )
    return Table(columns, rows)


def answer_table(results: Sequence[KernelResult]) -> Table:
    """A row for each kernel: what it counts, and whether its answers were right in every run."""
    columns = (
        Column("kernel", is_text=True),
        Column("counts", is_text=True),
        Column("answers", is_text=True),
    )
    kernels = list(dict.fromkeys(result.setup.kernel for result in results))
    rows = []
    for kernel in kernels:
        own = [result for result in results if result.setup.kernel == kernel]
        runs = [run for result in own if result.measured for run in result.measured.runs]
        unit = plural(runs[0].unit) if runs else ABSENT
        rows.append((kernel, unit, _answers(own, sum(len(run.answers) for run in runs))))
    low = frozenset((i, 2) for i, row in enumerate(rows) if "wrong" in row[2])
    return Table(columns, tuple(rows), low=low)


def _answers(results: Sequence[KernelResult], n_right: int) -> str:
    names = list(dict.fromkeys(answer.name for result in results for answer in result.wrong))
    if names:
        count = sum(len(result.wrong) for result in results)
        return f"{count} wrong: {', '.join(names)}"
    return f"all {n_right} right" if n_right else ABSENT


def kernel_trouble_table(results: Sequence[KernelResult]) -> Table | None:
    """Runs that ended badly, and those that stand out; None where there are none."""
    rows = []
    for result in results:
        for repeat in result.repeats:
            if repeat.ending is not None:
                how, why = repeat.ending
                rows.append((repeat.name, how, why or ABSENT))
        for repeat, ratio in outlying_passes(result):
            rows.append(outlying_row(repeat.name, "pass", ratio, len(result.done)))
    return table_of_troubles(rows)
