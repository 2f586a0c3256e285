"""Pictures over runs: time per step and efficiency over the ranks, what a point costs where."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, NullLocator

from lobatto.arrays import Floats, Integers
from lobatto.report import formats
from lobatto.report.losses import efficiency_of
from lobatto.report.records import WITHOUT_COUNTS, RunRecord
from lobatto.report.svg import COLOURS, INK, MUTED, Picture, picture
from lobatto.wording import counted

SMALLER = "smaller regions"
"""Those that there is no colour for."""


def draw_scaling(runs: Sequence[RunRecord], reference: RunRecord, kind: str, name: str) -> Picture:
    """Time per step and efficiency over the number of ranks, with what would be ideal."""
    ranks = np.array([run.ranks for run in runs])
    efficiency: Floats = np.array([efficiency_of(run, reference) for run in runs])
    times = np.array([run.seconds_per_step for run in runs])
    about = f"{kind} scaling: " + ", ".join(
        f"{counted(r, 'rank')} {formats.seconds(t)} per step, efficiency {formats.percent_sign(e)}"
        for r, t, e in zip(ranks, times, efficiency, strict=True)
    )
    with picture(name, about, 3.1, ncols=2) as (drawn, _, (left, right)):
        at = np.unique(ranks)
        ideal = times * efficiency
        _line(left, ranks, 1e3 * ideal, MUTED, dashed=True, label="ideal")
        _line(left, ranks, 1e3 * times, COLOURS[0], label="measured")
        left.set_yscale("log")
        left.set_ylabel("time per step [ms]")
        low, high = 1e3 * min(ideal.min(), times.min()), 1e3 * max(ideal.max(), times.max())
        left.set_ylim(low / 1.5, high * 1.5)
        right.axhline(100, color=MUTED, linestyle="--")
        _line(right, ranks, 100 * efficiency, COLOURS[0])
        right.set_ylabel("efficiency [%]")
        right.set_ylim(0, max(115, 110 * efficiency.max()))
        left.legend(fontsize=9)
        for axes in (left, right):
            axes.set_xscale("log", base=2)
            axes.set_xticks(at, [f"{r}" for r in at])
            axes.xaxis.set_minor_locator(NullLocator())
            axes.set_xlabel("ranks")
        left.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        left.yaxis.set_minor_locator(NullLocator())
        left.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    return drawn


def _line(
    axes: Axes,
    ranks: Integers,
    values: Floats,
    colour: str,
    dashed: bool = False,
    label: str | None = None,
) -> None:
    """Points, and a line through the medians of those on the same number of ranks."""
    at = np.unique(ranks)
    medians = [np.median(values[ranks == r]) for r in at]
    axes.plot(at, medians, "--" if dashed else "-", color=colour, label=label)
    if not dashed:
        axes.plot(ranks, values, "o", color=colour, markersize=5)


def draw_costs(runs: Sequence[RunRecord], name: str) -> Picture:
    """Core time per point and step of each region, a bar for each run."""
    names = list(dict.fromkeys(r.name for run in runs for r in run.regions if r.share > 5e-3))
    names = _joined(names, runs)
    about = "Core time per point and step by region: " + ", ".join(
        f"{run.label} {formats.number(run.core_nanoseconds)} ns" for run in runs
    )
    with picture(name, about, 1.2 + 0.36 * len(runs) + 0.12 * len(names)) as (drawn, canvas, axes):
        places = np.arange(len(runs))[::-1]
        start = np.zeros(len(runs))
        for i, region in enumerate(names):
            cost = np.array([run.core_nanoseconds * _share(run, region, names) for run in runs])
            colour = MUTED if region == WITHOUT_COUNTS else COLOURS[i]
            axes.barh(places, cost, 0.62, left=start, color=colour, label=region)
            start += cost
        axes.set_yticks(places, [f"{run.label} ({run.ranks})" for run in runs])
        axes.tick_params(axis="y", length=0, labelcolor=INK)
        axes.grid(False, axis="y")
        axes.set_xlabel("core time per point and step [ns]")
        canvas.legend(loc="upper center", ncols=3, fontsize=9)
        height = canvas.get_figheight()
        rows = -(-len(names) // 3)
        canvas.get_layout_engine().set(rect=(0, 0, 1, 1 - (0.22 * rows + 0.08) / height))
    return drawn


def _joined(names: list[str], runs: Sequence[RunRecord]) -> list[str]:
    """The cheapest, for which there is no colour, are one; what is in no region is last."""
    rest = [name for name in names if name == WITHOUT_COUNTS]
    named = [name for name in names if name != WITHOUT_COUNTS]
    if len(named) > len(COLOURS):
        kept = sorted(named, key=lambda name: -max(_share(run, name, ()) for run in runs))
        kept = kept[: len(COLOURS) - 1]
        named = [*(name for name in named if name in kept), SMALLER]
    return named + rest


def _share(run: RunRecord, region: str, names: Sequence[str]) -> float:
    """Of SMALLER: of all that is not among the names."""
    if region == SMALLER:
        return sum(r.share for r in run.regions if r.name not in names)
    return sum(r.share for r in run.regions if r.name == region)
