"""How the pictures look: fonts, colours, sizes and headings in one place."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from lobatto.arrays import Floats

matplotlib.use("Agg")  # files only: no display is needed

from matplotlib import pyplot

plt = pyplot
"""With the choice above made, for all who draw."""
SEQUENTIAL = "viridis"
INTENSITY = "magma"
DIVERGING = "RdBu_r"
LINE_COLOURS = ("#2f6690", "#d1603d", "#3a7d44", "#7b4b94")
HEADING_HEIGHT = 0.6
"""Inches at the top of every figure that belong to its heading."""
PNG = {"compress_level": 3}
"""Of zlib: twice as fast as its default."""

SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.labelsize": 10,
    "axes.linewidth": 0.8,
    "axes.prop_cycle": matplotlib.cycler(color=LINE_COLOURS),
    "xtick.direction": "out",
    "ytick.direction": "out",
    "lines.linewidth": 1.4,
    "legend.frameon": False,
    "figure.dpi": 170,
    "figure.constrained_layout.use": True,
    "agg.path.chunksize": 20000,
    "mathtext.fontset": "dejavusans",
}


@contextmanager
def figure(path: Path, width: float, height: float, heading: str, detail: str) -> Iterator[Figure]:
    """A figure of that size in inches under a heading; saved to ``path`` at the end.

    It is drawn once: ``savefig`` draws all of it one time more, only to arrange it.
    """
    with plt.rc_context(SETTINGS):
        canvas = plt.figure(figsize=(width, height))
        left = 0.12 / width
        canvas.text(left, 1 - 0.12 / height, heading, fontsize=12, fontweight="bold", va="top")
        canvas.text(left, 1 - 0.36 / height, detail, fontsize=9, color="0.35", va="top")
        canvas.get_layout_engine().set(rect=(0, 0, 1, 1 - HEADING_HEIGHT / height))
        try:
            yield canvas
            path.parent.mkdir(parents=True, exist_ok=True)
            FigureCanvasAgg(canvas).print_png(path, pil_kwargs=PNG)
        finally:
            plt.close(canvas)


def plain(text: object) -> str:
    """A text from a file as it stands, whatever signs of formulas are in it."""
    return str(text).replace("$", r"\$")


def picture_size(width: float, height: float, longest: float = 7.0) -> tuple[float, float]:
    """Inches of a picture of a width x height rectangle with its heading and colour bar."""
    scale = longest / max(width, height)
    drawn = max(width * scale, 3.2), max(height * scale, 1.3)
    if is_long(width, height):
        return drawn[0] + 1.0, drawn[1] + 1.4 + HEADING_HEIGHT
    return drawn[0] + 1.6, drawn[1] + 0.7 + HEADING_HEIGHT


def is_long(width: float, height: float) -> bool:
    """Whether the colour bar goes below."""
    return width > 2 * height


def levels(values: Floats, symmetric: bool = False) -> tuple[float, float]:
    """Colour limits: the range of what is finite; when symmetric about zero, without the 0.5 % of
    extremes."""
    if symmetric:
        bound = np.percentile(np.abs(values), 99.5) or np.abs(values).max() or 1.0
        return -bound, bound
    known = values[np.isfinite(values)]
    if len(known) == 0:
        return 0.0, 1.0
    lower, upper = float(known.min()), float(known.max())
    if upper - lower < 1e-12 * max(abs(lower), abs(upper), 1e-300):
        margin = max(abs(lower), 1e-12) * 1e-3
        return lower - margin, upper + margin
    return lower, upper
