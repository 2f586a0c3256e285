"""How many elements of which lengths a vessel has along each of its directions.

All lengths are smooth functions of the counts: refinement changes no shape.
"""

from functools import cached_property

import numpy as np
from vessel_shape import Branch, Parameters, Vessel, branches_of

# At refinement 1: how much longer elements get per distance from the finest, and at most.
GROWTH = 1.5
LONGEST, WIDEST = 0.5, 0.12  # along and around the vessel, and across its rings
PATCH = 0.5  # half of the side of the box under a branch, over the radius of the branch
VESSEL_CORE = (0.68, 0.58)  # distance from the middle to corners and sides of its core, in radii


def graded(
    length: float,
    refine: float,
    longest: float,
    first: float | None = None,
    last: float | None = None,
) -> np.ndarray:
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


def _with_middles(ends: np.ndarray) -> np.ndarray:
    """Nodes of elements with these ends: a middle node off the middle would fold a coarse one."""
    return np.interp(np.arange(2 * len(ends) - 1) / 2, np.arange(len(ends)), ends)


def _joined(*parts: np.ndarray) -> np.ndarray:
    """Nodes one after another, each beginning where the one before ends."""
    nodes = np.zeros(1)
    for part in parts:
        nodes = np.concatenate([nodes, nodes[-1] + part[1:]])
    return nodes


class Plan:
    """How many elements go where, for a refinement (1: the counts of the constants above)."""

    def __init__(self, p: Parameters, refine: float) -> None:
        self.p, self.refine = p, refine
        self.vessel = Vessel(p)
        self.branches = branches_of(self.vessel)
        self.across = max(2, round(2 * refine))  # elements of a branch's core
        # Of the boundary layer; a quarter more, so that not all counts go up at once.
        self.layers = max(2, round(2 * refine + 0.25))
        self.half = PATCH * p.branch_diameter / 2
        width = 0.5 * (1 - np.mean(VESSEL_CORE)) - p.layer
        self.inner = graded(width, refine, WIDEST, first=p.layer - p.first_cell)
        self.quarter = self._quarter()
        self.s = self._along_vessel()
        self.z = graded(p.branch_length, refine, 0.6 * p.branch_diameter, first=self.half)

    def _quarter(self) -> np.ndarray:
        """The angles of the nodes between two corners of the core of the vessel."""
        if not self.branches:
            return np.linspace(0, np.pi / 2, 2 * max(2, round(4 * self.refine)) + 1)
        radius = self.vessel.radius(np.mean([b.s for b in self.branches]))
        self.half_angle = self.half / radius
        angle = np.radians(self.p.branch_angle)
        before = graded(radius * angle - self.half, self.refine, LONGEST, last=self.half)
        after = graded(
            radius * (np.pi / 2 - angle) - self.half, self.refine, LONGEST, first=self.half
        )
        self.patch_in_quarter = (len(before) - 1) // 2
        patch = np.linspace(0, 2 * self.half, 2 * self.across + 1)
        return _joined(before, patch, after) / radius

    def _along_vessel(self) -> np.ndarray:
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

    def box_at(self, branch: Branch) -> float:
        """Where along the vessel the middle of the box under a branch is: on its axis, inside."""
        return branch.s - self.p.layer * np.tan(np.radians(self.p.branch_tilt))

    @cached_property
    def _rows(self) -> list[float]:
        return sorted({self.box_at(b) for b in self.branches})

    @property
    def n_quarter(self) -> int:
        return (len(self.quarter) - 1) // 2

    @property
    def n_elements(self) -> int:
        n, m = self.n_quarter, self.across
        rings = self.layers + (len(self.inner) - 1) // 2
        vessel = (n * n + 4 * n * rings) * ((len(self.s) - 1) // 2)
        branch = (m * m + 4 * m * self.layers) * ((len(self.z) - 1) // 2)
        return vessel + len(self.branches) * (branch - m * m * self.layers)

    @cached_property
    def depths(self) -> np.ndarray:
        """Of the nodes of the boundary layer, from the wall: a geometric series."""
        ratio = (self.p.layer / self.p.first_cell - 1) ** 2
        t = np.arange(self.layers + 1) / self.layers
        steps = t if abs(ratio - 1) < 1e-9 else np.expm1(t * np.log(ratio)) / (ratio - 1)
        return _with_middles(self.p.layer * steps)

    def patch_of(self, branch: Branch) -> tuple[int, int]:
        """The first element around and along the vessel of the box under a branch."""
        n = self.n_quarter
        around = self.patch_in_quarter
        if branch.theta < 0:
            around = 4 * n - around - self.across
        return around, self.patch_rows[self.box_at(branch)]
