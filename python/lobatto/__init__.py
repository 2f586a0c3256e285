"""Tools for what a Lobatto run leaves: reading its records and fields, pictures, reports."""

from lobatto.box_file import BoxFieldFile
from lobatto.cut import Cut
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.field_file import FieldFile
from lobatto.general_file import GeneralFieldFile
from lobatto.plane import Plane
from lobatto.run import Run
from lobatto.samples import Monitor, Samples, read_forces, read_monitor, read_samples
from lobatto.statistics import Statistics

__all__ = [
    "BoxFieldFile",
    "Cut",
    "DamagedFileError",
    "FieldFile",
    "GeneralFieldFile",
    "LobattoError",
    "Monitor",
    "Plane",
    "Run",
    "Samples",
    "Statistics",
    "read_forces",
    "read_monitor",
    "read_samples",
]
__version__ = "0.1.0"
