"""A proper orthogonal decomposition that is made while the flow goes on (method of snapshots).

    python3 examples/modes.py runs/modes

Snapshots of two-dimensional decaying vortices stay in memory, distributed as the fields are;
their inner products over the volume are a small matrix, whose eigenvectors are the modes
(Sirovich, Quart. Appl. Math. 45, 1987). Printed: how far the modes are from orthonormal, and what
of the energy of the snapshots the first four hold.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np

PERIOD = {"range": [0, "2*pi"], "elements": 4, "periodic": True}
CASE = {
    "case": {"name": "modes"},
    "mesh": {"order": 6, "x": PERIOD, "y": PERIOD, "z": {**PERIOD, "elements": 1}},
    "fluid": {"viscosity": 0.01},
    "initial": {
        "velocity": [
            "sin(x)*cos(y) + 0.7*sin(2*y) + 0.3*cos(3*y)",
            "-cos(x)*sin(y) + 0.5*cos(3*x) + 0.4*sin(2*x)",
            "0",
        ]
    },
    "time": {"dt": 0.02, "end": 6.0},
}
N_MODES = 4


def inner(sim: lobatto.Simulation, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(a_i, b_j) over the volume, of lists of vector fields [field, component, node]."""
    here = np.einsum("icq,jcq,q->ij", a, b, sim.mass.ravel(), optimize=True)
    return np.array([[sim.sum(value) for value in row] for row in here])


def main(out: Path) -> None:
    snapshots = []
    with lobatto.Simulation(CASE, out=out) as sim:
        while sim.end is None:
            if sim.step().step % 10 == 0:
                snapshots.append([u.ravel().copy() for u in sim.velocity[:2]])
        fields = np.array(snapshots)
        energies, vectors = np.linalg.eigh(inner(sim, fields, fields))
        order = np.argsort(energies)[::-1][:N_MODES]
        weights = vectors[:, order] / np.sqrt(energies[order])
        modes = np.einsum("ik,icq->kcq", weights, fields)
        fault = abs(inner(sim, modes, modes) - np.eye(N_MODES)).max()
        amplitudes = inner(sim, fields, modes)
        held = (amplitudes**2).sum() / np.trace(inner(sim, fields, fields))
        x, y, z = (c.ravel() for c in sim.coordinates)
        rank = sim.rank
    if rank != 0:
        return
    share = energies[order].sum() / energies.sum()
    print(f"orthonormal to {fault:.1e}; energy held = {held:.12f} by eigenvalues = {share:.12f}")
    draw(out, energies[::-1], modes, (x, y, z))


def draw(out: Path, energies: np.ndarray, modes: np.ndarray, places: tuple) -> None:
    x, y, z = places
    plane = z == z.min()
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), layout="constrained")
    axes[0].semilogy(np.maximum(energies / energies.sum(), 1e-16), "o-", markersize=3)
    axes[0].set(xlabel="mode", ylabel="share of the energy", xlim=(-0.5, 12), ylim=(1e-10, 2))
    for axis, mode, number in zip(axes[1:], modes, (1, 2), strict=False):
        axis.tripcolor(x[plane], y[plane], np.hypot(*mode)[plane], shading="gouraud")
        axis.set(title=f"mode {number}: speed", xlabel="x", ylabel="y", aspect="equal")
    figure.savefig(out / "plots" / "modes.png", dpi=120)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/modes"))
