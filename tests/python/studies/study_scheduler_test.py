"""Studies through a batch scheduler: PSI/J, with stand-ins for the commands of SLURM and PBS."""

import sys

import pytest
from program import needs_program
from stand_in_schedulers import StandIn
from studies import JOB, STUDY, wait_for, write_study
from studies import study_apart as study

pytestmark = needs_program

RESOURCES = """ranks_per_node = 2
minutes = 90
queue = "short"
account = "flows"
prepare = "export OMPI_MCA_rmaps_base_oversubscribe=1"
"""
OPTIONS = {
    "slurm": 'scheduler = "slurm"\noptions = { constraint = "rome" }\n',
    "pbs": 'scheduler = "pbs"\noptions = { m = "n" }\n',
}


@pytest.fixture(params=["slurm", "pbs"])
def scheduler(request, tmp_path):
    pytest.importorskip("psij")
    return StandIn(request.param, tmp_path)


def study_for(scheduler, folder, ranks):
    text = STUDY.replace("[1, 2]", ranks) + JOB + RESOURCES + OPTIONS[scheduler.name]
    return write_study(folder, text)


def status(path, scheduler):
    return study(path, "status", PATH=scheduler.path)


def test_jobs_are_handed_over_wait_run_and_are_collected(tmp_path, scheduler):
    path = study_for(scheduler, tmp_path, "[1, 2]")
    scheduler.hold()
    assert "2 submitted; now 2 queued" in study(path, "submit", PATH=scheduler.path)
    assert "2 queued" in status(path, scheduler)
    assert "0 submitted; now 2 queued" in study(path, "submit", PATH=scheduler.path)
    scheduler.release()
    wait_for(lambda: "2 done" in status(path, scheduler))
    study(path, "report", PATH=scheduler.path)
    assert (tmp_path / "runs/tiny/report.html").exists()
    assert "0 submitted; now 2 done" in study(path, "submit", PATH=scheduler.path)


def test_the_scheduler_is_asked_for_what_the_study_says(tmp_path, scheduler):
    path = study_for(scheduler, tmp_path, "[1, 4]")
    study(path, "submit", PATH=scheduler.path)
    small, large = scheduler.scripts()
    wanted = {
        "slurm": ['--partition="short"', '--account="flows"', '--constraint="rome"', "--exclusive"],
        "pbs": ["-q short", "-A flows", '-m "n"', "-l place=scatter:exclhost"],
    }[scheduler.name]
    word = {"slurm": "#SBATCH", "pbs": "#PBS"}[scheduler.name]
    assert all(f"{word} {line}" in small for line in wanted)
    if scheduler.name == "slurm":
        assert "#SBATCH --time=1:30:0" in small
        assert "#SBATCH --nodes=1" in small and "#SBATCH --ntasks-per-node=1" in small
        assert "#SBATCH --nodes=2" in large and "#SBATCH --ntasks-per-node=2" in large
    else:
        assert "#PBS -l walltime=1:30:0" in small
        assert "#PBS -l select=1:ncpus=1:mpiprocs=1" in small
        assert "#PBS -l select=2:ncpus=2:mpiprocs=2" in large
    wait_for(lambda: "2 done" in status(path, scheduler))


def test_a_job_that_the_scheduler_has_dropped_is_lost_and_comes_again_when_asked(
    tmp_path, scheduler
):
    path = study_for(scheduler, tmp_path, "[1]")
    scheduler.hold()
    study(path, "submit", PATH=scheduler.path)
    scheduler.cancel()
    wait_for(lambda: "1 lost" in status(path, scheduler))
    assert "0 submitted" in study(path, "submit", PATH=scheduler.path)
    assert "1 submitted" in study(path, "submit", "--retry", PATH=scheduler.path)
    wait_for(lambda: "1 done" in status(path, scheduler))
    assert (tmp_path / "runs/tiny/runs/n1/attempt-2/run/summary.json").exists()


def test_what_the_scheduler_refuses_is_told_and_can_be_submitted_again(tmp_path, scheduler):
    path = study_for(scheduler, tmp_path, "[1]")
    scheduler.refuse()
    said = study(path, "submit", expected=1, PATH=scheduler.path)
    assert f"{scheduler.name} does not take the run n1: invalid partition" in said
    scheduler.take()
    assert "1 submitted" in study(path, "submit", PATH=scheduler.path)
    wait_for(lambda: "1 done" in status(path, scheduler))
    assert not (tmp_path / "runs/tiny/runs/n1/attempt-2").exists()


def test_without_psij_only_the_scheduler_is_out_of_reach(tmp_path):
    """The package is hidden by a module of its name that cannot be imported."""
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden/psij.py").write_text("raise ImportError('hidden')\n")
    path = write_study(tmp_path, STUDY + JOB + RESOURCES + OPTIONS["slurm"])
    hidden = ":".join([str(tmp_path / "hidden"), *filter(None, sys.path)])
    assert "1 planned" in study(path, PYTHONPATH=hidden)
    said = study(path, "submit", expected=1, PYTHONPATH=hidden)
    assert "needs the package psij-python" in said and "pip install" in said
    assert not (tmp_path / "runs/tiny/runs").exists()
