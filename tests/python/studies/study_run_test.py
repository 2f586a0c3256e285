"""Studies on this machine, as a user runs them: plan, submit, status, collect and report."""

import csv
import fcntl
import json
import os
import signal
import subprocess
import sys

import pytest
from html_page import Page
from lobatto.report.records import read_run
from program import PATIENCE, PROGRAM, SMALL_DUCT, needs_machine, needs_program
from studies import JOB, LAUNCHER, ROOT, STUDY, study, study_environment, wait_for, write_study

pytestmark = needs_program


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A strong-scaling study, two repeats, that is done and reported."""
    folder = tmp_path_factory.mktemp("study")
    extra = "[cost]\nwatts_per_node = 400\nprice_per_node_hour = 3.6\n"
    extra += '[accuracy]\nquantity = "flow.f_re"\nexact = 56.90831\n'
    text = STUDY.replace("steps = 4", "steps = 4\nrepeats = 2") + JOB + extra
    path = write_study(folder, text)
    study(path, "submit")
    study(path, "report")
    return path


def start_submit(path):
    """In a session of its own, so that signals reach it and all that it starts."""
    return subprocess.Popen(
        [sys.executable, "-m", "lobatto", "study", path.name, "submit"],
        cwd=path.parent,
        env=study_environment(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        stdout=subprocess.DEVNULL,
    )


def numbers_of(path):
    return json.loads((path.parent / "runs/tiny/study.json").read_text())


def test_the_plan_writes_nothing_and_says_what_would_be_run(tmp_path):
    path = write_study(tmp_path)
    said = study(path)
    assert "n1" in said and "n2" in said and "2x2x3" in said and "1,500" in said and "750" in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["small.toml", "tiny.toml"]


def test_the_plan_tells_what_check_refuses(tmp_path):
    path = write_study(tmp_path, STUDY + '"mesh.ordr" = [4]\n' + JOB)
    said = study(path, expected=1)
    assert "n1-ordr4" in said and "did you mean 'order'?" in said


def test_the_plan_says_where_it_could_not_ask_the_program(tmp_path):
    path = write_study(tmp_path, STUDY + '[job]\nprogram = "bin/lobatto"\n')
    assert f"not checked: there is no program {tmp_path}/bin/lobatto here" in study(path)


def test_every_run_has_its_folder_and_does_the_steps_of_the_study(done):
    folder = done.parent / "runs/tiny/runs"
    assert sorted(p.name for p in folder.iterdir()) == ["n1", "n1-r2", "n2", "n2-r2"]
    for path in folder.iterdir():
        attempt = path / "attempt-1"
        assert (attempt / "exit_code").read_text().strip() == "0"
        record = read_run(attempt / "run")
        assert record.n_steps == 4 and record.profile is not None
        assert record.ranks == int(path.name[1])


def test_repeats_take_turns(done):
    submissions = (done.parent / "runs/tiny/runs").glob("*/attempt-1/submitted.json")
    names = [p.parents[1].name for p in sorted(submissions, key=lambda p: p.stat().st_mtime_ns)]
    assert names == ["n1", "n2", "n1-r2", "n2-r2"]


def test_collect_compares_the_runs_as_they_stand_in_their_folders(done):
    small, large = numbers_of(done)["results"]
    runs = done.parent / "runs/tiny/runs"
    for result in (small, large):
        times = [
            read_run(runs / f"n{result['ranks']}{end}/attempt-1/run").seconds_per_step
            for end in ("", "-r2")
        ]
        assert result["seconds_per_step"] == pytest.approx(sum(times) / 2)
        assert result["seconds_per_step_of_repeats"] == times
        assert result["ns_per_point_and_step"] == pytest.approx(1e9 * sum(times) / 2 / 1500)
        assert result["joules_per_step"] == pytest.approx(400 * sum(times) / 2)
        hours = 1 / result["simulated_time_per_second"] / 3600
        assert result["price_per_unit_of_time"] == pytest.approx(3.6 * hours)
    assert small["efficiency"] == 1
    ideal = small["seconds_per_step"] / large["seconds_per_step"] / 2
    assert large["efficiency"] == pytest.approx(ideal)
    summary = json.loads((runs / "n1/attempt-1/run/summary.json").read_text())
    assert small["accuracy"] == pytest.approx(abs(summary["flow"]["f_re"] - 56.90831))
    assert [row["run"] for row in numbers_of(done)["pop"]] == ["n1", "n1-r2", "n2", "n2-r2"]


def test_the_simulated_time_is_that_of_the_later_half_of_the_steps(done):
    run = done.parent / "runs/tiny/runs/n1/attempt-1/run/steps.jsonl"
    other = done.parent / "runs/tiny/runs/n1-r2/attempt-1/run/steps.jsonl"
    rates = []
    for path in (run, other):
        steps = [json.loads(line) for line in path.read_text().splitlines()][2:]
        rates.append(sum(s["dt"] for s in steps) / sum(s["seconds"] for s in steps))
    found = numbers_of(done)["results"][0]["simulated_time_per_second"]
    assert found == pytest.approx(sum(rates) / 2)


def test_the_table_has_the_same_numbers(done):
    lines = (done.parent / "runs/tiny/study.csv").read_text().splitlines()
    rows = list(csv.DictReader(lines[1:]))
    for row, result in zip(rows, numbers_of(done)["results"], strict=True):
        assert float(row["seconds_per_step"]) == result["seconds_per_step"]
        assert float(row["efficiency"]) == result["efficiency"]


def test_the_page_is_whole_and_needs_nothing_else(done):
    page = Page(done.parent / "runs/tiny/report.html")
    assert page.pictures == ["times", "efficiencies"]
    assert "script" not in page.tags
    assert all(reference.startswith(("#", "data:")) for reference in page.references)
    assert "4 of 4 runs" in page.text and "load balance" in page.text and "EUR" in page.text


def test_what_is_done_is_not_run_again_and_more_repeats_add_to_it(done):
    folder = done.parent / "runs/tiny/runs"
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}
    assert "0 ran; now 4 done" in study(done, "submit")
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()} == before
    more = done.with_name("more.toml")
    more.write_text(
        done.read_text()
        .replace("[study]", '[study]\nname = "tiny"')
        .replace("repeats = 2", "repeats = 3")
    )
    assert "2 ran; now 6 done" in study(more, "submit")
    assert {p: p.stat().st_mtime_ns for p in before} == before


def test_the_plan_estimates_by_what_is_done(done):
    said = study(done)
    assert "2 done" in said and "node hours: about" in said


def test_a_study_that_has_become_another_one_is_refused(done):
    other = done.with_name("other.toml")
    text = done.read_text().replace("[study]", '[study]\nname = "tiny"')
    other.write_text(text.replace("steps = 4", "steps = 5"))
    said = study(other, "submit", expected=1)
    assert "run.json: steps is 4, and the study now says 5" in said and "--out" in said


def test_a_failed_run_is_named_with_its_last_words_and_started_again_when_asked(tmp_path):
    unstable = SMALL_DUCT.replace("dt = 0.01", "dt = 0.01\ncfl_limit = 1e-6")
    path = write_study(tmp_path, STUDY.replace("[1, 2]", "[1]") + JOB, unstable)
    assert "submit --retry" in study(path, "submit", expected=1)
    assert "1 failed" in study(path, "status") and "CFL" in study(path, "status")
    assert "no run is done yet (1 failed)" in study(path, "collect", expected=1)
    assert "0 ran; now 1 failed" in study(path, "submit", expected=1)
    study(path, "submit", "--retry", expected=1)
    attempts = tmp_path / "runs/tiny/runs/n1"
    assert (attempts / "attempt-1/exit_code").read_text() == "3\n"
    assert (attempts / "attempt-2/exit_code").read_text() == "3\n"


def test_a_failed_run_does_not_hold_up_the_others(tmp_path):
    rows = "[[run]]\nranks = 1\n[[run]]\nranks = 1\ntime.cfl_limit = 1e-6\n"
    path = write_study(tmp_path, STUDY.partition("[vary]")[0] + rows + JOB)
    study(path, "submit", expected=1)
    study(path, "report")
    found = numbers_of(path)
    assert [result["run"] for result in found["results"]] == ["n1"]
    (failed,) = found["failed"]
    assert failed["run"] == "n1-cfl_limit1e_06" and failed["how"] == "failed, exit code 3"
    assert "CFL" in failed["last_lines"]
    assert "exit code 3" in Page(tmp_path / "runs/tiny/report.html").text


def test_a_run_whose_processes_are_gone_is_lost_and_started_again_when_asked(tmp_path):
    long = STUDY.replace("steps = 4", "steps = 1000000").replace("[1, 2]", "[1]")
    path = write_study(tmp_path, long + JOB.replace(LAUNCHER, "exec"))
    attempt = tmp_path / "runs/tiny/runs/n1/attempt-1"
    process = start_submit(path)
    try:
        wait_for(lambda: (attempt / "run/steps.jsonl").exists())
        assert "1 running" in study(path, "status")
        assert "another submit is at work" in study(path, "submit", expected=1)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    wait_for(lambda: "1 lost" in study(path, "status"))
    assert "0 ran; now 1 lost" in study(path, "submit", expected=1)


def test_an_interrupted_submit_waits_for_its_run_and_starts_no_other(tmp_path):
    long = STUDY.replace("steps = 4", "steps = 1000000")
    path = write_study(tmp_path, long + JOB)
    attempt = tmp_path / "runs/tiny/runs/n1/attempt-1"
    process = start_submit(path)
    wait_for(lambda: (attempt / "run/steps.jsonl").exists())
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) != 0
    assert int((attempt / "exit_code").read_text()) != 0
    assert "stopped at step" in (attempt / "run/run.log").read_text()
    said = study(path, "status")
    assert "1 failed, 1 planned" in said and "stopped at step" in said


@needs_machine
def test_nodes_that_are_not_accepted_keep_the_run_from_starting(tmp_path):
    (tmp_path / "fit.toml").write_text('[stream_triad]\nat_least = "1e9 GB/s"\n')
    health = 'health = { seconds = 5, tests = "stream", thresholds = "fit.toml" }\n'
    text = STUDY.replace("[1, 2]", "[1]").replace("[vary]", health + "[vary]")
    path = write_study(tmp_path, text + JOB)
    study(path, "submit", expected=1)
    attempt = tmp_path / "runs/tiny/runs/n1/attempt-1"
    assert "1 unfit" in study(path, "status") and not (attempt / "run").exists()
    failures = json.loads((attempt / "health.json").read_text())["failures"]
    assert failures[0]["measurement"] == "stream_triad"
    (tmp_path / "fit.toml").write_text('[stream_triad]\nat_least = "1e-3 GB/s"\n')
    assert "now 1 done" in study(path, "submit", "--retry")


def test_orders_at_equal_points(tmp_path):
    """2 x 2 x 2 elements of order 3 have the points of one of order 7."""
    case = SMALL_DUCT.replace("order = 4", "order = 3").replace("elements = 3", "elements = 2")
    text = STUDY.replace("strong", "order").replace("[1, 2]", '[1]\n"mesh.order" = [3, 7]')
    path = write_study(tmp_path, text + JOB, case)
    study(path, "submit")
    study(path, "report")
    results = numbers_of(path)["results"]
    assert [(r["order"], r["points"]) for r in results] == [(3, 512), (7, 512)]
    assert [r["set"]["mesh.z.elements"] for r in results] == ["2", "1"]
    assert Page(tmp_path / "runs/tiny/report.html").pictures == ["orders"]


def test_runs_to_a_time_of_the_flow(tmp_path):
    """Half the step takes twice as many steps; the case's own number of steps is out of force."""
    text = STUDY.replace("steps = 4", "end = 0.08")
    text = text.replace("[1, 2]", "[1]\ntime.dt = [0.01, 0.005]")
    path = write_study(tmp_path, text + JOB)
    study(path, "submit")
    study(path, "collect")
    found = numbers_of(path)["results"]
    assert [(result["run"], result["steps"]) for result in found] == [
        ("n1-dt0.01", 8),
        ("n1-dt0.005", 16),
    ]
    assert "2 runs to t = 0.08" in study(path)


