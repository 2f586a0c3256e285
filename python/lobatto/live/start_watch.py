"""MPI starts when all ranks have come to it. One that has ended before never comes, and a launcher
need not notice."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INTERVAL = 1.0
"""Seconds between two looks."""

JOB, RANK, RANKS_HERE = "PMIX_NAMESPACE", "PMIX_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"
"""What Open MPI tells each process that it starts: which job and rank it is, and how many ranks of
that are on its node."""

LAUNCHERS = ("mpirun", "mpiexec", "orterun", "orted", "prterun", "prted")


@contextmanager
def watch_over_ranks() -> Iterator[None]:
    """Ends this process, and by that the job, where another rank of this node has ended while this
    one is in the block. Does nothing under launchers that do not tell what that needs."""
    here = os.environ.get(RANKS_HERE, "1")
    is_told = JOB in os.environ and RANK in os.environ and here.isdecimal()
    if not is_told or int(here) < 2 or not _sees_launcher():
        yield
        return
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(int(here), is_over), daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _sees_launcher() -> bool:
    """Whether it is among the ancestors of this process: then it sees the other ranks, too, which
    in a container of its own it does not."""
    process = os.getpid()
    while process > 1:
        try:
            name, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
        except OSError:
            return False
        if name.partition("(")[2] in LAUNCHERS:
            return True
        process = int(rest.split()[1])
    return False


def _watch(n_here: int, is_over: threading.Event) -> None:
    n_looks_without = 0  # a process that starts has no environment for a moment
    while not is_over.wait(INTERVAL):
        alive = ranks_alive(os.environ[JOB])
        n_looks_without = n_looks_without + 1 if len(alive) < n_here else 0
        if n_looks_without < 2 or is_over.is_set():
            continue
        sys.stderr.write(
            f"rank {os.environ[RANK]} waits for all ranks, and of the {n_here} on this node only "
            f"these are there: {', '.join(sorted(alive))}. The others have ended without "
            "lobatto.Simulation(), which all ranks must call; the job ends\n"
        )
        sys.stderr.flush()
        os._exit(1)


def ranks_alive(job: str) -> set[str]:
    """The ranks of a job that have a process on this node."""
    alive = set()
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            words = file.read_bytes().split(b"\0")
        except OSError:
            continue  # of somebody else, or gone
        if f"{JOB}={job}".encode() in words:
            own = f"{RANK}=".encode()
            alive |= {word[len(own) :].decode() for word in words if word.startswith(own)}
    return alive
