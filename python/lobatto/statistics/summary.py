"""What is printed: figures with errors, budgets, differences from references."""

import math
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from lobatto.console_table import console_table
from lobatto.field_file import AXIS_NAMES
from lobatto.statistics.budget_lines import BudgetLine
from lobatto.statistics.convergence import Figure
from lobatto.statistics.reference import Difference
from lobatto.statistics.report import Report


def print_report(report: Report, console: Console) -> None:
    """Tables for people."""
    walls = report.walls
    statistics = walls.statistics
    console.print(
        f"[bold]{walls.flow.kind}[/bold] along {AXIS_NAMES[walls.flow.stream]}, "
        f"{len(statistics.windows)} windows, t = {statistics.start:g} to {statistics.end:g}, "
        f"{statistics.samples} samples"
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
        console.print(_differences(reference.title, rows, len(report.profiles) > 1))


def notes(report: Report) -> list[str]:
    """What a reader should know before believing the figures."""
    walls, found = report.walls, list(report.walls.flow.notes)
    taken = ", ".join(str(symmetry) for symmetry in walls.flow.symmetries)
    found.append(f"symmetries taken: {taken or 'none'}")
    statistics = walls.statistics
    if statistics.n_left_out:
        found.append(f"{statistics.n_left_out} windows are not within --start and --end")
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


def _differences(title: str, differences: Sequence[Difference], with_lines: bool) -> Table:
    columns = ("quantity", ">y+", ">reference", ">ours", ">difference, %")
    table = console_table(f"Against {title}", *columns, *(["line"] if with_lines else []))
    for row in differences:
        place = "" if row.y_plus is None else f"{row.y_plus:g}"
        numbers = f"{row.theirs:.5g}", f"{row.ours:.5g}", f"{100 * row.relative:+.2f}"
        table.add_row(row.quantity, place, *numbers, *([row.line] if with_lines else []))
    return table


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
