"""The command line of watch."""

import sys
from pathlib import Path
from typing import Optional

import typer
from lobatto.shared_options import JsonOut, PageOut
from rich.console import Console

WatchFolder = typer.Argument(
    ...,
    metavar="DIR",
    show_default=False,
    help="Folder with files of `lobatto health --json` and `lobatto accept --json`.",
)
Since = typer.Option(
    None, metavar="DATE", show_default=False, help="Leave out what is older: 2026-11-25."
)


def watch(
    folder: Path = WatchFolder,
    threshold: float = typer.Option(5.0, min=0, help="Percent by which worse counts."),
    level: float = typer.Option(
        0.001, min=1e-5, max=0.1, help="Chance that a steady measurement is called changed."
    ),
    since: Optional[str] = Since,
    json: Optional[Path] = JsonOut,
    html: Optional[Path] = PageOut,
) -> None:
    """The history of a machine: what was measured day after day, and when it changed.

    A file belongs to the date in its name or in that of its folder, such as
    `2026-11-25/health.json`, or else to the day when it was written. Ends with 1 where the latest
    values of a measurement are worse than those before by more than the threshold.
    machine/docs/watch.md has the test.

    Example: `lobatto watch /var/lib/watch --html history.html`
    """
    from lobatto_machine.watch.command import Options, run_watch

    options = Options(threshold / 100, level, since, json, html)
    if not run_watch(folder, options, Console(highlight=False)):
        sys.exit(1)
