"""mpi_profile.json: what the ranks said to each other, as `lobatto run --profile mpi` counts it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Array, Floats, Integers
from lobatto.files.document import Document

FILE_NAME = "mpi_profile.json"
FORMAT = "lobatto-mpi-profile"
VERSION = 1


@dataclass(frozen=True)
class MpiFunction:
    """One function of MPI over all ranks; seconds are those of a rank, share is of all MPI time."""

    name: str
    kind: str
    calls: int
    bytes: float
    seconds_min: float
    seconds_avg: float
    seconds_max: float
    share: float


@dataclass(frozen=True)
class RegionFunction:
    """One function of MPI inside one region."""

    region: str
    name: str
    calls: int
    bytes: float
    seconds_avg: float
    seconds_max: float


@dataclass(frozen=True)
class MessageSize:
    """Messages of bytes_from up to, not including, bytes_below."""

    kind: str
    bytes_from: int
    bytes_below: int
    calls: int
    bytes: float


@dataclass(frozen=True, eq=False)
class MpiProfile:
    """The file as it stands. Arrays over the ranks; instructions and cycles are None where they
    were not counted; messages and bytes [number of pairs] belong to (rank_from, rank_to), what each
    rank sent from point to point. serialisation, transfer: None where no replay was made."""

    hosts: tuple[str, ...]
    steps: int
    seconds: float
    functions: tuple[MpiFunction, ...]
    regions: tuple[RegionFunction, ...]
    message_sizes: tuple[MessageSize, ...]
    rank_from: Integers
    rank_to: Integers
    messages: Floats
    bytes: Floats
    useful_seconds: Floats
    mpi_seconds: Floats
    counter_source: str
    instructions: Floats | None
    cycles: Floats | None
    flops: Floats
    serialisation: float | None
    transfer: float | None
    window: str

    @property
    def n_ranks(self) -> int:
        """The number of ranks of the run."""
        return len(self.useful_seconds)

    @property
    def mpi_share(self) -> float:
        """MPI time over the run time, mean over the ranks."""
        return float(self.mpi_seconds.mean()) / self.seconds


def mpi_profile(document: Document, n_ranks: int) -> MpiProfile:
    """Reads and checks it; n_ranks: of the run that it belongs to."""
    document.expect("format", FORMAT)
    document.expect("version", VERSION)
    found = document.whole("ranks")
    if found != n_ranks:
        raise document.damage(
            "ranks",
            f"is {found}, expected {n_ranks} as in summary.json; the two files are of different "
            "runs",
        )
    counters = document.object("counters")
    pop = document.object("pop")
    return MpiProfile(
        hosts=tuple(document.texts("hosts", n_ranks)),
        steps=document.positive_whole("steps"),
        seconds=document.positive("seconds"),
        functions=tuple(_function(row) for row in document.objects("functions")),
        regions=tuple(_region_functions(document.objects("regions"))),
        message_sizes=tuple(_message_size(row) for row in document.objects("message_sizes")),
        **_matrix(document.object("matrix"), n_ranks),
        useful_seconds=_of_ranks(document, "useful_seconds", n_ranks),
        mpi_seconds=_of_ranks(document, "mpi_seconds", n_ranks),
        counter_source=counters.text("source"),
        instructions=_counted(counters, "instructions", n_ranks),
        cycles=_counted(counters, "cycles", n_ranks),
        flops=_of_ranks(counters, "counted_flops", n_ranks),
        serialisation=pop.number("serialisation_efficiency", None),
        transfer=pop.number("transfer_efficiency", None),
        window=pop.text("window", ""),
    )


def _of_ranks(document: Document, key: str, n_ranks: int) -> Floats:
    return np.array(document.numbers(key, n_ranks), float)


def _counted(counters: Document, key: str, n_ranks: int) -> Floats | None:
    values = counters.numbers(key, n_ranks, None)
    return None if values is None else np.array(values, float)


def _function(row: Document) -> MpiFunction:
    numbers = (row.number(key) for key in ("seconds_min", "seconds_avg", "seconds_max", "share"))
    return MpiFunction(
        row.text("name"), row.text("kind"), row.whole("calls"), row.number("bytes"), *numbers
    )


def _region_functions(regions: Iterable[Document]) -> Iterator[RegionFunction]:
    for region in regions:
        for row in region.objects("functions"):
            yield RegionFunction(
                region.text("name"),
                row.text("name"),
                row.whole("calls"),
                row.number("bytes"),
                row.number("seconds_avg"),
                row.number("seconds_max"),
            )


def _message_size(row: Document) -> MessageSize:
    bytes_from, bytes_below, calls = (
        row.whole(key) for key in ("bytes_from", "bytes_below", "calls")
    )
    return MessageSize(row.text("kind"), bytes_from, bytes_below, calls, row.number("bytes"))


def _matrix(matrix: Document, n_ranks: int) -> dict[str, Array]:
    rank_from = matrix.numbers("rank_from")
    columns = {"rank_from": np.array(rank_from, int)}
    columns["rank_to"] = np.array(matrix.numbers("rank_to", len(rank_from)), int)
    for key in ("messages", "bytes"):
        columns[key] = np.array(matrix.numbers(key, len(rank_from)), float)
    for key in ("rank_from", "rank_to"):
        ranks = columns[key]
        if len(ranks) and (ranks.min() < 0 or ranks.max() >= n_ranks):
            raise matrix.damage(
                key, f"has {ranks.min()} to {ranks.max()}, expected ranks 0 to {n_ranks - 1}"
            )
    return columns
