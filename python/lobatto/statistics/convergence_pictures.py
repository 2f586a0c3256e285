"""Whether averages are converged: scatter of windows, balances."""

import numpy as np
from matplotlib.axes import Axes

from lobatto.arrays import Floats
from lobatto.pictures import style
from lobatto.statistics.album import Album, clean
from lobatto.statistics.convergence import window_values
from lobatto.statistics.momentum import stress_balance
from lobatto.statistics.report import Report
from lobatto.statistics.statistics import Statistics

SHOWN = {
    "re_tau": r"$Re_\tau$",
    "centre_over_bulk": r"$U_c / U_b$",
    "friction_factor": "friction factor",
}


def draw_convergence(album: Album) -> None:
    """The windows one by one with the running mean, and what the balance on each line misses."""
    report = album.report
    with album.figure("convergence", 9.4, 7.4, "Convergence of the averages") as canvas:
        grid = canvas.subplots(2, 2)
        values = window_values(report.windows)
        for axes, (name, title) in zip(grid.flat, SHOWN.items(), strict=False):
            _draw_windows(axes, report.walls.statistics, values[name], title)
        _draw_deviation(grid[1, 1], report)
        for axes in grid.flat:
            clean(axes)


def _draw_windows(axes: Axes, statistics: Statistics, values: Floats, title: str) -> None:
    """Each window as a bar over its time, and the mean of all up to its end."""
    windows, weights = statistics.windows, statistics.weights
    running = np.cumsum(values * weights) / np.cumsum(weights)
    for window, value in zip(windows, values, strict=True):
        label = "window" if window is windows[0] else None
        span = window.start, window.end
        axes.plot(span, (value, value), color=style.LINE_COLOURS[0], linewidth=2.5, label=label)
    ends = [window.end for window in windows]
    axes.plot(ends, running, "o--", color=style.LINE_COLOURS[1], markersize=3, label="mean so far")
    axes.set_title(title, loc="left")
    axes.set_xlabel("t")
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.legend(fontsize=8, loc="best")


def _draw_deviation(axes: Axes, report: Report) -> None:
    u_tau = report.walls.friction.u_tau
    for profiles in report.profiles:
        line = profiles.line.refined()
        deviation = stress_balance(report.walls, line).deviation
        plus = line.distance / report.walls.units.length
        axes.plot(plus, deviation / u_tau**2, label=line.label)
    axes.axhline(0, color="0.6", linewidth=0.6)
    axes.set_title(r"Total shear stress less expected / $u_\tau^2$", loc="left")
    axes.set_xlabel("$y^+$")
    axes.legend(fontsize=8, loc="best")
