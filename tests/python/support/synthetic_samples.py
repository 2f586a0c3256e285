"""Samples of probes and planes as a run would leave them."""

import h5py
import numpy as np


def write_table(folder, n_points, n_samples=5):
    rows = ["step,time,point,x,y,z,u"]
    rows += [
        f"{10 * s},{0.1 * s},{q},{q},0,0,{np.sin(s + q)}"
        for s in range(n_samples)
        for q in range(n_points)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"points_{n_points}.csv").write_text("\n".join(rows) + "\n")


def write_arrays(folder, name, shape):
    folder.mkdir(parents=True, exist_ok=True)
    for begin in (0, 30):
        with h5py.File(folder / f"{name}_{begin:08d}.h5", "w") as file:
            file["step"] = begin + np.arange(0, 30, 10)
            file["time"] = 0.1 * file["step"][:]
            places = np.meshgrid(*[np.linspace(0, 1, n) for n in shape], indexing="ij")
            for axis, values in zip("xyz", [*places, 0 * places[0], 0 * places[0]], strict=False):
                file[axis] = values
            file["w"] = np.random.default_rng(1).normal(size=(3, *shape))


def write_planes(folder, n_samples=4, n_planes=5):
    rows = ["step,time,y,u_mean,u_max"]
    rows += [
        f"{10 * s},{0.1 * s},{0.25 * q},{s + q},{s * q}"
        for s in range(n_samples)
        for q in range(n_planes)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "profile.csv").write_text("\n".join(rows) + "\n")
