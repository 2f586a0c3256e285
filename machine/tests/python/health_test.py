"""`lobatto health` from the outside: what it finds and refuses, and that it finds a slow rank."""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress

import pytest
from processes import ranks_of
from program import PATIENCE, command_of, environment, lobatto, needs_machine

pytestmark = needs_machine


def rows_of(path):
    document = json.loads(path.read_text())
    return document, {row["name"]: row for row in document["rows"]}


def test_a_report_has_a_row_a_measurement(tmp_path):
    result = lobatto("health", "--budget", 5, "--json", tmp_path / "health.json", ranks=2)
    assert result.returncode == 0, result.stdout + result.stderr
    document, rows = rows_of(tmp_path / "health.json")
    assert document["budget"] == 5 and document["seconds"] > 0
    assert document["ranks"] == 2 and len(document["cores"]) == 2 and document["nodes"] == 1
    for name, places in {
        "stream_triad": 2, "stream_copy_single": 2, "stream_triad_node": 1, "dgemm": 2, "sgemm": 2,
        "kernel_m8_s1": 2, "kernel_m32_s768_single": 2, "allreduce_1": 2, "allreduce_1024": 2,
        "barrier": 2, "message_latency": 1, "bandwidth_one_way": 1, "bandwidth_two_ways": 1,
        "message_rate": 1, "gather_scatter": 2, "transposes": 2, "start_up_time": 2,
        "mpi_memory": 2,
    }.items():  # fmt: skip
        row = rows[name]
        assert row["places"] == places == len(row["values"]), name
        assert 0 < row["minimum"] <= row["average"] * (1 + 1e-12), name
        assert row["average"] <= row["maximum"] * (1 + 1e-12), name
        assert len(row["values"][0]["repeats"]) == row["repeats"], name
        assert name in result.stdout
    assert rows["message_latency"]["values"][0]["partner"] == 1
    kernel = rows["kernel_m8_s64"]
    assert kernel["gbs_average"] == pytest.approx(kernel["average"] * 8 / 8)
    skipped = [skip["test"] for skip in document["skipped"]]
    assert "lu_residual" in rows or skipped == ["linear_system"]
    if "lu_residual" in rows:
        assert rows["lu_residual"]["maximum"] < 16


def test_one_rank_says_what_it_skips_and_only_the_tests_asked_for_run(tmp_path):
    result = lobatto(
        "health", "--budget", 5, "--tests", "barrier,products", "--json", tmp_path / "h.json"
    )
    assert result.returncode == 0, result.stderr
    document, rows = rows_of(tmp_path / "h.json")
    assert set(rows) == {"dgemm", "sgemm"}
    assert document["skipped"] == [{"test": "barrier", "why": "needs 2 ranks or more"}]
    wrong = lobatto("health", "--tests", "steam")
    assert wrong.returncode == 1 and "did you mean 'stream'" in wrong.stderr


def test_thresholds_name_every_place_that_falls_short(tmp_path):
    thresholds = tmp_path / "fit.toml"
    thresholds.write_text('[dgemm]\nat_least = "1000 TFLOP/s"\n[sgemm]\nat_least = "1 MFLOP/s"\n')
    arguments = ("health", "--budget", 5, "--tests", "products", "--thresholds", thresholds)
    result = lobatto(*arguments, "--json", tmp_path / "h.json", ranks=2)
    assert result.returncode == 1
    host = os.uname().nodename
    for rank in (0, 1):
        assert f"rank {rank} ({host}, core " in result.stdout
    assert "GFLOP/s, must be at least 1e+06 GFLOP/s" in result.stdout
    failures = rows_of(tmp_path / "h.json")[0]["failures"]
    assert [(f["measurement"], f["rank"]) for f in failures] == [("dgemm", 0), ("dgemm", 1)]
    thresholds.write_text('[sgemm]\nat_least = "1 MFLOP/s"\n[barrier]\nat_most = "1 s"\n')
    result = lobatto(*arguments)
    assert result.returncode == 0 and "accepted" in result.stdout
    assert "barrier: has a threshold, and was not measured" in result.stdout


def test_mistakes_in_thresholds_are_found_before_anything_is_measured(tmp_path):
    thresholds = tmp_path / "fit.toml"
    thresholds.write_text('[stream_triat]\nat_least = "3 GB/s"\n[dgemm]\nat_most = "3 us"\n')
    result = lobatto("health", "--thresholds", thresholds, "--json", tmp_path / "health.json")
    assert result.returncode == 1 and result.stdout == ""
    assert not (tmp_path / "health.json").exists()
    assert "fit.toml:1:2: there is no measurement 'stream_triat'" in result.stderr
    assert "did you mean 'stream_triad'?" in result.stderr
    assert "fit.toml:4:1: at_most" in result.stderr and "10 GFLOP/s" in result.stderr
    thresholds.write_text('[dgemm]\nwithin_baseline = "5 %"\n')
    result = lobatto("health", "--thresholds", thresholds)
    assert result.returncode == 1 and "--compare" in result.stderr


