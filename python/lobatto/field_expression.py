"""Expressions of fields, in the words of `[output.quantities]`: arithmetic, choices, functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError

Lookup = Callable[[str], Floats]
"""The values of a name."""
Node = Callable[[Lookup], Any]
"""A part of an expression: its value where the names have theirs."""

TOKEN = re.compile(
    r"(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>&&|\|\||[<>=!]=|[-+*/^()<>?:,]))"
)
FUNCTIONS: Mapping[str, tuple[int, Callable[..., Any]]] = {
    **{name: (1, getattr(np, name)) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{name: (1, getattr(np, name)) for name in ("exp", "sqrt", "abs", "sign", "rint")},
    **{name: (1, getattr(np, f"arc{name[1:]}")) for name in ("asin", "acos", "atan")},
    **{name: (1, getattr(np, f"arc{name[1:]}")) for name in ("asinh", "acosh", "atanh")},
    **{"ln": (1, np.log), "log": (1, np.log), "log10": (1, np.log10), "log2": (1, np.log2)},
    **{"atan2": (2, np.arctan2), "min": (2, np.minimum), "max": (2, np.maximum)},
}
"""name -> how many arguments, and what it is."""
CONSTANTS = {"pi": np.pi, "_pi": np.pi, "_e": np.e}
BINARY: Mapping[str, tuple[int, Callable[[Any, Any], Any]]] = {
    "||": (1, lambda a, b: np.logical_or(a, b) * 1.0),
    "&&": (2, lambda a, b: np.logical_and(a, b) * 1.0),
    "==": (3, lambda a, b: np.equal(a, b) * 1.0),
    "!=": (3, lambda a, b: np.not_equal(a, b) * 1.0),
    "<": (4, lambda a, b: np.less(a, b) * 1.0),
    ">": (4, lambda a, b: np.greater(a, b) * 1.0),
    "<=": (4, lambda a, b: np.less_equal(a, b) * 1.0),
    ">=": (4, lambda a, b: np.greater_equal(a, b) * 1.0),
    "+": (5, np.add),
    "-": (5, np.subtract),
    "*": (6, np.multiply),
    "/": (6, np.divide),
    "^": (8, np.power),
}
"""sign -> how tightly it binds, and what it does; powers bind from the right."""
UNARY = 7


@dataclass(frozen=True)
class FieldExpression:
    """names: of all fields and coordinates that it asks for, in the order of the text."""

    text: str
    names: tuple[str, ...]
    _root: Node

    @staticmethod
    def of(text: str) -> FieldExpression:
        """Raises LobattoError that says what is wrong, and where."""
        parser = _Parser(text)
        root = parser.choice()
        parser.expect("")
        return FieldExpression(text, tuple(dict.fromkeys(parser.names)), root)

    def __call__(self, lookup: Lookup) -> Any:
        """The value; what is not finite, as at a division by 0, is no error here."""
        with np.errstate(all="ignore"):
            return self._root(lookup)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.names = text, list[str]()
        self._tokens = list(self._split())
        self._at = 0

    def _split(self) -> Iterator[tuple[str, str, int]]:
        """(kind, text, place) of each token; at the end one without text."""
        place, end = 0, len(self.text.rstrip())
        while place < end:
            place += len(self.text[place:]) - len(self.text[place:].lstrip())
            match = TOKEN.match(self.text, place)
            if match is None:
                raise self._error(place, "a number, a name or a sign")
            kind = str(match.lastgroup)
            yield kind, match[kind], match.start(kind)
            place = match.end()
        yield "sign", "", end

    def _error(self, place: int, expected: str) -> LobattoError:
        found = self.text[place : place + 12].strip() or "its end"
        return LobattoError(
            f"the expression '{self.text}': found {found} at character {place + 1}, "
            f"expected {expected}"
        )

    def _take(self) -> tuple[str, str, int]:
        self._at += 1
        return self._tokens[self._at - 1]

    def expect(self, sign: str) -> None:
        kind, text, place = self._take()
        if (kind, text) != ("sign", sign):
            raise self._error(place, f"'{sign}'" if sign else "an operator or the end")

    def _is_next(self, sign: str) -> bool:
        return self._tokens[self._at][:2] == ("sign", sign)

    def choice(self) -> Node:
        """`condition ? one : other`, or what binds more tightly."""
        condition = self._binary(0)
        if not self._is_next("?"):
            return condition
        self._take()
        one = self.choice()
        self.expect(":")
        other = self.choice()
        return lambda lookup: np.where(condition(lookup), one(lookup), other(lookup))

    def _binary(self, lowest: int) -> Node:
        left = self._unary()
        while True:
            kind, sign, _ = self._tokens[self._at]
            if kind != "sign" or sign not in BINARY or BINARY[sign][0] < lowest:
                return left
            binding, function = BINARY[sign]
            self._take()
            left = _applied(function, left, self._binary(binding + (sign != "^")))

    def _unary(self) -> Node:
        signs: dict[str, Callable[..., Any]] = {"-": np.negative, "+": np.positive}
        for sign, function in signs.items():
            if self._is_next(sign):
                self._take()
                return _applied(function, self._binary(UNARY))
        return self._primary()

    def _primary(self) -> Node:
        kind, text, place = self._take()
        if kind == "number":
            value = float(text)
            return lambda lookup: value
        if kind == "name":
            return self._call(text, place) if self._is_next("(") else self._named(text)
        if text != "(":
            raise self._error(place, "a number, a name or (")
        inside = self.choice()
        self.expect(")")
        return inside

    def _named(self, name: str) -> Node:
        if name in CONSTANTS:
            return lambda lookup: CONSTANTS[name]
        self.names.append(name)
        return lambda lookup: lookup(name)

    def _call(self, name: str, place: int) -> Node:
        if name not in FUNCTIONS:
            raise self._error(place, f"a function: {', '.join(FUNCTIONS)}")
        n_arguments, function = FUNCTIONS[name]
        self.expect("(")
        arguments = [self.choice()]
        for _ in range(n_arguments - 1):
            self.expect(",")
            arguments.append(self.choice())
        self.expect(")")
        return _applied(function, *arguments)


def _applied(function: Callable[..., Any], *arguments: Node) -> Node:
    return lambda lookup: function(*(argument(lookup) for argument in arguments))
