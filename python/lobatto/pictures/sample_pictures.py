"""Pictures of what probes sampled, and of recorded forces and monitors."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from lobatto.arrays import Floats
from lobatto.errors import Damages
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.pictures import style
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.runs.run import Run
from lobatto.runs.samples import (
    COEFFICIENTS,
    Monitor,
    Samples,
    monitor_names,
    probe_names,
    read_forces,
    read_monitor,
    read_samples,
)
from lobatto.wording import counted

N_CURVES = 6
"""Points of a probe that are drawn at most: more would hide each other."""


def draw_samples(run: Run, folder: PictureFolder, damages: Damages) -> Iterator[Path]:
    """Draws force_<name>, monitor_<name> and probe_<name> for all that the run has; yields the
    paths. Damaged files are passed over and noted."""
    for name in sorted(path.stem for path in (run.path / "forces").glob("*.csv")):
        with damages.noted():
            forces = read_forces(run.path, name)
            if len(forces.get("time", ())) > 1:
                _draw_forces(run, folder, name, forces)
        yield from folder.taken()
    for name in monitor_names(run.path):
        with damages.noted():
            monitor = read_monitor(run.path, name)
            if len(monitor.time) > 1 and monitor.shown:
                draw_monitor = _draw_numbers if monitor.axis is None else _draw_profiles
                draw_monitor(run, folder, name, monitor)
        yield from folder.taken()
    for name in probe_names(run.path):
        with damages.noted():
            samples = read_samples(run.path, name)
            if len(samples.time) > 1 and samples.values:
                draw = {1: _draw_points, 2: _draw_plane}[samples.points.ndim - 1]
                if _is_line(samples):
                    draw = _draw_line
                draw(run, folder, name, samples)
        yield from folder.taken()


def _is_line(samples: Samples) -> bool:
    """Whether the points stand on a straight line at equal distances, and are many."""
    if samples.points.ndim != 2 or len(samples.points) <= N_CURVES:
        return False
    steps = np.diff(samples.points, axis=0)
    return np.allclose(steps, steps[0], atol=1e-9 * np.abs(samples.points).max() + 1e-300)


def _grid(canvas: Figure, n_panels: int, **options: Any) -> Any:
    n_columns = 1 if n_panels == 1 else 2
    grid = canvas.subplots(-(-n_panels // n_columns), n_columns, squeeze=False, **options)
    for axes in grid.flat[n_panels:]:
        axes.set_visible(False)
    for column in range(n_columns):
        last = max(i for i in range(n_panels) if i % n_columns == column)
        grid.flat[last].set_xlabel("t")
        grid.flat[last].tick_params(labelbottom=True)
    return grid.flat[:n_panels]


def _size(n_panels: int, height: float = 2.1) -> tuple[float, float]:
    n_columns = 1 if n_panels == 1 else 2
    return 4.4 * n_columns + 0.4, height * -(-n_panels // n_columns) + 0.6 + style.HEADING_HEIGHT


def _draw_forces(run: Run, folder: PictureFolder, name: str, forces: Mapping[str, Floats]) -> None:
    curves = _force_curves(forces)
    time = forces["time"]
    detail = f"{describe(run)}  ·  on {style.plain(name)}, area {forces['area'][0]:.6g}"
    with folder.figure(
        f"force_{name}", *_size(len(curves)), f"Force on {style.plain(name)}", detail
    ) as canvas:
        panels = _grid(canvas, len(curves), sharex=True)
        for axes, (title, lines) in zip(panels, curves.items(), strict=True):
            axes.set_title(title, loc="left")
            for label, values in lines.items():
                axes.plot(time, values, label=label)
            if title in COEFFICIENTS.values():
                axes.set_ylim(limits_after_start(time, *lines.values()))
            elif len(lines) > 1:
                axes.legend()


def _force_curves(forces: Mapping[str, Floats]) -> dict[str, dict[str, Floats]]:
    """What a panel each shows, by its title; coefficients first."""
    both, viscous = {}, {}
    for letter in AXIS_NAMES:
        viscous[f"${letter}$"] = forces[f"viscous_{letter}"]
        both[f"${letter}$"] = forces[f"pressure_{letter}"] + forces[f"viscous_{letter}"]
    curves = {COEFFICIENTS[c]: {"": forces[c]} for c in COEFFICIENTS if c in forces}
    curves |= {"Pressure and viscous force": both, "Viscous force": viscous}
    curves["Mean wall shear stress"] = {"": forces["mean_shear"]}
    for column in (column for column in forces if column.startswith("flux_")):
        title = f"Mean flux of {style.plain(column.removeprefix('flux_'))}"
        curves[title] = {"": forces[column]}
    return curves


def limits_after_start(time: Floats, values: Floats) -> tuple[float, float]:
    """Of the values but those of the first twentieth: flows that start at once have a large force
    there."""
    begin = time[0] + 0.05 * (time[-1] - time[0])
    lower, upper = style.levels(values[time >= begin])
    margin = 0.05 * (upper - lower)
    return lower - margin, upper + margin


def _draw_numbers(run: Run, folder: PictureFolder, name: str, monitor: Monitor) -> None:
    """Each column over time."""
    columns = monitor.shown
    detail = f"{describe(run)}  ·  {counted(len(monitor.time), 'sample')}"
    with folder.figure(
        f"monitor_{name}", *_size(len(columns)), f"Monitor {style.plain(name)}", detail
    ) as canvas:
        panels = _grid(canvas, len(columns), sharex=True)
        for axis, column in zip(panels, columns, strict=True):
            axis.set_title(style.plain(column), loc="left")
            axis.plot(monitor.time, monitor[column])


def _draw_profiles(run: Run, folder: PictureFolder, name: str, monitor: Monitor) -> None:
    """Each column over time and the place of the planes."""
    columns = monitor.shown
    n_samples = counted(len(monitor.time), "sample")
    detail = f"{describe(run)}  ·  planes across {monitor.axis}, {n_samples}"
    size = _size(len(columns), 2.4)
    with folder.figure(f"monitor_{name}", *size, f"Monitor {style.plain(name)}", detail) as canvas:
        panels = _grid(canvas, len(columns), sharex=True, sharey=True)
        for axis, column in zip(panels, columns, strict=True):
            lower, upper = style.levels(monitor[column])
            mesh = axis.pcolormesh(
                monitor.time, monitor.places, monitor[column].T, shading="nearest",
                cmap=style.SEQUENTIAL, vmin=lower, vmax=upper, rasterized=True,
            )  # fmt: skip
            canvas.colorbar(mesh, ax=axis)
            axis.set_title(style.plain(column), loc="left")
            axis.set_ylabel(f"${monitor.axis}$")


def _draw_points(run: Run, folder: PictureFolder, name: str, samples: Samples) -> None:
    n_shown = min(len(samples.points), N_CURVES)
    shown = np.linspace(0, len(samples.points) - 1, n_shown).astype(int)
    detail = f"{describe(run)}  ·  {counted(len(samples.time), 'sample')}"
    if n_shown < len(samples.points):
        detail += f"  ·  {n_shown} of {len(samples.points)} points"
    with folder.figure(
        f"probe_{name}", *_size(len(samples.values)), f"Probe {style.plain(name)}", detail
    ) as canvas:
        panels = _grid(canvas, len(samples.values), sharex=True)
        for axis, (quantity, values) in zip(panels, samples.values.items(), strict=True):
            axis.set_title(style.plain(quantity), loc="left")
            for point in shown:
                place = ", ".join(f"{x:.4g}" for x in samples.points[point])
                axis.plot(samples.time, values[:, point], label=f"({place})", linewidth=0.9)
        panels[0].legend(fontsize=7)


def _draw_line(run: Run, folder: PictureFolder, name: str, samples: Samples) -> None:
    """Each quantity over time and the distance from the first point."""
    distance = np.linalg.norm(samples.points - samples.points[0], axis=1)
    ends = " to ".join(
        "(" + ", ".join(f"{x:.4g}" for x in samples.points[i]) + ")" for i in (0, -1)
    )
    detail = f"{describe(run)}  ·  {ends}, {counted(len(samples.time), 'sample')}"
    size = _size(len(samples.values), 2.4)
    with folder.figure(
        f"probe_{name}", *size, f"Line {style.plain(name)} over time", detail
    ) as canvas:
        panels = _grid(canvas, len(samples.values), sharex=True, sharey=True)
        for axis, (quantity, values) in zip(panels, samples.values.items(), strict=True):
            lower, upper = style.levels(values)
            mesh = axis.pcolormesh(
                samples.time, distance, values.T, shading="nearest",
                cmap=style.SEQUENTIAL, vmin=lower, vmax=upper, rasterized=True,
            )  # fmt: skip
            canvas.colorbar(mesh, ax=axis)
            axis.set_title(style.plain(quantity), loc="left")
            axis.set_ylabel("distance")


def _draw_plane(run: Run, folder: PictureFolder, name: str, samples: Samples) -> None:
    """Each quantity at the last sample, and the mean of all."""
    corner = samples.points[0, 0]
    first = np.linalg.norm(samples.points[0] - corner, axis=1)
    second = np.linalg.norm(samples.points[:, 0] - corner, axis=1)
    n_samples = counted(len(samples.time), "sample")
    detail = f"{describe(run)}  ·  {n_samples}, t to {samples.time[-1]:.6g}"
    width, height = 9.0, 3.4 * len(samples.values) + 0.3 + style.HEADING_HEIGHT
    with folder.figure(
        f"probe_{name}", width, height, f"Plane {style.plain(name)}", detail
    ) as canvas:
        grid = canvas.subplots(len(samples.values), 2, squeeze=False)
        for row, (quantity, values) in zip(grid, samples.values.items(), strict=True):
            pictures = (values[-1], "last"), (values.mean(axis=0), "mean")
            for axis, (picture, which) in zip(row, pictures, strict=True):
                lower, upper = style.levels(picture)
                mesh = axis.pcolormesh(
                    first, second, picture, shading="gouraud",
                    cmap=style.SEQUENTIAL, vmin=lower, vmax=upper,
                )  # fmt: skip
                canvas.colorbar(mesh, ax=axis)
                title = f"{style.plain(quantity)}, {which}"
                axis.set(title=title, aspect="equal", xlabel="along edge 1", ylabel="along edge 2")
