import itertools

import h5py
import numpy as np
import pytest
from curved_meshes import moved_box, pipe, pipe_run
from drawn import check_pictures, names
from lobatto import FieldFile, LobattoError, Run
from lobatto.pictures import style
from lobatto.pictures.gallery import describe
from lobatto.pictures.plot import choose, plot_run
from lobatto.pictures.scene import Scene, scene_of
from lobatto.pictures.view import View
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from synthetic import (
    cavity_run,
    duct_run,
    taylor_green_run,
    write_field_file,
    write_general_field_file,
    write_run,
)

DUCT_PICTURES = {
    "history.png",
    "cross_section_00000010.png",
    "along_00000010.png",
    "secondary_flow_00000010.png",
    "secondary_flow_mean_00000010.png",
    "temperature_z_00000010.png",
    "temperature_y_00000010.png",
}


def test_duct_gets_sections_secondary_flow_and_scalars(tmp_path):
    paths = list(plot_run(Run(duct_run(tmp_path / "duct")), show_elements=True))
    assert names(paths) == DUCT_PICTURES
    assert all(path.parent == tmp_path / "duct" / "plots" for path in paths)
    check_pictures(paths)


def test_a_pipe_gets_the_same_pictures_as_a_duct(tmp_path):
    """But for the average along it; and the vorticity, which shows bends and bodies."""
    paths = list(plot_run(Run(pipe_run(tmp_path / "pipe")), station=0.4))
    expected = DUCT_PICTURES - {"secondary_flow_mean_00000010.png"}
    assert names(paths) == expected | {"vorticity_along_00000010.png"}
    check_pictures(paths)


@pytest.fixture
def moved_box_run(tmp_path):
    folder = taylor_green_run(tmp_path / "tgv")
    ticks = np.linspace(0, 2 * np.pi, 4)
    coordinates = moved_box((ticks, ticks, ticks), 5, lambda x, y, z: (x + 0.1 * np.sin(y), y, z))
    fields = {"velocity": lambda x, y, z: (np.sin(y), np.sin(z), np.sin(x))}
    write_general_field_file(folder / "fields" / "fields_00000000.vtkhdf", coordinates, fields)
    return folder


def test_a_moved_box_is_periodic_as_its_summary_says(moved_box_run):
    paths = list(plot_run(Run(moved_box_run)))
    assert names(paths) == {"history.png"} | {f"vorticity_{a}_00000000.png" for a in "xyz"}
    check_pictures(paths)


@pytest.mark.usefixtures("sketched")
def test_a_moved_box_without_a_summary_is_not_taken_for_periodic(moved_box_run):
    (moved_box_run / "summary.json").unlink()
    assert "speed_x_00000000.png" in names(plot_run(Run(moved_box_run)))


@pytest.mark.usefixtures("sketched")
def test_a_laminar_flow_has_no_picture_of_its_round_off(tmp_path):
    folder = pipe_run(tmp_path / "pipe")
    fields = {"velocity": lambda x, y, z: (1e-9 * x, 1e-9 * y, 2 - 2 * (x**2 + y**2))}
    write_general_field_file(folder / "fields" / "fields_00000010.vtkhdf", pipe(5), fields)
    assert "secondary_flow_00000010.png" not in names(plot_run(Run(folder)))


def test_taylor_green_gets_vorticity(tmp_path):
    paths = list(plot_run(Run(taylor_green_run(tmp_path / "tgv")), folder=tmp_path / "elsewhere"))
    vorticity = {f"vorticity_{axis}_00000000.png" for axis in "xyz"}
    assert names(paths) == vorticity | {"history.png"}
    assert all(path.parent == tmp_path / "elsewhere" for path in paths)
    check_pictures(paths)


def test_anything_else_gets_speed_also_without_a_summary(tmp_path):
    paths = list(plot_run(Run(cavity_run(tmp_path / "cavity"))))
    assert names(paths) == {f"speed_{axis}_00000007.png" for axis in "xyz"} | {"history.png"}


def test_stream_wise_direction_is_stated_or_found(tmp_path):
    run = Run(duct_run(tmp_path / "duct"))
    file = run.fields[0].open()
    assert (scene_of(run, file).direction, scene_of(run, file).bulk) == (2, 1.0)
    run.summary.clear()
    assert (scene_of(run, file).direction, scene_of(run, file).bulk) == (2, None)
    run.summary["flow"] = {"direction": "q"}
    with pytest.raises(LobattoError, match=r"flow\.direction is 'q', expected one of x, y, z"):
        scene_of(run, file)
    cavity = Run(cavity_run(tmp_path / "cavity"))
    assert scene_of(cavity, cavity.fields[0].open()).direction is None


def test_which_field_files(tmp_path):
    run = Run(duct_run(tmp_path / "duct", n_snapshots=3))
    assert [entry.time for entry in choose(run, "all")] == [1, 2, 3]
    assert [entry.time for entry in choose(run, "last")] == [3]
    assert [entry.time for entry in choose(run, "20")] == [2]
    with pytest.raises(LobattoError, match="no field file of step 5; it has 10, 20, 30"):
        choose(run, "5")
    with pytest.raises(LobattoError, match="expected last, all or the number of a step"):
        choose(run, "first")


def test_nothing_to_draw_is_an_error(tmp_path):
    with pytest.raises(LobattoError, match="nothing to draw yet"):
        list(plot_run(Run(write_run(tmp_path / "run", {}))))


