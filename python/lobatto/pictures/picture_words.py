"""The words of the command line that say what a picture shows: places, ranges, colours, formats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

import numpy as np

from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.pictures import style

FORMATS = ("png", "pdf", "svg")

Place = Mapping[int, float]
"""A plane or a line: direction -> coordinate, of one direction or of two."""


def plane_of(text: str) -> Place:
    """Of `x=3`. Raises LobattoError."""
    place = _places(text)
    if place is None or len(place) != 1:
        raise LobattoError(f"--plane: found '{text}', expected an axis and a place, such as x=3")
    return place


def line_of(text: str) -> Place:
    """Of `x=0,z=3`, the line along y there. Raises LobattoError."""
    place = _places(text)
    if place is None or len(place) != 2:
        raise LobattoError(
            f"--line: found '{text}', expected two axes and places, such as x=0,z=3 for the line "
            "along y there"
        )
    return place


def _places(text: str) -> Place | None:
    parts = [re.fullmatch(r"\s*([xyz])\s*=\s*([^\s=]+)\s*", part) for part in text.split(",")]
    found: dict[int, float] = {}
    for part in parts:
        value = None if part is None else _number(part[2])
        if part is None or value is None:
            return None
        found[AXIS_NAMES.index(part[1])] = value
    return found if len(found) == len(parts) else None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def limits_of(text: str) -> tuple[float, float]:
    """Of `0,1.5`. Raises LobattoError."""
    numbers = [_number(part) for part in text.split(",")]
    if len(numbers) == 2:
        lower, upper = numbers
        if lower is not None and upper is not None and lower < upper:
            return lower, upper
    raise LobattoError(
        f"--range: found '{text}', expected the lowest and the highest value, such as 0,1.5"
    )


def colour_map_of(name: str) -> str:
    """Raises LobattoError unless matplotlib has it."""
    known = style.plt.colormaps()
    if name not in known:
        near = get_close_matches(name, known, 3)
        shown = ", ".join(near or ("viridis", "magma", "RdBu_r", "coolwarm"))
        raise LobattoError(f"--cmap: matplotlib has no colours '{name}'; there are {shown}, ...")
    return name


def formats_of(text: str) -> tuple[str, ...]:
    """Of `png,pdf`. Raises LobattoError."""
    formats = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for found in formats:
        if found not in FORMATS:
            raise LobattoError(f"--format: found '{found}', expected some of {', '.join(FORMATS)}")
    return formats


def surface_of(text: str) -> tuple[str, float | None]:
    """Of `q=2` the quantity and its value; of `q` without. Raises LobattoError."""
    name, sign, number = text.rpartition("=")
    if not sign or name.endswith(("<", ">", "=", "!")):
        return text, None
    value = _number(number)
    if value is None or not name.strip():
        raise LobattoError(f"--iso: found '{text}', expected a quantity and a value, such as q=2")
    return name.strip(), value


def direction_of(text: str) -> tuple[float, float, float]:
    """Of `1,-1,0.5`. Raises LobattoError."""
    numbers = [_number(part) for part in text.split(",")]
    known = [number for number in numbers if number is not None]
    if len(known) != 3 or len(numbers) != 3 or not any(known):
        raise LobattoError(
            f"--view: found '{text}', expected the direction in which the eye is, such as 1,-1,0.5"
        )
    return known[0], known[1], known[2]
