"""What a run holds, as tables."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lobatto.arrays import Array
from lobatto.console_table import console_table
from lobatto.document import Document
from lobatto.errors import Damages
from lobatto.field_file import AXIS_NAMES, FieldFile
from lobatto.run import Run

HIDDEN = ("case", "mesh", "regions", "region_tree", "flags")
"""Parts of the summary that are too long for a table."""


def print_info(run: Run, console: Console) -> None:
    """What cannot be read is left out, and told of in a LobattoError after all the rest."""
    damages = Damages()
    with damages.noted():
        console.print(f"[bold]{escape(run.name)}[/bold]  {escape(str(run.path))}", highlight=False)
        if run.summary:
            console.print(_summary_table(run.summary))
        else:
            console.print("no summary.json yet: the run goes on, or ended before its time")
        regions = run.facts.objects("regions", ())
        if regions:
            console.print(_regions_table(regions))
    with damages.noted():
        console.print(_steps_table(run.steps))
    files = []
    with damages.noted():
        for entry in run.fields:
            with damages.noted():
                files.append(entry.open())
        if files:
            console.print(_mesh_table(files[-1]))
        console.print(_fields_table(files))
    damages.raise_noted()


def _text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "-" if value is None else str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    return escape(str(value))


def _summary_table(summary: dict[str, Any]) -> Table:
    table = console_table("Summary", "what", ">value")
    for key, value in summary.items():
        if key in HIDDEN:
            continue
        if isinstance(value, dict):
            for name, item in value.items():
                shown = item if not isinstance(item, dict) else _pairs(item)
                table.add_row(_text(f"{key}.{name}"), _text(shown))
        else:
            table.add_row(_text(key), _text(value))
    return table


def _pairs(items: dict[str, Any]) -> str:
    return "  ".join(f"{name} {_text(value)}" for name, value in items.items())


def _regions_table(regions: list[Document]) -> Table:
    """regions: Documents."""
    names = list(regions[0].values)
    first, *others = map(_text, names)
    table = console_table("Where the time went", first, *(">" + name for name in others))
    for region in regions:
        table.add_row(*(_text(region.values.get(name)) for name in names))
    return table


def _steps_table(steps: Mapping[str, Array]) -> Table:
    table = console_table("Steps", "column", ">first", ">last", ">smallest", ">largest")
    for name, values in steps.items():
        if values.dtype == object:
            table.add_row(_text(name), _text(values[0]), _text(values[-1]), "", "")
            continue
        known = values[np.isfinite(values)]
        if len(known):
            shown = known[0], known[-1], known.min(), known.max()
            table.add_row(_text(name), *(_text(float(value)) for value in shown))
    return table


def _mesh_table(file: FieldFile) -> Table:
    table = console_table("Mesh", "what", ">value")
    table.add_row("geometry", file.geometry)
    table.add_row("elements", file.arrangement)
    table.add_row("points", str(file.n_points))
    for axis, (lower, upper) in zip(AXIS_NAMES, file.bounds.T, strict=True):
        table.add_row(axis, f"{lower:.6g} to {upper:.6g}")
    table.add_row("volume", _text(file.volume))
    return table


def _fields_table(files: list[FieldFile]) -> Table:
    table = console_table("Field files", "file", ">time", ">step", ">order", "elements", "fields")
    for file in files:
        row = (f"{file.time:g}", str(file.step), str(file.order), file.arrangement)
        table.add_row(_text(file.path.name), *row, _text(", ".join(file.names)))
    return table
