"""The study of a case: which one, how long its runs are, and what is asked of them."""

from dataclasses import dataclass
from pathlib import Path

from lobatto.files.toml_keys import Keys, Place, nearest
from lobatto.study.study_parts import Study, read_parts
from lobatto.wording import counted

KINDS = ("weak", "strong", "order", "free")
AXES = ("x", "y", "z")
KNOWN = ("ranks", "nodes", "mesh.order", "mesh.x.elements", "time.dt", "time.cfl", "case.name")
"""To find out what was meant; lobatto check judges the keys of the case itself."""
KEYS = ("case", "steps", "end", "profile", "grow")
"""Of [study], beside those that every study has."""
TABLES = ("cost", "accuracy")
"""Beside those that every study has."""


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
class CaseStudy(Study):
    """steps, or end as a time of the flow: how long each run is; grow: the direction that grows
    with the ranks in weak scaling; settings and what varies have keys of the case."""

    case: Path
    steps: int | None
    end: float | None
    profile: bool
    grow: str | None
    cost: Cost
    accuracy: Accuracy | None

    @property
    def length(self) -> str:
        """Of each run, in words."""
        return (
            f"of {counted(self.steps or 0, 'step')}" if self.end is None else f"to t = {self.end:g}"
        )


def read_case_study(top: Keys) -> CaseStudy:
    """Of a file that names a case."""
    keys = top.table("study")
    parts = read_parts(top, KINDS, _check)
    return CaseStudy(
        **vars(parts),
        case=keys.file("case"),
        steps=keys.count("steps", None),
        end=_end(keys),
        profile=keys.flag("profile", False),
        grow=_grow(keys, parts.kind),
        cost=_cost(top.table("cost")),
        accuracy=_accuracy(top.table("accuracy")),
    )


def _check(keys: Keys, key: str, place: Place, value: object) -> None:
    """The program itself judges the keys of a case, but for those that the study has to set."""
    if key in ("time.steps", "time.end"):
        raise keys.source.error(place, f"is set by study.{key[5:]} for all runs")
    if "." not in key and value != "":
        expected = "expected ranks, nodes or a key of the case with its table, such as mesh.order"
        hint = nearest(key, KNOWN).partition("; expected")[0]
        raise keys.source.error(place, f"is no key of a case: {expected}{hint}")


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
