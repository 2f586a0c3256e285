"""Python packages that a command needs and the others do without."""

import importlib
from typing import Any

from lobatto.errors import LobattoError


def needed(name: str, what: str = "this") -> Any:
    """The module. Raises LobattoError that says how to get it, and what needs it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.replace("_", "-")
        raise LobattoError(
            f"{what} needs the Python package {package}, which is not installed: "
            f"pip install {package}"
        ) from None
