"""The tables of pages on a terminal."""

from rich.console import Console

from lobatto.console_table import console_table
from lobatto.report.tables import Table


def print_table(console: Console, title: str, table: Table) -> None:
    """With the units under the titles of the columns."""
    columns = [
        ("" if column.is_text else ">") + column.title + (f"\n{column.unit}" if column.unit else "")
        for column in table.columns
    ]
    shown = console_table(title, *columns)
    for row in table.rows:
        shown.add_row(*row)
    console.print(shown)
