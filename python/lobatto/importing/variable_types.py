"""The types of the variables of a routine, by their declarations or their first letters."""

import re
from collections.abc import Iterable

from lobatto.importing.fortran_source import Routine, split_arguments

_TYPED = re.compile(
    r"(real|integer|double precision|auto)(?:\*\d+| ?\([^()]*\))?(?: ?,[^:]*)?(?: ?::)? ?(.*)$"
)
"""A declaration with its type and names."""


class Types(dict[str, str]):
    """i, r or auto by the names of variables; others go by their first letter."""

    integers: str | None = "ijklmn"
    """None: where others have the type of what they are set to."""

    def __missing__(self, name: str) -> str:
        if self.integers is None:
            return "auto"
        return "i" if name[0] in self.integers else "r"


def types_of(routine: Routine) -> Types:
    """Of the variables whose declarations stand in the routine, and of its own name."""
    types = Types()
    types.integers = _implicit_integers(routine)
    if any(line.text == "implicit auto" for line in routine.declarations):
        types.integers = None
    if routine.result:
        types[routine.name] = "i" if routine.result.startswith("integer") else "r"
    for line in routine.declarations:
        found = _TYPED.match(line.text)
        if found:
            letter = {"integer": "i", "auto": "auto"}.get(found[1], "r")
            types |= {name: letter for name in _declared(found[2])}
    return types


def _implicit_integers(routine: Routine) -> str:
    """The first letters of integers: `implicit real*8 (a-h,o-z)` leaves the others as they are."""
    letters = set("ijklmn")
    for line in (each.text for each in routine.declarations):
        found = re.findall(r"\b([a-z]+)(?:\*\d+)? ?\(([a-z](?: ?[-,] ?[a-z])*)\)", line)
        for kind, spans in found if line.startswith("implicit") else ():
            for first, last in re.findall(r"([a-z])(?: ?- ?([a-z]))?", spans):
                named = {chr(code) for code in range(ord(first), ord(last or first) + 1)}
                letters = letters | named if kind == "integer" else letters - named
    return "".join(sorted(letters))


def _declared(text: str) -> Iterable[str]:
    return (match[0] for part in split_arguments(text) if (match := re.match(r"\w+", part)))
