"""`lobatto run` and `lobatto check` of cases with user code: the solver's own command line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from lobatto.case_python import file_of_user_code
from lobatto.errors import LobattoError
from lobatto.native import load_core
from lobatto.user_code import load_user_code


def run_native(words: Sequence[str]) -> int:
    """Carries out a command line of the solver, such as ["run", "jet.toml"]; its exit code.

    Loads the user code of the case first. Collective. Of several cases that are checked each is
    looked at with its own.
    """
    core = load_core()
    cases = [word for word in words[1:] if word.endswith(".toml") and "=" not in word]
    if words[0] != "check" or len(cases) < 2:
        return _run_one(core, list(words), cases)
    others = [word for word in words if word not in cases]
    return max(_run_one(core, [*others, case], [case]) for case in cases)


def _run_one(core: object, words: list[str], cases: Sequence[str]) -> int:
    code, problem = None, ""
    try:
        file = _user_code_of(cases[0], words) if cases else None
        code = None if file is None else load_user_code(file)
    except LobattoError as error:
        problem = str(error)
    except Exception:
        problem = traceback.format_exc()
    teller = core.first_rank_with(bool(problem))  # type: ignore[attr-defined]
    if teller >= 0:
        if teller == core.world_rank():  # type: ignore[attr-defined]
            sys.stderr.write(problem.rstrip() + "\n")
        return 1
    return core.run_command_line(["lobatto", *words], code)  # type: ignore[attr-defined]


def _user_code_of(case: str, words: Sequence[str]) -> Path | None:
    file = Path(case)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None  # the solver tells why
    given = [w.removeprefix("--set=") for w in words if "python.file=" in w]
    overrides = dict(word.split("=", 1) for word in given)
    return file_of_user_code(text, file.parent, overrides)
