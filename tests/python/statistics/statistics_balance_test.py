"""What the program gathers and this package makes of it fit together: averages over a window of an
unsteady flow satisfy the momentum equation, the change from begin to end included."""

import numpy as np
import pytest
from lobatto import Run, Statistics
from lobatto.statistics import wall_statistics
from lobatto.statistics.budgets import energy_budget, stress_budget
from lobatto.statistics.forces import left_out
from lobatto.statistics.momentum import momentum_residual
from program import lobatto, needs_program

pytestmark = needs_program

UNSTEADY_DUCT = """
[mesh]
order = 9
x = { range = [-0.5, 0.5], elements = 3 }
y = { range = [-0.5, 0.5], elements = 3 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
reynolds = 200
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1.0
[initial]
velocity = [
  "sin(2*pi*z)*cos(pi*x)^2*cos(pi*y)",
  "cos(2*pi*z + 1)*cos(pi*y)^2*cos(pi*x)*(1 + x)",
  "2.25*(1 - 4*x^2)*(1 - 4*y^2)*(1 + 0.3*x*sin(2*pi*z))",
]
[time]
dt = 0.001
steps = 200
[output]
fields = { every_steps = 100 }
[statistics]
start = 0.1
every_steps = 1
average = ["z"]
"""


def on_nodes(plane):
    """The stream-wise velocity of a plane, [y, x]."""
    e_slow, e_fast, _, n, _ = plane.values.shape
    return plane.values[:, :, 2].transpose(0, 2, 1, 3).reshape(e_slow * n, e_fast * n)


def test_averages_satisfy_the_momentum_equation(tmp_path):
    case = tmp_path / "duct.toml"
    case.write_text(UNSTEADY_DUCT)
    result = lobatto("run", case, "--out", tmp_path / "run")
    assert result.returncode == 0, result.stderr
    statistics = Statistics(tmp_path / "run")
    walls = wall_statistics(statistics, symmetric=False)
    begin, end = (
        on_nodes(entry.open().average("velocity", 2)) for entry in Run(tmp_path / "run").fields[-2:]
    )
    change = (end - begin) / statistics.weight
    size = np.sqrt(walls.grid.mean(change**2))
    assert size > 0.1 * walls.friction.force  # there is something to balance
    missed = momentum_residual(walls) - change
    # at the nodes within elements: a weak solution has kinks where they meet
    n = len(walls.grid.nodes)
    inner = [i for i in range(walls.grid.shape[0]) if 0 < i % n < n - 1]
    missed = missed[np.ix_(inner, inner)]
    assert np.sqrt((missed**2).mean()) < 0.05 * size
    assert walls.bulk_velocity == pytest.approx(1.0, abs=1e-9)


PULSATING_CHANNEL = """
[mesh]
order = 9
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
y = "wall"
[forcing]
body = ["1 + 0.8*sin(2*pi*t)*(1 + y^2)", "0", "0"]
[initial]
velocity = ["0.5*(1 - y^2)", "0", "0"]
[time]
dt = 0.02
steps = 250
[statistics]
start = 3
every_steps = 1
average = ["x", "z"]
"""


def test_the_budget_of_a_pulsating_flow_closes_with_its_force(tmp_path):
    """Two periods, after the start has died away as exp(-pi^2 t / 4): the force that fluctuates
    makes all of k, and without its term there is nothing to balance the dissipation."""
    case = tmp_path / "channel.toml"
    case.write_text(PULSATING_CHANNEL)
    result = lobatto("run", case, "--out", tmp_path / "run")
    assert result.returncode == 0, result.stderr
    walls = wall_statistics(Statistics(tmp_path / "run"))
    moments = walls.moments
    for budget in (energy_budget(moments, 1.0), stress_budget(moments, 0, 0, 1.0)):
        largest = abs(budget["dissipation"]).max()
        assert abs(budget["force"]).max() > 0.1 * largest
        assert abs(budget["residual"]).max() < 0.01 * largest
    assert left_out(PULSATING_CHANNEL, "", (), moments.has_force) == ""
    assert "forcing.body" in left_out(PULSATING_CHANNEL, "", (), False)


STIRRED_BOX = """
[mesh]
order = 4
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[[scalar]]
name = "heat"
prandtl = 1
initial = "cos(2*pi*x)"
[forcing]
body = ["-0.3*u", "0.2", "0.1*heat"]
buoyancy = [{ scalar = "heat", coefficient = 2, reference = 0.5, direction = [0, 1, 0] }]
[initial]
velocity = ["sin(2*pi*y)", "0", "cos(2*pi*x)"]
[time]
dt = 0.01
steps = 10
[statistics]
every_steps = 2
"""


def test_the_force_is_that_of_the_case_at_every_sample(tmp_path):
    """Linear in what is gathered, so that its averages are known from the others."""
    case = tmp_path / "box.toml"
    case.write_text(STIRRED_BOX)
    result = lobatto("run", case, "--out", tmp_path / "run")
    assert result.returncode == 0, result.stderr
    statistics = Statistics(tmp_path / "run")

    def flow(name):
        return statistics.read(f"flow/{name}")

    def of_heat(name):
        return statistics.read(f"scalar/heat/{name}")

    for u in "uvw":
        first, second = "".join(sorted(u + "u")), of_heat(u + "T")
        assert flow(u + "fx") == pytest.approx(-0.3 * flow(first), abs=1e-13)
        assert flow(u + "fy") == pytest.approx(2 * second + (0.2 - 1) * flow(u), abs=1e-13)
        assert flow(u + "fz") == pytest.approx(0.1 * second, abs=1e-13)
    assert flow("fy") == pytest.approx(2 * of_heat("T") - 0.8, abs=1e-13)
    assert abs(flow("wfz")).max() > 1e-3
