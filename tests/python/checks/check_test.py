"""`lobatto check` refuses what `lobatto run` would die of, and says where it stands in the case."""

import math
import os
import re
from pathlib import Path

import pytest
from program import ROOT, lobatto, needs_program

pytestmark = needs_program

BOX = """
[mesh]
order = 3
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[initial]
velocity = ["sin(2*pi*y)", "0", "0"]
[time]
dt = 1e-3
steps = 2
"""
PIPE = """
[mesh]
order = 5
file = "pipe.msh"
[fluid]
viscosity = 0.01
[boundary]
inlet = { velocity = ["0", "0", "1"] }
outlet = "outflow"
wall = "wall"
[time]
dt = 1e-3
steps = 2
"""
MESHES = ROOT / "tests" / "data" / "gmsh"


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(BOX)
    return path


def refusal(command, case, *more, ranks=None):
    """What the command says of a case that it must refuse before it makes anything."""
    folder = case.parent / "run"
    result = lobatto(
        command, case, *(["--out", folder] if command == "run" else []), *more, ranks=ranks
    )
    assert result.returncode == 1, result.stdout + result.stderr
    assert not folder.exists()
    for word in ("MPI_ABORT", "terminate called", "rank 0:"):
        assert word not in result.stderr
    return result.stderr.removesuffix(mpirun_notes(result.stderr))


def mpirun_notes(text):
    """What mpirun adds where a program ends with another status than 0."""
    at = text.find("-----")
    return text[at:] if at >= 0 else ""


def refused_by_both(case, *more, ranks=None):
    """The refusal of `check`, which must be that of `run`."""
    of_check = refusal("check", case, *more, ranks=ranks)
    assert refusal("run", case, *more, ranks=ranks) == of_check
    return of_check


def settings(*keys):
    return [word for key in keys for word in ("--set", key)]


@pytest.mark.parametrize("ranks", [None, 2])
def test_sizes_beyond_the_memory_of_the_machine(case, ranks):
    huge = settings("mesh.order=31", *(f"mesh.{axis}.elements=100000" for axis in "xyz"))
    text = refused_by_both(case, *huge, ranks=ranks)
    assert f"{case}:2:2: mesh: 1e+15 elements of order 31 need at least " in text
    assert re.search(
        r"need at least [0-9.e+]+ EB on a node of . ranks?, which has [0-9.]+ [GT]B", text
    )
    assert "fewer elements" in text
    assert (
        "1e+15 elements" in lobatto("check", case, *huge).stdout
    )  # the set-up is told all the same


@pytest.mark.parametrize("ranks", [None, 2])
def test_more_points_than_can_be_sampled(case, ranks):
    line = "{ from = [0, 0, 0], to = [1, 1, 1], points = 2000000000 }"
    case.write_text(BOX + f'[[probe]]\nname = "a"\nline = {line}\n')
    text = refused_by_both(case, ranks=ranks)
    assert text == f"{case}:16:1: probe[0].line: has 2e+09 points; at most 1e+08 are possible\n"


def test_more_ranks_than_elements(case):
    text = refused_by_both(case, *settings("mesh.x.elements=1"), ranks=5)
    assert text.startswith(f"{case}:2:2: mesh: the mesh has 4 elements (1 x 2 x 2), too few for 5")


@pytest.mark.parametrize(
    "restart",
    ["a text", "", "#std 8 4 4 4 8 8 0.0 1 0 1 UP", "\x89HDF\r\n\x1a\n and nothing else"],
)
def test_a_restart_from_what_is_no_checkpoint(case, restart):
    begin = case.parent / "begin"
    begin.write_bytes(restart.encode("latin-1"))
    text = refused_by_both(case, *settings(f"restart.from={begin}"))
    assert text.startswith("--set restart.from=") and f": restart.from: {begin}: " in text


def test_a_restart_from_another_mesh(case):
    coarse = settings("mesh.order=2", "output.checkpoint.every_steps=2")
    assert lobatto("run", case, "--out", case.parent / "coarse", *coarse).returncode == 0
    begin = settings(f"restart.from={case.parent / 'coarse'}")
    text = refused_by_both(case, *begin, ranks=2)
    assert "restart.from: the checkpoint is of another mesh" in text
    check = lobatto("check", case, *begin, *settings("mesh.order=2", "time.steps=4"))
    assert check.returncode == 0 and "origin      goes on from " in check.stdout


