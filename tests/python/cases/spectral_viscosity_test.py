"""The spectral viscosity of [filter], as a user runs it."""

import json
import re

import numpy as np
import pytest
from program import ROOT, lobatto, needs_program
from restart_support import differences, final_fields, run

pytestmark = needs_program

BOX = """
[mesh]
order = 6
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [0, 2], elements = 3, periodic = true }
z = { range = [0, 3], elements = 3, periodic = true }
[fluid]
viscosity = 1e-4
[initial]
turbulence = { spectrum = "k^4*exp(-k^2/20)/100", modes = 6, seed = 2 }
[filter]
kind = "spectral-viscosity"
velocity = 0.3
[[scalar]]
name = "dye"
prandtl = 1
initial = "sin(pi*x)*cos(5*pi*y)"
[time]
dt = 0.005
steps = 8
[output]
fields = { precision = "double" }
"""
EVERY_STEP = (
    "--set", "output.checkpoint.every_steps=1",
    "--set", "output.fields.every_steps=4", "--set", "output.fields.final=false",
)  # fmt: skip


def write(folder, text=BOX):
    path = folder / "box.toml"
    path.write_text(text)
    return path


CURVED = ("--set", 'mesh.map=["x + 0.1*sin(y)", "y + 0.1*sin(x)", "z"]')


@pytest.mark.parametrize("mesh", [(), CURVED], ids=["box", "curved"])
@pytest.mark.parametrize("viscosity", [0.0, 0.05])
def test_a_smooth_solution_keeps_its_spectral_accuracy(tmp_path, viscosity, mesh):
    """The error falls by as much with every order as without it."""
    errors = []
    for order in (5, 8, 11):
        arguments = ["--set", f"mesh.order={order}", "--set", "time.dt=5e-4", "--steps", 20, *mesh]
        if viscosity:
            arguments += ["--set", f'filter={{kind="spectral-viscosity",velocity={viscosity}}}']
        out = tmp_path / str(order)
        done = lobatto("run", ROOT / "cases" / "walsh.toml", "--out", out, *arguments)
        assert done.returncode == 0, done.stderr
        summary = json.loads((out / "summary.json").read_text())
        errors.append(summary["errors"]["u"]["max"])
    assert errors[1] < errors[0] / 30 and errors[2] < errors[1] / 30
    assert errors[2] < 1e-7


@pytest.mark.parametrize("map_", ["", 'map = ["x + 0.1*sin(pi*y)", "y", "z"]\n'])
def test_a_step_that_it_does_not_bear_is_refused_and_the_one_that_is_told_goes(tmp_path, map_):
    text = BOX.replace("[fluid]", map_ + "[fluid]")
    if map_:
        text = re.sub("turbulence = .*", 'velocity = ["sin(2*pi*y/2)", "0", "0"]', text)
    case = write(tmp_path, text)
    for command in (["check", case], ["run", case, "--out", tmp_path / "run"]):
        done = lobatto(*command, "--set", "time.dt=0.05")
        assert done.returncode != 0
        where = re.search(
            r"box.toml:(\d+):1: filter.velocity: 0.3 with time.dt = 0.05 is un", done.stderr
        )
        assert where and text.splitlines()[int(where[1]) - 1] == "velocity = 0.3"
    most, longest = re.search(
        r"velocity of at most (\S+), or time.dt of at most (\S+)", done.stderr
    ).groups()
    for key, value in (("time.dt", longest), ("filter.velocity", most)):
        overrides = ["--set", "time.dt=0.05", "--set", f"{key}={0.999 * float(value)}"]
        assert lobatto("check", case, *overrides).returncode == 0


def test_steps_of_a_cfl_number_are_short_enough(tmp_path):
    """Half of what decay alone would bear."""
    said = lobatto("check", write(tmp_path), "--set", "time.dt=1").stderr
    longest = float(re.search(r"time.dt of at most (\S+)", said)[1])
    text = BOX.replace("dt = 0.005", "cfl = 0.4").replace("k^4", "1e-9*k^4")
    run(write(tmp_path, text), tmp_path / "run")
    steps = [json.loads(line) for line in (tmp_path / "run" / "steps.jsonl").open()]
    assert [step["dt"] for step in steps] == pytest.approx([longest / 2] * len(steps), rel=1e-3)


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_restart_is_the_straight_run_bit_for_bit(tmp_path, ranks):
    case, straight, restarted = write(tmp_path), tmp_path / "straight", tmp_path / "restarted"
    run(case, straight, *EVERY_STEP, ranks=ranks)
    run(case, restarted, *EVERY_STEP, "--steps", 3, ranks=ranks)
    run(case, restarted, *EVERY_STEP, "--restart", ranks=ranks)
    assert differences(straight, restarted) == []


def test_ranks_agree(tmp_path):
    case, found = write(tmp_path), {}
    for ranks in (None, 2, 3):
        out = tmp_path / str(ranks)
        run(case, out, ranks=ranks)
        found[ranks] = final_fields(out)
    for ranks in (2, 3):
        for name in ("velocity", "dye"):
            assert np.abs(found[ranks][name] - found[None][name]).max() < 1e-12
