#!/usr/bin/env python3
"""Draws jacobi-iterations.png and prints a table of it: how many
iterations a scalar takes in the vessel, by step, order, diffusivity and mesh, and what there is to
solve: how much diffusion the operator has, and how far apart its eigenvalues lie.

python3 docs/pictures/jacobi-iterations.py build/release/lobatto runs/vessel-flow /tmp/iterations
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import matplotlib
import numpy as np
from numpy.polynomial import legendre

matplotlib.use("Agg")
import matplotlib.pyplot as plt

sys.path.insert(0, str(Path(__file__).parents[2] / "cases" / "meshes"))

from hexahedra import Mesh, tangents, write_gmsh
from vessel_blocks import Builder
from vessel_plan import Plan
from vessel_shape import Parameters

CASE = Path(__file__).parents[2] / "cases" / "vessel.toml"
ORDER = 3
LEADING = {1: 1.0, 2: 1.5, 3: 11 / 6}
"""Of BDF: the operator is LEADING / dt M + diffusivity K."""
N_STEPS = 20
STEPS = (2e-3, 1e-3, 5e-4, 2.5e-4)
DIFFUSIVITIES = (1e-3, 1e-2, 1e-1, 1.0)
COMMON_STEP = 1e-3
"""That of all diffusivities, on both meshes."""
INK, COLOURS = "#22303c", {1: "#b8c4ce", 2: "#6f8fa8", 3: "#c4562b"}


def gll(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Nodes, weights and derivative matrix of the Gauss-Lobatto-Legendre points."""
    top = [0] * (n - 1) + [1]
    x = np.concatenate([[-1.0], legendre.legroots(legendre.legder(top)), [1.0]])
    p = legendre.legval(x, top)
    d = p[:, None] / p[None, :] / (x[:, None] - x[None, :] + np.eye(n))
    np.fill_diagonal(d, 0)
    d[0, 0], d[-1, -1] = -n * (n - 1) / 4, n * (n - 1) / 4
    return x, 2 / (n * (n - 1) * p**2), d


