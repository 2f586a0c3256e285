"""Scripts that drive the solver from Python, as users start them."""

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import PATIENCE, PROGRAM, environment, launched

MODULE = PROGRAM.parent / "python"

needs_module = pytest.mark.skipif(
    not list(MODULE.glob("lobatto_core*.so")), reason=f"there is no module lobatto_core in {MODULE}"
)


def run_script(script, folder, *arguments, ranks=None):
    """Runs a text, or a file, of Python in a folder; on ranks where they are given."""
    file = Path(script) if isinstance(script, Path) else folder / "script.py"
    if not isinstance(script, Path):
        file.write_text(script)
    command = [sys.executable, str(file), *map(str, arguments)]
    found = environment()
    found["PYTHONPATH"] = os.pathsep.join([str(MODULE), found.get("PYTHONPATH", "")])
    found["MPLBACKEND"] = "agg"
    return subprocess.run(
        command if ranks is None else launched(command, ranks),
        cwd=folder,
        capture_output=True,
        text=True,
        env=found,
        timeout=PATIENCE,
    )


WHY_NO_MPI4PY = """
try:
    from mpi4py import MPI
except ImportError:
    print("there is no mpi4py")
else:
    import lobatto_core
    if not (lobatto_core.reaches_library_of_build() and lobatto_core.mpi_is_running()):
        print("mpi4py stands on another MPI library than the build:", MPI.__file__)
"""


@functools.cache
def _why_no_mpi4py():
    """Empty where the solver sees that MPI runs which mpi4py has started."""
    search = os.pathsep.join([str(MODULE), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", WHY_NO_MPI4PY],
        capture_output=True,
        text=True,
        env={**environment(), "PYTHONPATH": search},
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def skip_without_mpi4py():
    """Skips a test where mpi4py is not there, or stands on another MPI library than the build."""
    if _why_no_mpi4py():
        pytest.skip(_why_no_mpi4py())


def copy_case(source, folder):
    """A case with the file of user code beside it."""
    for file in (source, source.with_suffix(".py")):
        shutil.copy(file, folder)
    return folder / source.name
