"""The program from the outside: what it prints, what it leaves, and how it ends."""

import json
import re

import h5py
import numpy as np
import pytest
from program import MACHINE, SMALL_DUCT, lobatto, needs_program

pytestmark = needs_program


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL_DUCT)
    return path


def test_run_leaves_log_steps_summary_and_fields(case, tmp_path):
    out = tmp_path / "run"
    result = lobatto("run", case, "--out", out, "--progress", "lines")
    assert result.returncode == 0, result.stderr
    assert f"\n{out} has all of it: `lobatto plot {out}`" in result.stdout
    steps = [json.loads(line) for line in (out / "steps.jsonl").read_text().splitlines()]
    assert [step["step"] for step in steps] == list(range(1, 7))
    assert all(abs(step["bulk_velocity"] - 1.0) < 1e-12 for step in steps)
    assert all(step["flow_rate"] == step["bulk_velocity"] for step in steps), "its old name"
    assert steps[-1]["solves"]["pressure"]["solver"] == "tensor-direct"
    summary = json.loads((out / "summary.json").read_text())
    assert summary["elements"] == 12 and summary["points"] == 12 * 125 and summary["steps"] == 6
    assert summary["flow"]["direction"] == "z" and summary["flow"]["re_tau"] > 0
    shares = sum(region["share"] for region in summary["regions"])
    assert shares == pytest.approx(1.0, abs=1e-6)
    for region in summary["regions"]:
        assert region["flops"] == pytest.approx(1e9 * region["gflops"] * region["seconds"])
        assert region["bytes"] == pytest.approx(1e9 * region["gbs"] * region["seconds"])
    names = sorted(path.name for path in (out / "fields").glob("*.vtkhdf"))
    assert len(names) == 2
    with h5py.File(out / "fields" / names[-1]) as file:
        velocity = file["Lobatto/fields/velocity"][:]
        assert velocity.shape == (12, 3, 5, 5, 5)
        assert np.isfinite(velocity).all() and "temperature" in file["Lobatto/fields"]
    assert "step" in (out / "run.log").read_text()


def test_check_log_and_summary_tell_of_a_slow_kernel_and_only_then(case, tmp_path):
    slow_way = ("--set", "mesh.quadrature=none", "--steps", 1)
    words = "slow        advection on 5 nodes per direction: it goes by generated products"
    for name, options, expected in (("fast", ("--steps", 1), 0), ("slow", slow_way, 1)):
        out = tmp_path / name
        assert lobatto("run", case, "--out", out, *options).returncode == 0
        assert (out / "run.log").read_text().count(words) == expected
        advection = json.loads((out / "summary.json").read_text())["kernels"]["advection"]
        assert advection["method"] == ("generated products" if expected else "compiled")
        assert (advection["drawback"] is not None) == bool(expected)
    assert words not in lobatto("check", case).stdout
    assert words in lobatto("check", case, "--set", "mesh.quadrature=none").stdout


def test_the_summary_counts_the_iterations_of_the_steps(case, tmp_path):
    out = tmp_path / "run"
    iterative = ("solver.pressure=schwarz-multigrid", "scalar[0].solver=jacobi-cg")
    options = [word for setting in iterative for word in ("--set", setting)]
    assert lobatto("run", case, "--out", out, *options).returncode == 0
    steps = [json.loads(line)["solves"] for line in (out / "steps.jsonl").read_text().splitlines()]
    solves = json.loads((out / "summary.json").read_text())["solves"]
    assert list(solves) == list(steps[0]) == ["pressure", "velocity", "temperature"]
    for name, solve in solves.items():
        counts = [step[name]["iterations"] for step in steps]
        assert (solve["solver"], solve["solves"]) == (steps[0][name]["solver"], 6)
        expected = {"min": min(counts), "mean": np.mean(counts), "max": max(counts)}
        assert solve["iterations"] == pytest.approx(expected)
        row = f"\n{name:<21} {solve['solver']} "
        assert (row in (out / "run.log").read_text()) == (max(counts) > 0)
    assert solves["pressure"]["iterations"]["min"] > 0
    assert solves["velocity"]["iterations"]["max"] == 0


def test_an_existing_run_is_never_overwritten(case, tmp_path):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, "--steps", 1).returncode == 0
    before = (out / "steps.jsonl").read_bytes()
    again = lobatto("run", case, "--out", out, "--steps", 1)
    assert again.returncode == 1
    assert str(out) in again.stderr and "Traceback" not in again.stderr
    assert (out / "steps.jsonl").read_bytes() == before


