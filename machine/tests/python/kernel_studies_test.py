"""Studies of application kernels: what their files may say, as a user runs them, and what is made
of runs with known times."""

import csv
import io
import json
import re

import pytest
from acceptance_test import kernel_json, write_runs
from html_page import Page, check_alone
from lobatto import LobattoError
from lobatto.study.campaigns import campaign_of
from lobatto.study.command import run_study
from lobatto.study.study_file import read_study
from lobatto_machine.kernels.design import kernel_setups_of
from lobatto_machine.kernels.study import KERNELS
from package_command import lobatto
from program import PROGRAM, needs_machine
from program import lobatto as program
from rich.console import Console
from stand_in_schedulers import StandIn
from studies import (
    JOB,
    ROOT,
    documented_studies,
    study,
    study_apart,
    wait_for,
    write_study,
)

WEAK = """
[study]
accept = ["halo", "sweep"]
kind = "weak"
seconds = 0.01
[set]
halo.size = "8x8x8"
sweep.size = "6x6x6"
[vary]
ranks = [1, 2]
"""


def setups(folder, text):
    return kernel_setups_of(read_study(write_study(folder, text)))


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"halo", "sweep"', '"hallo"', 3, "has 'hallo', which is no kernel; did you mean 'halo'?"),
        ('["halo", "sweep"]', '"halo"', 3, "is 'halo', expected a list of kernels such as"),
        ('"sweep"]', '"halo"]', 3, "expected each kernel once"),
        ('"weak"', '"wek"', 4, "study.kind is 'wek'; did you mean 'weak'?"),
        ('"weak"', '"order"', 4, "study.kind is 'order'; expected one of weak, strong"),
        ("seconds = 0.01", "seconds = 0", 5, "study.seconds is 0, expected 0.01 to 3600 seconds"),
        ("seconds = 0.01", "second = 1", 5, "is no key of a study; did you mean 'seconds'?"),
        ("seconds = 0.01", "steps = 4", 5, "study.steps is for runs of a case, and study.accept"),
        ("seconds = 0.01", 'case = "small.toml"', 5, "cannot be beside accept: one of them has to"),
        ("[vary]", "[accuracy]\n[vary]", 9, "accuracy is for runs of a case"),
        ("halo.size", "hallo.size", 7, "is of no kernel of study.accept; did you mean 'halo'?"),
        ("halo.size", "hpcg.size", 7, "is of no kernel of study.accept"),
        ("halo.size", "halo.sice", 7, "is no key of a kernel; did you mean 'size'?"),
        ("8x8x8", "8x8", 7, "set.halo.size is '8x8', expected 3 numbers with x between them"),
        ("8x8x8", "8x8x0", 7, 'expected 3 numbers with x between them, such as "16x16x16"'),
        ('"8x8x8"', "8", 7, "set.halo.size is 8, expected 3 numbers"),
        ("[1, 2]", '[1]\nsweep.ranks_grid = ["2x1x1"]', 11, "expected 2 numbers with x between"),
        ("[1, 2]", "[1, 0]", 10, "vary.ranks is 0, expected a whole number from 1 on"),
    ],
)
def test_mistakes_are_told_with_file_line_and_key(tmp_path, old, new, line, words):
    assert old in WEAK
    with pytest.raises(LobattoError) as error:
        setups(tmp_path, WEAK.replace(old, new, 1))
    assert str(error.value).startswith(f"{tmp_path / 'tiny.toml'}:{line}: "), error.value
    assert words in str(error.value)


def test_strong_scaling_needs_the_size_of_all_ranks(tmp_path):
    text = WEAK.replace('"weak"', '"strong"').replace('sweep.size = "6x6x6"\n', "")
    words = r"tiny\.toml:3: study\.accept has 'sweep', whose size of all ranks together is missing"
    with pytest.raises(LobattoError, match=words):
        setups(tmp_path, text)


