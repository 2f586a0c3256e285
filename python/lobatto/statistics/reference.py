"""Reference data: what is drawn over our profiles and compared with them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.statistics.convergence import Figure
from lobatto.statistics.profiles import LineProfiles


@dataclass(frozen=True)
class Reference:
    """profiles: quantity -> [2, points]: y_plus, ascending, and value; numbers: quantity -> value
    of the whole flow. Everything is in wall units."""

    title: str
    profiles: dict[str, Floats]
    numbers: dict[str, float]
    sources: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Difference:
    """Ours and theirs, at y_plus, or of a number of the whole flow where y_plus is None;
    standard_error: of ours, NaN where it is not known."""

    reference: str
    line: str
    quantity: str
    y_plus: float | None
    theirs: float
    ours: float
    standard_error: float

    @property
    def relative(self) -> float:
        """Ours over theirs less 1; NaN where theirs is 0."""
        return self.ours / self.theirs - 1 if self.theirs else float("nan")


def differences(
    reference: Reference, figures: Sequence[Figure], lines: Sequence[LineProfiles]
) -> list[Difference]:
    """Of the figures by name and the LineProfiles; a quantity that we do not have is an error."""
    ours = {figure.name: figure for figure in figures}
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
        _of_number(reference.title, ours[quantity], value)
        for quantity, value in reference.numbers.items()
    ]
    for line in lines:
        for quantity in reference.profiles:
            rows += _along(reference, line, quantity)
    return rows


def _of_number(title: str, figure: Figure, theirs: float) -> Difference:
    error = float("nan") if figure.error is None else figure.error
    return Difference(title, "", figure.name, None, theirs, figure.value, error)


def _along(reference: Reference, line: LineProfiles, quantity: str) -> list[Difference]:
    places, values = reference.profiles[quantity]
    reached = places <= line.y_plus[-1] * (1 + 1e-9)
    places, values = places[reached], values[reached]
    error = np.interp(places, line.y_plus, line[quantity].plus_error)
    columns = (array.tolist() for array in (places, values, line.at(quantity, places), error))
    return [
        Difference(reference.title, line.line.label, quantity, *row)
        for row in zip(*columns, strict=True)
    ]


@dataclass(frozen=True)
class Agreement:
    """How far one quantity is from a reference, over the largest value of the reference: the root
    mean square over its points, and the worst, which is `at` a point."""

    rms: float
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
    rms = float(np.sqrt(np.mean(shares**2)))
    return Agreement(rms, float(shares[worst]), rows[worst])
