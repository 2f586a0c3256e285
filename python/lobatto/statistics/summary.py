"""What is printed: figures with errors, budgets, differences from references."""

import math
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lobatto.console_table import console_table
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.statistics.budget_lines import BudgetLine
from lobatto.statistics.convergence import Figure
from lobatto.statistics.reference import Agreement, Difference, agreements_of
from lobatto.statistics.report import Report
from lobatto.wording import counted

AGREES = 0.05
"""Of the largest value of a quantity: a difference up to it counts as agreement."""
MOST_LINES = 12
"""Of quantities that are compared with a reference."""
FIRST = ("U", "u_rms", "v_rms", "w_rms", "uv")
"""Quantities that stand before the others."""


def print_report(report: Report, console: Console) -> None:
    """Tables for people."""
    walls = report.walls
    statistics = walls.statistics
    console.print(
        f"[bold]{walls.flow.kind}[/bold] along {AXIS_NAMES[walls.flow.stream]}, "
        f"{counted(len(statistics.windows), 'window')}, "
        f"t = {statistics.start:g} to {statistics.end:g}, {counted(statistics.samples, 'sample')}"
    )
    for note in notes(report):
        console.print(f"[yellow]note[/yellow]  {note}")
    errors = [figure for figure in report.figures if figure.error is not None]
    others = [figure for figure in report.figures if figure.error is None]
    console.print(_figures("Flow", errors, ">standard error"))
    console.print(_figures("Convergence", others))
    for line, budgets in zip(report.profiles, report.budgets, strict=True):
        if budgets and line is report.profiles[0]:
            console.print(_budgets(budgets))
    for reference in report.references:
        rows = [row for row in report.differences if row.reference == reference.title]
        for part in _differences(reference.title, rows):
            console.print(part, highlight=False)


def notes(report: Report) -> list[str]:
    """What a reader should know before believing the figures."""
    walls, found = report.walls, list(report.walls.flow.notes)
    taken = ", ".join(str(symmetry) for symmetry in walls.flow.symmetries)
    found.append(f"symmetries taken: {taken or 'none'}")
    statistics = walls.statistics
    if statistics.n_left_out:
        left_out = counted(statistics.n_left_out, "window is", "windows are")
        found.append(f"{left_out} not within --start and --end")
    if len(statistics.windows) < 2:
        found.append("one window: there is no scatter to take standard errors from")
    if walls.friction.is_from_walls:
        found.append("no flow rate was held: wall units are from the gradient at the walls")
    if not walls.measured.is_full:
        found.append('basic quantities were gathered: budgets need statistics.quantities = "full"')
    for scalar in statistics.scalars:
        if walls.scalar_symmetries(scalar) != walls.flow.symmetries:
            found.append(f"{scalar} is not symmetric in all that the velocity is")
    remarks = {b.note for budgets in report.budgets for b in budgets if b.note}
    return found + sorted(remarks)


def _number(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.5g}"


def _figures(title: str, figures: Sequence[Figure], *error: str) -> Table:
    table = console_table(title, "what", ">value", *error, "remark")
    for figure in figures:
        errors = [_number(figure.error)] if error else []
        table.add_row(figure.title, _number(figure.value), *errors, figure.remark)
    return table


def _budgets(budgets: Sequence[BudgetLine]) -> Table:
    table = console_table("Budgets over the section", "of", ">residual, % of the largest term")
    for budget in budgets:
        if not math.isnan(budget.closure):
            table.add_row(budget.name.replace("_", " "), f"{100 * budget.closure:.2f}")
    return table


def _differences(title: str, differences: Sequence[Difference]) -> Iterator[Table | Text | str]:
    """A line for each quantity, after those that everybody looks at the worst first; few enough to
    be read at a glance."""
    agreements = sorted(agreements_of(differences), key=_rank)
    n_agreeing = sum(one.worst <= AGREES for one in agreements)
    heading = (
        f"Against {title}: {n_agreeing} of {counted(len(agreements), 'quantity', 'quantities')} "
        f"within {100 * AGREES:g} %"
    )
    columns = (">r.m.s., %", ">worst, %", ">at y+", ">theirs", ">ours", ">+-")
    yield Text(heading, style="bold")  # the title of a table breaks at its width
    table = console_table("", "quantity", *columns)
    for one in agreements[:MOST_LINES]:
        place = "" if one.at.y_plus is None else f"{one.at.y_plus:.4g}"
        parts = f"{100 * one.rms:.2f}", f"{100 * one.worst:.2f}", place
        theirs, ours = f"{one.at.theirs:.4g}", f"{one.at.ours:.4g}"
        error = "-" if math.isnan(one.at.standard_error) else f"{one.at.standard_error:.2g}"
        table.add_row(one.at.quantity, *parts, theirs, ours, error)
    yield table
    others = agreements[MOST_LINES:]
    if others:
        number = counted(len(others), "quantity", "quantities")
        yield f"and {number} within {100 * others[0].worst:.2f} %"
    yield "in % of the largest value of each quantity; +-: standard error of ours"
    yield "every point is in differences.csv"


def _rank(one: Agreement) -> tuple[int, float]:
    name = one.at.quantity
    return FIRST.index(name) if name in FIRST else len(FIRST), -one.worst


def as_document(report: Report) -> dict[str, object]:
    """The same for programs."""
    walls = report.walls
    statistics = walls.statistics
    return {
        "kind": walls.flow.kind,
        "direction": AXIS_NAMES[walls.flow.stream],
        "files": [str(window.path) for window in statistics.windows],
        "start": statistics.start,
        "end": statistics.end,
        "samples": statistics.samples,
        "symmetries": [str(symmetry) for symmetry in walls.flow.symmetries],
        "notes": notes(report),
        "viscosity": statistics.viscosity,
        "u_tau": walls.friction.u_tau,
        "bulk_velocity": walls.bulk_velocity,
        "figures": {
            f.name: {"value": f.value, "standard_error": f.error, "remark": f.remark}
            for f in report.figures
        },
        "budget_residuals": {b.name: b.closure for b in (report.budgets or [[]])[0]},
        "differences": [vars(row) | {"relative": row.relative} for row in report.differences],
    }