def test_a_prescribed_velocity_from_what_has_no_fields(case):
    (case.parent / "flow.txt").write_text("no fields")
    case.write_text(
        BOX.split("[fluid]")[0]
        + f'[flow]\nfrom = "{case.parent}/flow.txt"\n'
        + '[[scalar]]\nname = "heat"\ndiffusivity = 1\n[time]\ndt = 1e-3\nsteps = 2\n'
    )
    assert refused_by_both(case).startswith(f"{case}:8:1: flow.from: {case.parent}/flow.txt: ")


def test_an_inflow_from_outside_of_the_mesh(case):
    recycle = "{ recycle = { offset = [0, 0, 3], bulk_velocity = 1 } }"
    case.write_text(
        BOX.replace(
            "z = { range = [0, 1], elements = 2, periodic = true }",
            "z = { range = [0, 1], elements = 2 }",
        )
        + f'[boundary]\nz_min = {recycle}\nz_max = "outflow"\n'
    )
    assert ": boundary: the boundary 'z_min' recycles the velocity of points that lie outside" in (
        refused_by_both(case)
    )


def test_a_mesh_that_is_not_made_yet(tmp_path):
    """What makes it is named where it lies beside it under its name."""
    (tmp_path / "pipe.toml").write_text(PIPE)
    missing = refusal("check", tmp_path / "pipe.toml")
    assert missing == f"{tmp_path}/pipe.toml:4:1: mesh.file: {tmp_path}/pipe.msh: no such file\n"
    (tmp_path / "pipe.py").touch()
    made = f"; `python3 {tmp_path}/pipe.py {tmp_path}/pipe.msh` makes it\n"
    assert refusal("check", tmp_path / "pipe.toml") == missing.removesuffix("\n") + made


def test_a_stage_that_permissions_do_not_tell_of(case):
    """Root may write into /proc; but nobody makes a folder there."""
    text = refused_by_both(case, *settings("io.stage=/proc/x"), ranks=2)
    assert 'io.stage = "/proc/x": no folder can be made in /proc: ' in text
    deep = str(case.parent) + "/a" * 2500
    assert "io.stage" in refused_by_both(case, *settings(f"io.stage={deep}"))
    assert sorted(path.name for path in case.parent.iterdir()) == ["box.toml"]


@pytest.mark.parametrize("stage", ["pipe", "pipe/below", "n" * 300])
def test_a_stage_that_is_no_folder(case, stage):
    os.mkfifo(case.parent / "pipe")
    text = refused_by_both(case, *settings(f"io.stage={case.parent / stage}"), ranks=2)
    assert text.startswith("--set io.stage=") and ": io.stage = " in text
    assert ("pipe is no folder" in text) != (stage == "n" * 300)


def test_a_stage_that_is_not_there_yet_may_be_made(case):
    result = lobatto("check", case, *settings(f"io.stage={case.parent / 'a' / 'b'}"))
    assert result.returncode == 0, result.stderr
    assert not (case.parent / "a").exists()


def test_a_restart_from_nothing(case):
    text = refused_by_both(case, *settings(f"restart.from={case.parent / 'nowhere'}"), ranks=2)
    assert "restart.from: " in text and "no such file or folder" in text


def test_what_a_restart_is_from_is_told_instead_of_the_initial_flow(case):
    start = case.parent / "start"
    assert lobatto("run", case, "--out", start).returncode == 0
    told = lobatto("check", case, *settings(f"restart.from={start}", "time.steps=5"), "--time")
    assert told.returncode == 0, told.stderr
    assert f"restart     from {start}\n" in told.stdout
    assert "initial" not in told.stdout
    assert " 3 steps of 0.001 to the end" in told.stdout  # after the two before
    refused = refusal("check", case, *settings(f"restart.from={start}", "mesh.order=4"), "--time")
    assert "the checkpoint is of another mesh" in refused


