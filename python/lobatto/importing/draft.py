"""A case file while it is put together, and its text."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from lobatto.errors import LobattoError

SECTIONS = (
    "case",
    "mesh",
    "solid",
    "fluid",
    "parameters",
    "boundary",
    "flow",
    "forcing",
    "rotation",
    "initial",
    "scalar",
    "filter",
    "subgrid",
    "sponge",
    "time",
    "solver",
    "output",
    "statistics",
    "exact",
    "probe",
    "force",
    "monitor",
    "restart",
)
"""In the order in which the manual has them."""

PATHS = ("mesh.file", "restart.from")
"""Keys that name files of the source."""
Table: TypeAlias = dict[str, Any]


class Draft:
    """Sections with keys, lists of tables, and remarks that become comments of a section."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._lists: dict[str, list[Table]] = {}
        self._remarks: dict[str, list[str]] = {}
        self.files: dict[str, bytes] = {}
        """Written beside the case file, by their names."""

    def set(self, path: str, value: Any) -> None:
        """Gives a key of a section, "time.dt", its value; a later value takes the place."""
        section, *parents, key = path.split(".")
        table = self._tables.setdefault(section, {})
        for parent in parents:
            table = table.setdefault(parent, {})
        table[key] = value

    def clear(self, section: str) -> None:
        """Takes the keys of a section out."""
        self._tables.pop(section, None)

    def remove(self, path: str) -> None:
        """Takes a key, or a whole section, out."""
        parent, _, key = path.rpartition(".")
        table = self.get(parent) if parent else self._tables
        table.pop(key, None)
        if parent and not table:
            self.remove(parent)

    def move(self, old: Path, new: Path) -> None:
        """Paths that lead from the folder of the source lead from that of the case file instead."""
        for key in PATHS:
            value = self.get(key)
            is_own = value in self.files
            if isinstance(value, str) and value and not Path(value).is_absolute() and not is_own:
                here = os.path.relpath(old.resolve() / value, new.resolve())
                self.set(key, value if here == os.path.normpath(value) else here)

    def refuse(self, reason: str) -> None:
        """A reason why the case must not run as it stands."""
        reasons = self.get("case.refuse") or []
        if reason not in reasons:
            self.set("case.refuse", [*reasons, reason])

    def add(self, section: str, table: Table) -> None:
        """One more table of a list, such as [[scalar]]."""
        self._lists.setdefault(section, []).append(table)

    def remark(self, section: str, text: str) -> None:
        """A comment at the end of a section."""
        self._remarks.setdefault(section, []).append(text)

    def get(self, path: str) -> Any:
        """The value of a key, None where it has none."""
        value: Any = self._tables
        for part in path.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def tables(self, section: str) -> list[Table]:
        """Those of a list."""
        return self._lists.get(section, [])

    def text(self, heading: list[str], ending: list[str]) -> str:
        """The case file; heading and ending are comments."""
        lines = [_comment(line) for line in heading]
        for section in SECTIONS:
            block = list(self._section(section))
            lines += ["", *block] if block else []
        lines += ["", *(_comment(line) for line in ending)] if ending else []
        return "\n".join(lines) + "\n"

    def _section(self, section: str) -> Iterator[str]:
        table, remarks = self._tables.get(section), self._remarks.get(section, [])
        if table is not None:
            yield f"[{section}]"
            for key, value in table.items():
                yield f"{_key(key)} = {toml_value(value)}"
        for number, entry in enumerate(self._lists.get(section, [])):
            yield from [""] if number else []
            yield f"[[{section}]]"
            yield from _entry_lines(entry)
        if remarks and table is None and not self._lists.get(section):
            yield f"# [{section}]"
        yield from (_comment(remark) for remark in remarks)


def refuse_to_overwrite(path: Path) -> None:
    if path.exists():
        raise LobattoError(
            f"{path}: is there already, and nothing is written over it; name another with --out"
        )


def write_new(path: Path, content: str | bytes) -> None:
    """Writes a file that must not be there yet."""
    data = content if isinstance(content, bytes) else content.encode()
    refuse_to_overwrite(path)
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise LobattoError(f"{path} cannot be written: {error.strerror}") from None


def toml_value(value: Any) -> str:
    """A bool, number, text, list or table as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {toml_value(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return "[" + ", ".join(toml_value(inner) for inner in value) + "]"


def _entry_lines(entry: Table) -> Iterator[str]:
    for key, value in entry.items():
        if isinstance(value, dict) and key == "boundary":
            for name, condition in value.items():
                yield f"boundary.{_key(name)} = {toml_value(condition)}"
        elif isinstance(value, dict) and key == "solid":
            for name, inside in value.items():
                yield f"solid.{_key(name)} = {toml_value(inside)}"
        else:
            yield f"{_key(key)} = {toml_value(value)}"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    steering = {chr(code): f"\\u{code:04x}" for code in (*range(32), 127)}
    return '"' + "".join(steering.get(letter, letter) for letter in escaped) + '"'


def _comment(line: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in line)
    return f"# {shown}".rstrip()
