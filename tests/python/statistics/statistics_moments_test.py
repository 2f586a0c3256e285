"""Central moments and budgets against fields of which they are known."""

import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics import moment_names
from lobatto.statistics.budgets import TERMS, energy_budget, stress_budget
from lobatto.statistics.scalar_budgets import flux_budget, variance_budget
from synthetic_statistics import Sample, flow_moments, scalar_moments, write_statistics

PERIODIC = np.linspace(0, 2 * np.pi, 4)
PERIODIC_BOX = (PERIODIC, PERIODIC, PERIODIC)


def random_fields(seed, with_scalar=True):
    """Polynomials of low degree in x and y, harmonics in z, with no symmetry at all."""
    random = np.random.default_rng(seed)

    def field():
        c = random.uniform(-1, 1, 8)
        return lambda x, y, z: (
            c[0] + c[1] * x + c[2] * y * y + c[3] * x * y
            + (c[4] + c[5] * x + c[6] * y) * np.sin(z + c[7])
        )  # fmt: skip

    return {name: field() for name in ("u", "v", "w", "p", *(["dye"] if with_scalar else []))}


class Ensemble:
    """Samples in a box, averages along z, and fluctuations on all nodes: straight from their
    definitions."""

    def __init__(self, path, order=7):
        walls = np.linspace(-1, 1, 3)
        self.ticks = walls, walls, PERIODIC
        fields = [random_fields(seed) for seed in (1, 2, 3)]
        scalars = {"dye": {"diffusivity": 0.03}}
        write_statistics(path, self.ticks, fields, order, scalars=scalars, viscosity=0.02)
        self.statistics = Statistics(path)
        self.grid = self.statistics.grid
        samples = [Sample(self.ticks, order, field) for field in fields]
        self.fluctuations = [self._without_mean(sample, samples) for sample in samples]
        z = Sample(self.ticks, order, {"z": lambda x, y, z: z}).values["z"][:, 0, 0]
        assert len(z) == 3 * (order + 1)

    def _without_mean(self, sample, samples):
        result = Sample(self.ticks, len(sample.nodes) - 1, {})
        for name in ("u", "v", "w", "p", "dye"):
            mean = self.mean([other.values[name] for other in samples])
            result.values["T" if name == "dye" else name] = sample.values[name] - mean
        return result

    def mean(self, arrays):
        weights = self.grid.weights(2) / self.grid.length(2)
        return np.tensordot(sum(arrays) / len(arrays), weights, (0, 0))

    def product(self, factors):
        """<abc>; a factor is a name or (name, axis) for a derivative."""
        arrays = []
        for state in self.fluctuations:
            value = 1.0
            for factor in factors:
                value = value * (
                    state.gradient(*factor) if isinstance(factor, tuple) else state.values[factor]
                )
            arrays.append(value)
        return self.mean(arrays)


@pytest.fixture(scope="module")
def ensemble(tmp_path_factory):
    return Ensemble(tmp_path_factory.mktemp("ensemble") / "stats_00000000.h5")


def test_the_names_are_those_that_the_program_gathers():
    sample = Sample(PERIODIC_BOX, 3, random_fields(0))
    assert set(moment_names.flow_components()) == set(flow_moments(sample))
    assert set(moment_names.scalar_components()) == set(scalar_moments(sample, "dye"))


@pytest.mark.parametrize(
    "factors", ["uu", "uv", "vw", "pp", "pu", "uuu", "uvw", "vww", "uT", "TT", "pT", "uvT", "wTT"]
)
def test_central_moments_are_means_of_products_of_fluctuations(ensemble, factors):
    moments = ensemble.statistics.moments("dye")
    expected = ensemble.product(factors)
    assert np.abs(expected).max() > 1e-3
    assert moments.central(factors) == pytest.approx(expected, abs=1e-13)
    assert moments.central(factors[::-1]) == pytest.approx(expected, abs=1e-13)


def test_moments_of_harmonics_are_exact(tmp_path):
    """u = y + sin z, v = cos z + 2 sin z: <u'u'> = 1/2, <v'v'> = 5/2, <u'v'> = 1."""
    fields = {
        "u": lambda x, y, z: y + np.sin(z),
        "v": lambda x, y, z: np.cos(z) + 2 * np.sin(z) + 0 * x,
        "w": lambda x, y, z: np.sin(z) * np.cos(2 * z),
        "p": lambda x, y, z: 3 * x + 0 * z,
    }
    path = write_statistics(tmp_path / "a.h5", PERIODIC_BOX, [fields], order=13)
    moments = Statistics(path).moments()
    assert moments.central("uu") == pytest.approx(0.5)
    assert moments.central("vv") == pytest.approx(2.5)
    assert moments.central("uv") == pytest.approx(1.0)
    assert moments.gradient("u", 1) == pytest.approx(1.0)
    assert moments.gradient("u", 2) == pytest.approx(0.0)
    assert moments.gradient("p", 0) == pytest.approx(3.0)
    assert moments.vorticity(2) == pytest.approx(-1.0)
    assert moments.gradient_product("u", "u") == pytest.approx(0.5)


