"""`lobatto watch`: planted drifts are found on their day, noise is left alone."""

import json
import os
from datetime import date, datetime, timedelta

import numpy as np
import pytest
from acceptance_test import kernel_json, write_runs
from html_page import Page, check_alone
from lobatto_machine.watch.change_points import ChangeTest, change_points
from lobatto_machine.watch.history import moment_of
from package_command import lobatto

FIRST = date(2026, 3, 1)
LEVEL = ChangeTest()


def noise(rng, kind, count):
    if kind == "normal":
        return rng.normal(0, 1, count)
    if kind == "heavy tails":
        return rng.standard_t(3, count)
    return rng.lognormal(0, 1, count)


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "skew"])
def test_false_alarms_are_as_rare_as_the_level_says(kind):
    """Level 0.02: of 150 series without a change 3 are called changed on average, and 10 or more
    with probability 0.001 (binomial)."""
    rng = np.random.default_rng(1)
    counts = [bool(change_points(noise(rng, kind, 60), ChangeTest(0.02))) for _ in range(150)]
    assert sum(counts) < 10


def test_a_change_is_found_on_its_day():
    """2 % scatter, 8 % less from one day on: 4 standard deviations, found in 19 of 20
    series, and in 17 on the very day."""
    rng = np.random.default_rng(2)
    found = []
    for _ in range(20):
        day = int(rng.integers(10, 50))
        values = 100 + rng.normal(0, 2, 60)
        values[day:] -= 8
        found.append((day, change_points(values, LEVEL)))
    right = [len(changes) == 1 and abs(changes[0] - day) <= 1 for day, changes in found]
    assert sum(right) >= 19
    assert sum(changes == [day] for day, changes in found) >= 17


def test_a_drop_shows_after_three_days():
    rng = np.random.default_rng(3)
    values = 100 + rng.normal(0, 1, 63)
    values[60:] -= 12
    assert change_points(values, LEVEL) == [60]
    assert change_points(values[:62], LEVEL) == []  # two days are too few


def test_there_and_back_are_two_changes():
    rng = np.random.default_rng(4)
    values = 50 + rng.normal(0, 0.5, 90)
    values[30:45] -= 5
    assert change_points(values, LEVEL) == [30, 45]


def test_one_wild_day_is_no_change():
    rng = np.random.default_rng(5)
    for day in (0, 30, 58, 59):
        values = 100 + rng.normal(0, 1, 60)
        values[day] = 20
        assert change_points(values, LEVEL) == []


def test_few_or_equal_values_have_no_change():
    assert change_points(np.array([1.0, 2, 3, 4, 5]), LEVEL) == []
    assert change_points(np.full(100, 7.0), LEVEL) == []


def health_json(triad, latency, ranks=4):
    rows = [
        {"name": "stream_triad", "unit": "GB/s", "better": "larger", "per": "core", "places": ranks,
         "median": triad, "minimum": 0.9 * triad, "maximum": 1.1 * triad},
        {"name": "message_latency", "unit": "us", "better": "smaller", "per": "link", "places": 1,
         "median": latency, "minimum": latency, "maximum": latency},
    ]  # fmt: skip
    return json.dumps({"ranks": ranks, "cores": [], "rows": rows})


def write_days(folder, count=60, slow_from=45):
    """Memory is 10 % slower and a kernel 20 % faster from a day on; messages stay as they are."""
    rng = np.random.default_rng(6)
    for i in range(count):
        day = folder / f"{FIRST + timedelta(i)}"
        day.mkdir(parents=True)
        after = i >= slow_from
        triad = (9.0 if after else 10.0) * (1 + 0.005 * rng.normal())
        (day / "health.json").write_text(health_json(triad, 2 + 0.02 * rng.normal()))
        seconds = (0.008 if after else 0.010) * (1 + 0.005 * rng.normal())
        write_runs(day / "accept.json", kernel_json(seconds=seconds))
    return folder


def watch(*arguments, expected=0):
    result = lobatto("watch", *arguments)
    assert result.returncode == expected, result.stdout + result.stderr
    return result.stdout, result.stderr


