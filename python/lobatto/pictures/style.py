"""How the pictures look: fonts, colours, sizes and headings in one place."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, MaxNLocator

from lobatto.arrays import Bytes, Floats

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
MOST_ROOM = 6
"""How often axes become an eighth taller for their legend."""
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
def figure(
    paths: Path | Sequence[Path], width: float, height: float, heading: str, detail: str
) -> Iterator[Figure]:
    """A figure of that size in inches under a heading; saved at the end, in the format that the
    ending of each path names."""
    with sheet(width, height, heading, detail) as canvas:
        yield canvas
        for path in [paths] if isinstance(paths, Path) else paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            _save(canvas, path)


@contextmanager
def sheet(width: float, height: float, heading: str, detail: str) -> Iterator[Figure]:
    """A figure of that size in inches under a heading, for the time of the block."""
    with plt.rc_context(SETTINGS):
        canvas = plt.figure(figsize=(width, height))
        left = 0.12 / width
        texts = [
            canvas.text(left, 1 - 0.12 / height, heading, fontsize=12, fontweight="bold", va="top"),
            canvas.text(left, 1 - 0.36 / height, detail, fontsize=9, color="0.35", va="top"),
        ]
        for text in texts:
            _fit(text, canvas, width - 0.24)
        canvas.get_layout_engine().set(rect=(0, 0, 1, 1 - HEADING_HEIGHT / height))
        try:
            yield canvas
        finally:
            plt.close(canvas)


def _fit(text: Text, canvas: Figure, width: float) -> None:
    """Makes a text smaller that is longer than a width in inches."""
    extent = text.get_window_extent(FigureCanvasAgg(canvas).get_renderer())
    if extent.width > width * canvas.dpi:
        text.set_fontsize(text.get_fontsize() * width * canvas.dpi / extent.width)


def _save(canvas: Figure, path: Path) -> None:
    """PNG is drawn once: ``savefig`` draws all of it one time more, only to arrange it."""
    _arrange(canvas)
    if path.suffix == ".png":
        FigureCanvasAgg(canvas).print_png(path, pil_kwargs=PNG)
    else:
        canvas.savefig(path)


def _arrange(canvas: Figure) -> None:
    """Before drawing arranges it again: how wide the labels of ticks are follows from how many
    there are, and that from the room which axes have got. Ticks then stay where they are."""
    canvas.get_layout_engine().execute(canvas)
    for axes in canvas.axes:
        axes.apply_aspect()
        for axis in (axes.xaxis, axes.yaxis):
            if isinstance(axis.get_major_locator(), RoomyLocator):
                axis.set_major_locator(FixedLocator(axis.get_majorticklocs()))
        _free_legend(axes)
    canvas.get_layout_engine().execute(canvas)


def _free_legend(axes: Axes) -> None:
    """Makes room above the curves where the legend has no place beside them."""
    legend, renderer = axes.get_legend(), FigureCanvasAgg(axes.figure).get_renderer()
    if legend is None or axes.get_yscale() != "linear":
        return
    for _ in range(MOST_ROOM):
        covered = legend.get_window_extent(renderer)
        paths = [line.get_path().transformed(line.get_transform()) for line in axes.get_lines()]
        if not any(path.intersects_bbox(covered, filled=False) for path in paths):
            return
        bottom, top = axes.get_ylim()
        axes.set_ylim(bottom, top + 0.12 * (top - bottom))


def pixels(canvas: Figure) -> Bytes:
    """[rows, columns, 3]: the figure in red, green and blue."""
    _arrange(canvas)
    drawn = FigureCanvasAgg(canvas)
    drawn.draw()
    return np.asarray(drawn.buffer_rgba())[..., :3].copy()


class RoomyLocator(MaxNLocator):  # type: ignore[misc]
    """Round ticks, so many that their labels stand apart."""

    def __init__(self) -> None:
        super().__init__(steps=[1, 2, 2.5, 5, 10], min_n_ticks=1)

    def __call__(self) -> Any:
        room = 3 * self.axis.get_tick_space() // 5
        self.set_params(nbins=max(1, min(9, room)))
        return super().__call__()


def plain(text: object) -> str:
    """A text from a file as it stands, whatever signs of formulas are in it."""
    return str(text).replace("$", r"\$")


def picture_size(width: float, height: float, longest: float = 7.0) -> tuple[float, float]:
    """Inches of a picture of a width x height rectangle with its heading and colour bar."""
    scale = longest / max(width, height)
    drawn = max(width * scale, 3.2), max(height * scale, 0.8)
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
