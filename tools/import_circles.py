"""Circles in a graph of what includes or imports what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter


def find_circle(graph: Mapping[str, Iterable[str]]) -> list[str] | None:
    """A circle of names, first and last equal; None when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return None
