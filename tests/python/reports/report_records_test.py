"""What the report reads, and what it says where that is not as expected."""

import json
import math

import numpy as np
import pytest
from lobatto import LobattoError
from lobatto.report import formats
from lobatto.report.losses import largest_growth, losses
from lobatto.report.mpi_charts import matrix_of
from lobatto.report.pop import efficiencies
from lobatto.report.records import by_time, read_run
from lobatto.report.run_charts import spread, thinned
from lobatto.report.tables import measured
from synthetic import write_run
from synthetic_report import PLACES, profile_of, report_run, scaling_set, summary_of, tree_of


def change(path, change_it):
    document = json.loads(path.read_text())
    change_it(document)
    path.write_text(json.dumps(document))


def profiled(folder):
    return report_run(folder, profile_of([5.0, 3.0], 5.5))


def test_a_run_as_it_was_written(tmp_path):
    run = read_run(report_run(tmp_path / "tgv-2", profile_of([5.0, 3.0], 5.5)))
    assert (run.label, run.case, run.ranks, run.points_per_rank) == ("tgv-2", "tgv", 2, 131072)
    assert run.core_nanoseconds == pytest.approx(1e9 * 0.01 * 2 / 262144)
    assert run.regions[0].intensity == pytest.approx(12.5) and math.isnan(run.regions[3].intensity)
    assert list(run.steps.iterations) == ["pressure"]  # direct solvers do not iterate
    assert run.profile.mpi_share == pytest.approx(1.5 / 5.5)


def test_regions_by_caller(tmp_path):
    run = read_run(report_run(tmp_path / "tgv", tree=tree_of()))
    assert [place.path for place in run.places] == [path for path, *_ in PLACES]
    place = run.places[2]
    assert (place.name, place.depth, place.calls) == ("right-hand sides", 1, 40)
    assert place.inclusive_seconds == pytest.approx(0.04) and place.intensity == 0.5
    assert read_run(report_run(tmp_path / "older")).places == ()


def test_the_longest_of_the_regions_beside_each_other_comes_first(tmp_path):
    run = read_run(report_run(tmp_path / "tgv", tree=tree_of()))
    assert [place.path for place in by_time(run.places)] == [
        "pressure solve", "pressure solve/advection", "pressure solve/right-hand sides",
        "right-hand sides", "flow rate", "other",
    ]  # fmt: skip
    assert by_time(()) == ()


def test_a_wrong_tree_names_file_and_key(tmp_path):
    folder = report_run(tmp_path / "run", tree=tree_of())
    change(folder / "summary.json", lambda d: d["region_tree"][2].pop("depth"))
    with pytest.raises(LobattoError, match=r"summary\.json: there is no region_tree\[2\]\.depth"):
        read_run(folder)


def test_efficiencies_of_a_set_with_known_imbalance(tmp_path):
    one, two, four = map(read_run, scaling_set(tmp_path))
    found = [
        efficiencies(measured(run, run.profile), measured(one, one.profile))
        for run in (one, two, four)
    ]
    assert [e.overall for e in found] == pytest.approx([1, 8 / 11, 1 / 2])
    assert (two.profile.serialisation, two.profile.transfer) == pytest.approx((5 / 5.25, 21 / 22))


def test_the_largest_loss_comes_first(tmp_path):
    """Advection is at half of the peak; the pressure solve at 40 % of STREAM loses 0.4 x 0.6."""
    found = losses(read_run(report_run(tmp_path / "run", ranks=1)))
    assert [(loss.name, round(loss.share, 6)) for loss in found] == [
        ("pressure solve", 0.24), ("other", 0.15), ("advection", 0.125), ("flow rate", 0.05),
        ("right-hand sides", 0.03),
    ]  # fmt: skip


def test_losses_between_ranks(tmp_path):
    spread_only = {x.name: x.share for x in losses(read_run(report_run(tmp_path / "a")))}
    assert spread_only["uneven ranks"] == pytest.approx(0.2)
    with_profile = {x.name: x.share for x in losses(read_run(profiled(tmp_path / "b")))}
    assert with_profile["load balance"] == pytest.approx(1 / 5.5)
    assert with_profile["communication"] == pytest.approx(0.5 / 5.5)


def test_the_region_that_grew_most(tmp_path):
    one, _, four = map(read_run, scaling_set(tmp_path))
    name, growth = largest_growth(four, one)
    assert name == "pressure solve"
    assert growth == pytest.approx(0.4 * (four.core_nanoseconds - one.core_nanoseconds))


def test_runs_without_a_summary_are_refused(tmp_path):
    with pytest.raises(LobattoError, match=r"has no summary\.json: the run still goes on"):
        read_run(write_run(tmp_path / "run", None, [{"step": 1, "seconds": 0.1}]))


