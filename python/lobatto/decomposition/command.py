"""lobatto decompose, without the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from lobatto.decomposition.dmd import dmd_of
from lobatto.decomposition.pictures import draw_dmd, draw_pod, draw_spod
from lobatto.decomposition.pod import pod_of
from lobatto.decomposition.snapshots import Memory, Snapshots
from lobatto.decomposition.spod import Segments, Spod, spod_of
from lobatto.decomposition.tables import dmd_table, pod_table, spod_table
from lobatto.errors import LobattoError
from lobatto.pictures.picture_words import formats_of
from lobatto.runs.run import Run


@dataclass(frozen=True)
class Options:
    """As the command line has them; None: not given."""

    kind: str = "pod"
    names: Sequence[str] = ()
    n_modes: int = 10
    start: float | None = None
    end: float | None = None
    rank: int | None = None
    segment: int | None = None
    overlap: float | None = None
    frequencies: Sequence[float] | None = None
    out: Path | None = None
    formats: str = "png"


@dataclass(frozen=True)
class Kind:
    """own: its options, as the command line calls them; memory: that the work takes; decompose:
    makes the result; write: its tables and field files into a folder."""

    own: Mapping[str, str]
    memory: Callable[[Snapshots, Options], Memory]
    decompose: Callable[[Snapshots, Options], Any]
    write: Callable[[Any, Path, Options], list[Path]]
    table: Callable[[Any], Table]
    draw: Callable[[Path, Any], Path]


def _of_factor(snapshots: Snapshots, options: Options) -> Memory:
    return Memory.of_factor(snapshots.count)


def _segments(snapshots: Snapshots, options: Options) -> Segments:
    return Segments.of(snapshots, options.segment, options.overlap)


def _write(result: Any, folder: Path, options: Options) -> list[Path]:
    return result.write(folder, options.n_modes)


def _write_spod(result: Spod, folder: Path, options: Options) -> list[Path]:
    return result.write(folder, options.n_modes, options.frequencies or ())


KINDS: Mapping[str, Kind] = {
    "pod": Kind(
        {},
        _of_factor,
        lambda snapshots, _: pod_of(snapshots),
        _write,
        pod_table,
        draw_pod,
    ),
    "dmd": Kind(
        {"rank": "--rank"},
        _of_factor,
        lambda snapshots, options: dmd_of(snapshots, options.rank),
        _write,
        dmd_table,
        draw_dmd,
    ),
    "spod": Kind(
        {"segment": "--segment", "overlap": "--overlap", "frequencies": "--frequency"},
        lambda snapshots, options: _segments(snapshots, options).memory,
        lambda snapshots, options: spod_of(snapshots, _segments(snapshots, options)),
        _write_spod,
        spod_table,
        draw_spod,
    ),
}


class Bars:
    """A Watch that shows on a terminal how far the work is, and for how long it goes on."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("ETA"),
            TimeRemainingColumn(compact=True),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> None:
        self._bars.start()

    def __exit__(self, *failure: object) -> None:
        if not self._bars.disable:  # or else it ends a line that there is not
            self._bars.stop()
        for number in self._bars.task_ids:
            self._bars.remove_task(number)

    def __call__(self, what: str, done: int, of: int) -> None:
        task = next((t for t in self._bars.tasks if t.description == what), None)
        number = self._bars.add_task(what) if task is None else task.id
        self._bars.update(number, completed=done, total=of)


def run_decompose(run: Path, options: Options, console: Console) -> None:
    """Prints the leading modes and the files. Raises LobattoError."""
    kind = _kind_of(options)
    endings, found = formats_of(options.formats), Run(run)
    names = tuple(options.names) or ("velocity",)
    folder = options.out or found.path / options.kind
    bars = Bars()
    with bars:
        snapshots = Snapshots(found, names, options.start, options.end, bars)
    plan = snapshots.plan(kind.memory(snapshots, options))
    console.print(escape(plan), soft_wrap=True)
    with bars:
        result = kind.decompose(snapshots, options)
        written = kind.write(result, folder, options)
    console.print(kind.table(result))
    pictures = [kind.draw(folder / "plots" / f"{options.kind}.{end}", result) for end in endings]
    for path in [*(path for path in written if path.suffix == ".csv"), *pictures]:
        console.print(f"[green]{path.suffix[1:]:<8}[/green]{escape(str(path))}", soft_wrap=True)
    shown = "u" if names[0] == "velocity" else names[0]
    console.print(
        f"[green]modes   [/green]{escape(str(folder / 'fields'))}\n"
        f"draw them: lobatto plot {escape(str(folder))} --field {escape(shown)} --fields all",
        soft_wrap=True,
    )


def _kind_of(options: Options) -> Kind:
    if options.kind not in KINDS:
        raise LobattoError(f"--kind is {options.kind!r}, expected {', '.join(KINDS)}")
    for name, kind in KINDS.items():
        for key, option in kind.own.items():
            if name != options.kind and getattr(options, key) is not None:
                raise LobattoError(f"{option} goes with --kind {name}, found --kind {options.kind}")
    return KINDS[options.kind]