@dataclass
class Operator:
    """sigma M + nu K of a scalar in the vessel, with given values at the inlet and the wall."""

    mesh: Mesh

    def __post_init__(self) -> None:
        x, w, self.d = gll(ORDER + 1)
        r = tangents(self.mesh.points, self.mesh.elements, x)
        det = np.einsum("...c,...c->...", r[0], np.cross(r[1], r[2]))
        slopes = np.stack([np.cross(r[1], r[2]), np.cross(r[2], r[0]), np.cross(r[0], r[1])])
        weights = np.einsum("k,j,i->kji", w, w, w)
        self.mass = weights * det
        self.metric = np.einsum("ankjic,bnkjic->abnkji", slopes, slopes) * (weights / det)
        self.nodes, self.size = self._numbered(x)
        self.is_free = np.ones(self.size, bool)
        self.is_free[np.unique(self.nodes[self._given()])] = False

    def _places(self, x: np.ndarray) -> np.ndarray:
        values = np.stack([x * (x - 1) / 2, 1 - x * x, x * (x + 1) / 2], axis=-1)
        corners = self.mesh.points[self.mesh.elements]
        return np.einsum("ntsrc,kt,js,ir->nkjic", corners, values, values, values, optimize=True)

    def _numbered(self, x: np.ndarray) -> tuple[np.ndarray, int]:
        """The number of each node: the same where nodes coincide."""
        places = self._places(x)
        rounded = np.round(places.reshape(-1, 3) * 1e7 + 0.271828).astype(np.int64)
        found, numbers = np.unique(rounded, axis=0, return_inverse=True)
        return numbers.reshape(places.shape[:-1]), len(found)

    def _given(self) -> np.ndarray:
        """Which nodes of the elements lie on the inlet or the wall."""
        of_face = {}
        for name in ("inlet", "wall"):
            for face in self.mesh.boundaries[name].reshape(-1, 9):
                of_face[frozenset(face.tolist())] = name
        is_given = np.zeros(self.nodes.shape, bool)
        for axis in (1, 2, 3):
            for end, at in ((0, 0), (2, -1)):
                sides = np.take(self.mesh.elements, end, axis=axis).reshape(-1, 9).tolist()
                hit = np.array([frozenset(side) in of_face for side in sides])
                side = [hit, slice(None), slice(None), slice(None)]
                side[axis] = at
                is_given[tuple(side)] = True
        return is_given

    def assembled(self, values: np.ndarray) -> np.ndarray:
        """Sums over the copies of nodes, where no value is given."""
        return np.bincount(self.nodes.ravel(), values.ravel(), self.size) * self.is_free

    @cached_property
    def mass_diagonal(self) -> np.ndarray:
        return self.assembled(self.mass)

    @cached_property
    def stiffness_diagonal(self) -> np.ndarray:
        squares, ends, g = self.d**2, np.diag(self.d), self.metric
        sums = np.einsum("li,nkjl->nkji", squares, g[0, 0])
        sums += np.einsum("lj,nkli->nkji", squares, g[1, 1])
        sums += np.einsum("lk,nlji->nkji", squares, g[2, 2])
        along = (ends[None, None, :], ends[None, :, None], ends[:, None, None])
        for a, b in ((0, 1), (0, 2), (1, 2)):
            sums += 2 * along[a] * along[b] * g[a, b]
        return self.assembled(sums)

    def stiffness(self, u: np.ndarray) -> np.ndarray:
        """K u"""
        v, d = u[self.nodes], self.d
        r = np.stack([v @ d.T, np.einsum("jl,nkli->nkji", d, v), np.einsum("kl,nlji->nkji", d, v)])
        f = np.einsum("abnkji,bnkji->ankji", self.metric, r)
        out = f[0] @ d + np.einsum("lj,nkli->nkji", d, f[1]) + np.einsum("lk,nlji->nkji", d, f[2])
        return self.assembled(out)

    def shares(self, sigma: float, nu: float) -> np.ndarray:
        """nu K over sigma M on the diagonal: smallest, mean and largest."""
        free = self.is_free
        share = nu * self.stiffness_diagonal[free] / (sigma * self.mass_diagonal[free])
        return np.array([share.min(), share.mean(), share.max()])

    def eigenvalues(self, sigma: float, nu: float, n_steps: int = 50) -> tuple[float, float]:
        """Smallest and largest of the operator with its diagonal scaled to 1, by Lanczos."""
        diagonal = sigma * self.mass_diagonal + nu * self.stiffness_diagonal
        scale = np.zeros(self.size)
        scale[self.is_free] = diagonal[self.is_free] ** -0.5
        v = np.random.default_rng(1).standard_normal(self.size) * self.is_free
        v, before, beta, alphas, betas = v / np.linalg.norm(v), 0 * v, 0.0, [], []
        for _ in range(n_steps):
            u = scale * v
            w = scale * (sigma * self.mass_diagonal * u + nu * self.stiffness(u)) - beta * before
            alphas.append(v @ w)
            w -= alphas[-1] * v
            before, beta = v, np.linalg.norm(w)
            betas.append(beta)
            v = w / beta
        ritz = np.linalg.eigvalsh(
            np.diag(alphas) + np.diag(betas[:-1], 1) + np.diag(betas[:-1], -1)
        )
        return ritz[0], ritz[-1]


def halves(nodes: np.ndarray, axis: int) -> np.ndarray:
    """Of 5 nodes per direction the first and the last three, one after the other along axis 0."""
    return np.concatenate([nodes.take(range(first, first + 3), axis) for first in (0, 2)])


