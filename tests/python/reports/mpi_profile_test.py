"""The communication profile of a run: its sums, its products, and what stays as it was."""

import json

import pytest
from program import SMALL_DUCT, lobatto, needs_program

pytestmark = [needs_program, pytest.mark.xdist_group("mpi_profile"), pytest.mark.long]

ITERATIVE = ["--set", "solver.pressure=schwarz-multigrid", "--set", "solver.velocity=jacobi-cg"]


def run(folder, *arguments, ranks):
    case = folder / "small.toml"
    case.write_text(SMALL_DUCT)
    done = lobatto("run", case, "--out", folder / "run", *arguments, ranks=ranks)
    assert done.returncode == 0, done.stderr
    return done.stdout


def profile_of(folder):
    return json.loads((folder / "run" / "mpi_profile.json").read_text())


def total(rows, key, kind=None):
    return sum(row[key] for row in rows if kind is None or row["kind"] == kind)


def sum_over_regions(profile, function, key):
    return sum(
        row[key]
        for region in profile["regions"]
        for row in region["functions"]
        if row["name"] == function
    )


@pytest.fixture(
    scope="module",
    params=[(ranks, solvers) for ranks in (1, 2, 3) for solvers in ("direct", "iterative")],
    ids=lambda chosen: f"{chosen[1]}-{chosen[0]}",
)
def profiled(request, tmp_path_factory):
    """A profile with what the run said."""
    ranks, solvers = request.param
    folder = tmp_path_factory.mktemp("profiled")
    chosen = ITERATIVE if solvers == "iterative" else []
    text = run(folder, "--profile", "mpi", *chosen, ranks=ranks)
    profile = profile_of(folder)
    assert (profile["format"], profile["version"]) == ("lobatto-mpi-profile", 1)
    assert profile["ranks"] == ranks == len(profile["hosts"])
    assert profile["steps"] == 6
    return profile, text


def test_functions_are_the_sums_of_their_regions(profiled):
    profile, _ = profiled
    functions = profile["functions"]
    assert len({row["name"] for row in functions}) == len(functions)
    for row in functions:
        for key in ("calls", "bytes"):
            assert row[key] == sum_over_regions(profile, row["name"], key)
        seconds = sum_over_regions(profile, row["name"], "seconds_avg")
        assert row["seconds_avg"] == pytest.approx(seconds)
        assert row["seconds_min"] <= row["seconds_avg"] * (1 + 1e-9)
        assert row["seconds_avg"] <= row["seconds_max"] * (1 + 1e-9)
    assert total(functions, "share") == pytest.approx(1)
    assert len(profile["mpi_seconds"]) == profile["ranks"]
    mean = sum(profile["mpi_seconds"]) / profile["ranks"]
    assert total(functions, "seconds_avg") == pytest.approx(mean)


def test_the_matrix_holds_all_messages(profiled):
    profile, _ = profiled
    matrix, sizes = profile["matrix"], profile["message_sizes"]
    sent = total(profile["functions"], "bytes", "point-to-point")
    assert sum(matrix["bytes"]) == sent == total(sizes, "bytes", "point-to-point")
    assert sum(matrix["messages"]) == total(sizes, "calls", "point-to-point")
    assert (sent > 0) == (profile["ranks"] > 1)
    pairs = list(zip(matrix["rank_from"], matrix["rank_to"], strict=True))
    assert pairs == sorted(set(pairs))
    assert all(0 <= rank < profile["ranks"] for pair in pairs for rank in pair)


def test_sizes_lie_in_their_bins(profiled):
    profile, _ = profiled
    for size in profile["message_sizes"]:
        assert size["bytes_from"] * size["calls"] <= size["bytes"]
        assert size["bytes"] < size["bytes_below"] * size["calls"]
    collectives = total(profile["functions"], "calls", "collective")
    assert collectives == total(profile["message_sizes"], "calls", "collective")


