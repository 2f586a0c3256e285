"""The tidy CSV tables: one number a row."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.outputs import claim, write_table
from lobatto.statistics.convergence import window_values
from lobatto.statistics.moment_names import VELOCITY
from lobatto.statistics.report import Report
from lobatto.statistics.secondary_flow import stream_function
from lobatto.statistics.wall_units import faces_of, wall_stress

FIGURE_PARTS = ("name", "value", "error", "remark")

TableParts: TypeAlias = tuple[Path, Sequence[str], Sequence[Sequence[object]], str]
"""path, columns, rows and what the table is about, as write_table takes them."""


def write_tables(folder: Path, report: Report) -> list[Path]:
    """All tables of a Report; returns the paths. Nothing is written where one is in the way."""
    makers = [_summary, _windows, _profiles, _stress_balance]
    if any(report.budgets):
        makers.append(_budgets)
    if report.walls.flow.kind == "duct":
        makers += [_section, _wall_friction]
    if report.differences:
        makers.append(_differences)
    tables = [make(folder, report) for make in makers]
    for path, *_ in tables:
        claim(path)
    return [write_table(*table) for table in tables]


def _summary(folder: Path, report: Report) -> TableParts:
    columns = ("name", "value", "standard_error", "remark")
    rows = [tuple(getattr(figure, c) for c in FIGURE_PARTS) for figure in report.figures]
    return folder / "summary.csv", columns, rows, "figures of the flow and of convergence"


def _differences(folder: Path, report: Report) -> TableParts:
    columns = (
        *("reference", "line", "quantity", "y_plus", "theirs", "ours"),
        *("standard_error", "relative"),
    )
    rows = [tuple(getattr(row, column) for column in columns) for row in report.differences]
    return folder / "differences.csv", columns, rows, "against reference data"


def _windows(folder: Path, report: Report) -> TableParts:
    values = window_values(report.windows)
    rows = []
    for i, window in enumerate(report.walls.statistics.windows):
        numbers = [values[name][i] for name in values]
        rows.append(
            (str(window.path), window.start, window.end, window.samples, *map(float, numbers))
        )
    columns = ("file", "start", "end", "samples", *values)
    return folder / "windows.csv", columns, rows, "every window of time"


def _profiles(folder: Path, report: Report) -> TableParts:
    columns = ("line", "quantity", "y", "y_plus", "value", "standard_error", "value_in_case_units")
    rows = [
        (line.line.label, name, y, y_plus, plus, error, value)
        for line in report.profiles
        for name, profile in line.profiles.items()
        for y, y_plus, plus, error, value in _columns(
            line.line.distance, line.y_plus, profile.plus, profile.plus_error, profile.values
        )
    ]
    about = "profiles in wall units; y from the wall, u along the flow, v away from the wall"
    return folder / "profiles.csv", columns, rows, about


def _budgets(folder: Path, report: Report) -> TableParts:
    columns = ("line", "budget", "term", "y", "y_plus", "value", "value_in_case_units")
    rows = [
        (line.line.label, budget.name, term, y, y_plus, value / budget.unit, value)
        for line, budgets in zip(report.profiles, report.budgets, strict=True)
        for budget in budgets
        for term, values in budget.terms_on(line.line).items()
        for y, y_plus, value in _columns(line.line.distance, line.y_plus, values)
    ]
    return folder / "budgets.csv", columns, rows, "budgets in wall units; gains are positive"


def _stress_balance(folder: Path, report: Report) -> TableParts:
    parts = ("viscous", "turbulent", "others", "total", "expected")
    unit = report.walls.friction.u_tau**2
    rows = [
        (line.line.label, part, *row)
        for line, balance in zip(report.profiles, report.balances, strict=True)
        for part in parts
        for row in _columns(line.line.distance, line.y_plus, getattr(balance, part) / unit)
    ]
    about = "parts of the total shear stress over the mean u_tau^2"
    return folder / "stress_balance.csv", ("line", "part", "y", "y_plus", "value"), rows, about


def _section(folder: Path, report: Report) -> TableParts:
    """Nodes of the section: those where elements meet occur more than once."""
    moments, grid = report.walls.moments, report.walls.grid
    quantities = {u: moments.mean(u) for u in (*VELOCITY, "p")}
    for i in range(3):
        for j in range(i, 3):
            quantities[f"{VELOCITY[i]}'{VELOCITY[j]}'"] = moments.stress(i, j)
    quantities["stream_function"] = stream_function(report.walls)
    quantities["vorticity"] = moments.vorticity(report.walls.flow.stream)
    for scalar in report.walls.statistics.scalars:
        of_scalar = report.walls.scalar_moments(scalar)
        quantities[scalar] = of_scalar.mean("T")
        quantities[f"{scalar}'{scalar}'"] = of_scalar.central("TT")
    places = np.meshgrid(*(grid.coordinates(axis) for axis in grid.axes), indexing="ij")
    flat = [place.ravel() for place in places][::-1]
    rows = [
        (name, *row)
        for name, values in quantities.items()
        for row in _columns(*flat, values.ravel())
    ]
    names = [AXIS_NAMES[axis] for axis in grid.axes][::-1]
    about = "the cross section after symmetries, in the units and axes of the case"
    return folder / "section.csv", ("quantity", *names, "value"), rows, about


def _wall_friction(folder: Path, report: Report) -> TableParts:
    walls, rows = report.walls, []
    for normal, end in faces_of(walls.flow):
        stress = wall_stress(walls.moments, walls.flow, walls.viscosity, normal, end)
        local = np.sign(stress) * np.sqrt(np.abs(stress))
        span = walls.flow.span(normal)
        face = f"{AXIS_NAMES[normal]}_{'min' if end == 0 else 'max'}"
        place = walls.grid.coordinates(span)
        ratio = local / walls.units.u_tau
        for row in _columns(place, place / walls.units.length, local, ratio):
            rows.append((face, AXIS_NAMES[span], *row))
    columns = ("wall", "along", "place", "place_plus", "u_tau", "u_tau_over_mean")
    return folder / "wall_friction.csv", columns, rows, "local friction velocity, minus: backwards"


def _columns(*arrays: ArrayLike) -> Iterable[tuple[float, ...]]:
    return zip(*(np.asarray(array, float).tolist() for array in arrays), strict=True)
