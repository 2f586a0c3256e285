"""The program as the tests start it, and a small case for it."""

import functools
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("LOBATTO_BUILD", ROOT / "build" / "release")) / "lobatto"

PATIENCE = 900
"""Seconds after which a program counts as hung; beside other work it is slow and no failure."""

MACHINE = shutil.which("lobatto-machine", path=f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}")
"""The program of the tools for machines, which the solver does without."""

needs_machine = pytest.mark.skipif(
    MACHINE is None or not PROGRAM.exists(), reason="lobatto-machine is not built"
)
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


BESIDE_OTHERS = ("--bind-to", "none", "--mca", "mpi_yield_when_idle", "1")
"""How ranks are started that share their cores with other tests: one that waits takes none, which
is a fifth of the work of two ranks that poll."""


def command_of(*arguments, ranks=None, launcher_options=BESIDE_OTHERS):
    """The words that start the program; launcher_options are for the mpirun of Open MPI."""
    command = [str(PROGRAM), *map(str, arguments)]
    return command if ranks is None else launched(command, ranks, launcher_options)


def use_launcher_of_the_build(folder):
    """Makes `mpirun` and `mpiexec` of this process and its children those that the build in
    LOBATTO_BUILD was configured with: a machine may have several MPI libraries."""
    cache = PROGRAM.parent / "CMakeCache.txt"
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    found = re.search(r"^MPIEXEC_EXECUTABLE:\w+=(/.+)$", text, re.MULTILINE)
    if found is None or Path(found[1]).resolve() == Path(shutil.which("mpirun") or "/").resolve():
        return
    for name in ("mpirun", "mpiexec"):
        # No link: Hydra, the launcher of MPICH, looks for its helpers beside its own name.
        (folder / name).write_text(f'#!/bin/sh\nexec "{found[1]}" "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"


def launched(command, ranks, launcher_options=BESIDE_OTHERS):
    """The words that start a command on ranks."""
    launcher = [
        *(_alone_of_its_kind() if isinstance(ranks, int) and ranks > 2 else []),
        shutil.which("mpirun"),
        "-n",
        str(ranks),
    ]
    if _is_open_mpi(shutil.which("mpirun")):
        launcher += ["--allow-run-as-root", "--oversubscribe", *launcher_options]
    return launcher + command


def _alone_of_its_kind():
    """Of runs on more ranks than the cores of small machines one goes at a time, whichever worker
    starts it: a dozen ranks that wait for each other on two cores take minutes for seconds."""
    return ["flock", "--no-fork", str(ROOT / "tests")] if shutil.which("flock") else []


@functools.cache
def _is_open_mpi(mpirun):
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout
    return "Open MPI" in version


@functools.cache
def _temporary_folders():
    """Goes away with this process, and with it what programs that were killed have left."""
    folder = tempfile.TemporaryDirectory(prefix="lobatto-test-", ignore_cleanup_errors=True)
    Path(folder.name).chmod(0o755)
    return folder


def environment():
    """For one start of the program. MPI keeps files in the temporary folder while it runs; in a
    shared one, programs that start and end at the same moment may come upon each other's."""
    temporary = Path(tempfile.mkdtemp(dir=_temporary_folders().name))
    temporary.chmod(0o777)  # some tests start the program as another user
    return {
        **os.environ,
        "TMPDIR": str(temporary),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }


def lobatto(*arguments, ranks=None):
    return subprocess.run(
        command_of(*arguments, ranks=ranks),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
    )
