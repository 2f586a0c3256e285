"""The command lines of plot and spectrum."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console
from rich.markup import escape

from lobatto.errors import LobattoError
from lobatto.runs.run import Run
from lobatto.shared_options import RunFolder
from lobatto.wording import counted

Out = typer.Option(None, show_default=False, help="Folder for the pictures; by default RUN/plots.")
Station = typer.Option(
    None,
    show_default=False,
    help="Where the cross section is, along the flow; default: the middle.",
)
Elements = typer.Option(
    False, "--elements/--no-elements", help="Draw the boundaries of the elements."
)
Field = typer.Option(
    [],
    show_default=False,
    help="Draw this instead: a field of the file (u, v, w, p, a scalar), `speed`, `vorticity`, "
    "`q`, `lambda2`, `dudy`, or an expression of them, such as `sqrt(u^2+v^2)`. Once or more.",
)
PlaneWords = typer.Option(
    [], show_default=False, help="Where the field is drawn: `x=3`. Once or more."
)
LineWords = typer.Option(
    [], show_default=False, help="Along which line: `x=0,z=3` is along y. Once or more."
)
Iso = typer.Option(
    None,
    show_default=False,
    help="In space: the surface where a quantity has a value, `q=2` or `lambda2=-1` (`q`: a value "
    "that suits), coloured by `--field`, by default the speed. Needs pyvista.",
)
Walls = typer.Option(False, "--walls", help="In space: the walls, with their shear.")
ViewWords = typer.Option(
    None, "--view", show_default=False, help="In which direction the eye is: `1,-1,0.5`."
)
Probe = typer.Option(
    None, show_default=False, help="Draw the samples of this plane probe instead of field files."
)
Range = typer.Option(
    None, "--range", show_default=False, help="Lowest and highest value shown: `0,1.5`."
)
ColourMap = typer.Option(None, show_default=False, help="Colours of matplotlib, such as `magma`.")
Formats = typer.Option("png", "--format", help="Some of png, pdf and svg: `png,pdf`.")
FilmKind = typer.Option(
    None,
    show_default=False,
    help="A film of all field files, `mp4` or `gif`, in place of pictures.",
)
PerSecond = typer.Option(10.0, min=0.1, help="Frames per second of a film.")
Which = typer.Option(
    None,
    show_default=False,
    help="Field files: `last` (the default; of a film `all`), `all` or the number of a step.",
)
ReferenceData = typer.Option(
    [],
    show_default=False,
    help="Draw the averaged profiles of a channel or duct against these, as `stats` takes them.",
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
    fields: Optional[str] = Which,
    field: list[str] = Field,
    plane: list[str] = PlaneWords,
    line: list[str] = LineWords,
    iso: Optional[str] = Iso,
    walls: bool = Walls,
    view: Optional[str] = ViewWords,
    probe: Optional[str] = Probe,
    range_: Optional[str] = Range,
    cmap: Optional[str] = ColourMap,
    format_: str = Formats,
    film: Optional[str] = FilmKind,
    fps: float = PerSecond,
    out: Optional[Path] = Out,
    station: Optional[float] = Station,
    elements: bool = Elements,
    reference: list[str] = ReferenceData,
) -> None:
    """Draw the pictures that suit the flow, the history of the run, its probes and forces.

    A flow with a mean direction (duct, channel): the stream-wise velocity in a cross section and
    along the flow, and the secondary flow, at once and averaged along the flow. A periodic box
    without a mean flow: the vorticity in the mid planes. Anything else: the speed in the mid
    planes. Scalars likewise. Of a thin plane flow the plane in which it happens alone.

    Every picture is the polynomial solution itself, evaluated at each pixel; on curved meshes
    it is a cut with the plane.

    With `--field` it draws that field instead, on the planes and lines asked for; with `--iso` or
    `--walls` a picture in space; with `--reference` the averaged profiles against those of others.
    """
    # matplotlib is slow to load and the other commands do not need it
    from lobatto.pictures.plot import Wish, plot_as_wished

    wish = Wish(
        fields, field, plane, line, iso, walls, view, probe,
        range_, cmap, format_, film, fps, out, station, elements,
    )  # fmt: skip
    if reference and wish != Wish(None, [], [], [], formats=format_, folder=out, per_second=fps):
        raise LobattoError("--reference draws profiles alone: beside it only --format and --out go")
    console = Console(soft_wrap=True, highlight=False)
    n_pictures = 0
    try:
        against = _compared(run, reference, out, format_) if reference else None
        for path in against or plot_as_wished(Run(run), wish):
            console.print("[green]picture[/green] ", escape(str(path)))
            n_pictures += 1
    finally:
        if n_pictures > 0:
            console.print(f"[bold]{counted(n_pictures, 'picture')}[/bold]")


def _compared(run: Path, reference: list[str], out: Path | None, formats: str) -> list[Path]:
    from lobatto.pictures.picture_words import formats_of
    from lobatto.statistics.command import compare

    return compare(run, reference, out, formats_of(formats))


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
    from lobatto.pictures.spectrum_pictures import write_spectra

    console = Console(soft_wrap=True, highlight=False)
    for path in write_spectra(Run(run), fields, points, out):
        console.print(f"[green]{path.suffix[1:]:<8}[/green]{escape(str(path))}")
