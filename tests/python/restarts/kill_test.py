"""Runs that are killed at any instant, and disks that are full: what was computed is not lost."""

import random
import resource
import signal
import subprocess
import time

import h5py
import pytest
from program import needs_program
from restart_support import (
    DUCT,
    Started,
    checkpoints_of,
    differences,
    newest_step_of,
    run,
    step_of,
    steps_of,
    write_case,
)

pytestmark = needs_program

STOPPED = 5
"""Exit code of a run that a signal, its wall limit or a full disk has ended."""
NOT_ALL_WRITTEN = "not all files could be written, as the warnings say: exit code 5"
NO_FIELDS = ("--set", "output.fields.every_steps=1000000")
ENDLESS = ("--steps", 1_000_000)
EVERY_STEP = ("--set", "output.checkpoint.every_steps=1")


def is_writing(folder):
    """True while a file in the folder is being written."""
    return any(folder.rglob("checkpoint_*.part"))


def kill_somewhere(started, folder, dice):
    """Kills the run as it begins, at any instant of its steps, or inside the writing of a
    checkpoint, a third each; true when a file was being written."""
    way = dice.choice(["set-up", "anywhere", "inside"])
    if way == "set-up":
        started.wait_until(started.ranks, "its ranks")
        time.sleep(dice.uniform(0, 0.3))
    else:
        started.wait_until(lambda: "solvers: pressure" in started.said, "the end of the set-up")
        begin = len(steps_of(started.out))
        started.wait_for_step(begin + dice.randrange(5))
        time.sleep(dice.uniform(0, 0.005))
    is_inside = False
    while started.is_running():
        started.signal(signal.SIGSTOP)
        is_inside = is_writing(folder)
        if is_inside or way != "inside":
            break
        started.signal(signal.SIGCONT)
        time.sleep(dice.uniform(0, 0.001))
    started.kill()
    return is_inside


@pytest.mark.parametrize(
    ("ranks", "n_kills", "options"),
    [
        (None, 20, ()),
        (2, 5, ("--set", "io.files=2")),
        (None, 5, ("--set", "io.stage={stage}")),
    ],
    ids=["one-rank", "two-files", "staged"],
)
def test_a_run_killed_at_random_instants_ends_as_if_it_never_was(tmp_path, ranks, n_kills, options):
    """One run, killed again and again, with a checkpoint at every step."""
    case = write_case(tmp_path)
    options = [option.format(stage=tmp_path / "stage") for option in options]
    options = [*EVERY_STEP, *options]
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    dice = random.Random(n_kills)
    n_inside = 0
    for _ in range(n_kills):
        with Started(case, killed, *options, *ENDLESS, "--restart", ranks=ranks) as started:
            n_inside += kill_somewhere(started, tmp_path, dice)
    options += ["--steps", steps_of(killed)[-1]["step"] + 3]
    run(case, killed, *options, "--restart", ranks=ranks)
    run(case, straight, *options, ranks=ranks)
    assert differences(straight, killed) == []
    assert [step["step"] for step in steps_of(killed)] == list(range(1, options[-1] + 1))
    assert not list(tmp_path.rglob("*.part"))
    assert n_inside >= n_kills // 5, "kills while a file was being written"


class SmallDisk:
    """A file system in memory of so many KiB."""

    def __init__(self, path, kib):
        self.path = path
        path.mkdir()
        mount = _mount("-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", path)
        if mount.returncode != 0:
            pytest.skip(f"a small disk cannot be mounted here: {mount.stderr.strip()}")

    def grow(self, kib):
        grown = _mount("-o", f"remount,size={kib}k", self.path)
        assert grown.returncode == 0, grown.stderr

    def unmount(self):
        subprocess.run(["umount", "-l", self.path], check=True)


def _mount(*words):
    try:
        return subprocess.run(["mount", *map(str, words)], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("a small disk cannot be mounted here: there is no mount")


@pytest.fixture
def disk(tmp_path):
    small = SmallDisk(tmp_path / "disk", 1200)
    yield small
    small.unmount()


@pytest.fixture
def case(tmp_path):
    return write_case(tmp_path, DUCT.partition("[statistics]")[0])


def fill(disk):
    """To the last byte; returns the file that does it."""
    ballast = disk.path / "ballast"
    with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(4096))
    return ballast


def full_disk_warnings(out):
    return [
        line
        for line in (out / "run.log").read_text().splitlines()
        if line.startswith("warning: cannot write ") and "No space left on device" in line
    ]


