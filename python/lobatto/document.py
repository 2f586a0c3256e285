"""Looks up keys in what files hold; what is not as expected is an error with file and key."""

from difflib import get_close_matches
from math import isfinite

from lobatto.errors import DamagedFileError

REQUIRED = object()


class Document:
    """A JSON object out of a file, or the attributes of an object in an HDF5 file. Every look-up
    raises DamagedFileError that names file, key, what was found and what was expected; with a
    default a key may be missing or null."""

    def __init__(self, path, values, inside=""):
        self.path = path
        self.values = values
        self._inside = inside

    def number(self, key, default=REQUIRED):
        return self._get(key, _is_number, "a number", default)

    def whole(self, key, default=REQUIRED):
        return self._get(key, lambda v: _is_number(v) and v == int(v), "a whole number", default)

    def positive(self, key):
        return self._get(key, lambda v: _is_number(v) and v > 0, "a positive number", REQUIRED)

    def positive_whole(self, key):
        """Such as a count that is never zero."""
        expected = "a positive whole number"
        value = self._get(
            key, lambda v: _is_number(v) and v == int(v) and v > 0, expected, REQUIRED
        )
        return int(value)

    def text(self, key, default=REQUIRED):
        return self._get(key, lambda v: isinstance(v, str), "a text", default)

    def numbers(self, key, length=None, default=REQUIRED):
        """length: how many there have to be."""
        expected = "a list of numbers" if length is None else f"a list of {length} numbers"
        return self._get(key, lambda v: _is_list(v, _is_number, length), expected, default)

    def texts(self, key, length=None, default=REQUIRED):
        expected = "a list of texts" if length is None else f"a list of {length} texts"
        return self._get(key, lambda v: _is_list(v, _is_text, length), expected, default)

    def object(self, key, default=REQUIRED):
        values = self._get(key, _is_object, "an object", default)
        return self._within(values, key) if _is_object(values) else values

    def objects(self, key, default=REQUIRED):
        rows = self._get(key, lambda v: _is_list(v, _is_object), "a list of objects", default)
        return [self._within(row, f"{key}[{i}]") for i, row in enumerate(rows)]

    def expect(self, key, *known):
        """The value is one of these: the name or the version of a format."""
        shown = " or ".join(map(repr, known))
        return self._get(key, lambda value: value in known, shown, REQUIRED)

    def damage(self, key, problem):
        """The error that says of a key what is wrong with it."""
        return DamagedFileError(self.path, f"{self._inside}{key} {problem}")

    def _within(self, values, key):
        return Document(self.path, values, f"{self._inside}{key}.")

    def _get(self, key, is_right, expected, default):
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


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_text(value):
    return isinstance(value, str)


def _is_object(value):
    return isinstance(value, dict)


def _is_list(value, is_right, length=None):
    if not isinstance(value, list) or (length is not None and len(value) != length):
        return False
    return all(map(is_right, value))


def _short(value):
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
