"""What was measured: runs of `lobatto accept` from their JSON, and runs of any other program from a
TOML file of their times."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, nan
from pathlib import Path

import numpy as np
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.files.document import Document
from lobatto.files.text_file import read_json
from lobatto.files.toml_keys import Keys, Source, is_number


@dataclass(frozen=True)
class Answer:
    """What a kernel found, beside what is right and how far off it may be."""

    name: str
    found: float
    expected: float
    tolerance: float
    holds: bool

    @property
    def shown(self) -> str:
        """The value beside the right one."""
        return (
            f"{self.name} is {self.found:.10g}, right is {self.expected:.10g} within "
            f"{self.tolerance:.2g}"
        )


@dataclass(frozen=True)
class KernelRun:
    """One run of one kernel. size: of all ranks together, empty where it is not known; work: of one
    pass on all ranks, counted in `unit`; seconds: of a pass, the median; flops and bytes of a pass,
    and fractions of the machine's limits, are NaN where they are not known. A program that is
    timed in parts is several kernels, whose weights count in its speed-up."""

    source: Path
    kernel: str
    program: str
    weight: float
    ranks: int
    nodes: float | None
    size: tuple[int, ...]
    ranks_grid: tuple[int, ...]
    work: float
    unit: str
    seconds: float
    passes: tuple[float, ...]
    flops: float = nan
    bytes: float = nan
    peak_fraction: float = nan
    stream_fraction: float = nan
    answers: tuple[Answer, ...] = ()
    mesh: str = ""  # the file that it ran on; none for a box

    @property
    def rate(self) -> float:
        """Units of work per second, of all ranks together."""
        return self.work / self.seconds


@dataclass(frozen=True)
class Origin:
    """Where, when and by which version a file was measured, as far as it says; hosts: all nodes."""

    hosts: tuple[str, ...] = ()
    processor: str | None = None
    date: str | None = None
    version: str | None = None


@dataclass(frozen=True)
class RunFile:
    """What a file holds. machine and nodes are what the file says of the whole machine, if it
    does."""

    path: Path
    runs: tuple[KernelRun, ...]
    machine: str | None = None
    nodes: int | None = None
    origin: Origin = field(default_factory=Origin)


def read_runs(path: Path, ranks_per_node: int | None = None) -> RunFile:
    """A file of `lobatto accept --json`, or a TOML file. ranks_per_node: of JSON files, which need
    not tell their nodes."""
    if path.suffix == ".toml":
        return _read_toml(path)
    if not path.exists():
        raise LobattoError(f"there is no file {path}")
    document = Document(path, read_json(path))
    if "kernels" not in document.values:
        raise DamagedFileError(
            path, "there is no kernels; expected a file that `lobatto accept --json` wrote"
        )
    nodes = document.whole("nodes", None)
    return RunFile(
        path,
        tuple(_kernel_run(path, row, nodes, ranks_per_node) for row in document.objects("kernels")),
        origin=_origin(document),
    )


def _origin(document: Document) -> Origin:
    version, git = (document.text(key, None) for key in ("version", "git"))
    return Origin(
        tuple(document.texts("hosts", default=[])),
        document.text("processor", None),
        document.text("date", None),
        f"{version} ({git})" if version and git else version,
    )


def _kernel_run(
    path: Path, row: Document, nodes: int | None, ranks_per_node: int | None
) -> KernelRun:
    ranks = row.positive_whole("ranks")
    if ranks_per_node is not None:
        nodes = ceil(ranks / ranks_per_node)
    passes = row.numbers("repeats")
    if not passes or min(passes) <= 0:
        raise row.damage("repeats", "has to have seconds above 0 of at least one pass")
    return KernelRun(
        source=path,
        kernel=row.text("kernel"),
        program=row.text("kernel"),
        weight=1,
        ranks=ranks,
        nodes=nodes,
        size=tuple(map(int, row.numbers("size"))),
        ranks_grid=tuple(map(int, row.numbers("ranks_grid"))),
        work=row.positive("updates"),
        unit=row.text("update"),
        seconds=row.positive("seconds"),
        passes=tuple(passes),
        flops=row.number("flops", nan),
        bytes=row.number("bytes", nan),
        peak_fraction=row.number("peak_fraction", nan),
        stream_fraction=row.number("stream_fraction", nan),
        answers=tuple(_answer(answer) for answer in row.objects("answers")),
        mesh=row.text("mesh", ""),
    )


def _answer(row: Document) -> Answer:
    # What is not a number stands as null in the file, and is wrong.
    return Answer(
        row.text("name"),
        found=row.number("found", nan),
        expected=row.number("expected", nan),
        tolerance=row.number("tolerance", nan),
        holds=row.values.get("holds") is True,
    )


def _read_toml(path: Path) -> RunFile:
    top = Keys(source := Source(path, "a file of runs"), source.values)
    top.only("machine", "run")
    machine = top.table("machine")
    machine.only("name", "nodes")
    rows = top.tables("run")
    if not rows:
        raise LobattoError(f"{path}: there is no [[run]], expected one for each program")
    return RunFile(
        path,
        tuple(_toml_run(path, row) for row in rows),
        machine.text("name", None),
        machine.count("nodes", None),
    )


def _toml_run(path: Path, row: Keys) -> KernelRun:
    row.only("program", "part", "weight", "ranks", "nodes", "work", "unit", "seconds")
    program, part = row.text("program"), row.text("part", None)
    passes = _seconds(row)
    nodes = row.count("nodes")
    return KernelRun(
        source=path,
        kernel=program if part is None else f"{program} {part}",
        program=program,
        weight=row.positive("weight", 1.0),
        ranks=row.count("ranks", nodes),
        nodes=nodes,
        size=(),
        ranks_grid=(),
        work=row.positive("work"),
        unit=row.text("unit", "unit"),
        seconds=float(np.median(passes)),
        passes=passes,
    )


def _seconds(row: Keys) -> tuple[float, ...]:
    """A number, or the list of what repeats took."""
    value = row.values.get("seconds")
    found = value if isinstance(value, list) else [value]
    if not found or not all(is_number(seconds) and seconds > 0 for seconds in found):
        shown = "is missing" if value is None else f"is {value!r}"
        raise row.error("seconds", f"{shown}, expected a number above 0, or a list of such")
    return tuple(map(float, found))
