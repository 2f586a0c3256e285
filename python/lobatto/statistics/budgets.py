"""Budgets of Reynolds stresses and of turbulent kinetic energy.

With R_ij = <u_i'u_j'>, the kinematic pressure p and sums over k, of an average in time:
    0 = - U_k dR_ij/dx_k                                       convection
        - R_ik dU_j/dx_k - R_jk dU_i/dx_k                      production
        - d<u_i'u_j'u_k'>/dx_k                                 turbulent transport
        - d<p'u_i'>/dx_j - d<p'u_j'>/dx_i                      pressure transport
        + <p'(du_i'/dx_j + du_j'/dx_i)>                        pressure strain
        + nu d2 R_ij/dx_k dx_k                                 viscous diffusion
        - 2 nu <du_i'/dx_k du_j'/dx_k>                         dissipation
        + <u_i'f_j'> + <u_j'f_i'>                              force, where it fluctuates
(Pope, Turbulent Flows, section 7.4, with the velocity-pressure-gradient term split in two). Half
the trace is the budget of the energy. What the terms miss to 0 is the residual: sampling error,
the change of R_ij over the windows, and what the mesh does not resolve, such as products with the
divergence of the velocity.
"""

from typing import TypeAlias

from lobatto.arrays import Floats, total
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.moments import Moments

TERMS = (
    "convection",
    "production",
    "turbulent_transport",
    "pressure_transport",
    "pressure_strain",
    "viscous_diffusion",
    "dissipation",
)
RESIDUAL = "residual"
Budget: TypeAlias = dict[str, Floats]
"""term -> array on the grid, or values on a line."""


def stress_budget(moments: Moments, i: int, j: int, viscosity: float) -> Budget:
    """term -> array on the grid, with the residual, their sum; gains are positive."""
    grid, axes = moments.grid, moments.grid.axes
    u, v = VELOCITY[i], VELOCITY[j]
    stress = moments.stress(i, j)
    slopes = {k: grid.derivative(stress, k) for k in axes}
    budget = {
        "convection": -total(moments.mean(VELOCITY[k]) * slopes[k] for k in axes),
        "production": -total(
            moments.stress(i, k) * moments.gradient(v, k)
            + moments.stress(j, k) * moments.gradient(u, k)
            for k in axes
        ),
        "turbulent_transport": -total(
            grid.derivative(moments.central(u + v + VELOCITY[k]), k) for k in axes
        ),
        "pressure_transport": -(
            grid.derivative(moments.central("p" + u), j)
            + grid.derivative(moments.central("p" + v), i)
        ),
        "pressure_strain": moments.with_gradient("p", u, j) + moments.with_gradient("p", v, i),
        "viscous_diffusion": viscosity * total(grid.derivative(slopes[k], k) for k in axes),
        "dissipation": -2 * viscosity * moments.gradient_product(u, v),
    }
    if moments.has_force:
        budget["force"] = moments.with_force(i, j) + moments.with_force(j, i)
    return with_residual(budget)


def energy_budget(moments: Moments, viscosity: float) -> Budget:
    """Half the sum of the budgets of the three normal stresses."""
    normal = [stress_budget(moments, i, i, viscosity) for i in range(3)]
    return {term: total(budget[term] for budget in normal) / 2 for term in normal[0]}


def with_residual(budget: Budget) -> Budget:
    """The terms and their sum, the residual."""
    return {**budget, RESIDUAL: total(budget.values())}


def closure(grid: Grid, budget: Budget) -> float:
    """How well a budget closes over the section: root mean square of the residual over that of its
    largest term; NaN where symmetries make all terms 0."""

    def root_mean_square(values: Floats) -> float:
        return float(grid.mean(values**2)) ** 0.5

    terms = {term: values for term, values in budget.items() if term != RESIDUAL}
    largest = max(root_mean_square(values) for values in terms.values())
    return root_mean_square(budget[RESIDUAL]) / largest if largest > 0 else float("nan")
