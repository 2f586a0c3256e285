"""What objects show of themselves in a notebook."""

from collections.abc import Iterable
from html import escape


def html_table(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A heading over lines of a name and a value; None is left out."""
    lines = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:left'>{escape(str(value))}</td></tr>"
        for name, value in rows
        if value is not None
    )
    return f"<strong>{escape(title)}</strong><table>{lines}</table>"
