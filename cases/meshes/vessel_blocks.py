"""Blocks of hexahedra in a vessel with branches.

The vessel is an O-grid: a core and rings around it, swept along the centre line. Under a branch a
box of its hexahedra is left out, as wide as the core of the branch and as deep as the boundary
layer. The box has a bottom and four sides: a core and its rings, an O-grid too, which is swept out
through the branch. So the layers along the wall of the vessel turn at the mouth and go on along the
wall of the branch.
"""

import numpy as np
from hexahedra import Mesh, sides, without_orphans
from o_grid import OGrid
from vessel_plan import VESSEL_CORE, Plan
from vessel_shape import Branch, smooth_step

BRANCH_CORE = (0.74, 0.58)  # as VESSEL_CORE
COLLAR = 5.0  # how far a mouth moves the points around it, in halves of the box
LOWER, UPPER, WALL = 4, 5, 2  # places in hexahedra.sides


class Builder:
    """Makes the mesh of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.vessel = plan, plan.vessel
        self.grid = OGrid(plan.n_quarter, plan.layers + (len(plan.inner) - 1) // 2)
        self.disc = OGrid(plan.across, plan.layers)
        self.n_around = 4 * plan.n_quarter

    def mesh(self) -> Mesh:
        kept, faces = self._vessel_elements()
        points, elements = [self._vessel_points()], [kept]
        n_points = len(points[0])
        for number, branch in enumerate(self.plan.branches, 1):
            cup = self._cup(branch)
            hexes = self._branch_elements(cup, n_points)
            points.append(self._branch_points(branch, points[0][cup]))
            elements.append(hexes.reshape(-1, 3, 3, 3))
            faces["wall"] = np.concatenate([faces["wall"], self._wall(hexes, self.disc)])
            faces[f"branch_{number}"] = sides(hexes[-1])[:, UPPER]
            n_points += len(points[-1])
        return without_orphans(Mesh(np.concatenate(points), np.concatenate(elements), faces))

    @staticmethod
    def _swept(quads: np.ndarray, levels: np.ndarray) -> np.ndarray:
        """Hexahedra [n, quads, 3, 3, 3] between levels [2 n + 1, nodes] of a disc."""
        stack = [levels[t : len(levels) - 2 + t : 2][:, quads] for t in range(3)]
        return np.stack(stack, axis=2)

    @staticmethod
    def _wall(hexes: np.ndarray, grid: OGrid) -> np.ndarray:
        return sides(hexes[:, : 4 * grid.n].reshape(-1, 3, 3, 3))[:, WALL]

    def _vessel_elements(self) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Those outside the boxes under the branches, and their faces on the boundary."""
        n_levels = len(self.plan.s)
        levels = np.arange(n_levels * self.grid.n_nodes).reshape(n_levels, -1)
        hexes = self._swept(self.grid.quads, levels)
        kept = np.ones(hexes.shape[:2], dtype=bool)
        for branch in self.plan.branches:
            around, along = self.plan.patch_of(branch)
            for layer in range(self.plan.layers):
                first = layer * self.n_around + around
                kept[along : along + self.plan.across, first : first + self.plan.across] = False
        on_wall = kept.copy()
        on_wall[:, self.n_around :] = False
        faces = {
            "inlet": sides(hexes[0])[:, LOWER],
            "outlet": sides(hexes[-1])[:, UPPER],
            "wall": sides(hexes[on_wall])[:, WALL],
        }
        return hexes[kept], faces

    def _angles(self) -> tuple[np.ndarray, np.ndarray]:
        """Of the nodes around the vessel [along, around], from 0 to 3 pi/2 and from -pi/2 to 0, and
        those of an even spread [around]. They are even far from branches and opposite to them."""
        quarter = self.plan.quarter
        even = np.linspace(0, np.pi / 2, len(quarter))
        turn = np.pi / 2 * np.arange(4)[:, None]
        uneven = np.stack([quarter, even, even, np.pi / 2 - quarter[::-1]])[:, :-1]
        uneven, uniform = ((turn + x).ravel() for x in (uneven, np.tile(even[:-1], (4, 1))))
        weight = self._near_branches()[:, None]
        angles = weight * uneven + (1 - weight) * uniform
        angles[:, 3 * (len(quarter) - 1) :] -= 2 * np.pi
        return angles, uniform

    def _near_branches(self) -> np.ndarray:
        s = self.plan.s
        if not self.plan.branches:
            return np.zeros_like(s)
        reach, fade = COLLAR * self.plan.half_along, 2.0
        before = self.plan.branches[0].s - reach - s
        after = s - self.plan.branches[-1].s - reach
        return (1 - smooth_step(before / fade)) * (1 - smooth_step(after / fade))

    def _vessel_points(self) -> np.ndarray:
        plan, grid = self.plan, self.grid
        angles, uniform = self._angles()
        radius = self.vessel.radius(plan.s)[:, None]
        n_layer = 2 * plan.layers
        inwards = np.concatenate([np.zeros(n_layer), plan.inner / plan.inner[-1]])
        core = 0.5 * (angles + uniform)
        core[:, 6 * plan.n_quarter :] += np.pi  # halfway between angles that differ by a turn
        radii = [1 - plan.p.layer / radius[..., None]] * (2 * grid.layers)
        x = grid.places(angles, core, radii, inwards, VESSEL_CORE)
        s = plan.s[:, None]
        points = self.vessel.in_section(s, radius * x[..., 0], radius * x[..., 1])
        move = self._moves(angles)
        for level, depth in enumerate(plan.depths[:-1]):
            share = 1 - depth / plan.p.layer
            theta, along = angles + share * move[0], plan.s[:, None] + share * move[1]
            points[:, grid.rings[level]] = self.vessel.point(theta, along, depth)
        return points.reshape(-1, 3)

    def _moves(self, angles: np.ndarray) -> np.ndarray:
        """How far nodes of the wall move, around and along, so that the outlines of the boxes
        become the mouths of the branches."""
        plan = self.plan
        moves = np.zeros((2, *angles.shape))
        for branch in plan.branches:
            x = (angles - branch.theta) / plan.half_angle
            y = (plan.s[:, None] - plan.box_at(branch)) / plan.half_along
            far = np.maximum(np.abs(x), np.abs(y))
            reach = self._reach(branch)
            near = (far < reach) & (far > 1 - 1e-9)
            x, y, far = x[near], np.broadcast_to(y, far.shape)[near], far[near]
            theta, s = branch.mouth(np.arctan2(y, x))
            fade = 1 - smooth_step((far - 1) / (reach - 1))
            moves[0][near] = fade * (theta - branch.theta - plan.half_angle * x / far)
            moves[1][near] = fade * (s - plan.box_at(branch) - plan.half_along * y / far)
        return moves

    def _reach(self, branch: Branch) -> float:
        """No further than half-way to other branches, and to the ends."""
        plan = self.plan
        angle = abs(branch.theta)
        room = [min(angle, np.pi / 2 - angle) / plan.half_angle]
        room.append(min(branch.s, self.vessel.length - branch.s) / plan.half_along)
        if plan.p.pairs > 1:
            room.append(plan.p.spacing / 2 / plan.half_along)
        return min(COLLAR, *room)

    def _cup(self, branch: Branch) -> np.ndarray:
        """The nodes at the bottom and sides of a box, in the order of the branch's disc."""
        around, along = self.plan.patch_of(branch)
        m = 2 * self.plan.across
        levels = np.arange(len(self.plan.s))[:, None] * self.grid.n_nodes
        nodes = np.empty(self.disc.n_nodes, dtype=int)

        # The first corner of the disc is (1, -1) of the box, its a axis y and its b axis -x.
        def lattice(ring: np.ndarray, b: np.ndarray, a: np.ndarray) -> np.ndarray:
            return levels[2 * along + a, 0] + ring[(2 * around + m - b) % len(ring)]

        b, a = np.indices(self.disc.core.shape)
        nodes[self.disc.core] = lattice(self.grid.rings[2 * self.plan.layers], b, a)
        b, a = OGrid.corner_path(m)
        for level in range(2 * self.plan.layers):
            nodes[self.disc.rings[level]] = lattice(self.grid.rings[level], b, a)
        return nodes

    def _branch_elements(self, cup: np.ndarray, n_points: int) -> np.ndarray:
        n_levels = len(self.plan.z)
        new = n_points + np.arange((n_levels - 1) * self.disc.n_nodes).reshape(n_levels - 1, -1)
        return self._swept(self.disc.quads, np.vstack([cup, new]))

    def _branch_points(self, branch: Branch, cup: np.ndarray) -> np.ndarray:
        """Levels of the disc after the first: from the cup, which fades, to flat sections."""
        plan, m = self.plan, 2 * self.plan.across
        b, a = OGrid.corner_path(m)
        angle = np.arctan2(2 * a / m - 1, 1 - 2 * b / m)
        inwards = plan.depths / plan.p.layer
        turned = angle + np.pi / 4
        x = self.disc.places(turned, turned, np.ones(len(inwards)), inwards, BRANCH_CORE)
        x, y = (x[:, 0] + x[:, 1]) / np.sqrt(2), (x[:, 1] - x[:, 0]) / np.sqrt(2)
        z = plan.z[1:, None]
        tilt = abs(np.tan(np.radians(plan.p.branch_tilt)))
        fade = 3 * branch.radius * (1 + tilt)
        share = np.clip(1 - z / fade, 0, 1) ** 2
        flat = branch.point(x[None], y[None], z)
        return (flat + share[..., None] * (cup - branch.point(x, y, 0.0))).reshape(-1, 3)
