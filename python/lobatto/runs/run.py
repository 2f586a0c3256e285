"""What a run left in its folder."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.files.document import Document
from lobatto.files.text_file import read_json, read_json_lines
from lobatto.html_table import html_table
from lobatto.optional_packages import needed
from lobatto.runs.particles import Particles, read_particles
from lobatto.wording import counted


@dataclass(frozen=True)
class FieldEntry:
    """A field file and its time."""

    path: Path
    time: float

    def open(self) -> FieldFile:
        """The file, with the facts of its mesh and fields."""
        return FieldFile(self.path)


class Run:
    """The folder of one run: summary.json, steps.jsonl and fields/. A run that still goes on has no
    summary yet."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.is_dir():
            raise LobattoError(f"there is no run folder {self.path}")
        parts = ("summary.json", "steps.jsonl", "fields", "run.log")
        if not any((self.path / part).exists() for part in parts):
            raise LobattoError(
                f"{self.path} is not a run folder: it has none of {', '.join(parts)}"
            )

    @cached_property
    def summary(self) -> dict[str, Any]:
        """summary.json as a dictionary, empty when there is none yet."""
        return read_json(self.path / "summary.json")

    @property
    def facts(self) -> Document:
        """The same as a Document, whose look-ups name what is wrong; empty too when there is
        none."""
        return Document(self.path / "summary.json", self.summary)

    @property
    def flow(self) -> Document:
        """What facts says of the flow, empty where it says nothing."""
        stated = self.facts.object("flow", None)
        return Document(self.facts.path, {}, "flow.") if stated is None else stated

    @cached_property
    def name(self) -> str:
        """Of the case, or else of the folder."""
        if isinstance(self.summary.get("case"), str):
            return self.summary["case"]
        case = self.facts.object("case", None)
        stated = None if case is None else case.text("name", None)
        return stated or self.path.resolve().name

    @cached_property
    def reynolds(self) -> float | None:
        """fluid.reynolds of the case, None where the case states a viscosity instead."""
        try:
            return float(self._stated("fluid", "reynolds"))
        except (ValueError, TypeError, OverflowError):
            return None

    @property
    def is_axisymmetric(self) -> bool:
        """mesh.axisymmetric of the case, where the summary has the case."""
        return self._stated("mesh", "axisymmetric") in (True, "true")

    def _stated(self, table: str, key: str) -> Any:
        """What the case states, None where it is not known."""
        case = self.summary.get("case")
        case = case if isinstance(case, dict) else {}
        try:
            stated = tomllib.loads(case.get("text", "")).get(table, {}).get(key)
            overrides = case.get("overrides") or {}
            stated = None if table in overrides else stated
            return overrides.get(f"{table}.{key}", stated)
        except (ValueError, TypeError, AttributeError, RecursionError):
            return None

    @property
    def time_symbol(self) -> str:
        """What the times of the field files are, for pictures: "t", but where the summary has
        another word, as of a folder of modes."""
        return self.facts.text("time_symbol", "t")

    @cached_property
    def periodic(self) -> tuple[bool, ...]:
        """The directions of the box, moved or not, that are periodic; none where the summary says
        nothing of them, as with a mesh from a file."""
        mesh = self.facts.object("mesh", None)
        if mesh is None:
            return (False,) * len(AXIS_NAMES)
        axes = [mesh.object(axis, None) for axis in AXIS_NAMES]
        return tuple(axis is not None and axis.values.get("periodic") is True for axis in axes)

    @cached_property
    def steps(self) -> dict[str, Array]:
        """Columns of steps.jsonl: name -> array over the steps that have a line, which are those of
        the column "step". Nested values have dotted names, such as "solves.pressure.iterations";
        what a line does not have is NaN (None in texts)."""
        path = self.path / "steps.jsonl"
        return columns_of(path, read_json_lines(path))

    @cached_property
    def re_tau(self) -> Floats | None:
        """The friction Reynolds number of each step: its square goes with the pressure gradient,
        and the summary has both at the same step. None where it has not."""
        gradient, re_tau = (self.flow.number(key, None) for key in ("pressure_gradient", "re_tau"))
        of_steps = self.steps.get("pressure_gradient")
        if not gradient or not re_tau or of_steps is None or of_steps.dtype != float:
            return None
        ratio = of_steps / gradient
        return np.asarray(re_tau * np.sqrt(np.where(ratio >= 0, ratio, np.nan)))

    def re_tau_at(self, time: float | None) -> float | None:
        """At the step nearest to a time, by default the last; None where nothing is known of it."""
        known = np.array([]) if self.re_tau is None else np.flatnonzero(np.isfinite(self.re_tau))
        if self.re_tau is None or len(known) == 0:
            return self.flow.number("re_tau", None)
        times = self.steps["time"][known]
        step = -1 if time is None else int(np.abs(times - time).argmin())
        return float(self.re_tau[known[step]])

    @cached_property
    def fields(self) -> list[FieldEntry]:
        """The field files in the order of time."""
        folder = self.path / "fields"
        entries = [entry for entry in _listed(folder) if entry.path.exists()]
        known = {entry.path for entry in entries}
        for path in sorted(folder.glob("*.vtkhdf")):
            if path not in known:
                entries.append(FieldEntry(path, FieldFile(path).time))
        return sorted(entries, key=lambda entry: entry.time)

    def particles(self, name: str) -> Particles:
        """The family `name` of particles that the run has carried."""
        return read_particles(self.path, name)

    def to_dataframe(self) -> Any:
        """The record of the steps, as `steps` has it, as a pandas.DataFrame with the steps as its
        index."""
        frame = needed("pandas", "a DataFrame").DataFrame(self.steps)
        return frame.set_index("step") if "step" in frame else frame

    def to_xarray(self) -> Any:
        """The same as an xarray.Dataset along `step`, with `time` as a coordinate."""
        dataset = needed("xarray", "a Dataset").Dataset.from_dataframe(self.to_dataframe())
        return dataset.set_coords("time") if "time" in dataset else dataset

    def to_pyvista(self, names: Sequence[str] | None = None, n_cells: int | None = None) -> Any:
        """The newest field file as a grid of VTK, see FieldFile.to_pyvista."""
        if not self.fields:
            raise LobattoError(f"{self.path} has no field files")
        return self.fields[-1].open().to_pyvista(names, n_cells)

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r})"

    def _repr_html_(self) -> str:
        """For notebooks."""
        last = {name: column[-1] for name, column in self.steps.items() if len(column)}
        steps = counted(int(last.get("step", 0)), "step")
        reached = f"{last['time']:.6g}, after {steps}" if "time" in last else None
        elements, order = self.facts.whole("elements", None), self.facts.whole("order", None)
        mesh = None if elements is None else f"{counted(elements, 'element')} of order {order}"
        times = [f"{entry.time:.6g}" for entry in self.fields]
        shown = times if len(times) < 6 else [*times[:3], "...", times[-1]]
        files = f"{counted(len(times), 'file')} at t = {', '.join(shown)}" if times else "none"
        rows = [
            ("folder", self.path), ("Reynolds number", self.reynolds), ("time", reached),
            ("mesh", mesh), ("fields", files),
        ]  # fmt: skip
        return html_table(self.name, rows)