MIXED = """
[[scalar]]
name = "heat"
prandtl = 1
initial = "ln(x - 2)"
source = "1/u"
exact = "1/(t - 0.002)"
boundary.x_min = { value = "1/y" }
boundary.x_max = { flux = "sqrt(-1 - z)" }
[boundary]
x_min = { velocity = ["1/(y - 1)", "0", "0"] }
x_max = "outflow"
[forcing]
body = ["0", "t/t", "0"]
"""


@pytest.mark.parametrize("ranks", [None, 2])
def test_values_that_are_not_finite(case, ranks):
    case.write_text(BOX.replace("elements = 2, periodic = true", "elements = 2", 1) + MIXED)
    text = refused_by_both(case, *settings("initial.velocity[2]=1/z"), ranks=ranks)
    for part in (
        'initial.velocity[2] = "1/z": the value is inf at z = 0, t = 0',
        ':18:11: scalar[0].initial = "ln(x - 2)": the value is nan at x = 0, t = 0',
        ':19:10: scalar[0].source = "1/u": the value is inf at u = 0, t = 0',
        ':20:9: scalar[0].exact = "1/(t - 0.002)": the value is inf at t = 0.002',
        ':21:28: scalar[0].boundary.x_min.value = "1/y": the value is inf at y = 0, t = 0',
        ':22:27: scalar[0].boundary.x_max.flux = "sqrt(-1 - z)": the value is nan at z = 0, t = 0',
        ':24:23: boundary.x_min.velocity[0] = "1/(y - 1)": the value is inf at y = 1, t = 0',
        ':27:14: forcing.body[1] = "t/t": the value is nan at t = 0',
    ):
        assert part in text
    assert len(text.splitlines()) == 8


def test_an_exact_solution_without_a_past(case):
    exact = ('exact.velocity=["sqrt(t)*sin(2*pi*y)", 0, 0]', "initial.velocity=exact")
    text = refused_by_both(case, *settings(*exact))
    assert 'exact.velocity[0] = "sqrt(t)*sin(2*pi*y)": the value is nan at ' in text
    assert text.endswith("t = -0.002\n") and len(text.splitlines()) == 1
    # Where it is not taken from there, it may begin there.
    assert lobatto("check", case, *settings(exact[0])).returncode == 0


def test_a_map_to_nowhere(case):
    text = refused_by_both(case, *settings('mesh.map=["x", "1/(y - 0.5)", "z"]'), ranks=2)
    assert 'mesh.map[1] = "1/(y - 0.5)": the value is inf at y = 0.5' in text


@pytest.mark.parametrize("size", ["1e200", "1e29", "1e-40"])
def test_a_map_beyond_all_numbers(case, size):
    text = refused_by_both(case, *settings(f'mesh.map=["x*{size}", "y", "z"]'))
    assert text.startswith(f"{case}:2:2: mesh: the sides of elements are from ")


def test_a_map_that_folds(case):
    text = refused_by_both(case, *settings('mesh.map=["-x", "y", "z"]'), ranks=2)
    assert text.startswith("--set mesh.map=")
    assert ": mesh.map: element 0 is turned inside out" in text


def test_solvers_that_do_not_serve(case):
    direct = settings("solver.pressure=tensor-direct", 'mesh.map=["x", "y", "z + 0.1*sin(2*pi*x)"]')
    text = refused_by_both(case, *direct)
    assert 'solver.pressure = "tensor-direct": the elements are curved' in text
    graded = settings("solver.coarse=fft", "mesh.x.grading={ geometric = 1.1 }")
    assert lobatto("check", case, *graded).returncode == 0  # it is not used
    used = graded + settings("solver.pressure=schwarz-multigrid")
    assert 'solver.coarse = "fft": needs a box of equal elements' in refused_by_both(case, *used)