def test_a_flow_that_blows_up_stops_with_the_place_and_the_last_good_fields(case, tmp_path):
    out = tmp_path / "run"
    result = lobatto("run", case, "--out", out, "--set", "time.dt=0.5", "--set", "time.steps=500")
    assert result.returncode == 3
    assert "stopped at step" in result.stdout and " at (" in result.stdout
    files = sorted((out / "fields").glob("*.vtkhdf"))
    assert files, "the fields of the last good step"
    with h5py.File(files[-1]) as file:
        assert np.isfinite(file["Lobatto/fields/velocity"][:]).all()
    assert (out / "summary.json").exists()


def test_solves_that_never_converge_warn_once_and_then_stop_the_run(case, tmp_path):
    out = tmp_path / "run"
    result = lobatto(
        "run", case, "--out", out, "--steps", 20,
        "--set", "solver.pressure=schwarz-multigrid", "--set", "solver.max_iterations=1",
    )  # fmt: skip
    assert result.returncode == 4
    log = (out / "run.log").read_text()
    assert log.count("warning: step 1 ") == 1
    assert "not converged in 6 steps in a row: pressure (schwarz-multigrid)" in log
    assert len((out / "steps.jsonl").read_text().splitlines()) == 6
    assert list((out / "fields").glob("*.vtkhdf"))


def test_check_says_which_solvers_and_why(case):
    result = lobatto("check", case, "--set", "solver.velocity=jacobi-cg")
    assert result.returncode == 0, result.stderr
    assert "pressure: tensor-direct, the cheapest" in result.stdout
    assert "velocity: jacobi-cg, as asked for" in result.stdout


def test_the_same_fields_on_two_ranks(case, tmp_path):
    pytest.importorskip("h5py")
    one, two = tmp_path / "one", tmp_path / "two"
    assert lobatto("run", case, "--out", one).returncode == 0
    result = lobatto("run", case, "--out", two, ranks=2)
    assert result.returncode == 0, result.stderr
    for name in [path.name for path in (one / "fields").glob("*.vtkhdf")]:
        with h5py.File(one / "fields" / name) as a, h5py.File(two / "fields" / name) as b:
            for field in a["Lobatto/fields"]:
                left, right = a["Lobatto/fields"][field][:], b["Lobatto/fields"][field][:]
                assert np.abs(left - right).max() <= 1e-6 * np.abs(left).max()


def test_check_prints_the_set_up_and_its_size(case):
    result = lobatto("check", case, "--set", "mesh.order=5")
    assert result.returncode == 0, result.stderr
    for word in ("order 5", "wall", "temperature", "memory", "elements per rank"):
        assert word in result.stdout


def test_mistakes_are_named_and_nothing_is_made(case, tmp_path):
    case.write_text(SMALL_DUCT.replace("reynolds", "reynold"))
    out = tmp_path / "run"
    result = lobatto("run", case, "--out", out)
    assert result.returncode == 1 and not out.exists()
    assert "small.toml:8" in result.stderr and "did you mean 'reynolds'" in result.stderr
    unknown = lobatto("run", case, "--set", "mesh.ordr=3")
    assert unknown.returncode == 1 and "--set" in unknown.stderr and "order" in unknown.stderr


def test_more_ranks_than_elements_is_refused(case, tmp_path):
    few = ("--set", "mesh.x.elements=1", "--set", "mesh.y.elements=1", "--set", "mesh.z.elements=2")
    result = lobatto("run", case, "--out", tmp_path / "run", *few, ranks=3)
    assert result.returncode == 1 and "too few for 3 ranks" in result.stderr