def test_baselines_are_kept_compared_and_not_overwritten(tmp_path):
    folder = tmp_path / "kept"
    arguments = ("health", "--budget", 5, "--tests", "products", "--baselines", folder)
    result = lobatto(*arguments, "--save", "before")
    assert result.returncode == 0 and (folder / "before.json").exists(), result.stderr
    before = (folder / "before.json").read_bytes()
    again = lobatto(*arguments, "--save", "before")
    assert again.returncode == 1 and "--force replaces it" in again.stderr
    assert (folder / "before.json").read_bytes() == before
    assert lobatto(*arguments, "--save", "before", "--force").returncode == 0
    # A baseline that was a hundred times as fast, of so many repeats that the few which a busy
    # machine has time for tell the difference.
    document, rows = rows_of(folder / "before.json")
    for row in document["rows"]:
        for value in row["values"]:
            value["repeats"] = [100 * row["average"] * (1 + 1e-6 * i) for i in range(300)]
    (folder / "fast.json").write_text(json.dumps(document))
    result = lobatto(*arguments, "--compare", "fast", "--json", tmp_path / "h.json")
    assert result.returncode == 0 and "worse" in result.stdout
    changes = json.loads((tmp_path / "h.json").read_text())["changes"]
    assert {c["measurement"]: c["verdict"] for c in changes} == {"dgemm": "worse", "sgemm": "worse"}
    thresholds = tmp_path / "fit.toml"
    thresholds.write_text('[dgemm]\nwithin_baseline = "50 %"\n')
    result = lobatto(*arguments, "--compare", "fast", "--thresholds", thresholds)
    assert result.returncode == 1 and "within 50 % of the baseline" in result.stdout
    missing = lobatto(*arguments, "--compare", "befor")
    assert missing.returncode == 1 and "did you mean 'before'" in missing.stderr


def test_baselines_lie_where_users_keep_data(tmp_path):
    command = command_of("health", "--budget", 5, "--tests", "products", "--save", "mine")
    result = subprocess.run(
        command,
        env={**environment(), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "lobatto" / "health" / "mine.json").exists()


def with_a_slow_rank(slow, output, *arguments):
    """On two ranks, one of which is stopped for most of the time: slower than any that other work
    on the machine disturbs. Returns the exit code; what is printed goes to the file `output`."""
    at_work, stopped = 0.002, 0.05
    with output.open("w") as text:
        process = subprocess.Popen(
            command_of(*arguments, ranks=2), stdout=text, stderr=text, env=environment()
        )
    ranks = []
    while len(ranks) < 2 and process.poll() is None:
        ranks = ranks_of(process.pid)
    while process.poll() is None:
        with suppress(ProcessLookupError):
            os.kill(ranks[slow], signal.SIGSTOP)
            time.sleep(stopped)
            os.kill(ranks[slow], signal.SIGCONT)
        time.sleep(at_work)
    return process.returncode


@pytest.mark.parametrize("slow", [0, 1])
def test_a_slow_rank_is_named_and_only_it(tmp_path, slow):
    thresholds, output = tmp_path / "fit.toml", tmp_path / "output"
    thresholds.write_text('[dgemm]\nwithin = "80 %"\n[sgemm]\nwithin = "80 %"\n')
    # Time for more than one repeat, on a busy machine too.
    arguments = ("health", "--budget", 15, "--tests", "products", "--thresholds", thresholds)
    code = with_a_slow_rank(slow, output, *arguments, "--json", tmp_path / "h.json")
    assert code == 1, output.read_text()
    failures = rows_of(tmp_path / "h.json")[0]["failures"]
    assert [(f["measurement"], f["rank"]) for f in failures] == [("dgemm", slow), ("sgemm", slow)]
    assert f"rank {slow} ({os.uname().nodename}, core " in output.read_text()
    assert f"rank {1 - slow} (" not in output.read_text()


def test_noise_finds_who_loses_time(tmp_path):
    output = tmp_path / "output"
    arguments = ("health", "noise", "--seconds", 2, "--json", tmp_path / "n.json")
    assert with_a_slow_rank(1, output, *arguments) == 0, output.read_text()
    document = json.loads((tmp_path / "n.json").read_text())
    lost = [row["lost"] for row in document["rows"]]
    assert lost[1] > 0.5 and lost[1] > lost[0]
    assert sum(document["counts"]) == sum(row["quanta"] for row in document["rows"])
    assert document["longest"][0]["slowdown"] > 1
    text = output.read_text()
    assert "of the time lost" in text and "longer than the fastest" in text


def test_io_measures_files_and_leaves_the_folder_as_it_was(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "mine").write_text("keep")
    result = lobatto(
        "health", "io", folder, "--size", 2, "--files", 20, "--json", tmp_path / "io.json", ranks=2
    )
    assert result.returncode == 0, result.stderr
    rows = rows_of(tmp_path / "io.json")[1]
    for name in ("file_write_4k", "file_read_2m", "file_create", "file_remove", "shared_write"):
        assert rows[name]["minimum"] > 0, name
    assert [path.name for path in folder.iterdir()] == ["mine"]
    assert (folder / "mine").read_text() == "keep"
    missing = lobatto("health", "io", folder / "nothing")
    assert missing.returncode == 1 and "no such folder" in missing.stderr


def test_io_checks_for_room_first(tmp_path):
    free = shutil.disk_usage(tmp_path).free
    mebibytes = 2047
    ranks = 4
    if free > ranks * mebibytes * 2**20:
        pytest.skip("there is room for the largest files that can be asked for")
    result = lobatto("health", "io", tmp_path, "--size", mebibytes, ranks=ranks)
    assert result.returncode == 1 and "are needed; --size takes less" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_io_that_is_interrupted_leaves_nothing(tmp_path):
    process = subprocess.Popen(
        command_of("health", "io", tmp_path, "--size", 256),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(tmp_path.iterdir()) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "stopped by a signal" in errors
    assert list(tmp_path.iterdir()) == []


def test_help_teaches():
    text = lobatto("health", "--help").stdout
    assert "Examples" in text and "--thresholds" in text and "noise" in text and "io" in text
    assert "/scratch/me" in lobatto("health", "io", "--help").stdout
    assert lobatto("health", "--budget", 1).returncode == 2
