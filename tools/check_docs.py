#!/usr/bin/env python3
"""Checks the documents: relative links lead to a file and heading, generated blocks are new.

A generated block stands between <!-- generated: NAME --> and <!-- end generated -->; --write
renews all of them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

import check_layers

REPOSITORY = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
BLOCK = re.compile(r"(<!-- generated: (\S+) -->\n)(.*?)(<!-- end generated -->)", re.DOTALL)
TARGET = re.compile(r"^([a-z-]+):.*## (.*)$", re.MULTILINE)


def layers_table() -> str:
    """The rooms from the ground up, each a link to its page where it has one."""

    def cell(room: str) -> str:
        page = REPOSITORY / "docs/rooms" / f"{room}.md"
        return f"[{room}](rooms/{room}.md)" if page.exists() else room

    there = {path.name for path in (REPOSITORY / "src").iterdir()}
    rows = ["| layer | rooms |", "|---|---|"]
    for level, rooms in enumerate(check_layers.LAYERS, start=1):
        if present := [cell(room) for room in rooms if room in there]:
            rows.append(f"| {level} | {', '.join(present)} |")
    return "\n".join(rows) + "\n"


def targets_table() -> str:
    """What `make` offers, from the comments in the Makefile."""
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    rows = [f"| `make {name}` | {text} |" for name, text in TARGET.findall(makefile)]
    return "\n".join(["| command | what it does |", "|---|---|", *rows]) + "\n"


GENERATORS: dict[str, Callable[[], str]] = {"layers": layers_table, "targets": targets_table}


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


def broken_links(file: Path) -> list[str]:
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
    return broken


def renewed(text: str) -> str:
    return BLOCK.sub(lambda m: m.group(1) + GENERATORS[m.group(2)]() + m.group(4), text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the generated blocks")
    write = parser.parse_args().write
    complaints = []
    documents = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    for file in sorted(documents):
        name = file.relative_to(REPOSITORY)
        text = file.read_text(encoding="utf-8")
        if (new := renewed(text)) != text:
            if write:
                file.write_text(new, encoding="utf-8")
            else:
                complaints.append(f"{name}: a generated block is old; call {sys.argv[0]} --write")
        complaints += [f"{name}: {broken}" for broken in broken_links(file)]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    print(f"documents: {len(documents)} files, every link leads somewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
