"""The gradient of a run as scripts ask for it."""

import pytest
from scripts import needs_module, run_script, skip_without_mpi4py

pytestmark = needs_module

CASE = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.02
[boundary]
y = "wall"
[[scalar]]
name = "T"
diffusivity = 0.03
initial = "1 - y^2"
boundary.y = { value = 0 }
[forcing]
flow_rate = 0.6
flow_direction = "x"
[initial]
velocity = ["(1 - y^2)*(1 + 0.3*sin(x))", "0", "0.2*(1 - y^2)*cos(x)"]
[time]
dt = 0.02
steps = 50
"""

SCRIPT = """
import numpy as np
import lobatto

def heat_flux_at_the_end(sim, level):
    if level < 12:
        return 0, {}
    flow, T = sim["u"] + sim["w"], sim["T"]
    return sim.integrate(flow * T), {"u": T, "w": T, "T": flow}

with lobatto.Simulation("case.toml", out="new") as sim:
    x, y, z = sim.coordinates
    along = (1 - y**2) * np.cos(x) * np.exp(y)
    start = sim["w"].copy()

    def at(h):
        sim["w"] = start + h * along
        sim.begin_anew()
        return sim.sensitivity(heat_flux_at_the_end, 12, snapshots=4)

    found = at(0)
    slope = sim.integrate(found.initial["w"] * along)
    h = 1e-3
    difference = (at(h).value - at(-h).value) / (2 * h)
    if sim.rank == 0:
        print("agrees:", abs(slope - difference) < 1e-6 * abs(slope), abs(slope) > 1e-6)
        print(f"{slope:.11e} {found.value:.12e} {found.steps_taken}")
"""


def told(folder, ranks=None, script=SCRIPT):
    (folder / "case.toml").write_text(CASE)
    done = run_script(script, folder, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees: True True" in done.stdout
    return [float(x) for x in done.stdout.splitlines()[-1].split()]


def test_it_is_the_slope_of_differences_on_any_ranks(tmp_path):
    skip_without_mpi4py()
    one, two = told(tmp_path), told(tmp_path, 2)
    assert one == pytest.approx(two, rel=1e-9)
    assert one[2] > 12


CONTROLLED = """
import numpy as np
import lobatto

