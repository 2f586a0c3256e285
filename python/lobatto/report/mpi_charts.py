"""Pictures of what the ranks say to each other: sizes of messages, who sends to whom."""

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm

from lobatto.arrays import Floats
from lobatto.pictures.style import plt
from lobatto.report import formats
from lobatto.report.mpi_profile import MpiProfile
from lobatto.report.svg import COLOURS, Picture, picture

MOST_CELLS = 256
"""Rows of the matrix; with more ranks a cell stands for a block of them."""
WRITTEN_CELLS = 8
"""Up to so many ranks the amounts are written into the cells."""
KINDS = ("point-to-point", "collective")


def draw_message_sizes(profile: MpiProfile, name: str) -> Picture | None:
    """Calls and bytes by size, a bar for each kind. None where nothing was sent."""
    rows = [row for row in profile.message_sizes if row.calls > 0]
    if not rows:
        return None
    sizes = sorted({row.bytes_from for row in rows})
    place = {size: i for i, size in enumerate(_without_gaps(sizes))}
    kinds = [*KINDS, *sorted({row.kind for row in rows} - set(KINDS))]
    kinds = [kind for kind in kinds if any(row.kind == kind for row in rows)]
    about = "Calls and bytes by size of message: " + ", ".join(
        f"{row.kind} from {formats.size(row.bytes_from)} {row.calls} calls" for row in rows
    )
    with picture(name, about, 3.8, nrows=2, sharex=True) as (drawn, _, grid):
        width = 0.8 / len(kinds)
        for axes, key, label in zip(grid, ("calls", "bytes"), ("calls", "bytes sent"), strict=True):
            for i, kind in enumerate(kinds):
                of_kind = [row for row in rows if row.kind == kind]
                x = [place[row.bytes_from] + (i - (len(kinds) - 1) / 2) * width for row in of_kind]
                heights = [getattr(row, key) for row in of_kind]
                axes.bar(x, heights, width, color=COLOURS[i], label=kind)
            axes.set_yscale("log")
            amounts = [getattr(row, key) for row in rows if getattr(row, key) > 0]
            axes.set_ylim(min(amounts, default=1) / 4, max(amounts, default=1) * 4)
            axes.set_ylabel(label)
            axes.grid(False, axis="x")
            axes.yaxis.set_major_formatter(lambda v, _, k=key: _amount(v, k))
            axes.yaxis.set_minor_formatter(lambda value, _: "")
        grid[1].set_xticks(range(len(place)), [formats.size(size) for size in place])
        plt.setp(grid[1].get_xticklabels(), rotation=45, ha="right", rotation_mode="anchor")
        grid[1].set_xlabel("size of the message, from")
        grid[0].legend(fontsize=9, ncols=len(kinds), loc="lower left", bbox_to_anchor=(0, 1))
    return drawn


def _amount(value: float, key: str) -> str:
    return formats.prefixed(value, "B" if key == "bytes" else "")


def _without_gaps(sizes: Sequence[int]) -> list[int]:
    """And every power of two between the smallest but 0 and the largest."""
    found, size = set(sizes), min((size for size in sizes if size > 0), default=0)
    while 0 < size < max(sizes):
        found.add(size)
        size *= 2
    return sorted(found)


def matrix_of(profile: MpiProfile, most: int = MOST_CELLS) -> tuple[Floats, int]:
    """Bytes [cells, cells] from row to column, 0 where nothing was sent, and how many ranks a cell
    stands for."""
    block = -(-profile.n_ranks // most)
    cells = -(-profile.n_ranks // block)
    matrix = np.zeros((cells, cells))
    np.add.at(matrix, (profile.rank_from // block, profile.rank_to // block), profile.bytes)
    return matrix, block


def draw_matrix(profile: MpiProfile, name: str) -> Picture | None:
    """Who sends how much to whom, in logarithmic colours. None where nothing was sent."""
    matrix, block = matrix_of(profile)
    if not matrix.any():
        return None
    pairs = np.count_nonzero(matrix)
    about = f"Bytes sent from rank to rank: {pairs} of {matrix.size} cells have messages"
    sent: Any = np.ma.MaskedArray(matrix, matrix == 0)
    lower, upper = np.floor(np.log10(sent.min())), np.ceil(np.log10(sent.max()))
    norm = LogNorm(10**lower, 10 ** max(upper, lower + 1))
    with picture(name, about, 4.6) as (drawn, canvas, axes):
        extent = (-0.5, len(matrix) * block - 0.5, len(matrix) * block - 0.5, -0.5)
        # As an image, not resampled: the browser shows the cells.
        image = axes.imshow(sent, norm=norm, extent=extent, interpolation="none", cmap="viridis")
        if len(matrix) <= WRITTEN_CELLS and block == 1:
            _write_cells(axes, matrix, norm)
        axes.grid(False)
        axes.spines[:].set_visible(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(matplotlib.ticker.MaxNLocator(8, integer=True))
        suffix = f", blocks of {block}" if block > 1 else ""
        axes.set_xlabel(f"to rank{suffix}")
        axes.set_ylabel(f"from rank{suffix}")
        bar = canvas.colorbar(image, ax=axes, shrink=0.9, label="bytes sent in the run")
        bar.outline.set_visible(False)
        bar.ax.yaxis.set_major_formatter(lambda value, _: formats.prefixed(value, "B"))
        bar.ax.yaxis.set_minor_formatter(lambda value, _: "")
    return drawn


def _write_cells(axes: Axes, matrix: Floats, norm: LogNorm) -> None:
    for (i, j), value in np.ndenumerate(matrix):
        if value > 0:
            colour = "#000000" if norm(value) > 0.6 else "#ffffff"
            axes.text(j, i, formats.prefixed(float(value), "B"), ha="center", va="center",
                      fontsize=8, color=colour)  # fmt: skip
