"""Study files and the command of their tests."""

import re
import subprocess
import sys
import time
from pathlib import Path

from package_command import lobatto
from program import PATIENCE, PROGRAM, SMALL_DUCT, environment, launched

ROOT = Path(__file__).resolve().parents[3]
LAUNCHER = " ".join(launched([], "@ranks@"))

STUDY = """
[study]
case = "small.toml"
kind = "strong"
steps = 4
profile = true
[vary]
ranks = [1, 2]
"""
JOB = f"""
[job]
program = "{PROGRAM}"
launcher = "{LAUNCHER}"
"""


def write_study(folder, text=STUDY + JOB, case=SMALL_DUCT):
    (folder / "small.toml").write_text(case)
    path = folder / "tiny.toml"
    path.write_text(text)
    return path


def study(path, *arguments, expected=0):
    """Runs the command beside the study file; returns what it said."""
    words = ("study", path.name, *arguments)
    return said_by(lobatto(*words, folder=path.parent, variables=study_environment()), expected)


def study_apart(path, *arguments, expected=0, **variables):
    """The same in a process of its own: PSI/J goes on to ask a scheduler as long as one lives."""
    result = subprocess.run(
        [sys.executable, "-m", "lobatto", "study", path.name, *arguments],
        capture_output=True,
        text=True,
        cwd=path.parent,
        env=study_environment() | variables,
        timeout=PATIENCE,
    )
    return said_by(result, expected)


def said_by(result, expected):
    """What a command said that has ended with the expected code."""
    assert result.returncode == expected, result.stdout + result.stderr
    return result.stdout + result.stderr


def study_environment():
    return {**environment(), "PYTHONPATH": python_path()}


def python_path():
    """What this process has, so that packages beside the environment are found as well."""
    return ":".join(dict.fromkeys([str(ROOT / "python"), *filter(None, sys.path)]))


def wait_for(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.1)


def documented_studies():
    """The study files of docs/campaigns.md: of a case, and of kernels."""
    document = (ROOT / "docs/campaigns.md").read_text(encoding="utf-8")
    return re.findall(r"^```toml\n(\[study\]\n.*?)^```", document, re.MULTILINE | re.DOTALL)
