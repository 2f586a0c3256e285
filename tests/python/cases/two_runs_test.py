"""Two runs in one folder: one goes on, the other is refused by the name of its owner."""

import ctypes
import errno
import functools
import json
import platform
import signal
import socket
import struct
import subprocess
import time

import pytest
from program import PATIENCE, command_of, environment, lobatto, needs_program
from restart_support import (
    DUCT,
    Started,
    checkpoints_of,
    differences,
    run,
    step_of,
    steps_of,
    write_case,
)

pytestmark = needs_program

STOPPED = 5
NO_STATISTICS = DUCT.partition("[statistics]")[0]
ENDLESS = ("--steps", 1_000_000)
EVERY_STEP = ("--set", "output.checkpoint.every_steps=1")


def start_two(case, out, *arguments, ranks=None):
    """Two starts at once; returns the one that goes on and the one that has ended."""
    pair = [
        Started(case, out, *arguments, ranks=ranks, said=out.with_name(f"{out.name}.said-{n}"))
        for n in range(2)
    ]
    end = time.monotonic() + PATIENCE
    while all(started.is_running() for started in pair) and time.monotonic() < end:
        time.sleep(0.01)
    return sorted(pair, key=lambda started: started.is_running(), reverse=True)


def contend(case, out, *arguments, ranks=None):
    """Two starts at once; the one that goes on is stopped after a few steps."""
    n_steps = len(steps_of(out))
    goes_on, refused = start_two(case, out, *arguments, ranks=ranks)
    with goes_on, refused:
        assert refused.wait() == 1, refused.said
        goes_on.wait_for_step(n_steps + 3)
        owners = [f"process {pid} on {socket.gethostname()}, " for pid in goes_on.ranks()]
        assert f"{out}: another run is going on in this folder: " in refused.said
        assert any(owner in refused.said for owner in owners), (owners, refused.said)
        goes_on.signal(signal.SIGTERM)
        assert goes_on.wait() == STOPPED, goes_on.said
    assert not (out / "run.lock").exists()


def contend_often(folder, n_times, ranks=None):
    """Each time two begin in a new folder, and two go on where the last time ended."""
    case, kept = write_case(folder, NO_STATISTICS), folder / "kept"
    new = [folder / f"new-{n}" for n in range(n_times)]
    for out in new:
        contend(case, out, *ENDLESS, ranks=ranks)
        contend(case, kept, *ENDLESS, "--restart", ranks=ranks)
    straight = folder / "straight"
    n_steps = steps_of(kept)[-1]["step"] + 3
    run(case, kept, "--steps", n_steps, "--restart", ranks=ranks)
    run(case, straight, "--steps", n_steps, ranks=ranks)
    assert differences(straight, kept) == []
    for out in [kept, *new]:
        verified = lobatto("info", out, "--verify")
        assert verified.returncode == 0, verified.stderr
        steps = [step["step"] for step in steps_of(out)]
        assert steps == list(range(1, len(steps) + 1))


@pytest.mark.parametrize(("n_times", "ranks"), [(2, None), (1, 2)], ids=["one-rank", "two-ranks"])
def test_of_two_starts_at_once_one_goes_on_and_nothing_is_damaged(tmp_path, n_times, ranks):
    contend_often(tmp_path, n_times, ranks)


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_folder_of_a_killed_run_is_free_at_once(tmp_path, ranks):
    case, out, straight = write_case(tmp_path, NO_STATISTICS), tmp_path / "out", tmp_path / "one"
    for _ in range(2):
        with Started(case, out, *EVERY_STEP, *ENDLESS, "--restart", ranks=ranks) as started:
            started.wait_for_step(len(steps_of(out)) + 2)
            started.kill()
        assert json.loads((out / "run.lock").read_text())["host"] == socket.gethostname()
    n_steps = steps_of(out)[-1]["step"] + 2
    run(case, out, *EVERY_STEP, "--steps", n_steps, "--restart", ranks=ranks)
    run(case, straight, *EVERY_STEP, "--steps", n_steps, ranks=ranks)
    assert differences(straight, out) == []
    assert not (out / "run.lock").exists()


