"""The solver itself, the module lobatto_core: loaded where it is there, else with a clear word."""

from __future__ import annotations

import importlib
from types import ModuleType

from lobatto.errors import LobattoError


def load_core() -> ModuleType:
    """The module lobatto_core with MPI running; ends MPI at exit unless mpi4py had started it.

    Raises LobattoError where the module was not built or not installed.
    """
    try:
        core = importlib.import_module("lobatto_core")
    except ModuleNotFoundError as error:
        if error.name != "lobatto_core":
            raise
        raise LobattoError(
            "the solver (the module lobatto_core) is not there: this Python package was installed "
            "without it; make build makes it in build/release/python, to name in PYTHONPATH"
        ) from None
    core.start_mpi()
    return core
