"""The Python package lobatto does without lobatto_machine, and its command finds it where it is."""

import os
import shutil
import subprocess
import sys

import pytest
from program import PATIENCE, ROOT


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The package lobatto in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "python/lobatto", folder / "lobatto")
    return folder


def lobatto(site, *words):
    return subprocess.run(
        [sys.executable, "-m", "lobatto", *words],
        cwd=site,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site), "COLUMNS": "120", "NO_COLOR": "1"},
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("words", [("acceptance", "a.json"), ("watch", "--help")])
def test_without_it_its_commands_say_what_is_missing(alone, words):
    done = lobatto(alone, *words)
    assert done.returncode == 1
    assert f"{words[0]} needs the Python package lobatto_machine" in done.stderr
    assert "machine/python" in done.stderr


def test_a_study_of_kernels_says_so_too(alone):
    done = lobatto(alone, "study", str(ROOT / "cases/studies/kernels-weak.toml"))
    assert done.returncode == 1
    assert "kernels-weak.toml: a study of kernels needs the Python package" in done.stderr


def test_in_the_tree_of_the_sources_it_lies_beside():
    done = lobatto(ROOT / "python", "acceptance", "--help")
    assert done.returncode == 0 and "sustained performance" in done.stdout
