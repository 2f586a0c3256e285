"""A field file as an unstructured grid of VTK, for pyvista."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats, Integers
from lobatto.errors import LobattoError
from lobatto.optional_packages import needed

HEXAHEDRON = 12
"""VTK's number of the cell."""


def vtk_grid(
    coordinates: Floats,
    nodes: Floats,
    fields: Iterable[tuple[str, Floats]],
    n_cells: int | None = None,
) -> Any:
    """A pyvista.UnstructuredGrid of hexahedra with fields at their corners.

    coordinates, fields: nodal values [elements, components, n, n, n]; nodes: on [-1, 1]; n_cells:
    of an element along each direction, at even distances; by default the corners are the nodes.
    Where elements meet there is one point, with the mean of their values.
    """
    pyvista = needed("pyvista", "a grid of VTK")
    if n_cells is not None and n_cells < 1:
        raise LobattoError(f"n_cells is {n_cells}, expected a positive number")
    lattice = nodes if n_cells is None else np.linspace(-1, 1, n_cells + 1)
    matrix = spectral.interpolation_matrix(nodes, lattice)
    points, shared = merged(_at_points(coordinates, matrix))
    cells = _hexahedra(len(coordinates), len(lattice))
    grid = pyvista.UnstructuredGrid({HEXAHEDRON: shared[cells]}, points)
    counts = np.bincount(shared, minlength=len(points))
    for name, nodal in fields:
        sums = [np.bincount(shared, c, len(points)) for c in _at_points(nodal, matrix).T]
        means = np.stack(sums, axis=1) / counts[:, None]
        grid.point_data[name] = means[:, 0] if means.shape[1] == 1 else means
    return grid


def merged(points: Floats) -> tuple[Floats, Integers]:
    """Points [n, 3] without repetition, and the place of each among them."""
    # An odd unit, so that round figures do not lie where rounding turns.
    unit = 1.2345e-7 * np.pi * np.ptp(points, axis=0).max(initial=1e-300)
    whole = np.round((points - points.min(axis=0)) / unit).astype(np.int64)
    order = np.lexsort(whole.T)
    sorted_points = whole[order]
    is_new = np.concatenate([[True], (np.diff(sorted_points, axis=0) != 0).any(axis=1)])
    shared = np.empty(len(points), np.int64)
    shared[order] = np.cumsum(is_new) - 1
    return points[order[is_new]], shared


def _at_points(nodal: Floats, matrix: Floats) -> Floats:
    """[points, components] of values [elements, components, n, n, n]."""
    resampled = spectral.resampled(nodal, matrix)
    return np.moveaxis(resampled, 1, -1).reshape(-1, nodal.shape[1])


def _hexahedra(n_elements: int, n: int) -> Integers:
    """[cells, 8]: corners in VTK's order, of lattices of n x n x n points."""
    first = np.arange(n**3).reshape(n, n, n)[:-1, :-1, :-1].ravel()
    corners = [0, 1, n + 1, n, n * n, n * n + 1, n * n + n + 1, n * n + n]
    of_element = first[:, None] + np.array(corners)
    starts = np.arange(n_elements) * n**3
    return (starts[:, None, None] + of_element).reshape(-1, 8)
