"""Scripts that drive the solver from Python, as users start them."""

import importlib.util
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
needs_mpi4py = pytest.mark.skipif(
    importlib.util.find_spec("mpi4py") is None, reason="mpi4py is not installed"
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


def copy_case(source, folder):
    """A case with the file of user code beside it."""
    for file in (source, source.with_suffix(".py")):
        shutil.copy(file, folder)
    return folder / source.name
