"""Particles that a run carries, against solutions of their equations by other means."""

import hashlib

import h5py
import numpy as np
import pytest
from lobatto import LobattoError, Run
from module_run import module_run
from program import lobatto, needs_program

pytestmark = needs_program

VORTICES = """
[mesh]
order = 11
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, "2*pi"], elements = 2, periodic = true }
map = ["x + 0.1*sin(y)*cos(z)", "y + 0.1*sin(x)", "z + 0.1*cos(x - y)"]
[fluid]
viscosity = 0.05
[flow]
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)", 0.5]
[[scalar]]
name = "heat"
diffusivity = 0.1
[time]
dt = 0.005
steps = 400
"""

TWO_FAMILIES = """
[[particles]]
name = "seeds"
start.count = 40
seed = 3
every_steps = 100
[[particles]]
name = "dust"
kind = "inertial"
diameter = 0.2
density_ratio = 30
gravity = [0, 0, -1]
start.lattice = [3, 3, 3]
start.velocity = [0, 0.2, 0]
source = [{ rate = 10, at = [1, 1, 1], begin = 0.5 }]
every_steps = 200
"""

case, run = module_run("vortices", VORTICES + TWO_FAMILIES)


def fluid(x):
    return np.array([np.sin(x[0]) * np.cos(x[1]), -np.cos(x[0]) * np.sin(x[1]), 0.5])


def dust(_, state):
    """Stokes' drag times 1 + 0.15 Re^0.687, and weight."""
    slip = fluid(state[:3]) - state[3:]
    reynolds = np.linalg.norm(slip) * 0.2 / 0.05
    rate = 18 * 0.05 / (30 * 0.2**2) * (1 + 0.15 * reynolds**0.687)
    return np.concatenate([state[3:], rate * slip + [0, 0, -(1 - 1 / 30)]])


def solved(function, start, end):
    """By a method of order 8 to 1e-11."""
    integrate = pytest.importorskip("scipy.integrate", reason="scipy is not installed")
    return integrate.solve_ivp(
        function, (0, end), start, method="DOP853", rtol=1e-11, atol=1e-12
    ).y[:, -1]


def test_tracers_go_where_the_equation_says(run):
    seeds = Run(run).particles("seeds")
    assert seeds.times == pytest.approx([0, 0.5, 1, 1.5, 2])
    first, last = seeds[0], seeds[-1]
    assert last.id.tolist() == list(range(40))
    for start, end in zip(first.position, last.unwrapped, strict=True):
        assert solved(lambda _, x: fluid(x), start, 2.0) == pytest.approx(end, abs=1e-6)
    # The mesh repeats itself, and places are in it.
    turns = (last.unwrapped - last.position) / (2 * np.pi)
    assert turns == pytest.approx(np.round(turns), abs=1e-12)
    assert np.abs(last.velocity - last.fluid_velocity).max() == 0


def test_inertial_particles_go_where_the_equation_says(run):
    family = Run(run).particles("dust")
    first, last = family[0], family[-1]
    for particle in range(27):
        start = np.concatenate([first.position[particle], first.velocity[particle]])
        end = solved(dust, start, 2.0)
        assert end[:3] == pytest.approx(last.unwrapped[particle], abs=1e-6)
        assert end[3:] == pytest.approx(last.velocity[particle], abs=1e-6)


def test_a_source_gives_as_many_as_it_says(run):
    last = Run(run).particles("dust")[-1]
    assert len(last) == 27 + 15
    table = np.genfromtxt(run / "monitors" / "dust.csv", delimiter=",", names=True)
    assert table["added"][-1] == table["count"][-1] == 42
    assert table["lost"].max() == 0
    assert table["w_mean"][-1] == pytest.approx(last.velocity[:, 2].mean(), rel=1e-12)
    assert table["w_rms"][-1] == pytest.approx(last.velocity[:, 2].std(), rel=1e-9)


def files_of(run, pattern="particles/*"):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in run.glob(pattern)}


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_any_number_of_ranks_leaves_the_same_bytes(case, run, tmp_path, ranks):
    done = lobatto("run", case, "--out", tmp_path / "run", "--steps", "100", ranks=ranks)
    assert done.returncode == 0, done.stderr
    alone = files_of(run, "particles/seeds_*0[01]00.vtkhdf")
    there = files_of(tmp_path / "run", "particles/seeds_*0[01]00.vtkhdf")
    assert len(there) == 2
    assert there == alone


def test_a_run_goes_on_to_the_bit(case, run, tmp_path):
    out = tmp_path / "run"
    for says in (("--steps", "150"), ("--restart", "--steps", "400")):
        done = lobatto("run", case, "--out", out, *says)
        assert done.returncode == 0, done.stderr
    straight, restarted = files_of(run), files_of(out)
    kept = {name: value for name, value in restarted.items() if "0150" not in name}
    names = {name for name in straight if name.endswith(".vtkhdf")}
    assert {name: kept[name] for name in names} == {name: straight[name] for name in names}
    rows = [(folder / "monitors" / "dust.csv").read_text().splitlines() for folder in (run, out)]
    assert rows[0] == rows[1]


def test_paths_and_frames(run):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    seeds = Run(run).particles("seeds")
    times, places = seeds.path_of(7)
    assert times == pytest.approx(seeds.times)
    assert places.shape == (5, 3)
    frame = seeds.to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc[(seeds[-1].time, 7), "unwrapped_x"] == places[-1][0]
    with pytest.raises(LobattoError, match="has no particles sand; it has dust, seeds"):
        Run(run).particles("sand")


