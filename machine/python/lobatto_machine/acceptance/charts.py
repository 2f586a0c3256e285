"""Pictures of an acceptance: rates against the reference or the limits, spread, scaling."""

from collections.abc import Mapping, Sequence

import numpy as np
from lobatto.arrays import Integers
from lobatto.report import formats
from lobatto.report.svg import COLOURS, INK, MUTED, Picture, picture
from lobatto.study.charts import efficiency_axes
from lobatto.wording import counted
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from lobatto_machine.acceptance.machine import Configuration, Machine, common_kernels
from lobatto_machine.acceptance.quantities import Measured
from lobatto_machine.acceptance.scaling import Curve

MOST_ROWS = 40
"""Configurations that the picture of the spread has room for; the widest are drawn."""


def draw_ratios(measured: Measured, name: str) -> Picture | None:
    """Rates per node, or rank, over those of the reference, a bar for each kernel, and their
    geometric mean. None without a reference."""
    machine, reference = measured.machine, measured.reference
    if reference is None:
        return None
    kernels = common_kernels(machine, reference)
    ratios = [_ratio(machine, reference, kernel) for kernel in kernels]
    mean = machine.mean_rate(kernels) / reference.mean_rate(kernels)
    told = ", ".join(f"{k} {formats.number(r)}" for k, r in zip(kernels, ratios, strict=True))
    about = f"Rates over those of {reference.name}: {told}; geometric mean {formats.number(mean)}"
    with picture(name, about, 1.3 + 0.3 * len(kernels)) as (drawn, canvas, axes):
        places = _rows(axes, kernels)
        colours = [COLOURS[0] if ratio >= 1 else COLOURS[1] for ratio in ratios]
        axes.barh(places, np.array(ratios) - 1, 0.62, left=1, color=colours)
        axes.axvline(1, color=INK, linewidth=1)
        axes.axvline(mean, color=MUTED, linestyle="--", label="geometric mean")
        axes.set_xscale("log")
        low, high = min([*ratios, 1]), max([*ratios, 1])
        axes.set_xlim(low / 1.15, high * 1.15)
        _plain_logarithm(axes, high / low)
        axes.set_xlabel(f"rate per {machine.per} over that of {reference.name}")
        _legend_above(canvas, 1)
    return drawn


def _legend_above(canvas: Figure, n_columns: int) -> None:
    """In one row over the axes, where no bar can be."""
    canvas.legend(loc="upper center", ncols=n_columns, fontsize=9)
    height = canvas.get_figheight()
    canvas.get_layout_engine().set(rect=(0, 0, 1, 1 - 0.3 / height))


def _ratio(machine: Machine, reference: Machine, kernel: str) -> float:
    here = machine.rate_per_place(machine.chosen[kernel])
    return here / reference.rate_per_place(reference.chosen[kernel])


def _plain_logarithm(axes: Axes, span: float) -> None:
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if span > 4 else tuple(range(1, 10))))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def draw_limits(by_label: Mapping[str, Configuration], name: str) -> Picture | None:
    """Fractions of STREAM and of the small-matrix peak, two bars for each, such as a kernel. None
    where no run tells them."""
    chosen = {label: c for label, c in by_label.items() if _stream(c) == _stream(c)}
    if not chosen:
        return None
    stream = np.array([100 * _stream(c) for c in chosen.values()])
    peak = np.array([100 * _peak(c) for c in chosen.values()])
    told = ", ".join(
        f"{kernel} {s:.0f} % of STREAM, {p:.0f} % of the peak"
        for kernel, s, p in zip(chosen, stream, peak, strict=True)
    )
    about = f"Kernels against the limits: {told}"
    with picture(name, about, 1.4 + 0.36 * len(chosen)) as (drawn, canvas, axes):
        places = _rows(axes, list(chosen))
        axes.barh(places + 0.18, stream, 0.32, color=COLOURS[0], label="STREAM")
        axes.barh(places - 0.18, peak, 0.32, color=COLOURS[4], label="small-matrix peak")
        axes.set_xlabel("counted rate over the limit [%]")
        _legend_above(canvas, 2)
    return drawn


def _stream(c: Configuration) -> float:
    return c.median([run.stream_fraction for run in c.runs])


def _peak(c: Configuration) -> float:
    return c.median([run.peak_fraction for run in c.runs])


def draw_spread(configurations: Sequence[Configuration], name: str) -> Picture:
    """Times over the median of their configuration: small each pass, large each run."""
    by_width = sorted(configurations, key=lambda c: -_width(c))[:MOST_ROWS]
    shown = [c for c in configurations if c in by_width]
    told = ", ".join(f"{c.label} {formats.percent_sign(_width(c))}" for c in shown)
    about = f"Spread of the times, fastest to slowest pass over the median: {told}"
    with picture(name, about, 1.0 + 0.26 * len(shown)) as (drawn, _, axes):
        for place, c in zip(_rows(axes, [c.label for c in shown]), shown, strict=True):
            passes = np.array([time for run in c.runs for time in run.passes]) / c.seconds
            runs = np.array([run.seconds for run in c.runs]) / c.seconds
            axes.plot(passes, np.full(len(passes), place), "|", color=MUTED, markersize=6)
            axes.plot(runs, np.full(len(runs), place), "o", color=COLOURS[0], markersize=5)
        axes.axvline(1, color=MUTED, linestyle="--", linewidth=0.9)
        axes.set_xlabel("time of a pass over the median of its row")
    return drawn


def _width(c: Configuration) -> float:
    passes = [time for run in c.runs for time in run.passes]
    return (max(passes) - min(passes)) / c.seconds


def draw_scaling(curves: Sequence[Curve], name: str) -> Picture | None:
    """Efficiencies over the ranks, weak at the left and strong at the right, as far as there are
    any. None without curves."""
    kinds = [kind for kind in ("weak", "strong") if any(c.kind == kind for c in curves)]
    if not kinds:
        return None
    kernels = list(dict.fromkeys(curve.kernel for curve in curves))
    about = "Efficiency: " + "; ".join(_told(curve) for curve in curves)
    with picture(name, about, 3.1, ncols=len(kinds), squeeze=False) as (drawn, _, panels):
        for axes, kind in zip(panels[0], kinds, strict=True):
            own = [curve for curve in curves if curve.kind == kind]
            for curve in own:
                colour = COLOURS[kernels.index(curve.kernel) % len(COLOURS)]
                values = 100 * np.array(curve.efficiencies)
                label = curve.kernel if curve is _first(own, curve) else None
                axes.plot(curve.ranks, values, "o-", color=colour, markersize=5, label=label)
            efficiency_axes(axes, own, f"{kind} efficiency [%]")
            axes.legend(fontsize=9)
    return drawn


def _first(curves: Sequence[Curve], like: Curve) -> Curve:
    return next(curve for curve in curves if curve.kernel == like.kernel)


def _told(curve: Curve) -> str:
    pairs = zip(curve.ranks, curve.efficiencies, strict=True)
    values = ", ".join(f"{counted(ranks, 'rank')} {formats.percent_sign(e)}" for ranks, e in pairs)
    return f"{curve.kernel}, {curve.kind}: {values}"


def _rows(axes: Axes, labels: Sequence[str]) -> Integers:
    """Places along y of rows with these names, the first at the top."""
    places = np.arange(len(labels))[::-1]
    axes.set_yticks(places, labels)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(False, axis="y")
    axes.set_ylim(-0.6, len(labels) - 0.4)
    return places
