"""The tables of the page, as texts in rows and columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.report import formats, pop
from lobatto.report.formats import ABSENT
from lobatto.report.losses import Loss, efficiency_of
from lobatto.report.mpi_profile import MpiProfile
from lobatto.report.pop import Efficiencies
from lobatto.report.records import Energy, Place, Profiled, Region, RunRecord, StepTimes, by_time
from lobatto.wording import counted

NEGLIGIBLE = 1e-5
"""Share of the time below which a region has no row."""
BRIEF = 1e-3
"""Share of the time below which calls of a region stand in one row with others."""


@dataclass(frozen=True)
class Column:
    """title, and below it the unit; numbers stand at the right."""

    title: str
    unit: str = ""
    is_text: bool = False


@dataclass(frozen=True)
class Table:
    """rows of texts; strong: rows that matter more; low: cells (row, column) that fall short."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()
    low: frozenset[tuple[int, int]] = frozenset()

    def part(self, *titles: str) -> "Table":
        """The columns with these titles, with what is marked in them."""
        kept = [j for j, column in enumerate(self.columns) if column.title in titles]
        return Table(
            tuple(self.columns[j] for j in kept),
            tuple(tuple(row[j] for j in kept) for row in self.rows),
            self.strong,
            frozenset((i, kept.index(j)) for i, j in self.low if j in kept),
        )


def region_table(run: RunRecord) -> Table:
    """A row for each region, or for each place of it where the run has the tree."""
    columns = (
        Column("region", is_text=True),
        *((Column("incl.", "s"),) if run.places else ()),
        Column("share", "%"),
        Column("mean", "s"),
        Column("min", "s"),
        Column("max", "s"),
        Column("rate", "GFLOP/s"),
        Column("of peak", "%"),
        Column("traffic", "GB/s"),
        Column("of STREAM", "%"),
        Column("intensity", "FLOP/byte"),
    )
    rows: list[tuple[str, ...]]
    if run.places:
        rows = [_place_row(run, place) for place in _above_negligible(by_time(run.places))]
    else:
        shown = [region for region in run.regions if region.share > NEGLIGIBLE]
        rows = [(region.name, *_of_region(run, region)) for region in shown]
    total = sum(region.seconds for region in run.regions)
    counted = [
        sum(getattr(r, key) * r.seconds for r in run.regions) / total for key in ("gflops", "gbs")
    ]
    spread = [sum(getattr(r, k) for r in run.regions) for k in ("seconds_min", "seconds_max")]
    times = [formats.number(value) for value in (total, *spread)]
    inclusive = (times[0],) if run.places else ()
    rows.append(("total", *inclusive, "100", *times, *_rates(run, *counted)))
    return Table(columns, tuple(rows), strong=frozenset({len(rows) - 1}))


def _above_negligible(places: Sequence[Place]) -> list[Place]:
    total = sum(place.seconds for place in places)
    return [place for place in places if place.inclusive_seconds > NEGLIGIBLE * total]


def _place_row(run: RunRecord, place: Place) -> tuple[str, ...]:
    name = "  " * place.depth + place.name
    return name, formats.number(place.inclusive_seconds), *_of_region(run, place)


def _of_region(run: RunRecord, region: Region) -> tuple[str, ...]:
    """Share, times and rates."""
    times = region.seconds, region.seconds_min, region.seconds_max
    return (
        formats.percent(region.share),
        *map(formats.number, times),
        *_rates(run, region.gflops, region.gbs),
    )


def _rates(run: RunRecord, gflops: float, gbs: float) -> tuple[str, ...]:
    """Rate, of peak, traffic, of STREAM, intensity."""
    rate = (
        (formats.number(gflops), formats.percent(gflops / run.peak_gflops))
        if gflops > 0
        else (ABSENT,) * 2
    )
    traffic = (
        (formats.number(gbs), formats.percent(gbs / run.stream_gbs)) if gbs > 0 else (ABSENT,) * 2
    )
    both = gflops > 0 and gbs > 0
    return *rate, *traffic, formats.number(gflops / gbs) if both else ABSENT


def loss_table(found: Sequence[Loss]) -> Table:
    """A row for each loss."""
    columns = Column("what", is_text=True), Column("lost", "% of time"), Column("why", is_text=True)
    return Table(
        columns, tuple((loss.name, formats.percent(loss.share), loss.why) for loss in found)
    )


def overview_table(runs: Sequence[RunRecord], reference: RunRecord) -> Table:
    """A row for each run."""
    columns = (
        Column("run", is_text=True),
        Column("ranks"),
        Column("points", "million"),
        Column("points per rank", "thousand"),
        Column("time per step", "ms"),
        Column("points x steps", "million/s per core"),
        Column("of STREAM", "%"),
        Column("efficiency", "%"),
    )
    rows = tuple(
        (
            run.label,
            formats.whole(run.ranks),
            formats.number(run.points / 1e6),
            formats.number(run.points_per_rank / 1e3),
            formats.number(1e3 * run.seconds_per_step),
            formats.number(run.rate / 1e6),
            formats.percent(run.bandwidth_efficiency),
            formats.percent(efficiency_of(run, reference)),
        )
        for run in runs
    )
    return Table(columns, rows, strong=frozenset({runs.index(reference)}))


def function_table(profile: MpiProfile) -> Table:
    """A row for each function of MPI that was called."""
    columns = (
        Column("function", is_text=True),
        Column("kind", is_text=True),
        Column("calls"),
        Column("sent"),
        Column("min", "s per rank"),
        Column("mean", "s per rank"),
        Column("max", "s per rank"),
        Column("share", "% of MPI"),
    )
    rows = [
        (
            f.name,
            f.kind,
            formats.whole(f.calls),
            _sent(f.bytes),
            *map(formats.number, (f.seconds_min, f.seconds_avg, f.seconds_max)),
            formats.percent(f.share),
        )
        for f in sorted(profile.functions, key=lambda f: -f.seconds_avg)
        if f.calls
    ]
    return Table(columns, tuple(rows))