def refined(mesh: Mesh) -> Mesh:
    """Every element cut into eight, of exactly the same shape: quadratic, too."""
    at = np.linspace(-1, 1, 5)
    half = np.stack([at * (at - 1) / 2, 1 - at * at, at * (at + 1) / 2], axis=-1)
    x = np.einsum("ntsrc,kt,js,ir->nkjic", mesh.points[mesh.elements], half, half, half)
    faces = {
        name: np.einsum("nsrc,js,ir->njic", mesh.points[f], half, half)
        for name, f in mesh.boundaries.items()
    }
    places = np.concatenate([x.reshape(-1, 3), *(f.reshape(-1, 3) for f in faces.values())])
    rounded = np.round(places * 1e9 + 0.271828).astype(np.int64)
    _, first, number = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    parts = np.split(number.ravel(), np.cumsum([a.size // 3 for a in (x, *faces.values())])[:-1])
    elements = parts[0].reshape(-1, 5, 5, 5)
    for axis in (1, 2, 3):
        elements = halves(elements, axis)
    sides = [halves(halves(part.reshape(-1, 5, 5), 1), 2) for part in parts[1:]]
    return Mesh(places[first], elements, dict(zip(faces, sides, strict=True)))


def make_mesh(folder: Path, is_fine: bool) -> tuple[Path, Mesh]:
    mesh = Builder(Plan(Parameters(), 1.0)).mesh()
    mesh = refined(mesh) if is_fine else mesh
    path = folder / f"vessel-{len(mesh.elements)}.msh"
    write_gmsh(mesh, path)
    return path, mesh


@dataclass(frozen=True)
class Study:
    """program: lobatto; flow: the folder of the run of cases/vessel-flow.toml."""

    program: Path
    flow: Path
    folder: Path

    def iterations(self, mesh: Path, order: int, dt: float, diffusivity: float) -> dict:
        """Of the first steps: their min, mean and max. A run that is there is not repeated."""
        out = self.folder / f"{mesh.stem}-{order}-{dt:g}-{diffusivity:g}"
        settings = {
            "mesh.file": mesh.resolve(), "flow.from": self.flow.resolve(), "time.order": order,
            "time.cfl": "", "time.max_dt": "", "time.dt": dt, "force": "",
            "scalar[0].diffusivity": diffusivity, "output.checkpoint.final": "false",
            "output.fields.final": "false",
        }  # fmt: skip
        command = [self.program, "run", CASE, "--steps", str(N_STEPS)]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        if not (out / "summary.json").exists():
            subprocess.run([*command, "--out", out], check=True, stdout=subprocess.DEVNULL)
        summary = json.loads((out / "summary.json").read_text())
        return summary["solves"]["substance"]["iterations"]


def row(study: Study, mesh: Path, operator: Operator, dt: float, diffusivity: float) -> dict:
    sigma = LEADING[3] / dt
    low, high = operator.eigenvalues(sigma, diffusivity)
    return {
        "elements": len(operator.mesh.elements),
        "dt": dt,
        "diffusivity": diffusivity,
        "iterations": {o: study.iterations(mesh, o, dt, diffusivity) for o in (1, 2, 3)},
        "shares": operator.shares(sigma, diffusivity),
        "condition": high / low,
    }


def text_of(row: dict) -> str:
    counts = [f"{i['min']} / {i['mean']:.1f} / {i['max']}" for i in row["iterations"].values()]
    low, mean, high = row["shares"]
    cells = [f"{row['elements']:,}", f"{row['diffusivity']:g}", f"{row['dt']:g}", *counts]
    cells += [f"{low:.3g} / {mean:.3g} / {high:.3g}", f"{row['condition']:.3g}"]
    return "| " + " | ".join(cells) + " |"


def draw(rows: list[dict]) -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained", sharey=True)
    for elements, style in zip(sorted({r["elements"] for r in rows}), ("-o", "--s"), strict=True):
        of_mesh = [r for r in rows if r["elements"] == elements]
        by_step = [r for r in of_mesh if r["diffusivity"] == DIFFUSIVITIES[0]]
        for order, colour in COLOURS.items():
            fewest, mean, most = (
                np.array([r["iterations"][order][k] for r in by_step])
                for k in ("min", "mean", "max")
            )
            steps = np.array([r["dt"] for r in by_step]) * (0.94 + 0.03 * order)  # side by side
            label = f"{elements:,} elements, order {order}"
            bars = np.stack([mean - fewest, most - mean])
            left.errorbar(
                steps, mean, bars, fmt=style, color=colour, label=label, ms=4, capsize=2, lw=1
            )
        of_mesh.sort(key=lambda r: r["condition"])
        conditions = [r["condition"] for r in of_mesh]
        means = [r["iterations"][3]["mean"] for r in of_mesh]
        right.plot(conditions, means, style, color=COLOURS[3], ms=4, label=f"{elements:,} elements")
    left.set(xscale="log", yscale="log", xlabel="time step", ylabel="iterations per solve")
    left.set_xticks(STEPS, [f"{dt:g}" for dt in STEPS])
    left.set_xticks([], minor=True)
    right.set(xscale="log", xlabel="largest over smallest eigenvalue, diagonal scaled, order 3")
    left.set_title("diffusivity 1e-3: mean, and bars from min to max", fontsize=9)
    right.set_title("all steps and diffusivities", fontsize=9)
    for axes in (left, right):
        axes.legend(fontsize=6, frameon=False)
        axes.grid(color=INK, alpha=0.15, lw=0.5)
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    study = Study(*map(Path, sys.argv[1:]))
    study.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for is_fine in (False, True):
        path, mesh = make_mesh(study.folder, is_fine)
        operator = Operator(mesh)
        # Half the elements' size, half the step that convection allows.
        cases = [(dt, DIFFUSIVITIES[0]) for dt in (STEPS[1:] if is_fine else STEPS)]
        cases += [(COMMON_STEP, diffusivity) for diffusivity in DIFFUSIVITIES[1:]]
        for dt, diffusivity in cases:
            rows.append(row(study, path, operator, dt, diffusivity))
            print(text_of(rows[-1]), flush=True)
    draw(rows)


if __name__ == "__main__":
    main()
