"""What the parts of a case of Neko share while it is translated."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lobatto.importing.draft import Draft
from lobatto.importing.ledger import Ledger
from lobatto.importing.neko_document import Document

FUNCTIONS = frozenset(
    "sin cos tan asin acos atan atan2 sinh cosh tanh exp ln log10 sqrt abs min max erf erfc".split()
)
"""Functions with the same name and meaning in the expressions of Neko and of the case file."""


@dataclass
class Work:
    """constants: numbers and vectors of `case.constants` by their names."""

    document: Document
    draft: Draft
    ledger: Ledger
    constants: dict[str, Any] = field(default_factory=dict)
    folder: Path = Path()
    """Of the source, where files that it names lie."""
    density: float = 1.0
    viscosity: float | None = None

    def read_constants(self) -> None:
        """Numbers become [parameters]; vectors are put in where they are named."""
        for number, entry in enumerate(self.document.peek("case.constants") or []):
            path = f"case.constants[{number}]"
            name, value = entry.get("name"), entry.get("value")
            self.document.take(path)
            if not isinstance(name, str):
                self.open(path, "a constant without a name")
                continue
            self.constants[name] = value
            if isinstance(value, int | float) and re.fullmatch(r"[A-Za-z]\w*", name):
                self.draft.set(f"parameters.{name}", value)
                self.translated(f"{path}.value", f"parameters.{name}")
            else:
                self.translated(f"{path}.value", "put in where it is named")

    def what(self, path: str) -> str:
        value = self.document.peek(path)
        return f"{path} = {value!r}" if value is not None else path

    def translated(self, path: str, key: str) -> None:
        self.document.take(path)
        self.ledger.translated(self.document.place(path), self.what(path), key)

    def no_need(self, path: str, why: str) -> None:
        self.document.take(path)
        self.ledger.no_need(self.document.place(path), self.what(path), why)

    def open(self, path: str, why: str) -> None:
        self.document.take(path)
        self.ledger.open(self.document.place(path), self.what(path), why)

    def elsewhere(self, path: str, why: str) -> None:
        self.document.take(path)
        self.ledger.elsewhere(self.document.place(path), self.what(path), why)

    def missing(self, path: str, section: str, why: str) -> None:
        """Open, and a comment in the section where it would stand."""
        self.open(path, why)
        self.draft.remark(section, f"{self.document.place(path)} ({path}): {why}")

    def take(self, path: str) -> Any:
        """A value, with the constant in place of its name."""
        return self._resolved(self.document.take(path))

    def value(self, path: str) -> float | None:
        """A number, None where there is none."""
        found = self._resolved(self.document.peek(path))
        is_number = isinstance(found, int | float) and not isinstance(found, bool)
        return float(found) if is_number else None

    def vector(self, path: str) -> list[float] | None:
        """Three numbers, None where there are none."""
        found = self._resolved(self.document.peek(path))
        numbers = [self._resolved(one) for one in found] if isinstance(found, list) else []
        if len(numbers) != 3 or not all(isinstance(one, int | float) for one in numbers):
            return None
        return [float(one) for one in numbers]

    def set(self, path: str, key: str, value: Any) -> None:
        """Writes a key of the case file and says that the source has led to it."""
        self.draft.set(key, value)
        self.translated(path, key)

    def copy(self, path: str, key: str) -> None:
        """The same number under another name, where there is one."""
        if self.document.peek(path) is None:
            return
        value = self.value(path)
        if value is None or value <= 0:
            self.open(path, f"expected a number above 0 for {key}")
            return
        self.set(path, key, int(value) if value == int(value) and "order" in key else value)

    def interval(self, control: str, value: str, key: str) -> dict[str, float | int]:
        """every_steps or every_time from two keys of the source."""
        kind, number = self.take(control), self.value(value)
        if kind is None and number is None:
            return {}
        end = self.draft.get("time.end")
        if kind == "tsteps" and number and number >= 1:
            interval: dict[str, float | int] = {"every_steps": int(number)}
        elif kind == "simulationtime" and number and number > 0:
            interval = {"every_time": number}
        elif kind == "nsamples" and number and number > 0 and end:
            interval = {"every_time": end / number}
        elif kind in ("never", "global", "fluid_output"):
            self.no_need(control, f"{key}: as by default")
            self.document.take(value)
            return {}
        else:
            self.open(control, f"{key} has every_steps and every_time")
            self.document.take(value)
            return {}
        name = next(iter(interval))
        self.translated(control, f"{key}.{name}")
        self.translated(value, f"{key}.{name}")
        return interval

    def expression(self, text: Any) -> str | None:
        """An expression in the words of the case file, None where it has words of its own."""
        if isinstance(text, int | float) and not isinstance(text, bool):
            return repr(text)
        if not isinstance(text, str):
            return None
        known = {"x", "y", "z", "t", "pi", "e", *FUNCTIONS, *self.constants}
        words = set(re.findall(r"(?<![\d.])\b[A-Za-z_]\w*", text))
        plain = re.fullmatch(r"[\w\s.+\-*/^(),]*", text)
        return text if plain and words <= known else None

    def _resolved(self, value: Any) -> Any:
        return self.constants.get(value, value) if isinstance(value, str) else value


def zone_name(number: int) -> str:
    """What the solver calls a labelled zone of a .nmsh."""
    return f"zone-{number}"


def zones_of(work: Work, path: str) -> list[int]:
    """`zone_indices`, or `zone_index` of some versions."""
    found = work.take(f"{path}.zone_indices")
    if found is None:
        found = work.take(f"{path}.zone_index")
    found = found if isinstance(found, list) else [found]
    return [one for one in found if isinstance(one, int)]


def seconds_of(text: str) -> int | None:
    """Of HH:MM:SS, MM:SS or SS, with days before a dash; None where it is none."""
    found = re.fullmatch(r"(?:(\d+)-)?(?:(\d+):)?(?:(\d+):)?(\d+)(?:\.\d*)?", text.strip())
    if not found:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    if found[3] is None and found[2] is not None:
        hours, minutes = 0, hours
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
