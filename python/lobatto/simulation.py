"""A run of the solver that a script drives: step by step, with its fields as NumPy arrays."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lobatto.case_python import file_of_user_code
from lobatto.case_text import case_as_toml, toml_value
from lobatto.errors import LobattoError
from lobatto.native import load_core
from lobatto.simulation_view import SimulationView
from lobatto.step_report import StepReport
from lobatto.user_code import UserCode, load_user_code
from lobatto.user_function import UserFunction

ENDS = {0: "complete", 3: "blown up", 4: "not converged", 5: "stopped", 7: "user code failed"}
"""How a run has ended, by its exit code."""


class _ScriptCode(UserCode):
    """The user code of a run that a script drives; keeps the report of the last step."""

    report: StepReport | None = None

    def after_step(self, values: Mapping[str, Any]) -> str:
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
        out. out: the run folder (none: runs/NAME); a folder that holds something is refused,
        unless restart goes on in it, from its newest checkpoint or restart_from. functions: stand
        in the case as "@name". hooks: functions marked by every, at_start, stop_when. progress:
        auto, live, lines or none, which says nothing but in run.log.

        Raises LobattoError with all that is wrong with the case.
        """
        core = load_core()
        self._code = _ScriptCode(functions, hooks)
        text, name = _text_of(case)
        folder = Path() if isinstance(case, Mapping) else Path(case).parent
        file = file_of_user_code(text, folder, set or {})
        if file is not None:
            self._code.include(load_user_code(file))
        try:
            self._session = core.Session(
                case_text=text,
                case_name=name,
                overrides=[_override(key, value) for key, value in (set or {}).items()],
                folder=None if out is None else str(out),
                restart=restart or restart_from is not None,
                **{"from": None if restart_from is None else str(restart_from)},
                progress=progress,
                communicator=None if comm is None else _handle_of(comm),
                user_code=self._code,
            )
        except core.Error as error:
            raise LobattoError(str(error)) from None
        self._error, self._abort = core.Error, core.abort
        super().__init__(self._session.view, self._session.folder)

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
        self._step()
        if self._code.report is None:
            raise LobattoError(f"the run has ended, {self.end}; {self.folder}/run.log tells why")
        return self._code.report

    def _step(self) -> None:
        """Leaves no report of a step that nothing can be done with."""
        self._code.report = None
        try:
            self._session.step()
        except self._error as error:
            raise LobattoError(str(error)) from None

    def run(self, until: float | None = None) -> str | None:
        """Steps to a time, which a step meets exactly, or to the end of the case. Returns `end`.

        Collective. Raises LobattoError for a time that has passed.
        """
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
        """Now, into the run folder. Collective."""
        self._session.write_checkpoint()

    def close(self) -> str:
        """Writes the last files and the summary; how the run has ended. Collective.

        A run that could go on writes a checkpoint first. The fields must not be used after it.
        """
        return ENDS[self._session.close()]

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        """Closes the run. An error of a script on several ranks ends the job: others may wait."""
        if error is not None and self.n_ranks > 1:
            traceback.print_exception(error)
            self._abort(1)
        self.close()


def _text_of(case: str | Path | Mapping[str, Any]) -> tuple[str, str]:
    """The text of a case and what it is called in messages."""
    if isinstance(case, Mapping):
        return case_as_toml(case), "the dict of the case"
    try:
        return Path(case).read_text(encoding="utf-8"), str(case)
    except OSError as error:
        raise LobattoError(f"{case}: {error.strerror}") from None


def _handle_of(comm: Any) -> int:
    """A communicator of mpi4py as an integer: of MPI 5.0, or that of Fortran before."""
    return comm.toint() if hasattr(comm, "toint") else comm.py2f()


def _override(key: str, value: Any) -> str:
    return f"{key}=" + ("" if value is None else toml_value(value, key))
