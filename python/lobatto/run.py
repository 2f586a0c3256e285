"""What a run left in its folder."""

import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from lobatto.errors import LobattoError
from lobatto.field_file import AXIS_NAMES, FieldFile


@dataclass(frozen=True)
class FieldEntry:
    """A field file and its time."""

    path: Path
    time: float

    def open(self):
        return FieldFile(self.path)


class Run:
    """The folder of one run: summary.json, steps.jsonl and fields/. A run that still goes on has no
    summary yet."""

    def __init__(self, path):
        self.path = Path(path)
        if not self.path.is_dir():
            raise LobattoError(f"there is no run folder {self.path}")
        parts = ("summary.json", "steps.jsonl", "fields")
        if not any((self.path / part).exists() for part in parts):
            raise LobattoError(
                f"{self.path} is not a run folder: it has none of {', '.join(parts)}"
            )

    @cached_property
    def summary(self):
        """summary.json as a dictionary, empty when there is none yet."""
        return read_json(self.path / "summary.json")

    @cached_property
    def name(self):
        case = self.summary.get("case")
        if isinstance(case, dict):
            case = case.get("name")
        return case or self.path.resolve().name

    @cached_property
    def reynolds(self):
        """fluid.reynolds of the case, None where the case states a viscosity instead."""
        case = self.summary.get("case")
        case = case if isinstance(case, dict) else {}
        try:
            stated = tomllib.loads(case.get("text", "")).get("fluid", {}).get("reynolds")
            changed = (case.get("overrides") or {}).get("fluid.reynolds")
            return float(stated if changed is None else changed)
        except (tomllib.TOMLDecodeError, TypeError, ValueError):
            return None

    @cached_property
    def periodic(self):
        """The directions of the box, moved or not, that are periodic; none where the summary says
        nothing of them, as with a mesh from a file."""
        mesh = self.summary.get("mesh") or {}
        return tuple(bool(mesh.get(axis, {}).get("periodic", False)) for axis in AXIS_NAMES)

    @cached_property
    def steps(self):
        """Columns of steps.jsonl: name -> array over the steps. Nested values have dotted names,
        such as "solves.pressure.iterations"; what a step does not have is NaN (None in texts)."""
        return _columns(_read_lines(self.path / "steps.jsonl"))

    @cached_property
    def fields(self):
        """The field files in the order of time."""
        folder = self.path / "fields"
        listed = read_json(folder / "fields.vtkhdf.series").get("files", [])
        entries = [FieldEntry(folder / item["name"], float(item["time"])) for item in listed]
        known = {entry.path for entry in entries}
        for path in sorted(folder.glob("*.vtkhdf")):
            if path not in known:
                entries.append(FieldEntry(path, FieldFile(path).time))
        return sorted((entry for entry in entries if entry.path.exists()), key=lambda e: e.time)


def read_json(path):
    """The object in a file, empty where there is no file."""
    if not path.exists():
        return {}
    try:
        document = json.loads(path.read_text())
    except json.JSONDecodeError as error:
        raise LobattoError(f"{path} is not valid JSON: {error}") from None
    if not isinstance(document, dict):
        raise LobattoError(f"{path} should hold one JSON object")
    return document


def _read_lines(path):
    """The objects of a file with one a line. The last line may still be being written."""
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    objects = []
    for number, line in enumerate(lines, start=1):
        try:
            objects.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number == len(lines):
                break
            raise LobattoError(f"{path}:{number} is not a JSON object: {error}") from None
    return objects


def _flatten(value, prefix=""):
    for key, item in value.items():
        if isinstance(item, dict):
            yield from _flatten(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item


def _columns(objects):
    rows = [dict(_flatten(item)) for item in objects]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column([row.get(name) for row in rows]) for name in names}


def _column(values):
    if all(value is None or isinstance(value, int | float) for value in values):
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    return np.array(values, dtype=object)
