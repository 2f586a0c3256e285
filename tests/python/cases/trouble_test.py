"""What a run refuses to begin with, and what makes it stop: blow-ups, boundary velocities that no
flow can have, fluid at rest that sets no step."""

import re

import pytest
from program import lobatto, needs_program
from restart_support import checkpoints_of, run, step_of, steps_of, write_case

pytestmark = needs_program

# Advection is unstable at this CFL number, and nothing but the run itself tells.
BLOW_UP = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, "2*pi"], elements = 2, periodic = true }
[fluid]
reynolds = 500
[forcing]
body = ["sin(y)*(1 + sin(3*t))", "cos(x)", "sin(x)*cos(5*t)"]
[time]
cfl = 4
max_dt = 0.05
cfl_limit = 50
steps = 1500
[output.checkpoint]
every_steps = 5
"""

CHANNEL = """
[mesh]
order = 4
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[boundary]
x_min = { velocity = ["1", "0", "0"] }
x_max = { velocity = ["1", "0", "0"] }
[initial]
velocity = ["1 + 0.1*sin(2*pi*y)", "0", "0"]
[time]
dt = 1e-3
steps = 20
"""

UNIFORM = """
[initial]
velocity = ["0.6", "0.8", "0"]
[time]
dt = 1e-3
steps = 20
cfl_limit = 1e-4
"""

AT_REST = """
[mesh]
order = 3
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[boundary]
y_min = "wall"
y_max = { velocity = ["sin(t)", "0", "0"] }
[time]
cfl = 0.4
steps = 2
"""


def refuse(case, out, *arguments):
    """What check and run say alike; neither makes a folder."""
    said = []
    for command in (("check", case), ("run", case, "--out", out, "--progress", "none")):
        done = lobatto(*command, *arguments)
        assert done.returncode == 1, done.stdout + done.stderr
        said.append(done.stderr)
    assert said[0] == said[1]
    assert not out.exists()
    return said[0]


def given(x_max):
    return ("--set", f'boundary.x_max={{ velocity = ["{x_max}", "0", "0"] }}')


@pytest.fixture(scope="module")
def blown_up(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blow-up")
    case = write_case(folder, BLOW_UP)
    return case, folder / "run", run(case, folder / "run", code=3)


def test_a_blow_up_ends_the_run_before_its_numbers_overflow(blown_up):
    _, out, said = blown_up
    steps = steps_of(out)
    stop = re.search(r"stopped at step (\d+) .*kinetic energy, ([\d.]+), is more than twice", said)
    assert stop and int(stop[1]) == steps[-1]["step"] < 150
    energies = [step["kinetic_energy"] for step in steps]
    assert energies[-1] < 3 * max(energies[:-5])
    assert "A smaller time.dt or time.cfl" in said
    assert "--restart goes on from the newest checkpoint, whose flow looked sound" in said


def test_its_checkpoints_are_of_sound_states_and_go_on_with_smaller_steps(blown_up):
    case, out, _ = blown_up
    last = steps_of(out)[-1]["step"]
    steps = [step_of(file) for file in checkpoints_of(out)]
    assert steps[-1] < last
    # One is of long before.
    assert len(steps) >= 3 and steps[0] <= last - 50
    run(case, out, "--restart", "--set", "time.cfl=0.4", "--steps", last + 100)
    energies = [step["kinetic_energy"] for step in steps_of(out)]
    assert steps_of(out)[-1]["step"] == last + 100
    assert max(energies) < 10


DYE = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[flow]
velocity = ["1", "0", "0"]
[[scalar]]
name = "clear"
diffusivity = 1e-4
initial = "0"
boundary = {}
[[scalar]]
name = "dye"
diffusivity = 1e-4
initial = "300 + sin(x)"
boundary = {}
[time]
dt = 0.1
cfl_limit = 50
steps = 1500
[output.checkpoint]
every_steps = 5
"""


def test_a_scalar_that_blows_up_ends_the_run_and_leaves_sound_checkpoints(tmp_path):
    case = write_case(tmp_path, DYE)
    said = run(case, tmp_path / "run", code=3)
    stop = re.search(
        r"stopped at step (\d+) .*: dye is from (\S+) to (\S+); its .* explain 299 to 301; "
        r"the worst is at \((\S+), \S+, \S+\)\. ",
        said,
    )
    assert stop, said
    last, lowest, highest = int(stop[1]), float(stop[2]), float(stop[3])
    assert lowest < 280 or highest > 320
    assert 0 <= float(stop[4]) <= 6.2832
    assert "whose flow looked sound" in said
    steps = [step_of(file) for file in checkpoints_of(tmp_path / "run")]
    assert steps and steps[-1] < last
    # With a smaller step the newest goes on, and what is wrong in it by then decays.
    run(case, tmp_path / "run", "--restart", "--set", "time.dt=0.01", "--steps", last + 200)
    assert steps_of(tmp_path / "run")[-1]["step"] == last + 200


