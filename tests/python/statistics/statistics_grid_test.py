"""Calculus on the nodes that averages leave: exact on polynomials."""

import numpy as np
import pytest
from lobatto import spectral
from lobatto.statistics.grid import Grid, refined
from synthetic import gll_nodes

X, Y = np.array([0.0, 0.5, 2.0]), np.array([-1.0, -0.2, 0.3, 1.0])


@pytest.fixture
def grid():
    return Grid(gll_nodes(5), (X, Y, np.array([0.0, 1.0])), (1, 0))


def sampled(grid, function):
    return function(grid.coordinates(0)[None, :], grid.coordinates(1)[:, None])


def test_integration_matrix_is_exact_for_polynomials():
    nodes = gll_nodes(6)
    matrix = spectral.integration_matrix(nodes)
    for k in range(7):
        expected = (nodes ** (k + 1) - (-1.0) ** (k + 1)) / (k + 1)
        assert matrix @ nodes**k == pytest.approx(expected, abs=1e-13)


def test_derivatives_integrals_and_means(grid):
    values = sampled(grid, lambda x, y: x**4 * y**3)
    assert grid.shape == (18, 12)
    x_slope = sampled(grid, lambda x, y: 4 * x**3 * y**3)
    assert grid.derivative(values, 0) == pytest.approx(x_slope, abs=1e-11)
    y_slope = sampled(grid, lambda x, y: 3 * x**4 * y**2)
    assert grid.derivative(values, 1) == pytest.approx(y_slope, abs=1e-11)
    assert not grid.derivative(values, 2).any()
    upwards = sampled(grid, lambda x, y: x**4 * (y**4 - 1) / 4)
    assert grid.integral(values, 1) == pytest.approx(upwards, abs=1e-12)
    assert grid.integral(x_slope, 0) == pytest.approx(values, abs=1e-11)
    square = sampled(grid, lambda x, y: x**2 * y**2)
    assert grid.mean(square) == pytest.approx(4 / 3 / 3)
    assert grid.mean(square, (1,)) == pytest.approx(grid.coordinates(0) ** 2 / 3)
    assert grid.averaged((1,)).axes == (0,)


def test_polynomials_are_evaluated_anywhere(grid):
    values = sampled(grid, lambda x, y: x**4 * y**3)
    x, y = np.array([0.1, 0.5, 1.9]), np.array([-1.0, 0.0])
    at = grid.evaluate(values, {0: x, 1: y})
    assert at == pytest.approx(x[None, :] ** 4 * y[:, None] ** 3, abs=1e-12)
    assert grid.evaluate(values, {0: 0.7, 1: 0.9}) == pytest.approx(0.7**4 * 0.9**3)
    assert grid.evaluate(values, {1: 0.9}) == pytest.approx(grid.coordinates(0) ** 4 * 0.9**3)


def test_where_elements_meet_the_mean_of_both_sides_counts(grid):
    """A step at x = 0.5: 1 in the first element, 5 in the second."""
    step = np.ones(grid.shape)
    step[:, 6:] = 5.0
    found = grid.evaluate(step, {0: [0.0, 0.4, 0.5, 0.6, 2.0], 1: 0.0})
    assert found == pytest.approx([1, 1, 3, 5, 5])


def test_symmetric_meshes_are_known(grid):
    assert not grid.is_mirrored(0) and grid.is_mirrored(2)
    assert not grid.is_alike(0, 1) and grid.is_alike(0, 0)
    mirrored = Grid(grid.nodes, (X, np.array([3.0, 3.2, 4.8, 5.0]), X + 7), (1, 0))
    assert mirrored.is_mirrored(1) and mirrored.is_alike(0, 2)


def test_places_and_their_refinement(grid):
    places = grid.places(0)
    assert len(places) == 11 and (np.diff(places) > 0).all()
    assert refined(np.array([0.0, 1.0, 3.0]), 2) == pytest.approx([0, 0.5, 1, 2, 3])
