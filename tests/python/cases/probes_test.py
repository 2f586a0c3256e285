"""Probes, forces and quantities of a run, against flows that are known."""

import shutil

import h5py
import numpy as np
import pytest
from lobatto import LobattoError, read_forces, read_samples
from module_run import module_run
from poiseuille import CHANNEL
from program import lobatto, needs_program

pytestmark = needs_program

WATCHED = (
    CHANNEL
    + """[output.quantities]
slope = "dudy"
spin = "vorticity_z + dye*t"
[[probe]]
name = "points"
points = [[0.2, -0.3, 0.4], [2.9, 0.7, 0.1]]
every_steps = 2
[[probe]]
name = "line"
line = { from = [1, -1, 0.5], to = [1, 1, 0.5], points = 9 }
every_steps = 3
quantities = ["slope", "u"]
[[probe]]
name = "section"
plane = { corner = [1, -1, 0], edge_1 = [0, 2, 0], edge_2 = [0, 0, 1], points_1 = 5, points_2 = 3 }
every_time = 0.06
[[force]]
name = "walls"
on = ["y_min", "y_max"]
every_steps = 4
[[force]]
name = "upper"
on = ["y_max"]
about = [0, 0.5, 0]
reference = { density = 2, velocity = 0.5, area = 3, direction = [2, 0, 0] }
every_steps = 12
"""
)


case, run = module_run("channel", WATCHED)


def test_tables_of_points_hold_the_solution(run):
    samples = read_samples(run, "points")
    assert samples.step.tolist() == list(range(2, 25, 2))
    assert samples.time == pytest.approx(0.01 * samples.step)
    assert samples.points.tolist() == [[0.2, -0.3, 0.4], [2.9, 0.7, 0.1]]
    y = samples.points[:, 1]
    assert np.abs(samples["u"] - 1.5 * (1 - y**2)).max() < 1e-9
    assert np.abs(samples["dye"] - y).max() < 1e-9
    assert np.abs(samples["slope"] + 3 * y).max() < 1e-8
    assert np.abs(samples["spin"] - (3 * y + y * samples.time[:, None])).max() < 1e-8
    with pytest.raises(LobattoError, match="has not sampled q"):
        samples["q"]


def test_arrays_of_lines_and_planes_hold_the_solution(run):
    line = read_samples(run, "line")
    assert line.step.tolist() == list(range(3, 25, 3))
    y = line.points[:, 1]
    assert y.tolist() == pytest.approx(np.linspace(-1, 1, 9).tolist())
    assert set(line.values) == {"slope", "u"}
    assert np.abs(line["slope"] + 3 * y).max() < 1e-8
    section = read_samples(run, "section")
    assert section.step.tolist() == [6, 12, 18, 24]
    assert section["u"].shape == (4, 3, 5) and section.points.shape == (3, 5, 3)
    assert np.abs(section["u"] - 1.5 * (1 - section.points[..., 1] ** 2)).max() < 1e-9
    with pytest.raises(LobattoError, match="no samples of a probe wake; it has points, line"):
        read_samples(run, "wake")


def test_the_force_on_the_walls_balances_the_pressure_gradient(run):
    forces = read_forces(run, "walls")
    assert forces["step"].tolist() == [4, 8, 12, 16, 20, 24]
    # nu du/dy = 0.3 on two walls of area 3
    assert forces["viscous_x"] == pytest.approx(1.8, abs=1e-8)
    assert forces["mean_shear"] == pytest.approx(0.3, abs=1e-8)
    # the dye goes in at y = 1 as fast as it goes out at y = -1
    assert forces["flux_dye"] == pytest.approx(0.0, abs=1e-9)
    assert forces["area"] == pytest.approx(6.0)
    assert forces["pressure_y"] == pytest.approx(0.0, abs=1e-8)


