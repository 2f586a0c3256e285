"""Paths that lead to no regular file: no command waits for them, all say what they are."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from program import SMALL_DUCT, lobatto, needs_program
from special_files import FIFO, fifo, refused, run

__all__ = ["fifo"]

pytestmark = needs_program

PIPE_MESH = Path(__file__).resolve().parents[2] / "data" / "gmsh" / "pipe-27.msh"
PIPE = """
[mesh]
file = "pipe.msh"
order = 2
periodic = [{ from = "inlet", to = "outlet" }]
[fluid]
viscosity = 0.1
[boundary]
wall = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "z"
[time]
dt = 0.01
steps = 2
"""


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL_DUCT)
    return path


@pytest.mark.parametrize("command", ["mesh", "check", "info"])
def test_files_that_are_read_must_be_regular(command, fifo, tmp_path):
    assert refused(command, fifo).count(f"{fifo}: {FIFO}") == 1
    assert "/dev/zero: is a character device, not a regular file" in refused(command, "/dev/zero")
    assert "'': expected the name of a file" in refused(command, "")
    if command in ("mesh", "check"):
        assert f"{tmp_path}: is a folder, not a regular file" in refused(command, tmp_path)


@pytest.mark.parametrize("command", ["mesh", "run", "info"])
def test_files_that_are_not_regular_are_refused_by_all_ranks_with_one_message(command, fifo):
    assert refused(command, fifo, ranks=2).count(f"{fifo}: {FIFO}") == 1


@pytest.mark.parametrize("command", ["mesh", "check", "info"])
def test_files_that_the_system_makes_up_end_no_command_badly(command):
    # The first never ends, the second has more bytes than any memory.
    for file in filter(os.path.exists, ("/proc/kmsg", "/proc/kcore")):
        assert f"{file}: " in refused(command, file)


def test_empty_files_are_told(tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    assert f"{empty}: is empty" in refused("mesh", empty)
    assert f"{empty}: cannot be read: " in refused("info", empty)
    assert f"{empty}: mesh: missing" in refused("check", empty)


@pytest.mark.parametrize(("command", "ranks"), [("check", None), ("run", 2)])
def test_a_mesh_of_a_case_is_told_with_its_key(command, ranks, fifo, tmp_path):
    case, mesh = tmp_path / "pipe.toml", tmp_path / "pipe.msh"
    case.write_text(PIPE)
    for target, fault in (
        ("pipe.msh", "Too many levels of symbolic links"),
        (fifo, FIFO),
        ("nowhere", "is a link to nowhere, which is not there"),
    ):
        mesh.symlink_to(target)
        said = refused(command, case, ranks=ranks)
        assert said.count(f"{case}:3:1: mesh.file: {mesh}: {fault}") == 1, said
        mesh.unlink()
    shutil.copy(PIPE_MESH, mesh)
    assert run("check", case).returncode == 0


def test_states_to_begin_with_must_be_regular(case, fifo, tmp_path):
    out = tmp_path / "out"
    said = refused("run", case, "--out", out, "--set", f"restart.from={fifo}")
    assert f"restart.from: {fifo}: {FIFO}" in said
    said = refused("run", case, "--out", out, "--restart", "--from", fifo)
    assert f"--from: {fifo}: {FIFO}" in said
    assert "--from: '': " in refused("run", case, "--out", out, "--restart", "--from", "")
    assert not out.exists()


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A run that can be gone on with."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "small.toml").write_text(SMALL_DUCT)
    done = run("run", folder / "small.toml", "--out", folder / "run", "--steps", 4)
    assert done.returncode == 0, done.stderr
    return folder / "run"


@pytest.mark.parametrize(
    ("name", "n_steps"),
    [
        ("run.log", 6),
        ("run.lock", 6),
        ("steps.jsonl", 6),
        ("summary.json", 4),
        ("fields/fields.vtkhdf.series", 6),
    ],
)
def test_files_of_a_run_that_are_no_files_are_told(case, kept, name, n_steps, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(kept, out)
    (out / name).unlink(missing_ok=True)
    os.mkfifo(out / name)
    said = refused("run", case, "--out", out, "--restart", "--steps", n_steps)
    assert f"{out / name}: {FIFO}" in said or f"cannot write {out / name}: {FIFO}" in said
    done = run("info", out)
    if name in ("steps.jsonl", "summary.json"):
        assert done.returncode == 1 and f"{out / name}: {FIFO}" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


@pytest.fixture
def device(tmp_path):
    """One of our own, where root could replace that of the system."""
    try:
        os.mknod(tmp_path / "null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        return Path("/dev/null")
    return tmp_path / "null"


def test_output_replaces_no_device_and_no_fifo(fifo, device, tmp_path):
    report = ("mesh", PIPE_MESH, "--json")
    assert f"cannot write {fifo}: {FIFO}" in refused(*report, fifo)
    assert "cannot write '': expected the name of a file" in refused(*report, "")
    assert f"cannot write {device}: is a character device" in refused(*report, device)
    assert device.is_char_device()
    os.mkfifo(tmp_path / "report.json.part")
    assert f"cannot write {tmp_path / 'report.json.part'}: {FIFO}" in refused(
        *report, tmp_path / "report.json"
    )


def test_output_through_a_link_goes_to_what_it_leads_to(tmp_path):
    (tmp_path / "other").mkdir()
    target, link = tmp_path / "other" / "report.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert lobatto("mesh", PIPE_MESH, "--json", link).returncode == 0
    assert link.is_symlink() and json.loads(target.read_text())["elements"] == 24
