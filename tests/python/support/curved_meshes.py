"""Coordinates of curved meshes, [elements, 3, n, n, n], for synthetic field files."""

import numpy as np
from synthetic import gll_nodes, nodal_values, write_run


def moved_box(ticks, order, move):
    """The elements of a box, its points moved by move(x, y, z) -> (x, y, z)."""
    return nodal_values(lambda x, y, z: move(x + 0 * y + 0 * z, y, z), ticks, gll_nodes(order))


def wavy(x, y, z):
    """Moves the points of [0, 2]^3 and keeps its faces and its volume's sum: sines of one arch
    that leave every face in its plane."""
    s = 0.15 * np.sin(np.pi * x) * np.sin(np.pi * y) * np.sin(np.pi * z)
    return x + s, y + 0.7 * s, z - 0.5 * s


def pipe(order, radius=1.0, length=2.0, n_along=2):
    """A round pipe along z: a square of four elements amid, eight around it up to the circle."""
    nodes = gll_nodes(order)
    half = 0.5 * radius
    blocks = []
    for x in (-half, 0), (0, half):
        for y in (-half, 0), (0, half):
            blocks.append(_bilinear(nodes, x, y))
    for quarter in range(4):
        for begin in (-1, 0):
            blocks.append(_sector(nodes, half, radius, begin, quarter * np.pi / 2))
    elements = []
    for k in range(n_along):
        z = length * (k + (1 + nodes) / 2) / n_along
        for x, y in blocks:
            shape = (len(nodes),) * 3
            along = np.broadcast_to(z[:, None, None], shape)
            elements.append(np.stack([np.broadcast_to(x, shape), np.broadcast_to(y, shape), along]))
    return np.stack(elements)


def _bilinear(nodes, x, y):
    """(x, y) [n, n] of a rectangle, the y index first."""
    r = (1 + nodes) / 2
    return np.meshgrid(x[0] + (x[1] - x[0]) * r, y[0] + (y[1] - y[0]) * r)


def _sector(nodes, half, radius, begin, turn):
    """Between half a side of the square, which faces ``turn``, and the circle."""
    outwards, along = np.meshgrid((1 + nodes) / 2, begin + (1 + nodes) / 2)
    angle = along * np.pi / 4
    x = (1 - outwards) * half + outwards * radius * np.cos(angle)
    y = (1 - outwards) * half * along + outwards * radius * np.sin(angle)
    return x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)


def pipe_run(folder):
    """A pipe with a known flow that holds a rate, a swirl across it and a temperature."""

    def velocity(x, y, z):
        rest = 1 - x**2 - y**2
        return -0.1 * y * rest, 0.1 * x * rest, 2 * rest

    summary = {
        "case": {"name": "pipe"},
        "flow": {"direction": "z", "bulk_velocity": 1.0, "re_tau": 20.0, "viscosity": 0.02},
        "mesh": {"file": "pipe.msh"},
    }
    fields = {"velocity": velocity, "temperature": lambda x, y, z: x + 0.2 * z}
    snapshot = {"coordinates": pipe(5), "fields": fields, "time": 1.0, "step": 10}
    steps = [{"step": s, "time": 0.1 * s, "bulk_velocity": 1.0, "cfl": 0.3} for s in range(1, 11)]
    return write_run(folder, summary, steps, [snapshot])
