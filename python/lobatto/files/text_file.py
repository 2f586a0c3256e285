"""The text files of a run: JSON, JSON by lines, and tables of numbers.

A run may still be writing them, so a last line without its end is passed over. Everything else that
is not as expected is a DamagedFileError with file and line.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import DamagedFileError, LobattoError

DIGITS = 18
"""Of a whole number that is taken for one; no count of a run has more."""
DEPTH = 20
"""Objects and lists within each other; those of a run are far below."""


@dataclass(frozen=True)
class Table:
    """columns: names; rows [rows, columns]; first_line: the line of the first row in the file."""

    columns: tuple[str, ...]
    rows: Floats
    first_line: int = 2

    def line_of(self, row: int) -> int:
        """The line in the file of a row, both counted as there: lines from 1, rows from 0."""
        return self.first_line + int(row)


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file, empty where there is no file."""
    data = _bytes_of(path)
    return {} if data is None else json_object(path, data, 1)


def read_json_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file with one a line; none where there is no file."""
    data = _bytes_of(path)
    if data is None:
        return []
    *lines, rest = data.split(b"\n")
    objects = [json_object(path, line, number) for number, line in enumerate(lines, start=1)]
    with suppress(DamagedFileError):
        # An object tells where it ends, so this one may be whole.
        objects.append(json_object(path, rest, len(objects) + 1))
    return objects


def read_table(path: Path) -> Table:
    """The heading and the rows of a CSV file of numbers. Without a whole heading there are no
    columns; no file is a LobattoError."""
    data = _bytes_of(path)
    if data is None:
        raise LobattoError(f"there is no file {path}")
    heading, *lines = data.split(b"\n")[:-1] or [b""]
    if not heading and not lines:
        return Table((), np.zeros((0, 0)))
    columns = _heading(path, heading)
    rows = [_numbers(path, line, len(columns), number) for number, line in enumerate(lines, 2)]
    return Table(columns, np.array(rows).reshape(-1, len(columns)))


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LobattoError(f"{path} cannot be read: {error.strerror}") from None


def _text(path: Path, data: bytes, first_line: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        raise DamagedFileError(
            path,
            f"byte {column} of the line is 0x{data[error.start]:02x}, which is not UTF-8",
            first_line + before.count(b"\n"),
        ) from None


def json_object(path: Path, data: bytes, first_line: int) -> dict[str, Any]:
    """What stands in a file from a line on; all that is not one object is a DamagedFileError."""
    text = _text(path, data, first_line)
    try:
        document = json.loads(text, parse_int=_whole)
    except json.JSONDecodeError as error:
        line, problem = first_line + error.lineno - 1, f"{error.msg} at character {error.colno}"
        raise DamagedFileError(path, f"not valid JSON: {problem}", line) from None
    except RecursionError:
        raise DamagedFileError(path, "JSON that is nested too deeply", first_line) from None
    if not isinstance(document, dict):
        raise DamagedFileError(path, "expected one JSON object", first_line)
    strangeness = _strangeness(text, document)
    if strangeness:
        raise DamagedFileError(path, strangeness, first_line)
    return document


def _strangeness(text: str, document: dict[str, Any]) -> str | None:
    """What JSON allows, no run writes, and later trips who prints it or walks through it."""
    if "\\u" in text:
        try:
            json.dumps(document, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return "half a character of UTF-16 in a text"
    level, depth = [document], 0
    while level:
        depth += 1
        nested = [value for value in level if isinstance(value, dict | list)]
        level = [v for of in nested for v in (of.values() if isinstance(of, dict) else of)]
    return "JSON that is nested too deeply" if depth > DEPTH else None


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= DIGITS else float(digits)


def _heading(path: Path, line: bytes) -> tuple[str, ...]:
    columns = tuple(_text(path, line, 1).split(","))
    if not all(name and name.isprintable() for name in columns):
        raise DamagedFileError(path, f"the heading is {line!r}, expected names of columns", 1)
    if len(set(columns)) < len(columns):
        raise DamagedFileError(path, "two columns of the heading have the same name", 1)
    return columns


def _numbers(path: Path, line: bytes, n_columns: int, number: int) -> list[float]:
    cells = _text(path, line, number).split(",")
    if len(cells) != n_columns:
        raise DamagedFileError(path, f"{len(cells)} columns, expected {n_columns}", number)
    try:
        return [float(cell) for cell in cells]
    except ValueError:
        wrong = next(cell for cell in cells if not _is_number(cell))
        raise DamagedFileError(path, f"{wrong!r}, expected a number", number) from None


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