def test_a_probe_outside_is_told_with_its_place_and_that_of_the_mesh(case):
    case.write_text(
        BOX
        + '[[probe]]\nname = "a"\npoints = [[0.5, 0.5, 0.5], [0.5, 1.5, 0.5], [2, 2, 2]]\n'
        + '[[probe]]\nname = "b"\nline = { from = [0, 0, 0], to = [0, 0, 2], points = 5 }\n'
        + '[[force]]\nname = "c"\non = ["x_mni"]\n'
    )
    for ranks in (None, 2):
        lines = refused_by_both(case, ranks=ranks).splitlines()
        assert lines[0].startswith(f"{case}:22:1: force[0].on: the mesh has no boundary 'x_mni'")
        assert lines[1] == (
            f"{case}:16:1: probe[0].points: point 1 of 3 (counted from 0), (0.5, 1.5, 0.5), "
            "lies in no element of the mesh, which reaches from (0, 0, 0) to (1, 1, 1); the "
            "nearest node is 0.5 away; 1 more is outside"
        )
        assert f"{case}:19:1: probe[1].line: point 3 of 5 (counted from 0), (0, 0, 1.5)" in lines[2]


@pytest.fixture
def pipe(tmp_path):
    case = tmp_path / "pipe.toml"
    case.write_text(PIPE)
    (tmp_path / "pipe.msh").symlink_to(MESHES / "pipe-27.msh")
    return case


@pytest.mark.parametrize("ranks", [None, 3])
def test_unknowns_of_a_mesh_file_are_counted_once(pipe, ranks):
    result = lobatto("check", pipe, ranks=ranks)
    assert result.returncode == 0, result.stderr
    # 12 elements in the cross section of an O-grid, two along the pipe: 8 on the wall, 4 inside.
    elements, vertices, lines, faces = 24, 51, 118, 92
    n = 5 - 1
    unknowns = vertices + n * lines + n**2 * faces + n**3 * elements
    assert vertices - lines + faces - elements == 1
    assert f"pipe.msh, {elements} elements of order 5\n" in result.stdout
    assert f"unknowns    {unknowns} per field ({24 * 6**3} points in elements)" in result.stdout


def test_boundaries_of_a_mesh_file_are_all_told(pipe):
    pipe.write_text(PIPE.replace("inlet =", "inlt =").replace('wall = "wall"\n', ""))
    text = refused_by_both(pipe, ranks=2)
    assert (
        f"{pipe}:8:1: boundary.inlt: the mesh has no boundary 'inlt'; did you mean 'inlet'?" in text
    )
    for name in ("inlet", "wall"):
        assert (
            f"{pipe}:7:2: boundary: the boundary '{name}' of the mesh has no condition for" in text
        )


@pytest.mark.parametrize("name", ["nowhere.msh", "."])
def test_a_mesh_file_that_is_not_there(pipe, name):
    text = refused_by_both(pipe, *settings(f'mesh.file="{name}"'), ranks=2)
    assert text.startswith(f'--set mesh.file="{name}": mesh.file: ')


def test_a_plane_mesh_is_told_to_be_one(pipe):
    square = pipe.parent / "pipe.msh"
    square.unlink()
    square.write_text(
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
        "$EndNodes\n$Elements\n1\n17 3 2 1 1 1 2 3 4\n$EndElements\n"
    )
    text = refused_by_both(pipe)
    remedy = "the mesh is plane, expected hexahedra; in a case, mesh.extrude"
    assert text.startswith(f"{square}: {remedy}")


def test_many_cases_are_looked_at_one_after_another(case):
    names = [case.parent / f"{name}.toml" for name in ("first", "second", "third")]
    for name in names:
        name.write_text(BOX)
    assert lobatto("check", *names).returncode == 0
    names[1].write_text(BOX.replace("viscosity", "viscosty"))
    for ranks in (None, 2):
        result = lobatto("check", *names, ranks=ranks)
        assert result.returncode == 1
        told = re.findall(r"^case +(\w+) \((.*)\)$", result.stdout, re.MULTILINE)
        assert told == [("first", str(names[0])), ("third", str(names[2]))]
        assert result.stderr.startswith(f"{names[1]}:8:1: fluid.viscosty: unknown key")


def test_a_few_steps_tell_how_long_a_run_will_be(case):
    result = lobatto("check", case, "--time", "--set", "time.steps=5000", ranks=2)
    assert result.returncode == 0, result.stderr
    told = re.search(
        r"time +([0-9.e-]+) s per step \(.* in 3 steps\)\n"
        r" +5000 steps of 0.001 to the end: about (.*), without output\n"
        r" +(\d+) MB at most on a rank, (\d+) MB on a node of",
        result.stdout,
    )
    assert told, result.stdout
    assert 0 < float(told[1]) < 60 and int(told[4]) >= int(told[3]) > 0
    assert sorted(path.name for path in case.parent.iterdir()) == ["box.toml"]


