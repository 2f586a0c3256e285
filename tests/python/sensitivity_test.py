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


def told(folder, ranks=None):
    (folder / "case.toml").write_text(CASE)
    done = run_script(SCRIPT, folder, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees: True True" in done.stdout
    return [float(x) for x in done.stdout.splitlines()[-1].split()]


def test_it_is_the_slope_of_differences_on_any_ranks(tmp_path):
    skip_without_mpi4py()
    one, two = told(tmp_path), told(tmp_path, 2)
    assert one == pytest.approx(two, rel=1e-9)
    assert one[2] > 12


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("sim.sensitivity(lambda sim, n: (0, {}), 0)", "expected numbers of at least 1"),
        ("sim.sensitivity(lambda sim, n: (0, {'q': sim['u']}), 2)", "expected u, v, w, T"),
        ("sim.sensitivity(lambda sim, n: (0, {'u': sim['u'][:1]}), 2)", "expected values at"),
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
