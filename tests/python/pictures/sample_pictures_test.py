"""Pictures of probes, forces and monitors: of the right kind, and none where there is nothing."""

import numpy as np
import pytest
from lobatto import LobattoError, Run, read_monitor, read_samples
from lobatto.errors import DamagedFileError, Damages
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.pictures.sample_pictures import draw_samples, limits_after_start
from synthetic_samples import write_arrays, write_planes, write_table


@pytest.fixture
def run(tmp_path):
    (tmp_path / "fields").mkdir()
    return Run(tmp_path)


def test_every_probe_and_force_gets_its_picture(run, tmp_path):
    write_table(run.path / "probes", 2)
    write_table(run.path / "probes", 9)
    write_arrays(run.path / "probes", "line", (11,))
    write_arrays(run.path / "probes", "plane", (4, 5))
    (run.path / "forces").mkdir()
    columns = [f"{kind}_{axis}" for kind in ("pressure", "viscous") for axis in "xyz"]
    heading = ",".join(["step", "time", *columns, "mean_shear", "area", "flux_dye"])
    rows = [",".join(map(str, [s, 0.1 * s, *range(6), 0.5, 2.0, s])) for s in range(4)]
    (run.path / "forces" / "wall.csv").write_text("\n".join([heading, *rows]) + "\n")
    written = list(draw_samples(run, PictureFolder(tmp_path / "plots"), Damages()))
    assert [path.name for path in written] == [
        "force_wall.png", "probe_points_2.png", "probe_points_9.png", "probe_line.png",
        "probe_plane.png",
    ]  # fmt: skip
    assert all(path.stat().st_size > 5000 for path in written)


def test_coefficients_of_a_force_have_panels_of_their_own(run, tmp_path):
    (run.path / "forces").mkdir()
    columns = [f"{kind}_{axis}" for kind in ("pressure", "viscous") for axis in "xyz"]
    heading = ",".join(["step", "time", *columns, "mean_shear", "area", "drag", "lift", "Cd", "Cl"])
    rows = [",".join(map(str, [s, 0.1 * s, *range(6), 0.5, 2.0, 3, s, 6, s])) for s in range(4)]
    (run.path / "forces" / "wing.csv").write_text("\n".join([heading, *rows]) + "\n")
    list(draw_samples(run, PictureFolder(tmp_path / "plots", ("svg",)), Damages()))
    text = (tmp_path / "plots" / "force_wing.svg").read_text()
    assert "Coefficient of drag" in text and "Coefficient of lift" in text


def test_limits_leave_out_the_start():
    time = np.linspace(2, 4, 101)
    values = np.where(time < 2.09, 50.0, 1 + 0.2 * np.cos(20 * time))
    lower, upper = limits_after_start(time, values)
    assert 0.75 < lower < 0.8 and 1.2 < upper < 1.25


def test_every_monitor_gets_its_picture(run, tmp_path):
    write_planes(run.path / "monitors")
    rows = ["step,time,u_mean,u_max,u_max_x,u_max_y,u_max_z"]
    rows += [f"{s},{0.1 * s},1,2,{s},0,0" for s in range(5)]
    (run.path / "monitors" / "flow.csv").write_text("\n".join(rows) + "\n")
    (run.path / "monitors" / "begun.csv").write_text(rows[0] + "\n")
    written = list(draw_samples(run, PictureFolder(tmp_path / "plots"), Damages()))
    assert [path.name for path in written] == ["monitor_flow.png", "monitor_profile.png"]
    assert all(path.stat().st_size > 5000 for path in written)


def test_a_monitor_of_planes_has_samples_and_places(run):
    write_planes(run.path / "monitors")
    profile = read_monitor(run.path, "profile")
    assert profile.axis == "y" and profile.step.tolist() == [0, 10, 20, 30]
    assert profile.places.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert profile["u_max"].tolist() == [[s * q for q in range(5)] for s in range(4)]
    path = run.path / "monitors" / "profile.csv"
    with path.open("a") as table:
        table.write("40,0.4,0,1,1\n40,0.4,0.25,1")
    assert read_monitor(run.path, "profile").step.tolist() == [0, 10, 20, 30]
    path.write_text(path.read_text().replace("10,0.1,0.5,", "10,0.1,0.6,"))
    with pytest.raises(DamagedFileError, match="other planes than the first"):
        read_monitor(run.path, "profile")
    path.write_text("step,time,y,u_mean\n")
    assert read_monitor(run.path, "profile")["u_mean"].shape == (0, 0)


def test_a_single_sample_is_no_picture(run, tmp_path):
    write_table(run.path / "probes", 2, n_samples=1)
    assert list(draw_samples(run, PictureFolder(tmp_path), Damages())) == []


def test_files_of_one_probe_are_one_series(run):
    write_arrays(run.path / "probes", "a", (3,))
    write_arrays(run.path / "probes", "a_b", (4,))
    samples = read_samples(run.path, "a")
    assert samples.step.tolist() == [0, 10, 20, 30, 40, 50]
    assert samples["w"].shape == (6, 3) and samples.points.shape == (3, 3)
    with pytest.raises(LobattoError, match="it has a, a_b"):
        read_samples(run.path, "c")
