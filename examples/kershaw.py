"""Poisson's equation on the mesh of Kershaw, by call.

    python3 examples/kershaw.py runs/kershaw
    mpirun -n 2 python3 examples/kershaw.py runs/kershaw-2

A cube whose layers of elements are pressed against its sides in turn (Kershaw, J. Comput. Phys. 39,
1981): at EPS = 1 they are cubes, at 0.3 some are longer than wide by ten. The solution is known.
Printed: the error of each order, as a part of the solution.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np

EPS = 0.3
N_ELEMENTS = 6  # a direction; a multiple of 6 has its layers between elements
ORDERS = (3, 5, 7)


def kershaw(c: str) -> str:
    """Where the map takes the coordinate c of the unit cube, an expression of x and c."""

    def right(c: str) -> str:
        return f"(({c}) <= 0.5 ? {2 - EPS}*({c}) : 1 + {EPS}*(({c}) - 1))"

    left = f"(1 - {right(f'1 - {c}')})"

    def between(a: str, b: str, t: str) -> str:
        s = f"min(1, max(0, {t}))"
        return f"({a} + ({b} - {a})*({s})^3*(({s})*(6*({s}) - 15) + 10))"

    layer = "(6*x - {})"
    up = [between(left, right(c), layer.format(k)) for k in (1, 4)]
    down = between(right(c), left, "(6*x - 2)/2")
    return (
        f"(x < 1/6 ? {left} : (x < 2/6 ? {up[0]} : (x < 4/6 ? {down} : "
        f"(x < 5/6 ? {up[1]} : {right(c)}))))"
    )


SIDE = {"range": [0, 1], "elements": N_ELEMENTS}
CASE = {
    "case": {"name": "kershaw"},
    "mesh": {"x": SIDE, "y": SIDE, "z": SIDE, "map": ["x", kershaw("y"), kershaw("z")]},
    "fluid": {"viscosity": 1},
    "boundary": {"x": "wall", "y": "wall", "z": "wall"},
    "time": {"dt": 1.0, "steps": 1},
}


def solve(order: int, out: Path) -> None:
    """Says the error; on one rank a picture at the last order."""
    with lobatto.Simulation(CASE, out=out / f"order-{order}", set={"mesh.order": order}) as sim:
        x, y, z = sim.coordinates
        exact = np.sin(np.pi * x) * np.sin(np.pi * y) * np.sin(np.pi * z)
        u = sim.solve_poisson(3 * np.pi**2 * exact, dict.fromkeys(sim.boundaries, 0))
        error = sim.norm(u - exact) / sim.norm(exact)
        if sim.rank == 0:
            print(f"order {order}: error {error:.2e}", flush=True)
        if sim.n_ranks == 1 and order == ORDERS[-1]:
            draw(x, y, z, u, out / "kershaw.png")


def draw(x: np.ndarray, y: np.ndarray, z: np.ndarray, u: np.ndarray, file: Path) -> None:
    """The plane of elements that ends nearest to the middle of the cube, seen along z."""
    _, axes = plt.subplots(figsize=(5, 4.4), layout="constrained")
    for e in range(N_ELEMENTS**2 * 2, N_ELEMENTS**2 * 3):
        picture = axes.pcolormesh(x[e, -1], y[e, -1], u[e, -1], vmin=0, vmax=1, shading="gouraud")
        for line in ((0, slice(None)), (slice(None), 0)):
            axes.plot(x[e, -1][line], y[e, -1][line], color="white", linewidth=0.6)
    axes.set(xlabel="x", ylabel="y", aspect="equal", title=f"eps = {EPS}")
    plt.colorbar(picture, ax=axes, label="u")
    file.parent.mkdir(parents=True, exist_ok=True)
    plt.savefig(file, dpi=130)


def main(out: Path) -> None:
    """Solves at each order."""
    for order in ORDERS:
        solve(order, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
