"""matplotlib figures as SVG inside a page, in the colours of the page.

Figures are drawn in placeholder colours, which become CSS variables: the same picture serves light
and dark. Texts stay texts, in the font of the page.
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from lobatto.pictures import style
from lobatto.pictures.style import plt

WIDTH = 6.4
"""Inches of every picture, drawn at 72 units an inch."""
INK, MUTED, GRID, PAPER = "#000001", "#000002", "#000003", "#000004"
COLOURS = ("#000011", "#000012", "#000013", "#000014", "#000015", "#000016", "#000017", "#000018")
VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--grid",
    PAPER: "--paper",
    **{colour: f"--series-{i}" for i, colour in enumerate(COLOURS, start=1)},
}
SETTINGS = {
    **style.SETTINGS,
    "svg.fonttype": "none",
    "svg.hashsalt": "lobatto",
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.prop_cycle": matplotlib.cycler(color=COLOURS),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "figure.facecolor": "none",
    "legend.labelcolor": INK,
}


@dataclass(frozen=True)
class Picture:
    """name: unique in the page; svg: the element, once the drawing is done."""

    name: str
    about: str
    svg: list[str] = field(default_factory=list)

    def __html__(self) -> str:
        return self.svg[0]


@contextmanager
def picture(
    name: str, about: str, height: float, **subplots: Any
) -> Iterator[tuple[Picture, Figure, Any]]:
    """Yields a Picture with figure and axes to draw on; about: what a reader who does not see it is
    told; height in inches."""
    with plt.rc_context(SETTINGS):
        canvas, axes = plt.subplots(figsize=(WIDTH, height), **subplots)
        try:
            drawn = Picture(name, about)
            yield drawn, canvas, axes
            text = io.StringIO()
            FigureCanvasSVG(canvas).print_svg(text, metadata={"Date": None})
            drawn.svg.append(inline(text.getvalue(), name, about))
        finally:
            plt.close(canvas)


def inline(document: str, name: str, about: str) -> str:
    """The svg element of a document: no declaration, no metadata, names that begin with `name`, and
    placeholders replaced by variables."""
    text = document[document.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'((?:xlink:)?href="|url\()#', rf"\g<1>#{name}-", text)
    text = re.sub(r"#0000[01]\d", lambda m: _variable(m.group()), text)
    head = re.findall(r'viewBox="[^"]*"', text)[0]
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    opening = f'<svg {namespaces} {head} role="img" aria-label="{escape(about)}">'
    return opening + f"<title>{escape(about)}</title>" + text[text.index(">") + 1 :].strip()


def _variable(colour: str) -> str:
    return f"var({VARIABLES[colour]})" if colour in VARIABLES else colour