@pytest.mark.parametrize(
    ("change_it", "message"),
    [
        (lambda d: d.pop("stream_gbs"), "there is no stream_gbs, expected a positive number"),
        (lambda d: d.update(ranks="two"), "ranks is 'two', expected a positive whole number"),
        (lambda d: d.update(ranks=1.5), "ranks is 1.5, expected a positive whole number"),
        (lambda d: d.update(peak_gflops=0), "peak_gflops is 0, expected a positive number"),
        (lambda d: d.update(regions={}), "regions is {}, expected a list of objects"),
        (lambda d: d["regions"][1].pop("gbs"), r"there is no regions\[1\].gbs, expected a number"),
        (
            lambda d: d["regions"][0].update(second_min=d["regions"][0].pop("seconds_min")),
            r"no regions\[0\].seconds_min, expected a number; did you mean 'second",
        ),
        (lambda d: d.update(energy={"source": "rapl"}), "there is no energy.joules, expected"),
    ],
)
def test_a_wrong_summary_names_file_and_key(tmp_path, change_it, message):
    folder = report_run(tmp_path / "run")
    change(folder / "summary.json", change_it)
    with pytest.raises(LobattoError, match=rf"summary\.json: .*{message}"):
        read_run(folder)


@pytest.mark.parametrize(
    ("change_it", "message"),
    [
        (lambda d: d.update(version=2), "version is 2, expected 1"),
        (lambda d: d.update(format="trace"), "format is 'trace', expected 'lobatto-mpi-profile'"),
        (lambda d: d.update(ranks=3), r"ranks is 3, expected 2 as in summary\.json"),
        (lambda d: d.update(useful_seconds=[1.0]), "a list of 1, expected a list of 2 numbers"),
        (lambda d: d["matrix"].update(rank_to=[0, 5]), r"matrix.rank_to has 0 to 5.*ranks 0 to 1"),
        (lambda d: d["functions"][0].pop("share"), r"no functions\[0\].share, expected a number"),
        (lambda d: d.pop("pop"), "there is no pop, expected an object"),
    ],
)
def test_a_wrong_profile_names_file_and_key(tmp_path, change_it, message):
    folder = profiled(tmp_path / "run")
    change(folder / "mpi_profile.json", change_it)
    with pytest.raises(LobattoError, match=rf"mpi_profile\.json: .*{message}"):
        read_run(folder)


def test_a_broken_profile_is_named(tmp_path):
    folder = profiled(tmp_path / "run")
    (folder / "mpi_profile.json").write_text('{"format": ')
    with pytest.raises(LobattoError, match=r"mpi_profile\.json:1: not valid JSON"):
        read_run(folder)


def test_energy_is_there_or_says_why_not(tmp_path):
    there = {"source": "rapl", "nodes": 2, "joules": 360.0}
    assert read_run(report_run(tmp_path / "a", energy=there)).energy.joules == 360
    missing = read_run(report_run(tmp_path / "b", energy={"source": None, "why_not": "no RAPL"}))
    assert (missing.energy.joules, missing.energy.why_not) == (None, "no RAPL")
    assert read_run(report_run(tmp_path / "c")).energy is None


def test_a_matrix_of_many_ranks_is_in_blocks(tmp_path):
    ranks = 600
    folder = report_run(tmp_path / "run", profile_of([1.0] * ranks, 1.5), ranks=ranks)
    profile = read_run(folder).profile
    matrix, block = matrix_of(profile)
    assert (matrix.shape, block) == ((200, 200), 3)
    assert matrix.sum() == profile.bytes.sum()
    # Ranks 0, 1, 2 send 1, 2, 3 units to both sides: within the block 0 -> 1, 1 -> 0 and 2, 2 -> 1.
    assert matrix[0, 0] == 4096 * (1 + 2 + 2 + 3) and matrix[0, 1] == 4096 * 3


def test_labels_keep_their_distance():
    heights = [0.5, 0.5, 0.51, 0.99, 1.0, 0.0, 0.01]
    places = spread(heights, 0.075)
    assert np.diff(np.sort(places)).min() >= 0.075 - 1e-12
    assert places.min() >= 0 and places.max() <= 1
    assert np.argsort(places).tolist() == np.argsort(heights, kind="stable").tolist()
    assert spread([0.2, 0.8], 0.1).tolist() == [0.2, 0.8]


def test_long_records_keep_their_outliers():
    seconds = np.ones(50_000)
    seconds[31_415] = 9.0
    x, values = thinned(np.arange(50_000), seconds)
    assert len(x) <= 1200 and values.max() == 9 and x[values.argmax()] == 31_415


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (formats.number(1234.5), "1,234"),
        (formats.number(0.012345), "0.0123"),
        (formats.number(3e-7), "3.00e-07"),
        (formats.number(float("nan")), "-"),
        (formats.percent(0.0712), "7.1"),
        (formats.percent(0.712), "71"),
        (formats.seconds(0.0123), "12.3 ms"),
        (formats.prefixed(9_830_400, "B"), "9.83 MB"),
        (formats.prefixed(131072), "131 k"),
        (formats.size(65536), "64 KiB"),
    ],
)
def test_numbers_are_readable(text, expected):
    assert text == expected


def test_the_generator_is_consistent():
    regions = summary_of()["regions"]
    assert sum(region["share"] for region in regions) == pytest.approx(1)
    places = tree_of()
    assert sum(p["inclusive_seconds"] for p in places if p["depth"] == 0) == pytest.approx(0.4)
    for region in regions:
        of_places = sum(p["share"] for p in places if p["name"] == region["name"])
        assert of_places == pytest.approx(region["share"])
