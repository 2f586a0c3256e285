"""The command lines of plot and spectrum."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console
from rich.markup import escape

from lobatto.run import Run
from lobatto.shared_options import RunFolder

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

Points = typer.Option(
    None,
    min=4,
    show_default=False,
    help="Points along the shortest side of the box; default: as many as it has nodes.",
)
SpectrumOut = typer.Option(
    None, show_default=False, help="Folder for table and picture; default: RUN/stats, plots."
)


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
