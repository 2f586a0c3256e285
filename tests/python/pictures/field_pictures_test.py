"""What `lobatto plot --field` shows: expressions, places, ranges, formats, films."""

import h5py
import numpy as np
import pytest
from curved_meshes import pipe
from lobatto import FieldFile, LobattoError, Run
from lobatto.field_expression import FieldExpression
from lobatto.pictures.field_pictures import Look, chosen_colours, title
from lobatto.pictures.plot import Wish, plot_as_wished
from matplotlib import image
from PIL import Image
from synthetic import duct_run, write_field_file, write_general_field_file

X = np.array([[0.21, -0.13, 0.4], [0.05, 0.3, 0.9], [-0.2, -0.2, 0.1]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-a^2", -9),
        ("2^3^2", 512),
        ("2*a^-1 - b/4 - 1", 2 / 3 - 0.5 - 1),
        ("a > b && b == 2 ? min(a, b) : 7", 2),
        ("(a < b) || 0 ? 1 : b > a ? 5 : sqrt(a + 1)", 2),
        ("-(a - b)*-3e0", 3),
        ("abs(sin(pi))*1e10 < 1", 1),
    ],
)
def test_expressions_have_the_values_of_the_program(text, expected):
    assert FieldExpression.of(text)({"a": 3.0, "b": 2.0}.__getitem__) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("u +", "found its end at character 4, expected a number, a name or"),
        ("u v", "found v at character 3, expected an operator or the end"),
        ("max(u)", "found \\) at character 6, expected ','"),
        ("cosinus(u)", "expected a function: sin, cos"),
        ("u # 2", "found # 2 at character 3"),
        ("vorticty_x", "no field 'vorticty_x'.*did you mean 'vorticity_x'"),
        ("dTdx", "no field 'dTdx'"),
    ],
)
def test_a_wrong_expression_says_what_and_where(tmp_path, text, message):
    file = linear_flow(tmp_path)
    with pytest.raises(LobattoError, match=message):
        file.plane(text, 2, 0.5)


def gradient():
    """du_i/dx_j of a flow without divergence."""
    matrix = np.array([[1.0, -3.0, 0.5], [2.0, 0.4, 1.0], [-1.0, 0.25, -1.4]])
    assert np.trace(matrix) == pytest.approx(0)
    return matrix


def fields():
    a = gradient()
    return {
        "velocity": lambda x, y, z: tuple(r[0] * x + r[1] * y + r[2] * z for r in a),
        "heat": lambda x, y, z: x * y + 3 * z,
    }


def linear_flow(folder):
    ticks = np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), np.linspace(0, 1, 3)
    return FieldFile(write_field_file(folder / "box.vtkhdf", ticks, fields(), time=4.0))


def curved_flow(folder):
    return FieldFile(write_general_field_file(folder / "pipe.vtkhdf", pipe(5), fields()))


@pytest.mark.parametrize("made", [linear_flow, curved_flow])
def test_what_follows_from_the_gradient_is_exact(tmp_path, made):
    file, a = made(tmp_path), gradient()
    s, w = (a + a.T) / 2, (a - a.T) / 2
    q = (np.sum(w * w) - np.sum(s * s)) / 2
    lambda2 = np.linalg.eigvalsh(s @ s + w @ w)[1]
    curl = np.array([a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1]])
    expected = {
        "q": q,
        "q_criterion": q,
        "lambda2": lambda2,
        "vorticity": np.linalg.norm(curl),
        "vorticity_y": curl[1],
        "dudz - 2*dwdx": a[0, 2] - 2 * a[2, 0],
        "dheatdz": 3,
        "dheatdx - y": 0,
    }
    for text, value in expected.items():
        assert file.evaluate(text, X)[:, 0] == pytest.approx(value, abs=1e-10), text
    assert file.evaluate("u*v + heat", X)[:, 0] == pytest.approx(
        (X @ a[0]) * (X @ a[1]) + X[:, 0] * X[:, 1] + 3 * X[:, 2]
    )
    assert file.mean("z") == pytest.approx(file.mean("heat/3"), abs=1e-9)


def test_planes_and_averages_of_expressions(tmp_path):
    file = linear_flow(tmp_path)
    plane = file.plane("x*t", 1, 0.3)
    assert plane.evaluate([-0.7, 0.7], [0.5])[0, 0] == pytest.approx([-2.8, 2.8])
    assert file.average("z^2", 2).mean() == pytest.approx(1 / 3)
    _, values = file.line("y", 1, (0, 0, 0.5), n_points=3)
    assert values[:, 0] == pytest.approx([-1, 0, 1])


