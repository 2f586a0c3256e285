"""The commands of a page of the documents, run as a reader types them: in one shell, at the top of
a source tree, in the short form that the page states."""

import os
import re
import subprocess
import sys
from pathlib import Path

from program import PATIENCE, PROGRAM

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)

# One machine plays the cluster: jobs run at once, on two ranks, whatever they ask for.
PROGRAMS = {
    "sbatch": 'exec bash "$1"',
    "srun": 'while [[ $1 == -* ]]; do shift; done\nexec mpirun -n 2 "$@"',
    "python3": f'exec {sys.executable} "$@"',
}
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def page(name):
    """The text of docs/NAME."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def source_tree(folder):
    """What the commands see of a source tree: the program, cases, the package, documents."""
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(PROGRAM.parent)
    for name in ("bench", "cases", "docs", "machine", "python"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "bin").mkdir()
    for name, text in PROGRAMS.items():
        path = folder / "bin" / name
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)


def run_commands_of(name, folder):
    """Runs all blocks marked sh of docs/NAME in the folder, which is made a source tree; what they
    said. The first command that fails is an error."""
    source_tree(folder)
    commands = COMMANDS.findall(page(name))
    assert commands, f"{name} has no commands"
    done = subprocess.run(
        ["bash", "-c", "set -euo pipefail\n" + "\n".join(commands)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, **SETTINGS, "PATH": f"{folder}/bin:{os.environ['PATH']}"},
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout
