"""What decompositions say on a terminal."""

import numpy as np
from rich.table import Table

from lobatto.console_table import console_table
from lobatto.decomposition.dmd import Dmd
from lobatto.decomposition.pod import Pod
from lobatto.decomposition.spod import Spod

SHOWN = 10
"""Rows of a table."""


def pod_table(pod: Pod) -> Table:
    """The leading modes."""
    table = console_table("POD", ">mode", ">energy", ">share", ">all up to it")
    rows = zip(pod.energies, pod.shares, np.cumsum(pod.shares), strict=True)
    for number, (energy, share, total) in enumerate(list(rows)[:SHOWN], 1):
        table.add_row(str(number), f"{energy:.6g}", f"{100 * share:.4g} %", f"{100 * total:.6g} %")
    return table


def dmd_table(dmd: Dmd) -> Table:
    """The leading modes, and how well all of them fit."""
    fit = f"DMD of rank {dmd.rank}, which leaves {100 * dmd.fit_error:.3g} % of the snapshots"
    table = console_table(
        fit, ">mode", ">growth", ">frequency", ">cycles", ">amplitude", ">residual"
    )
    columns = dmd.growth, dmd.frequency, dmd.frequency / (2 * np.pi), dmd.amplitudes
    for j in range(min(SHOWN, dmd.modes.count)):
        shown = (f"{values[j]:.6g}" for values in columns)
        table.add_row(str(j + 1), *shown, f"{dmd.residuals[j]:.2e}")
    return table


def spod_table(spod: Spod) -> Table:
    """The frequencies at which the first mode has most energy."""
    segments = spod.segments
    counts = f"{len(segments.starts)} segments of {segments.length} snapshots"
    title = f"SPOD of {counts}, {segments.n_independent:.3g} independent"
    table = console_table(
        title, ">frequency", ">cycles", ">energy of mode 1", ">95 % from", ">to", ">share"
    )
    lower, upper = spod.confidence
    for i in np.argsort(-spod.energies[:, 0], kind="stable")[:SHOWN]:
        f, energy = spod.frequencies[i], spod.energies[i, 0]
        numbers = f, f / (2 * np.pi), energy, energy * lower[i], energy * upper[i]
        share = 100 * energy / spod.energies[i].sum()
        table.add_row(*(f"{number:.6g}" for number in numbers), f"{share:.4g} %")
    return table
