"""Profiles and stresses in wall units, with reference data over them."""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from lobatto.pictures import style
from lobatto.statistics.album import ROUND_OFF, Album, clean
from lobatto.statistics.lines import Line
from lobatto.statistics.momentum import stress_balance
from lobatto.statistics.profiles import LineProfiles
from lobatto.statistics.wall_statistics import WallStatistics

KARMAN, INTERCEPT = 0.41, 5.2
"""Of the logarithmic law, as drawn."""
MARKERS = "osD^v"
DASHES = ("--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
"""Of references, in their order: markers where there are few points, else lines."""
FEW = 20
UNSEEN = 2e-3
"""A part of the balance below this is not drawn: a channel has no secondary flow."""
LABELS = {
    "U": r"$U^+$",
    "uu": r"$\overline{u'u'}^+$",
    "vv": r"$\overline{v'v'}^+$",
    "ww": r"$\overline{w'w'}^+$",
    "uv": r"$\overline{u'v'}^+$",
    "uw": r"$\overline{u'w'}^+$",
    "vw": r"$\overline{v'w'}^+$",
    "k": r"$k^+$",
    "u_rms": r"$u_{rms}^+$",
    "v_rms": r"$v_{rms}^+$",
    "w_rms": r"$w_{rms}^+$",
    "p_rms": r"$p_{rms}^+$",
    "V": r"$V^+$",
    "W": r"$W^+$",
    "P": r"$P^+$",
}


def draw_profiles(album: Album, profiles: LineProfiles) -> None:
    """Mean velocity over log y+ and over y / h, fluctuations and pressure."""
    line = profiles.line
    with album.figure(
        album.of_line("profiles", line), 9.4, 7.4, f"Mean profiles{where(line)}"
    ) as canvas:
        (top_left, top_right), (low_left, low_right) = canvas.subplots(2, 2)
        draw_mean(top_left, album, profiles)
        half = album.report.walls.flow.half_width
        fine, bulk = line.refined(), album.report.walls.bulk_velocity
        top_right.plot(fine.distance / half, profiles["U"].values_on(fine) / bulk)
        top_right.set_title(r"$U / U_b$", loc="left")
        draw_curves(low_left, album, profiles, ["u_rms", "v_rms", "w_rms"])
        draw_curves(low_right, album, profiles, ["p_rms", "P"])
        for axes in (top_left, low_left, low_right):
            axes.set_xlabel("$y^+$")
        top_right.set_xlabel("y / h")
        for axes in canvas.axes:
            clean(axes)


def draw_stresses(album: Album, profiles: LineProfiles) -> None:
    """Reynolds stresses, and the balance of shear stress."""
    line = profiles.line
    with album.figure(
        album.of_line("stresses", line), 9.4, 7.4, f"Reynolds stresses{where(line)}"
    ) as canvas:
        (top_left, top_right), (low_left, low_right) = canvas.subplots(2, 2)
        draw_curves(top_left, album, profiles, ["uu", "k"])
        draw_curves(top_right, album, profiles, ["vv", "ww"])
        draw_curves(low_left, album, profiles, [*_not_zero(profiles, "uv", "uw", "vw")])
        draw_balance(low_right, album.report.walls, profiles)
        for axes in canvas.axes:
            axes.set_xlabel("$y^+$")
            clean(axes)


def _not_zero(profiles: LineProfiles, *names: str) -> Iterator[str]:
    """Without those that symmetries make 0; the first of them at least."""
    for name in names:
        values = profiles[name].values_on(profiles.line) / profiles[name].unit
        if name == names[0] or np.abs(values).max() > ROUND_OFF:
            yield name


def draw_scalars(album: Album, profiles: LineProfiles) -> None:
    """Mean, variance and fluxes of each scalar."""
    line = profiles.line
    for scalar in album.report.walls.statistics.scalars:
        name = album.of_line(f"scalar_{scalar}", line)
        with album.figure(name, 12.4, 4.2, f"{scalar.capitalize()}{where(line)}") as canvas:
            left, middle, right = canvas.subplots(1, 3)
            draw_curves(left, album, profiles, [scalar])
            draw_curves(middle, album, profiles, [f"{scalar}_{scalar}"])
            draw_curves(right, album, profiles, [f"{u}_{scalar}" for u in "uvw"])
            for axes in canvas.axes:
                axes.set_xlabel("$y^+$")
                clean(axes)


def draw_curves(axes: Axes, album: Album, profiles: LineProfiles, names: Sequence[str]) -> None:
    """With a band of one standard error, and the references: points where they have few, else
    lines."""
    line = profiles.line.refined()
    y_plus, largest = line.distance / profiles.units.length, 0.0
    for name, colour in zip(names, style.LINE_COLOURS, strict=False):
        profile = profiles[name]
        values = profile.values_on(line) / profile.unit
        largest = max(largest, np.abs(values).max())
        label = LABELS.get(name, name.replace("_", " "))
        axes.plot(y_plus, values, color=colour, label=label)
        if np.isfinite(profile.error).all():
            error = np.interp(y_plus, profiles.y_plus, profile.plus_error)
            axes.fill_between(
                y_plus, values - error, values + error, color=colour, alpha=0.2, linewidth=0
            )
    for name, colour in zip(names, style.LINE_COLOURS, strict=False):
        _draw_references(axes, album, name, colour)
    axes.set_title(
        ", ".join(LABELS.get(name, name.replace("_", " ")) for name in names), loc="left"
    )
    axes.legend(fontsize=8, loc="best")
    if largest < ROUND_OFF:
        axes.set_ylim(-1, 1)


def _draw_references(axes: Axes, album: Album, name: str, colour: str) -> None:
    """Each stands in the legend once."""
    for reference, marker, dashes in zip(album.report.references, MARKERS, DASHES, strict=False):
        if name not in reference.profiles:
            continue
        known = axes.get_legend_handles_labels()[1]
        label = None if reference.title in known else reference.title
        places, values = reference.profiles[name]
        if len(places) > FEW:
            axes.plot(places, values, color="0.1", linestyle=dashes, linewidth=1, label=label)
        else:
            axes.plot(places, values, marker, color=colour, markersize=4.5, fillstyle="none",
                      label=label)  # fmt: skip


def draw_balance(axes: Axes, walls: WallStatistics, profiles: LineProfiles) -> None:
    """Parts of the total shear stress, and what it should be, in u_tau^2."""
    line = profiles.line.refined()
    balance = stress_balance(walls, line)
    unit = profiles.units.u_tau**2
    curves = (
        (balance.viscous, r"$\nu\, dU/dy$", "-", style.LINE_COLOURS[0]),
        (balance.turbulent, r"$-\overline{u'v'}$", "-", style.LINE_COLOURS[1]),
        (balance.others, "secondary flow, span", "-", style.LINE_COLOURS[2]),
        (balance.total, "total", "-", "0.2"),
        (balance.expected, "expected", "--", "0.5"),
    )
    for values, label, kind, colour in curves:
        if np.abs(values).max() < UNSEEN * unit:
            continue
        axes.plot(
            line.distance / profiles.units.length, values / unit, kind, label=label, color=colour
        )
    axes.set_title(r"Shear stress / $u_\tau^2$", loc="left")
    axes.legend(fontsize=8, loc="best")


def draw_mean(axes: Axes, album: Album, profiles: LineProfiles) -> None:
    """The mean velocity over log y+, below its legend."""
    _draw_law_of_the_wall(axes, profiles)
    draw_curves(axes, album, profiles, ["U"])
    axes.legend(fontsize=8, loc="upper left")
    bottom, top = axes.get_ylim()
    axes.set_ylim(bottom, top + 0.3 * (top - bottom))
    axes.set_xscale("log")
    axes.set_xlim(max(0.2, 0.5 * profiles.y_plus[1]), 1.1 * profiles.y_plus.max())


def _draw_law_of_the_wall(axes: Axes, profiles: LineProfiles) -> None:
    last = profiles.y_plus.max()
    near = np.geomspace(0.1, 12, 80)
    axes.plot(near, near, ":", color="0.6", linewidth=1, label="$y^+$")
    if last > 15:
        far = np.geomspace(8, last, 80)
        label = rf"$\ln y^+ / {KARMAN} + {INTERCEPT}$"
        axes.plot(
            far, np.log(far) / KARMAN + INTERCEPT, "--", color="0.6", linewidth=1, label=label
        )


def where(line: Line) -> str:
    """Of a heading: the place of a line of a duct."""
    return "" if line.place is None else f" at {line.label}"
