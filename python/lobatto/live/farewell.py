"""How a rank of a script that mpi4py has started tells those that may wait for it that it never
comes: a rank that has ended waits in MPI_Finalize, where nobody sees it."""

from __future__ import annotations

import atexit
import os
import sys

FAREWELL = 32700
"""The tag of an empty message in MPI_COMM_WORLD which says that the sender has ended its script."""

PROCESS = os.getpid()


@atexit.register
def say_farewell() -> None:
    """At the end of the process: to the first rank, which waits with the others where all are to
    come. The first one, and who ends by an exception, says it to all."""
    mpi = sys.modules.get("mpi4py.MPI")
    if mpi is None or os.getpid() != PROCESS or not mpi.Is_initialized() or mpi.Is_finalized():
        return
    world = mpi.COMM_WORLD
    has_failed = hasattr(sys, "last_value")
    listeners = range(world.size) if has_failed or world.rank == 0 else (0,)
    for rank in listeners:
        if rank != world.rank:
            world.Isend([None, 0, mpi.BYTE], rank, FAREWELL)