def test_paraview_reads_the_files(run):
    pyvista = pytest.importorskip("pyvista", reason="pyvista is not installed")
    family = Run(run).particles("seeds")
    read = pyvista.HDFReader(str(family.files[-1])).read()
    assert isinstance(read, pyvista.PolyData)
    assert (read.n_points, read.n_verts) == (40, 40)
    assert read.points == pytest.approx(family[-1].position)
    assert read["velocity"] == pytest.approx(family[-1].velocity)


TWO_WAY = """
[mesh]
order = 5
x = { range = [0, 1], elements = 3, periodic = true }
y = { range = [0, 1], elements = 3, periodic = true }
z = { range = [0, 1], elements = 3, periodic = true }
[fluid]
viscosity = 0.05
[time]
dt = 0.005
steps = 100
[output]
checkpoint = { every_steps = 50 }
fields.precision = "double"
[[particles]]
name = "dust"
kind = "inertial"
diameter = 0.05
density_ratio = 100
drag = "stokes"
start.lattice = [4, 4, 4]
start.velocity = [1, 0, 0]
two_way = true
number = 2
"""


def mean_velocities(out):
    """Of the fluid along x and of the particles."""
    run = Run(out)
    (entry,) = run.fields
    with h5py.File(entry.path) as file:
        u = file["Lobatto/fields/velocity"][:, 0]
    weights = np.polynomial.legendre.Legendre.basis(5)
    nodes = np.concatenate([[-1], np.sort(weights.deriv().roots().real), [1]])
    w = 2 / (5 * 6 * weights(nodes) ** 2)
    mean = np.einsum("ekji,k,j,i->e", u, w, w, w).mean() / 8
    return mean, run.particles("dust")[-1].velocity[:, 0].mean()


def test_what_particles_lose_the_fluid_gains(tmp_path):
    case = tmp_path / "pull.toml"
    case.write_text(TWO_WAY)
    mass = 64 * 2 * 100 * np.pi / 6 * 0.05**3
    lacks = []
    for dt, steps in ((0.01, 50), (0.005, 100)):
        out = tmp_path / f"run{steps}"
        done = lobatto("run", case, "--out", out, "--set", f"time.dt={dt}", "--steps", steps)
        assert done.returncode == 0, done.stderr
        of_fluid, of_particles = mean_velocities(out)
        assert of_fluid > 0.02
        lacks.append(abs(of_fluid + mass * (of_particles - 1)))
    assert lacks[1] < 5e-4  # from the first step, which knows the force of its begin alone
    assert lacks[0] / lacks[1] > 3.5  # of second order


def test_two_way_runs_go_on_to_the_bit(tmp_path):
    case = tmp_path / "pull.toml"
    case.write_text(TWO_WAY)
    for out, says in (
        ("straight", ("--steps", "100")),
        ("parts", ("--steps", "50")),
        ("parts", ("--restart", "--steps", "100")),
    ):
        done = lobatto("run", case, "--out", tmp_path / out, *says)
        assert done.returncode == 0, done.stderr
    last = "particles/dust_00000100.vtkhdf"
    assert files_of(tmp_path / "straight", last) == files_of(tmp_path / "parts", last)
    assert files_of(tmp_path / "straight", last)


CHANNEL = """
[mesh]
order = 5
x = { range = [0, 2], elements = 3, periodic = true }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[time]
dt = 0.05
steps = 40
[[particles]]
name = "drops"
kind = "inertial"
diameter = 0.05
density_ratio = 800
gravity = [0, -1, 0]
start.file = "drops.csv"
start.velocity = [0, 0, 0]
wall = [{ on = ["y_min"], action = "absorb" }]
table_every_steps = 1
"""


def channel(tmp_path, text=CHANNEL, drops="x,y,z\n0.5,0,0.5\n0.6,-0.8,0.5\n"):
    (tmp_path / "drops.csv").write_text(drops)
    path = tmp_path / "channel.toml"
    path.write_text(text)
    return path


def test_walls_absorb(tmp_path):
    case = channel(tmp_path)
    done = lobatto("run", case, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    table = np.genfromtxt(tmp_path / "run/monitors/drops.csv", delimiter=",", names=True)
    assert table["count"][0] == 2
    assert (table["count"] + table["absorbed"] == 2).all()
    fallen = table["time"][np.argmax(table["absorbed"] == 1)]
    assert 0.6 < fallen < 0.8  # sqrt(2 0.2) = 0.63, with a little drag


@pytest.mark.parametrize(
    "change, message",
    [
        (('"drops.csv"', '"rain.csv"'), "rain.csv: no such file"),
        (('["y_min"]', '["y_mni"]'), "did you mean 'y_min'?"),
        (("diameter = 0.05", "diameter = -0.05"), "diameter = -0.05: expected a number above 0"),
    ],
)
def test_check_refuses(tmp_path, change, message):
    done = lobatto("check", channel(tmp_path, CHANNEL.replace(*change)))
    assert done.returncode != 0
    assert message in done.stdout + done.stderr


def test_check_tells_how_far_a_point_is_outside(tmp_path):
    done = lobatto("check", channel(tmp_path, drops="x,y,z\n0.5,0,0.5\n0.5,1.02,0.5\n"))
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "point 1 of 2 (counted from 0), (0.5, 1.02, 0.5), lies in no element" in said
    assert "it is 0.02 outside" in said


def test_check_names_the_line_of_what_is_no_number(tmp_path):
    done = lobatto("check", channel(tmp_path, drops="x,y,z\n0.5,0,0.5\n0.5,left,0.5\n"))
    assert done.returncode != 0
    assert "drops.csv:3: expected a number for y" in done.stdout + done.stderr
