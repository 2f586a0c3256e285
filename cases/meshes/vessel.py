#!/usr/bin/env python3
"""Makes a mesh of an arched vessel with pairs of side branches, such as an aorta with its first
intercostal arteries: curved hexahedra with 27 nodes, in a Gmsh file that Lobatto reads.

All lengths are in diameters of the inlet, whose centre is the origin and whose plane is z = 0. The
vessel rises along z, arches over towards x, leaves the plane y = 0 on the way, and descends. The
branches leave it there, on the side away from the arch. The boundaries are inlet, outlet, wall, and
branch_1, branch_2, ... where the branches end: down the vessel, odd ones on one side, even ones on
the other. Needs numpy.
"""

import argparse
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
from hexahedra import Mesh, in_chunks, jacobians, volumes, write_gmsh
from vessel_blocks import Builder
from vessel_plan import Plan
from vessel_shape import Parameters, ShapeError, check

SMALLEST_REFINEMENT, LARGEST_REFINEMENT = 0.7, 12.0
SMALLEST_SCALED_JACOBIAN = 0.02  # at less, elements are folded or all but so

EXAMPLES = """examples:
  vessel.py vessel.msh                                  about 5,000 elements
  vessel.py vessel.msh --elements 2000                  as few as about 2,000
  vessel.py vessel.msh --elements 107820                or as many as wanted, of the same shape
  vessel.py vessel.msh --pairs 5 --descending 6.5       ten branches
  vessel.py bend.msh --pairs 0 --turn 90 --twist 0      a bend without branches
"""

HELP = {
    "ascending": "straight length from the inlet to the arch",
    "arch_radius": "radius of the centre line of the arch; it eases into it over one diameter",
    "turn": "angle of the arch in degrees; 0 for a straight vessel",
    "twist": "largest angle in degrees between the centre line and the plane y = 0",
    "descending": "straight length from the arch to the outlet",
    "taper": "loss of diameter from inlet to outlet, as a fraction",
    "pairs": "number of pairs of branches",
    "first_branch": "distance of the first pair from the end of the arch",
    "spacing": "distance from pair to pair",
    "branch_diameter": "inner diameter of a branch",
    "branch_length": "length of a branch from the wall of the vessel",
    "branch_angle": "angle in degrees around the vessel, from the side away from the arch",
    "branch_tilt": "angle in degrees from the normal of the wall to a branch, towards the outlet",
    "layer": "thickness of the boundary layer that follows the walls through the mouths",
    "first_cell": "thickness of the first element at the wall at --refine 1; finer meshes scale it",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="where to write the mesh, such as vessel.msh")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--refine", type=float, default=1.0, help="how much finer, in every direction (default 1)"
    )
    size.add_argument("--elements", type=int, help="about how many elements, instead of --refine")
    shape = parser.add_argument_group("shape")
    for field in fields(Parameters):
        shape.add_argument(
            "--" + field.name.replace("_", "-"),
            type=type(field.default),
            default=field.default,
            metavar="N" if field.type is int else "X",
            help=f"{HELP[field.name]} (default {field.default:g})",
        )
    return parser.parse_args()


def plan_of(p: Parameters, refine: float) -> Plan:
    if not SMALLEST_REFINEMENT <= refine <= LARGEST_REFINEMENT:
        raise ShapeError(
            f"--refine: expected {SMALLEST_REFINEMENT:g} to {LARGEST_REFINEMENT:g}, "
            f"found {refine:g}"
        )
    return Plan(p, refine)


def plan_for(p: Parameters, elements: int) -> Plan:
    """The plan whose number of elements is nearest to the one wished for."""
    coarse, fine = (Plan(p, r).n_elements for r in (SMALLEST_REFINEMENT, LARGEST_REFINEMENT))
    if not 0.8 * coarse <= elements <= fine:
        raise ShapeError(f"--elements: this shape takes {coarse:,} to {fine:,}, found {elements:,}")
    low, high = SMALLEST_REFINEMENT, LARGEST_REFINEMENT
    while high - low > 1e-3 * low:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if Plan(p, middle).n_elements < elements else (low, middle)
    return min((Plan(p, r) for r in (low, high)), key=lambda plan: abs(plan.n_elements - elements))


def measured(mesh: Mesh) -> np.ndarray:
    """Of each element: its smallest scaled Jacobian and the smallest Jacobian over the largest, at
    its 27 nodes, and its volume."""

    def of_some(points: np.ndarray, elements: np.ndarray) -> np.ndarray:
        det, scaled = (x.reshape(len(elements), -1) for x in jacobians(points, elements))
        ratio = det.min(axis=1) / det.max(axis=1)
        return np.stack([scaled.min(axis=1), ratio, volumes(points, elements)], axis=1)

    return in_chunks(of_some, mesh.points, mesh.elements).T


def refuse_folded(mesh: Mesh, scaled: np.ndarray) -> None:
    worst = int(np.argmin(scaled))
    if scaled[worst] > SMALLEST_SCALED_JACOBIAN:
        return
    x, y, z = mesh.points[mesh.elements[worst]].mean(axis=(0, 1, 2))
    count = np.count_nonzero(scaled <= SMALLEST_SCALED_JACOBIAN)
    raise ShapeError(
        f"{count} elements would be folded or all but so, the worst near ({x:.3g}, {y:.3g}, "
        f"{z:.3g}) with a scaled Jacobian of {scaled[worst]:.2g}; give the branches more room "
        "(--spacing, --branch-angle nearer to 45), less --branch-tilt, a thinner --layer, or a "
        "wider --arch-radius"
    )


def report(
    plan: Plan, mesh: Mesh, scaled: np.ndarray, ratio: np.ndarray, volume: np.ndarray
) -> None:
    end = plan.vessel.length
    rows = {
        "refinement": f"{plan.refine:.4g}",
        "elements": f"{len(mesh.elements):,}",
        "points": f"{len(mesh.points):,}",
        "boundary layer": f"{plan.layers} elements, the first {plan.depths[2]:.3g} thick",
        "scaled Jacobian": f"{scaled.min():.3g} to {scaled.max():.3g} (at 27 nodes; 1 for a box)",
        "Jacobian ratio": f"{ratio.min():.3g} (smallest over largest in an element, at worst)",
        "volume": f"{volume.sum():.8g}, elements {volume.min():.3g} to {volume.max():.3g}",
    }
    for name, faces in mesh.boundaries.items():
        rows[name] = f"{len(faces):,} faces"
    rows["outlet"] += _disc(plan.vessel.centre(end), plan.vessel.radius(end))
    for number, branch in enumerate(plan.branches, 1):
        middle = branch.point(*np.array([0, 0, branch.length]))
        rows[f"branch_{number}"] += _disc(middle, branch.radius)
    for name, text in rows.items():
        print(f"{name:16s} {text}")


def _disc(middle: np.ndarray, radius: float) -> str:
    x, y, z = middle
    return f", middle ({x:.4g}, {y:.4g}, {z:.4g}), radius {radius:.4g}"


def main() -> None:
    options = vars(arguments())
    path, elements, refine = (options.pop(key) for key in ("file", "elements", "refine"))
    parameters = Parameters(**options)
    try:
        check(parameters)
        plan = plan_of(parameters, refine) if elements is None else plan_for(parameters, elements)
        mesh = Builder(plan).mesh()
        scaled, ratio, volume = measured(mesh)
        refuse_folded(mesh, scaled)
        write_gmsh(mesh, path)
    except (ShapeError, OSError) as error:
        sys.exit(f"vessel.py: {error}")
    report(plan, mesh, scaled, ratio, volume)


if __name__ == "__main__":
    main()
