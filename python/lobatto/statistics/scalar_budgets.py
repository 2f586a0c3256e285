"""Budgets of the variance of a scalar T and of its turbulent fluxes.

With the diffusivity a, sums over k, and a source S of which fluctuations are S':
    0 = - U_k d<T'T'>/dx_k - 2 <u_k'T'> dT/dx_k - d<u_k'T'T'>/dx_k
        + a d2<T'T'>/dx_k dx_k - 2 a <dT'/dx_k dT'/dx_k> + 2 <S'T'>
    0 = - U_k d<u_i'T'>/dx_k - <u_i'u_k'> dT/dx_k - <u_k'T'> dU_i/dx_k - d<u_i'u_k'T'>/dx_k
        - d<p'T'>/dx_i + <p' dT'/dx_i> + d(a <u_i' dT'/dx_k> + nu <T' du_i'/dx_k>)/dx_k
        - (a + nu) <du_i'/dx_k dT'/dx_k> + <u_i'S'>
<T' du_i'/dx_k> is d<u_i'T'>/dx_k less <u_i' dT'/dx_k>.
"""

from collections.abc import Mapping

from lobatto.arrays import Floats, total
from lobatto.statistics.budgets import Budget, with_residual
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments


def variance_budget(
    moments: Moments, diffusivity: float, source: Mapping[str, float] | None = None
) -> Budget:
    """source: letter -> coefficient of a source that is linear in u, v, w, T, None where it is
    unknown and so left to the residual."""
    grid, axes = moments.grid, moments.grid.axes
    variance = moments.central("TT")
    slopes = {k: grid.derivative(variance, k) for k in axes}
    budget = {
        "convection": -total(moments.mean(VELOCITY[k]) * slopes[k] for k in axes),
        "production": -2
        * total(moments.central(VELOCITY[k] + "T") * moments.gradient("T", k) for k in axes),
        "turbulent_transport": -total(
            grid.derivative(moments.central(VELOCITY[k] + "TT"), k) for k in axes
        ),
        "molecular_diffusion": diffusivity * total(grid.derivative(slopes[k], k) for k in axes),
        "dissipation": -2 * diffusivity * moments.gradient_product("T", "T"),
    }
    if source:
        budget["source"] = 2 * _with_source(moments, "T", source)
    return with_residual(budget)


def flux_budget(
    moments: Moments,
    i: int,
    viscosity: float,
    diffusivity: float,
    source: Mapping[str, float] | None = None,
) -> Budget:
    """Of <u_i'T'>."""
    grid, axes = moments.grid, moments.grid.axes
    u = VELOCITY[i]
    flux = moments.central(u + "T")
    slopes = {k: grid.derivative(flux, k) for k in axes}

    def molecular(k: int) -> Floats:
        with_scalar = moments.with_gradient(u, "T", k)
        return diffusivity * with_scalar + viscosity * (slopes[k] - with_scalar)

    budget = {
        "convection": -total(moments.mean(VELOCITY[k]) * slopes[k] for k in axes),
        "production": -total(
            moments.stress(i, k) * moments.gradient("T", k)
            + moments.central(VELOCITY[k] + "T") * moments.gradient(u, k)
            for k in axes
        ),
        "turbulent_transport": -total(
            grid.derivative(moments.central(u + VELOCITY[k] + "T"), k) for k in axes
        ),
        "pressure_transport": -grid.derivative(moments.central("pT"), i),
        "pressure_scalar_gradient": moments.with_gradient("p", "T", i),
        "molecular_diffusion": total(grid.derivative(molecular(k), k) for k in axes),
        "dissipation": -(viscosity + diffusivity) * moments.gradient_product(u, "T"),
    }
    if source:
        budget["source"] = _with_source(moments, u, source)
    return with_residual(budget)


def _with_source(moments: Moments, factor: str, source: Mapping[str, float]) -> Floats:
    """<a'S'>"""
    return total(
        coefficient * moments.central(factor + letter) for letter, coefficient in source.items()
    )
