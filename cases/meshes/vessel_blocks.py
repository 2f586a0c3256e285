"""Blocks of hexahedra in a vessel with branches.

The vessel is an O-grid: a core and rings around it, swept along the centre line. Under a branch a
box of its hexahedra is left out, as wide as the core of the branch and as deep as the boundary
layer. The box has a bottom and four sides: a core and its rings, an O-grid too, which is swept out
through the branch. So the layers along the wall of the vessel turn at the mouth into those of the branch.

All places are smooth functions of the counts of elements: refinement changes no shape.
"""

from functools import cached_property

import numpy as np
from hexahedra import Mesh, sides, without_orphans
from vessel_shape import Branch, Parameters, Vessel, branches_of, smooth_step

GROWTH = 1.5  # of elements at refinement 1: the length of one more, over its distance from the finest
LONGEST = 0.5  # element along the vessel at refinement 1
WIDEST = 0.12  # across its rings
PATCH = 0.5  # half of the side of the box under a branch, over the radius of the branch
VESSEL_CORE = (0.68, 0.58)  # distance from the middle to corners and sides of the core
BRANCH_CORE = (0.74, 0.58)
COLLAR = 5.0  # how far a mouth moves the points around it, in halves of the box
LOWER, UPPER, WALL = 4, 5, 2  # places in hexahedra.sides


class OGrid:
    """A disc of quadrilaterals with 9 nodes: a core of n x n and rings of 4 n, from the wall inwards.

    core [2n+1, 2n+1]; rings [2 layers + 1, 8 n], counter-clockwise from the first corner of the
    core, the last ring being the outline of the core; quads [n, 3, 3]: the rings from the wall
    inwards, then the core.
    """

    def __init__(self, n: int, layers: int):
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
    def corner_path(m):
        """The indices of the outline of a square of m steps, counter-clockwise."""
        up, zero, full = np.arange(m), np.zeros(m, int), np.full(m, m)
        down = m - up
        return np.concatenate([zero, up, full, down]), np.concatenate([up, full, down, zero])

    def places(self, wall, core, radii, inwards, shape):
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


def _quads(ids):
    """The 9-node quadrilaterals of a lattice of nodes, row by row: [n, 3, 3]."""
    rows, columns = (np.arange(0, k - 1, 2) for k in ids.shape)
    step = np.arange(3)
    s = rows[:, None, None, None] + step[:, None]
    r = columns[None, :, None, None] + step[None, :]
    return ids[s, r].reshape(-1, 3, 3)


