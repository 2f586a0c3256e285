"""Runs that stop and go on: equal to those that never stopped, or refused."""

import re
import shutil
import signal
from pathlib import Path

import h5py
import numpy as np
import pytest
from program import needs_program
from restart_support import (
    DUCT,
    ITERATIVE,
    Started,
    checkpoints_of,
    differences,
    final_fields,
    newest_checkpoint,
    run,
    step_of,
    steps_of,
    write_case,
)

pytestmark = needs_program

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "checkpoints.md"
STOPPED = 5
"""Exit code of a run that a signal, its wall limit or a full disk has ended."""
EVERY_STEP = ("--set", "output.checkpoint.every_steps=1")
ENDLESS = ("--steps", 1_000_000)


@pytest.fixture
def case(tmp_path):
    return write_case(tmp_path)


@pytest.mark.parametrize("ranks", [None, 2])
@pytest.mark.parametrize("solvers", [(), ITERATIVE], ids=["direct", "iterative"])
def test_a_restart_is_the_straight_run_bit_for_bit(case, tmp_path, solvers, ranks):
    """Twice: after two steps, where the order still rises, and later."""
    straight, restarted = tmp_path / "straight", tmp_path / "restarted"
    run(case, straight, *EVERY_STEP, *solvers, ranks=ranks)
    run(case, restarted, *EVERY_STEP, *solvers, "--steps", 2, ranks=ranks)
    said = run(case, restarted, *EVERY_STEP, *solvers, "--steps", 11, "--restart", ranks=ranks)
    assert "goes on from" in said and "checkpoint_00000002.h5: step 2, t = " in said
    run(case, restarted, *EVERY_STEP, *solvers, "--restart", ranks=ranks)
    assert differences(straight, restarted) == []
    assert [step["step"] for step in steps_of(restarted)] == list(range(1, 21))
    assert len(list((restarted / "stats").glob("*.h5"))) > 1


@pytest.mark.parametrize(
    ("before", "after", "solvers"),
    [(None, 2, ()), (2, 3, ()), (2, None, ITERATIVE)],
    ids=["1-to-2", "2-to-3", "2-to-1-iterative"],
)
def test_on_other_ranks_a_restart_is_the_straight_run_to_round_off(
    case, tmp_path, before, after, solvers
):
    straight, restarted = tmp_path / "straight", tmp_path / "restarted"
    # Iterative solvers that stop a step earlier differ by their tolerance: to where it is small.
    tight = (
        *solvers, "--set", "solver.tolerance=1e-12", "--set", "solver.pressure_tolerance=1e-11",
    )  # fmt: skip
    run(case, straight, *tight, ranks=before)
    run(case, restarted, *tight, "--steps", 11, ranks=before)
    run(case, restarted, *tight, "--restart", ranks=after)
    for one, other in zip(steps_of(straight), steps_of(restarted), strict=True):
        for key in ("time", "kinetic_energy", "enstrophy", "bulk_velocity", "pressure_gradient"):
            assert other[key] == pytest.approx(one[key], rel=1e-9), (key, one["step"])
    one, other = final_fields(straight), final_fields(restarted)
    assert set(one) == set(other) == {"velocity", "pressure", "temperature"}
    for name, values in one.items():
        assert np.abs(values - other[name]).max() <= 2e-7 * np.abs(values).max(), name


def test_a_run_that_is_complete_is_left_as_it_is_and_can_be_made_longer(case, tmp_path):
    straight, longer = tmp_path / "straight", tmp_path / "longer"
    run(case, straight, "--steps", 30)
    run(case, longer)
    before = (longer / "run.log").read_bytes()
    assert "is complete: its last step is 20" in run(case, longer, "--restart")
    assert (longer / "run.log").read_bytes() == before
    run(case, longer, "--restart", "--steps", 30)
    assert differences(straight, longer) == []


