"""The program as the tests start it, and a small case for it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("LOBATTO_BUILD", ROOT / "build" / "release")) / "lobatto"

needs_program = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not built")

SMALL_DUCT = """
[mesh]
order = 4
x = { range = [-0.5, 0.5], elements = 2 }
y = { range = [-0.5, 0.5], elements = 2 }
z = { range = [0, 1], elements = 3, periodic = true }
[fluid]
reynolds = 100
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1.0
[initial]
velocity = ["0.1*sin(2*pi*z)", "0", "2*(1 - 4*x^2)*(1 - 4*y^2)"]
[[scalar]]
name = "temperature"
prandtl = 1
source = "w"
boundary = { x = { value = "0" }, y = "insulated" }
[time]
dt = 0.01
steps = 6
[output]
fields = { every_steps = 3 }
"""


def command_of(*arguments, ranks=None, launcher_options=("--bind-to", "none")):
    """The words that start the program; launcher_options are for the mpirun of Open MPI."""
    command = [str(PROGRAM), *map(str, arguments)]
    if ranks is None:
        return command
    launcher = [shutil.which("mpirun"), "-n", str(ranks)]
    version = subprocess.run([launcher[0], "--version"], capture_output=True, text=True).stdout
    if "Open MPI" in version:
        launcher += ["--allow-run-as-root", "--oversubscribe", *launcher_options]
    return launcher + command


def environment():
    return {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }


def lobatto(*arguments, ranks=None):
    return subprocess.run(
        command_of(*arguments, ranks=ranks),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=300,
    )
