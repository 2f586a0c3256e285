"""The page of the report: complete, valid, and alone."""

import json

import pytest
from html_page import Page, check_alone
from lobatto import LobattoError
from lobatto.report.command import write_report
from package_command import lobatto
from synthetic_report import profile_of, report_run, scaling_set, summary_of, tree_of

OF_RUN = ("regions", "roofline", "steps")


def test_one_run_without_a_profile(tmp_path):
    path = write_report([report_run(tmp_path / "tgv")])
    assert path == tmp_path / "tgv" / "report.html"
    page = Page(path)
    check_alone(page)
    assert page.pictures == [f"run-1-{name}" for name in OF_RUN]
    for words in (
        "10.0 ms per step",
        "13.1 million points x steps per second and core",
        "33 % of STREAM",
        "Look first at “pressure solve”: 24 % of the run time",
        "512 elements of order 7, 262,144 points",
        "mpirun -n 2 lobatto run cases/tgv.toml --set time.steps=40 --profile mpi",
        "Not available: no run has an mpi_profile.json",
        "Not available: summary.json has no energy",
        "without both counts: flow rate, other",
    ):
        assert words in page.text


def test_regions_stand_under_their_callers(tmp_path):
    page = Page(write_report([report_run(tmp_path / "tgv", tree=tree_of())]))
    check_alone(page)
    assert page.pictures == [f"run-1-{name}" for name in OF_RUN]
    for words in (
        "pressure solve 75 %, own 40 %, pressure solve/advection 25 %",  # for those who do not see
        "Each region stands under the one that called it",
        "pressure solve 0.300 40 0.160 0.144 0.192",  # in the table: inclusive, share, times
        "advection 0.100 25 0.100",
        "total 0.400 100 0.400",
    ):
        assert words in page.text
    older = Page(write_report([report_run(tmp_path / "older")]))
    assert "A bar is the time of a region without the regions inside it" in older.text
    assert "Exclusive time of each region: pressure solve 40 %" in older.text
    assert "stands under the one" not in older.text


def test_many_regions_share_a_colour_and_a_name(tmp_path):
    many = summary_of()["regions"]
    many += [{**many[0], "name": f"part {i}", "share": 0.01 * (i + 1)} for i in range(6)]
    folders = [report_run(tmp_path / name) for name in ("a", "b")]
    for folder in folders:
        summary = json.loads((folder / "summary.json").read_text())
        (folder / "summary.json").write_text(json.dumps({**summary, "regions": many}))
    svg = write_report(folders, tmp_path / "page.html").read_text().split("</svg>")[0]
    assert "smaller regions" in svg and "part 5" in svg and "part 0" not in svg


def test_several_runs_with_profiles(tmp_path):
    path = write_report(scaling_set(tmp_path), tmp_path / "page.html")
    page = Page(path)
    check_alone(page)
    of_mpi = {1: ("messages",), 2: ("messages", "matrix"), 3: ("messages", "matrix")}
    runs = [f"run-{i}-{name}" for i in of_mpi for name in (*OF_RUN, *of_mpi[i])]
    assert page.pictures == ["costs", "scaling", *runs]
    for words in (
        "Strong scaling: from 1 to 4 ranks the time per step goes from 200 ms to 100 ms, "
        "efficiency 50 %",
        "global efficiency 1.000 0.727 0.500",
        "parallel efficiency 1.000 0.727 0.625",
        "load balance 1.000 0.800 0.833",
        "communication 1.000 0.909 0.750",
        "serialisation - 0.952 0.938",
        "transfer - 0.955 0.800",
        "computational efficiency 1.000 1.000 0.800",
        "counted work scaling 1.000 1.000 0.800",
        "no counters of the processor",
        "MPI_Waitall wait 1,200",
    ):
        assert words in page.text
    assert path.stat().st_size < 1_000_000


@pytest.mark.usefixtures("sketched")
def test_counters_of_the_processor_are_named(tmp_path):
    counted = {"instructions": [6.0, 6.0], "cycles": [3.0, 5.0]}
    page = Page(write_report([report_run(tmp_path / "a", profile_of([4.0, 6.0], 6.5, **counted))]))
    for words in ("instructions scaling 1.000", "IPC scaling 1.000", "counters of the processor"):
        assert words in page.text
    assert "counted work scaling" not in page.text


