"""The command line: python3 -m lobatto plot | info."""

import sys
from pathlib import Path

import typer
from rich.console import Console

from lobatto.errors import LobattoError
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

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Looks at what a run of **lobatto** left in its folder.\n\n"
        "Start with `python3 -m lobatto info runs/duct` to see what is there, then "
        "`python3 -m lobatto plot runs/duct` for the pictures. Both work while the run "
        "still goes on. For your own analysis: `from lobatto import Run, FieldFile`."
    ),
)


@app.command()
def plot(
    run: Path = RunFolder,
    fields: str = typer.Option("last", help="Field files: `last`, `all` or the number of a step."),
    out: Path = Out,
    station: float = Station,
    elements: bool = Elements,
):
    """Draw the pictures that suit the flow, and the history of the run.

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
    n_pictures = 0
    for path in plot_run(Run(run), fields, out, station, elements):
        console.print(f"[green]picture[/green]  {path}")
        n_pictures += 1
    console.print(f"[bold]{n_pictures}[/bold] pictures")


@app.command()
def info(run: Path = RunFolder):
    """Show what a run holds: its summary, its steps and its field files."""
    from lobatto.info import print_info

    print_info(Run(run), Console())


def main():
    """Runs the command line; what the user can mend is one line, not a traceback."""
    try:
        app(prog_name="python3 -m lobatto")
    except LobattoError as error:
        console = Console(stderr=True, soft_wrap=True, highlight=False)
        console.print("[bold red]error[/bold red]", end="  ")
        console.print(str(error), markup=False)
        sys.exit(1)
