"""lobatto.Simulation: live fields, what is computed of them, ranks, restarts."""

import json

import pytest
from program import SMALL_DUCT, lobatto
from scripts import needs_module, run_script, skip_without_mpi4py

pytestmark = needs_module

# The gradient of a polynomial of the space, integrals and interpolation are exact.
MATHEMATICS = """
import json, sys
import numpy as np
import lobatto

with lobatto.Simulation("duct.toml", out="out", set={"time.steps": 2}) as sim:
    x, y, z = sim.coordinates
    f = x**3 * y - 2 * z**2
    gradient = sim.gradient(f)
    exact = (3 * x**2 * y, x**3, -4 * z)
    points = np.array([[0.1, -0.2, 0.3], [0.5, 0.5, 1.0], [0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    mine = points if sim.rank == 0 else points[:0]
    at = sim.interpolate(mine, [f, x])
    wall = sim.boundary("x_min")
    right = (x.mean(axis=(1, 2, 3)) > 0)[:, None, None, None] * np.ones_like(x)
    halves = right + 0.0  # two-valued at x = 0, where elements meet
    sim.make_continuous(halves)
    inside = (x**2 - 0.25) * (y**2 - 0.25) + y
    f = 1 - 2 * x**2 - 2 * y**2
    values, fluxes = {"x_min": y, "x_max": y, "y_min": -0.5}, {"y_max": x**2 + 0.75}
    solved = [sim.solve_poisson(f, values, fluxes, method=way) for way in ("auto", "iterative")]
    found = dict(
        solved=[float(np.abs(u - inside).max()) for u in solved],
        gradient=max(float(np.abs(g - e).max()) for g, e in zip(gradient, exact)),
        integral=sim.integrate(x**2 * z), mean=sim.mean(y**2), norm=sim.norm(z),
        mass=sim.sum(float(sim.mass.sum())), volume=sim.volume,
        at=np.nan_to_num(np.array(at), nan=-99).tolist(),
        wall=float(np.abs(x.ravel()[wall] + 0.5).max()),
        n_wall=sim.sum(float(wall.size)),
        continuous=float(np.abs(halves - np.where(np.abs(x) < 1e-9, 0.5, right)).max()),
        shape=list(sim["w"].shape), total=sim.sum(float(sim["w"].shape[0])), fields=sim.fields,
        ranks=sim.n_ranks, boundaries=sim.boundaries, order=sim.order)
    if sim.rank == 0:
        print("FOUND", json.dumps(found))
"""


def found_by(result):
    assert result.returncode == 0, result.stdout + result.stderr
    line = next(line for line in result.stdout.splitlines() if line.startswith("FOUND "))
    return json.loads(line.removeprefix("FOUND "))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "duct.toml").write_text(SMALL_DUCT)
    return tmp_path


@pytest.mark.parametrize("ranks", [None, 1, 2, 3])
def test_what_is_computed_of_fields_is_exact(folder, ranks):
    found = found_by(run_script(MATHEMATICS, folder, ranks=ranks))
    assert found["gradient"] < 1e-12
    assert max(found["solved"]) < 1e-8
    assert found["integral"] == pytest.approx(1 / 24, abs=1e-14)
    assert found["mean"] == pytest.approx(1 / 12, abs=1e-14)
    assert found["norm"] == pytest.approx((1 / 3) ** 0.5, abs=1e-14)
    assert found["mass"] == pytest.approx(found["volume"]) == pytest.approx(1.0)
    values, places = found["at"]
    assert values == pytest.approx([0.1**3 * -0.2 - 2 * 0.09, 0.0625 - 2, 0.0, -99], abs=1e-13)
    assert places == pytest.approx([0.1, 0.5, 0.0, -99], abs=1e-13)
    assert found["wall"] == 0 and found["n_wall"] == 6 * 25
    assert found["continuous"] == 0
    assert found["shape"][1:] == [5, 5, 5] and found["total"] == 12
    assert found["fields"][:3] == ["u", "v", "w"] and "temperature" in found["fields"]
    assert found["ranks"] == (ranks or 1)
    assert found["boundaries"][:2] == ["x_min", "x_max"]


LIVE = """
import numpy as np
import lobatto

with lobatto.Simulation("duct.toml", out="out") as sim:
    sim.step()
    t = sim["temperature"]
    same = sim["temperature"]
    assert np.shares_memory(t, same) and t.flags.writeable and not t.flags.owndata
    before = t.copy()
    t += 1.0
    sim.begin_anew()
    x = sim.coordinates[0]
    inside = np.abs(x) < 0.5 - 1e-12
    assert np.allclose(same[inside], before[inside] + 1.0, rtol=0, atol=1e-15)
    for name in ("p",):
        assert not sim[name].flags.writeable
    for array in (*sim.coordinates, sim.mass):
        assert not array.flags.writeable
    sim.step()
    # The walls are at 0; what was added is there in the middle, less what has diffused.
    middle = sim.interpolate([[0.0, 0.0, 0.5]], "temperature")[0]
    assert 0.95 < middle < 1.05, middle
    try:
        sim["temprature"]
    except KeyError as error:
        assert "temperature" in str(error)
    else:
        raise AssertionError
held = t
assert held.sum() == held.sum()  # the memory is there while somebody looks at it
"""


def test_fields_are_the_solvers_own_memory(folder):
    result = run_script(LIVE, folder)
    assert result.returncode == 0, result.stdout + result.stderr