def stop_and_go_on(case, tmp_path, stop, *arguments, ranks=None):
    """A run that `stop` ends, gone on with for eight more steps, is the straight one."""
    stopped, straight = tmp_path / "stopped", tmp_path / "straight"
    with Started(case, stopped, *ENDLESS, *arguments, ranks=ranks) as started:
        stop(started)
        assert started.wait() == STOPPED, started.said
    last = steps_of(stopped)[-1]["step"]
    assert [step_of(file) for file in checkpoints_of(stopped)] == [last]
    assert f"stopped at step {last} by " in (stopped / "run.log").read_text()
    assert "--restart goes on from the newest checkpoint" in started.said
    run(case, stopped, "--restart", "--steps", last + 8, ranks=ranks)
    run(case, straight, "--steps", last + 8, ranks=ranks)
    # The newest checkpoint of both is that of the end.
    assert differences(straight, stopped) == []
    return started.said


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_ends_a_run_with_a_checkpoint(case, tmp_path, name):
    def stop(started):
        started.wait_for_step(5)
        started.signal(getattr(signal, name))

    assert f" by {name};" in stop_and_go_on(case, tmp_path, stop)


def test_a_signal_to_one_rank_ends_all(case, tmp_path):
    def stop(started):
        started.wait_for_step(5)
        started.signal(signal.SIGTERM, only_first=True)

    # Sums that a checkpoint brings together at another step differ in the last bit.
    without = write_case(tmp_path, DUCT.partition("[statistics]")[0])
    assert " by SIGTERM;" in stop_and_go_on(without, tmp_path, stop, ranks=2)


def test_the_wall_limit_ends_a_run_in_time(case, tmp_path):
    said = stop_and_go_on(case, tmp_path, lambda started: None, "--set", "time.wall_limit=1.5s")
    assert " by time.wall_limit;" in said


def test_usr1_writes_a_checkpoint_and_the_run_goes_on(case, tmp_path):
    out, straight = tmp_path / "run", tmp_path / "straight"
    with Started(case, out, *ENDLESS) as started:
        started.wait_for_step(5)
        started.signal(signal.SIGUSR1)
        started.wait_until(lambda: checkpoints_of(out), "a checkpoint")
        step = step_of(checkpoints_of(out)[0])
        started.wait_for_step(step + 5)
        started.kill()
    assert "stopped" not in started.said
    # Beyond what was under way when the kill came, so that all of it is written again.
    last = steps_of(out)[-1]["step"] + 25
    run(case, out, "--restart", "--steps", last)
    run(case, straight, "--steps", last)
    assert differences(straight, out) == []


