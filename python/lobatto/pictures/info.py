"""What a run holds, as tables of at most 80 columns."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lobatto.arrays import Array
from lobatto.console_table import console_table
from lobatto.errors import Damages
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.files.document import Document
from lobatto.runs.run import Run
from lobatto.wording import counted

HIDDEN = ("case", "mesh", "regions", "region_tree", "flags")
"""Parts of the summary that are too long for a table."""
UNITS = {
    "wall_s": "s", "setup_s": "s", "seconds": "s", "seconds_per_step": "s",
    "seconds_per_step_mean": "s", "points_per_second_per_rank": "1/s", "stream_gbs": "GB/s",
    "peak_gflops": "GFLOP/s", "memory_per_point_bytes": "bytes",
}  # fmt: skip
"""Of numbers in the summary. What has none is of the units of the case, or a mere number."""
SHARES = ("bandwidth_efficiency", "profiler_overhead")
"""Parts of one, which are shown in per cent."""
REGION_COLUMNS = {
    "seconds": "s", "share": "share", "calls": "calls", "gbs": "GB/s", "gflops": "GFLOP/s"
}  # fmt: skip
"""Of a region what is shown, and under which heading."""


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


def _text(value: object, digits: int = 6) -> str:
    if isinstance(value, bool) or value is None:
        return "-" if value is None else str(value).lower()
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    return escape(str(value))


def _summary_table(summary: dict[str, Any]) -> Table:
    table = console_table("Summary", "what", ">value")
    for key, value in summary.items():
        if key in HIDDEN:
            continue
        if isinstance(value, dict):
            for name, item in value.items():
                table.add_row(_text(f"{key}.{name}"), escape(_in_words(item)))
        else:
            table.add_row(_text(key), _with_unit(key, value))
    return table


def _with_unit(key: str, value: object) -> str:
    """A number with its unit, sizes of memory in MB, shares in per cent."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and key == "memory_peak_bytes":
        return f"{value / 1e6:.4g} MB"  # type: ignore[operator]
    if is_number and key in SHARES:
        return f"{100 * value:.3g} %"  # type: ignore[operator]
    unit = UNITS.get(key, "") if is_number else ""
    return f"{_text(value)} {unit}".rstrip()


def _in_words(value: object) -> str:
    """A value, or all in a table of values: `solver direct, iterations 0 to 3, mean 1.5`."""
    if not isinstance(value, dict):
        return _text(value)
    return ", ".join(_parts_of(value))


def _parts_of(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, dict) and {"min", "max"} <= value.keys():
            mean = f", mean {_text(value['mean'], 3)}" if "mean" in value else ""
            yield f"{name} {_text(value['min'])} to {_text(value['max'])}{mean}"
        elif isinstance(value, dict):
            yield f"{name}: {_in_words(value)}"
        elif value is not None:
            yield f"{name} {_text(value)}"


def _regions_table(regions: list[Document]) -> Table:
    """regions: Documents."""
    shown = [name for name in REGION_COLUMNS if name in regions[0].values]
    headings = (">" + REGION_COLUMNS[name] for name in shown)
    table = console_table("Where the time went", "region", *headings)
    for region in regions:
        cells = (_region_cell(name, region.values.get(name)) for name in shown)
        table.add_row(_text(region.values.get("name")), *cells)
    return table


def _region_cell(name: str, value: object) -> str:
    if name == "share" and isinstance(value, int | float):
        return f"{100 * value:.1f} %"
    return _text(float(value) if isinstance(value, int) and name != "calls" else value, 4)


def _steps_table(steps: Mapping[str, Array]) -> Table:
    table = console_table("Steps", "column", ">first", ">last", ">smallest", ">largest")
    for name, values in steps.items():
        if values.dtype == object:
            continue
        known = values[np.isfinite(values)]
        if len(known):
            shown = known[0], known[-1], known.min(), known.max()
            table.add_row(_text(name), *(_text(float(value), 4) for value in shown))
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
    heading = counted(len(files), "field file")
    table = console_table(heading, "file", ">time", ">step", ">order", "fields")
    for file in files:
        row = (f"{file.time:g}", str(file.step), str(file.order))
        table.add_row(_text(file.path.name), *row, _text(", ".join(file.names)))
    return table