def test_seconds_are_for_kernels_and_something_has_to_be_run(tmp_path):
    for text, words in (
        ('[study]\nkind = "weak"\nseconds = 1\n', "study.seconds is for kernels, and study.accept"),
        ('[study]\nkind = "weak"\n', "study.case is missing, expected a case file, or else accept"),
    ):
        with pytest.raises(LobattoError, match=words):
            read_study(write_study(tmp_path, text))


def test_each_kernel_varies_with_its_own_keys(tmp_path):
    text = WEAK.replace('halo.size = "8x8x8"\n', "") + 'halo.size = ["8x8x8", "9x8x8"]\n'
    found = setups(tmp_path, text)
    assert [s.name for s in found] == [
        "halo-n1-size8x8x8", "halo-n1-size9x8x8", "halo-n2-size8x8x8", "halo-n2-size9x8x8",
        "sweep-n1", "sweep-n2",
    ]  # fmt: skip
    assert [s.chosen_size for s in found[3:5]] == ["9x8x8", None]
    assert [s.size for s in found[3:5]] == ["9x8x8", "6x6x6"]


def test_grids_of_ranks_go_with_the_ranks(tmp_path):
    rows = '[[run]]\nranks = 2\nhalo.ranks_grid = "1x2x1"\n[[run]]\nranks = 4\n'
    found = setups(tmp_path, WEAK.partition("[vary]")[0] + rows)
    assert [(s.kernel, s.ranks, s.ranks_grid) for s in found] == [
        ("halo", 2, "1x2x1"), ("halo", 4, None), ("sweep", 2, None), ("sweep", 4, None),
    ]  # fmt: skip
    with pytest.raises(LobattoError, match="'1x3x1', expected numbers whose product is 2"):
        setups(tmp_path, WEAK.partition("[vary]")[0] + rows.replace("1x2x1", "1x3x1"))


def test_all_are_those_that_there_are(tmp_path):
    text = '[study]\naccept = ["all"]\nkind = "weak"\n'
    assert [s.kernel for s in setups(tmp_path, text)] == list(KERNELS)


def test_the_documented_study_is_one(tmp_path):
    _, text = documented_studies()
    found = setups(tmp_path, text)
    assert [s.name for s in found] == [f"{k}-n{n}" for k in ("sweep", "halo") for n in (1, 2, 4)]
    assert [s.size for s in found[2:4]] == [None, "48x48x48"]


@needs_machine
def test_kernels_and_their_directions_are_those_of_the_program():
    listed = program("accept").stdout
    found = re.findall(
        r"^(\S+)\n(?:  .*\n)*?  --size +(\S+) per rank; --ranks-grid takes (\d) numbers$",
        listed,
        re.MULTILINE,
    )
    there = {name: (size.count("x") + 1, int(ranks)) for name, size, ranks in found}
    known = {name: (d.size, d.ranks) for name, d in KERNELS.items()}
    assert len(there) >= 8 and there.items() <= known.items()
    assert set(known) - set(there) <= {"multigrid"}  # without hypre


def collected(folder):
    """study.json, and the page, of what lies in the folder of a study."""
    return json.loads((folder / "study.json").read_text()), Page(folder / "report.html")


def synthetic(folder, kind, times, more=""):
    """A study of halo whose runs took so many seconds per pass; times: by names of the runs."""
    ranks = sorted({int(name.split("-")[1][1:]) for name in times})
    repeats = max(int(name.partition("-r")[2] or 1) for name in times)
    text = f'[study]\naccept = ["halo"]\nkind = "{kind}"\nrepeats = {repeats}\n'
    text += f'[set]\nhalo.size = "32x32x32"\n[vary]\nranks = {ranks}\n{more}'
    path = write_study(folder, text)
    for name, seconds in times.items():
        n = int(name.split("-")[1][1:])
        attempt = folder / "study/runs" / name / "attempt-1"
        attempt.mkdir(parents=True)
        size = (32 * n, 32, 32) if kind == "weak" else (32, 32, 32)
        write_runs(attempt / "accept.json", kernel_json(size=size, ranks=n, seconds=seconds))
        (attempt / "exit_code").write_text("0\n")
    return path, campaign_of(path, folder / "study")


