"""Puts the page of a history together."""

from datetime import datetime
from pathlib import Path

from lobatto.report.page import template

from lobatto_machine.watch.charts import draw_others, draw_series
from lobatto_machine.watch.history import MARK, History
from lobatto_machine.watch.tables import change_table


def render(folder: Path, history: History, threshold: float) -> str:
    """The page as HTML: first what became worse, then what changed, then the rest."""
    changed = [s for s in history.series if s.changes]
    changed.sort(key=lambda s: (not s.is_worse(threshold), -s.changes[-1].when.timestamp()))
    others = [s for s in history.series if not s.changes]
    days = [when for s in history.series for when in s.when]
    return template("lobatto_machine.watch", "watch.html.j2").render(
        mark=MARK,
        name=folder.resolve().name,
        history=history,
        first=f"{min(days):%Y-%m-%d}",
        last=f"{max(days):%Y-%m-%d}",
        worse=[s for s in changed if s.is_worse(threshold)],
        threshold=threshold,
        changes=change_table(history.series, threshold),
        pictures=[draw_series(s, f"change-{i}") for i, s in enumerate(changed, start=1)],
        changed=changed,
        others=draw_others(others, "others") if others else None,
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )
