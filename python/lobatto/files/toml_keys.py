"""Looks up keys of a TOML file. What is wrong is told with file, line, key, what was found, what
was expected and the nearest key or word that there is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from lobatto.errors import LobattoError
from lobatto.files.document import REQUIRED, Required

D = TypeVar("D")
Place: TypeAlias = tuple[str | int, ...]
"""Names of tables and of the key, and numbers of the tables of a list, from 0."""

NAME = re.compile(r""""[^"]*"|'[^']*'|[\w-]+""")
HEADING = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
ASSIGNMENT = re.compile(
    r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*="""
)


class Source:
    """A TOML file with the lines of its keys. kind: what it is, such as "a study"."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        self.kind = kind
        try:
            text = path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            raise LobattoError(f"there is no file {path}") from None
        except UnicodeDecodeError:
            raise LobattoError(f"{path} is not UTF-8, expected a TOML file") from None
        except OSError as error:
            raise LobattoError(f"{path} cannot be read: {error.strerror}") from None
        try:
            self.values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"^(.*) \(at line (\d+), column (\d+)\)$", str(error))
            where = f":{found[2]}" if found else ""
            problem = f"{found[1]} at character {found[3]}" if found else str(error)
            raise LobattoError(f"{path}{where}: not valid TOML: {problem}") from None
        self._lines = lines_of(text)

    def error(self, place: Place, problem: str) -> LobattoError:
        """Of the key at a place, or of what it should stand in where there is no such key."""
        return LobattoError(f"{self.path}{self.line(place)}: {shown_place(place)} {problem}")

    def line(self, place: Place) -> str:
        """As :7, of the key at a place, or else of the first one inside it, or of what it stands
        in; empty where none has a line."""
        for n in range(len(place), 0, -1):
            found = [line for at, line in self._lines.items() if at[:n] == place[:n]]
            if found:
                return f":{min(found)}"
        return ""


def lines_of(text: str) -> dict[Place, int]:
    """The line of each key and each table, counted from 1; keys of inline tables have none."""
    lines: dict[Place, int] = {}
    table: Place = ()
    counts: dict[Place, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := HEADING.match(line):
            table = _names(heading[2])
            if heading[1] == "[[":
                lines.setdefault(table, number)
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif assignment := ASSIGNMENT.match(line):
            lines.setdefault((*table, *_names(assignment[1])), number)
    return lines


def _names(dotted: str) -> Place:
    return tuple(name.strip("\"'") for name in NAME.findall(dotted))


def shown_place(place: Place) -> str:
    """As it is written: job.minutes, run[1].ranks."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def nearest(word: str, known: Sequence[str]) -> str:
    """The end of a message: the word that may have been meant, or else all that there are."""
    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; expected one of {', '.join(known)}"


class Keys:
    """One table of such a file."""

    def __init__(self, source: Source, values: dict[str, Any], place: Place = ()) -> None:
        self.source = source
        self.values = values
        self.place = place

    def only(self, *known: str) -> None:
        """Raises where the table has a key that is not known."""
        for key in self.values:
            if key not in known:
                raise self.error(key, f"is no key of {self.source.kind}{nearest(key, known)}")

    def error(self, key: str, problem: str) -> LobattoError:
        """Of a key of this table."""
        return self.source.error((*self.place, key), problem)

    def text(self, key: str, default: D | Required = REQUIRED) -> str | D:
        """Not empty."""
        return self._get(key, lambda v: isinstance(v, str) and v != "", "a text", default)

    def word(self, key: str, known: Sequence[str], default: D | Required = REQUIRED) -> str | D:
        """One of those known."""
        value = self.text(key, default)
        if isinstance(value, str) and value not in known:
            raise self.error(key, f"is {value!r}{nearest(value, known)}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        return bool(self._get(key, lambda v: isinstance(v, bool), "true or false", default))

    def count(self, key: str, default: D | Required = REQUIRED) -> int | D:
        """A whole number from 1 on."""
        return self._get(key, is_count, "a whole number from 1 on", default)

    def positive(self, key: str, default: D | Required = REQUIRED) -> float | D:
        """A number above 0."""
        return self._get(key, lambda v: is_number(v) and v > 0, "a number above 0", default)

    def number(self, key: str, default: D | Required = REQUIRED) -> float | D:
        """Any number."""
        return self._get(key, is_number, "a number", default)

    def table(self, key: str) -> Keys:
        """The table of that name, empty where there is none."""
        values = self._get(key, lambda v: isinstance(v, dict), "a table", None)
        return Keys(self.source, values or {}, (*self.place, key))

    def tables(self, key: str) -> list[Keys]:
        """The tables [[key]]."""
        expected = f"a list of tables, written [[{key}]]"
        rows = self._get(key, _is_tables, expected, None) or []
        return [Keys(self.source, row, (*self.place, key, i)) for i, row in enumerate(rows)]

    def file(self, key: str, default: D | Required = REQUIRED) -> Path | D:
        """A file that is there; its name counts from the folder of the TOML file."""
        name = self.text(key, default)
        if not isinstance(name, str):
            return name
        path = self.source.path.parent / name
        if not path.is_file():
            raise self.error(key, f"is {name!r}, and there is no file {path}")
        return path

    def leaves(self) -> Iterator[tuple[str, Place, Any]]:
        """(dotted key, place, value) of all that is in the table and in the tables in it."""
        yield from _leaves(self.values, "", self.place)

    def _get(self, key: str, is_right: Any, expected: str, default: Any) -> Any:
        if key not in self.values:
            if default is not REQUIRED:
                return default
            raise self.error(key, f"is missing, expected {expected}")
        value = self.values[key]
        if not is_right(value):
            raise self.error(key, f"is {value!r}, expected {expected}")
        return value


def _leaves(values: dict[str, Any], prefix: str, place: Place) -> Iterator[tuple[str, Place, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.", (*place, key))
        else:
            yield prefix + key, (*place, key), value


def is_number(value: object) -> bool:
    """Of TOML, and finite."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def is_count(value: object) -> bool:
    """A whole number from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)
