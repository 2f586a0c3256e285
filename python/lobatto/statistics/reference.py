"""Reference data: CSV files that are drawn over our profiles and compared with them."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.statistics.convergence import Figure
from lobatto.statistics.profiles import LineProfiles

COLUMNS = ("quantity", "y_plus", "value")


@dataclass(frozen=True)
class Reference:
    """profiles: quantity -> [2, points]: y_plus, ascending, and value; numbers: quantity -> value
    of the rows without a y_plus. Everything is in wall units."""

    title: str
    profiles: dict[str, Floats]
    numbers: dict[str, float]
    sources: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Difference:
    """Ours and theirs, at y_plus, or of a number of the whole flow where y_plus is None."""

    reference: str
    line: str
    quantity: str
    y_plus: float | None
    theirs: float
    ours: float

    @property
    def relative(self) -> float:
        """Ours over theirs less 1; NaN where theirs is 0."""
        return self.ours / self.theirs - 1 if self.theirs else float("nan")


def packaged_names() -> list[str]:
    """The names of the reference data that come with the package."""
    folder = resources.files("lobatto.statistics") / "reference_data"
    return sorted(item.name.removesuffix(".csv") for item in folder.iterdir())


def read_reference(name: str) -> Reference:
    """From a file, or packaged data by name. Lines that begin with # are comments; `# title:` is
    what the legend shows and `# source:` what the table says. Columns beside the three are
    ignored."""
    path: Traversable = Path(name)
    if not path.is_file():
        path = resources.files("lobatto.statistics") / "reference_data" / f"{name}.csv"
        if not path.is_file():
            raise LobattoError(
                f"--reference {name}: there is no such file, and the packaged ones are "
                f"{', '.join(packaged_names())}"
            )
    return _parsed(path, path.read_text(encoding="utf-8"))


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


def differences(
    reference: Reference, figures: Sequence[Figure], lines: Sequence[LineProfiles]
) -> list[Difference]:
    """Of the figures by name and the LineProfiles; a quantity that we do not have is an error."""
    ours = {figure.name: figure.value for figure in figures}
    known = list(lines[0].profiles)
    for quantity, valid, where in (
        *((q, known, "with a y_plus") for q in reference.profiles),
        *((q, list(ours), "without a y_plus") for q in reference.numbers),
    ):
        if quantity not in valid:
            near = get_close_matches(quantity, valid, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(valid)}"
            raise LobattoError(f"{reference.title}: unknown quantity {quantity} {where}; {hint}")
    rows = [
        Difference(reference.title, "", quantity, None, value, ours[quantity])
        for quantity, value in reference.numbers.items()
    ]
    for line in lines:
        for quantity, (places, values) in reference.profiles.items():
            reached = places <= line.y_plus[-1] * (1 + 1e-9)
            at_places = line.at(quantity, places[reached])
            rows += [
                Difference(reference.title, line.line.label, quantity, *row)
                for row in zip(places[reached], values[reached], at_places, strict=True)
            ]
    return rows


@dataclass(frozen=True)
class Agreement:
    """How far one quantity is from a reference, over the largest value of the reference: the mean
    over its points, and the worst, which is `at` a point."""

    n_points: int
    mean: float
    worst: float
    at: Difference


def agreements_of(found: Sequence[Difference]) -> list[Agreement]:
    """One for each quantity, of all its points on all lines."""
    of_quantity: dict[str, list[Difference]] = {}
    for row in found:
        of_quantity.setdefault(row.quantity, []).append(row)
    return [_agreement(rows) for rows in of_quantity.values()]


def _agreement(rows: Sequence[Difference]) -> Agreement:
    distances = np.array([abs(row.ours - row.theirs) for row in rows])
    largest = max(abs(row.theirs) for row in rows) or 1.0
    worst = int(distances.argmax())
    shares = distances / largest
    return Agreement(len(rows), float(shares.mean()), float(shares[worst]), rows[worst])
