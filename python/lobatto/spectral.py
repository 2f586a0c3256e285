"""One-dimensional spectral elements: GLL weights, barycentric interpolation, derivatives.

A line is a sequence of elements between ``ticks``, each with the same GLL ``nodes`` on [-1, 1].
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Floats, Integers


def gll_weights(nodes: Floats) -> Floats:
    """Weights of the GLL rule with these nodes: 2 / (p (p + 1) P_p(x)^2), sum 2."""
    order = len(nodes) - 1
    legendre = np.polynomial.legendre.Legendre.basis(order)
    values = np.asarray(legendre(np.asarray(nodes)), float)
    return 2 / (order * (order + 1) * values**2)


def barycentric_weights(nodes: Floats) -> Floats:
    """w_i = 1 / prod over j != i of (x_i - x_j), scaled by a common factor (Berrut, Trefethen)."""
    differences = 2 * (nodes[:, None] - nodes[None, :])  # capacity of [-1, 1] is 1/2: no overflow
    np.fill_diagonal(differences, 1)
    return 1 / differences.prod(axis=1)


def interpolation_matrix(nodes: ArrayLike, points: ArrayLike) -> Floats:
    """[points, nodes]: values at the points of the Lagrange polynomials of the nodes."""
    of, at = np.asarray(nodes, float), np.atleast_1d(np.asarray(points, float))
    distance = at[:, None] - of[None, :]
    on_node = distance == 0
    terms = barycentric_weights(of) / np.where(on_node, 1, distance)
    matrix = terms / terms.sum(axis=1, keepdims=True)
    hits = on_node.any(axis=1)
    matrix[hits] = on_node[hits]
    return matrix


def derivative_matrix(nodes: Floats) -> Floats:
    """[nodes, nodes]: derivatives at the nodes of the Lagrange polynomials of the nodes."""
    nodes = np.asarray(nodes, float)
    weights = barycentric_weights(nodes)
    distance = nodes[:, None] - nodes[None, :]
    np.fill_diagonal(distance, 1)
    matrix = weights[None, :] / weights[:, None] / distance
    np.fill_diagonal(matrix, 0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return matrix


def integration_matrix(nodes: Floats) -> Floats:
    """[nodes, nodes]: integrals from -1 to each node of the Lagrange polynomials of the nodes, by
    Gauss quadrature that is exact for them."""
    nodes = np.asarray(nodes, float)
    points, weights = np.polynomial.legendre.leggauss(len(nodes))
    rows = []
    for node in nodes:
        half = (node + 1) / 2
        rows.append(half * weights @ interpolation_matrix(nodes, half * (points + 1) - 1))
    return np.array(rows)


def locate(ticks: Floats, points: Floats | float) -> tuple[Integers, Floats]:
    """Element of each point and its coordinate there on [-1, 1]; a tick is in the element above."""
    element = np.clip(np.searchsorted(ticks, points, side="right") - 1, 0, len(ticks) - 2)
    lower, upper = ticks[element], ticks[element + 1]
    return element, (2 * points - lower - upper) / (upper - lower)


def line_matrix(ticks: Floats, nodes: Floats, points: ArrayLike) -> Floats:
    """[points, elements * n]: takes the nodal values of a whole line to the points."""
    points = np.asarray(points, float)
    element, xi = locate(ticks, points)
    n = len(nodes)
    matrix = np.zeros((len(points), (len(ticks) - 1) * n))
    columns = element[:, None] * n + np.arange(n)
    np.put_along_axis(matrix, columns, interpolation_matrix(nodes, xi), axis=1)
    return matrix


def point_values(values: Floats, rows: Sequence[Floats]) -> Floats:
    """[points, components]: values [points, components, n, n, n] of the element of each point,
    contracted with ``rows``, along x, y and z, of [points, n] each."""
    along_x, along_y, along_z = rows
    planes = (values @ along_x[:, None, None, :, None])[..., 0]
    lines = (planes @ along_y[:, None, :, None])[..., 0]
    return (lines @ along_z[:, :, None])[..., 0]


def resampled(values: Floats, matrix: Floats) -> Floats:
    """[..., m, m, m]: the nodal values [..., n, n, n] taken by a matrix [m, n] along x, y and z."""
    along_x = values @ matrix.T
    along_y = matrix @ along_x
    return np.moveaxis(np.moveaxis(along_y, -3, -1) @ matrix.T, -1, -3)
