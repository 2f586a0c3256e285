"""Where a run makes its folder, where it does not, and what is left when it cannot begin."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from program import PATIENCE, SMALL_DUCT, command_of, environment, lobatto, needs_program

pytestmark = needs_program


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL_DUCT)
    return path


def tree(folder):
    """All that is in it, with the bytes of files."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def refused(*arguments, ranks=None):
    done = lobatto("run", *arguments, ranks=ranks)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stderr


def test_a_path_that_is_no_place_for_a_run_is_refused_and_nothing_is_touched(
    case, tmp_path, monkeypatch
):
    work = tmp_path / "work"
    work.mkdir()
    (work / "thesis.tex").write_text("text")
    (work / "dangling").symlink_to("nowhere")
    (work / "loop").symlink_to("loop")
    before = tree(tmp_path)
    monkeypatch.chdir(work)
    assert "expected a path, found an empty one (--out)" in refused(case, "--out", "")
    assert "expected a path, found an empty one (--out)" in refused(case, "--out", "", "--restart")
    for place in (".", "./", "new/..", "new/../..", "/", str(work)):
        said = refused(case, "--out", place)
        assert " already exists and a run is never overwritten" in said, place
        assert "rm -r" not in said and "--restart" not in said
        assert "is not the folder of a run" in refused(case, "--out", place, "--restart")
    for place in ("thesis.tex", "thesis.tex/run", "/dev/null"):
        said = refused(case, "--out", place)
        assert "is there and is no folder" in said and "rm -r" not in said, place
    assert "dangling is a link to nowhere" in refused(case, "--out", "dangling")
    assert "Too many levels of symbolic links" in refused(case, "--out", "loop/run", "--restart")
    assert tree(tmp_path) == before


def test_only_the_folder_of_a_run_is_advised_to_be_removed(case, tmp_path):
    out = tmp_path / "a run"
    assert lobatto("run", case, "--out", out, "--steps", 1).returncode == 0
    assert f"(rm -r '{out}')" in refused(case, "--out", out)
    (out / "notes.txt").write_text("mine")
    said = refused(case, "--out", out)
    assert "rm -r" not in said and f"for example --out '{out}-2'" in said and "--restart" in said


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_run_that_cannot_begin_leaves_nothing(case, tmp_path, ranks):
    (tmp_path / "taken").write_text("text")
    stage = ("--set", f"io.stage={tmp_path}/taken/stage")
    said = refused(case, "--out", tmp_path / "a/b", *stage, ranks=ranks)
    assert "io.stage" in said and f"{tmp_path}/taken is no folder" in said
    assert not (tmp_path / "a").exists()

    (tmp_path / "empty").mkdir()
    refused(case, "--out", tmp_path / "empty", *stage, "--restart", ranks=ranks)
    assert not list((tmp_path / "empty").iterdir())


def test_probes_that_cannot_be_written_leave_nothing(case, tmp_path):
    probe = '[[probe]]\nname = "{}"\npoints = [[0, 0, 0.5]]\nevery_steps = 1\nformat = "csv"\n'
    case.write_text(SMALL_DUCT + probe.format("wake") + probe.format("w" * 100))
    out = tmp_path / "run"
    while len(str(out)) < 4010:  # there is room for all names but that of the second probe
        out /= "d" * min(200, 4020 - len(str(out)))
    assert "File name too long" in refused(case, "--out", out)
    assert not (tmp_path / "run").exists()


def test_a_run_that_cannot_go_on_loses_nothing(case, tmp_path):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out).returncode == 0
    before = tree(out)
    (tmp_path / "taken").write_text("text")
    stage = ("--set", f"io.stage={tmp_path}/taken/stage")
    refused(case, "--out", out, *stage, "--restart", "--steps", 8)
    after = tree(out)
    after["run.log"] = before["run.log"]
    assert after == before


@pytest.fixture
def open_folder():
    """A folder that every user can look into, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="lobatto-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_to_is_told(open_folder):
    case = open_folder / "small.toml"
    case.write_text(SMALL_DUCT)
    closed = open_folder / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    # Root may write everywhere.
    user = 65534 if os.geteuid() == 0 else os.geteuid()
    for out, reason in (
        (closed / "run", f"cannot make the folder {closed / 'run'}: Permission denied"),
        (closed, f"cannot write {closed / 'run.lock'}: Permission denied"),
    ):
        done = subprocess.run(
            command_of("run", case, "--out", out),
            capture_output=True,
            text=True,
            env={**environment(), "HOME": str(open_folder)},
            user=user,
            timeout=PATIENCE,
        )
        assert done.returncode == 1 and reason in done.stderr, done.stderr
    assert not list(closed.iterdir())
