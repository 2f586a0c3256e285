"""Nek5000 field files: what the program writes is read by pymech and VTK, and what pymech writes
starts a run."""

import json
import shutil
from pathlib import Path

import h5py
import numpy as np
import pytest
from program import lobatto, needs_program
from synthetic import gll_nodes, node_coordinates

pytestmark = [needs_program, pytest.mark.xdist_group("nek_field"), pytest.mark.long]

PIPE = Path(__file__).resolve().parents[2] / "data/gmsh/pipe-27.msh"

# Taylor's decaying vortices between two walls that slip, with two scalars.
VORTICES = """
[case]
name = "taylor"
[mesh]
order = {order}
x = {{ range = [0, "2*pi"], elements = {elements}, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 3, grading = {{ geometric = 1.2 }}, periodic = true }}
z = {{ range = [0, 1], elements = 2 }}
[fluid]
viscosity = 0.05
[boundary]
z = "symmetry"
[initial]
velocity = "exact"
[[scalar]]
name = "dye"
diffusivity = 0.05
initial = "exact"
exact = "exp(-0.05*t)*cos(y)"
source = "-v*sin(y)*exp(-0.05*t)"
boundary.z = "insulated"
[[scalar]]
name = "salt"
diffusivity = 0.05
initial = "z"
boundary = {{ z_min = {{ value = 0 }}, z_max = {{ value = 1 }} }}
[time]
dt = {dt}
steps = {steps}
[output]
fields = {{ every_steps = 2, format = "both", precision = "{precision}" }}
[exact]
velocity = ["sin(x)*cos(y)*exp(-0.1*t)", "-cos(x)*sin(y)*exp(-0.1*t)", "0"]
pressure = "0.25*(cos(2*x) + cos(2*y))*exp(-0.2*t)"
"""

FLOW_IN_A_PIPE = f"""
[case]
name = "pipe"
[mesh]
order = 3
file = "{PIPE}"
[fluid]
viscosity = 0.1
[boundary]
wall = "wall"
inlet = {{ velocity = ["0", "0", "2*(1 - x^2 - y^2)"] }}
outlet = "outflow"
[initial]
velocity = ["0.1*y*(1 - x^2 - y^2)", "0", "2*(1 - x^2 - y^2)"]
[time]
dt = 0.001
steps = 2
[output]
fields = {{ format = "both", precision = "double" }}
quantities = {{ twice = "2*w" }}
"""


def write_case(path, **values):
    defaults = {"order": 7, "elements": 3, "dt": 1e-3, "steps": 4, "precision": "double"}
    path.write_text(VORTICES.format(**{**defaults, **values}))
    return path


