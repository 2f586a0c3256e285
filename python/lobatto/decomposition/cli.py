"""The command line of decompose."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console

from lobatto.shared_options import RunFolder

Field = typer.Option(
    [],
    show_default=False,
    help="A field of the files, or an expression of fields; default: `velocity`. Several are taken "
    "together, with the sum of their squares as energy; `2*T` gives a field a weight. Repeatable.",
)
Kind = typer.Option("pod", help="`pod`, `dmd` or `spod`.")
ModesWritten = typer.Option(10, "--modes", min=1, help="Modes that become field files.")
Start = typer.Option(None, show_default=False, help="Leave out field files before this time.")
End = typer.Option(None, show_default=False, help="Leave out field files after this time.")
Rank = typer.Option(
    None,
    min=1,
    show_default=False,
    help="Of `dmd`: rank of the linear map; default: singular values above 1e-6 of the largest.",
)
Segment = typer.Option(
    None,
    min=4,
    show_default=False,
    help="Of `spod`: snapshots in a segment; default: a quarter of all.",
)
Overlap = typer.Option(
    None,
    show_default=False,
    help="Of `spod`: the part of a segment that the next one has, too; default: 0.5.",
)
Frequency = typer.Option(
    [],
    show_default=False,
    help="Of `spod`: modes at the frequency nearest to this, in radians per unit of time, become "
    "field files; default: where the first mode is strongest. Repeatable.",
)
DecompositionOut = typer.Option(
    None, show_default=False, help="Folder for all of it; default: RUN/pod, RUN/dmd, RUN/spod."
)
Formats = typer.Option("png", "--format", help="Of the picture, some of png, pdf and svg.")


def decompose(
    run: Path = RunFolder,
    kind: str = Kind,
    field: list[str] = Field,
    modes: int = ModesWritten,
    start: Optional[float] = Start,
    end: Optional[float] = End,
    rank: Optional[int] = Rank,
    segment: Optional[int] = Segment,
    overlap: Optional[float] = Overlap,
    frequency: list[float] = Frequency,
    out: Optional[Path] = DecompositionOut,
    format_: str = Formats,
) -> None:
    """Modes of the field files of a run: what changes together, how strongly, how fast.

    Writes tables, a picture and the modes as field files into a folder RUN/pod;
    `lobatto plot RUN/pod --field u --fields all` draws the modes. In Python: `lobatto.pod(run)`.

    - `pod`: orthogonal modes of the fluctuation about the mean, those of largest energy first, and
    how each goes over time.

    - `dmd`: modes that each grow and oscillate at one rate, of the linear map from one snapshot to
    the next. The field files have to be equally far apart in time.

    - `spod`: orthogonal modes at each frequency, from segments under Hamming windows, with 95 %
    confidence. Likewise equally far apart, and many.
    """
    from lobatto.decomposition.command import Options, run_decompose

    options = Options(
        kind, field, modes, start, end, rank, segment, overlap, frequency or None, out, format_
    )
    run_decompose(run, options, Console(highlight=False))
