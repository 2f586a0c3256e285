"""The command line of stats."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console

RunFolders = typer.Argument(
    ..., metavar="RUN...", show_default=False, help="Folders of runs, or files of statistics."
)
Start = typer.Option(None, show_default=False, help="Leave out windows that begin before.")
End = typer.Option(None, show_default=False, help="Leave out windows that end after.")
Symmetry = typer.Option(
    None,
    "--symmetry/--no-symmetry",
    show_default=False,
    help="Take the symmetries of the section or not; default: those that the forces leave.",
)
At = typer.Option(
    [], show_default=False, help="Profiles at this coordinate along the wall; repeatable."
)
Average = typer.Option(
    [], show_default=False, help="Average along x, y or z beside what the run did; repeatable."
)
ReferenceData = typer.Option(
    [],
    show_default=False,
    help="Profiles to compare with: packaged data by name, a table as its authors publish it, or "
    "CSV with quantity,y_plus,value; repeatable.",
)
StatisticsOut = typer.Option(
    None, show_default=False, help="Folder for tables and pictures; default: RUN/stats, plots."
)
Json = typer.Option(None, show_default=False, help="Write the figures as JSON into this file.")
NetCdf = typer.Option(
    None, show_default=False, help="Write the averages as NetCDF into this file; needs xarray."
)


def stats(
    runs: list[Path] = RunFolders,
    start: Optional[float] = Start,
    end: Optional[float] = End,
    symmetry: Optional[bool] = Symmetry,
    at: list[float] = At,
    average: list[str] = Average,
    scaling: str = typer.Option("mean", help="Wall units of the `mean` or the `local` friction."),
    reference: list[str] = ReferenceData,
    out: Optional[Path] = StatisticsOut,
    json: Optional[Path] = Json,
    netcdf: Optional[Path] = NetCdf,
) -> None:
    """Profiles, budgets and secondary flow of a channel or a duct, and whether they converged.

    Reads the averages that a run gathered (section `[statistics]` of its case); the windows of
    several folders are taken together. Prints the figures with their standard errors, draws
    pictures into RUN/plots and writes tidy CSV tables into RUN/stats.
    """
    from lobatto.statistics.command import Options, run_stats

    options = Options(
        start,
        end,
        symmetry,
        tuple(at),
        tuple(average),
        scaling,
        tuple(reference),
        out,
        json,
        netcdf,
    )
    run_stats(runs, options, Console(highlight=False))
