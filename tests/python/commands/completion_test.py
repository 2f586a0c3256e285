"""Completion of command lines: what the program answers, and the scripts of the shells that ask."""

import os
import re
import shutil
import subprocess

import pytest
from program import PROGRAM, command_of, environment, lobatto, needs_program

pytestmark = needs_program

# Each asks as its shell does for the last of the words, the program being $1.
ASK = {
    "bash": (
        'source <("$1" completion bash); shift; COMP_WORDS=(lobatto "$@"); COMP_CWORD=$#; '
        '_lobatto lobatto; printf "%s\\n" "${COMPREPLY[@]}"'
    ),
    "zsh": (
        'compdef() {}; _describe() { print -l -- "${(@P)2%%:*}" }; _files() { print FILES }; '
        'source <("$1" completion zsh); shift; words=(lobatto "$@"); CURRENT=$#words; '
        'PREFIX="$words[-1]"; _lobatto'
    ),
    "fish": '$argv[1] completion fish | source; complete --do-complete "lobatto $argv[2..-1]"',
}


def answers(*words):
    done = lobatto("complete", *words)
    assert done.returncode == 0, done.stderr
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def commands_of_the_help():
    return re.findall(r"^  ([a-z]+)  ", lobatto("--help").stdout.split("First steps")[0], re.M)


def test_the_program_answers_with_all_commands_and_each_with_its_own_options():
    commands = commands_of_the_help()
    assert {"run", "plot", "health", "completion"} < set(commands)
    assert sorted(answers("")) == sorted(commands)
    assert answers("pr") == ["predict"]
    assert {"--restart", "--set", "-n"} < set(answers("run", "case.toml", "-"))
    assert answers("mesh", "convert", "a.msh", "--ov") == ["--overwrite"]


def test_values_are_those_that_the_command_takes():
    assert answers("run", "case.toml", "--progress", "li") == ["lines", "live"]
    assert answers("completion", "") == ["bash", "fish", "zsh"]
    assert {"channel", "duct", "pipe"} < set(answers("new", ""))
    assert answers("run", "") == answers("new", "channel", "") == [], "a file"


def test_other_programs_answer_for_their_commands():
    assert answers("plot", "runs/duct", "--field") == ["--fields", "--field"]
    assert answers("import", "") == ["nek", "neko"]
    assert answers("health", "") == ["noise", "io", "links"]
    assert "-n" in answers("accept", "-")


def completed_by(shell, *words, folder):
    link = folder / "lobatto"
    if not link.exists():
        link.symlink_to(PROGRAM)
    done = subprocess.run(
        [shell, "-c", ASK[shell], *(["ask"] if shell != "fish" else []), link, *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**environment(), "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)},
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", ASK)
def test_the_script_of_a_shell_hands_on_what_the_program_answers(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not there")
    assert sorted(completed_by(shell, "", folder=tmp_path)) == sorted(commands_of_the_help())
    assert completed_by(shell, "run", "--res", folder=tmp_path) == ["--restart"]


def test_another_shell_is_refused_with_those_that_there_are():
    done = subprocess.run(command_of("completion", "tcsh"), capture_output=True, text=True)
    assert done.returncode == 2
    assert "expected bash, fish or zsh" in done.stderr
