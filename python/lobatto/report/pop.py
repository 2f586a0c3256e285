"""The efficiencies of the POP project (Performance Optimisation and Productivity, a centre of
excellence of the European Union), as its documents define them. Pure functions of measured times.

With useful time t_r of rank r (all that is not inside MPI) and run time T:

    load balance      = mean t_r / max t_r
    communication     = max t_r / T                    = serialisation x transfer
    serialisation     = max t_r / T on an ideal network (no latency, no limit of bandwidth)
    transfer          = T on an ideal network / T
    parallel          = load balance x communication   = mean t_r / T
    computation       = useful time of the reference / useful time, both over all ranks and for the
                        same work; we take a point and a step, so that it holds for strong and weak
                        scaling and for runs of different length
    global            = parallel x computation

The computation divides into factors. Counted by the processor, with instructions I, cycles C:
    instructions = I_ref / I,  IPC = (I/C) / (I_ref/C_ref),  frequency = (C/t) / (C_ref/t_ref)
and otherwise with the counted work W (floating-point operations of the algorithm):
    work = W_ref / W,  rate = (W/t) / (W_ref/t_ref)
where I, C, t, W are sums over the ranks, per point and step. Either way the product is the
computation. POP calls efficiencies above 0.8 acceptable.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats

ACCEPTABLE = 0.8
SAME = 0.1
"""Relative difference of points per rank up to which they count as the same: meshes are whole
elements, so weak scaling cannot always be exact."""


@dataclass(frozen=True)
class Measured:
    """What the arithmetic needs of a run: useful, flops and, where counted, instructions and cycles
    [ranks]; seconds of wall time over so many steps of so many points."""

    points: int
    steps: int
    seconds: float
    useful: Floats
    flops: Floats
    instructions: Floats | None = None
    cycles: Floats | None = None

    @property
    def counters(self) -> tuple[Floats, Floats] | None:
        """Instructions and cycles [ranks], where the processor counted both."""
        if self.instructions is None or self.cycles is None:
            return None
        return self.instructions, self.cycles

    @property
    def work(self) -> int:
        """Points times steps."""
        return self.points * self.steps


@dataclass(frozen=True)
class Factor:
    """A part of the computation's scaling: name and value."""

    name: str
    value: float


@dataclass(frozen=True)
class Efficiencies:
    """1 is ideal. computation, factors and overall belong to a reference run."""

    load_balance: float
    communication: float
    parallel: float
    computation: float
    factors: tuple[Factor, ...]
    overall: float


def load_balance(useful: Floats) -> float:
    """useful: seconds [ranks]."""
    return float(np.mean(useful) / np.max(useful))


def communication_efficiency(useful: Floats, seconds: float) -> float:
    """useful: seconds [ranks]; seconds: wall time of the run."""
    return float(np.max(useful) / seconds)


def serialisation_efficiency(useful: Floats, ideal_seconds: float) -> float:
    """useful: seconds [ranks]; ideal_seconds: wall time on an ideal network."""
    return float(np.max(useful) / ideal_seconds)


def transfer_efficiency(ideal_seconds: float, seconds: float) -> float:
    """Of the wall times on an ideal network and as measured."""
    return ideal_seconds / seconds


def computation_scaling(run: Measured, reference: Measured) -> float:
    """Useful time of the reference over that of the run, both per point and step."""
    return _of(reference, reference.useful) / _of(run, run.useful)


def computation_factors(run: Measured, reference: Measured) -> tuple[Factor, ...]:
    """Factors whose product is computation_scaling: by the counters of the processor where both
    runs have them, else by counted work; none where nothing was counted."""
    counted, of_reference = run.counters, reference.counters
    if counted is not None and of_reference is not None:
        instructions = _of(reference, of_reference[0]) / _of(run, counted[0])
        per_cycle = _ratio(*counted) / _ratio(*of_reference)
        frequency = _ratio(counted[1], run.useful) / _ratio(of_reference[1], reference.useful)
        return (
            Factor("instructions", instructions),
            Factor("IPC", per_cycle),
            Factor("frequency", frequency),
        )
    if not (np.sum(run.flops) > 0 and np.sum(reference.flops) > 0):
        return ()
    rates = [_ratio(r.flops, r.useful) for r in (run, reference)]
    work = _of(reference, reference.flops) / _of(run, run.flops)
    return Factor("counted work", work), Factor("rate", rates[0] / rates[1])


def efficiencies(run: Measured, reference: Measured) -> Efficiencies:
    """Of a Measured run against another."""
    balance = load_balance(run.useful)
    communication = communication_efficiency(run.useful, run.seconds)
    computation = computation_scaling(run, reference)
    return Efficiencies(
        load_balance=balance,
        communication=communication,
        parallel=balance * communication,
        computation=computation,
        factors=computation_factors(run, reference),
        overall=balance * communication * computation,
    )


def time_efficiency(
    seconds: float, points: int, ranks: int, reference: tuple[float, int, int]
) -> float:
    """Core time per point of the reference (seconds per step, points, ranks) over that of a run:
    the usual efficiency of strong scaling, T_ref P_ref / (T P), and of weak scaling, T_ref / T."""
    seconds_ref, points_ref, ranks_ref = reference
    return (seconds_ref * ranks_ref / points_ref) / (seconds * ranks / points)


def kind_of_scaling(points: Sequence[int], ranks: Sequence[int]) -> str:
    """ "strong": the same points on different ranks; "weak": the same points per rank; "mixed":
    neither; "none": all on the same number of ranks."""
    if len(set(ranks)) < 2:
        return "none"
    if len(set(points)) == 1:
        return "strong"
    a_rank = [p / r for p, r in zip(points, ranks, strict=True)]
    return "weak" if max(a_rank) <= (1 + SAME) * min(a_rank) else "mixed"


def _of(run: Measured, values: Floats) -> float:
    """Over all ranks, per point and step."""
    return float(np.sum(values)) / run.work


def _ratio(numerator: Floats, denominator: Floats) -> float:
    return float(np.sum(numerator) / np.sum(denominator))
