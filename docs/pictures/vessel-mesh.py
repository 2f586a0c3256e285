#!/usr/bin/env python3
"""Draws vessel-mesh.png: the surface of the mesh that cases/meshes/vessel.py makes.

python3 docs/pictures/vessel-mesh.py
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection

sys.path.insert(0, str(Path(__file__).parents[2] / "cases" / "meshes"))

from vessel_blocks import Builder, Plan
from vessel_shape import Parameters

WALL, ENDS = np.array([0.92, 0.80, 0.73]), np.array([0.55, 0.69, 0.85])


def view(towards, up):
    """Rows: to the right, up, and towards the eye."""
    eye = np.asarray(towards, dtype=float) / np.linalg.norm(towards)
    right = np.cross(up, eye)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(eye, right), eye])


def draw(axes, mesh, camera, shown=None):
    """Those faces that look at the eye, the farthest first; shown: (middle, width, height)."""
    outlines, colours = [], []
    for name, faces in mesh.boundaries.items():
        rim = [faces[:, j, i] for j, i in ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))]
        outline = mesh.points[np.stack(rim, axis=1)] @ camera.T
        normal = np.cross(outline[:, 3] - outline[:, 7], outline[:, 5] - outline[:, 1])
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        light = 0.45 + 0.55 * np.clip(normal @ np.array([-0.35, 0.5, 0.79]), 0, 1)
        seen = normal[:, 2] > 0
        outlines.append(outline[seen])
        colours.append(light[seen, None] * (WALL if name == "wall" else ENDS))
    outlines, colours = np.concatenate(outlines), np.concatenate(colours)
    order = np.argsort(outlines[:, :, 2].mean(axis=1))
    axes.add_collection(
        PolyCollection(outlines[order, :, :2], facecolors=colours[order], edgecolors="k", linewidths=0.25)
    )
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.axis("off")
    if shown is not None:
        middle, width, height = camera @ np.asarray(shown[0]), shown[1], shown[2]
        axes.set(xlim=middle[0] + np.array([-0.5, 0.5]) * width, ylim=middle[1] + np.array([-0.5, 0.5]) * height)


def main():
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 5.4), layout="constrained")
    coarse = Builder(Plan(Parameters(), 1.0)).mesh()
    draw(left, coarse, view((0.55, -1, 0.3), (0, 0, 1)))
    fine = Builder(Plan(Parameters(), 2.0)).mesh()
    draw(right, fine, view((0.85, -0.7, 0.45), (0, 0, 1)), ((3.05, 0.4, -0.25), 1.25, 1.5))
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=100)


if __name__ == "__main__":
    main()