def run_case(case, folder, *arguments, ranks=None):
    result = lobatto("run", case, "--out", folder, "--progress", "none", *arguments, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return result


def summary_of(folder):
    return json.loads((folder / "summary.json").read_text())


@pytest.fixture(scope="module")
def neksuite():
    pytest.importorskip("pymech", reason="pymech is not installed")
    return pytest.importorskip("pymech.neksuite")


@pytest.fixture(scope="module", params=["single", "double"])
def precision(request):
    return request.param


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The folder of a run in a precision; it ran on two ranks."""
    folder = tmp_path_factory.mktemp("taylor")
    for precision in ("single", "double"):
        case = write_case(folder / f"{precision}.toml", precision=precision)
        run_case(case, folder / precision, ranks=2)
    return folder


def values(field, name):
    """[elements, components, n, n, n] of a pymech field."""
    return np.stack([getattr(element, name) for element in field.elem])


def test_pymech_reads_what_the_program_writes(runs, precision, neksuite):
    folder = runs / precision / "fields"
    first, second = (neksuite.readnek(folder / f"taylor0.f0000{i}") for i in (1, 2))
    assert tuple(first.var) == (3, 3, 1, 1, 1) and tuple(second.var) == (0, 3, 1, 1, 1)
    assert (first.nel, tuple(first.lr1), first.ndim) == (18, (8, 8, 8), 3)
    assert first.wdsz == {"single": 4, "double": 8}[precision]
    assert (first.istep, second.istep) == (2, 4)
    assert (first.time, second.time) == pytest.approx((2e-3, 4e-3))
    assert np.array_equal(first.elmap, np.arange(1, 19))
    for field, step in ((first, 2), (second, 4)):
        with h5py.File(folder / f"fields_{step:08d}.vtkhdf") as file:
            expected = file["Lobatto/fields"]
            assert np.array_equal(values(field, "vel"), expected["velocity"])
            assert np.array_equal(values(field, "pres")[:, 0], expected["pressure"])
            assert np.array_equal(values(field, "temp")[:, 0], expected["dye"])
            assert np.array_equal(values(field, "scal")[:, 0], expected["salt"])


def test_pymech_reads_the_coordinates(runs, precision, neksuite):
    folder = runs / precision / "fields"
    position = values(neksuite.readnek(folder / "taylor0.f00001"), "pos")
    with h5py.File(folder / "fields_00000002.vtkhdf") as file:
        ticks = [file[f"Lobatto/ticks/{axis}"][:] for axis in "xyz"]
    x, y, z = (node_coordinates(t, gll_nodes(7)) for t in ticks)
    tolerance = 1e-13 if precision == "double" else 1e-6
    for e in range(18):
        i, j, k = e % 3, e // 3 % 3, e // 9
        grid = np.meshgrid(z[k], y[j], x[i], indexing="ij")[::-1]
        assert position[e] == pytest.approx(np.stack(grid), abs=tolerance)


def test_vtk_reads_what_the_program_writes(runs, precision):
    vtk = pytest.importorskip("vtk", reason="vtk is not installed")
    from vtk.util.numpy_support import vtk_to_numpy

    folder = runs / precision / "fields"
    reader = vtk.vtkNek5000Reader()
    reader.SetFileName(str(folder / "taylor.nek5000"))
    reader.UpdateInformation()
    information = reader.GetOutputInformation(0)
    times = information.Get(vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    assert times == pytest.approx((2e-3, 4e-3))
    for number, step in ((0, 2), (1, 4)):
        reader.UpdateTimeStep(times[number])
        grid = reader.GetOutput()
        assert grid.GetNumberOfPoints() == 18 * 8**3
        assert grid.GetBounds() == pytest.approx((0, 2 * np.pi, 0, 2 * np.pi, 0, 1), abs=1e-6)
        points = grid.GetPointData()
        names = {points.GetArrayName(i) for i in range(points.GetNumberOfArrays())}
        assert names == {"Velocity", "Velocity Magnitude", "Pressure", "Temperature", "S01"}
        with h5py.File(folder / f"fields_{step:08d}.vtkhdf") as file:
            expected = file["Lobatto/fields"]
            velocity = np.moveaxis(expected["velocity"][:], 1, -1).reshape(-1, 3)
            for name, field in (
                ("Velocity", velocity),
                ("Pressure", expected["pressure"][:].ravel()),
                ("Temperature", expected["dye"][:].ravel()),
                ("S01", expected["salt"][:].ravel()),
            ):
                assert vtk_to_numpy(points.GetArray(name)) == pytest.approx(field, abs=1e-6), name


def test_files_of_a_run_that_goes_on_are_numbered_on(tmp_path, neksuite):
    case = write_case(tmp_path / "a.toml", order=3)
    run_case(case, tmp_path / "run")
    run_case(case, tmp_path / "run", "--restart", "--set", "time.steps=8", ranks=2)
    folder = tmp_path / "run/fields"
    files = sorted(folder.glob("taylor0.f*"))
    assert [neksuite.readnek(file).istep for file in files] == [2, 4, 6, 8]
    assert "numtimesteps: 4\n# dye is T, salt is S01\n" in (folder / "taylor.nek5000").read_text()


def start(case, file, folder, *arguments, ranks=None):
    return lobatto(
        "run", case, "--out", folder, "--progress", "none",
        "--set", f'restart.from="{file}"', *arguments, ranks=ranks,
    )  # fmt: skip


def assert_same_state(folder, expected, tolerance=1e-13):
    """The errors against the exact solution at the same time, as good as all values."""
    new, old = summary_of(folder), summary_of(expected)
    assert new["time"] == pytest.approx(old["time"], rel=1e-13)
    for field, of_field in old["errors"].items():
        assert new["errors"][field] == pytest.approx(of_field, abs=tolerance), field


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_run_starts_where_the_file_was_written(runs, tmp_path, ranks):
    # The second file has no coordinates: its elements are known by their numbers.
    case = write_case(tmp_path / "a.toml")
    file = runs / "double/fields/taylor0.f00002"
    run = start(case, file, tmp_path / "run", ranks=ranks)
    assert run.returncode == 0, run.stderr
    assert "begins anew with the fields of" in run.stdout
    assert "by their numbers alone" in run.stdout
    assert "the end of this case or beyond" in run.stdout
    assert_same_state(tmp_path / "run", runs / "double")
    further = start(case, file, tmp_path / "further", "--set", "time.steps=5", ranks=ranks)
    assert further.returncode == 0, further.stderr
    step = json.loads((tmp_path / "further/steps.jsonl").read_text().splitlines()[0])
    assert (step["step"], step["order"]) == (5, 2)
    assert summary_of(tmp_path / "further")["errors"]["u"]["max"] < 1e-4


def with_coordinates(runs, neksuite):
    """The second file of the run as pymech has it, with the coordinates of the first."""
    first, last = (neksuite.readnek(runs / f"double/fields/taylor0.f0000{i}") for i in (1, 2))
    for element, placed in zip(last.elem, first.elem, strict=True):
        element.pos = placed.pos
    last.var = first.var
    return last


@pytest.mark.parametrize("endian", ["little", "big"])
@pytest.mark.parametrize("word_size", [4, 8])
def test_a_run_starts_from_a_file_of_pymech(runs, tmp_path, neksuite, endian, word_size):
    field = with_coordinates(runs, neksuite)
    field.endian, field.wdsz = endian, word_size
    neksuite.writenek(tmp_path / "x0.f00010", field)
    run = start(write_case(tmp_path / "a.toml"), tmp_path / "x0.f00010", tmp_path / "run", ranks=2)
    assert run.returncode == 0, run.stderr
    assert "by their numbers, which fit their places" in run.stdout
    tolerance = 1e-13 if word_size == 8 else 1e-6
    assert_same_state(tmp_path / "run", runs / "double", tolerance)


def test_elements_are_found_by_their_places(runs, tmp_path, neksuite):
    field = with_coordinates(runs, neksuite)
    field.elem = field.elem[5:] + field.elem[:5]
    neksuite.writenek(tmp_path / "x0.f00010", field)
    run = start(write_case(tmp_path / "a.toml"), tmp_path / "x0.f00010", tmp_path / "run", ranks=2)
    assert run.returncode == 0, run.stderr
    assert "by their places" in run.stdout
    assert_same_state(tmp_path / "run", runs / "double")


def test_the_order_may_be_another(runs, tmp_path):
    case = write_case(tmp_path / "a.toml", order=10)
    run = start(case, runs / "double/fields/taylor0.f00002", tmp_path / "run", ranks=2)
    assert run.returncode == 0, run.stderr
    errors = summary_of(tmp_path / "run")["errors"]
    assert max(errors[field]["max"] for field in ("u", "v", "w", "dye")) < 1e-3


def test_what_the_file_lacks_is_said(runs, tmp_path, neksuite):
    field = neksuite.readnek(runs / "double/fields/taylor0.f00002")
    field.var = (0, 3, 0, 1, 0)
    neksuite.writenek(tmp_path / "x0.f00010", field)
    case = write_case(tmp_path / "a.toml")
    run = start(case, tmp_path / "x0.f00010", tmp_path / "run", "--set", "time.steps=5")
    assert run.returncode == 0, run.stderr
    assert "note: it has no pressure (P); the pressure begins with zero" in run.stdout
    assert "note: it has no S01; salt begins as the case says" in run.stdout
    text = case.read_text()
    salt, rest = text.index('[[scalar]]\nname = "salt"'), text.index("[time]")
    case.write_text(text[:salt] + text[rest:])
    file = runs / "double/fields/taylor0.f00002"
    run = start(case, file, tmp_path / "less", "--set", "time.steps=5")
    assert run.returncode == 0, run.stderr
    assert "note: its S01 is left out; this case has 1 scalar" in run.stdout


def refuse(case, file, folder):
    run = start(case, file, folder, ranks=2)
    assert run.returncode == 1, run.stdout
    assert not folder.exists()
    return run.stderr


def test_files_that_do_not_fit_are_refused(runs, tmp_path, neksuite):
    first = runs / "double/fields/taylor0.f00001"
    case = write_case(tmp_path / "a.toml", elements=2)
    message = refuse(case, first, tmp_path / "run")
    assert f"{first}: 18 elements, expected the 12 of this case's mesh" in message
    case = write_case(tmp_path / "b.toml")
    case.write_text(case.read_text().replace("geometric = 1.2", "geometric = 1.5"))
    assert "expected the same mesh" in refuse(case, first, tmp_path / "run")

    case = write_case(tmp_path / "c.toml")
    shutil.copy(first, tmp_path / "cut0.f00001")
    with (tmp_path / "cut0.f00001").open("r+b") as file:
        file.truncate(100_000)
    message = refuse(case, tmp_path / "cut0.f00001", tmp_path / "run")
    assert "cut0.f00001: the file is cut: 100000 bytes, expected " in message
    field = neksuite.readnek(first)
    field.var = (3, 0, 1, 0, 0)
    neksuite.writenek(tmp_path / "x0.f00001", field)
    message = refuse(case, tmp_path / "x0.f00001", tmp_path / "run")
    assert "x0.f00001: its blocks are XP, expected a velocity (U) among them" in message


def test_a_mesh_file_keeps_its_numbers(tmp_path, neksuite):
    case = tmp_path / "pipe.toml"
    case.write_text(FLOW_IN_A_PIPE)
    run_case(case, tmp_path / "run", ranks=3)
    fields = tmp_path / "run/fields"
    field = neksuite.readnek(fields / "pipe0.f00001")
    with h5py.File(fields / "fields_00000002.vtkhdf") as file:
        numbers = file["Lobatto/element_numbers"][:]
        assert not np.array_equal(numbers, np.arange(len(numbers)))
        assert np.array_equal(values(field, "pos")[numbers], file["Lobatto/coordinates"])
        assert np.array_equal(values(field, "vel")[numbers], file["Lobatto/fields/velocity"])
        # A quantity is never the temperature.
        assert tuple(field.var) == (3, 3, 1, 0, 1)
        assert np.array_equal(values(field, "scal")[numbers, 0], file["Lobatto/fields/twice"])
    run = start(case, fields / "pipe0.f00001", tmp_path / "again", "--set", "time.steps=3", ranks=2)
    assert run.returncode == 0, run.stderr
    assert "by their numbers, which fit their places" in run.stdout
    old, new = (
        json.loads((tmp_path / name / "steps.jsonl").read_text().splitlines()[-1])
        for name in ("run", "again")
    )
    assert new["kinetic_energy"] == pytest.approx(old["kinetic_energy"], rel=1e-2)


# On 3 x 2 x 2 elements; the state of the file is that of this case's end.
BOX = """
[mesh]
order = 4
{mesh}
[fluid]
viscosity = 0.1
[boundary]
{boundary}
[time]
dt = 0.001
steps = 30
[exact]
velocity = ["y*(2 - y)*z*(1.5 - z)*x", "0.5*x*(3 - x)*y^2", "x - 1.75*z"]
pressure = "x*y - z"
"""


@pytest.fixture(scope="module")
def nek_box(tmp_path_factory, neksuite):
    """box.re2 and box0.f00003, made by pymech, elements in the order of genbox."""
    from pymech.core import HexaData
    from pymech.meshtools import extrude, gen_box

    folder = tmp_path_factory.mktemp("box")
    walls = {f"bcs_{face}": ["W"] for face in ("xmin", "xmax", "ymin", "ymax")}
    flat = gen_box(3, 2, 0.0, 3.0, 0.0, 2.0, **walls)
    mesh = extrude(flat, [0.0, 0.5, 1.5], bc1=["W"], bc2=["W"])
    neksuite.writere2(str(folder / "box.re2"), mesh)
    field = HexaData(3, mesh.nel, [5, 5, 5], [3, 3, 1, 0, 0])
    nodes = gll_nodes(4)
    for element, corners in zip(field.elem, mesh.elem, strict=True):
        begin, end = corners.pos.min(axis=(1, 2, 3)), corners.pos.max(axis=(1, 2, 3))
        lines = begin[:, None] + (end - begin)[:, None] * (1 + nodes) / 2
        z, y, x = np.meshgrid(*lines[::-1], indexing="ij")
        element.pos[:] = x, y, z
        u = y * (2 - y) * z * (1.5 - z) * x
        element.vel[:] = u, 0.5 * x * (3 - x) * y**2, x - 1.75 * z
        element.pres[0] = x * y - z
    field.time, field.istep, field.wdsz, field.endian = 0.25, 30, 8, "big"
    field.elmap = np.arange(1, mesh.nel + 1, dtype=np.int32)
    neksuite.writenek(folder / "box0.f00003", field)
    return folder


@pytest.mark.parametrize("kind", ["mesh file", "box"])
def test_a_mesh_and_a_field_of_that_world_begin_a_run(nek_box, tmp_path, kind):
    box = (
        "x = { range = [0, 3], elements = 3 }\ny = { range = [0, 2], elements = 2 }\n"
        "z = { ticks = [0, 0.5, 1.5] }"
    )
    parts = (
        {"mesh": f'file = "{nek_box}/box.re2"', "boundary": 'W = { velocity = "exact" }'}
        if kind == "mesh file"
        else {"mesh": box, "boundary": "\n".join(f'{d} = {{ velocity = "exact" }}' for d in "xyz")}
    )
    case = tmp_path / "a.toml"
    case.write_text(BOX.format(**parts))
    run = start(case, nek_box / "box0.f00003", tmp_path / "run", ranks=2)
    assert run.returncode == 0, run.stderr
    assert "step 30, t = 0.25, XUP of 12 elements of order 4 in double precision" in run.stdout
    assert "by their numbers, which fit their places" in run.stdout
    summary = summary_of(tmp_path / "run")
    assert summary["time"] == 0.25
    assert max(error["max"] for error in summary["errors"].values()) < 1e-12
