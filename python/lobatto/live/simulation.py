"""A run of the solver that a script drives: step by step, with its fields as NumPy arrays."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError, printable
from lobatto.live.case_python import file_of_user_code
from lobatto.live.case_text import case_as_toml, toml_value
from lobatto.live.job import handle_of, the_job
from lobatto.live.next_folder import next_folder
from lobatto.live.python_words import in_python
from lobatto.live.ranks import OtherRankFailed, Ranks
from lobatto.live.simulation_view import SimulationView
from lobatto.live.step_report import StepReport
from lobatto.live.user_code import UserCode, load_user_code
from lobatto.live.user_function import UserFunction

ENDS = {0: "complete", 3: "blown up", 4: "not converged", 5: "stopped", 7: "user code failed"}
"""How a run has ended, by its exit code."""


class _ScriptCode(UserCode):
    """The user code of a run that a script drives; keeps the report of the last step."""

    report: StepReport | None = None

    def after_step(self, values: Mapping[str, Any]) -> tuple[str, str]:
        self.report = StepReport.of(values)
        return super().after_step(values)


class Simulation(SimulationView):
    """A case brought to life, and its run folder; a context manager that closes itself.

    ``with Simulation("duct.toml", set={"mesh.order": 9}) as sim: sim.run()``. Without a launcher it
    is one process; under ``mpirun -n 8 python my.py`` the processes are its ranks.
    """

    def __init__(
        self,
        case: str | Path | Mapping[str, Any],
        comm: Any = None,
        set: Mapping[str, Any] | None = None,
        *,
        out: str | Path | None = None,
        restart: bool = False,
        restart_from: str | Path | None = None,
        functions: Mapping[str, Callable[..., Any] | UserFunction] | None = None,
        hooks: Sequence[Callable[..., Any]] = (),
        progress: str = "none",
    ) -> None:
        """Reads and checks the case, and makes all that a run has before a first step. Collective.

        case: a case file, or a dict of its tables. comm: a communicator of mpi4py (none: all
        processes). set: keys in place of those of the case, by their dotted names; None takes one
        out. out: the run folder (none: runs/NAME; "new": the next free of runs/NAME, runs/NAME-2,
        ...); a folder that holds something is refused, unless restart goes on in it, from its
        newest checkpoint or restart_from. functions: stand
        in the case as "@name". hooks: functions marked by every, at_start, stop_when. progress:
        auto, live, lines or none, which says nothing but in run.log, and on stderr why user code
        has failed.

        Raises LobattoError with all that is wrong with the case.
        """
        job = the_job()
        ranks = job.ranks(comm)
        ranks.require_script("lobatto.Simulation()")
        ranks.meet("lobatto.Simulation()")
        plan, problem = None, None
        try:
            plan = _Plan.of(case, set or {}, (out, restart, restart_from), functions, hooks)
        except BaseException as error:
            problem = error
        first = ranks.first_problem(problem)
        if problem is not None:
            raise problem
        if first is not None:
            raise OtherRankFailed(f"rank {first[0]}: {first[1]}")
        assert plan is not None
        plan.compare(ranks)
        self._code = plan.code
        with ranks.at_work("solver"), _in_words_of_python():
            self._session = job.core.Session(
                **plan.arguments,
                progress=progress,
                communicator=None if comm is None else handle_of(comm),
                user_code=self._code,
            )
        super().__init__(self._session.view, os.fsdecode(self._session.folder), ranks)
        job.add(self)
        number = ranks.count_simulation()
        self._is_shown = progress != "none"
        self._of = "" if number == 1 else f" of simulation {number}"

        self._tell_of_failure()

    def _meet(self, call: str) -> None:
        self.ranks.meet(f"sim.{call}{self._of}")

    @property
    def end(self) -> str | None:
        """How the run has ended: "complete", "stopped", ... (ENDS); None while it can go on."""
        code = self._session.end
        return None if code is None else ENDS[code]

    @property
    def report(self) -> StepReport | None:
        """Of the last step; None before the first one, and where the step cannot be used."""
        return self._code.report

    def step(self) -> StepReport:
        """Takes one step, and does what is due after it: fields, checkpoints, statistics.

        Collective. Raises LobattoError where the run has ended, or is closed, and where the step
        cannot be used: it blew up, or did not converge.
        """
        self.ranks.require_script("step()")
        self._meet("step()")
        self._step()
        if self._code.report is None:
            raise LobattoError(f"the run has ended, {self.end}; {self.folder}/run.log says why")
        return self._code.report

    def _step(self) -> None:
        """Leaves no report of a step that nothing can be done with."""
        self._code.report = None
        with self.ranks.at_work("solver"):
            self._session.step()
        self._tell_of_failure()

    def _tell_of_failure(self) -> None:
        """Why user code has ended the run, where the log is not on the screen. Collective."""
        if self.end in (None, "complete", "stopped") or self._is_shown:
            return
        first = self.ranks.first_text(self._session.failure)
        if first is not None and self.ranks.rank == 0:
            who = f"on rank {first[0]} " if self.ranks.size > 1 else ""
            sys.stderr.write(f"the user code failed {who}at t = {self.time:.6g}:\n{first[1]}\n")

    def run(self, until: float | None = None) -> str | None:
        """Steps to a time, which a step meets exactly, or to the end of the case. Returns `end`.

        Collective. Raises LobattoError for a time that has passed.
        """
        self.ranks.require_script("run()")
        self._meet(f"run({'' if until is None else f'until={float(until)}'})")
        if until is not None and until < self.time:
            raise LobattoError(f"until = {until}: the run is at t = {self.time} already")
        self._core.aim_at(until)
        try:
            while self.end is None and (until is None or self.time < until * (1 - 1e-12)):
                self._step()
        finally:
            self._core.aim_at(None)
        return self.end

    def write_checkpoint(self) -> None:
        """Now, into the run folder. Collective.

        Raises LobattoError where the last step cannot be used, or a field is not finite.
        """
        self._meet("write_checkpoint()")
        self._session.write_checkpoint()

    @property
    def is_open(self) -> bool:
        """False from the end of close on."""
        return self._session.is_open

    def close(self) -> str:
        """Writes the last files and the summary; how the run has ended. Collective.

        A run that could go on writes a checkpoint first. The fields must not be used after it. What
        is closed already stays as it is.
        """
        self.ranks.require_script("close()")
        if self.is_open:
            self._meet("close()")
        return ENDS[self._session.close()]

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        """Closes the run. An exception that does not leave the block on all ranks ends the job, for
        others may wait."""
        if error is None:
            try:
                self.close()
                return
            except BaseException as failure:
                if self.is_open:  # ranks disagree
                    self._leave_with(failure)
                raise
        self._leave_with(error)

    def _leave_with(self, error: BaseException) -> None:
        self.ranks.leave_with(error)
        self.close()

    def __del__(self) -> None:
        """Closes what nothing holds any more, on several ranks; on one the session does so."""
        session = getattr(self, "_session", None)
        if session is None or not session.is_open or self.ranks.size == 1:
            return
        try:
            self._meet("close(), for nothing holds this simulation any more")
            session.close()
        except BaseException as error:
            self.ranks.end_job("a simulation that nothing holds could not be closed", error)


@contextmanager
def _in_words_of_python() -> Iterator[None]:
    """Of what the solver says of its command line."""
    try:
        yield
    except LobattoError as error:
        raise LobattoError(in_python(str(error))) from None


@dataclass(frozen=True)
class _Plan:
    """What a simulation is made of, read from what the script says."""

    text: str
    arguments: dict[str, Any]
    code: _ScriptCode

    @staticmethod
    def of(
        case: str | Path | Mapping[str, Any],
        changes: Mapping[str, Any],
        place: tuple[str | Path | None, bool, str | Path | None],
        functions: Mapping[str, Callable[..., Any] | UserFunction] | None,
        hooks: Sequence[Callable[..., Any]],
    ) -> _Plan:
        """place: out, restart and restart_from. Raises LobattoError."""
        code = _ScriptCode(functions, hooks)
        text, name = _text_of(case)
        overrides = [_override(key, value) for key, value in changes.items()]
        for each in (text, *overrides, *code.functions):
            _require_unicode(each)
        folder = Path() if isinstance(case, Mapping) else Path(case).parent
        file = file_of_user_code(text, folder, changes)
        if file is not None:
            code.include(load_user_code(file))
        out, restart, origin = place
        if out == "new":
            if restart or origin is not None:
                raise LobattoError('out="new" begins a run, which restart goes on with: name one')
            out = next_folder(text, name, changes)
        arguments = {
            "case_text": text,
            "case_name": os.fsencode(name),
            "overrides": overrides,
            "folder": None if out is None else os.fsencode(out),
            "restart": bool(restart) or origin is not None,
            "from": None if origin is None else os.fsencode(origin),
        }
        return _Plan(text, arguments, code)

    def compare(self, ranks: Ranks) -> None:
        """Raises LobattoError unless it is the same on all ranks. Collective."""
        ranks.compare("the case", self.text)
        names = {"overrides": "set", "folder": "out", "restart": "restart", "from": "restart_from"}
        for name, word in names.items():
            value = self.arguments[name]
            text = os.fsdecode(value) if isinstance(value, bytes) else str(value)
            ranks.compare(word, text)
        self.code.join(ranks)


def _require_unicode(text: str) -> None:
    """Raises LobattoError where the text has lone surrogates."""
    if printable(text) != text:
        raise LobattoError(f"{printable(text)}: expected Unicode, found lone surrogates")


def _text_of(case: str | Path | Mapping[str, Any]) -> tuple[str, str]:
    """The text of a case and what it is called in messages."""
    if isinstance(case, Mapping):
        return case_as_toml(case), "the dict of the case"
    try:
        return Path(case).read_text(encoding="utf-8"), str(case)
    except OSError as error:
        raise LobattoError(f"{case}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LobattoError(f"{case}: byte {error.start} is no UTF-8; expected a text") from None


def _override(key: str, value: Any) -> str:
    return f"{key}=" + ("" if value is None else toml_value(value, key))