def test_moments_are_those_of_the_traction_about_the_point(run):
    forces = read_forces(run, "upper")
    # The wall is 3 long and 1 wide, 0.5 above the point; the traction on it is (0.3, p, 0).
    assert forces["viscous_moment_x"] == pytest.approx(0.0, abs=1e-8)
    assert forces["viscous_moment_y"] == pytest.approx(0.3 * 3 * 0.5, abs=1e-8)
    assert forces["viscous_moment_z"] == pytest.approx(-0.3 * 3 * 0.5, abs=1e-8)
    # The force of an even pressure acts on the middle of the wall, 1.5 along x and 0.5 along z.
    pressure = forces["pressure_y"]
    assert forces["pressure_moment_x"] == pytest.approx(-0.5 * pressure, abs=1e-8)
    assert forces["pressure_moment_y"] == pytest.approx(0.0, abs=1e-8)
    assert forces["pressure_moment_z"] == pytest.approx(1.5 * pressure, abs=1e-8)
    assert "pressure_moment_x" not in read_forces(run, "walls")


def test_coefficients_are_the_force_over_the_pressure_of_the_flow_on_the_area(run):
    forces = read_forces(run, "upper")
    assert forces["drag"] == pytest.approx(2 * 0.9, abs=1e-8)
    assert forces["Cd"] == pytest.approx(2 * 0.9 / (0.5 * 2 * 0.5**2 * 3), abs=1e-8)
    assert forces["lift"] == pytest.approx(2 * forces["pressure_y"], abs=1e-8)
    assert forces["Cl"] == pytest.approx(forces["lift"] / 0.75, abs=1e-8)
    assert "Cd" not in read_forces(run, "walls")


def test_field_files_have_the_quantities(run):
    with h5py.File(max((run / "fields").glob("fields_*.vtkhdf"))) as file:
        slope = file["Lobatto/fields/slope"][:]
        u = file["Lobatto/fields/velocity"][:, 0]
    assert np.abs(slope).max() == pytest.approx(3.0, rel=1e-6)
    # u = 1.5 - slope^2 / 6
    assert np.abs(u - (1.5 - slope**2 / 6)).max() < 1e-5


def contents(run):
    files = sorted(path for path in run.rglob("*.csv"))
    probes = {name: read_samples(run, name) for name in ("points", "line", "section")}
    return [path.read_text() for path in files], probes


def assert_same(run, other):
    (tables, probes), (other_tables, other_probes) = contents(run), contents(other)
    assert tables == other_tables
    for name, samples in probes.items():
        assert np.array_equal(samples.step, other_probes[name].step), name
        for key, values in samples.values.items():
            assert np.array_equal(values, other_probes[name][key]), (name, key)


@pytest.mark.parametrize("last", [8, 13])
def test_a_restart_goes_on_in_the_same_files(case, run, tmp_path, last):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, "--steps", last).returncode == 0
    # As after a crash: an older checkpoint than the files, and a line that was being written.
    for path in sorted((out / "checkpoints").glob("*.h5"))[1:]:
        path.unlink()
    with (out / "probes" / "points.csv").open("a") as table:
        table.write("14,0.1")
    result = lobatto("run", case, "--out", out, "--restart")
    assert result.returncode == 0, result.stderr
    assert_same(run, out)
    shutil.rmtree(out)


@pytest.mark.parametrize("ranks", [2, 3])
def test_other_numbers_of_ranks_sample_the_same(case, run, tmp_path, ranks):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, ranks=ranks).returncode == 0
    for name in ("points", "line", "section"):
        samples, expected = read_samples(out, name), read_samples(run, name)
        assert np.array_equal(samples.step, expected.step)
        for key, values in expected.values.items():
            assert np.abs(samples[key] - values).max() < 1e-10, (name, key)
    assert read_forces(out, "walls")["viscous_x"] == pytest.approx(1.8, abs=1e-8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "probe[0].points=[[0, 0, 0.5], [0, 1.2, 0.5]]",
            "point 1 of 2 (counted from 0), (0, 1.2, 0.5), lies in no",
        ),
        ('force[0].on=["y_mn"]', "the mesh has no boundary 'y_mn'; did you mean 'y_min'?"),
        (
            "force[1].reference={ velocity = 1, length = 1 }",
            "force[1].reference: has no area, and length times span is none: the flow is periodic "
            "in 2 directions; expected area = ...",
        ),
    ],
)
def test_what_is_not_there_is_refused_before_there_is_a_folder(case, tmp_path, change, message):
    result = lobatto("run", case, "--out", tmp_path / "run", "--set", change)
    assert result.returncode == 1
    assert message in result.stderr
    assert not (tmp_path / "run").exists()
