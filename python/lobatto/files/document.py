"""Looks up keys in what files hold; what is not as expected is an error with file and key."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from lobatto.errors import DamagedFileError

D = TypeVar("D")


class Required:
    """The default of a key that has to be there."""


REQUIRED = Required()


class Document:
    """A JSON object out of a file, or the attributes of an object in an HDF5 file. Every look-up
    raises DamagedFileError that names file, key, what was found and what was expected; with a
    default a key may be missing or null."""

    def __init__(self, path: Path, values: dict[str, Any], inside: str = "") -> None:
        self.path = path
        self.values = values
        self._inside = inside

    def __repr__(self) -> str:
        keys = ", ".join(self.values)
        return f"{type(self).__name__}({str(self.path)!r}, with {keys})"

    def number(self, key: str, default: D | Required = REQUIRED) -> float | D:
        """Finite, as it stands in the file."""
        return self._get(key, _is_number, "a number", default)

    def whole(self, key: str, default: D | Required = REQUIRED) -> int | D:
        """Also of a number such as 2.0."""
        value = self._get(key, _is_whole, "a whole number", default)
        return int(value) if _is_number(value) else value

    def positive(self, key: str) -> float:
        """A number above 0."""
        return self._get(key, lambda v: _is_number(v) and v > 0, "a positive number", REQUIRED)

    def positive_whole(self, key: str) -> int:
        """Such as a count that is never zero."""
        expected = "a positive whole number"
        return int(self._get(key, lambda v: _is_whole(v) and v > 0, expected, REQUIRED))

    def text(self, key: str, default: D | Required = REQUIRED) -> str | D:
        """As it stands in the file."""
        return self._get(key, lambda v: isinstance(v, str), "a text", default)

    def numbers(
        self, key: str, length: int | None = None, default: D | Required = REQUIRED
    ) -> list[float] | D:
        """length: how many there have to be."""
        expected = "a list of numbers" if length is None else f"a list of {length} numbers"
        return self._get(key, lambda v: _is_list(v, _is_number, length), expected, default)

    def texts(
        self, key: str, length: int | None = None, default: D | Required = REQUIRED
    ) -> list[str] | D:
        """length: how many there have to be."""
        expected = "a list of texts" if length is None else f"a list of {length} texts"
        return self._get(key, lambda v: _is_list(v, _is_text, length), expected, default)

    def object(self, key: str, default: D | Required = REQUIRED) -> Document | D:
        """What is under the key, as a Document."""
        values = self._get(key, _is_object, "an object", default)
        return self._inner(values, key) if _is_object(values) else values

    def objects(self, key: str, default: D | Required = REQUIRED) -> list[Document]:
        """A list of objects, as Documents."""
        rows = self._get(key, lambda v: _is_list(v, _is_object), "a list of objects", default)
        return [self._inner(row, f"{key}[{i}]") for i, row in enumerate(rows)]

    def expect(self, key: str, *known: Any) -> Any:
        """The value is one of these: the name or the version of a format."""
        shown = " or ".join(map(repr, known))
        return self._get(key, lambda value: value in known, shown, REQUIRED)

    def damage(self, key: str, problem: str) -> DamagedFileError:
        """The error that says of a key what is wrong with it."""
        return DamagedFileError(self.path, f"{self._inside}{key} {problem}")

    def _inner(self, values: dict[str, Any], key: str) -> Document:
        return Document(self.path, values, f"{self._inside}{key}.")

    def _get(self, key: str, is_right: Callable[[Any], bool], expected: str, default: Any) -> Any:
        value = self.values.get(key)
        if value is None and default is not REQUIRED:
            return default
        if key not in self.values:
            near = get_close_matches(key, self.values, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise DamagedFileError(
                self.path, f"there is no {self._inside}{key}, expected {expected}{hint}"
            )
        if not is_right(value):
            raise self.damage(key, f"is {_short(value)}, expected {expected}")
        return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_whole(value: Any) -> bool:
    return _is_number(value) and value == int(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_list(value: object, is_right: Callable[[Any], bool], length: int | None = None) -> bool:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        return False
    return all(map(is_right, value))


def _short(value: object) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
