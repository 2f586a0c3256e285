"""Moments of fluctuations and mean gradients, from raw moments."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from lobatto.arrays import Floats, total
from lobatto.errors import LobattoError
from lobatto.statistics import moment_names
from lobatto.statistics.averages import Averages
from lobatto.statistics.grid import Grid
from lobatto.statistics.moment_names import VELOCITY


@dataclass(frozen=True)
class Moments:
    """Of a flow and, where one is named, of a scalar, which then is the letter T.

    Arrays are those of the grid. With primes for fluctuations:
        <a'b'>   = <ab> - <a><b>
        <a'b'c'> = <abc> - <a><bc> - <b><ac> - <c><ab> + 2 <a><b><c>
    for factors u, v, w, p, T as far as their products are gathered.
    """

    averages: Averages
    scalar: str | None = None

    @property
    def grid(self) -> Grid:
        """On which all arrays are."""
        return self.averages.grid

    def raw(self, name: str) -> Floats:
        """An average as it was gathered."""
        group = self.averages.flow
        if "T" in name:
            if self.scalar is None or self.scalar not in self.averages.scalars:
                there = ", ".join(self.averages.scalars) or "none"
                raise LobattoError(f"there is no scalar {self.scalar!r}; there are: {there}")
            group = self.averages.scalars[self.scalar]
        if name not in group:
            what = 'with statistics.quantities = "full" only' if not self.averages.is_full else ""
            raise LobattoError(f"the average <{name}> was not gathered {what}".rstrip())
        return group[name]

    def mean(self, factors: str) -> Floats:
        """<abc> of a product such as "uv" or "T"."""
        return self.raw(moment_names.product_name(factors))

    def central(self, factors: str) -> Floats:
        """<a'b'> or <a'b'c'>."""
        if len(factors) == 2:
            return self.mean(factors) - self.mean(factors[0]) * self.mean(factors[1])
        if len(factors) != 3:
            raise LobattoError(f"central moments are of two or three factors, not {factors!r}")
        a, b, c = (self.mean(factor) for factor in factors)
        pairs = [self.mean(pair) for pair in map("".join, combinations(factors, 2))]
        return self.mean(factors) - a * pairs[2] - b * pairs[1] - c * pairs[0] + 2 * a * b * c

    def gradient(self, factor: str, axis: int) -> Floats:
        """d<a>/dx_axis of u, v, w, p or T."""
        if (factor, axis) not in self._gradients:
            self._gradients[factor, axis] = self.grid.derivative(self.mean(factor), axis)
        return self._gradients[factor, axis]

    @cached_property
    def _gradients(self) -> dict[tuple[str, int], Floats]:
        return {}

    def with_gradient(self, factor: str, of: str, axis: int) -> Floats:
        """<a' db'/dx_axis>, where it is gathered: of p with u, v, w, T, and of u, v, w with T."""
        raw = self.raw(moment_names.gradient_name(factor, of, axis))
        return raw - self.mean(factor) * self.gradient(of, axis)

    def gradient_product(self, first: str, second: str) -> Floats:
        """<da'/dx_k db'/dx_k>, summed over k; of two of u, v, w, T."""
        raw = self.raw(moment_names.gradient_product_name(first, second))
        mean = total(self.gradient(first, k) * self.gradient(second, k) for k in self.grid.axes)
        return raw - mean

    def stress(self, i: int, j: int) -> Floats:
        """<u_i' u_j'>"""
        return self.central(VELOCITY[i] + VELOCITY[j])

    @property
    def has_force(self) -> bool:
        """Whether products of a force that fluctuates were gathered."""
        return moment_names.force_name(0) in self.averages.flow

    def with_force(self, i: int, j: int) -> Floats:
        """<u_i' f_j'>"""
        raw = self.raw(moment_names.with_force_name(VELOCITY[i], j))
        return raw - self.mean(VELOCITY[i]) * self.raw(moment_names.force_name(j))

    def kinetic_energy(self) -> Floats:
        """Of the fluctuations."""
        return total(self.stress(i, i) for i in range(3)) / 2

    def vorticity(self, axis: int) -> Floats:
        """Of the mean flow, its component along an axis."""
        first, second = (axis + 1) % 3, (axis + 2) % 3
        return self.gradient(VELOCITY[second], first) - self.gradient(VELOCITY[first], second)
