"""How many elements and points a box has, and boxes that keep or multiply them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lobatto.errors import LobattoError
from lobatto.study.case_study import AXES, CaseStudy
from lobatto.study.study_parts import Values


@dataclass(frozen=True)
class MeshSize:
    """Elements along x, y and z, and the order of all."""

    elements: tuple[int, int, int]
    order: int

    @property
    def points(self) -> int:
        """Nodes of neighbouring elements count twice, as in summary.json."""
        nx, ny, nz = self.elements
        return nx * ny * nz * (self.order + 1) ** 3

    @property
    def columns(self) -> int:
        """Of elements: the most ranks that there can be."""
        return self.elements[1] * self.elements[2]


def mesh_size(case: Mapping[str, Any], settings: Values) -> MeshSize | None:
    """Of a box; None where the case has its mesh from a file, or says something that the program
    would refuse."""
    order = _value(case, settings, "mesh.order")
    counts = [_elements(case, settings, axis) for axis in AXES]
    known = [count for count in counts if count is not None]
    if len(known) < len(AXES) or not _is_count(order):
        return None
    return MeshSize((known[0], known[1], known[2]), order)


def same_points(study: CaseStudy, case: Mapping[str, Any], settings: Values) -> Values:
    """The elements along each axis for the order of the settings, so that elements times nodes stay
    those of the case with what [set] says."""
    base = mesh_size(case, study.settings)
    order = _value(case, settings, "mesh.order")
    if base is None or not _is_count(order):
        raise LobattoError(
            f"{study.case}: a study of the kind order needs mesh.order and, for x, y and z, a "
            "range with the number of elements"
        )
    found: Values = {}
    for axis, count in zip(AXES, base.elements, strict=True):
        key = f"mesh.{axis}.elements"
        if key in settings and key not in study.settings:
            raise LobattoError(
                f"{study.source.path}: {key} varies, but study.kind is 'order', where the elements "
                "follow from the order; expected it in [set], for the order of the case"
            )
        wanted = Fraction(count * (base.order + 1), order + 1)
        if wanted.denominator != 1:
            raise LobattoError(_not_whole(study, key, count, base.order, order))
        found[key] = int(wanted)
    return found


def _not_whole(study: CaseStudy, key: str, count: int, base: int, order: int) -> str:
    nodes = count * (base + 1)
    fitting = [p for p in range(1, 32) if nodes % (p + 1) == 0]
    near = sorted(fitting, key=lambda p: abs(p - order))[:3]
    return (
        f"{study.source.path}: order {order} has no whole number of elements for {key}: {count} "
        f"elements of order {base} have {nodes} nodes, and {nodes} / {order + 1} is not whole; the "
        f"nearest orders that fit are {', '.join(map(str, sorted(near)))}"
    )


def grown_range(
    study: CaseStudy, case: Mapping[str, Any], settings: Values, ranks: int, least: int
) -> Values:
    """The box of the case as often along study.grow as there are ranks for the least ones: range
    and elements, so that elements keep their size."""
    key = f"mesh.{study.grow}"
    elements = _value(case, settings, f"{key}.elements")
    ends = _value(case, settings, f"{key}.range")
    if not _is_count(elements) or not isinstance(ends, list) or len(ends) != 2:
        raise study.source.error(
            ("study", "grow"),
            f"is {study.grow!r}, but {study.case} has no range and elements there",
        )
    if ranks % least:
        raise study.source.error(
            ("study", "grow"),
            f"needs ranks that are multiples of the fewest, {least}; {ranks} is not one",
        )
    times = ranks // least
    if times == 1:
        return {}
    low, high = (end if isinstance(end, str) else repr(end) for end in ends)
    return {
        f"{key}.elements": elements * times,
        f"{key}.range": [low, f"({low}) + {times}*(({high}) - ({low}))"],
    }


def _elements(case: Mapping[str, Any], settings: Values, axis: str) -> int | None:
    count = _value(case, settings, f"mesh.{axis}.elements")
    if _is_count(count):
        return int(count)
    ticks = _value(case, settings, f"mesh.{axis}.ticks")
    return len(ticks) - 1 if isinstance(ticks, list) and len(ticks) > 1 else None


def _value(case: Mapping[str, Any], settings: Values, key: str) -> Any:
    """As --set leaves it; None where there is none."""
    if key in settings:
        return settings[key]
    value: Any = case
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
