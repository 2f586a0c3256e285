import numpy as np
import pytest
from lobatto import spectral
from synthetic import gll_nodes

ORDERS = [1, 2, 5, 9, 31]


@pytest.mark.parametrize("order", ORDERS)
def test_gll_rule_is_exact_to_degree_2p_minus_1(order):
    nodes = gll_nodes(order)
    weights = spectral.gll_weights(nodes)
    for degree in range(2 * order):
        exact = 2 / (degree + 1) if degree % 2 == 0 else 0
        assert weights @ nodes**degree == pytest.approx(exact, abs=1e-13)


@pytest.mark.parametrize("order", ORDERS)
def test_interpolation_reproduces_polynomials_also_on_nodes(order):
    nodes = gll_nodes(order)
    points = np.concatenate([np.linspace(-1, 1, 41), nodes])
    matrix = spectral.interpolation_matrix(nodes, points)
    assert matrix @ nodes**order == pytest.approx(points**order, abs=1e-12)
    assert matrix.sum(axis=1) == pytest.approx(np.ones(len(points)), abs=1e-13)


@pytest.mark.parametrize("order", ORDERS)
def test_derivative_matrix_differentiates_polynomials(order):
    nodes = gll_nodes(order)
    slope = spectral.derivative_matrix(nodes) @ nodes**order
    assert slope == pytest.approx(order * nodes ** (order - 1), abs=1e-10)


def test_points_are_located_in_graded_elements():
    ticks = np.array([0, 0.1, 0.4, 1.0])
    element, xi = spectral.locate(ticks, np.array([0, 0.05, 0.1, 0.7, 1.0]))
    assert element.tolist() == [0, 0, 1, 2, 2]
    assert xi == pytest.approx([-1, 0, -1, 0, 1])


def test_line_matrix_takes_a_piecewise_polynomial_to_points():
    ticks, nodes = np.array([-1, 0, 0.5, 2.0]), gll_nodes(4)
    coordinates = ticks[:-1, None] + np.diff(ticks)[:, None] * (1 + nodes) / 2
    points = np.linspace(-1, 2, 50)
    values = np.abs(coordinates) ** 3
    matrix = spectral.line_matrix(ticks, nodes, points)
    assert matrix @ values.ravel() == pytest.approx(np.abs(points) ** 3, abs=1e-12)
