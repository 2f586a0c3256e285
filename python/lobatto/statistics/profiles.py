"""Profiles on a line: means, moments of fluctuations, in the units of the case and of the wall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike

from lobatto.arrays import Floats
from lobatto.statistics.averages import Averages
from lobatto.statistics.lines import Line
from lobatto.statistics.moments import Moments
from lobatto.statistics.wall_statistics import WallStatistics, standard_error
from lobatto.statistics.wall_units import WallUnits


@dataclass(frozen=True)
class Quantity:
    """name: in tables; factors: as Moments knows them, with u, v, w of the line; power: of u_tau,
    that is the unit; kind: mean, central, root (of a variance) or energy."""

    name: str
    factors: str
    power: int
    kind: str = "central"


def quantities_of(averages: Averages) -> list[Quantity]:
    """All that the averages allow."""
    listed = [Quantity(name, name.lower(), 1, "mean") for name in "UVW"]
    listed.append(Quantity("P", "p", 2, "mean"))
    pairs = ["".join(pair) for pair in combinations_with_replacement("uvw", 2)]
    listed += [Quantity(pair, pair, 2) for pair in pairs]
    listed += [Quantity("k", "", 2, "energy"), Quantity("pp", "pp", 4)]
    listed += [Quantity(f"{u}_rms", u + u, 1, "root") for u in "uvw"]
    listed.append(Quantity("p_rms", "pp", 2, "root"))
    if averages.is_full:
        triples = ["".join(triple) for triple in combinations_with_replacement("uvw", 3)]
        listed += [Quantity(triple, triple, 3) for triple in triples]
        listed += [Quantity("p" + u, "p" + u, 3) for u in "uvw"]
    return listed


@dataclass(frozen=True)
class Profile:
    """Values of a quantity on a line; error: standard error from the scatter of windows, NaN where
    there is one window; unit: of the wall; values_on: makes the values on another line."""

    values: Floats
    error: Floats
    unit: float
    values_on: Callable[[Line], Floats]

    @property
    def plus(self) -> Floats:
        """In wall units."""
        return self.values / self.unit

    @property
    def plus_error(self) -> Floats:
        """In wall units."""
        return self.error / self.unit


@dataclass(frozen=True)
class LineProfiles:
    """All profiles of a line: name -> Profile; units: in which y_plus and profiles are."""

    line: Line
    units: WallUnits
    profiles: dict[str, Profile]

    @property
    def y_plus(self) -> Floats:
        """[points of the line]: distance from the wall in wall units."""
        return self.line.distance / self.units.length

    def __getitem__(self, name: str) -> Profile:
        return self.profiles[name]

    def at(self, name: str, y_plus: ArrayLike) -> Floats:
        """Values in wall units at other distances, of the polynomials of the elements."""
        points = self.line.lower + np.asarray(y_plus) * self.units.length
        profile = self.profiles[name]
        return profile.values_on(self.line.with_points(points)) / profile.unit


def line_profiles(
    walls: WallStatistics, windows: Sequence[WallStatistics], line: Line, units: WallUnits
) -> LineProfiles:
    """windows: the same WallStatistics for each window of time, for the errors."""
    each = [window.moments for window in windows]
    profiles = {}
    for quantity in quantities_of(walls.measured):
        unit = units.u_tau**quantity.power
        profiles[quantity.name] = _profile(walls, walls.moments, each, line, quantity, unit)
    for scalar in walls.statistics.scalars:
        profiles.update(_scalar_profiles(walls, windows, line, units, scalar))
    return LineProfiles(line, units, profiles)


def _profile(
    walls: WallStatistics,
    moments: Moments,
    each: list[Moments],
    line: Line,
    quantity: Quantity,
    unit: float,
) -> Profile:
    scatter = [_values(of_window, line, quantity) for of_window in each]
    error = standard_error(scatter, walls.statistics.weights)
    values = _values(moments, line, quantity)
    return Profile(values, error, unit, lambda other: _values(moments, other, quantity))


def _values(moments: Moments, line: Line, quantity: Quantity) -> Floats:
    def take(values: Floats) -> Floats:
        return line.take(moments.grid, values)

    if quantity.kind == "mean":
        return take(moments.mean(line.letters(quantity.factors)))
    if quantity.kind == "energy":
        return take(moments.kinetic_energy())
    values = take(moments.central(line.letters(quantity.factors)))
    return np.sqrt(np.maximum(values, 0)) if quantity.kind == "root" else values


def friction_scalar(walls: WallStatistics, scalar: str) -> float:
    """T_tau: mean size of the diffusive flux at the walls over u_tau; 1 where the walls are
    insulated or the flux is round-off."""
    moments = walls.scalar_moments(scalar)
    diffusivity = walls.statistics.scalars[scalar].diffusivity
    grid, fluxes, lengths = moments.grid, [], []
    for normal in walls.flow.normals:
        gradient = moments.gradient("T", normal)
        for end in (0, -1):
            at_wall = np.take(gradient, end, axis=grid.axes.index(normal))
            fluxes.append(abs(diffusivity * float(grid.averaged((normal,)).mean(at_wall))))
            span = walls.flow.span(normal)
            lengths.append(grid.length(span) if span in grid.axes else 1.0)
    flux = np.average(fluxes, weights=lengths)
    scale = diffusivity * np.ptp(moments.mean("T")) / walls.flow.half_width
    return float(flux) / walls.units.u_tau if flux > 1e-9 * scale else 1.0


def _scalar_profiles(
    walls: WallStatistics,
    windows: Sequence[WallStatistics],
    line: Line,
    units: WallUnits,
    scalar: str,
) -> dict[str, Profile]:
    """Named after the scalar: `dye`, `dye_dye`, `u_dye`, ...; the mean is as it is, not relative to
    the wall."""
    moments = walls.scalar_moments(scalar)
    each = [window.scalar_moments(scalar) for window in windows]
    t_tau = friction_scalar(walls, scalar)
    wanted = {scalar: ("T", t_tau), f"{scalar}_{scalar}": ("TT", t_tau**2)}
    for u in "uvw":
        wanted[f"{u}_{scalar}"] = u + "T", units.u_tau * t_tau
    return {
        name: _profile(
            walls, moments, each, line,
            Quantity(name, factors, 0, "mean" if factors == "T" else "central"), unit,
        )
        for name, (factors, unit) in wanted.items()
    }  # fmt: skip
