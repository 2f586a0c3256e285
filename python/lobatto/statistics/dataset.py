"""Averages as an xarray.Dataset."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.outputs import MARK, claim
from lobatto.optional_packages import needed
from lobatto.statistics.grid import Grid

Coordinates: TypeAlias = dict[str, tuple[str | tuple[str, ...], Floats]]
"""name -> dimensions and values, as xarray takes them."""


def make_dataset(
    names: Sequence[str],
    read: Callable[[str], Floats],
    grid: Grid | None,
    facts: Mapping[str, object],
) -> Any:
    """Raw averages under their names in the files, those of a scalar with its name and _ before;
    coordinates are those of the nodes (twice where elements meet), weights integrate.

    names: of the averages; read: gives the array of a name; grid: of a box, None of other
    geometries; facts: become attributes.
    """
    xarray = needed("xarray")
    if grid is None:
        dimensions = _curved_dimensions(read(names[0]).ndim)
        coordinates = _curved_coordinates(read, dimensions)
    else:
        dimensions = tuple(AXIS_NAMES[axis] for axis in grid.axes)
        coordinates = _box_coordinates(grid)
    variables = {_variable(name): (dimensions, read(name)) for name in names}
    return xarray.Dataset(variables, coordinates, {"written_by": MARK, **facts})


def write_netcdf(path: Path, dataset: Any) -> Path:
    """The Dataset as a NetCDF file, with whatever writer xarray finds."""
    claim(path)
    try:
        dataset.to_netcdf(path)
    except (ValueError, ImportError) as error:
        raise LobattoError(
            f"xarray cannot write {path}: {error}. It needs scipy, netCDF4 or h5netcdf"
        ) from None
    return path


def _variable(name: str) -> str:
    parts = name.split("/")
    return parts[1] if parts[0] == "flow" else f"{parts[1]}_{parts[2]}"


def _curved_dimensions(n: int) -> tuple[str, ...]:
    return ("element", "t", "s", "r") if n == 4 else tuple(f"d{i}" for i in range(n))


def _curved_coordinates(read: Callable[[str], Floats], dimensions: tuple[str, ...]) -> Coordinates:
    return {axis: (dimensions, read(f"mesh/{axis}")) for axis in AXIS_NAMES}


def _box_coordinates(grid: Grid) -> Coordinates:
    coordinates: Coordinates = {}
    for axis in grid.axes:
        name = AXIS_NAMES[axis]
        coordinates[name] = (name, grid.coordinates(axis))
        coordinates[f"{name}_weights"] = (name, np.asarray(grid.weights(axis)))
    return coordinates
