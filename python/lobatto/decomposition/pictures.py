"""The pictures of decompositions."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from lobatto.decomposition.dmd import Dmd
from lobatto.decomposition.pod import Pod
from lobatto.decomposition.snapshots import Snapshots
from lobatto.decomposition.spod import Spod
from lobatto.pictures import style
from lobatto.pictures.gallery import describe
from lobatto.wording import counted

MOST_MODES = 40
"""Whose energies are shown."""
LEAST_SHOWN = 1e-8
"""Of the largest energy of a spectrum."""
ROUND_OFF = 1e-9
"""Of the largest growth, or of its loss."""
MOST_CURVES = 4
"""Modes that are shown over time."""


def draw_pod(path: Path, pod: Pod) -> Path:
    """Energies, and the coefficients of the first modes over time."""
    with style.figure(
        path, 10, 4.2, "Proper orthogonal decomposition", _detail(pod.modes.snapshots)
    ) as canvas:
        energies, over_time = canvas.subplots(1, 2, width_ratios=(2, 3))
        shares = pod.shares[:MOST_MODES]
        numbers = np.arange(1, len(shares) + 1)
        energies.semilogy(numbers, shares, "o", markersize=4, label="of the mode")
        beyond = np.append(np.cumsum(pod.shares[::-1])[::-1][1:], np.nan)[: len(shares)]
        energies.semilogy(numbers, beyond, "--", label="of all after it")
        energies.set(xlabel="mode", ylabel="share of the energy")
        energies.xaxis.get_major_locator().set_params(integer=True)
        energies.legend()
        for mode in range(min(MOST_CURVES, pod.modes.count)):
            over_time.plot(pod.times, pod.coefficients[:, mode], label=f"mode {mode + 1}")
        over_time.set(xlabel="t", ylabel="coefficient")
        over_time.legend(ncols=MOST_CURVES, fontsize=8)
        _clean(energies, over_time)
    return path


def draw_dmd(path: Path, dmd: Dmd) -> Path:
    """Growth and amplitude over the frequency; modes that grow in a colour of their own."""
    heading, detail = "Dynamic mode decomposition", _detail(dmd.modes.snapshots)
    with style.figure(path, 10, 4.2, heading, detail) as canvas:
        panels = canvas.subplots(1, 2)
        for grows, colour in ((False, style.LINE_COLOURS[0]), (True, style.LINE_COLOURS[1])):
            chosen = (dmd.growth > ROUND_OFF * np.abs(dmd.growth).max()) == grows
            at = dmd.frequency[chosen]
            panels[0].plot(at, dmd.growth[chosen], "o", markersize=4, color=colour)
            panels[1].semilogy(at, dmd.amplitudes[chosen], "o", markersize=4, color=colour)
        panels[0].axhline(0, color="0.5", linewidth=0.8)
        panels[0].set(xlabel="frequency", ylabel="growth")
        panels[1].set(xlabel="frequency", ylabel="amplitude")
        _clean(*panels)
    return path


def draw_spod(path: Path, spod: Spod) -> Path:
    """Energies over the frequency, the first mode with its confidence, the others the lighter the
    weaker."""
    heading, detail = "Spectral proper orthogonal decomposition", _detail(spod.snapshots)
    with style.figure(path, 7, 4.6, heading, detail) as canvas:
        axes = canvas.subplots()
        at, energies = spod.frequencies[1:], spod.energies[1:]
        lower, upper = (energies[:, 0] * factors[1:] for factors in spod.confidence)
        for mode in range(energies.shape[1] - 1, 0, -1):
            shade = str(0.3 + 0.5 * mode / energies.shape[1])
            label = "the others" if mode == 1 else None
            axes.loglog(at, energies[:, mode], color=shade, linewidth=1, label=label)
        axes.loglog(at, energies[:, 0], color=style.LINE_COLOURS[0], label="mode 1")
        colour = style.LINE_COLOURS[0]
        axes.fill_between(at, lower, upper, color=colour, alpha=0.2, lw=0, label="95 %")
        lowest = max(energies.min(), LEAST_SHOWN * energies.max())
        axes.set(xlabel="frequency", ylabel="energy in the band", ylim=(lowest / 2, None))
        axes.legend()
        _clean(axes)
    return path


def _detail(snapshots: Snapshots) -> str:
    times = snapshots.times
    fields = style.plain(", ".join(snapshots.names))
    of_time = f"{counted(snapshots.count, 'snapshot')}, t = {times[0]:.5g} to {times[-1]:.5g}"
    return "   ·   ".join([describe(snapshots.run), fields, of_time])


def _clean(*panels: Axes) -> None:
    for axes in panels:
        axes.grid(color="0.92", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
