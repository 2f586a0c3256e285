"""Makes small runs as the program would leave them, with fields that are known functions."""

import json
from contextlib import contextmanager
from pathlib import Path

import h5py
import numpy as np


def gll_nodes(order):
    """End points and the zeros of P'_order."""
    inner = np.polynomial.legendre.Legendre.basis(order).deriv().roots()
    return np.concatenate([[-1], np.sort(inner.real), [1]])


def node_coordinates(ticks, nodes):
    """[elements, n]"""
    ticks = np.asarray(ticks, float)
    return ticks[:-1, None] + np.diff(ticks)[:, None] * (1 + nodes) / 2


def nodal_values(function, ticks, nodes):
    """[elements, (components,) n, n, n] in the order of the files; function(x, y, z)."""
    x, y, z = (node_coordinates(t, nodes) for t in ticks)
    shape = (len(z), len(y), len(x), len(nodes), len(nodes), len(nodes))
    values = function(
        x[None, None, :, None, None, :],
        y[None, :, None, None, :, None],
        z[:, None, None, :, None, None],
    )
    n_elements = shape[0] * shape[1] * shape[2]
    if isinstance(values, tuple):
        components = [np.broadcast_to(v, shape).reshape(n_elements, *shape[3:]) for v in values]
        return np.stack(components, axis=1)
    return np.broadcast_to(values, shape).reshape(n_elements, *shape[3:])


def write_field_file(path, ticks, fields, order=5, periodic=(0, 0, 0), time=0.0, step=0):
    """The nodal part (/Lobatto) of a field file of a box, as the first versions wrote it, without
    the attribute geometry. fields: name -> function(x, y, z)."""
    nodes = gll_nodes(order)
    values = {name: nodal_values(function, ticks, nodes) for name, function in fields.items()}
    with _nodal_part(path, order, values, time, step) as group:
        group.attrs["periodic"] = np.array(periodic, np.int32)
        for axis, of_axis in zip("xyz", ticks, strict=True):
            group[f"ticks/{axis}"] = np.asarray(of_axis, float)
    return Path(path)


def write_general_field_file(path, coordinates, fields, time=0.0, step=0):
    """The same of a general geometry, with coordinates [elements, 3, n, n, n]."""
    x, y, z = np.moveaxis(coordinates, 1, 0)
    values = {name: function(x, y, z) for name, function in fields.items()}
    values = {
        name: np.stack([v + 0 * x for v in value], axis=1) if isinstance(value, tuple) else value
        for name, value in values.items()
    }
    with _nodal_part(path, coordinates.shape[-1] - 1, values, time, step) as group:
        group.attrs["geometry"] = np.bytes_("general")
        group["coordinates"] = coordinates
        group["element_numbers"] = np.arange(len(coordinates))
    return Path(path)


@contextmanager
def _nodal_part(path, order, values, time, step):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with h5py.File(path, "w") as file:
        group = file.create_group("Lobatto")
        group.attrs["order"] = np.int32(order)
        group.attrs["time"] = time
        group.attrs["step"] = np.int64(step)
        group["nodes"] = gll_nodes(order)
        group.create_dataset("provenance/version", data=np.bytes_("0.1.0"))
        group.create_group("fields")
        for name, nodal in values.items():
            group[f"fields/{name}"] = nodal
        yield group


def write_run(folder, summary=None, steps=(), snapshots=()):
    """A run folder. snapshots: keyword arguments of write_field_file, or of
    write_general_field_file, with step and time."""
    folder.mkdir(parents=True, exist_ok=True)
    if summary is not None:
        (folder / "summary.json").write_text(json.dumps(summary))
    (folder / "steps.jsonl").write_text("".join(json.dumps(step) + "\n" for step in steps))
    listed = []
    for snapshot in snapshots:
        name = f"fields_{snapshot['step']:08d}.vtkhdf"
        write = write_general_field_file if "coordinates" in snapshot else write_field_file
        write(folder / "fields" / name, **snapshot)
        listed.append({"name": name, "time": snapshot["time"]})
    if listed:
        series = {"file-series-version": "1.0", "files": listed}
        (folder / "fields" / "fields.vtkhdf.series").write_text(json.dumps(series))
    return folder


