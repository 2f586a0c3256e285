"""lobatto decompose, without the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from lobatto.console_table import console_table
from lobatto.decomposition.pictures import draw_pod
from lobatto.decomposition.pod import Pod, pod_of
from lobatto.decomposition.snapshots import FACTOR_BYTES, Snapshots
from lobatto.errors import LobattoError
from lobatto.picture_words import formats_of
from lobatto.run import Run

KINDS = ("pod",)
SHOWN = 10
"""Rows of the tables on the screen."""


@dataclass(frozen=True)
class Options:
    """As the command line has them."""

    kind: str = "pod"
    names: Sequence[str] = ()
    n_modes: int = 10
    start: float | None = None
    end: float | None = None
    out: Path | None = None
    formats: str = "png"


class Bars:
    """A Watch that shows on a terminal how far the work is, and for how long it goes on."""

    def __init__(self) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("ETA"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
        )

    def __enter__(self) -> Bars:
        self._bars.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._bars.stop()

    def __call__(self, what: str, done: int, of: int) -> None:
        task = next((t for t in self._bars.tasks if t.description == what), None)
        number = self._bars.add_task(what) if task is None else task.id
        self._bars.update(number, completed=done, total=of)


def run_decompose(run: Path, options: Options, console: Console) -> None:
    """Prints the leading modes and the files. Raises LobattoError."""
    if options.kind not in KINDS:
        raise LobattoError(f"--kind is {options.kind!r}, expected {' or '.join(KINDS)}")
    endings = formats_of(options.formats)
    found = Run(run)
    names = tuple(options.names) or ("velocity",)
    folder = options.out or found.path / options.kind
    with Bars() as watch:
        snapshots = Snapshots(found, names, options.start, options.end, watch)
        console.print(escape(snapshots.plan(FACTOR_BYTES * snapshots.count)), soft_wrap=True)
        result = pod_of(snapshots)
        paths = result.write(folder, options.n_modes)
    _print_pod(result, console)
    for path in [*paths[:2], *_drawn(folder, options.kind, endings, result)]:
        console.print(f"[green]{path.suffix[1:]:<8}[/green]{escape(str(path))}", soft_wrap=True)
    component = "u" if names[0] == "velocity" else names[0]
    console.print(
        f"modes   {escape(str(paths[2].parent))}; draw them: lobatto plot {escape(str(folder))} "
        f"--field {escape(component)} --fields all",
        soft_wrap=True,
    )


def _drawn(folder: Path, kind: str, endings: Sequence[str], result: Pod) -> Iterator[Path]:
    for ending in endings:
        yield draw_pod(folder / "plots" / f"{kind}.{ending}", result)


def _print_pod(result: Pod, console: Console) -> None:
    table = console_table("POD", ">mode", ">energy", ">share", ">all up to it")
    total = 0.0
    for number, (energy, share) in enumerate(zip(result.energies, result.shares, strict=True), 1):
        total += share
        if number <= SHOWN:
            table.add_row(
                str(number), f"{energy:.6g}", f"{100 * share:.4g} %", f"{100 * total:.6g} %"
            )
    console.print(table)