def test_headings_have_a_capital_unless_they_are_formulas():
    names = ("speed", "vorticity_z", "dTdx", "dudy", "u", "T", "u + v", "q_criterion")
    expected = ["Speed", "Vorticity z", "dTdx", "dudy", "u", "T", "u + v", "Q criterion"]
    assert [title(name) for name in names] == expected


def wished(folder, **options):
    run = Run(folder)
    return list(plot_as_wished(run, Wish(**options)))


def test_a_field_on_planes_and_lines_in_each_format(tmp_path):
    folder = duct_run(tmp_path / "duct")
    options = {"planes": ["z=1.5"], "lines": ["x=0.1,z=2"], "formats": "png,pdf,svg"}
    paths = wished(folder, names=["sqrt(u^2+v^2)", "T"], limits="0,0.05", **options)
    names = [path.name for path in paths if path.suffix == ".png"]
    assert names == [
        "sqrt-u-2+v-2_z=1.5_00000010.png",
        "sqrt-u-2+v-2_x=0.1_z=2_00000010.png",
        "T_z=1.5_00000010.png",
        "T_x=0.1_z=2_00000010.png",
    ]
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}
    for path in paths:
        assert path.read_bytes().startswith(begins[path.suffix])
    assert len(paths) == 12
    assert image.imread(paths[0])[..., :3].std() > 0.02


@pytest.mark.usefixtures("sketched")
def test_without_a_place_a_field_is_shown_where_the_flow_is(tmp_path):
    folder = duct_run(tmp_path / "duct", n_snapshots=2)
    names = [path.name for path in wished(folder, names=["q"], which="all")]
    assert names == [
        f"q_{place}_000000{step}.png" for place in ("z=1.5", "y=0") for step in (10, 20)
    ]


def test_colours_are_about_zero_where_both_signs_are():
    values = np.array([-3.0, 0.5, 2.9, np.nan])
    (lower, upper), name = chosen_colours(values, Look())
    assert (lower, name) == (-upper, "RdBu_r")
    assert chosen_colours(values, Look(limits=(0, 2), colour_map="magma")) == ((0, 2), "magma")
    assert chosen_colours(np.array([-0.1, 2.0]), Look()) == ((-0.1, 2.0), "viridis")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"planes": ["w=3"]}, "--plane: found 'w=3', expected an axis and a place, such as x=3"),
        ({"planes": ["z=9"]}, "z = 9.0 is outside the mesh"),
        ({"lines": ["x=1"]}, "--line: found 'x=1', expected two axes and places"),
        ({"limits": "2,1"}, "--range: found '2,1', expected the lowest and the highest value"),
        ({"colour_map": "virids"}, "no colours 'virids'; there are viridis"),
        ({"formats": "png,eps"}, "--format: found 'eps', expected some of png, pdf, svg"),
        ({"film": "avi"}, "--film: found 'avi', expected mp4 or gif"),
        ({"names": [], "planes": ["z=1"]}, "--plane goes with --field"),
    ],
)
def test_a_wish_that_cannot_be_met(tmp_path, options, message):
    folder = duct_run(tmp_path / "duct")
    with pytest.raises(LobattoError, match=message):
        wished(folder, **{"names": ["u"], **options})
    assert not (folder / "plots").exists()


@pytest.mark.parametrize("kind", ["gif", "mp4"])
def test_a_film_has_a_frame_of_every_field_file(tmp_path, kind):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    folder = duct_run(tmp_path / "duct", n_snapshots=3)
    for step in (10, 20, 30):  # the velocity grows, in colours that stay
        with h5py.File(folder / "fields" / f"fields_{step:08d}.vtkhdf", "r+") as file:
            file["Lobatto/fields/velocity"][...] *= step / 10
    (path,) = wished(folder, names=["w"], planes=["z=1"], film=kind, per_second=5)
    assert path == folder / "plots" / f"w_z=1.{kind}"
    assert list(path.parent.iterdir()) == [path]
    if kind == "mp4":
        assert ffmpeg.count_frames_and_secs(str(path)) == (3, pytest.approx(0.6))
        return
    film = Image.open(path)
    assert film.n_frames == 3
    middles = []
    for number in range(3):
        film.seek(number)
        pixels = np.asarray(film.convert("RGB"), float)
        middles.append(pixels[pixels.shape[0] // 2, pixels.shape[1] // 2].sum())
    assert middles == sorted(middles)
    assert middles[0] < middles[2] - 50
