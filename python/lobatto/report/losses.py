"""Where the time is lost: what to look at first."""

from collections.abc import Iterator
from dataclasses import dataclass

from lobatto.report.formats import percent_sign
from lobatto.report.pop import time_efficiency
from lobatto.report.records import WITHOUT_COUNTS, Region, RunRecord

WORTH_MENTIONING = 0.01


@dataclass(frozen=True)
class Loss:
    """share: of the run time that would go if the loss did. Losses overlap: waiting is part of the
    time of regions."""

    name: str
    share: float
    why: str


def losses(run: RunRecord) -> list[Loss]:
    """Of a RunRecord, the largest first."""
    found = [*_of_regions(run), *_of_ranks(run)]
    found = [loss for loss in found if loss.share >= WORTH_MENTIONING]
    return sorted(found, key=lambda loss: -loss.share)


def largest_growth(run: RunRecord, reference: RunRecord) -> tuple[str, float]:
    """(region, nanoseconds): whose core time per point and step grew most since the reference."""
    cost = {r.name: run.core_nanoseconds * r.share for r in run.regions}
    before = {r.name: reference.core_nanoseconds * r.share for r in reference.regions}
    growth = {name: value - before.get(name, 0.0) for name, value in cost.items()}
    return max(growth.items(), key=lambda item: item[1])


def efficiency_of(run: RunRecord, reference: RunRecord) -> float:
    """By the time of a step, against the reference."""
    of_reference = reference.seconds_per_step, reference.points, reference.ranks
    return time_efficiency(run.seconds_per_step, run.points, run.ranks, of_reference)


def fraction_of_limit(region: Region, run: RunRecord) -> float:
    """How near a region is to the roofline: the larger of its shares of STREAM and of the peak."""
    return max(region.gbs / run.stream_gbs, region.gflops / run.peak_gflops)


def _of_regions(run: RunRecord) -> Iterator[Loss]:
    for region in run.regions:
        if not region.is_counted:
            why = "no work is counted here: the log, messages and waiting"
            if region.name != WITHOUT_COUNTS:
                why = "no work is counted here: moving data, files, messages and waiting"
            yield Loss(region.name, region.share, why)
            continue
        fraction = fraction_of_limit(region, run)
        limit = "STREAM" if region.gbs / run.stream_gbs == fraction else "the small-matrix peak"
        why = f"{percent_sign(region.share)} of the time, at {percent_sign(fraction)} of {limit}"
        yield Loss(region.name, region.share * max(0.0, 1 - fraction), why)


def _of_ranks(run: RunRecord) -> Iterator[Loss]:
    """From the profile of MPI where there is one, else from the spread of the regions."""
    if run.ranks == 1:
        return
    profile = run.profile
    if profile is None:
        total = sum(region.seconds for region in run.regions)
        uneven = sum(region.seconds_max - region.seconds for region in run.regions)
        yield Loss(
            "uneven ranks", uneven / total, "the slowest rank of each region against the mean rank"
        )
        return
    slowest, mean = profile.useful_seconds.max(), profile.useful_seconds.mean()
    yield Loss(
        "load balance",
        float(slowest - mean) / profile.seconds,
        "ranks with less to compute wait for the one with most",
    )
    yield Loss(
        "communication",
        float(profile.seconds - slowest) / profile.seconds,
        "even the rank that computes most spends this in MPI",
    )
