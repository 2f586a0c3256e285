"""Python packages that a command needs and the others do without."""

import importlib
from typing import Any

from lobatto.errors import LobattoError


def needed(name: str, what: str = "this") -> Any:
    """The module. Raises LobattoError that says how to get it, and what needs it."""
    package = name.replace("_", "-")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, None):
            raise LobattoError(f"the Python package {package} cannot be loaded: {error}") from None
        raise LobattoError(
            f"{what} needs the Python package {package}, which is not installed: "
            f"pip install {package}"
        ) from None
    except ImportError as error:  # a library of the system is missing
        raise LobattoError(
            f"{what} needs the Python package {package}, which cannot be loaded: {error}"
        ) from None
