"""Makes files of statistics as the program would, from fields that are known functions.

A slow and obvious reference of what the program gathers: every sample is a field on all nodes of a
box, its gradients are those of the polynomials, and averages are sums of products.
"""

from itertools import combinations_with_replacement
from pathlib import Path

import h5py
import numpy as np
from lobatto import spectral
from synthetic import gll_nodes, node_coordinates

AXES = "xyz"


class Sample:
    """One state: functions of x, y, z for u, v, w, p and scalars, on the nodes [z, y, x]."""

    def __init__(self, ticks, order, fields):
        self.ticks, self.nodes = ticks, gll_nodes(order)
        x, y, z = (node_coordinates(t, self.nodes).ravel() for t in ticks)
        self.shape = len(z), len(y), len(x)
        places = x[None, None, :], y[None, :, None], z[:, None, None]
        self.values = {
            name: np.broadcast_to(function(*places), self.shape) * 1.0
            for name, function in fields.items()
        }

    def gradient(self, name, axis):
        matrix = spectral.derivative_matrix(self.nodes)
        last = np.moveaxis(self.values[name], 2 - axis, -1)
        apart = last.reshape(*last.shape[:-1], -1, len(self.nodes))
        slopes = apart @ matrix.T * (2 / np.diff(self.ticks[axis]))[:, None]
        return np.moveaxis(slopes.reshape(last.shape), -1, 2 - axis)


def flow_moments(sample, full=True):
    """name -> array of the sample: products of velocity and pressure."""
    values = {name: sample.values[name] for name in "uvwp"}
    moments = dict(values)
    for a, b in combinations_with_replacement("uvw", 2):
        moments[a + b] = values[a] * values[b]
    moments["pp"] = values["p"] ** 2
    if not full:
        return moments
    for a, b, c in combinations_with_replacement("uvw", 3):
        moments[a + b + c] = values[a] * values[b] * values[c]
    slopes = {(a, k): sample.gradient(a, k) for a in "uvw" for k in range(3)}
    for a in "uvw":
        moments["p" + a] = values["p"] * values[a]
        for k in range(3):
            moments[f"p_d{a}d{AXES[k]}"] = values["p"] * slopes[a, k]
    for a, b in combinations_with_replacement("uvw", 2):
        moments[f"d{a}dxk_d{b}dxk"] = sum(slopes[a, k] * slopes[b, k] for k in range(3))
    return moments


def scalar_moments(sample, scalar, full=True):
    """The same of a scalar, as T."""
    values = {name: sample.values[name] for name in "uvwp"}
    t = sample.values[scalar]
    moments = {"T": t, "TT": t * t, **{a + "T": values[a] * t for a in "uvw"}}
    if not full:
        return moments
    of_t = [sample.gradient(scalar, k) for k in range(3)]
    for a, b in combinations_with_replacement("uvw", 2):
        moments[a + b + "T"] = values[a] * values[b] * t
    moments["pT"] = values["p"] * t
    moments["dTdxk_dTdxk"] = sum(slope**2 for slope in of_t)
    for k in range(3):
        moments[f"p_dTd{AXES[k]}"] = values["p"] * of_t[k]
    for a in "uvw":
        moments[a + "TT"] = values[a] * t * t
        moments[f"d{a}dxk_dTdxk"] = sum(sample.gradient(a, k) * of_t[k] for k in range(3))
        for k in range(3):
            moments[f"{a}_dTd{AXES[k]}"] = values[a] * of_t[k]
    return moments


def averaged(values, ticks, nodes, average):
    """[z, y, x] without the averaged directions."""
    for axis in sorted(AXES.index(name) for name in average):  # x is the last dimension
        weights = np.outer(np.diff(ticks[axis]) / 2, spectral.gll_weights(nodes)).ravel()
        values = np.tensordot(values, weights / weights.sum(), (2 - axis, 0))
    return values.reshape(1) if values.ndim == 0 else values


def write_statistics(
    path,
    ticks,
    samples,
    order=5,
    average=("z",),
    start=0.0,
    end=10.0,
    viscosity=0.01,
    walls=("x", "y"),
    force=None,
    direction="z",
    bulk=1.0,
    scalars=None,
    full=True,
    case="",
    overrides="",
    n_samples=100,
):
    """A file of equally weighted samples, each name -> function(x, y, z) with u, v, w, p and
    scalars. scalars: name -> {"diffusivity": ..., face: condition}."""
    ticks = tuple(np.asarray(t, float) for t in ticks)
    scalars = scalars or {}
    states = [Sample(ticks, order, fields) for fields in samples]
    nodes = gll_nodes(order)
    left = [axis for axis in "zyx" if axis not in average]
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with h5py.File(path, "w") as file:
        attributes = file.attrs
        attributes.update(start=start, end=end, weight=end - start, viscosity=viscosity)
        attributes.update(samples=n_samples, start_step=int(100 * start), end_step=int(100 * end))
        attributes["averaged"] = np.bytes_(" ".join(average))
        attributes["dimensions"] = np.bytes_(" ".join(left) or "all")
        if force is not None:
            attributes["flow_direction"] = np.bytes_(direction)
            attributes.update(bulk_velocity=bulk, pressure_gradient=force)
        boundary = file.create_group("boundary")
        for axis in walls:
            boundary.attrs[f"{axis}_min"] = boundary.attrs[f"{axis}_max"] = np.bytes_("wall")
        _write_mesh(file.create_group("mesh"), ticks, nodes, order, walls)
        file["provenance/case"] = np.bytes_(case)
        file["provenance/overrides"] = np.bytes_(overrides)

        def write(group, moments):
            for name in moments[0]:
                mean = sum(sample[name] for sample in moments) / len(moments)
                group[name] = averaged(mean, ticks, nodes, average)

        write(file.create_group("flow"), [flow_moments(state, full) for state in states])
        file.create_group("scalar")
        for name, facts in scalars.items():
            group = file.create_group(f"scalar/{name}")
            for key, value in facts.items():
                is_number = key == "diffusivity"
                group.attrs[key if is_number else f"boundary_{key}"] = (
                    value if is_number else np.bytes_(value)
                )
            write(group, [scalar_moments(state, name, full) for state in states])
    return Path(path)


def _write_mesh(mesh, ticks, nodes, order, walls):
    mesh.attrs["order"] = np.int32(order)
    mesh.attrs["geometry"] = np.bytes_("box")
    mesh.attrs["periodic"] = np.array([axis not in walls for axis in AXES], np.int32)
    mesh["gll_nodes"], mesh["gll_weights"] = nodes, spectral.gll_weights(nodes)
    for axis, of_axis in zip(AXES, ticks, strict=True):
        mesh[f"ticks/{axis}"] = of_axis
