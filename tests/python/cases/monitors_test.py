"""Monitors of a run against flows that are known."""

import numpy as np
import pytest
from lobatto import LobattoError, read_monitor
from module_run import module_run
from poiseuille import CHANNEL
from program import lobatto, needs_program

pytestmark = needs_program

WATCHED = (
    CHANNEL
    + """[[monitor]]
name = "flow"
of = { u = "u", kinetic = "0.5*(u^2 + v^2 + w^2)", dissipation = "0.1*dudy^2", product = "dye*x*t" }
reduce = ["integral", "mean", "min", "max", "rms"]
every_steps = 2
[[monitor]]
name = "walls"
of = { shear = "0.1*dudy", dye = "dye" }
reduce = ["integral", "mean", "max"]
on = ["y_min", "y_max"]
every_steps = 3
[[monitor]]
name = "profile"
of = { u = "u", flux = "u*dye" }
reduce = ["mean", "rms", "max"]
planes = "y"
every_steps = 6
"""
)


case, run = module_run("channel", WATCHED)


def test_numbers_over_the_volume(run):
    flow = read_monitor(run, "flow")
    assert flow.step.tolist() == list(range(2, 25, 2))
    assert flow.time == pytest.approx(0.01 * flow.step)
    assert flow["u_mean"] == pytest.approx(1.0)
    assert flow["u_integral"] == pytest.approx(6.0)
    # 2.25 times the mean of (1 - y^2)^2, which is 8 / 15
    assert flow["kinetic_mean"] == pytest.approx(0.5 * 2.25 * 8 / 15)
    assert flow["u_rms"] == pytest.approx(np.sqrt(2.25 * 8 / 15))
    assert flow["dissipation_mean"] == pytest.approx(0.1 * 9 / 3)
    assert flow["dissipation_max"] == pytest.approx(0.9)
    # over x from 0 to 3 and y from -1 to 1 alike
    assert flow["product_max"] == pytest.approx(3 * flow.time)
    assert flow["product_min"] == pytest.approx(-3 * flow.time)
    assert flow["product_mean"] == pytest.approx(0.0, abs=1e-10)
    for name, place in (("product_max", (3, 1)), ("product_min", (3, -1))):
        assert flow[f"{name}_x"] == pytest.approx(place[0])
        assert flow[f"{name}_y"] == pytest.approx(place[1])
    with pytest.raises(LobattoError, match="no column u_median; it has u_integral, u_mean"):
        flow["u_median"]


def test_numbers_over_boundaries(run):
    walls = read_monitor(run, "walls")
    assert walls.step.tolist() == list(range(3, 25, 3))
    # dudy is 3 at y = -1 and -3 at y = 1, each wall 3 by 1
    assert walls["shear_mean"] == pytest.approx(0.0, abs=1e-9)
    assert walls["shear_max"] == pytest.approx(0.3)
    assert walls["shear_max_y"].tolist() == [-1.0] * 8
    assert walls["dye_integral"] == pytest.approx(0.0, abs=1e-9)
    assert walls["dye_max"] == pytest.approx(1.0)
    assert walls["dye_max_y"] == pytest.approx(1.0)


def test_profiles_over_planes(run):
    profile = read_monitor(run, "profile")
    assert profile.step.tolist() == [6, 12, 18, 24]
    assert profile.axis == "y"
    assert profile.places is not None and len(profile.places) == 2 * 4 + 1
    assert (np.diff(profile.places) > 0).all()
    u = 1.5 * (1 - profile.places**2)
    for name, exact in (("u_mean", u), ("u_max", u), ("flux_mean", u * profile.places)):
        assert np.abs(profile[name] - exact).max() < 1e-9, name
    assert np.abs(profile["flux_rms"] - np.abs(u * profile.places)).max() < 1e-9


def tables(run):
    return {path.name: path.read_text() for path in sorted((run / "monitors").glob("*.csv"))}


@pytest.mark.parametrize("last", [8, 13])
def test_a_restart_goes_on_in_the_same_files(case, run, tmp_path, last):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, "--steps", last).returncode == 0
    # As after a crash: an older checkpoint than the files, and a line that was being written.
    for path in sorted((out / "checkpoints").glob("*.h5"))[1:]:
        path.unlink()
    with (out / "monitors" / "flow.csv").open("a") as table:
        table.write("14,0.1")
    result = lobatto("run", case, "--out", out, "--restart")
    assert result.returncode == 0, result.stderr
    assert tables(out) == tables(run)


