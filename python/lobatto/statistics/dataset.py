"""Averages as an xarray.Dataset."""

import numpy as np

from lobatto.errors import LobattoError
from lobatto.field_file import AXIS_NAMES
from lobatto.statistics.outputs import MARK, claim


def needs_xarray():
    """The module, or an error that says how to get it."""
    try:
        import xarray
    except ImportError:
        raise LobattoError(
            "this needs the Python package xarray, which is not installed: pip install xarray"
        ) from None
    return xarray


def dataset_of(statistics):
    """Raw averages under their names in the files, those of a scalar with its name and _ before;
    coordinates are those of the nodes (twice where elements meet), weights integrate."""
    xarray = needs_xarray()
    dimensions = _dimensions(statistics)
    variables = {
        _variable(name): (dimensions, statistics.read(name)) for name in statistics.windows[0].names
    }
    coordinates = _coordinates(statistics, dimensions)
    attributes = {
        "written_by": MARK,
        "start": statistics.start,
        "end": statistics.end,
        "weight": statistics.weight,
        "samples": statistics.samples,
        "viscosity": statistics.viscosity,
    }
    if statistics.pressure_gradient is not None:
        attributes["pressure_gradient"] = statistics.pressure_gradient
        attributes["flow_direction"] = AXIS_NAMES[statistics.flow_direction]
    return xarray.Dataset(variables, coordinates, attributes)


def write_netcdf(path, statistics):
    """The Dataset as a NetCDF file, with whatever writer xarray finds."""
    dataset = dataset_of(statistics)
    claim(path)
    try:
        dataset.to_netcdf(path)
    except (ValueError, ImportError) as error:
        raise LobattoError(
            f"xarray cannot write {path}: {error}. It needs scipy, netCDF4 or h5netcdf"
        ) from None
    return path


def _variable(name):
    parts = name.split("/")
    return parts[1] if parts[0] == "flow" else f"{parts[1]}_{parts[2]}"


def _dimensions(statistics):
    if statistics.geometry == "box":
        return tuple(AXIS_NAMES[axis] for axis in statistics.grid.axes)
    shape = statistics.read("flow/u").shape
    return (
        ("element", "t", "s", "r") if len(shape) == 4 else tuple(f"d{i}" for i in range(len(shape)))
    )


def _coordinates(statistics, dimensions):
    if statistics.geometry != "box":
        return {name: (dimensions, statistics.read(f"mesh/{name}")) for name in AXIS_NAMES}
    grid, coordinates = statistics.grid, {}
    for axis in grid.axes:
        name = AXIS_NAMES[axis]
        coordinates[name] = (name, grid.coordinates(axis))
        coordinates[f"{name}_weights"] = (name, np.asarray(grid.weights(axis)))
    return coordinates
