"""The command line, python3 -m lobatto: run, check, plot, stats, report, study, import and more."""

import sys
from pathlib import Path
from typing import Optional

import typer
from rich.console import Console
from rich.markup import escape

from lobatto.errors import Damages, LobattoError
from lobatto.info import print_info
from lobatto.native_command import run_native
from lobatto.run import Run

RunFolder = typer.Argument(
    ..., metavar="RUN", show_default=False, help="The folder of the run, such as runs/duct."
)
Out = typer.Option(None, show_default=False, help="Folder for the pictures; by default RUN/plots.")
Station = typer.Option(
    None,
    show_default=False,
    help="Where the cross section is, along the flow; default: the middle.",
)
Elements = typer.Option(
    None,
    "--elements/--no-elements",
    show_default=False,
    help="Draw the element boundaries; default: those of curved meshes.",
)

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
    [], show_default=False, help="CSV with quantity,y_plus,value, or packaged data; repeatable."
)
StatisticsOut = typer.Option(
    None, show_default=False, help="Folder for tables and pictures; default: RUN/stats, plots."
)
Json = typer.Option(None, show_default=False, help="Write the figures as JSON into this file.")
NetCdf = typer.Option(
    None, show_default=False, help="Write the averages as NetCDF into this file; needs xarray."
)

Points = typer.Option(
    None,
    min=4,
    show_default=False,
    help="Points along the shortest side of the box; default: as many as it has nodes.",
)
SpectrumOut = typer.Option(
    None, show_default=False, help="Folder for table and picture; default: RUN/stats, plots."
)

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

StudyFile = typer.Argument(
    ..., metavar="STUDY.toml", show_default=False, help="The study file: docs/campaigns.md."
)
StudyAction = typer.Argument(
    "plan", metavar="[plan|submit|status|collect|report]", help="What to do with it."
)
StudyFolder = typer.Option(
    None, metavar="DIR", show_default=False, help="Its folder; by default runs/NAME."
)
Retry = typer.Option(False, "--retry", help="With submit: start what ended badly once more.")

AcceptanceRuns = typer.Argument(
    ...,
    metavar="RUNS...",
    show_default=False,
    help="Files of `lobatto accept --json`, folders of studies of kernels, or TOML files of runs "
    "of other programs.",
)
Reference = typer.Option(
    [],
    metavar="FILE",
    show_default=False,
    help="A file of the reference machine, as those of RUNS; repeatable.",
)
AcceptanceThresholds = typer.Option(
    None, metavar="FILE.toml", show_default=False, help="What has to be reached."
)
RanksPerNode = typer.Option(
    None,
    min=1,
    show_default=False,
    help="Of runs whose files do not tell their nodes; without it rates are per rank.",
)
MachineNodes = typer.Option(
    None,
    min=1,
    show_default=False,
    help="Nodes of the whole machine; default: the most that a run had.",
)
JsonOut = typer.Option(
    None, metavar="FILE.json", show_default=False, help="Write all numbers into this file."
)
AcceptancePage = typer.Option(
    None, metavar="FILE.html", show_default=False, help="Write a page with pictures."
)
WatchFolder = typer.Argument(
    ...,
    metavar="DIR",
    show_default=False,
    help="Folder with files of `lobatto health --json` and `lobatto accept --json`.",
)
Since = typer.Option(
    None, metavar="DATE", show_default=False, help="Leave out what is older: 2026-11-25."
)

NekFile = typer.Argument(
    ...,
    metavar="CASE.par|.rea|.usr",
    show_default=False,
    help="One file; others of its name count.",
)
NekoFile = typer.Argument(..., metavar="CASE.case", show_default=False, help="A case of Neko.")
ImportOut = typer.Option(
    None,
    metavar="CASE.toml",
    show_default=False,
    help="The case file; by default beside the source.",
)

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Looks at what a run of **lobatto** left in its folder.\n\n"
        "Start with `python3 -m lobatto info runs/duct` to see what is there, then "
        "`python3 -m lobatto plot runs/duct` for the pictures. All work while the run "
        "still goes on; `stats` makes profiles and budgets of averages. How fast a finished run "
        "was, and why: `python3 -m lobatto report runs/duct`. Many runs of one case, started and "
        "compared: `python3 -m lobatto study STUDY.toml`. For your own analysis: "
        "`from lobatto import Run, FieldFile, Statistics`."
    ),
)


