"""Pictures of a study: time per step, efficiencies, and what the order costs and brings."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from lobatto.report import formats
from lobatto.report.svg import COLOURS, MUTED, Picture, picture
from lobatto.study.measures import Curve, Result
from lobatto.wording import counted

HEIGHT = 3.1

C = TypeVar("C", bound="Scaled")


def draw_times(curves: Sequence[Curve], name: str) -> Picture | None:
    """Time per step over the ranks, with bars from the 5 to the 95 % quantile of the steps; dashed
    what the smallest run and perfect efficiency would give. None on one number of ranks."""
    if not _scales(curves):
        return None
    about = "Time per step over the ranks: " + _told(
        curves, lambda curve, i: formats.seconds(curve.results[i].step)
    )
    with picture(name, about, HEIGHT) as (drawn, _, axes):
        for i, curve in enumerate(curves):
            ranks, colour = curve.ranks, COLOURS[i % len(COLOURS)]
            steps = 1e3 * np.array([result.step for result in curve.results])
            low = steps - 1e3 * np.array([result.low for result in curve.results])
            high = 1e3 * np.array([result.high for result in curve.results]) - steps
            bars = np.maximum([low, high], 0)
            axes.errorbar(ranks, steps, bars, fmt="o-", color=colour, markersize=5, capsize=3)
            axes.plot(
                ranks, steps * np.array(curve.efficiencies), "--", color=colour, linewidth=0.9
            )
            axes.plot([], [], "o-", color=colour, label=curve.label or "measured")
        axes.plot([], [], "--", color=MUTED, label="perfect efficiency")
        axes.set_yscale("log")
        _plain_logarithm(axes)
        axes.set_ylabel("time per step [ms]")
        _rank_axis(axes, curves)
        axes.legend(fontsize=9)
    return drawn


class Sized(Protocol):
    """What is compared over ranks, at each of them."""

    @property
    def ranks(self) -> list[int]: ...

    @property
    def efficiencies(self) -> Sequence[float]: ...


class Scaled(Sized, Protocol):
    """One of several. label: empty where there is one curve."""

    @property
    def label(self) -> str: ...


def draw_efficiencies(curves: Sequence[Scaled], name: str) -> Picture | None:
    """Over the ranks, a line for each curve. None on one number of ranks."""
    if not _scales(curves):
        return None
    about = "Efficiency over the ranks: " + _told(
        curves, lambda curve, i: formats.percent_sign(curve.efficiencies[i])
    )
    with picture(name, about, HEIGHT) as (drawn, _, axes):
        for i, curve in enumerate(curves):
            values = 100 * np.array(curve.efficiencies)
            colour = COLOURS[i % len(COLOURS)]
            axes.plot(curve.ranks, values, "o-", color=colour, markersize=5, label=curve.label)
        efficiency_axes(axes, curves, "efficiency [%]")
        if any(curve.label for curve in curves):
            axes.legend(fontsize=9)
    return drawn


def efficiency_axes(axes: Axes, curves: Sequence[Sized], label: str) -> None:
    """Of a picture of efficiencies over ranks."""
    axes.axhline(100, color=MUTED, linestyle="--")
    highest = max(max(curve.efficiencies) for curve in curves)
    axes.set_ylim(0, max(115, 110 * highest))
    axes.set_ylabel(label)
    _rank_axis(axes, curves)


def draw_orders(results: Sequence[Result], quantity: str | None, name: str) -> Picture | None:
    """Time per step over the order; beside it the error over the wall time per unit of time, or
    without a known error that time over the order. None where all have the same order."""
    if len({result.order for result in results}) < 2:
        return None
    about = "Time per step by order: " + ", ".join(
        f"order {r.order} on {counted(r.ranks, 'rank')} {formats.seconds(r.step)}" for r in results
    )
    with picture(name, about, HEIGHT, ncols=2) as (drawn, _, (left, right)):
        for i, ranks in enumerate(sorted({result.ranks for result in results})):
            group = sorted((r for r in results if r.ranks == ranks), key=lambda r: r.order)
            label, colour = f"{ranks} rank" + "s" * (ranks > 1), COLOURS[i % len(COLOURS)]
            orders = [result.order for result in group]
            times = [1e3 * result.step for result in group]
            left.plot(orders, times, "o-", color=colour, label=label)
            _of_solution(right, group, quantity, colour)
        left.set_ylim(0, None)
        left.set_ylabel("time per step [ms]")
        left.set_xlabel("order")
        left.set_xticks(sorted({result.order for result in results}))
        left.legend(fontsize=9)
    return drawn


def _of_solution(axes: Axes, group: Sequence[Result], quantity: str | None, colour: str) -> None:
    cost = [1 / result.simulated for result in group]
    if quantity is None:
        axes.plot([result.order for result in group], cost, "o-", color=colour)
        axes.set_xlabel("order")
        axes.set_ylabel("wall time per unit of time [s]")
        axes.set_ylim(0, None)
        return
    known = [(x, r) for x, r in zip(cost, group, strict=True) if r.accuracy > 0]
    axes.plot([x for x, _ in known], [r.accuracy for _, r in known], "o", color=colour)
    for x, result in known:
        place = (x, result.accuracy)
        axes.annotate(f"p {result.order}", place, (5, 5), textcoords="offset points", fontsize=9)
    axes.set_yscale("log")
    axes.margins(0.2)
    axes.set_xlabel("wall time per unit of time [s]")
    axes.set_ylabel(f"error of {quantity}")


def _scales(curves: Sequence[Sized]) -> bool:
    return any(len(set(curve.ranks)) > 1 for curve in curves)


def _told(curves: Sequence[C], shown: Callable[[C, int], str]) -> str:
    return "; ".join(
        f"{curve.label or 'all'}: "
        + ", ".join(
            f"{counted(ranks, 'rank')} {shown(curve, i)}" for i, ranks in enumerate(curve.ranks)
        )
        for curve in curves
    )


def _rank_axis(axes: Axes, curves: Sequence[Sized]) -> None:
    at = sorted({ranks for curve in curves for ranks in curve.ranks})
    axes.set_xscale("log", base=2)
    axes.set_xticks(at, [f"{ranks}" for ranks in at])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("ranks")


def _plain_logarithm(axes: Axes) -> None:
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
