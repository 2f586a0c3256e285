"""The tables of a history, as texts in rows and columns."""

from collections.abc import Sequence

from lobatto.report import formats
from lobatto.report.tables import Column, Table

from lobatto_machine.watch.history import Change, Series


def change_table(series: Sequence[Series], threshold: float) -> Table | None:
    """A row for each change, the latest first; those that count are marked. None without any."""
    rows = [(s, change) for s in series for change in s.changes]
    if not rows:
        return None
    rows.sort(key=lambda row: row[1].when, reverse=True)
    columns = (
        Column("measurement", is_text=True),
        Column("since", is_text=True),
        Column("was"),
        Column("is"),
        Column("unit", is_text=True),
        Column("by", "%"),
        Column("", is_text=True),
    )
    low = frozenset(
        (i, 6)
        for i, (s, change) in enumerate(rows)
        if change is s.changes[-1] and s.is_worse(threshold)
    )
    return Table(columns, tuple(_change_row(s, change) for s, change in rows), low=low)


def _change_row(series: Series, change: Change) -> tuple[str, ...]:
    growth = -change.worse if series.larger else change.worse
    return (
        series.name,
        f"{change.when:%Y-%m-%d}",
        formats.number(change.before),
        formats.number(change.after),
        series.unit,
        f"{100 * growth:+.1f}",
        "worse" if change.worse > 0 else "better",
    )
