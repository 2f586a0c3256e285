"""The report of what the program itself leaves."""

import json

import pytest
from html_page import Page, check_alone
from lobatto import Run
from lobatto.pictures.plot import plot_run
from lobatto.report.command import write_report
from lobatto.report.pop import efficiencies
from lobatto.report.records import read_run
from lobatto.report.tables import measured
from program import SMALL_DUCT, lobatto, needs_program

pytestmark = needs_program


@pytest.fixture
def profiled(tmp_path):
    """Runs on one and two ranks, with the profile of MPI where the program has it."""
    options = ["--profile", "mpi"] if "--profile" in lobatto("run", "--help").stdout else []
    case = tmp_path / "duct.toml"
    case.write_text(SMALL_DUCT)
    folders = [tmp_path / "one", tmp_path / "two"]
    for ranks, folder in enumerate(folders, start=1):
        result = lobatto("run", case, "--out", folder, *options, ranks=ranks)
        assert result.returncode == 0, result.stderr
    return folders, bool(options)


def test_report_of_real_runs(profiled, tmp_path):
    folders, has_profile = profiled
    page = Page(write_report(folders, tmp_path / "page.html"))
    check_alone(page)
    for name in ("costs", "scaling", "run-1-regions", "run-2-roofline", "run-2-steps"):
        assert name in page.pictures
    assert ("run-2-matrix" in page.pictures) == has_profile
    for words in ("Strong scaling", "12 elements of order 4, 1,500 points", "pressure solve"):
        assert words in page.text


def test_a_thinned_record_says_which_steps_it_holds(tmp_path):
    case = tmp_path / "duct.toml"
    case.write_text(SMALL_DUCT)
    options = ("--set", "output.diagnostics_every_steps=4", "--steps", "10")
    result = lobatto("run", case, "--out", tmp_path / "run", *options)
    assert result.returncode == 0, result.stderr
    run = Run(tmp_path / "run")
    assert run.steps["step"].tolist() == [4, 8, 10]
    record = read_run(run.path)
    assert record.n_steps == 10 and record.steps.n_missing == 4
    page = Page(write_report([run.path], tmp_path / "page.html"))
    assert "The record has 3 of the 7 steps from 4 to 10" in page.text
    assert next(plot_run(run)).name == "history.png"


def test_efficiencies_of_the_profile_are_ours(profiled):
    folders, has_profile = profiled
    if not has_profile:
        pytest.skip("this program has no --profile mpi")
    run = read_run(folders[1])
    of_run = measured(run, run.profile)
    ours = efficiencies(of_run, of_run)
    theirs = json.loads((folders[1] / "mpi_profile.json").read_text())["pop"]
    assert ours.load_balance == pytest.approx(theirs["load_balance"])
    assert ours.communication == pytest.approx(theirs["communication_efficiency"])
    assert ours.parallel == pytest.approx(theirs["parallel_efficiency"])
    product = run.profile.serialisation * run.profile.transfer
    assert product == pytest.approx(ours.communication)
