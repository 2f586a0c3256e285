"""What all study files say: what varies, how runs are started, and what goes before them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lobatto.files.toml_keys import Keys, Place, Source, is_count

SCHEDULERS = ("local", "slurm", "pbs")
MACHINE = ("ranks", "nodes")
LEAST_HEALTH = 5
"""Seconds that lobatto health needs."""
LAUNCHERS = {
    "local": "mpirun -n @ranks@",
    "slurm": "srun -n @ranks@ -N @nodes@ --cpu-bind=cores",
    "pbs": "mpirun -n @ranks@",
}

Values: TypeAlias = dict[str, Any]
"""By key: "ranks", "nodes", or a dotted key of what is run."""
Check: TypeAlias = Callable[[Keys, str, Place, object], None]
"""Raises where a key of what is run, at this place of this table, does not take this value."""


@dataclass(frozen=True)
class Job:
    """How a run is started; options: further ones of the scheduler, by their long names."""

    scheduler: str
    launcher: str
    program: str
    ranks_per_node: int | None
    minutes: int
    queue: str | None
    account: str | None
    exclusive: bool
    options: dict[str, str]
    prepare: str
    template: Path | None


@dataclass(frozen=True)
class Health:
    """The measurement of the nodes before each run; without thresholds it only keeps them."""

    seconds: float
    tests: str | None
    thresholds: Path | None


@dataclass(frozen=True)
class Study:
    """A study file as read. settings: what holds for all runs; varied: lists that are combined with
    each row; rows: what explicit [[run]] tables say, one empty one where there are none."""

    source: Source
    name: str
    kind: str
    repeats: int
    settings: Values
    varied: dict[str, list[Any]]
    rows: tuple[Values, ...]
    job: Job
    health: Health | None


def read_parts(top: Keys, kinds: Sequence[str], check: Check) -> Study:
    """kinds: those that there are for what is run; check: of its keys."""
    keys = top.table("study")
    fixed = top.table("set")
    for key in MACHINE:
        if key in fixed.values:
            raise fixed.error(key, "is the same for all runs; it belongs into [vary]")
    return Study(
        source=top.source,
        name=_name(keys, top.source.path.stem),
        kind=keys.word("kind", kinds),
        repeats=keys.count("repeats", 1),
        settings=_settings(fixed, check),
        varied=_varied(top.table("vary"), check),
        rows=tuple(_settings(row, check) for row in top.tables("run")) or ({},),
        job=_job(top.table("job")),
        health=_health(keys),
    )


def _name(keys: Keys, default: str) -> str:
    name = keys.text("name", default)
    if not re.fullmatch(r"[\w.-]+", name) or name.startswith("."):
        raise keys.error("name", f"is {name!r}, expected letters, digits, '-', '_' and '.'")
    return name


def _settings(keys: Keys, check: Check) -> Values:
    found: Values = {}
    for key, place, value in keys.leaves():
        _check(keys, key, place, value, check)
        found[key] = value
    return found


def _check(keys: Keys, key: str, place: Place, value: object, check: Check) -> None:
    if key not in MACHINE:
        check(keys, key, place, value)
    elif not is_count(value):
        raise keys.source.error(place, f"is {value!r}, expected a whole number from 1 on")


def _varied(keys: Keys, check: Check) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for key, place, values in keys.leaves():
        if not isinstance(values, list) or not values:
            problem = f"is {values!r}, expected a list of the values that it takes"
            raise keys.source.error(place, problem)
        for value in values:
            _check(keys, key, place, value, check)
        if len({repr(value) for value in values}) < len(values):
            raise keys.source.error(place, f"is {values!r}, with a value twice")
        found[key] = values
    return found


def _job(keys: Keys) -> Job:
    keys.only(
        "scheduler", "launcher", "program", "ranks_per_node", "minutes", "queue", "account",
        "exclusive", "options", "prepare", "template",
    )  # fmt: skip
    scheduler = keys.word("scheduler", SCHEDULERS, "local")
    options = keys.table("options")
    for key, value in options.values.items():
        if not isinstance(value, str | int | float):
            raise options.error(key, f"is {value!r}, expected a text or a number")
    return Job(
        scheduler=scheduler,
        launcher=keys.text("launcher", LAUNCHERS[scheduler]),
        program=keys.text("program", "lobatto"),
        ranks_per_node=keys.count("ranks_per_node", None),
        minutes=keys.count("minutes", 30),
        queue=keys.text("queue", None),
        account=keys.text("account", None),
        exclusive=keys.flag("exclusive", True),
        options={key: str(value) for key, value in options.values.items()},
        prepare=keys.text("prepare", ""),
        template=keys.file("template", None),
    )


def _health(keys: Keys) -> Health | None:
    """health = true, or a table."""
    if not isinstance(keys.values.get("health"), dict):
        return Health(20.0, None, None) if keys.flag("health", False) else None
    table = keys.table("health")
    table.only("seconds", "tests", "thresholds")
    seconds = table.positive("seconds", 20.0)
    if seconds < LEAST_HEALTH:
        raise table.error("seconds", f"is {seconds:g}, expected at least {LEAST_HEALTH}")
    return Health(seconds, table.text("tests", None), table.file("thresholds", None))
