"""`lobatto run` and `lobatto check` of cases with user code: the solver's own command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.live.case_python import file_of_user_code
from lobatto.live.job import Job, the_job
from lobatto.live.ranks import Ranks
from lobatto.live.user_code import UserCode, load_user_code


def run_native(words: Sequence[str]) -> int:
    """Carries out a command line of the solver, such as ["run", "jet.toml"]; its exit code.

    Loads the user code of the case first. Collective. Of several cases that are checked each is
    looked at with its own.
    """
    job = the_job()
    cases = [word for word in words[1:] if word.endswith(".toml") and "=" not in word]
    if words[0] != "check" or len(cases) < 2:
        return _run_one(job, list(words), cases)
    others = [word for word in words if word not in cases]
    return max(_run_one(job, [*others, case], [case]) for case in cases)


def _run_one(job: Job, words: list[str], cases: Sequence[str]) -> int:
    code, problem = None, None
    try:
        file = _user_code_of(cases[0], words) if cases else None
        code = None if file is None else load_user_code(file)
    except BaseException as error:
        problem = error
    ranks = job.ranks()
    first = ranks.first_problem(problem) or _difference(ranks, code)
    if first is not None:
        if first[0] == ranks.rank:
            sys.stderr.write(first[1] + "\n")
        return 1
    with ranks.at_work("solver"):
        return job.core.run_command_line([os.fsencode(word) for word in ["lobatto", *words]], code)


def _difference(ranks: Ranks, code: UserCode | None) -> tuple[int, str] | None:
    """What is not the same in the user code of all ranks. Collective."""
    try:
        ranks.compare("whether there is user code", str(code is not None))
        if code is not None:
            code.join(ranks)
    except LobattoError as error:
        return 0, str(error)
    return None


def _user_code_of(case: str, words: Sequence[str]) -> Path | None:
    file = Path(case)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None  # the solver tells why
    given = [w.removeprefix("--set=") for w in words if "python.file=" in w]
    overrides = dict(word.split("=", 1) for word in given)
    return file_of_user_code(text, file.parent, overrides)
