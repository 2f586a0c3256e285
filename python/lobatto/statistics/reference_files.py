"""Files of reference data: CSV with a value in each row, or tables as authors publish them."""

import csv
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.statistics.published_table import read_published
from lobatto.statistics.reference import Reference

COLUMNS = ("quantity", "y_plus", "value")


def packaged_names() -> list[str]:
    """The names of the reference data that come with the package."""
    folder = resources.files("lobatto.statistics") / "reference_data"
    return sorted(item.name.removesuffix(".csv") for item in folder.iterdir())


def read_references(names: Sequence[str | Path]) -> list[Reference]:
    """Each as read_reference has it. What several files have of one title is one reference; where
    two of them have the same quantity they stay two."""
    found = dict[str, Reference]()
    for name in names:
        reference = read_reference(name)
        title = reference.title
        while title in found and not _are_parts(found[title], reference):
            title = _next_title(title)
        mates = [found[title]] if title in found else []
        found[title] = _together(title, [*mates, reference])
    return list(found.values())


def read_reference(name: str | Path) -> Reference:
    """From a file, or packaged data by name. A CSV file with quantity, y_plus and value: lines that
    begin with # are comments, `# title:` is what the legend shows, `# source:` where the data are
    from, and further columns are ignored. Any other file is a table with a column for each
    quantity. A variance gives the r.m.s. value and the other way round. Raises LobattoError."""
    path: Traversable = Path(name)
    if not path.is_file():
        path = resources.files("lobatto.statistics") / "reference_data" / f"{name}.csv"
        if not path.is_file():
            raise LobattoError(
                f"--reference {name}: there is no such file, and the packaged ones are "
                f"{', '.join(packaged_names())}"
            )
    text = path.read_bytes().decode("utf-8", "replace")
    if _is_tidy(text):
        return _together("", [_parsed(path, text)])
    return _together("", [read_published(path, Path(path.name).stem, text)])


def _are_parts(first: Reference, second: Reference) -> bool:
    """Whether two of one title are of one flow, and neither repeats the other."""
    shared = first.numbers.keys() & second.numbers.keys()
    agree = all(first.numbers[name] == second.numbers[name] for name in shared)
    return agree and not first.profiles.keys() & second.profiles.keys()


def _next_title(title: str) -> str:
    """`name` -> `name (2)` -> `name (3)`."""
    name, _, number = title.removesuffix(")").rpartition(" (")
    return f"{name} ({int(number) + 1})" if name and number.isdigit() else f"{title} (2)"


def _together(title: str, parts: Sequence[Reference]) -> Reference:
    """title: where it is not that of the first."""
    profiles = {name: curve for part in parts for name, curve in part.profiles.items()}
    numbers = {name: value for part in parts for name, value in part.numbers.items()}
    sources = tuple(source for part in parts for source in part.sources)
    return Reference(title or parts[0].title, _with_roots(profiles), numbers, sources)


def _with_roots(profiles: Mapping[str, Floats]) -> dict[str, Floats]:
    completed = dict(profiles)
    for letter in "uvwp":
        variance, root = 2 * letter, f"{letter}_rms"
        if variance in profiles and root not in profiles:
            places, values = profiles[variance]
            completed[root] = np.array([places, np.sqrt(np.maximum(values, 0))])
        elif root in profiles and variance not in profiles:
            places, values = profiles[root]
            completed[variance] = np.array([places, values**2])
    return completed


def _is_tidy(text: str) -> bool:
    """Whether the first line that is no comment is a header with quantity or value in it, or there
    is none."""
    lines = (line for line in text.splitlines() if line.strip() and line[0] != "#")
    names = {name.strip() for name in next(lines, "value").split(",")}
    return bool(names & {"quantity", "value"})


def _parsed(path: Traversable, text: str) -> Reference:
    lines = list(enumerate(text.splitlines(), start=1))
    comments = [line.lstrip("# ") for _, line in lines if line.startswith("#")]
    rows = [(number, line) for number, line in lines if line.strip() and line[0] != "#"]
    if not rows:
        raise LobattoError(f"{path} has no rows")
    header = [name.strip() for name in next(csv.reader([rows[0][1]]))]
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise LobattoError(
            f"{path}:{rows[0][0]} the header is {','.join(header)}, expected the columns "
            f"{', '.join(COLUMNS)}; missing: {', '.join(missing)}"
        )
    points: dict[str, list[tuple[float, float]]] = {}
    numbers: dict[str, float] = {}
    for number, line in rows[1:]:
        row = _row(path, number, header, line)
        quantity = row["quantity"].strip()
        value = _number(path, number, row, "value")
        if row["y_plus"].strip():
            at = _number(path, number, row, "y_plus")
            points.setdefault(quantity, []).append((at, value))
        else:
            numbers[quantity] = value
    profiles = {name: np.array(sorted(pairs)).T for name, pairs in points.items()}
    return Reference(_tagged(comments, "title") or Path(path.name).stem, profiles, numbers,
                     _all_tagged(comments, "source"))  # fmt: skip


def _row(path: Traversable, number: int, header: list[str], line: str) -> dict[str, str]:
    cells = next(csv.reader([line]))
    row = dict(zip(header, cells, strict=False))
    if not set(COLUMNS) <= row.keys():
        found, expected = len(cells), ",".join(header)
        raise LobattoError(f"{path}:{number} has {found} columns, expected {expected}")
    return row


def _number(path: Traversable, line: int, row: Mapping[str, str], column: str) -> float:
    text = row[column]
    try:
        return float(text)
    except ValueError:
        raise LobattoError(f"{path}:{line} {column} is {text!r}, expected a number") from None


def _all_tagged(comments: list[str], tag: str) -> tuple[str, ...]:
    return tuple(c.partition(":")[2].strip() for c in comments if c.startswith(f"{tag}:"))


def _tagged(comments: list[str], tag: str) -> str:
    return " ".join(_all_tagged(comments, tag))