@pytest.mark.usefixtures("sketched")
def test_baseline_is_the_reference(tmp_path):
    one, two, four = scaling_set(tmp_path)
    page = Page(write_report([two, four], tmp_path / "page.html", baseline=one))
    assert "global efficiency 1.000 0.727 0.500" in page.text
    page = Page(write_report([one, two, four], tmp_path / "page.html", baseline=four))
    assert "computational efficiency 1.250 1.250 1.000" in page.text
    assert "ranks-1 1 0.262 262 200 1.31 33 200" in page.text  # twice as efficient


@pytest.mark.usefixtures("sketched")
def test_runs_that_do_not_compare_say_so(tmp_path):
    runs = [report_run(tmp_path / name, name=name) for name in ("duct", "tgv")]
    page = Page(write_report(runs, tmp_path / "page.html"))
    assert "The runs are of different cases (duct, tgv)" in page.text
    assert "scaling" not in page.pictures


@pytest.mark.usefixtures("sketched")
def test_weak_scaling_is_recognised(tmp_path):
    runs = [
        report_run(tmp_path / f"w{r}", ranks=r, points=131072 * r, seconds_per_step=0.01 * r**0.5)
        for r in (1, 4)
    ]
    page = Page(write_report(runs, tmp_path / "page.html"))
    assert "Weak scaling: from 1 to 4 ranks" in page.text and "efficiency 50 %" in page.text


@pytest.mark.usefixtures("sketched")
def test_energy(tmp_path):
    energy = {"source": "rapl", "nodes": 1, "joules": 40.0}
    page = Page(write_report([report_run(tmp_path / "tgv", energy=energy)]))
    # 40 J in 0.4 s are 100 W; 1 J per step, 1e9 / 262144 nJ per point and step.
    assert "tgv 0.0400 1.11e-05 1 100 1.00 3,815 rapl" in page.text


@pytest.mark.usefixtures("sketched")
def test_folders_of_the_same_name_are_told_apart(tmp_path):
    runs = [report_run(tmp_path / where / "tgv") for where in ("here", "there")]
    text = Page(write_report(runs, tmp_path / "page.html")).text
    assert "here/tgv" in text and "there/tgv" in text
    once = Page(write_report([runs[0], runs[0]], tmp_path / "once.html"))
    assert "All runs" not in once.text


def test_names_cannot_break_the_page(tmp_path):
    path = write_report([report_run(tmp_path / "a<b> & 'c'", name="<script>alert(1)</script>")])
    page = Page(path)
    check_alone(page)
    assert "<script>alert(1)</script>" in page.text


def test_a_run_without_steps_or_work(tmp_path):
    folder = report_run(tmp_path / "bare", steps=False, ranks=1)
    summary = json.loads((folder / "summary.json").read_text())
    for region in summary["regions"]:
        region.update(gbs=0.0, gflops=0.0)
    (folder / "summary.json").write_text(json.dumps(summary))
    page = Page(write_report([folder]))
    assert page.pictures == ["run-1-regions"]
    assert "no region has both FLOPs and bytes" in page.text
    assert "steps.jsonl has no times" in page.text


@pytest.mark.usefixtures("sketched")
def test_files_of_others_are_not_overwritten(tmp_path):
    folder = report_run(tmp_path / "tgv")
    assert write_report([folder]) == write_report([folder])
    (folder / "report.html").write_text("mine")
    with pytest.raises(LobattoError, match=r"report\.html exists and was not written by"):
        write_report([folder])
    with pytest.raises(LobattoError, match="is a folder, expected the name of a file"):
        write_report([folder], out=tmp_path)


@pytest.mark.usefixtures("sketched")
def test_the_command_line(tmp_path):
    one, two, four = scaling_set(tmp_path)
    out = tmp_path / "new" / "page.html"
    result = lobatto("report", two, four, "--baseline", one, "--out", out)
    assert result.returncode == 0, result.stderr
    assert str(out) in result.stdout and out.exists()
    wrong = lobatto("report", tmp_path / "nowhere")
    assert wrong.returncode == 1
    assert wrong.stderr.strip() == f"error  there is no run folder {tmp_path / 'nowhere'}"
    assert "--baseline" in lobatto("report", "--help").stdout
