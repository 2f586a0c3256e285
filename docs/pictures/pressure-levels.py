#!/usr/bin/env python3
"""Draws pressure-levels.png: the levels of the pressure multigrid in two dimensions.

Four elements at n = 8, 5, 3 and 2 nodes per direction; shaded is what one of them is solved on, its
own nodes and one layer of its neighbours'.
"""

from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
from numpy.polynomial import legendre

matplotlib.use("Agg")
import matplotlib.pyplot as plt

TICKS = [0.0, 1.0, 1.7]
LEVELS = [8, 5, 3, 2]
INK, LIGHT, ACCENT = "#22303c", "#b8c4ce", "#c4562b"


def lobatto_nodes(n):
    """Gauss-Lobatto-Legendre nodes on [0, 1]."""
    inner = legendre.legroots(legendre.legder([0] * (n - 1) + [1]))
    return (np.concatenate([[-1.0], inner, [1.0]]) + 1) / 2


def line(n):
    """Nodes of the two elements, the shared one once."""
    nodes = lobatto_nodes(n)
    first, second = (a + (b - a) * nodes for a, b in pairwise(TICKS))
    return np.concatenate([first, second[1:]])


def draw_level(axes, n):
    x = line(n)
    is_smoothed = n > 2
    if is_smoothed:
        own, reach = TICKS[1], x[n]
        axes.fill([0, reach, reach, 0], [0, 0, own, own], color=ACCENT, alpha=0.22, lw=0)
        axes.fill([0, own, own, 0], [own, own, reach, reach], color=ACCENT, alpha=0.22, lw=0)
    for tick in TICKS:
        axes.plot([tick, tick], [0, TICKS[-1]], color=LIGHT, lw=1.2, zorder=1)
        axes.plot([0, TICKS[-1]], [tick, tick], color=LIGHT, lw=1.2, zorder=1)
    a, b = (grid.ravel() for grid in np.meshgrid(x, x))
    own = (a <= TICKS[1]) & (b <= TICKS[1])
    beyond = ((a == x[n]) & (b <= TICKS[1])) | ((b == x[n]) & (a <= TICKS[1]))
    if not is_smoothed:
        own = beyond = np.zeros_like(own)
    rest = ~(own | beyond)
    axes.scatter(a[rest], b[rest], s=9, color=INK if not is_smoothed else LIGHT, zorder=2)
    axes.scatter(a[own], b[own], s=11, color=ACCENT, zorder=3)
    axes.scatter(a[beyond], b[beyond], s=13, edgecolors=ACCENT, facecolors="white", zorder=3)
    axes.set_title(f"$n = {n}$", color=INK, fontsize=11)
    axes.text(0.5 * TICKS[-1], -0.12, "Schwarz step" if is_smoothed else "direct solver",
              ha="center", va="top", color=INK, fontsize=9)  # fmt: skip
    axes.set_aspect("equal")
    axes.axis("off")


def main():
    figure, all_axes = plt.subplots(1, len(LEVELS), figsize=(10, 3.1))
    figure.subplots_adjust(left=0.02, right=0.98, wspace=0.28, top=0.86, bottom=0.14)
    for axes, n in zip(all_axes, LEVELS, strict=True):
        draw_level(axes, n)
    for left, right in pairwise(all_axes):
        middle = (left.get_position().x1 + right.get_position().x0) / 2
        figure.text(middle, 0.56, r"$J^T(r - Kz)$" + "\n" + r"$\longrightarrow$", ha="center",
                    color=INK, fontsize=9)  # fmt: skip
        figure.text(middle, 0.40, r"$\longleftarrow$" + "\n" + r"$z + Jz$", ha="center",
                    color=INK, fontsize=9)  # fmt: skip
    path = Path(__file__).with_suffix(".png")
    figure.savefig(path, dpi=140, bbox_inches="tight", pad_inches=0.05)
    print(path)


if __name__ == "__main__":
    main()