def test_a_run_in_progress_is_told_and_readers_are_not_held_up(tmp_path, monkeypatch):
    case, out = write_case(tmp_path, NO_STATISTICS), tmp_path / "out"
    monkeypatch.setenv("OAR_JOB_ID", "4711")
    with Started(case, out, *ENDLESS) as started:
        started.wait_for_step(2)
        report = tmp_path / "report.json"
        told = lobatto("info", out, "--json", report)
        assert told.returncode == 0, told.stderr
        owner = json.loads(report.read_text())["in_progress"]
        assert owner.startswith(f"process {started.ranks()[0]} on {socket.gethostname()}, ")
        assert ", OAR_JOB_ID 4711, since 20" in owner and owner in told.stdout
        started.signal(signal.SIGTERM)
        started.wait()
    lobatto("info", out, "--json", report)
    assert "in_progress" not in json.loads(report.read_text())


NO_LOCKS = {errno.ENOLCK: "No locks available", 524: "Unknown error 524"}
"""What file systems say that have no locks; the second is ENOTSUPP of Linux, in no header of C."""


def take_locks_away(number):
    """This process and its children find, as on some file systems, that nothing can be locked: all
    calls that would answer with this number. (From linux/seccomp.h, filter.h, prctl.h, fcntl.h.)"""
    load, is_equal, answer = 0x20, 0x15, 0x06
    of_call, of_argument, allow, refuse = 0, 24, 0x7FFF0000, 0x00050000 | number
    set_seccomp, with_filter, no_new_privileges = 22, 2, 38
    of_fcntl = range(5, 8), range(36, 39)  # F_GETLK, F_SETLK, F_SETLKW, and those of open files
    asked = [command for commands in of_fcntl for command in commands]
    fcntl, flock = {"x86_64": (72, 73), "aarch64": (25, 32)}[platform.machine()]
    rules = [
        (load, 0, 0, of_call),
        (is_equal, len(asked) + 3, 0, flock),
        (is_equal, 0, len(asked) + 1, fcntl),
        (load, 0, 0, of_argument),
        *((is_equal, len(asked) - i, 0, command) for i, command in enumerate(asked)),
        (answer, 0, 0, allow),
        (answer, 0, 0, refuse),
    ]
    text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    program = ctypes.create_string_buffer(
        struct.pack("HP", len(rules), ctypes.addressof(text))  # both with the padding of C
    )
    libc = ctypes.CDLL(None, use_errno=True)
    if (
        libc.prctl(no_new_privileges, 1, 0, 0, 0) != 0
        or libc.prctl(set_seccomp, with_filter, program) != 0
    ):
        raise OSError(ctypes.get_errno(), "seccomp")


def without_locks(number, *arguments):
    try:
        return subprocess.run(
            command_of(*arguments),
            capture_output=True,
            text=True,
            env=environment(),
            preexec_fn=functools.partial(take_locks_away, number),
            timeout=PATIENCE,
        )
    except (subprocess.SubprocessError, KeyError):
        pytest.skip("locks cannot be taken away here")


@pytest.mark.parametrize("number", NO_LOCKS)
def test_without_locks_a_run_goes_on_with_a_warning(tmp_path, number):
    """And writes and reads all of its files, which need none."""
    case, out = write_case(tmp_path), tmp_path / "out"
    fields = ("--set", "output.fields.every_steps=1")
    warning = f"warning: {out / 'run.lock'} cannot be locked ({NO_LOCKS[number]}): nothing keeps"
    done = without_locks(number, "run", case, "--out", out, "--steps", 2, *fields)
    assert done.returncode == 0, done.stderr
    assert "cannot write" not in done.stdout
    assert warning in done.stdout and warning in (out / "run.log").read_text()
    assert "the last one there" not in done.stdout and not (out / "run.lock").exists()

    (out / "run.lock").write_text('{"host": "n7", "process": 12, "job": "", "since": "noon"}')
    done = without_locks(number, "run", case, "--out", out, "--steps", 4, "--restart", *fields)
    assert done.returncode == 0, done.stderr
    assert "if it has not ended, is process 12 on n7, since noon" in done.stdout
    assert done.stdout.count(warning) == 1
    assert [step_of(file) for file in checkpoints_of(out)] == [2, 4]
    assert list((out / "stats").glob("*.h5")) and list((out / "fields").glob("*.vtkhdf"))