def test_sources_and_boundary_values_are_no_blow_up(tmp_path):
    case = write_case(tmp_path, DYE)
    growing = ("--set", 'scalar[1].source="2*(dye - 299)"', "--set", "time.dt=0.02")
    run(case, tmp_path / "run", *growing, "--steps", 200)
    assert "about to blow up" not in (tmp_path / "run" / "run.log").read_text()


def test_the_shortest_step_can_be_told(tmp_path):
    case = write_case(tmp_path, BLOW_UP)
    said = run(case, tmp_path / "run", "--set", "time.min_dt=0.045", code=3)
    stop = re.search(r"asks for a step of (\S+), less than time.min_dt = 0.045", said)
    assert stop, said
    assert 0.01 < float(stop[1]) < 0.045


def test_an_inflow_alone_is_refused(tmp_path):
    case = write_case(tmp_path, CHANNEL)
    said = refuse(case, tmp_path / "run", "--set", "boundary.x_max=wall")
    assert re.search(r"duct.toml:10:\d+: boundary.x_min: ", said)
    assert "more volume in than out" in said and "x_min lets in 1;" in said
    said = refuse(case, tmp_path / "run", *given("-1"))
    assert "x_min lets in 1, x_max lets in 1;" in said


def test_unequal_in_and_outflow_are_refused_with_their_difference(tmp_path):
    said = refuse(write_case(tmp_path, CHANNEL), tmp_path / "run", *given("1.001"))
    assert "x_min lets in 1, x_max lets out 1.001; the difference, 0.001, is 0.0005 of all" in said
    factor = float(re.search(r"multiply the velocities that lead out by ([\d.]+)", said)[1])
    assert factor == pytest.approx(1 / 1.001, rel=1e-12)


def test_the_factor_that_is_proposed_balances(tmp_path):
    case = write_case(tmp_path, CHANNEL)
    said = run(case, tmp_path / "run", *given("1.001*0.999000999000999"))
    assert "note:" not in said


def test_an_outflow_takes_any_inflow(tmp_path):
    case = write_case(tmp_path, CHANNEL)
    run(case, tmp_path / "run", "--set", "boundary.x_max=outflow")


def test_a_small_difference_is_told_once(tmp_path):
    case = write_case(tmp_path, CHANNEL)
    said = run(case, tmp_path / "run", *given("1.0000001"))
    assert said.count("note: on the nodes of this mesh the velocities given on the boundary") == 1
    assert "1e-07 more volume out than in, 5.0e-08 of all that passes through" in said


def test_velocities_that_cease_to_balance_end_the_run(tmp_path):
    case = write_case(tmp_path, CHANNEL)
    out = tmp_path / "run"
    said = run(case, out, *given("1 + max(0, t - 0.0052)"), code=3)
    assert "stopped at step 6" in said and "at t = 0.006: x_min lets in 1" in said
    assert "The fields of the step before are in the run folder." in said
    assert [file.name for file in (out / "fields").glob("*.vtkhdf")] == ["fields_00000005.vtkhdf"]


def test_fluid_at_rest_without_a_longest_step_is_refused(tmp_path):
    case = write_case(tmp_path, AT_REST)
    said = refuse(case, tmp_path / "run")
    assert re.search(r"duct.toml:13:\d+: time.cfl: the fluid is at rest", said)
    assert "time.max_dt" in said
    run(case, tmp_path / "run", "--set", "time.max_dt=0.01")


def test_the_largest_velocity_is_its_length(tmp_path):
    # Uniform, of length 1; its components sum to 1.4.
    text = CHANNEL.replace("elements = 2 }", "elements = 2, periodic = true }")
    case = write_case(tmp_path, text[: text.index("[boundary]")] + UNIFORM)
    said = run(case, tmp_path / "run", code=3)
    assert (
        "the CFL number 0.0162 is beyond time.cfl_limit = 0.0001; the velocity is largest, 1, at ("
        in said
    )