def is_checkpoint_warning(line, out):
    return line.startswith(f"warning: cannot write {out}/checkpoints/checkpoint_")


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_full_disk_is_told_of_and_the_run_goes_on(case, tmp_path, disk, ranks):
    """It keeps the checkpoints that it has, and goes on from them when there is room again: so the
    run that lacks its last one has not succeeded."""
    out, straight = disk.path / "run", tmp_path / "straight"
    keep_all = (*EVERY_STEP, *NO_FIELDS, "--set", "output.checkpoint.keep=1000")
    said = run(case, out, *keep_all, ranks=ranks, code=STOPPED)
    assert NOT_ALL_WRITTEN in said and not (out / "summary.json").exists()
    warnings = full_disk_warnings(out)
    steps = [step_of(file) for file in checkpoints_of(out)]
    assert all(is_checkpoint_warning(line, out) for line in warnings) and len(warnings) > 3
    assert all(
        line.endswith("earlier checkpoints are still there, the run goes on") for line in warnings
    )
    assert len(steps) >= 3 and steps[-1] < 20 == steps_of(out)[-1]["step"]
    assert not list(out.rglob("*.part"))

    disk.grow(20000)
    said = run(case, out, *keep_all, "--restart", "--steps", 25, ranks=ranks)
    assert f"checkpoint_{steps[-1]:08d}.h5: step {steps[-1]}, " in said
    run(case, straight, *keep_all, "--steps", 25, ranks=ranks)
    assert differences(straight, out) == []


def test_a_full_disk_stops_the_run_where_the_case_wants_that(case, tmp_path, disk):
    out, straight = disk.path / "run", tmp_path / "straight"
    stop = (
        *EVERY_STEP, "--set", "output.checkpoint.keep=1000",
        "--set", "output.checkpoint.on_failure=stop",
    )  # fmt: skip
    said = run(case, out, *stop, code=STOPPED)
    assert "the run stops (output.checkpoint.on_failure)" in full_disk_warnings(out)[0]
    assert f"stopped at step {steps_of(out)[-1]['step']} by output.checkpoint.on_failure" in said
    newest = step_of(checkpoints_of(out)[-1])
    assert newest < steps_of(out)[-1]["step"] < 20

    disk.grow(20000)
    run(case, out, *stop, "--restart")
    run(case, straight, *stop)
    assert differences(straight, out) == []


def test_fields_that_have_no_room_are_told_of_and_the_run_goes_on(case, disk):
    out = disk.path / "run"
    fields = ("--set", "output.fields.every_steps=1", "--set", "output.checkpoint.final=false")
    assert NOT_ALL_WRITTEN in run(case, out, *fields, code=STOPPED)
    warnings = full_disk_warnings(out)
    assert len(warnings) > 3
    for line in warnings:
        assert line.startswith(f"warning: cannot write {out}/fields/fields"), line
        assert line.endswith("these fields are lost, the run goes on"), line
    files = sorted(path.name for path in (out / "fields").glob("*.vtkhdf"))
    assert 3 <= len(files) < 20
    assert steps_of(out)[-1]["step"] == 20
    assert not list(out.rglob("*.part"))


def test_lines_of_the_record_wait_for_room(case, tmp_path, disk):
    """On a disk that is full to the last byte, and has room again while the run goes on."""
    out = disk.path / "run"
    with Started(case, out, *NO_FIELDS, *ENDLESS, said=tmp_path / "said") as started:
        started.wait_for_step(5)
        ballast = fill(disk)
        waiting = "its lines wait until there is room"
        started.wait_until(lambda: waiting in started.said, "a warning")
        assert f"warning: cannot write {out}/steps.jsonl: No space left on device" in started.said
        behind = newest_step_of(out)
        ballast.unlink()
        disk.grow(40000)
        started.wait_for_step(behind + 50)
        started.signal(signal.SIGTERM)
        assert started.wait() == STOPPED, started.said
    steps = [step["step"] for step in steps_of(out)]
    assert steps == list(range(1, len(steps) + 1))


NO_RESERVING = """
#include <errno.h>
int fallocate(int file, int mode, long from, long length) { errno = EOPNOTSUPP; return -1; }
"""


@pytest.fixture(params=[True, False], ids=["told-before", "in-the-middle"])
def reserving(request, tmp_path, monkeypatch):
    """Whether a file system takes room for a file before it is written; not all can."""
    if request.param:
        return
    library = tmp_path / "no_reserving.so"
    compiler = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library]
    subprocess.run(compiler, input=NO_RESERVING, text=True, check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))


