"""Tables for terminals, all of one look."""

from rich.table import Table


def console_table(title: str, *columns: str) -> Table:
    """columns: names, with a leading '>' where numbers stand."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim")
    for column in columns:
        right = column.startswith(">")
        table.add_column(column.lstrip(">"), justify="right" if right else "left", overflow="fold")
    return table
