"""What a machine has to reach: a TOML file with a table for each quantity of a kernel.

[halo.rate] with at_least = "120 million/s", [every.spread] of every kernel, [together.ssp_ratio] of
all kernels together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from lobatto.files.toml_keys import Keys, Source, is_number, nearest

from lobatto_machine.acceptance.quantities import (
    OF_ALL,
    OF_KERNEL,
    RATE,
    SHARE,
    Measured,
    Quantity,
    Value,
    plural,
    rate_of_reference,
)

EVERY, TOGETHER = "every", "together"
SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
AMOUNT = re.compile(r"^\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*?)\s*$")


@dataclass(frozen=True)
class Threshold:
    """One demand. kernel: its name, or TOGETHER; limit: in units of work per second, of 1, or a
    share of the reference (within_reference); place: file and line."""

    kernel: str
    quantity: Quantity
    demand: str
    limit: float
    text: str
    place: str


@dataclass(frozen=True)
class Failure:
    """A value that does not reach what it has to."""

    threshold: Threshold
    value: Value

    @property
    def text(self) -> str:
        """halo 64x64x64 on 8 ranks: rate is 98.1 million/s, must be at least 120 million/s."""
        t = self.threshold
        shown = shown_amount(t.quantity.kind, self.value.value, self.value.unit)
        return f"{self.value.where}: {t.quantity.name} is {shown}, must be {t.text} ({t.place})"


@dataclass(frozen=True)
class Judgement:
    """What failed, and the places of thresholds that found nothing to judge."""

    failures: tuple[Failure, ...]
    not_measured: tuple[str, ...]


def shown_amount(kind: str, value: float, unit: str) -> str:
    """With a unit that suits."""
    if kind == SHARE:
        return f"{100 * value:.3g} %"
    if kind != RATE:
        return f"{value:.4g}"
    what = "" if unit in ("", "update") else f" {plural(unit)}"
    word, scale = next(((w, s) for w, s in reversed(SCALES.items()) if value >= s), ("", 1))
    return f"{value / scale:.4g}{' ' * bool(word)}{word}{what}/s"


def read_thresholds(path: Path, measured: Measured) -> list[Threshold]:
    """measured: whose kernels may be named; others are looked for without success, unless they look
    like one of these misspelt."""
    source = Source(path, "a file of thresholds")
    kernels = list(measured.machine.chosen)
    programs = {c.first.program for c in measured.machine.configurations}
    known = list(dict.fromkeys([*kernels, *programs]))
    found = []
    for name in source.values:
        top = Keys(source, source.values)
        _check_name(top, name, [*known, EVERY, TOGETHER])
        quantities = OF_ALL if name == TOGETHER else OF_KERNEL
        table = top.table(name)
        for quantity in table.values:
            if quantity not in quantities:
                problem = f"is no quantity{nearest(quantity, list(quantities))}"
                raise table.error(quantity, problem)
            demands = table.table(quantity)
            for kernel in known if name == EVERY else [name]:
                units = {
                    c.first.unit
                    for c in measured.machine.configurations
                    if name in (TOGETHER, EVERY, c.first.kernel)
                }
                found += _demands(demands, kernel, quantities[quantity], units)
    return found


def _check_name(top: Keys, name: str, known: Sequence[str]) -> None:
    if name not in known and (near := get_close_matches(name, known, 1)):
        raise top.error(name, f"is no kernel that was measured; did you mean {near[0]!r}?")


def _demands(table: Keys, kernel: str, quantity: Quantity, units: set[str]) -> list[Threshold]:
    kinds = ["at_least", "at_most"]
    if quantity.name == "rate":
        kinds.append("within_reference")
    table.only(*kinds)
    found = []
    for demand in table.values:
        kind = SHARE if demand == "within_reference" else quantity.kind
        limit = _limit(table, demand, kind, units)
        text = f"{demand.replace('_', ' ')} {_as_written(table.values[demand])}"
        text = text.replace("within reference", "within") + " of the reference" * (
            demand == "within_reference"
        )
        place = f"{table.source.path}{table.source.line((*table.place, demand))}"
        found.append(Threshold(kernel, quantity, demand, limit, text, place))
    return found


def _as_written(value: object) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _limit(table: Keys, key: str, kind: str, units: set[str]) -> float:
    value = table.values[key]
    if is_number(value):
        number, unit = float(value), ""
    elif isinstance(value, str) and (found := AMOUNT.match(value)) and _is_float(found[1]):
        number, unit = float(found[1]), found[2]
    else:
        number, unit = 0.0, "?"
    factors = _factors(kind, units)
    if unit not in factors:
        example = {RATE: '"120 million/s"', SHARE: '"5 %"'}.get(kind, "4.0")
        expected = "a number" if kind not in (RATE, SHARE) else "a number with its unit"
        also = nearest(unit, [u for u in factors if u]) if unit not in ("", "?") else ""
        raise table.error(key, f"is {value!r}, expected {expected} such as {example}{also}")
    return number * factors[unit]


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _factors(kind: str, units: set[str]) -> Mapping[str, float]:
    if kind == SHARE:
        return {"%": 0.01}
    if kind != RATE:
        return {"": 1.0}
    scales = {f"{word}/s": scale for word, scale in SCALES.items()} | {"1/s": 1.0, "/s": 1.0}
    # What programs of a TOML file count may be named: TFLOP/s.
    own = {f"{unit}/s": 1.0 for unit in units}
    named = {f"{word} {unit}/s": scale for word, scale in SCALES.items() for unit in units}
    return scales | own | named


def judge(thresholds: Sequence[Threshold], measured: Measured) -> Judgement:
    """Every value of every threshold."""
    failures: list[Failure] = []
    judged: dict[str, bool] = {}
    for threshold in thresholds:
        values = threshold.quantity.values(measured, threshold.kernel)
        limit = threshold.limit
        if threshold.demand == "within_reference":
            limit = (1 - limit) * rate_of_reference(measured, threshold.kernel)
        is_known = bool(values) and limit == limit
        judged[threshold.place] = judged.get(threshold.place, False) or is_known
        at_most = threshold.demand == "at_most"
        failures += [
            Failure(threshold, value)
            for value in values
            if (value.value > limit if at_most else value.value < limit)
        ]
    return Judgement(tuple(failures), tuple(p for p, is_judged in judged.items() if not is_judged))
