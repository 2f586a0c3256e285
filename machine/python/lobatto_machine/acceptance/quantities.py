"""Everything that a threshold can be set on, with its unit and its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan

from lobatto_machine.acceptance.machine import (
    Configuration,
    Machine,
    common_kernels,
    improvements,
    mean_improvement,
)
from lobatto_machine.acceptance.scaling import Curve, curves_of

RATE, SHARE, TIMES = "rate", "share", "times"
"""Kinds of units: work per second with a prefix, percent, and plain numbers."""


@dataclass(frozen=True)
class Value:
    """where: the run that has it, in words; unit: of work, for rates."""

    where: str
    value: float
    unit: str = ""


@dataclass(frozen=True)
class Measured:
    """A machine, its scaling, and the reference that it stands against, if any."""

    machine: Machine
    curves: tuple[Curve, ...]
    reference: Machine | None

    @staticmethod
    def of(machine: Machine, reference: Machine | None) -> Measured:
        """With its curves; a reference that cannot be compared is an error."""
        if reference is not None:
            common_kernels(machine, reference)
        return Measured(machine, tuple(curves_of(machine)), reference)


@dataclass(frozen=True)
class Quantity:
    """kind: of its unit; larger: whether that is better; values: of a kernel or of all together,
    those that are known."""

    name: str
    kind: str
    larger: bool
    values: Callable[[Measured, str], list[Value]]


def _each(
    kind: str, name: str, of: Callable[[Configuration], float], larger: bool = True
) -> Quantity:
    def values(measured: Measured, kernel: str) -> list[Value]:
        found = [
            Value(c.label, of(c), c.first.unit)
            for c in measured.machine.configurations
            if c.first.kernel == kernel
        ]
        return [value for value in found if value.value == value.value]

    return Quantity(name, kind, larger, values)


def _efficiency(kind: str) -> Quantity:
    def values(measured: Measured, kernel: str) -> list[Value]:
        return [
            Value(c.label, efficiency)
            for curve in measured.curves
            if (curve.kernel, curve.kind) == (kernel, kind)
            for c, efficiency in zip(curve.configurations, curve.efficiencies, strict=True)
        ]

    return Quantity(f"{kind}_efficiency", SHARE, True, values)


def _improvement(measured: Measured, kernel: str) -> list[Value]:
    if measured.reference is None:
        return []
    found = improvements(measured.machine, measured.reference)
    return [Value(i.program, i.value) for i in found if i.program == kernel]


def unit_of_all(machine: Machine) -> str:
    """What all kernels count, or "update" where they count different things."""
    units = {c.first.unit for c in machine.configurations}
    return units.pop() if len(units) == 1 else "update"


def plural(unit: str) -> str:
    """Words have an s, abbreviations such as TFLOP have none."""
    return f"{unit}s" if unit.islower() else unit


def _sustained(measured: Measured, _: str) -> list[Value]:
    machine = measured.machine
    return [Value(machine.name, machine.sustained(list(machine.chosen)), unit_of_all(machine))]


def sustained_ratio(machine: Machine, reference: Machine) -> float:
    """SSP over that of the reference, both of the kernels that both have."""
    common = common_kernels(machine, reference)
    return machine.sustained(common) / reference.sustained(common)


def _sustained_ratio(measured: Measured, _: str) -> list[Value]:
    if measured.reference is None:
        return []
    ratio = sustained_ratio(measured.machine, measured.reference)
    return [Value(measured.machine.name, ratio)]


def _mean_improvement(measured: Measured, _: str) -> list[Value]:
    if measured.reference is None:
        return []
    found = improvements(measured.machine, measured.reference)
    return [Value(measured.machine.name, mean_improvement(found))]


def rate_of_reference(measured: Measured, kernel: str) -> float:
    """Per rank, of the run that counts; NaN where there is none."""
    if measured.reference is None or kernel not in measured.reference.chosen:
        return nan
    return measured.reference.chosen[kernel].rate_per_rank


def _named(*quantities: Quantity) -> Mapping[str, Quantity]:
    return {quantity.name: quantity for quantity in quantities}


OF_KERNEL = _named(
    _each(RATE, "rate", lambda c: c.rate_per_rank),
    _each(SHARE, "stream_fraction", lambda c: c.median([r.stream_fraction for r in c.runs])),
    _each(SHARE, "peak_fraction", lambda c: c.median([r.peak_fraction for r in c.runs])),
    _each(SHARE, "spread", lambda c: c.spread, larger=False),
    _each(SHARE, "pass_spread", lambda c: c.pass_spread, larger=False),
    _efficiency("strong"),
    _efficiency("weak"),
    Quantity("improvement", TIMES, True, _improvement),
)
OF_ALL = _named(
    Quantity("ssp", RATE, True, _sustained),
    Quantity("ssp_ratio", TIMES, True, _sustained_ratio),
    Quantity("improvement", TIMES, True, _mean_improvement),
)
