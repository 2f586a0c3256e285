"""What a study makes of runs with known times."""

import io

import pytest
from html_page import Page
from lobatto import LobattoError
from lobatto.study.campaigns import campaign_of
from lobatto.study.command import run_study
from rich.console import Console
from studies import write_study
from synthetic_report import profile_of, report_run

DUCT = """
[mesh]
order = 7
x = { range = [0, 1], elements = 8 }
y = { range = [0, 1], elements = 8 }
z = { range = [0, 1], elements = 8 }
"""
STUDY = """
[study]
case = "small.toml"
kind = "{kind}"
steps = 40
[vary]
ranks = {ranks}
{more}
"""
POINTS = 64**3


def campaign(folder, kind, times, points=None, more=""):
    """A study whose runs took so many seconds per step; times: by the names of the runs."""
    ranks = sorted({int(name.split("-")[0][1:]) for name in times})
    path = write_study(folder, STUDY.format(kind=kind, ranks=ranks, more=more), DUCT)
    for name, seconds in times.items():
        attempt = folder / "study/runs" / name / "attempt-1"
        n = int(name.split("-")[0][1:])
        size = (points or {}).get(name, POINTS)
        profile = profile_of([0.3] * n, 0.4, steps=40)
        report_run(attempt / "run", profile, ranks=n, points=size, seconds_per_step=seconds)
        (attempt / "exit_code").write_text("0\n")
    return campaign_of(path, folder / "study")


def curves_of(found):
    curves, _ = found.collect()
    found.damages.raise_noted()
    return curves


def test_strong_scaling_is_judged_by_core_time(tmp_path):
    times = {"n1": 8.0, "n2": 4.0, "n8": 2.0}
    (curve,) = curves_of(campaign(tmp_path, "strong", times))
    assert curve.efficiencies == pytest.approx((1, 1, 0.5))
    last = curve.results[-1]
    assert last.nanoseconds == pytest.approx(2e9 / POINTS)
    assert last.core_nanoseconds == pytest.approx(16e9 / POINTS)
    assert last.memory_per_rank == pytest.approx(540 * POINTS / 8)
    assert last.setup_seconds == pytest.approx(0.1)


def test_weak_scaling_is_judged_by_time(tmp_path):
    times = {"n1": 1.0, "n4": 1.25}
    (curve,) = curves_of(campaign(tmp_path, "weak", times, {"n4": 4 * POINTS}))
    assert curve.efficiencies == pytest.approx((1, 0.8))


def test_efficiencies_are_shown_where_there_is_something_to_compare(tmp_path):
    out = io.StringIO()
    run_study(campaign(tmp_path, "strong", {"n1": 1.0}), "report", False, Console(file=out))
    page = Page(tmp_path / "study/report.html")
    assert "efficiency" not in out.getvalue().partition("time to solution")[0]
    assert "t0 n0" not in page.text
    assert page.pictures == []


def test_free_studies_are_judged_a_point(tmp_path):
    times = {"n1": 1.0, "n2": 1.0}
    (curve,) = curves_of(campaign(tmp_path, "free", times, {"n2": 3 * POINTS}))
    assert curve.efficiencies == pytest.approx((1, 1.5))


def test_what_varies_beside_the_ranks_makes_curves(tmp_path):
    times = {"n1-dt0.1": 4.0, "n1-dt0.2": 6.0, "n2-dt0.1": 4.0, "n2-dt0.2": 4.0}
    found = campaign(tmp_path, "strong", times, more="time.dt = [0.1, 0.2]")
    curves = curves_of(found)
    assert [curve.label for curve in curves] == ["time.dt = 0.1", "time.dt = 0.2"]
    assert curves[0].efficiencies == pytest.approx((1, 0.5))
    assert curves[1].efficiencies == pytest.approx((1, 0.75))
    run_study(found, "report", False, Console(file=io.StringIO()))
    page = Page(tmp_path / "study/report.html")
    assert page.pictures == ["times", "efficiencies"]
    assert page.text.count("load balance") == 2


@pytest.mark.parametrize(("kind", "said"), [("strong", "points"), ("weak", "different work")])
def test_points_that_do_not_fit_the_kind_are_told(tmp_path, kind, said):
    times, out = {"n1": 1.0, "n2": 1.0}, io.StringIO()
    points = {"n2": 3 * POINTS}
    run_study(campaign(tmp_path, kind, times, points), "collect", False, Console(file=out))
    assert "The runs have from" in out.getvalue() and said in out.getvalue()


def test_a_damaged_run_is_named_and_the_others_are_collected(tmp_path):
    found = campaign(tmp_path, "strong", {"n1": 1.0, "n2": 1.0})
    summary = tmp_path / "study/runs/n2/attempt-1/run/summary.json"
    summary.write_text(summary.read_text()[:-20])
    with pytest.raises(LobattoError, match=r"n2/attempt-1/run/summary\.json:\d+: not valid JSON"):
        run_study(found, "collect", False, Console(file=io.StringIO()))
    assert (tmp_path / "study/study.csv").read_text().count("\nn1,") == 1


def test_tables_of_somebody_else_are_left_as_they_are(tmp_path):
    found = campaign(tmp_path, "strong", {"n1": 1.0})
    (tmp_path / "study/study.csv").write_text("mine\n")
    with pytest.raises(LobattoError, match="was not written by lobatto study"):
        run_study(found, "collect", False, Console(file=io.StringIO()))
    assert (tmp_path / "study/study.csv").read_text() == "mine\n"


def test_repeats_are_added_to_what_is_there(tmp_path):
    campaign(tmp_path, "strong", {"n1": 1.0, "n2": 1.0})
    path = tmp_path / "tiny.toml"
    path.write_text(path.read_text().replace("steps = 40", "steps = 40\nrepeats = 2"))
    states = campaign_of(path, tmp_path / "study").states()
    assert states == {"n1": "done", "n1-r2": "planned", "n2": "done", "n2-r2": "planned"}
