"""The study file: one case, what varies, and how its runs are started."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lobatto.toml_keys import Keys, Place, Source, is_count, nearest

KINDS = ("weak", "strong", "order", "free")
SCHEDULERS = ("local", "slurm", "pbs")
AXES = ("x", "y", "z")
KNOWN = ("ranks", "nodes", "mesh.order", "mesh.x.elements", "time.dt", "time.cfl", "case.name")
"""To find out what was meant; lobatto check judges the keys of the case itself."""
LEAST_HEALTH = 5
"""Seconds that lobatto health needs."""
LAUNCHERS = {
    "local": "mpirun -n @ranks@",
    "slurm": "srun -n @ranks@ -N @nodes@ --cpu-bind=cores",
    "pbs": "mpirun -n @ranks@",
}

Values: TypeAlias = dict[str, Any]
"""By key: "ranks", "nodes", or a dotted key of the case file."""


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
class Cost:
    """What a node takes; None where the study does not say."""

    watts_per_node: float | None
    price_per_node_hour: float | None
    currency: str


@dataclass(frozen=True)
class Accuracy:
    """A number of summary.json by its dotted key, and what it should be; without exact the number
    is an error itself."""

    quantity: str
    exact: float | None


@dataclass(frozen=True)
class Study:
    """A study file as read. rows: what explicit [[run]] tables say, one empty one where there are
    none; steps, or end as a time of the flow: how long each run is; varied: lists that are combined
    with each row; grow: the direction that grows with the ranks in weak scaling."""

    source: Source
    name: str
    case: Path
    kind: str
    steps: int | None
    end: float | None
    repeats: int
    profile: bool
    grow: str | None
    settings: Values
    varied: dict[str, list[Any]]
    rows: tuple[Values, ...]
    job: Job
    health: Health | None
    cost: Cost
    accuracy: Accuracy | None

    @property
    def length(self) -> str:
        """Of each run, in words."""
        return f"of {self.steps} steps" if self.end is None else f"to t = {self.end:g}"


def read_study(path: Path) -> Study:
    """A Study; what is wrong with the file is a LobattoError with line and key."""
    source = Source(path, "a study")
    top = Keys(source, source.values)
    top.only("study", "set", "vary", "run", "job", "cost", "accuracy")
    keys = top.table("study")
    keys.only("name", "case", "kind", "steps", "end", "repeats", "profile", "grow", "health")
    kind = keys.word("kind", KINDS)
    rows = top.tables("run")
    settings = _settings(top.table("set"))
    for key in ("ranks", "nodes"):
        if key in settings:
            raise top.table("set").error(key, "is the same for all runs; it belongs into [vary]")
    return Study(
        source=source,
        name=_name(keys, path.stem),
        case=keys.file("case"),
        kind=kind,
        steps=keys.count("steps", None),
        end=_end(keys),
        repeats=keys.count("repeats", 1),
        profile=keys.flag("profile", False),
        grow=_grow(keys, kind),
        settings=settings,
        varied=_varied(top.table("vary")),
        rows=tuple(_settings(row) for row in rows) or ({},),
        job=_job(top.table("job")),
        health=_health(keys),
        cost=_cost(top.table("cost")),
        accuracy=_accuracy(top.table("accuracy")),
    )


def _name(keys: Keys, default: str) -> str:
    name = keys.text("name", default)
    if not re.fullmatch(r"[\w.-]+", name) or name.startswith("."):
        raise keys.error("name", f"is {name!r}, expected letters, digits, '-', '_' and '.'")
    return name


def _end(keys: Keys) -> float | None:
    """None where the study says how many steps."""
    if "steps" not in keys.values:
        expected = "expected a number of steps, or else end, a time of the flow"
        if "end" not in keys.values:
            raise keys.error("steps", f"is missing, {expected}")
        return keys.positive("end")
    if "end" in keys.values:
        raise keys.error("end", "cannot be beside steps: one of them has to go")
    return None


def _grow(keys: Keys, kind: str) -> str | None:
    axis = keys.word("grow", AXES, None)
    if axis is not None and kind != "weak":
        raise keys.error("grow", f"is for weak scaling, and study.kind is {kind!r}")
    return axis


def _settings(keys: Keys) -> Values:
    found: Values = {}
    for key, place, value in keys.leaves():
        _check(keys, key, place, value)
        found[key] = value
    return found


def _check(keys: Keys, key: str, place: Place, value: object) -> None:
    """ranks and nodes are counts; other names are those of keys of the case, which the program
    itself judges, but for those that the study has to set."""
    if key in ("ranks", "nodes"):
        if not is_count(value):
            raise keys.source.error(place, f"is {value!r}, expected a whole number from 1 on")
    elif key in ("time.steps", "time.end"):
        raise keys.source.error(place, f"is set by study.{key[5:]} for all runs")
    elif "." not in key and value != "":
        expected = "expected ranks, nodes or a key of the case with its table, such as mesh.order"
        hint = nearest(key, KNOWN).partition("; expected")[0]
        raise keys.source.error(place, f"is no key of a case: {expected}{hint}")


def _varied(keys: Keys) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for key, place, values in keys.leaves():
        if not isinstance(values, list) or not values:
            problem = f"is {values!r}, expected a list of the values that it takes"
            raise keys.source.error(place, problem)
        for value in values:
            _check(keys, key, place, value)
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


def _cost(keys: Keys) -> Cost:
    keys.only("watts_per_node", "price_per_node_hour", "currency")
    return Cost(
        keys.positive("watts_per_node", None),
        keys.positive("price_per_node_hour", None),
        keys.text("currency", "EUR"),
    )


def _accuracy(keys: Keys) -> Accuracy | None:
    if not keys.values:
        return None
    keys.only("quantity", "exact")
    return Accuracy(keys.text("quantity"), keys.number("exact", None))
