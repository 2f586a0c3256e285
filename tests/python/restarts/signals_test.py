"""Signals to runs, however their ranks are started and placed: a checkpoint, and an exit code that
says so. No variable is set that users do not set: libraries start as many threads as they like."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import family_of
from program import PATIENCE, PROGRAM, ROOT, SMALL_DUCT, command_of, environment, needs_program
from restart_support import (
    DUCT,
    Started,
    checkpoints_of,
    newest_step_of,
    step_of,
    steps_of,
    write_case,
)
from scripts import MODULE, needs_module

pytestmark = needs_program

STOPPED = 5
STOPPING = ("SIGTERM", "SIGINT", "SIGHUP")
HELD = ("SIGUSR1", "SIGUSR2", "SIGXCPU", *STOPPING)


@pytest.fixture
def case(tmp_path):
    return write_case(tmp_path, DUCT.partition("[statistics]")[0])


def endless(case, out, ranks, binding):
    return Started(
        case, out, "--steps", 1_000_000, "--set", "output.fields.every_steps=1000000",
        ranks=ranks, launcher_options=("--bind-to", binding),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "ranks", "binding", "only_first"),
    [
        ("SIGUSR2", None, "none", False),
        ("SIGXCPU", 2, "none", True),
        *(
            (name, ranks, binding, only_first)
            for name in STOPPING
            for ranks, binding, only_first in [
                (None, "none", False),
                (2, "none", False),
                (2, "core", True),
                (3, "none", True),
            ]
        ),
    ],
)
def test_a_signal_ends_a_run_with_a_checkpoint(case, tmp_path, name, ranks, binding, only_first):
    out = tmp_path / "run"
    with endless(case, out, ranks, binding) as started:
        started.wait_for_step(3)
        started.signal(getattr(signal, name), only_first=only_first)
        assert started.wait() == STOPPED, started.said
    last = newest_step_of(out)
    assert [step_of(file) for file in checkpoints_of(out)] == [last]
    assert f"stopped at step {last} by {name};" in (out / "run.log").read_text()


def test_a_run_that_no_launcher_has_started_is_one_process(case, tmp_path):
    with endless(case, tmp_path / "run", None, "none") as started:
        started.wait_for_step(1)
        (rank,) = started.ranks()
        assert family_of(rank) == [rank]


@pytest.mark.parametrize(("ranks", "binding"), [(None, "none"), (2, "none"), (3, "none")])
def test_usr1_writes_a_checkpoint_on_the_way(case, tmp_path, ranks, binding):
    out = tmp_path / "run"
    with endless(case, out, ranks, binding) as started:
        started.wait_for_step(3)
        started.signal(signal.SIGUSR1, only_first=True)
        started.wait_until(lambda: checkpoints_of(out), "a checkpoint")
        started.wait_for_step(step_of(checkpoints_of(out)[0]) + 3)
        started.signal(signal.SIGTERM)
        assert started.wait() == STOPPED, started.said


def test_a_signal_in_the_set_up_stops_after_the_first_step(case, tmp_path):
    out = tmp_path / "run"
    with endless(case, out, None, "none") as started:
        started.wait_until(lambda: (out / "run.log").exists(), "a run folder")
        started.signal(signal.SIGTERM)
        assert started.wait() == STOPPED, started.said
    assert checkpoints_of(out)


def test_a_signal_before_the_program_has_begun_stops_after_the_first_step(case, tmp_path):
    """The earliest instant at which it can be held back: the program is about to start MPI."""
    out = tmp_path / "run"
    with endless(case, out, None, "none") as started:
        started.wait_until(lambda: holds_signals_back(started), "the program")
        started.signal(signal.SIGUSR2)
        assert started.wait() == STOPPED, started.said
    assert [step_of(file) for file in checkpoints_of(out)] == [1]


SLOW_CODE = """
import pathlib, time
def heat(w):
    return w
pathlib.Path("loads").touch()
while not pathlib.Path("may go on").exists():
    time.sleep(0.01)
