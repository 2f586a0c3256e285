"""What the program gathers and this package makes of it fit together: averages over a window of an
unsteady flow satisfy the momentum equation, the change from begin to end included."""

import numpy as np
import pytest
from lobatto import Run, Statistics
from lobatto.statistics import wall_statistics
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
