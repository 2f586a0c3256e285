#!/usr/bin/env python3
"""Checks the documents against the tree.

Relative links lead to a file and heading, files named in `code` exist, docs/index.md lists every
page, generated blocks are up to date. A generated block stands between <!-- generated: NAME -->
and <!-- end generated -->; --write renews all of them. The blocks "keys" and
"combinations" come from the program and need --program.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import layers_of_cpp
import layers_of_python

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
BLOCK = re.compile(r"(<!-- generated: (\S+) -->\n)(.*?)(<!-- end generated -->)", re.DOTALL)
FILE_NAME = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:hpp|cpp|py|toml|md|txt|cmake))`")
TARGET = re.compile(r"^([a-z-]+):.*## (.*)$", re.MULTILINE)

Generators = Mapping[str, Callable[[], str]]


def layers_table(root: Path) -> str:
    """The rooms from the ground up, each a link to its page where it has one."""

    def cell(room: str) -> str:
        page = root / "docs/rooms" / f"{room}.md"
        return f"[{room}](rooms/{room}.md)" if page.exists() else room

    there = {path.name for path in (root / "src").iterdir()}
    rows = ["| layer | rooms |", "|---|---|"]
    for level, rooms in enumerate(layers_of_cpp.LAYERS, start=1):
        if present := [cell(room) for room in rooms if room in there]:
            rows.append(f"| {level} | {', '.join(present)} |")
    return "\n".join(rows) + "\n"


def python_layers_table() -> str:
    """The rooms of the Python package from the ground up, each with its modules."""
    rows = ["| layer | room | modules |", "|---|---|---|"]
    for level, layer in enumerate(layers_of_python.LAYERS, start=1):
        for room, names in layer.items():
            modules = ", ".join(f"`{name}`" for name in names.split())
            rows.append(f"| {level} | {room} | {modules} |")
    return "\n".join(rows) + "\n"


def targets_table(root: Path) -> str:
    """What `make` offers, from the comments in the Makefile."""
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    rows = [f"| `make {name}` | {text} |" for name, text in TARGET.findall(makefile)]
    return "\n".join(["| command | what it does |", "|---|---|", *rows]) + "\n"


def said_by(command: list[str | Path]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def generators_of(root: Path, program: Path | None) -> Generators:
    generators = {
        "layers": lambda: layers_table(root),
        "python-layers": python_layers_table,
        "targets": lambda: targets_table(root),
    }
    if program is not None:
        generators["keys"] = lambda: said_by([program, "keys"])
        generators["combinations"] = lambda: said_by([program, "keys", "--combinations"])
    return generators


def anchors(document: str) -> set[str]:
    """The names that GitHub gives to the headings."""
    names: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", document)):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        number = 1
        unique = name
        while unique in names:
            unique = f"{name}-{number}"
            number += 1
        names.add(unique)
    return names


def broken_links(file: Path, root: Path) -> list[str]:
    """Links and file names in `code` that lead nowhere; names may begin at the root or in src/."""
    text = FENCE.sub("", file.read_text(encoding="utf-8"))
    broken = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        if not target.exists():
            broken.append(f"{link}: there is no such file")
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            broken.append(f"{link}: there is no such heading")
    for name in FILE_NAME.findall(text):
        # What a run leaves is named as well, and is in no repository.
        if name.startswith(("runs/", "build/")):
            continue
        bases = (root, root / "src", root / "machine/src", file.parent)
        if not any((base / name).exists() for base in bases):
            broken.append(f"`{name}`: there is no such file")
    return broken


def renewed(text: str, generators: Generators) -> str:
    def renew(match: re.Match[str]) -> str:
        begin, name, old, end = match.groups()
        return begin + (generators[name]() if name in generators else old) + end

    return BLOCK.sub(renew, text)


def unlisted_pages(docs: Path) -> list[str]:
    """Pages that docs/index.md does not lead to; the rooms stand in the table of the house."""
    index = docs / "index.md"
    listed = set(LINK.findall(index.read_text(encoding="utf-8"))) if index.exists() else set()
    pages = sorted(path.name for path in docs.glob("*.md") if path != index)
    machine = docs.parent / "machine"
    pages += sorted(f"../{path.relative_to(docs.parent)}" for path in machine.glob("docs/*.md"))
    return [f"docs/index.md: the page {name} is not listed" for name in pages if name not in listed]


def check(root: Path, generators: Generators, *, write: bool) -> list[str]:
    """Every complaint about the documents; with `write` old blocks are renewed instead."""
    complaints = unlisted_pages(root / "docs")
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *root.glob("machine/**/*.md")]
    for file in sorted(pages):
        name = file.relative_to(root)
        text = file.read_text(encoding="utf-8")
        new = renewed(text, generators)
        if new != text and write:
            file.write_text(new, encoding="utf-8")
        elif new != text:
            complaints.append(f"{name}: a generated block is old; renew it with --write")
        complaints += [f"{name}: {broken}" for broken in broken_links(file, root)]
    return complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the generated blocks")
    parser.add_argument("--program", type=Path, help="the program lobatto, for the block of keys")
    arguments = parser.parse_args()
    root = Path(__file__).resolve().parent.parent
    generators = generators_of(root, arguments.program)
    complaints = check(root, generators, write=arguments.write)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    print("documents: every link leads somewhere, generated blocks are up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
