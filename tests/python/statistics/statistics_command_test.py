"""lobatto stats from the outside."""

import csv
import importlib.util
import json
import shutil
import sys

import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics.dataset import write_netcdf
from lobatto.statistics.report import make_report
from matplotlib import image
from package_command import lobatto
from program import SMALL_DUCT, needs_program
from program import lobatto as program
from statistics_walls import duct_fields, write_channel, write_duct


def duct_run(folder, n_windows=3, **more):
    for k in range(n_windows):
        path = folder / "stats" / f"stats_{k:08d}.h5"
        samples = [duct_fields(phase=k), duct_fields(phase=k + 0.5)]
        write_duct(path, samples, start=10.0 * k, end=10.0 * (k + 1), **more)
    return folder


def channel_run(folder, **more):
    write_channel(folder / "stats" / "stats_00000000.h5", **more)
    return folder


@pytest.fixture
def channel(tmp_path):
    return channel_run(tmp_path / "channel")


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    """A channel with its tables and pictures, and its averages as NetCDF beside it; to be read."""
    run = channel_run(tmp_path_factory.mktemp("evaluated") / "channel")
    has_xarray = importlib.util.find_spec("xarray") is not None
    netcdf = ["--netcdf", run.with_suffix(".nc")] if has_xarray else []
    result = lobatto("stats", run, *netcdf)
    assert result.returncode == 0, result.stderr
    return run


def rows(path):
    """After the comment."""
    text = path.read_text().splitlines()
    assert text[0].startswith("# ") and "lobatto stats" in text[0]
    return list(csv.DictReader(text[1:]))


def check_pictures(paths):
    for path in paths:
        pixels = image.imread(path)
        assert min(pixels.shape[:2]) > 400 and pixels[..., :3].std() > 0.02


def listed(result, kind):
    lines = [line.split() for line in result.stdout.splitlines()]
    return [line[1] for line in lines if len(line) == 2 and line[0] == kind]


def test_a_duct_leaves_tables_and_pictures(tmp_path):
    run = duct_run(tmp_path / "duct")
    result = lobatto("stats", run, "--json", tmp_path / "figures.json")
    assert result.returncode == 0, result.stderr
    names = {path.name for path in (run / "plots").iterdir()}
    about = ("profiles", "stresses", "budgets", "convergence", "secondary_flow", "wall_friction")
    assert names == {f"statistics_{name}.png" for name in about}
    check_pictures((run / "plots").iterdir())
    assert len(listed(result, "png")) == 6
    tables = {path.name for path in (run / "stats").glob("*.csv")}
    assert tables == {
        "summary.csv", "windows.csv", "profiles.csv", "budgets.csv", "stress_balance.csv",
        "section.csv", "wall_friction.csv",
    }  # fmt: skip
    document = json.loads((tmp_path / "figures.json").read_text())
    figures = document["figures"]
    assert document["kind"] == "duct" and len(document["files"]) == 3
    assert figures["re_tau"]["value"] == pytest.approx((0.03 / 2) ** 0.5 / 0.02)
    assert figures["centre_over_bulk"]["value"] == pytest.approx(2.25)
    assert figures["re_tau"]["standard_error"] == pytest.approx(0, abs=1e-9)
    assert "Re_tau" in result.stdout and "6.12" in result.stdout
    summary = {row["name"]: row for row in rows(run / "stats" / "summary.csv")}
    assert float(summary["re_tau"]["value"]) == figures["re_tau"]["value"]


def test_tables_hold_the_profiles(evaluated):
    stats = evaluated / "stats"
    table = [row for row in rows(stats / "profiles.csv") if row["quantity"] == "uv"]
    y = np.array([float(row["y"]) for row in table])
    value = np.array([float(row["value_in_case_units"]) for row in table])
    plus = np.array([float(row["value"]) for row in table])
    assert value == pytest.approx(-0.06 * (1 - y) * (1 - (1 - y) ** 2), abs=1e-12)
    assert plus == pytest.approx(value / 0.1, abs=1e-12)
    assert table[0]["standard_error"] == ""
    total = [row for row in rows(stats / "stress_balance.csv") if row["part"] == "total"]
    assert [float(row["value"]) for row in total] == pytest.approx(1 - y, abs=1e-10)
    assert not (stats / "section.csv").exists()
    check_pictures((evaluated / "plots").iterdir())