@pytest.mark.parametrize(
    ("kind", "times", "efficiencies"),
    [
        ("weak", {"halo-n1": 1.0, "halo-n2": 1.25, "halo-n4": 2.0}, [1, 0.8, 0.5]),
        ("strong", {"halo-n1": 1.0, "halo-n2": 0.5, "halo-n4": 0.5}, [1, 1, 0.5]),
    ],
)
def test_efficiencies_are_those_of_the_kind(tmp_path, kind, times, efficiencies):
    _, campaign = synthetic(tmp_path, kind, times)
    run_study(campaign, "report", False, Console(file=io.StringIO()))
    document, page = collected(tmp_path / "study")
    found = document["results"]
    assert [row["efficiency"] for row in found] == pytest.approx(efficiencies)
    work = 8 * 32**3 * (4 if kind == "weak" else 1)
    assert found[2]["rate_per_rank"] == pytest.approx(work / times["halo-n4"] / 4)
    assert found[2]["stream_fraction"] == 0.4 and found[2]["peak_fraction"] == 0.2
    check_alone(page)
    assert page.pictures == ["efficiencies", "limits", "spread"]
    assert f"{kind} scaling of application kernels" in page.text
    assert "halo: 1 rank 100 %" in page.text and "all 3 right" in page.text
    rows = list(csv.DictReader((tmp_path / "study/study.csv").read_text().splitlines()[1:]))
    assert [float(row["efficiency"]) for row in rows] == pytest.approx(efficiencies)
    assert rows[0]["size"] == "32x32x32"


def test_a_repeat_that_stands_out_is_named(tmp_path):
    times = {f"halo-n1{end}": 1.0 for end in ("", "-r2", "-r3", "-r4")} | {"halo-n1-r5": 1.5}
    _, campaign = synthetic(tmp_path, "weak", times)
    out = io.StringIO()
    run_study(campaign, "collect", False, Console(file=out))
    document = json.loads((tmp_path / "study/study.json").read_text())
    assert document["results"][0]["outlying"] == ["halo-n1-r5"]
    assert "time per pass is 1.50 times the median of 5 repeats" in out.getvalue()


def test_work_that_does_not_fit_the_kind_is_told(tmp_path):
    _, campaign = synthetic(tmp_path, "weak", {"halo-n1": 1.0, "halo-n2": 1.0})
    file = tmp_path / "study/runs/halo-n2/attempt-1/accept.json"
    write_runs(file, kernel_json(size=(32, 32, 32), ranks=2))
    out = io.StringIO()
    run_study(campaign, "collect", False, Console(file=out))
    assert "The runs of halo have from 131,072 to 262,144 cell updates per pass" in out.getvalue()


def test_a_damaged_file_is_named_and_the_others_are_collected(tmp_path):
    _, campaign = synthetic(tmp_path, "weak", {"halo-n1": 1.0, "halo-n2": 1.0})
    file = tmp_path / "study/runs/halo-n2/attempt-1/accept.json"
    file.write_text(file.read_text()[:-20])
    with pytest.raises(LobattoError, match=r"halo-n2/attempt-1/accept\.json:\d+: not valid JSON"):
        run_study(campaign, "collect", False, Console(file=io.StringIO()))
    document = json.loads((tmp_path / "study/study.json").read_text())
    assert [row["run"] for row in document["results"]] == ["halo-n1"]


def test_sizes_that_vary_are_curves_of_their_own(tmp_path):
    path, _ = synthetic(tmp_path, "weak", {"halo-n1": 1.0})
    text = path.read_text().replace('halo.size = "32x32x32"\n', "").replace("[1]", "[1, 2]")
    path.write_text(text + 'halo.size = ["32x32x32", "64x32x32"]\n')
    for n, size, seconds in ((1, 32, 1.0), (2, 32, 2.0), (1, 64, 3.0), (2, 64, 4.0)):
        attempt = tmp_path / f"other/runs/halo-n{n}-size{size}x32x32/attempt-1"
        attempt.mkdir(parents=True)
        kernel = kernel_json(size=(size * n, 32, 32), ranks=n, seconds=seconds)
        write_runs(attempt / "accept.json", kernel)
        (attempt / "exit_code").write_text("0\n")
    run_study(campaign_of(path, tmp_path / "other"), "report", False, Console(file=io.StringIO()))
    document, page = collected(tmp_path / "other")
    found = {row["run"]: row["efficiency"] for row in document["results"]}
    assert found["halo-n2-size32x32x32"] == 0.5 and found["halo-n2-size64x32x32"] == 0.75
    assert "halo 64x32x32: 1 rank 100 %, 2 ranks 75 %" in page.text