def test_weak_scaling_lengthens_the_box(tmp_path):
    text = STUDY.replace('"strong"', '"weak"\ngrow = "z"')
    path = write_study(tmp_path, text + JOB)
    study(path, "submit")
    study(path, "collect")
    small, large = numbers_of(path)["results"]
    assert large["points"] == 2 * small["points"] and large["points_per_rank"] == 1500
    assert large["efficiency"] == small["seconds_per_step"] / large["seconds_per_step"]
    summary = tmp_path / "runs/tiny/runs/n2/attempt-1/run/summary.json"
    ticks = json.loads(summary.read_text())["mesh"]["z"]["ticks"]
    assert ticks == pytest.approx([i / 3 for i in range(7)])


def test_a_template_of_the_users_own(tmp_path):
    (tmp_path / "job.sh").write_text("echo prepared @name@ for @ranks@ > note\n@run@\n")
    text = STUDY.replace("[1, 2]", "[2]") + JOB + 'template = "job.sh"\n'
    path = write_study(tmp_path, text)
    study(path, "submit")
    note = tmp_path / "runs/tiny/runs/n2/attempt-1/note"
    assert note.read_text() == "prepared n2 for 2\n"
    (tmp_path / "job.sh").write_text("# a comment\n@rank@\n@run@\n")
    said = study(path, "submit", "--out", "other", expected=1)
    assert "job.sh:2: @rank@ is no placeholder; did you mean 'ranks'?" in said


