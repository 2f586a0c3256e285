"""The way to the package lobatto_machine, the tools for machines, which this one does without."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from lobatto.errors import LobattoError

NAME = "lobatto_machine"


def has_machine_package() -> bool:
    """In the tree of the sources it lies in a folder beside this package."""
    beside = Path(__file__).resolve().parents[2] / "machine" / "python"
    if (beside / NAME).is_dir() and str(beside) not in sys.path:
        sys.path.append(str(beside))
    return importlib.util.find_spec(NAME) is not None


def machine_module(name: str, why: str) -> ModuleType:
    """One of its modules; why: what needs it. Raises LobattoError where it is not installed."""
    if not has_machine_package():
        raise LobattoError(
            f"{why} needs the Python package {NAME}, which is not installed: it lies in the folder "
            "machine/python of the sources, and in the wheel"
        )
    return importlib.import_module(f"{NAME}.{name}")
