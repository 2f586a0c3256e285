"""User code that takes part in a run: functions for formulas of the case, and what is done between
steps."""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from lobatto.errors import LobattoError, told
from lobatto.live.ranks import OtherRankFailed, Ranks
from lobatto.live.simulation_view import SimulationView
from lobatto.live.step_report import StepReport
from lobatto.live.user_function import CompiledFunction, PythonFunction, UserFunction, user_function

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Hook:
    """A function that is called between steps; kind: start, step or stop."""

    kind: str
    function: Callable[..., Any]
    every_steps: int | None = None
    every_time: float | None = None

    def text(self) -> str:
        """For people, and to tell hooks apart."""
        name = getattr(self.function, "__qualname__", repr(self.function))
        interval = {"steps": self.every_steps, "time": self.every_time}
        words = [f"{key}={value}" for key, value in interval.items() if value is not None]
        return f"{name} ({' '.join([self.kind, *words])})"

    def is_due(self, report: StepReport) -> bool:
        """On multiples of its interval, so that a run that was restarted goes on alike."""
        if self.every_time is None:
            return report.step % (self.every_steps or 1) == 0
        before = report.time - report.dt
        return int(report.time / self.every_time * (1 + 1e-12)) > int(
            before / self.every_time * (1 + 1e-12)
        )


_MARK = "_lobatto_hook"


def _marked(function: F, hook: Hook) -> F:
    setattr(function, _MARK, hook)
    return function


def at_start(function: F) -> F:
    """Marks a function(sim) that is called before the first step, after a restart too."""
    return _marked(function, Hook("start", function))


def every(*, steps: int | None = None, time: float | None = None) -> Callable[[F], F]:
    """Marks a function(sim, report) to call after each `steps` steps, or `time` units of time.

    Raises LobattoError unless one of the two is given, and is positive.
    """
    if (steps is None) == (time is None) or (steps or time or 0) <= 0:
        raise LobattoError("every() takes steps=N or time=T, above zero: @every(steps=10)")
    return lambda function: _marked(function, Hook("step", function, steps, time))


def stop_when(function: F) -> F:
    """Marks a function(sim, report) that ends the run, after the step where it returns True."""
    return _marked(function, Hook("stop", function))


class UserCode:
    """Functions by the names that stand behind @ in the case, and hooks in their order."""

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any] | UserFunction] | None = None,
        hooks: Sequence[Callable[..., Any]] = (),
    ) -> None:
        """Raises LobattoError for a hook that is not marked by every, at_start or stop_when."""
        self.functions = {n: user_function(f) for n, f in (functions or {}).items()}
        self._hooks: list[Hook] = []
        for function in hooks:
            hook = getattr(function, _MARK, None)
            if hook is None:
                name = getattr(function, "__name__", repr(function))
                raise LobattoError(f"{name} is no hook; mark it by @every, @at_start or @stop_when")
            self._hooks.append(hook)
        self._text = ""
        self._ranks: Ranks | None = None
        self._view: SimulationView | None = None

    def include(self, other: UserCode) -> None:
        """Adds the functions and hooks of another; its own functions stay where names are equal."""
        self.functions = {**other.functions, **self.functions}
        self._hooks = [*other._hooks, *self._hooks]
        self._text = other._text

    def join(self, ranks: Ranks) -> None:
        """Before it is used. Raises LobattoError unless all ranks have the same. Collective."""
        self._ranks = ranks
        ranks.compare("the file of user code", self._text)
        takes = [f"{name}({', '.join(f.arguments)})" for name, f in sorted(self.functions.items())]
        ranks.compare("the list of functions", ", ".join(takes))
        ranks.compare("the list of hooks", ", ".join(hook.text() for hook in self._hooks))

    def begin(self, core_view: Any, folder: bytes) -> tuple[str, str]:
        """Called by the solver before the first step; see after_step."""
        assert self._ranks is not None
        self._view = SimulationView(core_view, os.fsdecode(folder), self._ranks)
        return self._attempt(self._run_start_hooks)

    def after_step(self, values: Mapping[str, Any]) -> tuple[str, str]:
        """Called by the solver at the end of a step: "go on"; "stop", which ends the run; "failed",
        which ends it too, and why. That is empty where another rank knows it."""
        return self._attempt(lambda: self._run_step_hooks(StepReport.of(values)))

    def _attempt(self, task: Callable[[], str]) -> tuple[str, str]:
        assert self._ranks is not None
        wish, failure = "failed", ""
        with self._ranks.at_work("hooks"):
            try:
                wish = task()
            except OtherRankFailed:
                pass
            except BaseException as error:
                failure = told(error)
        has_failed, reason = self._ranks.end_hooks(wish == "failed")
        return "failed" if has_failed else wish, failure or reason

    def _run_start_hooks(self) -> str:
        for hook in self._hooks:
            if hook.kind == "start":
                hook.function(self._view)
        return "go on"

    def _run_step_hooks(self, report: StepReport) -> str:
        wish = "go on"
        for hook in self._hooks:
            if hook.kind == "start" or not hook.is_due(report):
                continue
            if hook.function(self._view, report) and hook.kind == "stop":
                wish = "stop"
        return wish


def _is_formula(name: str, value: object, module: ModuleType) -> bool:
    """A function of the file itself that could stand for a formula."""
    if name.startswith("_") or hasattr(value, _MARK):
        return False
    if isinstance(value, PythonFunction | CompiledFunction):
        return True
    if not inspect.isfunction(value) or value.__module__ != module.__name__:
        return False
    kinds = {p.kind for p in inspect.signature(value).parameters.values()}
    return not kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}


def load_user_code(file: Path) -> UserCode:
    """Runs a file of user code; its functions and its hooks, in the order of the file.

    Raises LobattoError where there is no such file; what its own lines raise comes through.
    """
    if not file.is_file():
        raise LobattoError(f"{file}: there is no such file of user code")
    name = "lobatto_user_code_" + "".join(c if c.isalnum() else "_" for c in file.stem)
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise LobattoError(f"{file}: expected a file of Python, *.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    members = list(vars(module).items())
    code = UserCode(
        {n: value for n, value in members if _is_formula(n, value, module)},
        [value for _, value in members if hasattr(value, _MARK)],
    )
    code._text = file.read_text(encoding="utf-8", errors="backslashreplace")
    return code
