"""What the ranks of a job do together from Python: they compare it before they do it, so that none
waits for one that does something else, or has left."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

from lobatto.errors import LobattoError, printable, told
from lobatto.live.farewell import FAREWELL

PATIENCE = 4.0
"""Seconds that a rank which leaves by an exception waits for the others to do the same."""

DRAIN = 0.3
"""Seconds that a launcher has to pass on what was said before the job ends."""


class Sort(IntEnum):
    """What ranks come to a meeting for; who comes for ENDS or more leaves the process."""

    CALL = 0
    HOOKS_DONE = 1
    HOOKS_FAILED = 2
    LEAVES_WITH = 3
    ENDS = 4
    FAILS = 5
    FOLLOWS = 6


class OtherRankFailed(LobattoError):
    """Raised on ranks that cannot go on because another one has failed, which says why."""


class Ranks:
    """The ranks of a communicator. What the script, the solver and hooks may call depends on who
    of them is at work."""

    def __init__(self, core: Any, comm: int | None = None) -> None:
        """core: lobatto_core; comm: a communicator as an integer, all processes without it.
        Collective."""
        self._core = core
        absence = core.wait_for_all(comm, FAREWELL)
        if absence is not None:
            self._end_without(*absence)
        self._meeting = core.Meeting(comm)
        self._thread = threading.get_ident()
        self._at_work = "script"
        self._n_simulations = 0
        self.rank: int = self._meeting.rank
        self.size: int = self._meeting.size

    def count_simulation(self) -> int:
        """The number of one that these ranks make, from 1 on."""
        self._n_simulations += 1
        return self._n_simulations

    @contextmanager
    def at_work(self, who: str) -> Iterator[None]:
        """script, solver or hooks."""
        before, self._at_work = self._at_work, who
        try:
            yield
        finally:
            self._at_work = before

    def require_script(self, call: str) -> None:
        """Raises LobattoError in a hook and in a function of a formula."""
        if self._at_work != "script":
            raise LobattoError(
                f"{call} was called while a step is going on: hooks and functions cannot step, run "
                "or close; a hook of @lobatto.stop_when ends a run"
            )

    def meet(self, call: str) -> None:
        """Before a collective call. Raises LobattoError unless all ranks come to the same one."""
        if self.size == 1:
            return
        self._require_place(call)
        difference = self._meeting.meet(Sort.CALL, call)
        if difference is not None:
            self._refuse(difference)

    def _require_place(self, call: str) -> None:
        if threading.get_ident() != self._thread:
            raise LobattoError(
                f"{call} was called by another thread than the one that made the simulation; "
                "on several ranks what is collective belongs there"
            )
        if self._at_work == "solver":
            raise LobattoError(
                f"{call} is collective: a function of a formula must not call it, for ranks call "
                "such functions at different times; do it in a hook"
            )

    def _refuse(self, difference: Any) -> None:
        sorts = difference[0]
        if max(sorts) >= Sort.LEAVES_WITH:
            self._wait_for_end()
        if Sort.HOOKS_FAILED in sorts:
            rank = sorts.index(Sort.HOOKS_FAILED)
            raise OtherRankFailed(f"the user code of rank {rank} has failed")
        raise LobattoError(_text_of(difference))

    def first_problem(self, problem: BaseException | None) -> tuple[int, str] | None:
        """The lowest rank that has a problem, and the problem in words; none where none has one.
        Collective."""
        text = ""
        if problem is not None:
            text = printable(str(problem)) if isinstance(problem, LobattoError) else told(problem)
        return self.first_text(text)

    def first_text(self, text: str) -> tuple[int, str] | None:
        """The lowest rank whose text is not empty, and that. Collective."""
        difference = None if self.size == 1 else self._meeting.meet(Sort.CALL, text)
        if difference is None:
            return (0, text) if text else None
        _, rank, first, other = difference
        return (0, first) if first else (rank, other)

    def compare(self, what: str, text: str) -> None:
        """Raises LobattoError unless the text is the same on all ranks. Collective."""
        difference = None if self.size == 1 else self._meeting.meet(Sort.CALL, printable(text))
        if difference is None:
            return
        _, rank, first, other = difference
        place, one, two = _first_difference(first, other)
        raise LobattoError(
            f"{what} is not the same on all ranks: {place}{one} on rank 0, {two} on rank {rank}; "
            "expected the same on all, so make it independent of the rank"
        )

    def end_hooks(self, has_failed: bool) -> tuple[bool, str]:
        """Waits until all ranks have ended the hooks of a step. Whether this one has failed by now,
        and why where that is for what another does. Collective."""
        reason = ""
        while self.size > 1:
            sort = Sort.HOOKS_FAILED if has_failed else Sort.HOOKS_DONE
            difference = self._meeting.meet(sort, "the end of its hooks")
            if difference is None or min(difference[0]) >= Sort.HOOKS_DONE:
                break
            if not has_failed and Sort.HOOKS_FAILED not in difference[0]:
                reason = _text_of(difference)
            has_failed = True
        return has_failed, reason

    def leave_with(self, error: BaseException) -> None:
        """Before an exception leaves the block of a simulation: ends the job, with its traceback,
        unless exceptions leave it on all ranks. Collective, as far as it can be."""
        if self.size == 1:
            return
        self._meeting.come(Sort.LEAVES_WITH, "the end of its with block, by an exception")
        if self._meeting.waits(PATIENCE):
            difference = self._meeting.difference()
            if difference is None:
                return
            if self.rank != difference[0].index(Sort.LEAVES_WITH):
                self._wait_for_end()
        self.end_job(f"rank {self.rank} has left its with block by this exception", error)

    def leave_process(self, sort: Sort, tell: Callable[[], object], may_be_awaited: bool) -> None:
        """At the end of the process: waits for the others, and ends the job where they wait for
        this one. tell: says what has gone wrong; called by one rank, where some of them FAILS or
        FOLLOWS. may_be_awaited: others may be in the midst of what needs this rank."""
        if self.size == 1:
            if sort != Sort.ENDS:
                tell()
            return
        self._meeting.come(sort, "its end")
        has_told = False
        if not self._meeting.waits(None if sort == Sort.ENDS else PATIENCE):
            tell()
            has_told = True
            if may_be_awaited:
                self.end_job(f"rank {self.rank} has failed, and others may wait for it")
            self._meeting.waits(None)
        difference = self._meeting.difference()
        sorts = [int(sort)] * self.size if difference is None else difference[0]
        speaker = _speaker_of(sorts)
        if speaker == self.rank and sort != Sort.ENDS and not has_told:
            tell()
        stays = [rank for rank, other in enumerate(sorts) if other < Sort.ENDS]
        if not stays:
            return
        if speaker != self.rank:
            self._wait_for_end()
        has = "come to the end of its script" if sort == Sort.ENDS else "failed"
        self.end_job(
            f"rank {self.rank} has {has} while rank {stays[0]} is at {_words(difference, stays[0])}"
        )

    def end_job(self, why: str, error: BaseException | None = None) -> None:
        """Says why, with the traceback of the error, and ends this process and all others."""
        sys.stdout.flush()
        if error is not None:
            sys.stderr.write(told(error) + "\n")
        sys.stderr.write(f"{why}: the job ends\n")
        sys.stderr.flush()
        time.sleep(DRAIN)
        code = getattr(error, "code", None)
        self._core.end_job(code if isinstance(code, int) and code != 0 else 1)

    def _end_without(self, absent: int, own: int) -> None:
        """Ends the job, where a rank has said farewell; the lowest one says so."""
        if own != (1 if absent == 0 else 0):
            time.sleep(PATIENCE)
        self.end_job(
            f"rank {absent} has come to the end of its script without lobatto.Simulation(), where "
            f"rank {own} waits for it"
        )

    def _wait_for_end(self) -> None:
        """Another rank ends the job; it has not got the time to do so yet."""
        time.sleep(2 * PATIENCE)
        self._core.end_job(1)


def _speaker_of(sorts: Sequence[int]) -> int:
    """Of ranks that leave: the first that has failed by itself, else that has failed, else any."""
    for sort in (Sort.FAILS, Sort.FOLLOWS, Sort.ENDS):
        if sort in sorts:
            return sorts.index(sort)
    raise AssertionError


def _words(difference: Any, rank: int) -> str:
    _, other_rank, first, other = difference
    return first if rank == 0 else other if rank == other_rank else "another call"


def _text_of(difference: Any) -> str:
    _, rank, first, other = difference
    return (
        f"rank 0 is at {first}, rank {rank} at {other}; all ranks must come to the same collective "
        "calls in the same order: let none of them depend on the rank"
    )


def _first_difference(one: str, two: str) -> tuple[str, str, str]:
    """Where two texts differ, and what is there: the texts where they have one line, else the line
    that is not the same."""
    ones, twos = one.splitlines() or [""], two.splitlines() or [""]
    if len(ones) < 2 and len(twos) < 2:
        return "", one or "nothing", two or "nothing"
    length = max(len(ones), len(twos))
    for number in range(length):
        pair = [lines[number] if number < len(lines) else None for lines in (ones, twos)]
        if pair[0] != pair[1]:
            here = [f"'{line.strip()}'" if line is not None else "the end" for line in pair]
            return f"in line {number + 1} ", here[0], here[1]
    return "", "one end of line", "another"
