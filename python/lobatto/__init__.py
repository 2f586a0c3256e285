"""Tools for what a Lobatto run leaves: reading its records and fields, pictures, reports."""

from lobatto.errors import LobattoError
from lobatto.fields import FieldFile, Plane
from lobatto.run import Run

__all__ = ["FieldFile", "LobattoError", "Plane", "Run"]
__version__ = "0.1.0"
