"""What stands in files of its own: time integrals and flow meters, as users run them."""

import numpy as np
import pytest
from lobatto import read_monitor
from program import lobatto, needs_program
from restart_support import final_fields

pytestmark = needs_program

# Poiseuille's flow from x = 0 to an outflow at 2, which carries a scalar that is 1 + y.
THROUGH = """
[mesh]
order = 4
x = { range = [0, 2], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x_min = { velocity = ["1.5*(1 - y^2)", "0", "0"] }
x_max = "outflow"
y = "wall"
[initial]
velocity = ["1.5*(1 - y^2)", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.1
initial = "1 + y"
boundary.x_min = { value = "1 + y" }
boundary.x_max = "insulated"
boundary.y_min = { value = 0 }
boundary.y_max = { value = 2 }
[[integral]]
name = "dose"
of = "dye*u"
start = 0.055
[[flow_meter]]
name = "ends"
on = ["x_min", "x_max", "y_max"]
every_steps = 3
[[monitor]]
name = "dose"
of = { dose = "dose" }
reduce = ["max"]
every_steps = 12
[time]
dt = 0.01
steps = 12
[output]
fields = { precision = "double" }
"""


def run(folder, name, *arguments, ranks=None):
    case = folder / "through.toml"
    case.write_text(THROUGH)
    done = lobatto("run", case, "--out", folder / name, *arguments, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / name


def test_flow_meters_tell_what_passes(tmp_path):
    ends = read_monitor(run(tmp_path, "run"), "ends")
    assert ends.step.tolist() == [3, 6, 9, 12]
    assert ends["x_min_volume"] == pytest.approx(-2)
    assert ends["x_max_volume"] == pytest.approx(2)
    assert ends["y_max_volume"] == pytest.approx(0, abs=1e-12)
    # int 1.5 (1 - y^2) (1 + y) dy = 2
    assert ends["x_min_dye"] == pytest.approx(-2)
    assert ends["x_max_dye"] == pytest.approx(2)
    # dp/dx = -3 viscosity, and the outflow has none
    assert ends["x_min_pressure"] == pytest.approx(0.6, rel=1e-6)
    assert ends["x_max_pressure"] == pytest.approx(0, abs=1e-6)


def test_integrals_are_fields_of_the_run(tmp_path):
    out = run(tmp_path, "run")
    fields = final_fields(out)
    assert read_monitor(out, "dose")["dose_max"] == pytest.approx(fields["dose"].max())
    # of the last 0.065: u (1 + y), which is largest, 16/9, at y = 1/3, where no node is
    assert fields["dose"].min() == pytest.approx(0, abs=1e-12)
    assert 0.9 * 0.065 * 16 / 9 < fields["dose"].max() < 0.065 * 16 / 9


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_restart_goes_on_bit_for_bit(tmp_path, ranks):
    whole = run(tmp_path, "whole", ranks=ranks)
    run(tmp_path, "parts", "--set", "time.steps=7", ranks=ranks)
    parts = run(tmp_path, "parts", "--restart", ranks=ranks)
    assert "dose" in final_fields(whole)
    assert (whole / "monitors/ends.csv").read_text() == (parts / "monitors/ends.csv").read_text()
    whole_fields, parts_fields = final_fields(whole), final_fields(parts)
    for name, values in whole_fields.items():
        assert np.array_equal(values, parts_fields[name]), name


def test_every_number_of_ranks_agrees(tmp_path):
    one = final_fields(run(tmp_path, "one"))["dose"]
    for ranks in (2, 3):
        some = final_fields(run(tmp_path, f"on{ranks}", ranks=ranks))["dose"]
        assert np.allclose(some, one, rtol=0, atol=1e-12)
