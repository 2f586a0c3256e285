"""Loops over points in code of NekRS as what happens at one of them.

Elements of arrays become variables by their component: `u[n + 1*offset]` is u__1, where n numbers a
point. What nobody can tell is in doubt by the names that stand for it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lobatto.importing.fortran_source import Assignment, Block, Choice, Loop, Step, walk

COMPONENTS = 3
_ON_THE_HOST = r"(\w+) = 0; ?\1 ?< ?mesh_n(?:local|p ?\*)"
_ELEMENT = re.compile(r"\b(\w+)\(((?:[^()]|\(\d+\))*)\)")
_INDEX = re.compile(r"(\w+)(?: ?\+ ?(?:(\d+) ?\* ?)?[a-z_]\w*(?:\(\d+\))?)?")
_NUMBERED = r"\w+ ?\* ?p_np ?\+ ?\w+|\w+ ?\+ ?\w+ ?\* ?p_np"


@dataclass(frozen=True)
class Points:
    """numbers: variables that number a point; arrays: that have values there, None for all."""

    numbers: frozenset[str]
    arrays: frozenset[str] | None = None


def points_of(block: Block, arrays: frozenset[str] | None = None) -> Points:
    """The variables of loops over points, and what is set to `e * p_Np + n`."""
    found: set[str] = set()
    for step in walk(block):
        if isinstance(step, Loop) and _is_over_points(step):
            found |= set(re.findall(r"(\w+) ?= ?0 ?;", step.head))
        elif isinstance(step, Assignment) and re.fullmatch(_NUMBERED, step.value):
            found.add(step.target)
    return Points(frozenset(found), arrays)


def at_a_point(block: Block, points: Points) -> Iterator[Step]:
    """The statements, with the bodies of loops over points in place of the loops."""
    for step in block:
        if isinstance(step, Loop):
            body = tuple(at_a_point(step.body, points))
            if _is_over_points(step):
                yield from body
            else:
                yield Loop(step.line, step.head, body)
        elif isinstance(step, Choice):
            branches = tuple(
                (by_component(text, points), tuple(at_a_point(body, points)))
                for text, body in step.branches
            )
            within = re.fullmatch(r"(\w+) ?< ?\w+", step.branches[0][0])
            if within and within[1] in points.numbers:  # the last block of points may be smaller
                yield from branches[0][1]
            else:
                yield Choice(step.line, branches)
        elif isinstance(step, Assignment):
            yield from _assigned(step, points)
        else:
            yield step


def by_component(text: str, points: Points) -> str:
    """`u(n + 1 * offset)` as u__1."""

    def name(found: re.Match[str]) -> str:
        index = _INDEX.fullmatch(found[2].strip())
        is_array = points.arrays is None or found[1] in points.arrays
        if index is None or not is_array or index[1] not in points.numbers:
            return found[0]
        return f"{found[1]}__{int(index[2] or ('+' in index[0]))}"

    return _ELEMENT.sub(name, text)


def _is_over_points(loop: Loop) -> bool:
    return "@" in loop.head or bool(re.search(_ON_THE_HOST, loop.head))


def _assigned(step: Assignment, points: Points) -> Iterator[Assignment]:
    """One to a component; to each of them where nobody can tell to which."""
    target, value = by_component(step.target, points), by_component(step.value, points)
    name, bracket, _ = target.partition("(")
    if bracket and (points.arrays is None or name in points.arrays):
        for i in range(COMPONENTS):
            yield Assignment(step.line, f"{name}__{i}", "component_by_a_variable()")
    else:
        yield Assignment(step.line, target, value)