"""


@needs_module
@pytest.mark.parametrize("name", ["SIGTERM", "SIGUSR2", "SIGINT"])
def test_signals_wait_where_python_starts_the_run(tmp_path, name):
    (tmp_path / "jet.py").write_text(SLOW_CODE)
    text = SMALL_DUCT.replace('source = "w"', 'source = "@heat"') + '[python]\nfile = "jet.py"\n'
    (tmp_path / "jet.toml").write_text(text)
    words = ["run", "jet.toml", "--out", "run", "--steps", "1000000"]
    path = os.pathsep.join([str(MODULE), str(ROOT / "python")])
    started = subprocess.Popen(
        [sys.executable, "-m", "lobatto", *words],
        cwd=tmp_path,
        env={**environment(), "PYTHONPATH": path},
    )
    wait_for(tmp_path / "loads", started)
    started.send_signal(getattr(signal, name))
    (tmp_path / "may go on").touch()
    assert started.wait(PATIENCE) == STOPPED
    assert [step_of(file) for file in checkpoints_of(tmp_path / "run")] == [1]


LIBRARY = """
import pathlib, signal, sys
blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
pathlib.Path("blocked").write_text(" ".join(sorted(number.name for number in blocked)))
sys.exit(7)
"""


@pytest.mark.parametrize(
    ("words", "blocked"),
    [
        (["-m", "lobatto", "run", "duct.toml"], sorted(HELD)),
        (["-m", "lobatto", "check", "duct.toml"], []),
        (["-c", "import lobatto", "run"], []),
    ],
)
def test_a_run_holds_signals_back_before_its_first_library(tmp_path, words, blocked):
    (tmp_path / "numpy.py").write_text(LIBRARY)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "python")])
    environ = {**environment(), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, *words], cwd=tmp_path, env=environ, timeout=PATIENCE)
    assert done.returncode == 7
    assert (tmp_path / "blocked").read_text().split() == blocked


def wait_for(file, process):
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.01)


def holds_signals_back(started):
    """Whether no thread takes a signal: libraries start some before the program itself begins."""
    for pid in started.ranks():
        if not blocked_by(Path(f"/proc/{pid}/status")):
            return False  # the program is not there yet
        blocked = [blocked_by(thread) for thread in Path(f"/proc/{pid}/task").glob("*/status")]
        assert all(blocked), f"{blocked.count(False)} of {len(blocked)} threads take signals"
        return True
    return False


def blocked_by(status):
    mask = re.search(r"^SigBlk:\s*(\w+)$", status.read_text(), re.MULTILINE)[1]
    return all(int(mask, 16) >> (signal.Signals[name] - 1) & 1 for name in HELD)


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_closed_output_ends_no_run(case, tmp_path, ranks):
    """As `lobatto run ... | head -1` leaves it; below mpirun, which itself may end on one."""
    out = tmp_path / "run"
    words = command_of("run", case, "--out", out, "--steps", 30, "--progress", "lines", ranks=ranks)
    program = words.index(str(PROGRAM))
    one_line = ["bash", "-c", 'set -o pipefail; "$@" | head -1', "bash"]
    done = subprocess.run(
        [*words[:program], *one_line, *words[program:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
        timeout=PATIENCE,
    )
    assert steps_of(out)[-1]["step"] == 30
    assert (out / "summary.json").exists()
    assert done.returncode == 0


@needs_module
@pytest.mark.parametrize("ranks", [None, 2])
def test_a_signal_while_user_code_loads_stops_after_the_first_step(case, tmp_path, ranks):
    last = (ranks or 1) - 1
    code = f"""
import os, signal
if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0")) == "{last}":
    os.kill(os.getpid(), signal.SIGTERM)
"""
    (tmp_path / "duct.py").write_text(code)
    case.write_text(case.read_text() + '[python]\nfile = "duct.py"\n')
    out = tmp_path / "run"
    with endless(case, out, ranks, "none") as started:
        assert started.wait() == STOPPED, started.said
    assert [step_of(file) for file in checkpoints_of(out)] == [1]
    assert "stopped at step 1 by SIGTERM;" in (out / "run.log").read_text()