def test_a_view_may_lay_the_slow_axis_along_the_page(tmp_path):
    file = FieldFile(duct_run(tmp_path / "duct") / "fields" / "fields_00000010.vtkhdf")
    plane = file.plane("pressure", 1, 0.1)  # x fast, z slow; the pressure is z
    view = View.of(plane, right=2)
    right, up = view.cell_centres(30)
    assert (len(right), len(up)) == (30, 10)
    assert (view.right, view.up, view.extent) == (2, 0, (0, 3, -0.5, 0.5))
    expected = np.broadcast_to(right, (10, 30))
    assert view.sample(plane, right, up)[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("lift, shown", [(0.0, "z"), (1e-3, "xyz")])
def test_a_thin_plane_flow_is_shown_in_its_plane_alone(tmp_path, lift, shown):
    run = write_run(tmp_path / "cell", {})
    ticks = np.linspace(0, 1, 3), np.linspace(0, 1, 3), np.array([0, 0.1])

    def turning(x, y, z):
        return (
            np.sin(np.pi * y) * (0.5 - y),
            np.sin(np.pi * x) * (x - 0.5),
            lift * np.sin(x) + 0 * z,
        )

    path = run / "fields" / "fields_00000000.vtkhdf"
    write_general_field_file(
        path, moved_box(ticks, 5, lambda x, y, z: (x, y, z)), {"velocity": turning}
    )
    assert {n for n in names(plot_run(Run(run))) if "speed" in n} == {
        f"speed_{axis}_00000000.png" for axis in shown
    }


def test_the_friction_reynolds_number_is_that_of_the_time(tmp_path):
    """Also where the summary is that of an earlier part of the run."""
    lines = [{"step": n, "time": n, "pressure_gradient": n**2} for n in (1, 2, 3)]
    summary = {"flow": {"re_tau": 200.0, "pressure_gradient": 4}}
    run = Run(write_run(tmp_path / "run", summary, lines))
    assert [run.re_tau_at(time) for time in (1.2, 2, None)] == [100, 200, 300]
    assert "300" in describe(run) and "100" in describe(run, 1)


@pytest.mark.usefixtures("sketched")
def test_a_plane_flow_has_no_secondary_flow(tmp_path):
    """Its velocity has one component across the mean flow, in which everything happens."""
    folder = pipe_run(tmp_path / "pipe")
    fields = {"velocity": lambda x, y, z: (0 * x, 0.3 * np.sin(9 * z), 2 - 2 * (x**2 + y**2))}
    write_general_field_file(folder / "fields" / "fields_00000010.vtkhdf", pipe(5), fields)
    assert "secondary_flow_00000010.png" not in names(plot_run(Run(folder)))


@pytest.mark.usefixtures("sketched")
def test_a_channel_has_no_secondary_flow(tmp_path):
    """Its vortices are no mean ones; in a duct, with walls on all sides, they are."""
    folder = duct_run(tmp_path / "channel")
    with h5py.File(folder / "fields" / "fields_00000010.vtkhdf", "r+") as file:
        periodic = file["Lobatto"].attrs["periodic"]
        file["Lobatto"].attrs["periodic"] = np.array([1, 0, 1], periodic.dtype)
    drawn = names(plot_run(Run(folder)))
    across = {f"flow_across_the_stream{end}_00000010.png" for end in ("", "_mean")}
    assert across == {name for name in drawn if "flow" in name}


def test_from_wall_to_wall_is_upwards():
    channel = Scene(direction=0, bulk=1.0, periodic=(True, False, True))
    assert [channel.right_of(normal) for normal in range(3)] == [2, 0, 0]
    assert Scene(None, None, (False, False, False)).right_of(2) is None


@pytest.mark.parametrize("sides", [(1000.25, 0.0002, 9), (0.05, 1, 1), (0.2, 3.3, 0.11)])
def test_labels_lie_within_the_picture_and_apart(tmp_path, monkeypatch, sides):
    """Of wide and narrow sections, where little room is left, with long figures and arrows."""
    drawn = []
    monkeypatch.setattr(style, "_save", lambda canvas, _: drawn.append(boxes(canvas)))
    ticks = [np.linspace(-side, side, 2) for side in sides]
    folder = cavity_run(tmp_path / "flat")
    fields = {"velocity": lambda x, y, z: (x + 0 * y * z, y + 0 * x * z, z + 0 * x * y)}
    write_field_file(folder / "fields" / "fields_00000007.vtkhdf", ticks, fields)
    list(plot_run(Run(folder)))
    assert len(drawn) == 4
    for width, height, texts in drawn:
        for x0, y0, x1, y1 in texts:
            assert -1 < x0 < x1 < width + 1
            assert -1 < y0 < y1 < height + 1
        overlaps = [(a, b) for a, b in itertools.combinations(texts, 2) if overlap(a, b)]
        assert not overlaps


def boxes(canvas):
    """(width, height, boxes of all texts that are drawn) in pixels."""
    style._arrange(canvas)
    canvas.draw_without_rendering()
    hidden = {id(label) for axes in canvas.axes for label in labels_out_of_view(axes)}
    texts = [text for text in canvas.findobj(Text) if text.get_text().strip()]
    seen = [text for text in texts if text.get_visible() and id(text) not in hidden]
    renderer = FigureCanvasAgg(canvas).get_renderer()
    extents = [text.get_window_extent(renderer).extents for text in seen]
    return canvas.bbox.width, canvas.bbox.height, extents


def labels_out_of_view(axes):
    for axis, (lower, upper) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        for place, tick in zip(axis.get_majorticklocs(), axis.get_major_ticks(), strict=True):
            if not lower <= place <= upper:
                yield tick.label1
                yield tick.label2


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
