"""What goes wrong in a script before MPI runs, told once and not on every rank."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Any

RANKS = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PALS_RANKID")
"""One of them is set in every process that a launcher of MPI has started."""
TURN = 2.0
"""Seconds that others leave to rank 0, whose end makes the launcher end the job."""


class EarlyErrors:
    """In place of sys.excepthook in a rank other than 0: most often all come to the same error."""

    def __init__(self) -> None:
        self.before = sys.excepthook

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Tells of it if the job is still there after the turn of rank 0."""
        time.sleep(TURN)
        self.before(kind, error, trace)


def wait_for_turn() -> None:
    """Makes errors of this process wait, where it is such a rank."""
    rank = next((os.environ[name] for name in RANKS if name in os.environ), "0")
    if rank.isdecimal() and int(rank) > 0:
        sys.excepthook = EarlyErrors()


def hook_without_turns() -> Any:
    """sys.excepthook, for whom ranks agree by themselves who tells."""
    hook = sys.excepthook
    return hook.before if isinstance(hook, EarlyErrors) else hook
