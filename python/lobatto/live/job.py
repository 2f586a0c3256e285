"""The process of a script that drives simulations: which of them are open, and how it ends among
the other ranks."""

from __future__ import annotations

import atexit
import functools
import os
import sys
import weakref
from types import TracebackType
from typing import Any, Protocol

from lobatto.live.early_errors import hook_without_turns
from lobatto.live.native import load_core
from lobatto.live.ranks import OtherRankFailed, Ranks, Sort


class _Closable(Protocol):
    """A simulation."""

    ranks: Ranks

    @property
    def is_open(self) -> bool: ...

    def close(self) -> object: ...


class Job:
    """One for each process; see the_job."""

    def __init__(self) -> None:
        self.core, self._started_mpi = load_core()
        self._process = os.getpid()
        # Where mpi4py has started MPI, processes may be there that never make a simulation.
        self._world = Ranks(self.core) if self._started_mpi else None
        self._simulations: list[weakref.ref[Any]] = []
        self._has_ended = False
        self._hook_before = hook_without_turns()
        sys.excepthook = self._fail
        atexit.register(self._end)

    def ranks(self, comm: Any = None) -> Ranks:
        """Of all processes, or of a communicator of mpi4py. Collective."""
        if comm is not None:
            return Ranks(self.core, handle_of(comm))
        if self._world is None:
            self._world = Ranks(self.core)
        return self._world

    def add(self, simulation: _Closable) -> None:
        """What is to be closed at the end."""
        self._simulations = [one for one in self._simulations if one() is not None]
        self._simulations.append(weakref.ref(simulation))

    def _fail(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """In place of sys.excepthook: what goes wrong on all ranks is told once."""
        sort = Sort.FOLLOWS if isinstance(error, OtherRankFailed) else Sort.FAILS
        if self._is_over():
            self._hook_before(kind, error, trace)
        else:
            self._leave(sort, lambda: self._hook_before(kind, error, trace))

    def _end(self) -> None:
        if not self._is_over():
            self._leave(Sort.ENDS, lambda: None)

    def _is_over(self) -> bool:
        """In a child of this process, too, which is no rank."""
        is_child = os.getpid() != self._process
        return self._has_ended or is_child or not self.core.mpi_is_running()

    def _leave(self, sort: Sort, tell: Any) -> None:
        self._has_ended = True
        alive = [simulation for one in self._simulations if (simulation := one()) is not None]
        simulations = [simulation for simulation in alive if simulation.is_open]
        groups = list(dict.fromkeys(simulation.ranks for simulation in simulations))
        if self._world is not None and self._world not in groups:
            groups.append(self._world)
        if not groups and sort != Sort.ENDS:
            tell()
        for ranks in groups:
            ranks.leave_process(sort, tell, bool(simulations))
            sort = Sort.ENDS  # what has gone wrong is told
        for simulation in simulations:
            simulation.close()


@functools.cache
def the_job() -> Job:
    """Of this process. Starts MPI the first time. Raises LobattoError where there is no solver."""
    return Job()


def handle_of(comm: Any) -> int:
    """A communicator of mpi4py as an integer: of MPI 5.0, or that of Fortran before."""
    return comm.toint() if hasattr(comm, "toint") else comm.py2f()