@app.command()
def plot(
    run: Path = RunFolder,
    fields: str = typer.Option("last", help="Field files: `last`, `all` or the number of a step."),
    out: Optional[Path] = Out,
    station: Optional[float] = Station,
    elements: Optional[bool] = Elements,
) -> None:
    """Draw the pictures that suit the flow, the history of the run, its probes and forces.

    A flow with a mean direction (duct, channel): the stream-wise velocity in a cross section and
    along the flow, and the secondary flow, at once and averaged along the flow. A periodic box
    without a mean flow: the vorticity in the mid planes. Anything else: the speed in the mid
    planes. Scalars likewise.

    Every picture is the polynomial solution itself, evaluated at each pixel; on curved meshes
    it is a cut with the plane, and shows the element boundaries.
    """
    # matplotlib is slow to load and the other commands do not need it
    from lobatto.plot import plot_run

    console = Console(soft_wrap=True, highlight=False)
    pictures, n_pictures = plot_run(Run(run), fields, out, station, elements), 0
    try:
        for path in pictures:
            console.print("[green]picture[/green] ", escape(str(path)))
            n_pictures += 1
    finally:
        console.print(f"[bold]{n_pictures}[/bold] pictures")


@app.command()
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


@app.command()
def report(
    runs: list[Path] = ReportRuns,
    out: Optional[Path] = ReportOut,
    baseline: Optional[Path] = Baseline,
) -> None:
    """Write one HTML page that tells how fast runs were, why, and how they scale.

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


@app.command()
def spectrum(
    run: Path = RunFolder,
    fields: str = typer.Option("all", help="Field files: `last`, `all` or the number of a step."),
    points: Optional[int] = Points,
    out: Optional[Path] = SpectrumOut,
) -> None:
    """The three-dimensional energy spectrum E(k) of a flow in a periodic box.

    Evaluates the polynomials of the velocity at evenly spaced points and sums the energy of its
    waves over shells of the wave number. Writes RUN/stats/spectrum.csv and draws
    RUN/plots/spectrum.png.
    """
    from lobatto.spectrum_pictures import write_spectra

    console = Console(soft_wrap=True, highlight=False)
    for path in write_spectra(Run(run), fields, points, out):
        console.print(f"[green]{path.suffix[1:]:<8}[/green]{escape(str(path))}")


@app.command()
def study(
    study_file: Path = StudyFile,
    action: str = StudyAction,
    out: Optional[Path] = StudyFolder,
    retry: bool = Retry,
) -> None:
    """Run one case, or application kernels, many times, on other ranks, orders or with other keys,
    and compare the runs.

    **plan** shows the runs, with points per rank, and lets `lobatto check` judge each; nothing is
    written. **submit** starts those that have not been started: one after the other on this
    machine, or through SLURM or PBS. **status** tells what has become of them. **collect** makes
    `study.csv` and `study.json` of those that are done: time per step, efficiencies, time to
    solution, node hours; of kernels rates, efficiencies and answers. **report** writes the page
    `report.html` beside them.

    All of them may be repeated at any time: nothing that is there is run again or written over,
    but for the files of collect and report.

    Example: `python3 -m lobatto study cases/studies/duct-strong.toml submit`
    """
    from lobatto.study.campaigns import campaign_of
    from lobatto.study.command import ACTIONS, run_study

    if action not in ACTIONS:
        raise typer.BadParameter(
            f"{action!r}; expected one of {', '.join(ACTIONS)}", param_hint="the action"
        )
    console = Console(soft_wrap=True, highlight=False)
    run_study(campaign_of(study_file, out), action, retry, console)


@app.command()
def acceptance(
    runs: list[Path] = AcceptanceRuns,
    reference: list[Path] = Reference,
    thresholds: Optional[Path] = AcceptanceThresholds,
    ranks_per_node: Optional[int] = RanksPerNode,
    nodes: Optional[int] = MachineNodes,
    json: Optional[Path] = JsonOut,
    html: Optional[Path] = AcceptancePage,
) -> None:
    """What the rates of application kernels say of a machine: sustained performance, capability
    improvement, spread over repeats, scaling.

    Takes any number of files of `lobatto accept --json`: runs of one kernel with the same size and
    ranks are repeats, those on other ranks make weak and strong scaling. Ends with 1 where an
    answer is wrong or a threshold is not reached. docs/acceptance.md has the formulas.

    Example: `python3 -m lobatto acceptance runs/*.json --reference old.json --ranks-per-node 64`
    """
    from lobatto.acceptance.command import Options, run_acceptance

    options = Options(reference, thresholds, ranks_per_node, nodes, json, html)
    if not run_acceptance(runs, options, Console(highlight=False)):
        sys.exit(1)


@app.command()
def watch(
    folder: Path = WatchFolder,
    threshold: float = typer.Option(5.0, min=0, help="Percent by which worse counts."),
    level: float = typer.Option(
        0.001, min=1e-5, max=0.1, help="Chance that a steady measurement is called changed."
    ),
    since: Optional[str] = Since,
    json: Optional[Path] = JsonOut,
    html: Optional[Path] = AcceptancePage,
) -> None:
    """The history of a machine: what was measured day after day, and when it changed.

    A file belongs to the date in its name or in that of its folder, such as
    `2026-11-25/health.json`, or else to the day when it was written. Ends with 1 where the latest
    values of a measurement are worse than those before by more than the threshold.
    docs/watch.md has the test.

    Example: `python3 -m lobatto watch /var/lib/watch --html history.html`
    """
    from lobatto.watch.command import Options, run_watch

    options = Options(threshold / 100, level, since, json, html)
    if not run_watch(folder, options, Console(highlight=False)):
        sys.exit(1)


# Their words are those of the program, --help too.
Native = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


@app.command("run", context_settings=Native)
def run_case(context: typer.Context) -> None:
    """Compute a case, as `lobatto run` does: the way to those that have user code."""
    sys.exit(run_native(["run", *context.args]))


@app.command("check", context_settings=Native)
def check_case(context: typer.Context) -> None:
    """Check cases, as `lobatto check` does, with their user code."""
    sys.exit(run_native(["check", *context.args]))


@app.command("mesh", context_settings=Native)
def show_mesh(context: typer.Context) -> None:
    """What a mesh file holds, as `lobatto mesh` tells it, with a picture where one is asked for."""
    from lobatto.mesh_picture import mesh_command

    sys.exit(mesh_command(context.args))


@app.command()
def info(run: Path = RunFolder) -> None:
    """Show what a run holds: its summary, its steps and its field files."""
    print_info(Run(run), Console())


imports = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Write a case file from a case of **nek** (Nek5000, NekRS) or **neko**.",
)
app.add_typer(imports, name="import")


@imports.command("nek")
def import_nek_case(source: Path = NekFile, out: Optional[Path] = ImportOut) -> None:
    """A case of Nek5000 or NekRS: CASE.par or CASE.rea, with CASE.usr and the mesh beside it.

    Writes what can be said in a case file, and lists what became of every key and every user
    routine. Formulas of the routines become expressions where that is safe.
    """
    from lobatto.importing.command import run_import
    from lobatto.importing.nek_case import import_nek

    run_import(source, out, import_nek, Console(soft_wrap=True, highlight=False))


@imports.command("neko")
def import_neko_case(source: Path = NekoFile, out: Optional[Path] = ImportOut) -> None:
    """A case of Neko, of versions 0.5 and later.

    Writes what can be said in a case file, and lists what became of every key. What user code sets
    is named, and where it belongs.
    """
    from lobatto.importing.command import run_import
    from lobatto.importing.neko_case import import_neko

    run_import(source, out, import_neko, Console(soft_wrap=True, highlight=False))


def main() -> None:
    """Runs the command line; what the user can mend is one line, not a traceback."""
    try:
        app(prog_name="python3 -m lobatto")
    except LobattoError as error:
        console = Console(stderr=True, soft_wrap=True, highlight=False)
        for line in str(error).splitlines():
            console.print("[bold red]error[/bold red]", end="  ")
            console.print(line, markup=False)
        sys.exit(1)