def test_help_and_version_teach():
    assert "Examples" in lobatto("run", "--help").stdout
    said = lobatto("run", "--help").stdout
    assert "--progress {auto,lines,live,none}\n" in said
    assert not re.search(r"\b(REQUIRED|Needs|TEXT|INT|FLOAT)\b|->", said)
    assert max(map(len, said.partition("Examples")[0].splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("run --resart a.toml", "lobatto run has no option --resart; did you mean '--restart'?"),
        ("run", "lobatto run: case is missing: Case file (TOML); docs/case-file.md lists every"),
        ("run a.toml b.toml", "lobatto run: found 'b.toml', expected no more words"),
        ("run a.toml --steps abc", "--steps: found 'abc', expected a number\n"),
        ("run a.toml --set", "--set: expected KEY=VALUE behind it"),
        ("run a.toml --progress lins", "--progress: found 'lins', expected auto, lines, live or "),
        ("bench stp", "lobatto bench stp: there is no such command; did you mean 'step'?"),
        ("bench", "lobatto bench: expected one of its commands: step, rates, nekbone or bp"),
        ("bench step --steps 1", "--steps: found '1', expected a number from 4 to 100000"),
        ("health --budget 1", "--budget: found '1', expected a number from 5 to 86400"),
    ],
)
def test_a_mistake_on_the_command_line_is_named_with_what_was_expected(words, message):
    if words.startswith("health") and MACHINE is None:
        pytest.skip("lobatto-machine is not built")
    done = lobatto(*words.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"error  {message}")
    assert done.stderr.endswith(" --help says what there is\n")
    assert lobatto("--version").stdout.startswith("lobatto ")
    assert lobatto("fly").returncode == 2
    assert "mesh.order" in lobatto("keys").stdout


def test_bench_step_writes_rows(tmp_path):
    rows = tmp_path / "rows.json"
    result = lobatto("bench", "step", "--size", "4x2", "--steps", 4, "--json", rows)
    assert result.returncode == 0, result.stderr
    document = json.loads(rows.read_text())
    assert document["stream_gbs"] > 0 and document["peak_gflops"] > 0
    assert document["rows"][0]["n"] == 4 and document["rows"][0]["seconds_per_step"] > 0
    estimates = document["rows"][0]["estimates"]
    assert [row["equation"] for row in estimates] == ["pressure", "velocity"]
    assert all(row["estimated_ns"] > 0 and row["measured_ns"] > 0 for row in estimates)


def test_bench_nekbone_writes_rows_and_names_mistakes(tmp_path):
    rows = tmp_path / "rows.json"
    sizes = ("--elements", "8", "--nodes", "4:5", "--iterations", 10, "--geometry", "box")
    result = lobatto("bench", "nekbone", *sizes, "--json", rows, ranks=2)
    assert result.returncode == 0, result.stderr
    assert "STREAM" in result.stdout and "Mpoints/s" in result.stdout
    document = json.loads(rows.read_text())
    assert [row["n"] for row in document["rows"]] == [4, 5]
    assert all(row["ranks"] == 2 and row["iterations"] == 10 for row in document["rows"])
    assert all(0 < row["residual_reduction"] < 1 for row in document["rows"])
    wrong = lobatto("bench", "nekbone", "--nodes", "8:4")
    assert wrong.returncode == 1 and "--nodes 8:4: the range 8:4 ends" in wrong.stderr
    assert lobatto("bench", "nekbone", "--grid", "2x2").returncode == 1
    assert lobatto("bench", "nekbone", "--shape", "ball").returncode == 2


def test_bench_nekbone_takes_the_same_iterations_on_any_ranks(tmp_path):
    iterations = []
    for ranks in (1, 3, 4):
        rows = tmp_path / f"rows-{ranks}.json"
        size = ("--elements", 12 // ranks, "--shape", "line", "--nodes", 5)
        result = lobatto(
            "bench", "nekbone", *size, "--preconditioner", "multigrid", "--json", rows, ranks=ranks
        )
        assert result.returncode == 0, result.stderr
        assert "Flexible GMRES" in result.stdout and "|r|/|f| is 1e-08" in result.stdout
        document = json.loads(rows.read_text())
        assert document["preconditioner"] == "multigrid" and document["reduction"] == 1e-8
        assert all(row["residual_reduction"] < 1.01e-8 for row in document["rows"])
        iterations.append([row["iterations"] for row in document["rows"]])
    assert len(iterations[0]) == 2 and max(iterations[0]) < 20
    assert all(of_ranks == iterations[0] for of_ranks in iterations)


def test_bench_nekbone_refuses_what_no_preconditioner_or_reduction_is():
    wrong = lobatto("bench", "nekbone", "--preconditioner", "jacobi")
    assert wrong.returncode == 2
    assert "--preconditioner" in wrong.stderr and "multigrid" in wrong.stderr
    wrong = lobatto("bench", "nekbone", "--reduction", 2)
    assert wrong.returncode == 1 and "--reduction 2: expected a part" in wrong.stderr