STEPS = """
import lobatto

sim = lobatto.Simulation("duct.toml", out="by_steps")
reports = []
while sim.end is None:
    reports.append(sim.step())
assert sim.end == "complete" and len(reports) == 6
assert reports[-1].time == sim.time and reports[-1].dt == sim.dt
assert [solve.equation for solve in reports[-1].solves][0] == "pressure"
assert reports[-1].scalars[0].name == "temperature"
try:
    sim.step()
except lobatto.LobattoError as error:
    assert "has ended" in str(error)
assert sim.close() == "complete"
try:
    sim.step()
except lobatto.LobattoError as error:
    assert "closed" in str(error)
"""


def records(folder):
    lines = (folder / "steps.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if "seconds" not in k} for line in lines]


def test_a_driven_run_is_the_run_of_the_program(folder):
    result = run_script(STEPS, folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert lobatto("run", folder / "duct.toml", "--out", folder / "by_program").returncode == 0
    assert records(folder / "by_steps") == records(folder / "by_program")
    names = {p.relative_to(folder / "by_steps") for p in (folder / "by_steps").rglob("*.*")}
    assert names == {
        p.relative_to(folder / "by_program") for p in (folder / "by_program").rglob("*.*")
    }


RESTARTED = """
import sys
import lobatto

with lobatto.Simulation("duct.toml", out="halves", restart=True) as sim:
    n = int(sys.argv[1])
    while sim.end is None and sim.n_steps < n:
        sim.step()
print(f"END {sim.end}")
"""


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_driven_run_goes_on_bit_for_bit(folder, ranks):
    for n, end in ((3, "stopped"), (6, "complete"), (6, "complete")):
        result = run_script(RESTARTED, folder, n, ranks=ranks)
        assert f"END {end}" in result.stdout, result.stdout + result.stderr
    whole = lobatto("run", folder / "duct.toml", "--out", folder / "whole", ranks=ranks)
    assert whole.returncode == 0
    assert records(folder / "halves") == records(folder / "whole")


UNTIL = """
import lobatto

case = {
    "case": {"name": "box"},
    "mesh": {"order": 3} | {
        d: {"range": [0, "2*pi"], "elements": 2, "periodic": True} for d in "xyz"},
    "fluid": {"viscosity": 0.1},
    "initial": {"velocity": ["cos(x)*sin(y)", "-sin(x)*cos(y)", "0"]},
    "time": {"cfl": 0.3, "end": 1.0},
}
with lobatto.Simulation(case, out="out") as sim:
    assert sim.run(until=0.3) is None
    assert abs(sim.time - 0.3) < 1e-12, sim.time
    assert sim.run() == "complete"
    assert abs(sim.time - 1.0) < 1e-12
try:
    lobatto.Simulation({**case, "fluid": {"viscosty": 0.1}}, out="other")
except lobatto.LobattoError as error:
    assert "did you mean 'viscosity'?" in str(error), error
else:
    raise AssertionError
"""


def test_a_dict_is_a_case_and_steps_meet_a_time(folder):
    result = run_script(UNTIL, folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert not (folder / "other").exists()


# Ten times the velocity, and a temperature that nothing explains but the script.
CHANGED = """
import lobatto

CFL = {"time.cfl": 0.4, "time.max_dt": 1e-3, "time.dt": None, "time.steps": 30}
with lobatto.Simulation("duct.toml", out="out", set=CFL) as sim:
    for step in range(10):
        sim.step()
    before = sim.mean(sim["w"] ** 2)
    sim["w"][...] *= 10
    sim["temperature"][...] += 1000
    sim.begin_anew()
    assert sim.mean(sim["w"] ** 2) > 50 * before
    assert sim.run() == "complete", sim.end
"""


def test_a_script_may_change_the_flow(folder):
    result = run_script(CHANGED, folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout == ""
    log = (folder / "out" / "run.log").read_text()
    assert "blow up" not in log and "has all of it" in log


COMMUNICATORS = """
import numpy as np
from mpi4py import MPI
import lobatto

world = MPI.COMM_WORLD
half = world.Split(world.rank % 2)
with lobatto.Simulation("duct.toml", comm=half, out=f"out{world.rank % 2}",
                        set={"time.steps": 2}) as sim:
    assert sim.n_ranks == half.size and sim.rank == half.rank
    sim.run()
    energy = sim.mean(sim["w"] ** 2)
energies = world.allgather(energy)
assert max(energies) - min(energies) < 1e-13, energies
if world.rank == 0:
    print("ALL", world.size)
"""


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_communicators_of_mpi4py(folder, ranks):
    skip_without_mpi4py()
    result = run_script(COMMUNICATORS, folder, ranks=ranks)
    assert f"ALL {ranks}" in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("sim.solve_poisson(1, {'x_mi': 0})", "there is no boundary 'x_mi'; did you mean 'x_min'"),
        ("sim.solve_helmholtz(-1, 1)", "lam = -1: expected a number that is not negative"),
        ("sim.solve_poisson(1, method='fast')", "expected auto, direct, iterative"),
        ("sim.solve_poisson(1, {'x_min': 0}, {'x_min': 0})", "x_min has a value and a flux"),
        ("sim.solve_poisson(sim['u'][:1])", "expected values at"),
    ],
)
def test_what_cannot_be_solved_is_told(folder, call, says):
    script = f"""
import lobatto
with lobatto.Simulation("duct.toml", out="out", set={{"time.steps": 1}}) as sim:
    try:
        {call}
    except lobatto.LobattoError as error:
        print(error)
"""
    result = run_script(script, folder)
    assert says in result.stdout, result.stdout + result.stderr