# 32 elements of 8^3 nodes: two chunks in each dataset.
TWO_CHUNKS = ("--set", "mesh.order=7", "--set", "mesh.y.elements=4", "--set", "mesh.z.elements=4")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run of 20 steps and one of 12, with the checkpoints of steps 10 and 12, that can go on."""
    folder = tmp_path_factory.mktemp("damage")
    case = write_case(folder, DUCT.partition("[statistics]")[0])
    every = (*TWO_CHUNKS, "--set", "output.checkpoint.every_steps=10")
    run(case, folder / "straight", *every)
    run(case, folder / "short", *every, "--steps", 12)
    return case, folder / "short", folder / "straight", every


@pytest.fixture
def damaged(whole, tmp_path):
    """A copy of the short run, with its newest checkpoint and what damages that."""
    case, short, straight, every = whole
    out = tmp_path / "run"
    shutil.copytree(short, out)
    old, new = checkpoints_of(out)
    assert (step_of(old), step_of(new)) == (10, 12)
    return case, out, straight, every, old, new


def test_a_wrong_bit_is_refused_with_the_chunk_and_the_one_before_goes_on(damaged):
    case, out, straight, every, old, new = damaged
    name, number = "state/flow/velocity/1/w", 1
    with h5py.File(new) as file:
        chunk = file[name].id.get_chunk_info(number)
    content = bytearray(new.read_bytes())
    content[chunk.byte_offset + chunk.size // 2] ^= 0x10
    new.write_bytes(content)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    said = run(case, out, *every, "--restart", code=1)
    assert f"{new}: chunk {number} of /{name} is damaged: its check sum is " in said
    assert f"the one before is {old}: --restart --from {old} goes on from there" in said
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before

    run(case, out, *every, "--restart", "--from", old)
    assert differences(straight, out) == []
    # What came of the damaged one is gone.
    assert [step_of(file) for file in checkpoints_of(out)] == [10, 20]


def test_every_part_that_is_cut_off_is_refused_with_the_file(damaged):
    case, out, _, every, old, new = damaged
    content = new.read_bytes()
    for n_bytes in (0, 7, 700, len(content) // 2, len(content) - 1):
        new.write_bytes(content[:n_bytes])
        said = run(case, out, *every, "--restart", code=1)
        assert str(new) in said and f"--from {old}" in said, n_bytes
        assert len(said.splitlines()) == 1, said


def test_what_is_no_checkpoint_or_of_another_mesh_is_refused(damaged, tmp_path):
    case, out, _, every, old, _ = damaged
    said = run(case, out, *every, "--restart", "--from", case, code=1)
    assert str(case) in said
    said = run(case, out, *every, "--restart", "--from", tmp_path / "nowhere", code=1)
    assert f"--from: {tmp_path / 'nowhere'}: no such file or folder" in said
    said = run(case, out, *every, "--set", "mesh.order=6", "--restart", code=1)
    assert "the checkpoint is of another mesh: 32 elements of order 7" in said


def test_the_second_of_two_files_is_missed_and_the_whole_one_before_taken(case, tmp_path):
    straight, out = tmp_path / "straight", tmp_path / "run"
    two = (*EVERY_STEP, "--set", "io.files=2")
    run(case, straight, *two, ranks=2)
    run(case, out, *two, "--steps", 11, ranks=2)
    assert [file.name for file in newest_checkpoint(out)] == [
        "checkpoint_00000011.1of2.h5",
        "checkpoint_00000011.2of2.h5",
    ]
    newest_checkpoint(out)[1].unlink()
    assert "checkpoint_00000010.1of2.h5: step 10" in run(case, out, *two, "--restart", ranks=2)
    assert differences(straight, out) == []


def test_staged_checkpoints_get_to_their_folder_and_the_run_goes_on_from_them(case, tmp_path):
    straight, out, stage = tmp_path / "straight", tmp_path / "run", tmp_path / "stage"
    staged = (*EVERY_STEP, "--set", "io.files=2", "--set", f'io.stage="{stage}"')
    run(case, straight, *staged, ranks=2)
    run(case, out, *staged, "--steps", 11, ranks=2)
    assert not list(stage.rglob("*")), "all is drained, and the folders of the runs are gone"
    assert not list(out.rglob("*.part"))
    # The first one stays until one is proven.
    assert {step_of(file) for file in checkpoints_of(out)} == {1, 10, 11}
    run(case, out, *staged, "--restart", ranks=2)
    assert differences(straight, out) == []
    # The same content as without staging; only the number of files and the overrides tell.
    plain = tmp_path / "plain"
    run(case, plain, *EVERY_STEP, ranks=2)
    assert steps_of(plain) == steps_of(straight)
    run(case, plain, *EVERY_STEP, "--restart", "--from", newest_checkpoint(out)[0], "--steps", 22)
    assert steps_of(plain)[-1]["step"] == 22


def values_by_element(file, name):
    """Rows in the order of the elements of the mesh."""
    keys = file["rows/elements"][:]
    rows = file[name][:][keys >= 0]
    return rows[np.argsort(keys[keys >= 0])]


@pytest.mark.parametrize("ranks", [None, 2])
def test_h5py_with_hdf5plugin_reads_the_values_of_the_fields(case, tmp_path, ranks):
    pytest.importorskip("hdf5plugin", reason="hdf5plugin is not installed")
    out = tmp_path / "run"
    run(case, out, ranks=ranks)
    fields = final_fields(out)
    with h5py.File(checkpoints_of(out)[-1]) as file:
        assert file.attrs["format"] == b"lobatto-checkpoint"
        assert (file.attrs["step"], file.attrs["ranks"]) == (20, ranks or 1)
        velocity = [values_by_element(file, f"state/flow/velocity/0/{u}") for u in "uvw"]
        stored = {
            "velocity": np.stack(velocity, axis=1),
            "pressure": values_by_element(file, "state/flow/pressure"),
            "temperature": values_by_element(file, "state/scalars/temperature/0"),
        }
    for name, values in stored.items():
        assert values.dtype == np.float64
        single = values.reshape(fields[name].shape).astype(np.float32)
        assert np.array_equal(single, fields[name]), name


def test_the_python_of_the_document_reads_a_checkpoint(case, tmp_path, monkeypatch):
    pytest.importorskip("hdf5plugin", reason="hdf5plugin is not installed")
    run(case, tmp_path / "runs" / "duct")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        names = {}
        exec(compile(block, DOCUMENT.name, "exec"), names)
        fields = final_fields(tmp_path / "runs" / "duct")
        assert np.array_equal(names["w"].astype(np.float32), fields["velocity"][:, 2])
