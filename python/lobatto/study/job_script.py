"""The shell script of a run, from a template with placeholders such as @ranks@."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.files.toml_keys import nearest
from lobatto.study.ledger import Attempt
from lobatto.study.setup import Setup
from lobatto.study.study_parts import Study

PLACEHOLDER = re.compile(r"@([a-z_]+)@")
TEMPLATE = """#!/bin/bash
# The run @name@ of the study @study@: @ranks@ ranks on @nodes@ nodes.
@prepare@
@health@
@run@
"""
START = """#!/bin/bash
# Starts job.sh and keeps what becomes of it.
cd -- {folder} || exit 1
interrupted=0
trap interrupted=130 INT TERM
uname -n > started
bash job.sh > job.log 2>&1
code=$?
# MPICH's launcher ends with 0 when it is interrupted, whatever its ranks end with.
[ "$code" -ne 0 ] || code=$interrupted
echo "$code" > exit_code.part && mv exit_code.part exit_code
exit "$code"
"""


@dataclass(frozen=True)
class Task:
    """What a run does: the words behind the name of the program, and placeholders of its own."""

    words: Sequence[str]
    placeholders: Mapping[str, str]


def write_scripts(study: Study, setup: Setup, name: str, attempt: Attempt, task: Task) -> Path:
    """Writes job.sh and start.sh of an attempt; returns the path of start.sh."""
    values = placeholders(study, setup, name, attempt, task)
    template, where = TEMPLATE, "the template"
    if study.job.template is not None:
        template, where = study.job.template.read_text(encoding="utf-8"), str(study.job.template)
        if "@run@" not in template:
            raise LobattoError(f"{where}: has no @run@, which stands for the start of the program")
    (attempt.path / "job.sh").write_text(filled(template, values, where), encoding="utf-8")
    script = attempt.path / "start.sh"
    folder = shlex.quote(str(attempt.path.resolve()))
    script.write_text(START.format(folder=folder), encoding="utf-8")
    return script


def filled(text: str, values: Mapping[str, str], where: str) -> str:
    """The text with its placeholders replaced; one that is not known is an error with its line."""
    for number, line in enumerate(text.splitlines(), start=1):
        for found in PLACEHOLDER.finditer(line):
            if found[1] not in values:
                hint = nearest(found[1], tuple(values))
                raise LobattoError(f"{where}:{number}: {found[0]} is no placeholder{hint}")
    return PLACEHOLDER.sub(lambda found: values[found[1]], text)


def placeholders(
    study: Study, setup: Setup, name: str, attempt: Attempt, task: Task
) -> dict[str, str]:
    """By name, as docs/campaigns.md lists them."""
    values = {
        "name": name,
        "study": study.name,
        "ranks": str(setup.ranks),
        "nodes": str(setup.nodes),
        "ranks_per_node": str(-(-setup.ranks // setup.nodes)),
        "minutes": str(study.job.minutes),
        "folder": shlex.quote(str(attempt.path.resolve())),
        "program": shlex.quote(program_of(study)),
        **{key: shlex.quote(value) for key, value in task.placeholders.items()},
        "prepare": study.job.prepare.rstrip("\n"),
    }
    launcher = filled(study.job.launcher, values, f"{study.source.path}: job.launcher")
    program = f"{launcher} {values['program']}"
    return {
        **values,
        "launcher": launcher,
        "health": _health(study, program),
        "run": f"{program} {shlex.join(task.words)}",
    }


def program_of(study: Study) -> str:
    """A name to be found on the path, or a path from the folder of the study file."""
    name = study.job.program
    return name if "/" not in name else str((study.source.path.parent / name).resolve())


def _health(study: Study, program: str) -> str:
    """Measures the nodes, and does not start the run where they are not accepted."""
    health = study.health
    if health is None:
        return ""
    words = ["health", "--budget", f"{health.seconds:g}", "--json", "health.json"]
    if health.tests is not None:
        words += ["--tests", health.tests]
    if health.thresholds is not None:
        words += ["--thresholds", str(health.thresholds.resolve())]
    return f"{program} {shlex.join(words)} || {{ [ -e health.json ] && touch unfit; exit 1; }}"