def test_timing_a_flow_that_blows_up_says_so(case):
    wild = settings('initial.velocity=["1e200*sin(2*pi*y)", "1e200*sin(2*pi*z)", "0"]')
    text = refusal("check", case, "--time", *wild)
    assert text.startswith(f"{case}: the solution is not finite after step ")


def test_text_for_a_terminal_is_printable(case):
    case.write_text(BOX + '"\\u001b[2J\\n" = 1\n')
    assert r"time.\x1b[2J\n: unknown key" in refused_by_both(case)
    odd = case.parent / "odd\x1b[2J\nname.toml"
    odd.write_text(BOX)
    assert r"odd\x1b[2J\nname.toml" in lobatto("check", odd).stdout
    for words, status in (
        (["check", case.parent / "no\x1bfile.toml"], 1),
        (["run", case.parent / "no\x1bfile.toml"], 1),
        (["run", odd, "--no\x1boption"], 2),
        (["info", "no\x1bfolder"], 1),
    ):
        result = lobatto(*words)
        assert result.returncode == status and "no\\x1b" in result.stderr
        assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize("count", [10_000])
def test_any_number_of_mistakes_is_told_in_twenty_lines(case, count):
    case.write_text(BOX + "".join(f"stepps{i} = 1\n" for i in range(count)))
    lines = refusal("check", case).splitlines()
    assert len(lines) == 21 and lines[-1] == f"... and {count - 20} more"


def test_more_scalars_than_any_flow_has_are_refused_at_once(case):
    scalar = '[[scalar]]\nname = "s{}"\ndiffusivity = 1\n'
    case.write_text(BOX + "".join(scalar.format(i) for i in range(30_000)))
    assert refusal("check", case) == f"{case}:14:1: scalar: 30000 tables, expected at most 1000\n"


def test_case_files_of_any_size_are_refused_in_words(case):
    case.write_text(BOX + "# " + 10_000_000 * "x" + "\n" + "a = 1\n")
    assert f"{case}:15:1: time.a: unknown key" in refusal("check", case)
    with case.open("a") as file:
        file.write(100_000_000 * "#")
    assert "bytes long, expected at most 16777216" in refusal("check", case)
    assert Path("/dev/zero").exists() and lobatto("check", "/dev/zero").returncode == 1


def test_a_probe_on_the_surface_that_a_curved_wall_stands_for_is_taken(tmp_path):
    """The walls of the annulus are of second order, up to 2e-4 inside of the circle of radius 1."""
    case = tmp_path / "case.toml"
    text = (ROOT / "cases" / "annulus-laminar.toml").read_text()
    text = text.replace("meshes/annulus.msh", str(ROOT / "cases" / "meshes" / "annulus.msh"))
    angles = [0.1 + 0.37 * i for i in range(16)]

    def at(radius):
        points = [[radius * math.cos(a), radius * math.sin(a), 1.0] for a in angles]
        return f'{text}\n[[probe]]\nname = "wall"\npoints = {points}\n'

    case.write_text(at(1.0))
    assert lobatto("check", case).returncode == 0
    case.write_text(at(1.03))
    refused = lobatto("check", case)
    assert refused.returncode == 1
    found = re.search(r"; it is (\S+) outside; 15 more are outside", refused.stderr)
    assert found and float(found[1]) == pytest.approx(0.03, abs=0.002)


def test_one_of_a_thing_is_told_in_the_singular(tmp_path):
    """Of a case of one element, on one rank, for one step: of the check, the run and its end."""
    case = tmp_path / "one.toml"
    one = BOX.replace("elements = 2", "elements = 1").replace("steps = 2", "steps = 1")
    case.write_text(one + "[statistics]\nevery_steps = 1\n")
    told = lobatto("check", case, "--time").stdout
    told += lobatto("run", case, "--out", tmp_path / "run", "--details").stdout
    assert "= 1 element of order 3" in told and "statistics: 1 sample, " in told
    assert not re.findall(r"(?<![\d.])1 [a-z]+s\b", told)
