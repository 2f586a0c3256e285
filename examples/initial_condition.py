"""The initial flow behind measurements in a few spots, by the gradient of a run and L-BFGS.

    python3 examples/initial_condition.py runs/initial_condition

Vortices in a periodic square decay for a while. Sixteen spots measure the velocity, ten times. The
exact gradient of the misfit with respect to the initial velocity leads SciPy's L-BFGS from a fluid
at rest to the stream function that the measurements come from. Printed: the misfit, and the error
of the coefficients that are found, as a part of them.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

STEPS, EVERY = 50, 5
WAVES = [(k, m) for k in range(-2, 3) for m in range(3) if (m, k) > (0, 0)]
CASE = {
    "mesh": {
        "order": 7,
        "plane": True,
        **{c: {"range": [0, "2*pi"], "elements": 3, "periodic": True} for c in "xy"},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": 0.05},
    "initial": {"velocity": ["0", "0", "0"]},
    "time": {"dt": 0.04, "steps": STEPS},
}


def main(folder: str) -> None:
    with lobatto.Simulation(CASE, out=folder) as sim:
        x, y, _ = sim.coordinates
        phases = [k * x + m * y for k, m in WAVES]
        # Of the stream function sum a cos + b sin: the velocities of each.
        shapes = [
            (-m * wave, k * wave)
            for phase, (k, m) in zip(phases, WAVES, strict=True)
            for wave in (np.sin(phase), -np.cos(phase))
        ]
        middles = (np.arange(4) + 0.5) * np.pi / 2
        spots = sum(
            np.exp(8 * (np.cos(x - a) + np.cos(y - b) - 2)) for a in middles for b in middles
        )

        def set_flow(coefficients: np.ndarray) -> None:
            for name, part in (("u", 0), ("v", 1)):
                sim[name] = sum(c * s[part] for c, s in zip(coefficients, shapes, strict=True))
            sim.begin_anew()

        truth = np.random.default_rng(1).normal(size=len(shapes)) / 4
        measured: dict[int, tuple[np.ndarray, np.ndarray]] = {}

        def measure(sim: lobatto.Simulation, level: int):
            measured[level] = (sim["u"].copy(), sim["v"].copy())
            return 0, {}

        set_flow(truth)
        sim.sensitivity(measure, STEPS)

        def misfit(sim: lobatto.Simulation, level: int):
            if level % EVERY or level == 0:
                return 0, {}
            misses = {n: sim[n] - m for n, m in zip("uv", measured[level], strict=True)}
            value = 0.5 * sum(sim.integrate(spots * miss**2) for miss in misses.values())
            return value, {n: spots * miss for n, miss in misses.items()}

        def value_and_gradient(coefficients: np.ndarray) -> tuple[float, np.ndarray]:
            set_flow(coefficients)
            found = sim.sensitivity(misfit, STEPS)
            g = found.initial
            slopes = [sim.integrate(g["u"] * u + g["v"] * v) for u, v in shapes]
            return found.value, np.array(slopes)

        start = np.zeros(len(shapes))
        first = value_and_gradient(start)[0]
        best = minimize(
            value_and_gradient,
            start,
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 200, "ftol": 1e-16, "gtol": 1e-10},
        )
        norm = np.linalg.norm
        print(f"misfit {first:.3g} to {best.fun:.3g} in {best.nit} iterations")
        print(f"error {norm(best.x - truth) / norm(truth):.2e}")
        draw(sim, set_flow, truth, best.x, spots, Path(folder) / "initial_condition.png")


def draw(sim, set_flow, truth, found, spots, path: Path) -> None:
    """The vorticity of both initial flows, and where it is measured."""
    points = np.linspace(0, 2 * np.pi, 200)
    places = np.stack([*np.meshgrid(points, points), np.full((200, 200), 0.5)], -1).reshape(-1, 3)
    figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
    for axis, coefficients, title in zip(axes, (truth, found), ("true", "found"), strict=True):
        set_flow(coefficients)
        vorticity = sim.gradient("v")[0] - sim.gradient("u")[1]
        values, weights = sim.interpolate(places, [vorticity, spots])
        image = axis.contourf(points, points, values.reshape(200, 200), 41, cmap="RdBu_r")
        axis.contour(points, points, weights.reshape(200, 200), [0.5], colors="k", linewidths=0.8)
        axis.set(title=title, xlabel="x", ylabel="y", aspect="equal")
    figure.colorbar(image, ax=axes, label="vorticity")
    figure.savefig(path, dpi=130)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/initial_condition")