def test_our_own_profiles_are_reference_data(channel, evaluated):
    profiles = evaluated / "stats" / "profiles.csv"
    result = lobatto("stats", channel, "--reference", profiles, "--reference", "channel-180")
    assert result.returncode == 0, result.stderr
    differences = rows(channel / "stats" / "differences.csv")
    check_pictures((channel / "plots").iterdir())
    ours = [row for row in differences if row["reference"] == "profiles"]
    assert len(ours) > 100
    for row in ours:
        assert float(row["ours"]) == pytest.approx(float(row["theirs"]), abs=1e-9)
    assert "Moser, Kim & Mansour 1999" in result.stdout
    theirs = [row for row in differences if row["reference"].startswith("Moser")]
    assert {row["quantity"] for row in theirs} >= {"re_tau", "bulk_plus"}


@pytest.mark.usefixtures("sketched")
def test_files_of_somebody_else_are_left_alone(tmp_path, channel):
    run, table = channel, channel / "stats" / "profiles.csv"
    assert lobatto("stats", run).returncode == 0
    assert lobatto("stats", run).returncode == 0  # over its own
    table.write_text("my own notes\n")
    result = lobatto("stats", run)
    assert result.returncode == 1 and str(table) in result.stderr.replace("\n", "")
    assert table.read_text() == "my own notes\n"
    (run / "stats" / "summary.csv").unlink()
    assert lobatto("stats", run).returncode == 1
    assert not (run / "stats" / "summary.csv").exists()  # nothing is half done
    (tmp_path / "mine.json").write_text("{}")
    result = lobatto("stats", run, "--out", tmp_path / "out", "--json", tmp_path / "mine.json")
    assert result.returncode == 1 and not (tmp_path / "out").exists()
    elsewhere = lobatto("stats", run, "--out", tmp_path / "out")
    assert elsewhere.returncode == 0
    assert (tmp_path / "out" / "profiles.csv").exists()
    assert table.read_text() == "my own notes\n"


@pytest.mark.usefixtures("sketched")
def test_symmetry_can_be_left_off_and_lines_chosen(tmp_path):
    run = duct_run(tmp_path / "duct", 1)
    out = tmp_path / "out"
    result = lobatto("stats", run, "--no-symmetry", "--at", "0.5", "--at", "0", "--out", out)
    assert result.returncode == 0, result.stderr
    assert "symmetries taken: none" in result.stdout and "asymmetry" not in result.stdout
    lines = {row["line"] for row in rows(out / "profiles.csv")}
    assert lines == {"y = 0.5", "y = 0", "x = 0.5", "x = 0"}
    assert len(list(out.glob("statistics_budgets_*.png"))) == 4
    walls = {row["wall"] for row in rows(out / "wall_friction.csv")}
    assert walls == {"x_min", "x_max", "y_min", "y_max"}


def test_local_scaling_takes_the_friction_at_the_foot(tmp_path):
    """4.5 nu at the bisector of the duct."""
    statistics = Statistics(duct_run(tmp_path / "duct", 1))
    (profiles,) = make_report(statistics, scaling="local").profiles
    u_tau = (4.5 * 0.02) ** 0.5
    assert profiles.y_plus[-1] == pytest.approx(u_tau / 0.02)
    assert profiles["U"].plus[-1] == pytest.approx(2.25 / u_tau)


