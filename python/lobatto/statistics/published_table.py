"""Tables of profiles as their authors publish them, told apart by the names of their columns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.statistics.reference import Reference

SPELLINGS = {
    "y_plus": ("y+", "y^+", "((1-r)^+)"),
    "U": ("Umean", "U+", "(Uz^+)"),
    "uu": ("R_uu", "u'u'", "uu+"),
    "vv": ("R_vv", "v'v'", "vv+"),
    "ww": ("R_ww", "w'w'", "ww+"),
    "uv": ("R_uv", "u'v'", "uv+", "uv'+"),
    "k": (),
    "pp": ("p'p'", "pp+"),
    "u_rms": ("u'+", "(uz_{rms}^+)"),
    "v_rms": ("v'+", "(ur_{rms}^+)"),
    "w_rms": ("w'+", "(ut_{rms}^+)"),
    "p_rms": ("p'+", "(p_{rms}^+)"),
}
"""A quantity -> how others call it: Moser, Kim & Mansour, Lee & Moser, the Johns Hopkins database,
Hoyas & Jimenez, El Khoury et al."""
TOWARDS_THE_WALL = {"(uzur^+)": "uv"}
"""Columns of the opposite sign: a radius grows towards the wall."""
QUANTITY_OF = {theirs: ours for ours, others in SPELLINGS.items() for theirs in (ours, *others)}
TITLES = {
    "Moser, Kim & Mansour": "Moser, Kim & Mansour 1999",
    "Myoungkyu Lee": "Lee & Moser 2015",
    "El Khoury": "El Khoury et al. 2013",
    "Hoyas": "Hoyas & Jimenez 2006",
    "tau_uv/tau_w": "Johns Hopkins database",
}
"""What stands in the head of a table -> how the reference is called."""
NUMBER = r"\s*=\s*([-+.\deE]+)\s*$"
"""At the end of a line: titles of papers have such words, too."""
RE_TAU = re.compile(r"Re_(?:tau|\{\\tau\})" + NUMBER, re.MULTILINE)
FRICTION_VELOCITY = re.compile(r"u_tau/U_b" + NUMBER, re.MULTILINE)


@dataclass(frozen=True)
class Table:
    """head: the lines before the numbers; values: [rows, columns]."""

    head: list[str]
    values: Floats

    @property
    def names(self) -> list[str]:
        """Of the columns: the last line of the head with a word for each; none where there is no
        such line."""
        lines = (_words(line.strip("#% \t")) for line in reversed(self.head))
        return next((words for words in lines if len(words) == self.values.shape[1]), [])


def read_published(path: object, stem: str, text: str) -> Reference:
    """stem: the title where the head names no authors that are known. Raises LobattoError."""
    table = _table(path, text)
    columns = {}
    for name, values in zip(table.names, table.values.T, strict=False):
        if name in QUANTITY_OF:
            columns[QUANTITY_OF[name]] = values
        elif name in TOWARDS_THE_WALL:
            columns[TOWARDS_THE_WALL[name]] = -values
    if "y_plus" not in columns or len(columns) < 2:
        raise LobattoError(f"{path} {_what_is_missing(table.names)}")
    order = np.argsort(columns["y_plus"], kind="stable")
    places = columns.pop("y_plus")[order]
    profiles = {name: np.array([places, values[order]]) for name, values in columns.items()}
    head = "\n".join(table.head)
    numbers = dict(_numbers(head))
    title = next((title for words, title in TITLES.items() if words in head), stem)
    if "re_tau" in numbers:
        title += f", Re_tau {numbers['re_tau']:.4g}"
    return Reference(title, profiles, numbers)


def _what_is_missing(names: list[str]) -> str:
    if not names:
        return "has no line above its numbers that names each column, expected y+ U ... there"
    wanted = ", ".join(sorted({*SPELLINGS["U"], *SPELLINGS["uu"], *SPELLINGS["u_rms"]}))
    return (
        f"has the columns {', '.join(names)}, expected the distance from the wall as one of "
        f"{', '.join(SPELLINGS['y_plus'])} and a profile such as {wanted}; else write a CSV file "
        "with the columns quantity, y_plus, value"
    )


def _numbers(head: str) -> Iterator[tuple[str, float]]:
    if found := RE_TAU.search(head):
        yield "re_tau", float(found[1])
    if found := FRICTION_VELOCITY.search(head):
        yield "bulk_plus", 1 / float(found[1])


def _table(path: object, text: str) -> Table:
    head, rows = list[str](), list[list[float]]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = _words(line)
        if not words or (rows and line.lstrip()[0] in "#%"):
            continue
        numbers = _floats(words)
        if numbers is not None and (not rows or len(numbers) == len(rows[0])):
            rows.append(numbers)
        elif not rows:
            head.append(line)
        else:
            expected = f"expected {len(rows[0])} numbers as in the lines before"
            raise LobattoError(f"{path}:{number} is {line.strip()!r}, {expected}")
    if not rows:
        raise LobattoError(f"{path} has no rows of numbers")
    return Table(head, np.array(rows))


def _words(line: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", line) if word]


def _floats(words: list[str]) -> list[float] | None:
    try:
        return [float(word) for word in words]
    except ValueError:
        return None
