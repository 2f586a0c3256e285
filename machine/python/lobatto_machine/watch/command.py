"""lobatto watch, without the words of the command line."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from lobatto.errors import Damages, LobattoError
from lobatto.files.outputs import claim, write_json
from lobatto.report.terminal import print_table
from lobatto.wording import counted
from rich.console import Console

from lobatto_machine.watch.change_points import ChangeTest
from lobatto_machine.watch.history import MARK, History, Series, read_history
from lobatto_machine.watch.tables import change_table

WIDTH = 110
"""Columns of a terminal that tables take where it has fewer, or where there is none."""


@dataclass(frozen=True)
class Options:
    """threshold: the part by which something has to be worse to count; since: a date."""

    threshold: float
    level: float
    since: str | None = None
    json: Path | None = None
    page: Path | None = None


def run_watch(folder: Path, options: Options, console: Console) -> bool:
    """Prints what changed, writes what is asked for, and returns whether nothing became worse.
    Damaged files are named at the end, as errors."""
    console.width = max(console.width, WIDTH)
    since = None if options.since is None else _date(options.since)
    damages = Damages()
    for path in (options.json, options.page):
        if path is not None:
            claim(path, MARK)
    history = read_history(folder, since, ChangeTest(options.level), damages)
    _print(console, history, options.threshold)
    if options.json is not None:
        _write_numbers(options.json, history, options.threshold)
        _print_file(console, "json", options.json)
    if options.page is not None:
        from lobatto_machine.watch.page import render  # what draws takes long to load

        options.page.write_text(render(folder, history, options.threshold), encoding="utf-8")
        _print_file(console, "page", options.page)
    damages.raise_noted()
    return not _worse(history, options.threshold)


def _date(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d")
    except ValueError:
        raise LobattoError(f"--since is {text!r}, expected a date such as 2026-11-25") from None


def _worse(history: History, threshold: float) -> list[Series]:
    return [series for series in history.series if series.is_worse(threshold)]


def _print(console: Console, history: History, threshold: float) -> None:
    for path in history.passed_over:
        console.print(
            f"{path}: of neither health nor accept, passed over", markup=False, soft_wrap=True
        )
    found = change_table(history.series, threshold)
    if found is None:
        console.print("nothing changed")
    else:
        print_table(console, "what changed", found)
    measurements = counted(len(history.series), "measurement")
    console.print(f"{counted(history.n_files, 'file')}, {measurements}")
    for series in _worse(history, threshold):
        change = series.changes[-1]
        console.print("[bold red]worse[/bold red]  ", end="")
        words = f"{series.name}: {100 * change.worse:.1f} % since {change.when:%Y-%m-%d}"
        console.print(words, markup=False, soft_wrap=True)


def _write_numbers(path: Path, history: History, threshold: float) -> None:
    rows = [
        {
            "name": s.name,
            "unit": s.unit,
            "better": "larger" if s.larger else "smaller",
            "when": [f"{when:%Y-%m-%dT%H:%M:%S}" for when in s.when],
            "values": list(map(float, s.values)),
            "is_worse": s.is_worse(threshold),
            "changes": [
                {
                    "when": f"{c.when:%Y-%m-%dT%H:%M:%S}",
                    "before": c.before,
                    "after": c.after,
                    "worse": c.worse,
                }
                for c in s.changes
            ],
        }
        for s in history.series
    ]
    write_json(path, {"threshold": threshold, "files": history.n_files, "series": rows}, MARK)


def _print_file(console: Console, kind: str, path: Path) -> None:
    console.print(f"[green]{kind:<8}[/green]", end="")
    console.print(str(path), markup=False, soft_wrap=True)
