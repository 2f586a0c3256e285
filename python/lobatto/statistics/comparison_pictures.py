"""Our profiles against those of references, and the difference of both."""

import numpy as np
from matplotlib.axes import Axes

from lobatto.pictures import style
from lobatto.statistics.album import Album, clean
from lobatto.statistics.profile_pictures import DASHES, LABELS, draw_curves, draw_mean, where
from lobatto.statistics.profiles import LineProfiles
from lobatto.statistics.reference import Difference

COMPARED = ("U", "u_rms", "v_rms", "w_rms", "uv")
COLOURS = (*style.LINE_COLOURS, "0.35")


def draw_comparison(album: Album, profiles: LineProfiles) -> None:
    """Nothing where no reference has a profile of what is drawn."""
    if not any(reference.profiles.keys() & set(COMPARED) for reference in album.report.references):
        return
    line = profiles.line
    name, heading = album.of_line("comparison", line), f"Profiles against references{where(line)}"
    with album.figure(name, 9.4, 7.4, heading) as canvas:
        (top_left, top_right), (low_left, low_right) = canvas.subplots(2, 2)
        draw_mean(top_left, album, profiles)
        draw_curves(top_right, album, profiles, ["u_rms", "v_rms", "w_rms"])
        draw_curves(low_left, album, profiles, ["uv"])
        _draw_differences(low_right, album, line.label)
        for axes in canvas.axes:
            axes.set_xlabel("$y^+$")
            clean(axes)


def _draw_differences(axes: Axes, album: Album, label: str) -> None:
    """In parts of the largest value of the reference, with a band of one standard error."""
    axes.axhline(0, color="0.6", linewidth=0.8)
    for reference, dashes in zip(album.report.references, ("-", *DASHES), strict=False):
        for quantity, colour in zip(COMPARED, COLOURS, strict=True):
            rows = [
                row
                for row in album.report.differences
                if (row.reference, row.line, row.quantity) == (reference.title, label, quantity)
            ]
            if rows:
                _draw_difference(axes, rows, colour, dashes)
    axes.set_title("Ours less theirs, % of their largest", loc="left")
    axes.legend(fontsize=8, loc="best")


def _draw_difference(axes: Axes, rows: list[Difference], colour: str, dashes: object) -> None:
    theirs = np.array([row.theirs for row in rows])
    scale = 100 / (np.abs(theirs).max() or 1.0)
    places = [row.y_plus for row in rows]
    values = scale * (np.array([row.ours for row in rows]) - theirs)
    error = scale * np.array([row.standard_error for row in rows])
    known = axes.get_legend_handles_labels()[1]
    label = LABELS[rows[0].quantity]
    axes.plot(places, values, color=colour, linestyle=dashes,
              label=None if label in known else label)  # fmt: skip
    axes.fill_between(places, values - error, values + error, color=colour, alpha=0.15, linewidth=0)