CASE = {
    "mesh": {
        "order": 5,
        "x": {"range": [0, 2], "elements": 2},
        "y": {"range": [0, 1], "elements": 2},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": 0.05},
    "boundary": {
        "x_min": {"velocity": "@inflow"},
        "x_max": {"pressure": 0, "damp_backflow": False},
        "y_min": "wall",
        "y_max": {"velocity": "@blowing"},
    },
    "scalar": [{"name": "T", "diffusivity": 0.04, "initial": "y", "boundary": {
        "x_min": {"value": "y"}, "x_max": "insulated", "y_min": {"flux": 0.3},
        "y_max": "insulated"}}],
    "initial": {"velocity": ["4*y*(1 - y)", "0", "0"]},
    "time": {"dt": 0.02, "steps": 10},
}
amplitude = 0.0

def inflow(y):
    return 4 * y * (1 - y), 0, 0

def blowing(x, t):
    return 0 * x, amplitude * np.sin(np.pi * x), 0 * x

def objective(sim, level):
    u, v, _ = sim.velocity
    return sim.integrate(u * v + v * sim["T"]), {"u": v.copy(), "v": u + sim["T"], "T": v.copy()}

def gradient(by=0.2, **changed):
    global amplitude
    amplitude = by
    with lobatto.Simulation(
        CASE, set=changed, out="new", functions={"inflow": inflow, "blowing": blowing}
    ) as sim:
        found = sim.sensitivity(objective, 10, snapshots=3)
        x = sim.coordinates[0]
        slope = sim.integrate(found.boundary["y_max"]["v"] * np.sin(np.pi * x), "y_max")
        nodes = sim.boundary("y_max")
        inside = np.delete(found.boundary["y_max"]["v"].reshape(-1), nodes)
        assert not inside.any()
        given = {name: sorted(parts) for name, parts in found.boundary.items()}
        assert given == {"x_min": ["T", "u", "v", "w"], "y_max": ["u", "v", "w"], "y_min": ["T"]}
        return found, slope, sim.rank

found, slope, rank = gradient()

def difference(at):
    return (8 * (at(1e-3) - at(-1e-3)) - (at(2e-3) - at(-2e-3))) / 12e-3

by_blowing = difference(lambda h: gradient(0.2 + h)[0].value)
by_viscosity = difference(lambda h: gradient(**{"fluid.viscosity": 0.05 + h})[0].value)
if rank == 0:
    errors = slope / by_blowing - 1, found.viscosity / by_viscosity - 1
    print("agrees:", abs(errors[0]) < 1e-7, abs(errors[1]) < 1e-7)
    print(f"{slope:.12e} {found.viscosity:.12e} {found.diffusivity['T']:.12e}")
"""


def test_what_the_boundary_and_the_fluid_are_given_has_slopes(tmp_path):
    skip_without_mpi4py()
    one, two = told(tmp_path, script=CONTROLLED), told(tmp_path, 2, script=CONTROLLED)
    assert one == pytest.approx(two, rel=1e-9)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("sim.sensitivity(lambda sim, n: (0, {}), 0)", "expected numbers of at least 1"),
        ("sim.sensitivity(lambda sim, n: (0, {'q': sim['u']}), 2)", "expected u, v, w, T"),
        ("sim.sensitivity(lambda sim, n: (0, {'u': sim['u'][:1]}), 2)", "expected values at"),
        (
            "sim.sensitivity(lambda sim, n: (float('nan'), {}), 2)",
            "value of the objective at level 2",
        ),
        (
            "sim.sensitivity(lambda sim, n: (0, {'u': sim['u'] / 0}), 2)",
            "slope of 'u' of the objective at level 2 is not finite",
        ),
        ("sim.sensitivity(lambda sim, n: (0, {}), 2, dt=-1)", "expected a length of time above"),
        ("sim.sensitivity(lambda sim, n: (0, {}), 400, dt=5)", "the flow blew up in step"),
        ("sim.sensitivity(lambda sim, n: (0, {}), 2, progress='loud')", "expected auto, live"),
        (
            "sim.sensitivity(lambda sim, n: (0, {}), 9, snapshots=2, disk_snapshots=3)",
            "scratch=...",
        ),
        (
            "sim.sensitivity(lambda sim, n: (0, {}), 9, snapshots=2, scratch='none')",
            "scratch folder none: No such file",
        ),
        (
            "sim.sensitivity(lambda sim, n: (0, {}), 10**7, snapshots=10**7)",
            "more than there is; expected fewer, or scratch=...",
        ),
    ],
)
def test_what_has_no_gradient_is_told(tmp_path, call, says):
    (tmp_path / "case.toml").write_text(CASE)
    script = f"""
import lobatto
with lobatto.Simulation("case.toml", out="out") as sim:
    try:
        {call}
    except lobatto.LobattoError as error:
        print(error)
"""
    done = run_script(script, tmp_path)
    assert says in done.stdout, done.stdout + done.stderr


KEPT = """
import warnings
import numpy as np
import lobatto

def energy(sim, level):
    return 0.5 * sim.integrate(sim["u"] ** 2), {"u": sim["u"].copy()}

def fails(sim, level):
    if level == 5 and sim.rank == sim.n_ranks - 1:
        raise ZeroDivisionError("no such number")
    return energy(sim, level)

with lobatto.Simulation("case.toml", out="new") as sim:
    sim.run(until=0.06)
    before = [sim[name].copy() for name in sim.fields], sim.time, sim.n_steps
    try:
        sim.sensitivity(fails, 12, snapshots=3)
    except (ZeroDivisionError, lobatto.LobattoError) as error:
        said = "no such number" in str(error) or "rank 1 has failed" in str(error)
    again = sim.sensitivity(energy, 12, snapshots=3)
    kept = all((sim[n] == x).all() for n, x in zip(sim.fields, before[0], strict=True))
    text = str(sim.sensitivity_plan(12, snapshots=3))
    assert "12 steps, and 12 of them again; 3 snapshots in memory" in text, text
    plan = sim.sensitivity_plan(12, snapshots=3, scratch=".")
    assert (plan.steps_again, plan.in_memory, plan.on_disk) == (0, 3, 10), plan
    same = all(
        (f.initial["u"] == again.initial["u"]).all() and f.viscosity == again.viscosity
        for f in (
            sim.sensitivity(energy, 12, snapshots=3, scratch="."),
            sim.sensitivity(energy, 12, snapshots=1, disk_snapshots=2, scratch="."),
            sim.sensitivity(energy, 12, snapshots=100),
        )
    )
    with warnings.catch_warnings(record=True) as told:
        sim.sensitivity(lambda sim, level: (1.0, {}), 2)
        sim.sensitivity(lambda sim, level: (0.0, {}), 2)
    warned = sim.rank > 0 or ["all zero" in str(w.message) for w in told] == [True]
    kept = kept and (sim.time, sim.n_steps) == before[1:]
    all_is_well = sim.sum(float(said and kept and same and warned)) == sim.n_ranks
    if sim.rank == 0:
        print("agrees:", all_is_well, True)
        print(again.steps_taken)
"""


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_run_stays_as_it_was_and_the_gradient_the_same_with_any_memory(tmp_path, ranks):
    if ranks:
        skip_without_mpi4py()
    assert told(tmp_path, ranks, script=KEPT)[0] > 12
    assert not list(tmp_path.glob("lobatto-*"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("dt = 0.02", "cfl = 0.5"), "expected dt = ..., or time.dt"),
        (('y = "wall"', 'y_min = "wall"\ny_max = "outflow"\n'), "expected damp_backflow = false"),
        (("[time]", "[filter]\nmodes = 1\nchi = 1\n[time]"), "a filter acts on"),
    ],
)
def test_a_flow_without_derivative_is_refused(tmp_path, change, says):
    case = CASE.replace(*change).replace(
        '[forcing]\nflow_rate = { direction = "x", bulk_velocity = 0.6 }', ""
    )
    (tmp_path / "case.toml").write_text(case)
    script = """
import lobatto
with lobatto.Simulation("case.toml", out="out") as sim:
    sim.sensitivity(lambda sim, n: (0, {}), 2)
"""
    done = run_script(script, tmp_path)
    assert says in done.stderr, done.stdout + done.stderr
