"""`make test` with programs that only say how they were called: none of them does anything."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def write_program(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def tree(tmp_path):
    """The Makefile with everything that `make test` calls."""
    for name in ("Makefile", "CMakePresets.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "build" / "release").mkdir(parents=True)
    for name in ("cmake", "ninja"):
        write_program(tmp_path / "bin" / name, "exit 0")
    write_program(tmp_path / "tools" / "venv", f'[ "$1" = test ] || echo {tmp_path}/bin/python')
    return tmp_path


def make_test(tree, cpp, python):
    """With programs that end with these codes: what they said, and what make returned."""
    write_program(tree / "bin" / "ctest", f"echo ctest ran; exit {cpp}")
    write_program(
        tree / "bin" / "python",
        f'case "$*" in *pytest*) echo pytest ran; exit {python};; *) exit 1;; esac',
    )
    ours = ("MAKE", "PRESET")
    outside = {name: os.environ[name] for name in os.environ if not name.startswith(ours)}
    done = subprocess.run(
        ["make", "test", "SETUP=no"],
        cwd=tree,
        capture_output=True,
        text=True,
        env={**outside, "PATH": f"{tree / 'bin'}:{os.environ['PATH']}"},
        timeout=60,
    )
    return done.returncode, done.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(("cpp", "python"), [(0, 0), (8, 0), (0, 1), (8, 1)])
def test_both_kinds_of_tests_run_and_each_failure_counts(tree, cpp, python):
    code, said = make_test(tree, cpp, python)
    assert "ctest ran" in said and "pytest ran" in said
    words = {True: "FAILED", False: "passed"}
    assert f"C++ tests: {words[cpp > 0]}; Python tests: {words[python > 0]}" in said
    assert (code == 0) == (cpp == 0 and python == 0)