@needs_machine
def test_the_plan_shows_the_runs_and_asks_the_program_for_its_kernels(tmp_path):
    path = write_study(tmp_path, WEAK + JOB)
    said = study(path)
    assert "sweep-n2" in said and "8x8x8" in said and "4 runs timed for 0.01 s" in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["small.toml", "tiny.toml"]
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\nprintf 'halo\\n  stands for  miniGhost\\n'\n")
    old.chmod(0o755)
    said = study(write_study(tmp_path, WEAK + '[job]\nprogram = "./old"\n'), expected=1)
    assert "study.accept has sweep, and" in said and "old has halo" in said


@needs_machine
def test_runs_are_done_once_and_acceptance_takes_the_folder(tmp_path):
    path = write_study(tmp_path, WEAK + JOB)
    assert "4 ran; now 4 done" in study(path, "submit")
    runs = tmp_path / "runs/tiny/runs"
    before = {p: p.stat().st_mtime_ns for p in runs.rglob("*") if p.is_file()}
    assert "0 ran; now 4 done" in study(path, "submit")
    assert {p: p.stat().st_mtime_ns for p in runs.rglob("*") if p.is_file()} == before
    study(path, "report")
    document, page = collected(tmp_path / "runs/tiny")
    check_alone(page)
    rows = {row["run"]: row for row in document["results"]}
    (kernel,) = json.loads((runs / "halo-n2/attempt-1/accept.json").read_text())["kernels"]
    assert kernel["size"] == [8, 8, 16] and rows["halo-n2"]["size"] == [8, 8, 16]
    assert rows["halo-n2"]["seconds_per_pass"] == kernel["seconds"]
    assert rows["halo-n2"]["rate_per_rank"] == pytest.approx(kernel["updates_per_second_per_rank"])
    ratio = rows["halo-n1"]["seconds_per_pass"] / rows["halo-n2"]["seconds_per_pass"]
    assert rows["halo-n2"]["efficiency"] == pytest.approx(ratio)
    result = lobatto("acceptance", "runs/tiny", "--json", "out.json", folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["machine"] == "tiny"
    weak = {curve["kernel"]: curve for curve in found["scaling"] if curve["kind"] == "weak"}
    assert weak["halo"]["efficiency"] == pytest.approx([1, ratio])
    other = path.with_name("other.toml")
    text = path.read_text().replace("[study]", '[study]\nname = "tiny"')
    other.write_text(text.replace('"weak"', '"strong"'))
    assert "run.json: total is false, and the study now says true" in study(
        other, "submit", expected=1
    )


@needs_machine
def test_a_wrong_answer_is_a_failed_run_until_it_is_right(tmp_path):
    """The template makes an answer wrong, as the program tells it: in the file, in the log, by the
    exit code."""
    (tmp_path / "job.sh").write_text(
        "@run@ | sed '0,/right/s/  right/  WRONG/'\n"
        'sed -i \'0,/"holds": *true/! s/"holds": *true/"holds": false/\' accept.json\nexit 1\n'
    )
    text = WEAK.replace('["halo", "sweep"]', '["halo"]').replace('sweep.size = "6x6x6"\n', "")
    text = text.replace("[1, 2]", "[1]").replace('"weak"', '"strong"')
    path = write_study(tmp_path, text + JOB + 'template = "job.sh"\n')
    study(path, "submit", expected=1)
    assert "1 failed" in study(path, "status") and "WRONG" in study(path, "status")
    said = study(path, "collect", expected=1)
    assert "wrong answer" in said and "no run is done yet (1 failed)" in said
    result = lobatto("acceptance", "runs/tiny", folder=tmp_path)
    assert result.returncode == 1 and "not accepted" in result.stdout
    (tmp_path / "job.sh").write_text("@run@\n")
    assert "now 1 done" in study(path, "submit", "--retry")
    study(path, "report")
    assert collected(tmp_path / "runs/tiny")[0]["failed"] == []
    assert lobatto("acceptance", "runs/tiny", folder=tmp_path).returncode == 0


@needs_machine
def test_a_size_that_the_kernel_refuses_does_not_hold_up_the_others(tmp_path):
    text = WEAK.replace('"sweep"', '"lattice"').replace(
        'sweep.size = "6x6x6"', 'lattice.size = "4x5x8x8"'
    )
    path = write_study(tmp_path, text.replace("[1, 2]", "[1]") + JOB)
    study(path, "submit", expected=1)
    study(path, "report")
    document, page = collected(tmp_path / "runs/tiny")
    assert [row["run"] for row in document["results"]] == ["halo-n1"]
    (failed,) = document["failed"]
    assert failed["run"] == "lattice-n1" and "8x6x8x8 fits" in failed["last_lines"]
    assert "1 of 2 runs" in page.text and "exit code 1" in page.text
    result = lobatto("acceptance", "runs/tiny", "--html", "all.html", folder=tmp_path)
    told = "runs/tiny: without rates: lattice-n1 (failed)"
    assert told in result.stdout and told in Page(tmp_path / "all.html").text


@needs_machine
def test_nodes_are_measured_before_in_the_same_job(tmp_path):
    (tmp_path / "fit.toml").write_text('[stream_triad]\nat_least = "1e9 GB/s"\n')
    health = 'health = { seconds = 5, tests = "stream", thresholds = "fit.toml" }\n'
    text = WEAK.replace("[1, 2]", "[1]").replace("[set]", health + "[set]")
    text = text.replace('["halo", "sweep"]', '["halo"]').replace('sweep.size = "6x6x6"\n', "")
    path = write_study(tmp_path, text + JOB)
    study(path, "submit", expected=1)
    attempt = tmp_path / "runs/tiny/runs/halo-n1/attempt-1"
    assert "1 unfit" in study(path, "status") and not (attempt / "accept.json").exists()


@needs_machine
def test_through_a_scheduler(tmp_path):
    pytest.importorskip("psij")
    scheduler = StandIn("slurm", tmp_path)
    rest = 'scheduler = "slurm"\nranks_per_node = 1\nminutes = 7\n'
    text = WEAK.replace('["halo", "sweep"]', '["halo"]').replace('sweep.size = "6x6x6"\n', "")
    path = write_study(tmp_path, text + JOB + rest)
    scheduler.hold()
    assert "2 submitted; now 2 queued" in study_apart(path, "submit", PATH=scheduler.path)
    assert "#SBATCH --nodes=2" in scheduler.scripts()[1]
    assert "0 submitted; now 2 queued" in study_apart(path, "submit", PATH=scheduler.path)
    scheduler.release()
    wait_for(lambda: "2 done" in study_apart(path, "status", PATH=scheduler.path))
    study(path, "collect")
    found = json.loads((tmp_path / "runs/tiny/study.json").read_text())["results"]
    assert [(row["run"], row["nodes"]) for row in found] == [("halo-n1", 1), ("halo-n2", 2)]


def test_a_folder_without_kernels_is_refused(tmp_path):
    result = lobatto("acceptance", tmp_path)
    assert result.returncode == 1 and "or the folder of a study that names" in result.stderr


@needs_machine
@pytest.mark.parametrize("name", ["kernels-weak", "kernels-strong"])
def test_the_examples_are_studies_of_kernels(tmp_path, name):
    example = (ROOT / f"cases/studies/{name}.toml").read_text()
    path = tmp_path / f"{name}.toml"
    path.write_text(example.replace("../../build/release/lobatto", str(PROGRAM)))
    said = study(path)
    assert "16 runs timed for 0.5 s" in said and "not checked" not in said