def _listed(folder: Path) -> Iterator[FieldEntry]:
    """What fields.vtkhdf.series lists."""
    path = folder / "fields.vtkhdf.series"
    for item in Document(path, read_json(path)).objects("files", ()):
        name = item.text("name")
        if name != Path(name).name or "\0" in name:
            raise item.damage("name", f"is {name!r}, expected the name of a file")
        yield FieldEntry(folder / name, float(item.number("time")))


def _flatten(value: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, item in value.items():
        if isinstance(item, dict):
            yield from _flatten(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item


def columns_of(path: Path, lines: Sequence[dict[str, Any]]) -> dict[str, Array]:
    """What Run.steps has, of these lines of a record."""
    for line in lines:
        if "flow_rate" in line:  # the old name of the bulk velocity
            line.setdefault("bulk_velocity", line["flow_rate"])
    rows = [dict(_flatten(item)) for item in lines]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column(path, name, [row.get(name) for row in rows]) for name in names}


def _column(path: Path, name: str, values: list[Any]) -> Array:
    """Numbers, NaN where there is none, or texts, None where there is none."""
    known = [value for value in values if value is not None]
    n_texts = sum(isinstance(value, str) for value in known)
    kind: Any = str if 2 * n_texts > len(known) else int | float
    if all(isinstance(value, kind) for value in known):
        if kind is str:
            return np.array(values, dtype=object)
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    line = next(i for i, v in enumerate(values, 1) if v is not None and not isinstance(v, kind))
    expected = "a text" if kind is str else "a number"
    raise DamagedFileError(path, f"{name} is {values[line - 1]!r}, expected {expected}", line)