def test_a_restart_with_other_columns_leaves_the_table_as_it_is(case, tmp_path):
    out, few = tmp_path / "run", ("--progress", "none", "--steps", 6)
    assert lobatto("run", case, "--out", out, *few).returncode == 0
    before = tables(out)
    other = ("--set", 'monitor[1].reduce=["max"]', "--steps", 12)
    result = lobatto("run", case, "--out", out, "--restart", *other)
    assert result.returncode == 1
    assert (
        f"{out}/monitors/walls.csv:1: found the columns step,time,shear_integral," in result.stderr
    )
    assert "expected those of this case: step,time,shear_max," in result.stderr
    assert tables(out) == before
    (out / "monitors" / "walls.csv").unlink()
    assert lobatto("run", case, "--out", out, "--restart", *other).returncode == 0
    assert read_monitor(out, "walls").step.tolist() == [9, 12]


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_other_numbers_of_ranks_find_the_same(case, run, tmp_path, ranks):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, ranks=ranks).returncode == 0
    for name in ("flow", "walls", "profile"):
        monitor, expected = read_monitor(out, name), read_monitor(run, name)
        assert np.array_equal(monitor.step, expected.step)
        assert list(monitor.values) == list(expected.values)
        for key, values in expected.values.items():
            # Where an extremum is one of a line, round-off decides.
            if not key.endswith(("_x", "_y", "_z")):
                assert np.abs(monitor[key] - values).max() < 1e-10, (name, key)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('monitor[1].on=["y_mn"]', "the mesh has no boundary 'y_mn'; did you mean 'y_min'?"),
        ('mesh.map=["x", "y + 0.1*sin(pi*z)", "z"]', "monitor[2].planes: the nodes of layer"),
    ],
)
def test_what_is_not_there_is_refused_before_there_is_a_folder(case, tmp_path, change, message):
    result = lobatto("run", case, "--out", tmp_path / "run", "--set", change)
    assert result.returncode == 1
    assert message in result.stderr
    assert not (tmp_path / "run").exists()


def test_a_value_that_is_not_finite_is_a_warning(case, tmp_path):
    out = tmp_path / "run"
    change = 'monitor[0].of={ root = "sqrt(0.05 - t)" }'
    result = lobatto("run", case, "--out", out, "--steps", 8, "--set", change)
    assert result.returncode == 0, result.stderr
    assert "monitor[0].of.root" in result.stdout and "this sample is lost" in result.stdout
    assert read_monitor(out, "flow").step.tolist() == [2, 4]


def test_check_tells_of_monitors(case):
    text = lobatto("check", case).stdout
    assert "flow: integral, mean, min, max, rms of u, kinetic, dissipation, product over" in text
    assert "profile: mean, rms, max of u, flux over the planes across y, every 6 steps" in text


def test_fields_of_a_model_are_used_by_their_names(tmp_path):
    model = """
[subgrid]
model = "smagorinsky"
[[monitor]]
name = "model"
of = { fluid = "viscosity - eddy_viscosity", dye = "dye_diffusivity - eddy_viscosity/0.85" }
reduce = ["min", "max"]
[[monitor]]
name = "eddies"
of = { eddies = "eddy_viscosity" }
reduce = ["max"]
"""
    path = tmp_path / "channel.toml"
    path.write_text(CHANNEL + model)
    run = lobatto("run", path, "--out", tmp_path / "run")
    assert run.returncode == 0, run.stderr
    of_model = read_monitor(tmp_path / "run", "model")
    for name in ("fluid", "dye"):
        for extremum in ("min", "max"):
            assert of_model[f"{name}_{extremum}"] == pytest.approx(0.1, abs=1e-14)
    # (0.17 width)^2 |du/dy|, largest on the walls; width^3 is that of an element over 4^3.
    width = (1.0 * 1.0 * 0.5) ** (1 / 3) / 4
    largest = read_monitor(tmp_path / "run", "eddies")["eddies_max"][0]
    assert largest == pytest.approx((0.17 * width) ** 2 * 3, rel=1e-2)