@pytest.mark.usefixtures("sketched")
def test_basic_quantities_have_no_budgets(tmp_path):
    run = channel_run(tmp_path / "channel", full=False)
    result = lobatto("stats", run)
    assert result.returncode == 0, result.stderr
    assert "budgets need" in result.stdout
    assert not (run / "stats" / "budgets.csv").exists()
    assert not (run / "plots" / "statistics_budgets.png").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--average", "q"], "cannot be averaged along 'q'"),
        (["--scaling", "inner"], "--scaling is 'inner', expected mean or local"),
        (["--start", "100"], "no window of time begins at 100"),
        (["--at", "0.5"], "a channel has one profile"),
        (["--reference", "nothing.csv"], "there is no such file"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing(channel, arguments, expected):
    result = lobatto("stats", channel, *arguments)
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert expected in " ".join(result.stderr.split())
    assert not (channel / "plots").exists() and not list((channel / "stats").glob("*.csv"))


def test_netcdf_holds_the_averages(tmp_path, evaluated):
    xarray = pytest.importorskip("xarray")
    statistics = Statistics(duct_run(tmp_path / "duct"))
    path = write_netcdf(tmp_path / "averages.nc", statistics.to_xarray())
    write_netcdf(path, statistics.to_xarray())  # over its own
    with xarray.open_dataset(path) as dataset:
        weights = dataset["x_weights"] * dataset["y_weights"]
        assert float((dataset["w"] * weights).sum() / weights.sum()) == pytest.approx(1.0)
        assert dataset["uvw"].dims == ("y", "x") and dataset.attrs["weight"] == 30.0
    with xarray.open_dataset(evaluated.with_suffix(".nc")) as dataset:
        assert dataset["uv"].dims == ("y",)


def test_without_xarray_the_error_says_what_to_install(channel, monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    statistics = Statistics(channel)
    with pytest.raises(LobattoError, match="pip install xarray"):
        statistics.to_xarray()


@needs_program
def test_a_real_run(tmp_path):
    """A laminar duct with a scalar, a few steps: the force, friction and fluxes fit together."""
    case = tmp_path / "small.toml"
    statistics = '[statistics]\nstart = 0.05\nevery_steps = 2\naverage = ["z"]\nwindow = 0.1\n'
    text = SMALL_DUCT.replace("dt = 0.01", "dt = 0.005").replace("steps = 6", "steps = 90")
    case.write_text(text.replace('boundary = { x = { value = "0" }, y = "insulated" }',
                                 'boundary = { x = { value = "0" }, y = { value = "0" } }')
                    + statistics)  # fmt: skip
    run = tmp_path / "run"
    result = program("run", case, "--out", run)
    assert result.returncode == 0, result.stderr
    shutil.rmtree(run / "plots", ignore_errors=True)
    result = lobatto("stats", run, "--json", tmp_path / "figures.json")
    assert result.returncode == 0, result.stderr
    document = json.loads((tmp_path / "figures.json").read_text())
    figures = {name: figure["value"] for name, figure in document["figures"].items()}
    assert document["direction"] == "z" and document["bulk_velocity"] == pytest.approx(1.0)
    assert len(document["symmetries"]) == 3
    windows = rows(run / "stats" / "windows.csv")
    assert len(windows) == 4
    assert float(windows[0]["start"]) == pytest.approx(0.05)
    steps = [json.loads(line) for line in (run / "steps.jsonl").read_text().splitlines()]
    force = np.mean([s["pressure_gradient"] for s in steps if s["time"] > 0.05 + 1e-9])
    assert figures["re_tau"] == pytest.approx((force / 4) ** 0.5 * 0.5 * 100, rel=0.02)
    assert figures["centre_over_bulk"] == pytest.approx(2.1, abs=0.2)
    names = {path.name for path in (run / "plots").iterdir()}
    assert {"statistics_scalar_temperature.png", "statistics_budgets_temperature.png"} <= names
    budgets = {row["budget"] for row in rows(run / "stats" / "budgets.csv")}
    assert budgets >= {"k", "uu", "temperature_temperature", "u_temperature"}
