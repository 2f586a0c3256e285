"""`lobatto info`: what it tells of a run and of each of its files, and that it finds damage."""

import json
import re
import shutil
import sys

import h5py
import numpy as np
import pytest
from damaging import damaged
from program import lobatto, needs_program
from restart_support import checkpoints_of, run, write_case

pytestmark = [needs_program, pytest.mark.xdist_group("info_command")]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run on two ranks with two files a checkpoint."""
    folder = tmp_path_factory.mktemp("info")
    case = write_case(folder)
    case.write_text(case.read_text() + PROBES)
    options = (
        "--set", "io.files=2", "--set", "output.checkpoint.every_steps=10",
        "--set", "output.fields.format=both",
    )  # fmt: skip
    run(case, folder / "duct", *options, ranks=2)
    return folder / "duct"


@pytest.fixture
def out(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "duct")
    return tmp_path / "duct"


PROBES = """
[[probe]]
name = "point"
points = [[0.1, 0.1, 0.5]]
every_steps = 2
[[probe]]
name = "line"
line = { from = [0, -0.5, 0.5], to = [0, 0.5, 0.5], points = 9 }
every_steps = 4
[[force]]
name = "wall"
on = ["y_min"]
every_steps = 5
"""


def info(path, *options, code=0):
    """What is printed, and the report."""
    file = path.parent / "report.json"
    file.unlink(missing_ok=True)
    done = lobatto("info", path, "--json", file, *options)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr, json.loads(file.read_text()) if file.exists() else None


def test_what_is_told_fits_80_columns(out):
    """But for paths that the user has given: files are named from the folder of the run on."""
    fields = sorted((out / "fields").glob("*.vtkhdf"))[-1]
    for path, words in (
        (out, f"  fields/{fields.name}  "),
        (fields, "  VTKHDF/PointData/velocity  "),
    ):
        said, _ = info(path, "--verify")
        assert words in said
        for line in said.splitlines():
            assert len(line) <= 80 or str(path) in line or "case_file" in line, line
    has_sums, says_sums = (re.search(end, said, re.M) for end in (r"\d +yes$", r"ratio +sums$"))
    assert bool(has_sums) == bool(says_sums), "no column without an entry"
    assert "seconds_per_step" in info(out)[0]
    assert re.search(r"wall_s +[\d.e-]+ s\n", info(out)[0])


def test_a_run_is_told_with_its_files(out):
    said, report = info(out, "--verify")
    summary = json.loads((out / "summary.json").read_text())
    for key in ("version", "git", "ranks", "elements", "order", "steps", "time"):
        assert report[key] == summary[key], key
        assert key in said
    assert report["case"] == "duct" and report["is_summarised"] is True
    assert re.search(r"ended +yes\n", said)
    assert report["last_step"] == {"step": 20, "time": summary["time"]}
    assert [row["step"] for row in report["checkpoints"]] == [10, 20]
    assert [row["n_files"] for row in report["checkpoints"]] == [2, 2]
    assert report["checkpoints"][0]["bytes"] == sum(
        file.stat().st_size for file in checkpoints_of(out)[:2]
    )
    assert [row["step"] for row in report["fields"]] == [10, 20]
    windows = report["statistics"]
    assert len(windows) > 1 and windows[0]["end"] == windows[1]["start"]
    assert windows[0]["averaged"] == "z" and windows[0]["samples"] > 0
    assert [row["step"] for row in report["nek5000_fields"]] == [10, 20]
    assert report["damage"] == [] and "all check sums are right" in said
    assert {row["check_sums"] for row in report["verified"]} == {"all bytes", "none"}
    looked_at = {row["file"]: row["check_sums"] for row in report["verified"]}
    for path in out.rglob("*"):
        if path.suffix in (".h5", ".vtkhdf") or path.suffix.startswith(".f0"):
            assert looked_at[str(path)] == "all bytes"
        elif path.suffix in (".json", ".jsonl", ".csv", ".series"):
            assert looked_at[str(path)] == "none"
    assert "5 of 18 files have no check sums, but the right form" in said


def test_a_run_that_goes_on_is_told_from_its_checkpoints(out):
    (out / "summary.json").unlink()
    said, report = info(out)
    assert report["is_summarised"] is False and report["case_file"].endswith("duct.toml")
    assert report["ranks"] == 2 and "last_step" in said and "check sums are right" not in said


def test_a_checkpoint_in_two_files_is_one(out):
    first = checkpoints_of(out)[-2]
    said, report = info(first, "--verify")
    assert report["kind"] == "checkpoint"
    assert re.search(r"overrides +.*output.checkpoint.every_steps=10", said) and "{" not in said
    assert (report["step"], report["ranks"], report["elements"], report["order"]) == (20, 2, 12, 4)
    assert [row["file"] for row in report["files"]] == [str(f) for f in checkpoints_of(out)[-2:]]
    rows = {row["dataset"]: row for row in report["datasets"]}
    pressure = rows["state/flow/pressure"]
    # Filled up to whole chunks of 65 rows in each file.
    assert pressure["shape"] == [130, 125] and pressure["type"] == "float64"
    assert pressure["bytes"] == 130 * 125 * 8 and 0 < pressure["stored_bytes"] < pressure["bytes"]
    assert pressure["checksums"] and not rows["state/flow/time"]["checksums"]
    assert report["stored_bytes"] == sum(row["stored_bytes"] for row in report["datasets"])
    assert "state/flow/velocity/0/u" in said and "all check sums are right" in said


def test_fields_and_statistics_are_told(out):
    fields = max((out / "fields").glob("*.vtkhdf"))
    _, report = info(fields)
    assert (report["kind"], report["step"], report["order"]) == ("fields", 20, 4)
    assert report["elements"] == 12 and report["geometry"] == "box"
    statistics = min((out / "stats").glob("*.h5"))
    _, report = info(statistics)
    assert report["kind"] == "statistics" and report["averaged"] == "z" and report["samples"] > 0
    assert any(row["dataset"] == "flow/uw" for row in report["datasets"])


def test_a_folder_of_checkpoints_is_told(out):
    _, report = info(out / "checkpoints")
    assert report["kind"] == "checkpoints"
    assert [row["step"] for row in report["checkpoints"]] == [10, 20]


def test_damage_is_found_with_file_and_chunk(out):
    second = checkpoints_of(out)[-1]
    with h5py.File(second) as file:
        chunk = file["state/flow/velocity/2/v"].id.get_chunk_info(0)
    content = bytearray(second.read_bytes())
    content[chunk.byte_offset + 40] ^= 1
    second.write_bytes(content)
    for path in (checkpoints_of(out)[-2], out):
        assert info(path)[1]["kind"] in ("checkpoint", "run")
        said, report = info(path, "--verify", code=1)
        assert f"{second}: bytes 0 to {len(content) - 37} are damaged: their check sum is" in said
        assert len(report["damage"]) == 1 and "all check sums are right" not in said
    # Without the sums of the whole there are those of HDF5.
    second.write_bytes(content[:-36])
    said, report = info(checkpoints_of(out)[-2], "--verify", code=1)
    assert f"{second}: chunk 0 of state/flow/velocity/2/v is damaged: its check sum" in said
    second.write_bytes(content[:5000])
    said, report = info(out, code=1)
    assert f"{second}: cannot be read" in said
    assert len(report["checkpoints"]) == 2 and report["checkpoints"][0]["step"] == 10


def test_what_is_nothing_of_ours_is_refused(out, tmp_path):
    assert f"{tmp_path / 'no'}: no such file or folder" in info(tmp_path / "no", code=1)[0]
    assert "neither a run folder nor one of checkpoints" in info(tmp_path, code=1)[0]
    text = tmp_path / "text.h5"
    text.write_text("text")
    assert f"{text}: cannot be read" in info(text, code=1)[0]
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = [1, 2]
    said, _ = info(tmp_path / "other.h5", code=1)
    assert "neither a checkpoint nor fields nor statistics nor samples" in said


def test_samples_are_told(out):
    _, report = info(min((out / "probes").glob("*.h5")))
    assert report["kind"] == "samples" and report["first_step"] == 4
    rows = {row["dataset"]: row["shape"] for row in report["datasets"]}
    assert rows["time"] == [report["samples"]] and rows["x"] == [9]
    assert rows["u"] == [report["samples"], 9]


def test_a_field_file_of_nek5000_is_told(out):
    first, second = sorted((out / "fields").glob("duct0.f*"))
    said, report = info(first, "--verify")
    assert report["kind"] == "Nek5000 fields" and report["blocks"] == "XUPT"
    assert (report["step"], report["order"], report["elements"]) == (10, 4, 12)
    assert (report["precision"], report["byte_order"]) == ("single", sys.byteorder)
    assert report["datasets"][1] == {
        "dataset": "U", "shape": [12, 3, 5, 5, 5], "type": "float32", "bytes": 18000,
        "stored_bytes": 18000, "checksums": False,
    }  # fmt: skip
    assert "XUPT" in said and "all check sums are right" in said
    content = first.read_bytes()
    # As another program has it: without check sums.
    first.write_bytes(content[: len(content) - 36])
    said, report = info(first, "--verify")
    assert report["verified"][0]["check_sums"] == "none"
    assert "1 of 1 files has no check sums, but the right form" in said
    other = bytearray(content[: len(content) - 36])
    other[132:] = np.frombuffer(content[132:-36], np.int32).byteswap().tobytes()
    first.write_bytes(other)
    assert info(first, "--verify")[1]["byte_order"] != sys.byteorder
    first.write_bytes(content[: len(content) - 37])
    assert "the file is cut" in info(first, "--verify", code=1)[0]


def test_a_run_does_not_begin_with_a_damaged_field_file(out, tmp_path):
    file = max((out / "fields").glob("duct0.f*"))
    content = bytearray(file.read_bytes())
    content[5000] ^= 1
    file.write_bytes(content)
    done = lobatto(
        "run", write_case(tmp_path), "--out", tmp_path / "new",
        "--set", f'restart.from="{file}"', ranks=2,
    )  # fmt: skip
    assert done.returncode == 1 and not (tmp_path / "new").exists()
    assert f"{file}: bytes 0 to {len(content) - 37} are damaged" in done.stderr


@pytest.mark.parametrize(
    "name", ["fields/*.vtkhdf", "stats/*.h5", "probes/*.h5", "checkpoints/*.h5", "fields/duct0.f*"]
)
def test_every_damage_of_a_binary_file_is_refused(out, name):
    path = min(out.glob(name))
    content = path.read_bytes()
    for what, wrong in damaged(content, 17, 2):
        path.write_bytes(wrong)
        said, _ = info(path, "--verify", code=1)
        assert str(path) in said, what


def test_a_run_is_looked_at_to_its_end(out):
    files = [min(out.glob(name)) for name in ("stats/*.h5", "fields/*.vtkhdf", "probes/point.csv")]
    files += [out / "steps.jsonl", out / "summary.json", out / "fields" / "fields.vtkhdf.series"]
    for file in files:
        content = bytearray(file.read_bytes())
        content[10] ^= 0x80
        file.write_bytes(content)
    said, report = info(out, "--verify", code=1)
    assert {row["file"] for row in report["verified"] if not row["is_right"]} == set(
        map(str, files)
    )
    assert len(report["damage"]) == len(files) and len(report["verified"]) == 18
    for file in files:
        name = f"  {file.relative_to(out)} "
        assert [line for line in said.splitlines() if name in line and "DAMAGED" in line]
    # The last line may be being written; a file that is being made has another name.
    shutil.copy(out / "run.log", out / "checkpoints" / "checkpoint_00000030.h5.part")
    (out / "steps.jsonl").write_text('{"step": 1}\n{"st')
    assert f"{out / 'steps.jsonl'}" not in "".join(info(out, "--verify", code=1)[1]["damage"])