def duct_run(folder, n_snapshots=1):
    """A duct along z with a known secondary flow, as the app records it."""
    walls, along = np.linspace(-0.5, 0.5, 5), np.linspace(0, 3, 4)

    def velocity(x, y, z):
        profile = 2.1 * (1 - 4 * x**2) * (1 - 4 * y**2) * (1 + 0.1 * np.sin(2 * np.pi * z / 3))
        u = -0.03 * np.sin(2 * np.pi * y) * np.cos(np.pi * x) ** 2
        v = 0.03 * np.sin(2 * np.pi * x) * np.cos(np.pi * y) ** 2
        return u + 0 * z, v + 0 * z, profile

    case = '[case]\nname = "duct"\n[fluid]\nreynolds = 4410\n'
    summary = {
        "case": {"name": "duct", "text": case, "overrides": {}},
        "order": 5,
        "elements": 48,
        "seconds_per_step": 0.012,
        "regions": [{"name": "advection", "seconds": 1.5, "share": 0.4, "gbs": 10.0}],
        "region_tree": [
            {"path": "pressure solve", "depth": 0, "inclusive_seconds": 2.5},
            {"path": "pressure solve/advection", "depth": 1, "inclusive_seconds": 1.5},
        ],
        "flow": {"direction": "z", "bulk_velocity": 1.0, "re_tau": 151.2, "viscosity": 1 / 4410},
        "errors": {"u": {"max": 1e-9, "l2": 1e-10}},
    }
    steps = [
        {
            "step": s,
            "time": 0.1 * s,
            "dt": 0.1,
            "cfl": 0.4,
            "seconds": 0.012 + 0.001 * (s % 3),
            "solves": {"pressure": {"solver": "tensor-direct", "iterations": 0, "residual": None}},
            "divergence": 1e-6 if s % 2 else None,
            "kinetic_energy": 0.6 - 0.001 * s,
            "enstrophy": 20 + 0.1 * s,
            "bulk_velocity": 1.0,
            "pressure_gradient": 0.004 + 0.0001 * s,
            "scalars": {"temperature": {"mean": 0.5, "min": 0.0, "max": 1.0}},
        }
        for s in range(1, 31)
    ]
    snapshots = [
        {
            "ticks": (walls, walls, along),
            "fields": {
                "velocity": velocity,
                "pressure": lambda x, y, z: 0 * x + 0 * y + z,
                "temperature": lambda x, y, z: x * y + 0 * z,
            },
            "periodic": (0, 0, 1),
            "time": 1.0 * (k + 1),
            "step": 10 * (k + 1),
        }
        for k in range(n_snapshots)
    ]
    return write_run(folder, summary, steps, snapshots)


def taylor_green_run(folder):
    ticks = np.linspace(0, 2 * np.pi, 4)
    snapshot = {
        "ticks": (ticks, ticks, ticks),
        "fields": {
            "velocity": lambda x, y, z: (
                np.sin(x) * np.cos(y) * np.cos(z),
                -np.cos(x) * np.sin(y) * np.cos(z),
                0 * (x + y + z),
            )
        },
        "order": 9,
        "periodic": (1, 1, 1),
        "time": 0.0,
        "step": 0,
    }
    mesh = {axis: {"ticks": list(ticks), "periodic": True} for axis in "xyz"}
    summary = {"case": {"name": "tgv"}, "flow": {"viscosity": 0.01}, "mesh": mesh}
    steps = [
        {
            "step": s,
            "time": 0.1 * s,
            "kinetic_energy": 0.125 * np.exp(-0.06 * 0.1 * s),
            "enstrophy": 0.375 * np.exp(-0.06 * 0.1 * s),
        }
        for s in range(1, 21)
    ]
    return write_run(folder, summary, steps, [snapshot])


def cavity_run(folder):
    """Walls all around, no mean flow, no summary: as of a run that still goes on."""
    ticks = np.linspace(0, 1, 3)
    snapshot = {
        "ticks": (ticks, ticks, ticks),
        "fields": {
            "velocity": lambda x, y, z: (
                np.sin(np.pi * x) * np.cos(np.pi * y) * np.sin(np.pi * z),
                -np.cos(np.pi * x) * np.sin(np.pi * y) * np.sin(np.pi * z),
                0 * (x + y + z),
            )
        },
        "time": 2.0,
        "step": 7,
    }
    return write_run(folder, None, [{"step": 7, "time": 2.0, "dt": 0.1}], [snapshot])
