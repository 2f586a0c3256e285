#!/usr/bin/env python3
"""Draws vessel-mesh.png: the surface of the mesh that cases/meshes/vessel.py makes, and a cut.

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

from hexahedra import area_vectors, sides
from vessel_blocks import Builder
from vessel_plan import Plan
from vessel_shape import Parameters

RIM = [0, 1, 2, 5, 8, 7, 6, 3]  # of the nodes of a face
WALL, ENDS = np.array([0.92, 0.80, 0.73]), np.array([0.55, 0.69, 0.85])


def view(towards, up):
    """Rows: to the right, up, and towards the eye."""
    eye = np.asarray(towards, dtype=float) / np.linalg.norm(towards)
    right = np.cross(up, eye)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(eye, right), eye])


def draw(axes, mesh, faces_of, camera, shown=None):
    """Those faces that look at the eye, the farthest first; shown: (middle, width, height)."""
    outlines, colours = [], []
    for name, faces in faces_of.items():
        outline = mesh.points[faces.reshape(-1, 9)[:, RIM]] @ camera.T
        normal = np.cross(outline[:, 3] - outline[:, 7], outline[:, 5] - outline[:, 1])
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        light = 0.45 + 0.55 * np.clip(normal @ np.array([-0.35, 0.5, 0.79]), 0, 1)
        seen = normal[:, 2] > 0
        outlines.append(outline[seen])
        colours.append(light[seen, None] * (WALL if name == "wall" else ENDS))
    outlines, colours = np.concatenate(outlines), np.concatenate(colours)
    order = np.argsort(outlines[:, :, 2].mean(axis=1))
    axes.add_collection(
        PolyCollection(
            outlines[order, :, :2], facecolors=colours[order], edgecolors="k", linewidths=0.25
        )
    )
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.axis("off")
    if shown is not None:
        middle, width, height = camera @ np.asarray(shown[0]), shown[1], shown[2]
        axes.set(
            xlim=middle[0] + np.array([-0.5, 0.5]) * width,
            ylim=middle[1] + np.array([-0.5, 0.5]) * height,
        )


def cut(mesh, branch):
    """The sides of elements in the plane of the axes of a branch and the vessel, one way round."""
    faces = sides(mesh.elements).reshape(-1, 3, 3)
    away = np.abs((mesh.points - branch.root) @ branch.e_x)
    normals = area_vectors(mesh.points, faces) @ branch.e_x
    return {"cut": faces[(away[faces].max(axis=(1, 2)) < 1e-9) & (normals > 0)]}


def main():
    figure, axes = plt.subplots(1, 3, figsize=(9, 4.2), layout="constrained")
    coarse = Builder(Plan(Parameters(), 1.0)).mesh()
    draw(axes[0], coarse, coarse.boundaries, view((0.8, -1, 0.5), (0, 0, 1)))
    plan = Plan(Parameters(), 2.0)
    fine, branch = Builder(plan).mesh(), plan.branches[2]
    camera = view((0.75, -0.15, 0.75), (0, 0, 1))
    draw(axes[1], fine, fine.boundaries, camera, (branch.point(*np.array([0, 0, 0.1])), 0.7, 0.9))
    along = plan.vessel.tangent(np.array(branch.s))
    camera = np.stack([along, np.cross(branch.e_x, along), branch.e_x])
    draw(
        axes[2], fine, cut(fine, branch), camera, (branch.point(*np.array([0, 0, 0.1])), 0.35, 0.45)
    )
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=100)


if __name__ == "__main__":
    main()
