"""Isoparametric elements: x, y, z are polynomials of the coordinates r, s, t on [-1, 1]^3.

Coordinates and fields are given by their values on the GLL nodes, [elements, components, n, n, n].
"""

from typing import Any

import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats

NEWTON_STEPS = 25
BEYOND = 1.1
"""How far outside of [-1, 1] Newton's method may look."""
INSIDE = 1 + 1e-6
"""Largest |r|, |s|, |t| of a point that counts as inside: surfaces are known to so many digits."""


def reference_gradient(values: Floats, nodes: Floats) -> Floats:
    """[elements, components, 3, n, n, n]: derivatives along r, s, t."""
    matrix = spectral.derivative_matrix(nodes)
    along_r, along_s = values @ matrix.T, matrix @ values
    along_t = np.moveaxis(np.moveaxis(values, -3, -1) @ matrix.T, -1, -3)
    return np.stack([along_r, along_s, along_t], axis=2)


def volume_weights(coordinates: Floats, nodes: Floats) -> Floats:
    """[elements, n, n, n]: quadrature weights of the nodes, w_i w_j w_k det(dx/dr)."""
    w = spectral.gll_weights(nodes)
    jacobian = np.moveaxis(reference_gradient(coordinates, nodes), (1, 2), (-2, -1))
    return np.linalg.det(jacobian) * (w[:, None, None] * w[:, None] * w)


def gradient(values: Floats, coordinates: Floats, nodes: Floats) -> Floats:
    """[elements, n, n, n, components, 3]: derivatives along x, y, z at the nodes, with
    du/dx = du/dr (dx/dr)^-1."""
    inverse = np.linalg.inv(np.moveaxis(reference_gradient(coordinates, nodes), (1, 2), (-2, -1)))
    of_reference = np.moveaxis(reference_gradient(values, nodes), (1, 2), (-2, -1))
    return of_reference @ inverse


def curl(velocity: Floats, coordinates: Floats, nodes: Floats) -> Floats:
    """[elements, 3, n, n, n]: curl u at the nodes."""
    of_velocity = gradient(velocity, coordinates, nodes)
    return np.stack(
        [
            of_velocity[..., (d + 2) % 3, (d + 1) % 3] - of_velocity[..., (d + 1) % 3, (d + 2) % 3]
            for d in range(3)
        ],
        axis=1,
    )


def reference_coordinates(
    coordinates: Floats, nodes: Floats, points: Floats
) -> tuple[Floats, Floats]:
    """(r, s, t) [points, 3] of each point in its element, by Newton's method from the nearest node;
    and how far outside each is: max(|r|, |s|, |t|), infinite where the method found no place.

    coordinates: [points, 3, n, n, n], of the element of each point; points: [points, 3].
    """
    r = _nearest_nodes(coordinates, nodes, points)
    for _ in range(NEWTON_STEPS):
        place, jacobian = _place_and_jacobian(coordinates, nodes, r)
        step = np.linalg.solve(jacobian, (points - place)[..., None])[..., 0]
        moved = np.clip(r + step, -BEYOND, BEYOND)
        change, r = np.abs(moved - r).max(), moved
        if change < 1e-13:
            break
    place, _ = _place_and_jacobian(coordinates, nodes, r)
    size = np.ptp(coordinates, axis=(2, 3, 4)).max(axis=1)
    is_found = np.linalg.norm(points - place, axis=1) < 1e-9 * size
    return r, np.where(is_found, np.abs(r).max(axis=1), np.inf)


def _nearest_nodes(coordinates: Floats, nodes: Floats, points: Floats) -> Floats:
    distances = ((coordinates - points[:, :, None, None, None]) ** 2).sum(axis=1)
    flat = distances.reshape(len(points), -1).argmin(axis=1)
    t, s, r = np.unravel_index(flat, distances.shape[1:])
    return np.stack([nodes[r], nodes[s], nodes[t]], axis=1)


def _place_and_jacobian(coordinates: Floats, nodes: Floats, r: Any) -> tuple[Floats, Floats]:
    """x [points, 3] and dx_i/dr_j [points, 3, 3]."""
    values = [spectral.interpolation_matrix(nodes, along) for along in r.T]
    matrix = spectral.derivative_matrix(nodes)
    columns = []
    for direction in range(3):
        rows = list(values)
        rows[direction] = values[direction] @ matrix
        columns.append(spectral.point_values(coordinates, rows))
    return spectral.point_values(coordinates, values), np.stack(columns, axis=2)
