"""What decompositions say on a terminal."""

import numpy as np
from rich.table import Table

from lobatto.console_table import console_table
from lobatto.decomposition.dmd import Dmd
from lobatto.decomposition.pod import Pod

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