def test_the_lock_of_a_local_run_tells_whether_it_goes_on(tmp_path):
    from lobatto.study.ledger import LOST, RUNNING, Attempt

    attempt = Attempt(tmp_path)
    (tmp_path / "started").touch()
    with (tmp_path / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        attempt.record("local", "1")
        assert attempt.state == RUNNING
    assert attempt.state == LOST


def test_the_program_is_looked_for_from_the_study_file(tmp_path):
    (tmp_path / "inner").mkdir()
    program = os.path.relpath(PROGRAM, tmp_path / "inner")
    text = STUDY.replace("[1, 2]", "[1]") + JOB.replace(str(PROGRAM), program)
    path = write_study(tmp_path / "inner", text)
    assert "now 1 done" in study(path, "submit")


@pytest.mark.parametrize("name", ["duct-strong", "duct-order", "memory-weak"])
def test_the_examples_are_studies_of_valid_cases(tmp_path, name):
    example = (ROOT / f"cases/studies/{name}.toml").read_text()
    example = example.replace("../../build/release/lobatto", str(PROGRAM))
    path = tmp_path / f"{name}.toml"
    path.write_text(example.replace('"../', f'"{ROOT / "cases"}/'))
    said = study(path)
    assert " planned" in said and "not checked" not in said


def test_a_quantity_that_no_summary_has_is_told_with_the_nearest(tmp_path):
    text = STUDY.replace("[1, 2]", "[1]") + JOB + '[accuracy]\nquantity = "flow.f_ree"\n'
    path = write_study(tmp_path, text)
    study(path, "submit")
    said = study(path, "collect", expected=1)
    assert "summary.json: there is no flow.f_ree" in said and "did you mean 'f_re'?" in said