def test_the_metrics_are_products_of_each_other(profiled):
    profile, text = profiled
    pop, useful, ranks = profile["pop"], profile["useful_seconds"], profile["ranks"]
    assert pop["window"] == "steps 1 to 6 of 6"
    assert pop["load_balance"] == pytest.approx(sum(useful) / ranks / max(useful))
    if ranks == 1:
        assert pop["load_balance"] == 1
        assert pop["serialisation_efficiency"] == pytest.approx(1)
    assert pop["communication_efficiency"] == pytest.approx(max(useful) / profile["seconds"])
    products = [
        ("parallel_efficiency", "load_balance", "communication_efficiency"),
        ("communication_efficiency", "serialisation_efficiency", "transfer_efficiency"),
    ]
    for product, first, second in products:
        assert pop[product] == pytest.approx(pop[first] * pop[second])
    assert 0 < pop["serialisation_efficiency"] <= 1 + 1e-9
    assert pop["ideal_seconds"] == pytest.approx(profile["seconds"] * pop["transfer_efficiency"])
    for in_mpi, outside in zip(profile["mpi_seconds"], useful, strict=True):
        assert in_mpi + outside <= profile["seconds"] * (1 + 1e-9)
    for words in ("MPI function", "MPI_Allreduce", "parallel efficiency", "serialisation"):
        assert words in text


def test_work_is_counted_one_way_or_the_other(profiled):
    profile, text = profiled
    counters = profile["counters"]
    assert len(counters["counted_flops"]) == profile["ranks"]
    assert all(flops > 0 for flops in counters["counted_flops"])
    if counters["source"] == "perf_event":
        assert len(counters["instructions"]) == len(counters["cycles"]) == profile["ranks"]
    else:
        assert counters["source"] == "counted work"
        assert counters["instructions"] is None
        assert counters["cycles"] is None
        assert "as counted in the code" in text


def test_messages_are_the_same_in_every_run(tmp_path):
    counts = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        run(tmp_path / name, "--profile", "mpi", *ITERATIVE, ranks=2)
        profile = profile_of(tmp_path / name)
        counts.append([profile["matrix"], profile["message_sizes"]])
    assert counts[0] == counts[1]


def test_regions_say_which_solver_communicates(tmp_path):
    run(tmp_path, "--profile", "mpi", *ITERATIVE, ranks=2)
    regions = {row["name"]: row["functions"] for row in profile_of(tmp_path)["regions"]}
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert set(regions) <= {row["name"] for row in summary["regions"]}
    names = {row["name"] for row in regions["pressure solve"]}
    assert "MPI_Allreduce" in names
    # Neighbours on one node exchange by whichever is faster.
    assert names & {"MPI_Startall", "shared memory send"}


def test_nothing_is_recorded_unasked(tmp_path):
    text = run(tmp_path, ranks=2)
    assert not (tmp_path / "run" / "mpi_profile.json").exists()
    assert "MPI function" not in text


def test_another_profile_is_refused(tmp_path):
    case = tmp_path / "small.toml"
    case.write_text(SMALL_DUCT)
    done = lobatto("run", case, "--profile", "gpu", "--out", tmp_path / "run")
    assert done.returncode == 2
    assert "--profile" in done.stderr
    assert "mpi" in done.stderr


def test_energy_is_told_or_why_not(tmp_path):
    run(tmp_path, ranks=2)
    text = (tmp_path / "run" / "run.log").read_text()
    energy = json.loads((tmp_path / "run" / "summary.json").read_text())["energy"]
    if energy["source"] is None:
        assert energy["why_not"]
        assert f"energy: not available: {energy['why_not']}" in text
    else:
        assert energy["source"] == "rapl"
        assert energy["joules_per_step"] == pytest.approx(energy["joules"] / 6)
        assert energy["joules_per_time_unit"] == pytest.approx(energy["joules"] / 0.06)
