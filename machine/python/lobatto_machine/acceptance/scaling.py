"""How rates change with the number of ranks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from lobatto_machine.acceptance.machine import Configuration, Machine

SAME = 0.1
"""Part by which the work per rank may differ between runs that count as weak scaling."""


@dataclass(frozen=True)
class Curve:
    """Configurations of a kernel by ranks, one for each number of them, the smallest first, which
    the efficiencies refer to. kind: "weak" or "strong"."""

    kernel: str
    kind: str
    configurations: tuple[Configuration, ...]

    @property
    def ranks(self) -> list[int]:
        """Of each configuration."""
        return [c.first.ranks for c in self.configurations]

    @property
    def efficiencies(self) -> list[float]:
        """Rates per rank over that of the smallest: for the same work t_0 P_0 / (t P), for the same
        work per rank t_0 / t."""
        first = self.configurations[0].rate_per_rank
        return [c.rate_per_rank / first for c in self.configurations]


def curves_of(machine: Machine) -> list[Curve]:
    """All that there are, kernel by kernel."""
    found = []
    for kernel in machine.chosen:
        own = [c for c in machine.configurations if c.first.kernel == kernel]
        weak = _groups(own, lambda c: c.first.work / c.first.ranks, SAME)
        strong = _groups(own, lambda c: c.first.work, 0)
        for kind, groups in (("weak", weak), ("strong", strong)):
            found += [Curve(kernel, kind, _by_ranks(g)) for g in groups]
    return [curve for curve in found if len(curve.configurations) > 1]


def _groups(
    configurations: Sequence[Configuration], amount: Callable[[Configuration], float], same: float
) -> list[list[Configuration]]:
    """Those whose amounts differ by no more than this part from the first of their group."""
    groups: list[list[Configuration]] = []
    for c in sorted(configurations, key=lambda c: c.first.ranks):
        for group in groups:
            if abs(amount(c) / amount(group[0]) - 1) <= same:
                group.append(c)
                break
        else:
            groups.append([c])
    return groups


def _by_ranks(group: Sequence[Configuration]) -> tuple[Configuration, ...]:
    """Of several grids of as many ranks the fastest."""
    fastest: dict[Hashable, Configuration] = {}
    for c in sorted(group, key=lambda c: -c.rate):
        fastest.setdefault(c.first.ranks, c)
    return tuple(sorted(fastest.values(), key=lambda c: c.first.ranks))
