"""The profile of a run by callers, as the program leaves it."""

import json

import pytest
from program import ROOT, SMALL_DUCT, lobatto, needs_program

pytestmark = [needs_program, pytest.mark.xdist_group("region_tree")]

ITERATIVE = (
    "--set", "solver.pressure=schwarz-multigrid", "--set", "solver.velocity=jacobi-cg",
)  # fmt: skip
ADDED = ("seconds", "share", "flops", "bytes")


def run(folder, *arguments, ranks=2):
    """summary.json and the log."""
    case = folder / "small.toml"
    case.write_text(SMALL_DUCT)
    done = lobatto("run", case, *arguments, "--out", folder / "run", ranks=ranks)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "run" / "summary.json").read_text()), (
        folder / "run" / "run.log"
    ).read_text()


@pytest.fixture(scope="module")
def iterative(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tree")
    return *run(folder, *ITERATIVE), folder


def places_of(summary):
    return {row["path"]: row for row in summary["region_tree"]}


def directly_inside(tree, i):
    for row in tree[i + 1 :]:
        if row["depth"] <= tree[i]["depth"]:
            return
        if row["depth"] == tree[i]["depth"] + 1:
            yield row


def test_the_tree_and_the_list_say_the_same(iterative):
    summary, *_ = iterative
    tree = summary["region_tree"]
    for region in summary["regions"]:
        of_region = [row for row in tree if row["name"] == region["name"]]
        for key in ADDED:
            total = sum(row[key] for row in of_region)
            assert total == pytest.approx(region[key], rel=1e-9, abs=1e-12), (region["name"], key)
    names = {region["name"] for region in summary["regions"]}
    assert {row["name"] for row in tree} <= names


def test_times_add_up(iterative):
    summary, *_ = iterative
    tree = summary["region_tree"]
    wall = sum(row["seconds"] for row in tree)
    assert wall == pytest.approx(sum(row["seconds"] for row in summary["regions"]))
    # Means over ranks against the clock of the first: on a busy machine they are not the same.
    assert 0.5 < wall / summary["wall_s"] < 2
    assert sum(row["inclusive_seconds"] for row in tree if row["depth"] == 0) == pytest.approx(wall)
    for i, row in enumerate(tree):
        inside = sum(child["inclusive_seconds"] for child in directly_inside(tree, i))
        assert row["inclusive_seconds"] == pytest.approx(row["seconds"] + inside)
        assert row["inclusive_seconds_min"] <= row["inclusive_seconds_max"]


def test_paths_name_the_callers(iterative):
    summary, *_ = iterative
    tree = summary["region_tree"]
    assert len(places_of(summary)) == len(tree)
    callers = []
    for row in tree:
        callers = [*callers[: row["depth"]], row["name"]]
        assert row["path"] == "/".join(callers)
    assert tree[-1]["path"] == "other" and tree[-1]["calls"] == 0


def test_the_parts_of_the_pressure_solve(iterative):
    summary, _, folder = iterative
    places = places_of(summary)
    cycle = places["pressure solve/Schwarz multigrid"]
    record = (folder / "run" / "steps.jsonl").read_text().splitlines()
    steps = [json.loads(line) for line in record]
    iterations = sum(step["solves"]["pressure"]["iterations"] for step in steps)
    assert cycle["calls"] == iterations
    assert places["pressure solve/Schwarz multigrid/coarse problem"]["calls"] == iterations
    assert places["pressure solve/Schwarz multigrid/smoother"]["calls"] % (2 * iterations) == 0
    for part in ("operator", "projection", "Schwarz multigrid/smoother"):
        assert places[f"pressure solve/{part}"]["bytes"] > 0
    for caller in ("pressure solve", "velocity solve"):
        assert places[f"{caller}/right-hand sides"]["calls"] > 0


def test_transposes_stand_under_the_solves_that_make_them(tmp_path):
    summary, _ = run(tmp_path)
    places = places_of(summary)
    for caller in ("pressure solve", "velocity solve", "scalar solve"):
        row = places[f"{caller}/transposes"]
        assert row["seconds"] > 0 and row["calls"] == 0
    assert "transposes" not in places


def test_the_table_is_indented_and_not_too_wide(iterative):
    _, log, _ = iterative
    lines = log.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("region "))
    last = next(i for i, line in enumerate(lines) if line.startswith("total "))
    table = lines[first : last + 1]
    assert max(map(len, table)) <= 100
    assert sum(line.startswith("  right-hand sides") for line in table) == 2
    assert any(line.startswith("    coarse problem") for line in table)
    assert any(line.startswith("regions were entered ") for line in lines[last + 1 :])


def test_the_account_costs_less_than_a_hundredth(tmp_path):
    case = ROOT / "cases" / "duct-iterative.toml"
    done = lobatto("run", case, "--set", "time.steps=5", "--out", tmp_path / "run", ranks=1)
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert 0 < summary["profiler_overhead"] < 0.01
