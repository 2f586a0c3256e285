"""The tables of a study, for the page and for the terminal."""

from collections.abc import Mapping, Sequence

from lobatto.report import formats, pop
from lobatto.report.formats import ABSENT
from lobatto.report.records import Profiled
from lobatto.report.tables import Column, Table, efficiency_table, measured
from lobatto.study.case_study import CaseStudy, Cost
from lobatto.study.design import CaseSetup
from lobatto.study.measures import Curve, Repeat, Result, bad_endings, outlying
from lobatto.wording import counted


def plan_table(
    setups: Sequence[CaseSetup], states: Mapping[str, str], seconds: Sequence[float]
) -> Table:
    """A row for each set-up. states: what has become of its repeats, in words; seconds: that a
    repeat is expected to take, NaN where nothing is known."""
    columns = (
        Column("run", is_text=True),
        Column("ranks"),
        Column("nodes"),
        Column("elements", is_text=True),
        Column("order"),
        Column("points"),
        Column("points per rank"),
        Column("estimate"),
        Column("state", is_text=True),
    )
    rows: list[tuple[str, ...]] = []
    for setup, estimate in zip(setups, seconds, strict=True):
        mesh = setup.mesh
        rows.append(
            (
                setup.name,
                formats.whole(setup.ranks),
                formats.whole(setup.nodes),
                ABSENT if mesh is None else "x".join(map(str, mesh.elements)),
                ABSENT if mesh is None else str(mesh.order),
                ABSENT if mesh is None else formats.whole(mesh.points),
                ABSENT if mesh is None else formats.whole(mesh.points / setup.ranks),
                formats.seconds(estimate) if estimate == estimate else ABSENT,
                states[setup.name],
            )
        )
    return Table(columns, tuple(rows))


def result_table(curves: Sequence[Curve]) -> Table:
    """A row for each set-up that has finished runs; efficiencies where there is something to
    compare with."""
    columns = [
        Column("run", is_text=True),
        Column("ranks"),
        Column("points", "thousand per rank"),
        Column("time per step", "ms"),
        Column("spread", "%"),
        Column("5 to 95 %", "of steps, ms"),
        Column("core time", "ns per point, step"),
        Column("memory", "MB per rank"),
        Column("set-up", "s"),
        Column("done"),
    ]
    rows = [
        (_result_row(result), efficiency)
        for curve in curves
        for result, efficiency in zip(curve.results, curve.efficiencies, strict=True)
    ]
    return with_efficiencies(columns, rows, any(len(curve.results) > 1 for curve in curves))


def with_efficiencies(
    columns: Sequence[Column], rows: Sequence[tuple[tuple[str, ...], float]], compared: bool
) -> Table:
    """Rows with their efficiencies as last column, low ones marked; without it where nothing is
    compared."""
    if not compared:
        return Table(tuple(columns), tuple(row for row, _ in rows))
    low = ((i, len(columns)) for i, (_, found) in enumerate(rows) if found < pop.ACCEPTABLE)
    return Table(
        (*columns, Column("efficiency", "%")),
        tuple((*row, formats.percent(efficiency)) for row, efficiency in rows),
        low=frozenset(low),
    )


def _result_row(result: Result) -> tuple[str, ...]:
    return (
        result.setup.name,
        formats.whole(result.ranks),
        formats.number(result.points / result.ranks / 1e3),
        formats.number(1e3 * result.step),
        formats.percent(result.spread / result.step),
        f"{formats.number(1e3 * result.low)} to {formats.number(1e3 * result.high)}",
        formats.number(result.core_nanoseconds),
        formats.number(result.memory_per_rank / 1e6),
        formats.number(result.setup_seconds),
        f"{len(result.records)} of {len(result.repeats)}",
    )


def solution_table(results: Sequence[Result], study: CaseStudy) -> Table:
    """What the flow takes, a row for each set-up."""
    accuracy = study.accuracy
    columns = [
        Column("run", is_text=True),
        Column("order"),
        Column("simulated time", "per second of wall time"),
        Column("wall time", "s per unit of time"),
        Column("core time", "s per unit of time"),
    ]
    if accuracy is not None:
        columns.append(Column("error", accuracy.quantity))
    rows = []
    for result in results:
        row = [result.setup.name, str(result.order), formats.number(result.simulated)]
        row += [
            formats.number(1 / result.simulated),
            formats.number(result.ranks / result.simulated),
        ]
        if accuracy is not None:
            row.append(formats.number(result.accuracy))
        rows.append(tuple(row))
    return Table(tuple(columns), tuple(rows))


def cost_table(results: Sequence[Result], cost: Cost) -> Table:
    """Node hours, energy and price of the finished runs, a row for each set-up."""
    columns = [
        Column("run", is_text=True),
        Column("nodes"),
        Column("node hours", "of finished runs"),
        Column("node hours", "per unit of time"),
    ]
    if cost.watts_per_node is not None:
        columns += [
            Column("energy", "kWh per unit of time"),
            Column("energy", "nJ per point and step"),
        ]
    if cost.price_per_node_hour is not None:
        columns.append(Column("price", f"{cost.currency} per unit of time"))
    rows = [tuple(_cost_row(result, cost)) for result in results]
    return Table(tuple(columns), tuple(rows))


def _cost_row(result: Result, cost: Cost) -> list[str]:
    nodes = result.setup.nodes
    hours = nodes / result.simulated / 3600
    row = [result.setup.name, formats.whole(nodes)]
    row += [formats.number(result.node_hours), formats.number(hours)]
    if cost.watts_per_node is not None:
        row.append(formats.number(hours * cost.watts_per_node / 1e3))
        row.append(formats.number(nodes * cost.watts_per_node * result.nanoseconds))
    if cost.price_per_node_hour is not None:
        row.append(formats.number(hours * cost.price_per_node_hour))
    return row


def pop_table(curve: Curve) -> Table | None:
    """The efficiencies of POP, against the smallest profiled run of the curve; the first profiled
    repeat of each set-up. None where none was profiled."""
    profiled: list[Profiled] = []
    for result in curve.results:
        found = [(r, r.profile) for r in result.records if r.profile is not None]
        profiled += [found[0]] if found else []
    if not profiled:
        return None
    reference = measured(*profiled[0])
    return efficiency_table(
        profiled, [pop.efficiencies(measured(*of), reference) for of in profiled]
    )


def trouble_table(repeats: Sequence[Repeat], results: Sequence[Result]) -> Table | None:
    """Runs that ended badly, and those that stand out; None where there are none."""
    rows = [(r.name, how, words or ABSENT) for r, how, words in bad_endings(repeats)]
    for result in results:
        for repeat, ratio in outlying(result):
            rows.append(outlying_row(repeat.name, "step", ratio, len(result.records)))
    return table_of_troubles(rows)


def outlying_row(name: str, per: str, ratio: float, n_repeats: int) -> tuple[str, str, str]:
    """Of a run that stands out. ratio: of its time per step, or pass, over the median."""
    words = f"{formats.number(ratio)} times the median of {counted(n_repeats, 'repeat')}"
    return name, "outlying", f"time per {per} is {words}"


def table_of_troubles(rows: Sequence[tuple[str, str, str]]) -> Table | None:
    """rows: run, how it went wrong, and why."""
    if not rows:
        return None
    columns = Column("run", is_text=True), Column("how", is_text=True), Column("why", is_text=True)
    return Table(columns, tuple(rows))