def test_the_history_of_a_machine(tmp_path):
    folder = write_days(tmp_path / "days")
    (folder / "other.json").write_text("{}")
    numbers, page = folder / "watch.json", folder / "watch.html"
    said, _ = watch(folder, "--json", numbers, "--html", page, expected=1)
    day = f"{FIRST + timedelta(45)}"
    assert f"worse  stream_triad on 4 ranks: 10.0 % since {day}" in said
    assert f"worse  stream_triad, worst core on 4 ranks: 10.0 % since {day}" in said
    assert "other.json: of neither health nor accept, passed over" in said
    rows = {row["name"]: row for row in json.loads(numbers.read_text())["series"]}
    faster = rows["halo 32x32x32 on 1 rank"]["changes"]
    assert [change["when"][:10] for change in faster] == [day]
    assert faster[0]["worse"] == pytest.approx(-0.25, abs=0.01)
    assert rows["message_latency on 4 ranks"]["changes"] == []
    assert len(rows["message_latency on 4 ranks"]["values"]) == 60
    shown = Page(page)
    check_alone(shown)
    assert shown.pictures == ["change-1", "change-2", "change-3", "others"]
    assert f"stream_triad on 4 ranks is 10 % worse since {day}" in shown.text
    # What it has written is neither a measurement nor in its way.
    again, _ = watch(folder, "--json", numbers, "--html", page, expected=1)
    assert again == said


def test_the_page_of_a_single_file(tmp_path):
    folder = write_days(tmp_path / "days", count=1)
    next(folder.glob("*/accept.json")).unlink()
    watch(folder, "--html", tmp_path / "watch.html")
    assert f"1 file from {FIRST} to {FIRST}, 3 measurements." in Page(tmp_path / "watch.html").text


def test_what_counts_as_worse(tmp_path):
    folder = write_days(tmp_path / "days")
    watch(folder, "--threshold", 15)
    watch(folder, "--since", f"{FIRST + timedelta(45)}")
    said, _ = watch(folder, "--since", f"{FIRST + timedelta(58)}")
    assert "nothing changed" in said and "4 files" in said


def test_a_drift_that_was_mended_is_no_alarm(tmp_path):
    for i in range(60):
        triad = (8.0 if 20 <= i < 40 else 10.0) + 0.01 * (i % 7)
        (tmp_path / f"health-{FIRST + timedelta(i)}.json").write_text(health_json(triad, 2 + i % 3))
    said, _ = watch(tmp_path)
    assert f"{FIRST + timedelta(20)}" in said and f"{FIRST + timedelta(40)}" in said


def test_damaged_files_and_bad_words(tmp_path):
    folder = write_days(tmp_path / "days", 3, 9)
    (folder / f"{FIRST}" / "health.json").write_text('{"ranks": 4, "cores": [], "rows": [{}]}')
    said, errors = watch(folder, expected=1)
    assert "5 files" in said
    assert "health.json: there is no rows[0].name, expected a text" in errors
    (tmp_path / "empty").mkdir()
    for arguments, words in (
        ((tmp_path / "none",), "there is no folder"),
        ((tmp_path / "empty",), "has no files of `lobatto health --json`"),
        ((folder, "--since", "yesterday"), "expected a date such as 2026-11-25"),
        ((folder, "--json", folder / f"{FIRST}" / "accept.json"), "was not written by"),
    ):
        _, errors = watch(*arguments, expected=1)
        assert words in errors, errors


def test_the_moment_of_a_file(tmp_path):
    for name, moment in (
        ("2026-11-25/health.json", datetime(2026, 11, 25)),
        ("2026-11-25T06-30/health.json", datetime(2026, 11, 25, 6, 30)),
        ("2026-11-25/health-2026-11-26_0715.json", datetime(2026, 11, 26, 7, 15)),
    ):
        assert moment_of(tmp_path / name, tmp_path) == moment
    path = tmp_path / "2026-13-45.json"
    path.touch()
    os.utime(path, (1e9, 1e9))
    assert moment_of(path, tmp_path) == datetime.fromtimestamp(1e9)
