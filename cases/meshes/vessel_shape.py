"""The shape of a vessel: a curved tube of round sections with straight branches.

Lengths are in diameters of the inlet. The vessel begins at the origin, rises along z, arches over
towards x and descends; y is out of the plane of the arch.
"""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike


class ShapeError(ValueError):
    """Parameters that make no mesh; the message says which and why."""


@dataclass(frozen=True)
class Parameters:
    """Lengths in diameters of the inlet, angles in degrees."""

    ascending: float = 0.8
    arch_radius: float = 1.3
    turn: float = 180.0
    twist: float = 15.0
    descending: float = 4.5
    taper: float = 0.15
    pairs: int = 3
    first_branch: float = 1.0
    spacing: float = 1.0
    branch_diameter: float = 0.15
    branch_length: float = 0.75
    branch_angle: float = 40.0
    branch_tilt: float = 15.0
    layer: float = 0.03
    first_cell: float = 0.008


def smooth_step(t: np.ndarray) -> np.ndarray:
    t = np.clip(t, 0.0, 1.0)
    return t * t * (3 - 2 * t)


class Vessel:
    """x(theta, s, depth) = c(s) + (R(s) - depth) (cos(theta) e1(s) + sin(theta) e2(s)).

    s is the arc length of the centre line c; its tangent is (sin a cos b, sin b, cos a cos b). The
    angle a turns from 0 to ``turn`` with a curvature that rises to 1 / arch_radius and falls off
    again smoothly; b leaves the plane and comes back over the arch. e1 points away from the centre
    of the arch.
    """

    def __init__(self, p: Parameters) -> None:
        self.p = p
        turn = np.radians(p.turn)
        self.ramp = min(1.0, turn * p.arch_radius)
        self.arch_begin = p.ascending
        self.arch_length = turn * p.arch_radius + self.ramp
        self.arch_end = self.arch_begin + self.arch_length
        self.length = self.arch_end + p.descending
        self._knots = np.linspace(0.0, self.length, 257)
        step = self._integral(self._knots[:-1], self._knots[1:])
        self._centres = np.concatenate([np.zeros((1, 3)), np.cumsum(step, axis=0)])

    def radius(self, s: ArrayLike) -> np.ndarray:
        return 0.5 * (1 - self.p.taper * np.asarray(s) / self.length)

    def angles(self, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """a and b of the tangent."""
        if self.arch_length == 0.0:
            return np.zeros_like(s), np.zeros_like(s)
        along = np.clip(s - self.arch_begin, 0.0, self.arch_length)
        a = (
            self._ramped(along) - self._ramped(along - self.arch_length + self.ramp)
        ) / self.p.arch_radius
        bump = np.sin(np.pi * along / self.arch_length) ** 2
        return a, np.radians(self.p.twist) * bump

    def _ramped(self, x: np.ndarray) -> np.ndarray:
        """The integral from 0 of what rises smoothly from 0 to 1 over the length ``ramp``."""
        t = np.clip(x / self.ramp, 0.0, 1.0)
        return self.ramp * (t**3 - t**4 / 2) + np.maximum(x - self.ramp, 0.0)

    def tangent(self, s: np.ndarray) -> np.ndarray:
        a, b = self.angles(s)
        return np.stack([np.sin(a) * np.cos(b), np.sin(b), np.cos(a) * np.cos(b)], axis=-1)

    def frame(self, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        a, _ = self.angles(s)
        e1 = np.stack([-np.cos(a), np.zeros_like(a), np.sin(a)], axis=-1)
        return e1, np.cross(self.tangent(s), e1)

    def _integral(self, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Of the tangent, by Gauss quadrature."""
        x, w = np.polynomial.legendre.leggauss(12)
        half = 0.5 * (end - begin)
        places = 0.5 * (begin + end)[..., None] + half[..., None] * x
        return half[..., None] * np.einsum("...qc,q->...c", self.tangent(places), w)

    def centre(self, s: ArrayLike) -> np.ndarray:
        s = np.asarray(s, dtype=float)
        below = np.clip(np.searchsorted(self._knots, s) - 1, 0, len(self._knots) - 2)
        return self._centres[below] + self._integral(self._knots[below], s)

    def point(self, theta: np.ndarray, s: np.ndarray, depth: float = 0.0) -> np.ndarray:
        """Below the wall by ``depth``."""
        radius = self.radius(s) - depth
        return self.in_section(s, radius * np.cos(theta), radius * np.sin(theta))

    def in_section(self, s: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        e1, e2 = self.frame(s)
        return self.centre(s) + x[..., None] * e1 + y[..., None] * e2


class Branch:
    """A round tube of constant radius that leaves the vessel at (theta, s) of its wall: outwards,
    tilted towards the outlet. Its frame is e_x (around the vessel), e_y, axis."""

    def __init__(self, vessel: Vessel, theta: float, s: float) -> None:
        p = vessel.p
        self.vessel, self.theta, self.s = vessel, theta, s
        self.radius, self.length = p.branch_diameter / 2, p.branch_length
        e1, e2 = vessel.frame(np.array(s))
        outwards = np.cos(theta) * e1 + np.sin(theta) * e2
        tilt = np.radians(p.branch_tilt)
        along = vessel.tangent(np.array(s))
        self.axis = np.cos(tilt) * outwards + np.sin(tilt) * along
        self.e_x = np.cross(along, outwards)
        self.e_y = np.cross(self.axis, self.e_x)
        self.root = vessel.point(np.array(theta), np.array(s))

    def point(self, x: np.ndarray, y: np.ndarray, z: ArrayLike) -> np.ndarray:
        """x and y across, in radii; z along the axis from the wall of the vessel."""
        across = self.radius * (x[..., None] * self.e_x + y[..., None] * self.e_y)
        return self.root + across + np.asarray(z)[..., None] * self.axis

    def mouth(self, angle: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """(theta, s) where the lines of the tube at these angles meet the wall: Newton's method."""
        angle = np.asarray(angle, dtype=float)
        x, y = np.cos(angle), np.sin(angle)
        unknown = np.stack([np.full_like(x, self.theta), np.full_like(x, self.s), 0 * x], axis=-1)
        unknown += [self.radius, self.radius, 0.0] * np.stack([2 * x, y, 0 * x], axis=-1)
        for _ in range(40):
            rest = self._apart(unknown, x, y)
            if np.abs(rest).max() < 2e-15 * (1 + self.vessel.length):
                break
            unknown -= np.linalg.solve(self._slopes(unknown, x, y), rest[..., None])[..., 0]
        if not np.abs(rest).max() < 1e-12 * (1 + self.vessel.length):
            raise ShapeError(
                "--branch-diameter, --branch-tilt: a branch does not meet the wall all around"
            )
        return unknown[..., 0], unknown[..., 1]

    def _apart(self, unknown: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        theta, s, z = np.moveaxis(unknown, -1, 0)
        return self.vessel.point(theta, s) - self.point(x, y, z)

    def _slopes(self, unknown: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        step = 1e-5
        columns = []
        for i in range(3):
            move = step * np.eye(3)[i]
            columns.append(
                (self._apart(unknown + move, x, y) - self._apart(unknown - move, x, y)) / (2 * step)
            )
        return np.stack(columns, axis=-1)


def branches_of(vessel: Vessel) -> list[Branch]:
    """Pairs down the vessel, to the two sides of the direction away from the arch."""
    p = vessel.p
    angle = np.radians(p.branch_angle)
    places = vessel.arch_end + p.first_branch + p.spacing * np.arange(p.pairs)
    return [Branch(vessel, side * angle, s) for s in places for side in (1, -1)]


def check(p: Parameters) -> None:
    """Refuses what is no shape."""
    for field in fields(p):
        if not np.isfinite(getattr(p, field.name)):
            raise ShapeError(f"{_option(field.name)}: expected a finite number")
    positive = (
        "ascending",
        "arch_radius",
        "descending",
        "branch_diameter",
        "branch_length",
        "layer",
        "first_cell",
    )
    for name in positive:
        if not getattr(p, name) > 0:
            raise ShapeError(
                f"{_option(name)}: expected a length above 0, found {getattr(p, name):g}"
            )
    for name, low, high in (
        ("turn", 0, 270),
        ("twist", -60, 60),
        ("taper", -1, 0.8),
        ("pairs", 0, 50),
        ("branch_angle", 5, 85),
        ("branch_tilt", -50, 50),
    ):
        if not low <= getattr(p, name) <= high:
            raise ShapeError(
                f"{_option(name)}: expected {low} to {high}, found {getattr(p, name):g}"
            )
    _check_bend(Vessel(p))
    _check_layer(p)
    if p.pairs > 0:
        _check_branches(Vessel(p))


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _check_bend(vessel: Vessel) -> None:
    s = np.linspace(0, vessel.length, 401)
    bend = np.linalg.norm(np.gradient(vessel.tangent(s), s, axis=0), axis=1) * vessel.radius(s)
    if bend.max() > 0.8:
        raise ShapeError(
            "--arch-radius: the vessel bends too sharply, its radius is "
            f"{bend.max():.2f} of the radius of its bend; at most 0.8"
        )
    apart = np.linalg.norm(vessel.centre(s)[:, None] - vessel.centre(s)[None], axis=-1)
    both = vessel.radius(s)[:, None] + vessel.radius(s)[None]
    if np.any((apart < 1.02 * both) & (np.abs(s[:, None] - s[None]) > 1.6 * both)):
        raise ShapeError("--arch-radius, --turn: the vessel runs into itself")


def _check_layer(p: Parameters) -> None:
    if not p.first_cell < p.layer / 2 * 1.0000001:
        raise ShapeError(
            f"--first-cell: expected at most half of --layer ({p.layer:g}), found {p.first_cell:g}"
        )
    most = 0.2 * min(0.5, 0.5 * (1 - p.taper))
    if p.layer > most:
        raise ShapeError(
            f"--layer: expected at most a fifth of the vessel's smallest radius, {most:g}, "
            f"found {p.layer:g}"
        )


def _check_branches(vessel: Vessel) -> None:
    p = vessel.p
    radius = p.branch_diameter / 2
    if not 0.15 * radius <= p.layer <= 0.7 * radius:
        raise ShapeError(
            f"--layer: with branches of diameter {p.branch_diameter:g} expected "
            f"{0.15 * radius:g} to {0.7 * radius:g}, found {p.layer:g}"
        )
    room = 1.8 * radius * (1 + 0.5 * abs(np.tan(np.radians(p.branch_tilt))))
    if p.first_branch < room:
        raise ShapeError(f"--first-branch: expected at least {room:.3g}, found {p.first_branch:g}")
    if p.pairs > 1 and p.spacing < 2 * room:
        raise ShapeError(
            f"--spacing: branches overlap; expected at least {2 * room:.3g}, found {p.spacing:g}"
        )
    needed = p.first_branch + (p.pairs - 1) * p.spacing + room
    if p.descending < needed:
        raise ShapeError(
            f"--descending: {p.pairs} pairs of branches need {needed:.3g}, found {p.descending:g}"
        )
    arc = np.radians(min(p.branch_angle, 90 - p.branch_angle)) * vessel.radius(vessel.length)
    if arc < 1.8 * radius:
        raise ShapeError(
            "--branch-angle: branches overlap; around the wall a branch needs "
            f"{1.8 * radius:.3g} to 0 and to 90 degrees, found {arc:.3g}"
        )
