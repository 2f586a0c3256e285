"""How a run ends that cannot go on: one message, in run.log too, an exit code that tells why, and
nobody who waits for ever."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from program import PATIENCE, command_of, environment, lobatto, needs_program
from restart_support import DUCT, Started, checkpoints_of, final_fields, step_of, write_case

pytestmark = needs_program

BLOWN_UP = 3

# Up to t = 0.005 the force is finite.
SOON_INFINITE = """
[mesh]
order = 4
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[initial]
velocity = ["sin(2*pi*y)", "0", "0"]
[forcing]
body = ["x > 0.8 ? ln(0.0055 - t) : 0", "0", "0"]
[output]
checkpoint = { every_steps = 2 }
fields = { every_steps = 2 }
[time]
dt = 1e-3
steps = 20
"""


@pytest.mark.parametrize("ranks", [None, 2, 3])
def test_a_formula_that_becomes_infinite_ends_the_run_with_its_last_good_fields(tmp_path, ranks):
    """Its values are infinite on some ranks only: the others see none of them."""
    case, out = write_case(tmp_path, SOON_INFINITE), tmp_path / "run"
    done = lobatto("run", case, "--out", out, "--progress", "none", ranks=ranks)
    assert done.returncode == BLOWN_UP, done.stdout + done.stderr
    log = (out / "run.log").read_text()
    assert f"stopped at step 6 (t = 0.006): {case}:12:" in log
    assert 'forcing.body[0] = "x > 0.8 ? ln(0.0055 - t) : 0": the value is' in log
    assert (out / "fields" / "fields_00000005.vtkhdf").exists()
    assert all(np.isfinite(values).all() for values in final_fields(out).values())
    assert step_of(checkpoints_of(out)[-1]) == 4
    assert (out / "summary.json").exists()


def test_a_formula_without_a_value_at_the_start_is_an_error_before_the_folder(tmp_path):
    case = write_case(tmp_path, SOON_INFINITE.replace('"sin(2*pi*y)"', '"1/x"'))
    done = lobatto("run", case, "--out", tmp_path / "run", ranks=2)
    assert done.returncode == 1
    assert (
        done.stderr.count("initial.velocity[0]") == 1 and "the value is inf at x = 0" in done.stderr
    )
    assert not (tmp_path / "run").exists()


def peak_virtual_kib(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmPeak:")[2].split()[0])


def test_a_rank_without_memory_ends_a_run_whose_other_rank_waits(tmp_path):
    case = write_case(tmp_path, DUCT)
    with Started(case, tmp_path / "small", "--steps", 1_000_000, ranks=2) as small:
        small.wait_for_step(2)
        enough = peak_virtual_kib(small.ranks()[-1])
    words = command_of(
        "run", case, "--out", tmp_path / "run", "--set", "mesh.order=31", "--steps", 1, ranks=1
    )
    program = words[words.index("1") + 1 :]
    starved = [
        *words, ":", "-n", "1", "sh", "-c", f'ulimit -v {enough + 20_000}; exec "$@"', "sh",
        *program[next(i for i, word in enumerate(program) if word.endswith("lobatto")) :],
    ]  # fmt: skip
    done = subprocess.run(
        starved, capture_output=True, text=True, env=environment(), timeout=PATIENCE
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "rank 1: out of memory" in done.stderr
