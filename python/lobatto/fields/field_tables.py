"""Fields at the nodes as an xarray.Dataset and as a pandas.DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats
from lobatto.optional_packages import needed

AXES = "xyz"
VELOCITY = ("u", "v", "w")


def columns_of(fields: Iterable[tuple[str, Floats]]) -> Iterator[tuple[str, Floats]]:
    """Name and values [elements, n, n, n] of every component: u, v, w of the velocity."""
    for name, nodal in fields:
        n_components = nodal.shape[1]
        names = [name] if n_components == 1 else [f"{name}_{i}" for i in range(n_components)]
        if name == "velocity" and n_components == 3:
            names = list(VELOCITY)
        yield from zip(names, np.moveaxis(nodal, 1, 0), strict=True)


def field_frame(coordinates: Floats, fields: Iterable[tuple[str, Floats]]) -> Any:
    """A row for each node of each element: x, y, z and the fields."""
    pandas = needed("pandas", "a DataFrame")
    places = zip(AXES, np.moveaxis(coordinates, 1, 0), strict=True)
    columns = {name: values.ravel() for name, values in [*places, *columns_of(fields)]}
    return pandas.DataFrame(columns)


def curved_dataset(
    coordinates: Floats, fields: Iterable[tuple[str, Floats]], facts: Mapping[str, object]
) -> Any:
    """Dimensions element, t, s, r; x, y, z are coordinates of them all."""
    xarray = needed("xarray", "a Dataset")
    dimensions = ("element", "t", "s", "r")
    places = zip(AXES, np.moveaxis(coordinates, 1, 0), strict=True)
    return xarray.Dataset(
        {name: (dimensions, values) for name, values in columns_of(fields)},
        {name: (dimensions, values) for name, values in places},
        facts,
    )


def box_dataset(
    ticks: Sequence[Floats],
    nodes: Floats,
    fields: Iterable[tuple[str, Floats]],
    facts: Mapping[str, object],
) -> Any:
    """Dimensions z, y, x: nodes in rows, twice where elements meet; `x_weights` and the others
    integrate along them. ticks: of the elements along x, y and z."""
    xarray = needed("xarray", "a Dataset")
    counts = [len(along) - 1 for along in ticks]
    coordinates: dict[str, Any] = {}
    for axis, along in zip(AXES, ticks, strict=True):
        half = np.diff(along)[:, None] / 2
        coordinates[axis] = (axis, (along[:-1, None] + half * (1 + nodes)).ravel())
        weights = (half * spectral.gll_weights(nodes)).ravel()
        coordinates[f"{axis}_weights"] = (axis, weights)
    variables = {
        name: (("z", "y", "x"), _in_rows(values, counts)) for name, values in columns_of(fields)
    }
    return xarray.Dataset(variables, coordinates, facts)


def _in_rows(values: Floats, counts: Sequence[int]) -> Floats:
    """[z, y, x] of [elements, n, n, n]; counts: elements along x, y and z."""
    n_x, n_y, n_z = counts
    n = values.shape[-1]
    blocks = values.reshape(n_z, n_y, n_x, n, n, n).transpose(0, 3, 1, 4, 2, 5)
    return blocks.reshape(n_z * n, n_y * n, n_x * n)
