#!/usr/bin/env python3
"""Makes a mesh of an arched vessel with pairs of side branches, such as an aorta with its first
intercostal arteries: curved hexahedra with 27 nodes, in a Gmsh file that Lobatto reads.

All lengths are in diameters of the inlet, whose centre is the origin and whose plane is z = 0. The
vessel rises along z, arches over towards x, leaves the plane y = 0 on the way, and descends; the branches
leave it there, on the side away from the arch. The boundaries are inlet, outlet, wall, and branch_1,
branch_2, ... where the branches end: odd ones on one side, even ones on the other, down the vessel.
"""

import argparse
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
from hexahedra import in_chunks, jacobians, volumes, write_gmsh
from vessel_blocks import Builder, Plan
from vessel_shape import Parameters, ShapeError, check

EXAMPLES = """examples:
  vessel.py vessel.msh                                  about 4,000 elements
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
    "branch_angle": "angle in degrees around the vessel between a branch and the side away from the arch",
    "branch_tilt": "angle in degrees by which branches lean from the normal of the wall towards the outlet",
    "layer": "thickness of the boundary layer that follows the walls through the mouths",
    "first_cell": "thickness of the first element at the wall at --refine 1; twice the refinement halves it",
}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="where to write the mesh, such as vessel.msh")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--refine", type=float, default=1.0, help="how much finer, in every direction (default 1)")
    size.add_argument("--elements", type=int, help="about how many elements, instead of --refine")
    shape = parser.add_argument_group("shape")
    for field in fields(Parameters):
        shape.add_argument(
            "--" + field.name.replace("_", "-"),
            type=type(field.default),
            default=field.default,
            metavar="N" if field.type == "int" else "X",
            help=f"{HELP[field.name]} (default {field.default:g})",
        )
    return parser.parse_args()


def plan_for(p, elements):
    """The plan whose number of elements is nearest to the one wished for."""
    coarse = Plan(p, SMALLEST_REFINEMENT)
    guess = max(SMALLEST_REFINEMENT, (elements / coarse.n_elements) ** (1 / 3) * SMALLEST_REFINEMENT)
    around = np.linspace(0.75, 1.3, 111) * guess
    plans = (Plan(p, r) for r in around if r >= SMALLEST_REFINEMENT)
    best = min(plans, key=lambda plan: abs(plan.n_elements - elements))
    if not 0.8 * elements <= best.n_elements <= 1.25 * elements:
        raise ShapeError(
            f"--elements: found {elements}, but this shape takes at least {coarse.n_elements}"
        )
    return best


SMALLEST_REFINEMENT = 0.7
SMALLEST_SCALED_JACOBIAN = 0.02  # at less, elements are folded or all but so


def measured(mesh):
    """What `report` prints, as a dictionary."""
    scaled = in_chunks(lambda x, e: jacobians(x, e)[1].reshape(len(e), -1).min(axis=1), mesh.points, mesh.elements)

    def spread(x, e):
        det = jacobians(x, e)[0].reshape(len(e), -1)
        return det.min(axis=1) / det.max(axis=1)

    volume = in_chunks(volumes, mesh.points, mesh.elements)
    return {"scaled": scaled, "ratio": in_chunks(spread, mesh.points, mesh.elements), "volume": volume}


def refuse_folded(mesh, scaled):
    worst = int(np.argmin(scaled))
    if scaled[worst] > SMALLEST_SCALED_JACOBIAN:
        return
    x, y, z = mesh.points[mesh.elements[worst]].mean(axis=(0, 1, 2))
    raise ShapeError(
        f"{np.count_nonzero(scaled <= SMALLEST_SCALED_JACOBIAN)} elements are folded, the worst near "
        f"({x:.3g}, {y:.3g}, {z:.3g}) with a scaled Jacobian of {scaled[worst]:.2g}; give the branches more "
        "room (--spacing, --branch-angle nearer to 45), less --branch-tilt, a thinner --layer, or a wider "
        "--arch-radius"
    )


def report(plan, mesh, measures):
    volume = measures["volume"]
    rows = {
        "refinement": f"{plan.refine:.4g}",
        "elements": f"{len(mesh.elements):,}",
        "points": f"{len(mesh.points):,}",
        "boundary layer": f"{plan.layers} elements in {plan.p.layer:g}, the first {plan.depths[2]:.3g}",
        "across a branch": f"{plan.across} elements in its core, {plan.layers} to its wall",
        "scaled Jacobian": f"{measures['scaled'].min():.3g} to {measures['scaled'].max():.3g} (1: a box; at 27 nodes)",
        "Jacobian ratio": f"{measures['ratio'].min():.3g} smallest over largest in an element, at worst",
        "volume": f"{volume.sum():.8g}, elements {volume.min():.3g} to {volume.max():.3g}",
    }
    for name, faces in mesh.boundaries.items():
        rows[name] = f"{len(faces):,} faces"
    for number, branch in enumerate(plan.branches, 1):
        x, y, z = branch.point(np.zeros(()), np.zeros(()), branch.length)
        rows[f"branch_{number}"] += f", middle ({x:.4g}, {y:.4g}, {z:.4g})"
    x, y, z = plan.vessel.centre(plan.vessel.length)
    rows["outlet"] += f", middle ({x:.4g}, {y:.4g}, {z:.4g}), radius {plan.vessel.radius(plan.vessel.length):.4g}"
    for name, text in rows.items():
        print(f"{name:16s} {text}")


def main():
    options = vars(arguments())
    path, elements, refine = (options.pop(key) for key in ("file", "elements", "refine"))
    parameters = Parameters(**options)
    try:
        check(parameters)
        if elements is None and not SMALLEST_REFINEMENT <= refine <= 30:
            raise ShapeError(f"--refine: expected {SMALLEST_REFINEMENT:g} to 30, found {refine:g}")
        plan = Plan(parameters, refine) if elements is None else plan_for(parameters, elements)
        mesh = Builder(plan).mesh()
        measures = measured(mesh)
        refuse_folded(mesh, measures["scaled"])
        write_gmsh(mesh, path)
    except (ShapeError, OSError) as error:
        sys.exit(f"vessel.py: {error}")
    report(plan, mesh, measures)


if __name__ == "__main__":
    main()
