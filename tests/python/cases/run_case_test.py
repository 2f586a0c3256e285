"""`make run`: what it does with a case, one after the other."""

import subprocess

import pytest
from program import ROOT

PROGRAM = """#!/bin/sh
echo "$1" >> "{folder}/calls"
[ "$1" = run ] && mkdir -p "{folder}/out/stats" && {makes}
[ "$1" = stats ] && exit {stats}
exit 0
"""


@pytest.fixture
def calls(tmp_path):
    """What the program was asked for, and the exit code; of a run that makes something."""

    def run(makes, stats=0):
        program = tmp_path / "lobatto"
        program.write_text(PROGRAM.format(folder=tmp_path, makes=makes, stats=stats))
        program.chmod(0o755)
        case = ROOT / "cases" / "new" / "duct.toml"
        command = [ROOT / "tools" / "run-case", program, case, "1", tmp_path / "out"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return (tmp_path / "calls").read_text().split(), done

    return run


def test_averages_are_drawn_where_a_run_has_them(calls, tmp_path):
    called, done = calls(f"touch {tmp_path}/out/stats/stats_1.h5")
    assert called == ["run", "plot", "stats"] and done.returncode == 0, done.stderr


def test_a_run_without_averages_has_its_pictures_alone(calls):
    called, done = calls("true")
    assert called == ["run", "plot"] and done.returncode == 0, done.stderr


def test_averages_of_a_flow_that_has_no_profiles_leave_the_run_whole(calls, tmp_path):
    called, done = calls(f"touch {tmp_path}/out/stats/stats_1.h5", stats=1)
    assert called == ["run", "plot", "stats"] and done.returncode == 0
    assert "the run itself is whole" in done.stderr
