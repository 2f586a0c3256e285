"""Particles that follow a flow: dX/dt = u(X, t), in some 20 lines with `interpolate`.

    python3 examples/tracers.py runs/tracers

The flow is a sheet of Taylor-Green vortices, which decay and keep their shape: particles stay on
the lines of sin(x) sin(y). How well they do is printed.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np

PERIOD = {"range": [0, "2*pi"], "elements": 3, "periodic": True}
CASE = {
    "case": {"name": "tracers"},
    "mesh": {"order": 7, "x": PERIOD, "y": PERIOD, "z": {**PERIOD, "elements": 1}},
    "fluid": {"viscosity": 0.02},
    "initial": {"velocity": ["sin(x)*cos(y)", "-cos(x)*sin(y)", "0"]},
    "time": {"dt": 0.02, "end": 8.0},
}


def velocity(sim: lobatto.Simulation, points: np.ndarray) -> np.ndarray:
    """At points [n, 3], which the periods bring back into the box."""
    return np.stack(sim.interpolate(points % (2 * np.pi), list(sim.velocity)), axis=1)


def main(out: Path) -> None:
    rng = np.random.default_rng(1)
    with lobatto.Simulation(CASE, out=out) as sim:
        n = 40 if sim.rank == 0 else 0  # all particles are asked for by the first rank
        start = points = rng.uniform(0.2, np.pi - 0.2, (n, 3))
        paths, u = [points], velocity(sim, points)
        while sim.end is None:
            dt = sim.step().dt  # Heun: along u now, then along the mean of both ends
            ahead = velocity(sim, points + dt * u)
            points = points + 0.5 * dt * (u + ahead)
            u = velocity(sim, points)
            paths.append(points)
        rank = sim.rank
    if rank != 0:
        return
    drift = abs(line_of(points) - line_of(start)).max()
    moved = np.linalg.norm(np.diff(paths, axis=0), axis=2).sum(axis=0).mean()
    print(f"drift = {drift:.2e} path = {moved:.3f}")
    figure, axes = plt.subplots(figsize=(5, 5), layout="constrained")
    axes.plot(*np.array(paths)[:, :, :2].transpose(2, 0, 1), linewidth=0.7)
    axes.plot(*points[:, :2].T, "k.", markersize=3)
    axes.set(xlabel="x", ylabel="y", aspect="equal")
    figure.savefig(out / "plots" / "tracers.png", dpi=120)


def line_of(points: np.ndarray) -> np.ndarray:
    """What is constant along a path."""
    return np.sin(points[:, 0]) * np.sin(points[:, 1])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/tracers"))
