"""The command `lobatto` of an installed wheel: the program and the Python tools under one name.

`lobatto run case.toml -n 4` starts four ranks by itself; under mpirun it is one of its."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import sys
from pathlib import Path

from lobatto.errors import LobattoError

TOOLS = {"plot", "stats", "spectrum", "report", "study", "import", "acceptance", "watch"}
"""Commands of the Python package; all others are the program's."""

PARALLEL = {"run", "bench", "health", "accept"}
"""Commands of the program that take `-n RANKS`."""

RANK_VARIABLES = (
    "PMI_RANK",
    "PMIX_RANK",
    "OMPI_COMM_WORLD_RANK",
    "PALS_RANKID",
    "MPI_LOCALRANKID",
)
"""One of them is set in every process that a launcher of MPI has started."""


def program_path() -> Path:
    """The program: LOBATTO_PROGRAM, or the one that the package brings along.

    Raises LobattoError where there is none."""
    named = os.environ.get("LOBATTO_PROGRAM")
    path = Path(named) if named else Path(__file__).parent / "bin" / "lobatto"
    if not os.access(path, os.X_OK) or path.is_dir():
        raise LobattoError(
            f"{path} is no program; expected the solver there. Set LOBATTO_PROGRAM to the program "
            "that you have built, such as build/release/lobatto"
        )
    return path


def launcher_path() -> Path:
    """mpiexec: LOBATTO_MPIEXEC, or that of the package mpich, or the one on the path.

    That of the package goes first: the program finds the MPI library of the package, whose ranks
    only a launcher of its kind can start. Raises LobattoError where there is none."""
    named = os.environ.get("LOBATTO_MPIEXEC")
    found = shutil.which(named) if named else _mpiexec_of_package() or shutil.which("mpiexec")
    if found is None:
        raise LobattoError(
            f"{named or 'mpiexec'} was not found, which starts the ranks. Install an MPI library "
            "(pip install mpich), or set LOBATTO_MPIEXEC to its mpiexec"
        )
    return Path(found)


def _mpiexec_of_package() -> str | None:
    try:
        files = importlib.metadata.files("mpich") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    places = (file.locate() for file in files if file.name == "mpiexec")
    return next((str(place.resolve()) for place in map(Path, places) if place.is_file()), None)


def split_ranks(arguments: list[str]) -> tuple[int | None, list[str]]:
    """The number behind -n, None without one, and the other arguments.

    Raises LobattoError if it is no positive number, or if there are two."""
    if "-n" not in arguments:
        return None, arguments
    at = arguments.index("-n")
    text = arguments[at + 1] if at + 1 < len(arguments) else ""
    rest = arguments[:at] + arguments[at + 2 :]
    if not (text.isdecimal() and int(text) > 0):
        raise LobattoError(f"-n: expected a number of ranks, such as -n 4, found {text!r}")
    if "-n" in rest:
        raise LobattoError("-n: expected one number of ranks, found two")
    return int(text), rest


def command_of(arguments: list[str]) -> list[str]:
    """What to run for these arguments of `lobatto`. Raises LobattoError."""
    program = str(program_path())
    if not arguments or arguments[0] not in PARALLEL:
        return [program, *arguments]
    n_ranks, rest = split_ranks(arguments)
    if n_ranks is None:
        return [program, *rest]
    launched_by = next((name for name in RANK_VARIABLES if name in os.environ), None)
    if launched_by is not None:
        raise LobattoError(
            f"-n {n_ranks}: this process is a rank already ({launched_by} is set). Leave out -n "
            "under mpirun or srun, which say how many ranks there are"
        )
    return [str(launcher_path()), "-n", str(n_ranks), program, *rest]


def main() -> None:
    """Becomes the program, or its launcher, or runs a Python tool."""
    arguments = sys.argv[1:]
    if arguments and arguments[0] in TOOLS:
        # Its libraries take a second to load, which a run does not wait for.
        from lobatto import cli

        cli.main()
        return
    # Cases with user code run in this Python, which has the package.
    os.environ.setdefault("LOBATTO_PYTHON", sys.executable)
    try:
        command = command_of(arguments)
        os.execv(command[0], command)
    except LobattoError as error:
        sys.exit(f"error  {error}")
    except OSError as error:
        sys.exit(f"error  {command[0]}: {error.strerror}; expected a program for this machine")


if __name__ == "__main__":
    main()