def test_every_term_of_the_stress_budgets_is_its_definition(ensemble):
    moments, grid, nu = ensemble.statistics.moments(), ensemble.grid, 0.02
    names, mean = "uvw", ensemble.product
    for i, j in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]:
        a, b = names[i], names[j]
        stress = mean(a + b)
        expected = {
            "convection": -sum(moments.mean(names[k]) * grid.derivative(stress, k) for k in (0, 1)),
            "production": -sum(
                mean(a + names[k]) * grid.derivative(moments.mean(b), k)
                + mean(b + names[k]) * grid.derivative(moments.mean(a), k)
                for k in (0, 1)
            ),
            "turbulent_transport": -sum(grid.derivative(mean(a + b + names[k]), k) for k in (0, 1)),
            "pressure_transport": -grid.derivative(mean("p" + a), j)
            - grid.derivative(mean("p" + b), i),
            "pressure_strain": mean(["p", (a, j)]) + mean(["p", (b, i)]),
            "viscous_diffusion": nu
            * sum(grid.derivative(grid.derivative(stress, k), k) for k in (0, 1)),
            "dissipation": -2 * nu * sum(mean([(a, k), (b, k)]) for k in range(3)),
        }
        budget = stress_budget(moments, i, j, nu)
        assert tuple(expected) == TERMS
        for term, values in expected.items():
            assert budget[term] == pytest.approx(values, abs=1e-11), (a, b, term)
        assert budget["residual"] == pytest.approx(sum(expected.values()), abs=1e-10)


def test_the_energy_budget_is_half_the_trace(ensemble):
    moments = ensemble.statistics.moments()
    budget = energy_budget(moments, 0.02)
    production = -sum(
        ensemble.product("uvw"[i] + "uvw"[k]) * moments.gradient("uvw"[i], k)
        for i in range(3)
        for k in range(2)
    )
    assert np.abs(production).max() > 1e-3
    assert budget["production"] == pytest.approx(production, abs=1e-12)


def test_every_term_of_the_scalar_budgets_is_its_definition(ensemble):
    moments, grid, nu, alpha = ensemble.statistics.moments("dye"), ensemble.grid, 0.02, 0.03
    mean, names = ensemble.product, "uvw"

    def slope(values, k):
        return grid.derivative(values, k) if k < 2 else 0 * values

    variance = variance_budget(moments, alpha, {"w": 1.5, "T": -0.5})
    expected = {
        "convection": -sum(moments.mean(names[k]) * slope(mean("TT"), k) for k in range(2)),
        "production": -2
        * sum(mean(names[k] + "T") * slope(moments.mean("T"), k) for k in range(2)),
        "turbulent_transport": -sum(slope(mean(names[k] + "TT"), k) for k in range(2)),
        "molecular_diffusion": alpha * sum(slope(slope(mean("TT"), k), k) for k in range(2)),
        "dissipation": -2 * alpha * sum(mean([("T", k), ("T", k)]) for k in range(3)),
        "source": 2 * (1.5 * mean("wT") - 0.5 * mean("TT")),
    }
    for term, values in expected.items():
        assert variance[term] == pytest.approx(values, abs=1e-11), term
    for i, u in enumerate(names):
        budget = flux_budget(moments, i, nu, alpha, {"w": 1.5})
        molecular = [alpha * mean([u, ("T", k)]) + nu * mean(["T", (u, k)]) for k in range(2)]
        expected = {
            "convection": -sum(moments.mean(names[k]) * slope(mean(u + "T"), k) for k in range(2)),
            "production": -sum(
                mean(u + names[k]) * slope(moments.mean("T"), k)
                + mean(names[k] + "T") * slope(moments.mean(u), k)
                for k in range(2)
            ),
            "turbulent_transport": -sum(slope(mean(u + names[k] + "T"), k) for k in range(2)),
            "pressure_transport": -slope(mean("pT"), i),
            "pressure_scalar_gradient": mean(["p", ("T", i)]),
            "molecular_diffusion": sum(slope(molecular[k], k) for k in range(2)),
            "dissipation": -(nu + alpha) * sum(mean([(u, k), ("T", k)]) for k in range(3)),
            "source": 1.5 * mean(u + "w"),
        }
        assert set(expected) == set(budget) - {"residual"}
        for term, values in expected.items():
            assert budget[term] == pytest.approx(values, abs=1e-11), (u, term)


def abc_flow(drift=0.7):
    """Carried along z, a solution of Euler's equations: u = curl u, p = - u.u / 2."""
    a, b, c = 1.0, 0.8, 0.6
    u = {
        "u": lambda x, y, z: a * np.sin(z) + c * np.cos(y),
        "v": lambda x, y, z: b * np.sin(x) + a * np.cos(z),
        "w": lambda x, y, z: c * np.sin(y) + b * np.cos(x) + 0 * z,
    }
    carried = {**u, "w": lambda x, y, z: u["w"](x, y, z) + drift}
    carried["p"] = lambda x, y, z: -sum(f(x, y, z) ** 2 for f in u.values()) / 2
    return carried, a


def test_budgets_close_for_a_solution_of_eulers_equations(tmp_path):
    """With a viscosity they miss what it dissipates: nu a^2 in <u'u'> and <v'v'>."""
    fields, a = abc_flow()
    path = write_statistics(tmp_path / "abc.h5", PERIODIC_BOX, [fields], order=15, walls=())
    moments, nu = Statistics(path).moments(), 0.01
    largest = 0.0
    for i in range(3):
        for j in range(i, 3):
            expected = -nu * a**2 if i == j < 2 else 0.0
            budget = stress_budget(moments, i, j, nu)
            assert budget["residual"] == pytest.approx(expected, abs=1e-7)
            largest = max(largest, np.abs(budget["production"]).max())
    assert largest > 0.3  # what cancels is not small


def test_what_was_not_gathered_is_said(tmp_path):
    fields = random_fields(1, with_scalar=False)
    path = write_statistics(tmp_path / "a.h5", PERIODIC_BOX, [fields], order=3, full=False)
    moments = Statistics(path).moments()
    assert moments.central("uw").shape == moments.grid.shape
    with pytest.raises(LobattoError, match=r'"full"'):
        moments.central("uuu")
    with pytest.raises(LobattoError, match="there is no scalar"):
        moments.mean("T")
