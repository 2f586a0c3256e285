"""The command `lobatto` of an installed wheel: the program that the package brings along.

The program knows the Python tools and starts ranks itself; this tells it which Python and which
launcher of MPI belong to it."""

from __future__ import annotations

import importlib.metadata
import os
import sys
from pathlib import Path

from lobatto.errors import LobattoError


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


def mpiexec_of_package() -> str | None:
    """That of the package mpich. The program finds the MPI library of the package, whose ranks
    only a launcher of its kind can start."""
    try:
        files = importlib.metadata.files("mpich") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    places = (file.locate() for file in files if file.name == "mpiexec")
    return next((str(place.resolve()) for place in map(Path, places) if place.is_file()), None)


def main() -> None:
    """Becomes the program."""
    os.environ.setdefault("LOBATTO_PYTHON", sys.executable)
    if mpiexec := mpiexec_of_package():
        os.environ.setdefault("LOBATTO_MPIEXEC", mpiexec)
    try:
        program = str(program_path())
        os.execv(program, [program, *sys.argv[1:]])
    except LobattoError as error:
        sys.exit(f"error  {error}")
    except OSError as error:
        sys.exit(f"error  {program}: {error.strerror}; expected a program for this machine")


if __name__ == "__main__":
    main()
