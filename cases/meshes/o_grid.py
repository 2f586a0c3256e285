"""A disc of quadrilaterals: a square core and rings around it."""

import numpy as np


class OGrid:
    """A disc of quadrilaterals with 9 nodes: a core of n x n, and rings of 4 n around it.

    core [2n+1, 2n+1]; rings [2 layers + 1, 8 n], counter-clockwise from the first corner of the
    core, the last ring being the outline of the core; quads [n, 3, 3]: the rings from the wall
    inwards, then the core.
    """

    def __init__(self, n: int, layers: int) -> None:
        self.n, self.layers = n, layers
        m = 2 * n
        self.core = np.arange((m + 1) ** 2).reshape(m + 1, m + 1)
        b, a = self.corner_path(m)
        outside = self.core.size + np.arange(2 * layers * 4 * m).reshape(2 * layers, 4 * m)
        self.rings = np.vstack([outside, self.core[b, a]])
        self.n_nodes = self.core.size + outside.size
        closed = np.hstack([self.rings, self.rings[:, :1]])
        self.quads = np.concatenate([_quads(closed), _quads(self.core)])

    @staticmethod
    def corner_path(m: int) -> tuple[np.ndarray, np.ndarray]:
        """The indices of the outline of a square of m steps, counter-clockwise."""
        up, zero, full = np.arange(m), np.zeros(m, int), np.full(m, m)
        down = m - up
        return np.concatenate([zero, up, full, down]), np.concatenate([up, full, down, zero])

    def places(
        self,
        wall: np.ndarray,
        core: np.ndarray,
        radii: np.ndarray,
        inwards: np.ndarray,
        shape: tuple[float, float],
    ) -> np.ndarray:
        """Positions [..., n_nodes, 2] in a disc whose core has its first corner at angle 0.

        wall, core: angles [..., 8 n] of nodes there; level k of the rings is on the circle of
        radius radii[k], moved by the fraction inwards[k] to the outline of the core.
        """
        corner, side = shape
        straight = (corner - side) / (1 - np.sqrt(0.5))
        line = 1 / (np.abs(np.cos(core)) + np.abs(np.sin(core)))
        outline = (straight * line + corner - straight)[..., None] * _unit(core)
        x = np.empty((*wall.shape[:-1], self.n_nodes, 2))
        for level in range(2 * self.layers):
            ring = (1 - inwards[level]) * radii[level] * _unit(wall) + inwards[level] * outline
            x[..., self.rings[level], :] = ring
        x[..., self.core, :] = _filled(outline, 2 * self.n)
        return x


def _quads(ids: np.ndarray) -> np.ndarray:
    """The 9-node quadrilaterals of a lattice of nodes, row by row: [n, 3, 3]."""
    rows, columns = (np.arange(0, k - 1, 2) for k in ids.shape)
    step = np.arange(3)
    s = rows[:, None, None, None] + step[:, None]
    r = columns[None, :, None, None] + step[None, :]
    return ids[s, r].reshape(-1, 3, 3)


def _unit(angle: np.ndarray) -> np.ndarray:
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _filled(outline: np.ndarray, m: int) -> np.ndarray:
    """The square [..., b, a, 2] inside its outline [..., 4 m, 2], by Coons' formula."""
    closed = np.concatenate([outline, outline[..., :1, :]], axis=-2)
    low, right, high, left = (closed[..., i * m : (i + 1) * m + 1, :] for i in range(4))
    high, left = high[..., ::-1, :], left[..., ::-1, :]
    t = (np.arange(m + 1) / m)[:, None]
    a, b = t[None, :], t[:, None]
    edges = (1 - b) * low[..., None, :, :] + b * high[..., None, :, :]
    edges = edges + (1 - a) * left[..., :, None, :] + a * right[..., :, None, :]
    lower = (1 - a) * low[..., None, None, 0, :] + a * low[..., None, None, -1, :]
    upper = (1 - a) * high[..., None, None, 0, :] + a * high[..., None, None, -1, :]
    return edges - (1 - b) * lower - b * upper
