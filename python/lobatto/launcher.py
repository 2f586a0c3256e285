"""The command `lobatto` of an installed package: the program and the Python tools under one name.

`lobatto run case.toml -n 4` starts four ranks by itself; under mpirun it is one of its."""

import os
import shutil
import sys
from pathlib import Path

from lobatto import cli
from lobatto.errors import LobattoError

TOOLS = {"plot", "stats", "spectrum", "report", "study", "import"}
"""Commands of the Python package; all others are the program's."""

PARALLEL = {"run", "bench", "health"}
"""Commands of the program that take `-n RANKS`."""

RANK_VARIABLES = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PALS_RANKID", "MPI_LOCALRANKID")
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
    """mpiexec: LOBATTO_MPIEXEC, or the one beside this Python, which the package mpich brings
    along, or the one on the path. Raises LobattoError where there is none."""
    named = os.environ.get("LOBATTO_MPIEXEC")
    found = shutil.which(named or "mpiexec", path=None if named else _search_path())
    if found is None:
        raise LobattoError(
            f"{named or 'mpiexec'} was not found, which starts the ranks. Install an MPI library "
            "(pip install mpich), or set LOBATTO_MPIEXEC to its mpiexec"
        )
    return Path(found)


def _search_path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def split_ranks(arguments: list[str]) -> tuple[int | None, list[str]]:
    """The number behind -n, None without one, and the other arguments.

    Raises LobattoError if it is no positive number."""
    if "-n" not in arguments:
        return None, arguments
    at = arguments.index("-n")
    text = arguments[at + 1] if at + 1 < len(arguments) else ""
    if not (text.isdecimal() and int(text) > 0):
        raise LobattoError(f"-n: expected a number of ranks, such as -n 4, found {text!r}")
    return int(text), arguments[:at] + arguments[at + 2 :]


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
        cli.main()
        return
    try:
        command = command_of(arguments)
    except LobattoError as error:
        sys.exit(f"error  {error}")
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
