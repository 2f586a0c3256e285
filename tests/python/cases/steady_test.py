"""Runs that end when their flow is steady."""

import json

import numpy as np
import pytest
from lobatto import Run
from module_run import module_run
from program import lobatto, needs_program

pytestmark = needs_program

VISCOSITY, PUSH, CHANGE, EVERY, DT = 0.5, 1.0, 1e-4, 5, 0.01

# From rest to u = G (1 - y^2) / (2 nu) between plates at y = -1 and 1.
START_UP = f"""
[mesh]
order = 6
x = {{ range = [0, 1], elements = 1, periodic = true }}
y = {{ range = [-1, 1], elements = 2 }}
z = {{ range = [0, 1], elements = 2, periodic = true }}
[fluid]
viscosity = {VISCOSITY}
[boundary]
y = "wall"
[forcing]
body = ["{PUSH}", "0", "0"]
[time]
dt = {DT}
end = 40
steady = {{ change = {CHANGE}, every_steps = {EVERY} }}
[output]
checkpoint = {{ every_steps = 100, every_wall = "never" }}
"""


case, run = module_run(
    "plates",
    START_UP,
    f"below time.steady.change = {CHANGE:g}; the run is complete",
)


def time_of_steadiness():
    """When the slowest mode, 32 / pi^3 cos(pi y / 2) exp(-nu pi^2 t / 4) of the steady flow
    1 - y^2, changes by CHANGE of that per unit of time, as root mean squares."""
    rate = VISCOSITY * np.pi**2 / 4
    amplitude = 32 / np.pi**3 * np.sqrt(1 / 2) / np.sqrt(8 / 15)
    return np.log(rate * amplitude / CHANGE) / rate


def test_the_end_is_when_the_slowest_mode_has_decayed(run):
    summary = Run(run).summary
    assert summary["steady"]["reached"] is True
    assert summary["steady"]["limit"] == CHANGE
    assert summary["steps"] % EVERY == 0
    # A look is at most EVERY steps late; a difference over a step stands for its middle.
    expected = time_of_steadiness() + DT / 2
    assert 0 <= summary["time"] - expected + 0.5 * DT <= (EVERY + 1) * DT


def test_the_record_and_the_log_tell_how_far_it_is(run):
    lines = [json.loads(line) for line in (run / "steps.jsonl").read_text().splitlines()]
    looks = {line["step"]: line["change"] for line in lines if "change" in line}
    assert list(looks) == list(range(EVERY, lines[-1]["step"] + 1, EVERY))
    changes = list(looks.values())
    assert changes[-1] < CHANGE <= changes[-2]
    assert changes[-1] == Run(run).summary["steady"]["change"]
    # In the end one mode is left.
    rate = VISCOSITY * np.pi**2 / 4
    assert changes[-1] / changes[-2] == pytest.approx(np.exp(-rate * EVERY * DT), rel=1e-3)
    assert "  change " in (run / "run.log").read_text()


def test_the_steady_end_is_the_end(case, run):
    before = (run / "summary.json").read_text()
    again = lobatto("run", case, "--out", run, "--restart")
    assert again.returncode == 0, again.stderr
    assert "complete" in again.stdout
    assert (run / "summary.json").read_text() == before


def test_a_restart_stops_at_the_same_step(case, run, tmp_path):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, "--steps", 150).returncode == 0
    assert not Run(out).summary["steady"]["reached"]
    assert lobatto("run", case, "--out", out, "--restart").returncode == 0
    for key in ("steps", "time", "steady"):
        assert Run(out).summary[key] == Run(run).summary[key]


@pytest.mark.parametrize("ranks", [2, 4])
def test_other_numbers_of_ranks_end_at_the_same_step(case, run, tmp_path, ranks):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out, ranks=ranks).returncode == 0
    assert Run(out).summary["steps"] == Run(run).summary["steps"]
    assert Run(out).summary["steady"]["change"] == pytest.approx(
        Run(run).summary["steady"]["change"], rel=1e-6
    )


def test_a_smaller_limit_goes_on_from_a_steady_end(case, tmp_path):
    out = tmp_path / "run"
    assert lobatto("run", case, "--out", out).returncode == 0
    steps = Run(out).summary["steps"]
    limit = ("--set", "time.steady.change=1e-5")
    assert lobatto("run", case, "--out", out, "--restart", *limit).returncode == 0
    assert Run(out).summary["steps"] > steps
    assert Run(out).summary["steady"]["change"] < 1e-5


def test_another_flow_that_begins_with_a_steady_state_is_not_steady(case, run, tmp_path):
    out = tmp_path / "run"
    begin = ("--set", f'restart={{ from = "{run}" }}', "--set", "fluid.viscosity=1.0")
    result = lobatto("run", case, "--out", out, *begin)
    assert result.returncode == 0, result.stderr
    assert Run(out).summary["steps"] > Run(run).summary["steps"] + 10 * EVERY


def test_nobody_looks_before_the_start(case, tmp_path):
    out = tmp_path / "run"
    # Fluid at rest and no force: nothing ever changes.
    still = ("--set", 'forcing.body=["0", "0", "0"]', "--set", "time.steady.start=0.31")
    assert lobatto("run", case, "--out", out, *still).returncode == 0
    assert Run(out).summary["steps"] == 35
    assert Run(out).summary["steady"]["change"] == 0


def test_the_field_that_changes_most_counts(case, tmp_path):
    dye = (
        "\n[[scalar]]\nname = 'dye'\ndiffusivity = 0.1\nsource = '1'\n"
        "boundary.y = { value = 0 }\n"
    )  # fmt: skip
    path = tmp_path / "dye.toml"
    path.write_text(START_UP + dye)
    ends = {}
    for of in ("velocity", "dye", "all"):
        choice = () if of == "all" else ("--set", f'time.steady.of=["{of}"]')
        out = tmp_path / of
        assert lobatto("run", path, "--out", out, *choice).returncode == 0
        ends[of] = Run(out).summary["steps"]
    # Diffusion of the dye is five times slower.
    assert ends["velocity"] < ends["dye"] == ends["all"]
