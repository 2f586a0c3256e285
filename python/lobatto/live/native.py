"""The solver itself, the module lobatto_core: loaded where it is there, else with a clear word."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from lobatto.errors import LobattoError
from lobatto.live.start_watch import watch_over_ranks


def load_core() -> tuple[ModuleType, bool]:
    """The module lobatto_core with MPI running, and whether it has started MPI: then it ends it at
    exit, else whoever had started it, mpi4py.

    Raises LobattoError where the module was not built or not installed, and where mpi4py stands on
    another MPI library than the solver.
    """
    try:
        core = importlib.import_module("lobatto_core")
    except ModuleNotFoundError as error:
        if error.name != "lobatto_core":
            raise
        raise LobattoError(
            "the solver (the module lobatto_core) is not there for this Python, "
            f"{sys.version.split()[0]}: the package was installed without it, or is a wheel, which "
            "has it for Python 3.11 and later with a global interpreter lock. make build makes it "
            "in build/release/python, to name in PYTHONPATH"
        ) from None
    _check_mpi4py(core)
    with watch_over_ranks():
        return core, core.start_mpi()


def _check_mpi4py(core: ModuleType) -> None:
    """A process holds one MPI: what mpi4py has started must be what the solver is linked to."""
    mpi4py = sys.modules.get("mpi4py.MPI")
    if mpi4py is None:
        return
    is_reached = core.reaches_library_of_build()
    if is_reached and (not mpi4py.Is_initialized() or core.mpi_is_running()):
        return
    ours = core.mpi_library() if is_reached else core.mpi_library_of_build()
    theirs = mpi4py.Get_library_version().split("\n")[0].split(",")[0].strip()
    raise LobattoError(
        f"mpi4py has started another MPI library ({theirs}, {mpi4py.__file__}) than the one that "
        f"the solver is linked to ({ours}): communicators cannot go from one to the "
        "other. Leave out the import of mpi4py, which the solver does not need, or build mpi4py "
        "with that library (docs/install.md)"
    )