def _unit(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _filled(outline, m):
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


def graded(length, refine, longest, first=None, last=None):
    """Nodes 0 ... length of elements whose length at refinement 1 is ``first`` and ``last`` at the
    ends, grows by GROWTH times the distance from there, and is at most ``longest``."""
    y = np.linspace(0.0, length, 4001)
    size = np.full_like(y, longest)
    if first is not None:
        size = np.minimum(size, first + GROWTH * y)
    if last is not None:
        size = np.minimum(size, last + GROWTH * (length - y))
    density = 1 / size
    count = np.concatenate([[0], np.cumsum(0.5 * (density[1:] + density[:-1]) * np.diff(y))])
    n = max(1, round(refine * count[-1]))
    ends = np.interp(np.linspace(0, count[-1], n + 1), count, y)
    ends[-1] = length
    return _with_middles(ends)


def _with_middles(ends):
    """Nodes of elements with these ends: a middle node off the middle would fold a coarse one."""
    return np.interp(np.arange(2 * len(ends) - 1) / 2, np.arange(len(ends)), ends)


def _joined(*parts):
    """Nodes one after another, each beginning where the one before ends."""
    nodes = np.zeros(1)
    for part in parts:
        nodes = np.concatenate([nodes, nodes[-1] + part[1:]])
    return nodes


class Plan:
    """How many elements go where, for a refinement (1: the counts of the constants above)."""

    def __init__(self, p: Parameters, refine: float):
        self.p, self.refine = p, refine
        self.vessel = Vessel(p)
        self.branches = branches_of(self.vessel)
        self.across = max(2, round(2 * refine))  # elements of a branch's core
        self.layers = max(2, round(2 * refine))  # of the boundary layer
        self.half = PATCH * p.branch_diameter / 2
        self.inner = graded(0.5 * (1 - 0.63) - p.layer, refine, WIDEST, first=p.layer - p.first_cell)
        self.quarter = self._quarter()
        self.s = self._along_vessel()
        self.z = graded(p.branch_length, refine, 0.6 * p.branch_diameter, first=self.half)

    def _quarter(self):
        """The angles of the nodes between two corners of the core of the vessel."""
        if not self.branches:
            return np.linspace(0, np.pi / 2, 2 * max(2, round(4 * self.refine)) + 1)
        radius = self.vessel.radius(np.mean([b.s for b in self.branches]))
        self.half_angle = self.half / radius
        angle = np.radians(self.p.branch_angle)
        before = graded(radius * angle - self.half, self.refine, 0.5, last=self.half)
        after = graded(radius * (np.pi / 2 - angle) - self.half, self.refine, 0.5, first=self.half)
        self.patch_in_quarter = (len(before) - 1) // 2
        patch = np.linspace(0, 2 * self.half, 2 * self.across + 1)
        return _joined(before, patch, after) / radius

    def _along_vessel(self):
        """The arc lengths of the nodes along the vessel."""
        if not self.branches:
            return graded(self.vessel.length, self.refine, LONGEST)
        self.half_along = self.half / np.cos(np.radians(self.p.branch_tilt))
        patch = np.linspace(0, 2 * self.half_along, 2 * self.across + 1)
        parts, begin, size = [], 0.0, None
        for s in self._rows:
            gap = s - self.half_along - begin
            parts += [graded(gap, self.refine, LONGEST, size, self.half), patch]
            begin, size = s + self.half_along, self.half
        parts.append(graded(self.vessel.length - begin, self.refine, LONGEST, size))
        counts = np.cumsum([(len(part) - 1) // 2 for part in parts])
        self.patch_rows = dict(zip(self._rows, counts[:-1:2], strict=True))
        return _joined(*parts)

    def box_at(self, branch: Branch):
        """Where along the vessel the middle of the box under a branch is: on its axis, inside."""
        return branch.s - self.p.layer * np.tan(np.radians(self.p.branch_tilt))

    @cached_property
    def _rows(self):
        return sorted({self.box_at(b) for b in self.branches})

    @property
    def n_quarter(self):
        return (len(self.quarter) - 1) // 2

    @property
    def n_elements(self):
        n, m = self.n_quarter, self.across
        rings = self.layers + (len(self.inner) - 1) // 2
        vessel = (n * n + 4 * n * rings) * ((len(self.s) - 1) // 2)
        branch = (m * m + 4 * m * self.layers) * ((len(self.z) - 1) // 2)
        return vessel + len(self.branches) * (branch - m * m * self.layers)

    @cached_property
    def depths(self):
        """Of the nodes of the boundary layer, from the wall: a geometric series."""
        ratio = (self.p.layer / self.p.first_cell - 1) ** 2
        t = np.arange(self.layers + 1) / self.layers
        steps = t if abs(ratio - 1) < 1e-9 else np.expm1(t * np.log(ratio)) / (ratio - 1)
        return _with_middles(self.p.layer * steps)

    def patch_of(self, branch: Branch):
        """The first element around and along the vessel of the box under a branch."""
        n = self.n_quarter
        around = self.patch_in_quarter
        if branch.theta < 0:
            around = 4 * n - around - self.across
        return around, self.patch_rows[self.box_at(branch)]


class Builder:
    """Makes the mesh of a plan."""

    def __init__(self, plan: Plan):
        self.plan, self.vessel = plan, plan.vessel
        self.grid = OGrid(plan.n_quarter, plan.layers + (len(plan.inner) - 1) // 2)
        self.disc = OGrid(plan.across, plan.layers)
        self.n_around = 4 * plan.n_quarter

    def mesh(self):
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
    def _swept(quads, levels):
        """Hexahedra [n, quads, 3, 3, 3] between levels [2 n + 1, nodes] of a disc."""
        stack = [levels[t : len(levels) - 2 + t : 2][:, quads] for t in range(3)]
        return np.stack(stack, axis=2)

    @staticmethod
    def _wall(hexes, grid):
        return sides(hexes[:, : 4 * grid.n].reshape(-1, 3, 3, 3))[:, WALL]

    def _vessel_elements(self):
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

    def _angles(self):
        """Of the nodes around the vessel [along, around], from -pi/2 to 3 pi/2: even where there are
        no branches, and even in the half that has none."""
        quarter = self.plan.quarter
        even = np.linspace(0, np.pi / 2, len(quarter))
        turn = np.pi / 2 * np.arange(4)[:, None]
        uneven = np.stack([quarter, even, even, np.pi / 2 - quarter[::-1]])[:, :-1]
        uneven, uniform = ((turn + x).ravel() for x in (uneven, np.tile(even[:-1], (4, 1))))
        weight = self._near_branches()[:, None]
        angles = weight * uneven + (1 - weight) * uniform
        angles[:, 3 * (len(quarter) - 1) :] -= 2 * np.pi
        return angles, uniform

    def _near_branches(self):
        s = self.plan.s
        if not self.plan.branches:
            return np.zeros_like(s)
        reach, fade = COLLAR * self.plan.half_along, 2.0
        before = self.plan.branches[0].s - reach - s
        after = s - self.plan.branches[-1].s - reach
        return (1 - smooth_step(before / fade)) * (1 - smooth_step(after / fade))

    def _vessel_points(self):
        plan, grid = self.plan, self.grid
        angles, uniform = self._angles()
        radius = self.vessel.radius(plan.s)[:, None]
        n_layer = 2 * plan.layers
        inwards = np.concatenate([np.zeros(n_layer), plan.inner / plan.inner[-1]])
        core = 0.5 * (angles + uniform)
        core[:, 6 * plan.n_quarter :] += np.pi  # halfway between angles that differ by a turn
        rim = (1 - plan.p.layer / radius[..., None]) * np.ones((1, 1, 1))
        x = grid.places(angles, core, rim * np.ones(2 * grid.layers)[:, None, None, None], inwards, VESSEL_CORE)
        s = np.broadcast_to(plan.s[:, None], x.shape[:-1])
        points = self.vessel.in_section(s, radius * x[..., 0], radius * x[..., 1])
        move = self._moves(angles)
        for level, depth in enumerate(plan.depths[:-1]):
            share = 1 - depth / plan.p.layer
            theta, along = angles + share * move[0], plan.s[:, None] + share * move[1]
            points[:, grid.rings[level]] = self.vessel.point(theta, along, depth)
        return points.reshape(-1, 3)

    def _moves(self, angles):
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

    def _reach(self, branch):
        """No further than half-way to other branches, and to the ends."""
        plan = self.plan
        angle = abs(branch.theta)
        room = [min(angle, np.pi / 2 - angle) / plan.half_angle]
        room.append(min(branch.s, self.vessel.length - branch.s) / plan.half_along)
        if plan.p.pairs > 1:
            room.append(plan.p.spacing / 2 / plan.half_along)
        return min(COLLAR, *room)

    def _cup(self, branch):
        """The nodes of the vessel at the bottom and sides of a box, as those of the branch's disc."""
        around, along = self.plan.patch_of(branch)
        m = 2 * self.plan.across
        levels = np.arange(len(self.plan.s))[:, None] * self.grid.n_nodes
        nodes = np.empty(self.disc.n_nodes, dtype=int)

        # The first corner of the disc is (1, -1) of the box, its a axis y and its b axis -x.
        def lattice(ring, b, a):
            return (levels[2 * along + a, 0] + ring[(2 * around + m - b) % len(ring)])

        b, a = np.indices(self.disc.core.shape)
        nodes[self.disc.core] = lattice(self.grid.rings[2 * self.plan.layers], b, a)
        b, a = OGrid.corner_path(m)
        for level in range(2 * self.plan.layers):
            nodes[self.disc.rings[level]] = lattice(self.grid.rings[level], b, a)
        return nodes

    def _branch_elements(self, cup, n_points):
        n_levels = len(self.plan.z)
        new = n_points + np.arange((n_levels - 1) * self.disc.n_nodes).reshape(n_levels - 1, -1)
        return self._swept(self.disc.quads, np.vstack([cup, new]))

    def _branch_points(self, branch, cup):
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