def region_function_table(profile: MpiProfile) -> Table:
    """A row for each function of MPI in each region; brief ones share a row."""
    columns = (
        Column("region", is_text=True),
        Column("function", is_text=True),
        Column("calls"),
        Column("sent"),
        Column("mean", "s per rank"),
        Column("max", "s per rank"),
        Column("of run time", "%"),
    )
    called = sorted((f for f in profile.regions if f.calls), key=lambda f: -f.seconds_avg)
    shown = [f for f in called if f.seconds_avg >= BRIEF * profile.seconds]
    rows = [
        (
            f.region,
            f.name,
            formats.whole(f.calls),
            _sent(f.bytes),
            *map(formats.number, (f.seconds_avg, f.seconds_max)),
            formats.percent(f.seconds_avg / profile.seconds),
        )
        for f in shown
    ]
    rest = [f for f in called if f not in shown]
    if rest:
        seconds = sum(f.seconds_avg for f in rest)
        calls, sent = sum(f.calls for f in rest), sum(f.bytes for f in rest)
        share = formats.percent(seconds / profile.seconds)
        rest_row = formats.whole(calls), _sent(sent), formats.number(seconds), ABSENT, share
        rows.append(("all others", f"{len(rest)} more", *rest_row))
    return Table(columns, tuple(rows))


def _sent(n_bytes: float) -> str:
    return formats.prefixed(n_bytes, "B") if n_bytes else ABSENT


def efficiency_table(profiled: Sequence[Profiled], found: Sequence[Efficiencies]) -> Table:
    """The hierarchy of POP, a column for each run. found: Efficiencies of each run."""
    runs, profiles = [run for run, _ in profiled], [profile for _, profile in profiled]
    names = dict.fromkeys(factor.name for e in found for factor in e.factors)
    lines: list[tuple[str, Sequence[float | None]]] = [
        ("global efficiency", [e.overall for e in found]),
        ("  parallel efficiency", [e.parallel for e in found]),
        ("    load balance", [e.load_balance for e in found]),
        ("    communication", [e.communication for e in found]),
        ("      serialisation", [profile.serialisation for profile in profiles]),
        ("      transfer", [profile.transfer for profile in profiles]),
        ("  computational efficiency", [e.computation for e in found]),
    ]
    lines += [(f"    {name} scaling", [_factor(e, name) for e in found]) for name in names]
    columns = (
        Column("efficiency", is_text=True),
        *(Column(run.label, counted(run.ranks, "rank")) for run in runs),
    )
    rows = tuple((name, *map(formats.efficiency, values)) for name, values in lines)
    low = frozenset(
        (i, j + 1)
        for i, (_, values) in enumerate(lines)
        for j, value in enumerate(values)
        if value is not None and value < pop.ACCEPTABLE
    )
    return Table(columns, rows, strong=frozenset({0, 1, 6}), low=low)


def _factor(efficiencies: Efficiencies, name: str) -> float | None:
    return next((f.value for f in efficiencies.factors if f.name == name), None)


def step_table(steps: StepTimes) -> Table:
    """How the times of the steps spread, and the iterations of each equation."""
    quantiles = (0.05, 0.25, 0.5, 0.75, 0.95)
    columns = (
        Column("", is_text=True),
        Column("min"),
        *(Column("median" if q == 0.5 else f"{100 * q:.0f} %") for q in quantiles),
        Column("max"),
        Column("mean"),
    )
    rows = [_spread_row("time [ms]", 1e3 * steps.seconds, quantiles, formats.number)]
    for equation, values in steps.iterations.items():
        rows.append(_spread_row(f"iterations, {equation}", values, quantiles, formats.short))
    return Table(columns, tuple(rows))


def _spread_row(
    name: str, values: Floats, quantiles: tuple[float, ...], shown: Callable[[float], str]
) -> tuple[str, ...]:
    known = values[np.isfinite(values)]
    of = [known.min(), *np.quantile(known, quantiles), known.max(), known.mean()]
    return (name, *map(shown, of))


def energy_table(runs: Sequence[RunRecord]) -> Table | None:
    """None where no run has its energy measured."""
    rows = [
        _energy_row(run, run.energy, run.energy.joules)
        for run in runs
        if run.energy and run.energy.joules
    ]
    if not rows:
        return None
    columns = (
        Column("run", is_text=True),
        Column("energy", "kJ"),
        Column("energy", "kWh"),
        Column("nodes"),
        Column("mean power", "W"),
        Column("per step", "J"),
        Column("per point and step", "nJ"),
        Column("measured by", is_text=True),
    )
    return Table(columns, tuple(rows))


def _energy_row(run: RunRecord, energy: Energy, joules: float) -> tuple[str, ...]:
    power = joules / run.wall_seconds
    # From the mean power: the steps that are counted may include those of other starts.
    step = power * run.seconds_per_step
    energies = joules / 1e3, joules / 3.6e6
    values = power, step, 1e9 * step / run.points
    return (
        run.label,
        *map(formats.number, energies),
        formats.whole(energy.nodes),
        *map(formats.number, values),
        energy.source,
    )


def measured(run: RunRecord, profile: MpiProfile) -> pop.Measured:
    """What the arithmetic of POP takes of a RunRecord and its profile."""
    return pop.Measured(
        points=run.points,
        steps=profile.steps,
        seconds=profile.seconds,
        useful=profile.useful_seconds,
        flops=profile.flops,
        instructions=profile.instructions,
        cycles=profile.cycles,
    )
