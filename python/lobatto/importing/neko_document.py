"""A .case file of Neko: JSON with comments, and the line of everything in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError
from lobatto.importing.settings import read_text

_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|[!#][^\n]*)|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<sign>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,\"]+)",
    re.DOTALL,
)
DEEPEST = 50
"""Objects and lists within each other."""


@dataclass(frozen=True)
class Node:
    """value: of an object the nodes by their keys, of a list the nodes, else a plain value."""

    line: int
    value: "dict[str, Node] | list[Node] | str | float | int | bool | None"

    @property
    def plain(self) -> Any:
        """The value with all that is in it, without lines."""
        if isinstance(self.value, dict):
            return {key: node.plain for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain for node in self.value]
        return self.value


@dataclass(frozen=True)
class Leaf:
    """A plain value, or a list of plain values; path: "case.fluid.source_terms[0].type"."""

    path: str
    line: int
    value: Any


class Document:
    """The nodes by their paths, and which of them were asked for."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._root = _Parser(path, read_text(path)).document()
        self._taken: set[str] = set()

    def node(self, path: str) -> Node | None:
        """What stands at a path, None where nothing does."""
        node: Node | None = self._root
        for part in re.findall(r"[^.\[\]]+", path):
            inner = node.value if node else None
            if isinstance(inner, list):
                node = inner[int(part)] if part.isdigit() and int(part) < len(inner) else None
            else:
                node = inner.get(part) if isinstance(inner, dict) else None
        return node

    def peek(self, path: str) -> Any:
        """The value at a path, None where there is none."""
        node = self.node(path)
        return node.plain if node else None

    def take(self, path: str) -> Any:
        """The value at a path, which then counts as dealt with, with all in it."""
        self._taken.add(path)
        return self.peek(path)

    def place(self, path: str) -> str:
        node = self.node(path)
        return f"{self.name}:{node.line if node else 1}"

    def left(self) -> Iterator[Leaf]:
        """What nobody has asked for."""
        return (leaf for leaf in _leaves("", self._root) if not self._is_taken(leaf.path))

    def _is_taken(self, path: str) -> bool:
        return any(
            path == taken or path.startswith((f"{taken}.", f"{taken}[")) for taken in self._taken
        )


def _leaves(path: str, node: Node) -> Iterator[Leaf]:
    value = node.value
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list) and any(isinstance(n.value, dict | list) for n in value):
        for number, inner in enumerate(value):
            yield from _leaves(f"{path}[{number}]", inner)
    else:
        yield Leaf(path, node.line, node.plain)


class _Parser:
    """JSON as Neko takes it: comments from !, # and //, and a comma before a closing bracket."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text = path, text
        self._tokens = list(self._read_tokens())
        self._at = 0

    def document(self) -> Node:
        if self._next()[1] != "{":
            hint = (
                ": the namelists of Neko before 0.5 are not read" if "&" in self._text[:200] else ""
            )
            self._fail(f"expected one JSON object{hint}")
        node = self._value(0)
        if self._at < len(self._tokens):
            self._fail("expected the end of the file")
        return node

    def _read_tokens(self) -> Iterator[tuple[int, str, str]]:
        place, line = 0, 1
        while place < len(self._text):
            found = _TOKEN.match(self._text, place)
            if found is None or found.lastgroup is None:
                raise LobattoError(f"{self._path}:{line}: a text without its end")
            if found.lastgroup != "space":
                yield line, found[0], found.lastgroup
            line += found[0].count("\n")
            place = found.end()

    def _next(self) -> tuple[int, str, str]:
        last = self._tokens[-1][0] if self._tokens else 1
        return self._tokens[self._at] if self._at < len(self._tokens) else (last, "", "")

    def _take(self, expected: str = "") -> tuple[int, str, str]:
        token = self._next()
        if expected and token[1] != expected:
            self._fail(f"expected {expected!r}")
        self._at += 1
        return token

    def _fail(self, problem: str) -> None:
        line, text, _ = self._next()
        found = f", found {text!r}" if text else ", found the end of the file"
        raise LobattoError(f"{self._path}:{line}: {problem}{found}")

    def _value(self, depth: int) -> Node:
        line, text, kind = self._take()
        if depth > DEEPEST:
            self._fail(f"objects and lists may be {DEEPEST} deep in each other")
        if text == "{":
            return Node(line, self._members(depth))
        if text == "[":
            return Node(line, self._items(depth))
        if kind == "string":
            return Node(line, re.sub(r"\\(.)", r"\1", text[1:-1]))
        if text in ("true", "false", "null"):
            return Node(line, {"true": True, "false": False, "null": None}[text])
        if re.fullmatch(r"[+-]?\d+", text):
            return Node(line, int(text))
        try:
            return Node(line, float(re.sub("[dD]", "e", text)))
        except ValueError:
            self._at -= 1
            self._fail("expected a value")
            raise

    def _members(self, depth: int) -> dict[str, Node]:
        members: dict[str, Node] = {}
        while self._next()[1] != "}":
            _, key, kind = self._take()
            if kind != "string":
                self._at -= 1
                self._fail("expected a key in quotes")
            if key[1:-1] in members:
                self._at -= 1
                self._fail("expected each key of an object once")
            self._take(":")
            members[key[1:-1]] = self._value(depth + 1)
            if self._next()[1] != "}":
                self._take(",")
        self._take("}")
        return members

    def _items(self, depth: int) -> list[Node]:
        items: list[Node] = []
        while self._next()[1] != "]":
            items.append(self._value(depth + 1))
            if self._next()[1] != "]":
                self._take(",")
        self._take("]")
        return items