@pytest.mark.parametrize("ranks", [None, 2])
@pytest.mark.usefixtures("reserving")
def test_a_limit_on_the_size_of_files_is_a_full_disk(case, tmp_path, ranks):
    """Writing beyond it would end the program by SIGXFSZ."""
    out = tmp_path / "run"
    options = (*EVERY_STEP, "--steps", 60)
    with Started(case, out, *options, *NO_FIELDS, ranks=ranks) as started:
        started.wait_for_step(3)
        for pid in started.ranks():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
        assert started.wait() == STOPPED, started.said
    assert "File too large; earlier checkpoints are still there, the run goes on" in started.said
    assert NOT_ALL_WRITTEN in started.said and not (out / "summary.json").exists()
    run(case, out, *options, "--restart", ranks=ranks)
    assert steps_of(out)[-1]["step"] == 60 and list((out / "fields").glob("*00060.vtkhdf"))


def test_folders_that_go_away_are_made_again(tmp_path):
    case, out = write_case(tmp_path), tmp_path / "run"
    often = (*EVERY_STEP, "--set", "output.fields.every_steps=1", "--steps", 120)
    with Started(case, out, *often) as started:
        started.wait_for_step(3)
        for name in ("checkpoints", "fields", "stats"):
            (out / name).rename(tmp_path / name)
        assert started.wait() in (0, STOPPED), started.said
    assert step_of(checkpoints_of(out)[-1]) == 120
    assert (out / "fields" / "fields_00000120.vtkhdf").exists()
    assert list((out / "stats").glob("*.h5"))


def windows_of(out):
    """Of the files of statistics: start, end and samples."""
    windows = []
    for path in sorted((out / "stats").glob("*.h5")):
        with h5py.File(path) as file:
            windows.append(tuple(file.attrs[name] for name in ("start", "end", "samples")))
    return windows


def test_a_window_of_statistics_that_has_no_room_goes_on(tmp_path, disk):
    """Its file comes when there is room, and stands for all of the time."""
    case, out = write_case(tmp_path), disk.path / "run"
    rare = (
        "--set", "statistics.window=3", *NO_FIELDS,
        "--set", "output.diagnostics_every_steps=100",
    )  # fmt: skip
    with Started(case, out, *rare, *ENDLESS, said=tmp_path / "said") as started:
        started.wait_until(lambda: windows_of(out), "the first window")
        ballast = fill(disk)
        n_windows = len(windows_of(out))
        started.wait_until(lambda: "/stats/stats_" in started.said, "a warning")
        worked = started.cpu_seconds()
        started.wait_until(lambda: started.cpu_seconds() > worked + 0.2, "more steps")
        assert len(windows_of(out)) == n_windows
        ballast.unlink()
        disk.grow(20000)
        started.wait_until(lambda: len(windows_of(out)) > n_windows + 1, "two more windows")
        started.signal(signal.SIGTERM)
        assert started.wait() == STOPPED, started.said
    assert started.said.count("their window goes on until there is room, the run goes on") == 1
    windows = windows_of(out)
    assert [start for start, _, _ in windows[1:]] == [end for _, end, _ in windows[:-1]]
    longest = max(windows[:-1], key=lambda window: window[1] - window[0])
    assert longest == windows[n_windows] and longest[1] - longest[0] > 3.1


def test_statistics_without_room_at_the_end_are_written_by_a_restart(tmp_path, disk):
    case = write_case(tmp_path)
    out, straight = disk.path / "run", tmp_path / "straight"
    # Larger than what is left where the last checkpoint has just found its room.
    large = (
        "--set", "statistics.average=[]", "--set", "statistics.quantities=full",
        "--set", "statistics.window=100", *NO_FIELDS,
    )  # fmt: skip
    run(case, straight, *large)
    disk.grow(int(1.02 * checkpoints_of(straight)[-1].stat().st_size) // 1024 + 200)
    said = run(case, out, *large, code=STOPPED)
    assert f"warning: cannot write {out}/stats/stats_00000000.h5" in said
    assert "No space left on device; lobatto run ... --restart writes it when there is" in said
    assert [step_of(file) for file in checkpoints_of(out)] == [20]
    assert not (out / "summary.json").exists()

    disk.grow(20000)
    run(case, out, *large, "--restart")
    assert differences(straight, out) == []
    assert (out / "summary.json").exists()


def test_a_log_without_room_ends_no_run(case, disk):
    """Text for people is lost where the disk is full; what the run computes is not."""
    out, straight = disk.path / "run", disk.path / "straight"
    options = (*NO_FIELDS, *EVERY_STEP, "--steps", 400)
    with Started(case, out, *options, said=disk.path / "said") as started:
        started.wait_for_step(2)
        ballast = fill(disk)
        started.wait_until(lambda: (out / "run.log").stat().st_size > 0, "a log")
        assert started.wait() == STOPPED
    assert not (out / "summary.json").exists()
    ballast.unlink()
    disk.grow(40000)
    run(case, out, *options, "--restart")
    run(case, straight, *options)
    assert differences(straight, out) == []
