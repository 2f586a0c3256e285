"""The command line of report."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console
from rich.markup import escape

from lobatto.errors import Damages

ReportRuns = typer.Argument(
    ..., metavar="RUN...", show_default=False, help="Folders of finished runs, such as runs/duct."
)
ReportOut = typer.Option(
    None,
    metavar="FILE.html",
    show_default=False,
    help="The page; by default report.html in the folder of the first run.",
)
Baseline = typer.Option(
    None,
    metavar="RUN",
    show_default=False,
    help="The run that efficiencies refer to; default: the smallest.",
)


def report(
    runs: list[Path] = ReportRuns,
    out: Optional[Path] = ReportOut,
    baseline: Optional[Path] = Baseline,
) -> None:
    """Write one HTML page that says how fast runs were, why, and how they scale.

    Of every run: the headline and what to look at first, the time of each region, the roofline,
    the steps and, where it was run with `--profile mpi`, what the ranks said to each other. Of
    several runs: scaling and the parallel efficiencies of the POP project, against the smallest
    run or the one of `--baseline`. The page needs no network: send it to whom you like. A run with
    a damaged file is named and left out.
    """
    from lobatto.report.command import write_report

    damages = Damages()
    path = write_report(runs, out, baseline, damages)
    console = Console(soft_wrap=True, highlight=False)
    console.print("[green]report[/green] ", escape(str(path)))
    damages.raise_noted()
