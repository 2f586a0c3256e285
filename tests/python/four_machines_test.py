"""bench/four_machines.py: steps on four machines joined by slow cables, measured and predicted."""

import subprocess
import sys

import pytest
from network_namespaces import reason_to_skip
from program import PATIENCE, PROGRAM, ROOT, environment, needs_program

pytestmark = [needs_program, pytest.mark.xdist_group("machines")]

RATE = "10mbit"
"""So slow that other work on the cores does not matter."""

TRANSPOSED = "mesh.x.elements=16,mesh.y.elements=32,mesh.z.elements=1"
"""As many elements as before, of which the ranks share the y direction: all values travel."""


@pytest.fixture(scope="module")
def table():
    """Seconds per step of each variant: no limit, limited, by the sum, by SimGrid."""
    if reason := reason_to_skip():
        pytest.skip(reason)
    words = [sys.executable, ROOT / "bench" / "four_machines.py", ROOT / "cases" / "tgv.toml"]
    words += ["--rate", RATE, "--steps", "8", "--rounds", "1", "--predict", "--set=mesh.order=5"]
    # Otherwise each machine decides by what it has measured.
    words += [f"--set=solver.{equation}=tensor-direct" for equation in ("pressure", "velocity")]
    words += [
        "--variant",
        f"condensed={PROGRAM}",
        "--variant",
        f"transposed={PROGRAM},{TRANSPOSED}",
    ]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=PATIENCE, env=environment()
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return {line[0]: list(map(float, line[1:])) for line in lines if line[0] != "no"}


def test_condensed_lines_are_faster_over_slow_cables(table):
    assert table["condensed"][1] < table["transposed"][1] / 1.5


def test_the_prediction_says_so_too(table):
    assert table["condensed"][2] < table["transposed"][2] / 1.5


def test_what_the_cables_take_is_predicted(table):
    # Where nearly all of a step is messages, whatever else the cores have to do meanwhile.
    measured, predicted = table["transposed"][1:3]
    assert measured / 3 < predicted < 2 * measured
