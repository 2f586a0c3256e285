"""What a run is doing now, as its folder tells it; nothing there is locked, changed or waited for,
so the run may be on another machine."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.errors import Damages
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.growing_lines import GrowingLines
from lobatto.runs.history_panels import Curve, Panel, panels_of
from lobatto.runs.run import Run, columns_of
from lobatto.runs.samples import COEFFICIENTS, monitor_names, read_forces, read_monitor

N_RECENT = 20
"""Lines of the record over which the seconds per step are the median."""
SILENCE = 60.0
"""Seconds without a line of the record that are worth a word, or twenty steps if those are more."""
NO_FORCE = 1e-8
"""A component below this part of the largest one is round-off."""


class RunAtMoment(Run):
    """A run with the lines of its record that have been read; without a summary yet its name is
    what its log says."""

    def __init__(self, path: Path, lines: Sequence[dict[str, Any]]) -> None:
        super().__init__(path)
        self._lines = lines

    @cached_property
    def steps(self) -> dict[str, Array]:
        """Columns, as those of Run.steps."""
        return columns_of(self.path / "steps.jsonl", self._lines)

    @cached_property
    def log(self) -> str:
        """run.log, empty where there is none."""
        path = self.path / "run.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    @cached_property
    def name(self) -> str:
        """Of the case, or else of the folder."""
        found = re.findall(r"^case +(\S+)", self.log, re.MULTILINE)
        return found[-1] if found else super().name


@dataclass(frozen=True)
class History:
    """A panel over times of its own."""

    time: Floats
    panel: Panel


@dataclass(frozen=True)
class Moment:
    """A run as it is now. step, time, dt, seconds_per_step: NaN before the first step; share: how
    far it is, and seconds_left, NaN where the log does not say where it ends; silent: seconds since
    the record has grown; damages: what could not be read."""

    run: RunAtMoment
    step: float
    time: float
    dt: float
    seconds_per_step: float
    share: float
    seconds_left: float
    silent: float
    has_ended: bool
    histories: tuple[History, ...]
    damages: Damages

    @property
    def is_silent(self) -> bool:
        """Whether the run should have written a line for long."""
        usual = 0.0 if np.isnan(self.seconds_per_step) else 20 * self.seconds_per_step
        return not self.has_ended and self.silent > max(SILENCE, usual)


class Follower:
    """Looks at one run folder again and again. Raises LobattoError where there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._record = GrowingLines(path / "steps.jsonl")
        Run(path)

    def look(self) -> Moment:
        """How the run is now. What is damaged is told of in the moment."""
        damages = Damages()
        # A run takes its lock away after its last line.
        has_ended = not (self.path / "run.lock").exists()
        with damages.noted():
            self._record.read()
        run = RunAtMoment(self.path, self._record.kept)
        histories: tuple[History, ...] = ()
        steps: dict[str, Array] = {}
        with damages.noted():
            steps = run.steps
            histories = tuple(History(steps["time"], panel) for panel in panels_of(run))
        with damages.noted():
            histories += tuple(_samples_of(run, damages))
        step, now, dt = (_last(steps, name) for name in ("step", "time", "dt"))
        seconds = _recent_seconds(steps)
        share, steps_left = _way(run.log, step, now, dt)
        return Moment(
            run, step, now, dt, seconds, share, steps_left * seconds,
            _silence(self.path), has_ended, histories, damages,
        )  # fmt: skip


def _last(steps: dict[str, Array], name: str) -> float:
    column = steps.get(name)
    return float(column[-1]) if column is not None and column.dtype == float else np.nan


def _recent_seconds(steps: dict[str, Array]) -> float:
    column = steps.get("seconds", np.empty(0))
    recent = column[-N_RECENT:]
    known = recent[np.isfinite(recent)] if column.dtype == float else recent[:0]
    return float(np.median(known)) if len(known) else np.nan


def _silence(path: Path) -> float:
    files = [path / name for name in ("steps.jsonl", "run.log")]
    newest = max((file.stat().st_mtime for file in files if file.exists()), default=time.time())
    return max(0.0, time.time() - newest)


def _way(log: str, step: float, now: float, dt: float) -> tuple[float, float]:
    """How much of the run is done, and the steps that are left, of what the last start of it says
    in the log; NaN where that is not known."""
    lines = re.findall(r"^time  .*", log, re.MULTILINE)
    line = lines[-1] if lines else ""
    shares, left = [], []
    if (end := re.search(r", to t = ([-+.e\d]+)", line)) and float(end[1]) > 0:
        shares.append(now / float(end[1]))
        left.append((float(end[1]) - now) / dt if dt > 0 else np.nan)
    if (most := re.search(r", at most ([\d,]+) step", line)) and int(most[1].replace(",", "")) > 0:
        n_steps = int(most[1].replace(",", ""))
        shares.append(step / n_steps)
        left.append(n_steps - step)
    if not shares:
        return np.nan, np.nan
    return float(min(1.0, max(shares))), float(max(0.0, min(left)))


def _samples_of(run: Run, damages: Damages) -> list[History]:
    """Forces and monitors of numbers; those of planes have no curve."""
    found: list[History] = []
    for name in sorted(path.stem for path in (run.path / "forces").glob("*.csv")):
        with damages.noted():
            found += _forces(name, read_forces(run, name))
    for name in monitor_names(run.path):
        with damages.noted():
            monitor = read_monitor(run, name)
            if monitor.axis is None:
                shown = ((f"{name}: {column}", monitor[column]) for column in monitor.shown)
                found += [History(monitor.time, Panel(t, [Curve(v)])) for t, v in shown]
    return [history for history in found if np.isfinite(history.panel.curves[0].values).any()]


def _forces(name: str, columns: dict[str, Floats]) -> list[History]:
    """The components of the force that are none of round-off, the shear of the walls, and
    coefficients."""
    if not columns:
        return []
    forces = {a: columns[f"pressure_{a}"] + columns[f"viscous_{a}"] for a in AXIS_NAMES}
    largest = {a: float(np.nanmax(np.abs(f), initial=0.0)) for a, f in forces.items()}
    panels = [
        Panel(f"{name}: force {a}", [Curve(force)])
        for a, force in forces.items()
        if largest[a] > NO_FORCE * max(largest.values())
    ]
    panels.append(Panel(f"{name}: wall shear", [Curve(columns["mean_shear"])]))
    coefficients = [column for column in COEFFICIENTS if column in columns]
    panels += [Panel(f"{name}: {column}", [Curve(columns[column])]) for column in coefficients]
    return [History(columns["time"], panel) for panel in panels]
