"""`lobatto health`, `accept` and `map` are commands of lobatto-machine, a program of its own."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from program import (
    MACHINE,
    PATIENCE,
    PROGRAM,
    environment,
    lobatto,
    needs_machine,
    needs_program,
)

pytestmark = needs_program


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The program in a folder of its own."""
    return Path(shutil.copy(PROGRAM, tmp_path_factory.mktemp("alone")))


def run(program, *words, path="/usr/bin:/bin"):
    return subprocess.run(
        [program, *words],
        capture_output=True,
        text=True,
        env={**environment(), "PATH": path},
        timeout=PATIENCE,
    )


def commands_in(text):
    """Names and descriptions of the commands that a help lists."""
    return set(re.findall(r"^  ([a-z]+) {2,}(.+)$", text, re.MULTILINE))


@pytest.mark.parametrize("words", [("health",), ("accept", "halo", "--help"), ("map", "runs/duct")])
def test_without_it_they_say_what_to_build(alone, words):
    done = run(alone, *words)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{words[0]} is a command of lobatto-machine, which was found")
    assert str(alone.parent) in done.stderr and "docs/install.md" in done.stderr


def test_the_program_does_without_it(alone):
    assert run(alone, "--version").stdout == lobatto("--version").stdout
    assert {"health", "run"} <= {name for name, _ in commands_in(run(alone, "--help").stdout)}


@needs_machine
def test_it_is_found_on_the_path_and_lists_the_same_commands(alone):
    help_of_map = run(alone, "map", "--help", path=f"{Path(MACHINE).parent}:/usr/bin:/bin").stdout
    assert "Usage: lobatto map" in help_of_map and "--rankfile" in help_of_map
    assert help_of_map == lobatto("map", "--help").stdout
    machines_own = commands_in(run(MACHINE, "--help").stdout)
    assert {name for name, _ in machines_own} == {"health", "accept", "map"}
    assert machines_own <= commands_in(lobatto("--help").stdout)
