"""What `auto` is decided by: rates that are measured once, and a run that keeps its solvers."""

import json
import re

import pytest
from program import lobatto, needs_program
from restart_support import differences, run, write_case

pytestmark = needs_program


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of this test alone, in which the program remembers its machine."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "lobatto"


def file_of(cache):
    (file,) = cache.glob("machine-*.json")
    return file


def set_rates(cache, **rates):
    """Changes what was measured for one rank on a node, as if no other test had disturbed it."""
    file = file_of(cache)
    content = json.loads(file.read_text())
    content["ranks_on_node"]["1"]["rates"].update(rates, other_cores=0, scatter=0)
    file.write_text(json.dumps(content))


def solvers_of(out):
    """What run.log says last."""
    return re.findall(r"solvers: (.*)", (out / "run.log").read_text())[-1]


def check_that_remembers(case):
    """Rates that other tests disturbed are measured anew once these are done."""
    for _ in range(10):
        told = lobatto("check", case).stdout
        if "remembered from" in told:
            break
    return told


def test_check_measures_once_and_says_so(tmp_path, cache):
    case = write_case(tmp_path)
    first = lobatto("check", case)
    assert first.returncode == 0, first.stderr
    assert re.search(r"rates       products \d+.* GFLOP/s.*measured now", first.stdout)
    second = check_that_remembers(case)
    assert re.search(r"rates .*remembered from \d{4}-\d\d-\d\d", second)
    assert re.search(r"pressure: .*; about .*schwarz-multigrid \d.*tensor-direct \d", second)


def test_damaged_memory_is_measured_anew(tmp_path, cache):
    case = write_case(tmp_path)
    assert lobatto("check", case).returncode == 0
    file_of(cache).write_text('{"machine": ')
    again = lobatto("check", case)
    assert again.returncode == 0 and "measured now" in again.stdout
    assert "remembered from" in check_that_remembers(case)


def test_rates_decide(tmp_path, cache):
    case = write_case(tmp_path)
    assert lobatto("check", case).returncode == 0
    set_rates(cache, product_gflops=1e6)
    assert "velocity: tensor-direct, the cheapest" in lobatto("check", case).stdout
    set_rates(cache, product_gflops=1e-3)
    slow = lobatto("check", case).stdout
    assert "velocity: jacobi-cg, the cheapest" in slow
    assert "pressure: schwarz-multigrid, the cheapest" in slow


def test_a_restart_keeps_the_solvers_whatever_is_measured_by_then(tmp_path, cache):
    case = write_case(tmp_path)
    assert lobatto("check", case).returncode == 0
    set_rates(cache, product_gflops=1e-3)
    straight, restarted, other = (tmp_path / name for name in ("straight", "restarted", "other"))
    run(case, straight, "--steps", 6)
    run(case, restarted, "--steps", 3)
    set_rates(cache, product_gflops=1e6)
    run(case, restarted, "--steps", 6, "--restart")
    run(case, other, "--steps", 6)
    assert solvers_of(restarted) == solvers_of(straight) != solvers_of(other)
    assert differences(straight, restarted) == []


def test_a_restart_on_more_ranks_keeps_the_solvers(tmp_path, cache):
    case = write_case(tmp_path)
    assert lobatto("check", case).returncode == 0
    set_rates(cache, product_gflops=1e-3)
    out, asked = tmp_path / "out", ("--set", "solver.velocity=tensor-direct")
    run(case, out, "--steps", 3)
    before = solvers_of(out)
    run(case, out, "--steps", 5, "--restart", ranks=2)
    assert solvers_of(out) == before
    run(case, out, "--steps", 6, "--restart", *asked)
    assert solvers_of(out) != before
