#!/usr/bin/env python3
"""The version and the address of the project: CMakeLists.txt has them, CHANGELOG.md the day, and
others repeat them, for readers and programs that see nothing else.

tools/release.py                     do all agree? Ends with 1 where they do not, each place named
tools/release.py VERSION [ADDRESS]   writes them into every place, and today's date
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = "https://example.org/lobatto"
"""The address as long as the project has none."""

VALUES = {
    "version": r"\d+\.\d+\.\d+",
    "minor": r"\d+\.\d+(?= REQUIRED)",
    "address": r"https://[^\s\"'),>]+",
    "date": r"\d{4}-\d\d-\d\d",
}

# Each has its value after these words, at least once.
PLACES = {
    "CMakeLists.txt": ["project(lobatto VERSION {version}", 'HOMEPAGE_URL "{address}'],
    "CHANGELOG.md": ["## [{version}] - {date}"],
    "CITATION.cff": [
        "\nversion: {version}",
        'repository-code: "{address}',
        "date-released: {date}",
    ],
    "README.md": ["lobatto-{version}-py3"],
    "docs/install.md": ["lobatto-{version}-py3", "find_package(Lobatto {minor}"],
    "machine/CMakeLists.txt": ["VERSION {version} LANGUAGES", "find_package(Lobatto {minor}"],
    "machine/python/pyproject.toml": [
        'version = "{version}"',
        "lobatto=={version}",
        'Repository = "{address}',
    ],
    "packaging/conda/recipe.yaml": ['version: "{version}"', 'address: "{address}'],
    "packaging/spack/spack_repo/lobatto/packages/lobatto/package.py": [
        'homepage = "{address}',
        'git = "{address}.git"',
        'version("{version}", tag="v{version}")',
    ],
    "python/lobatto/__init__.py": ['__version__ = "{version}"'],
    "python/pyproject.toml": ['\nversion = "{version}"', 'Repository = "{address}'],
    "tests/consumer/CMakeLists.txt": ["find_package(Lobatto {minor}"],
}

OF_THE_PROJECT = re.compile(r"https?://[^\s\"'`)>\]]*lobatto[^\s\"'`)>\]]*", re.IGNORECASE)
TEXTS = ("*.md", "docs/**/*.md", "machine/**/*.md", "packaging/**/*", "python/**/*.toml", "*.yml")


class Mention(NamedTuple):
    place: str  # file:line
    kind: str
    found: str


def pattern_of(words: str) -> re.Pattern[str]:
    """Matches the words, with a group for each value."""
    pieces = re.split(r"\{(\w+)\}", words)
    texts = [re.escape(text) for text in pieces[::2]]
    values = [f"({VALUES[kind]})" for kind in pieces[1::2]]
    return re.compile("".join(a + b for a, b in zip(texts, [*values, ""], strict=True)))


def newest_only(name: str) -> int | None:
    """How many values of a place count: older versions stay in the list of changes."""
    return 1 if name == "CHANGELOG.md" else None


def mentions(root: Path) -> Iterator[Mention]:
    """All values in all places. A place without one is found as ''."""
    for name, all_words in PLACES.items():
        text = (root / name).read_text(encoding="utf-8")
        for words in all_words:
            kinds = re.findall(r"\{(\w+)\}", words)
            matches = list(pattern_of(words).finditer(text))[: newest_only(name)]
            for match in matches:
                line = text.count("\n", 0, match.start(1)) + 1
                for kind, found in zip(kinds, match.groups(), strict=True):
                    yield Mention(f"{name}:{line}", kind, found)
            if not matches:
                yield Mention(name, kinds[0], "")


def values_of(root: Path) -> dict[str, str]:
    """Version and address of CMakeLists.txt, the day of that version in CHANGELOG.md."""
    found: dict[str, str] = {}
    for mention in mentions(root):
        found.setdefault(mention.kind, mention.found)
    found["minor"] = found["version"].rpartition(".")[0]
    return found


def texts(root: Path) -> Iterator[Path]:
    """The files of TEXTS, without what Python has compiled beside sources."""
    for pattern in TEXTS:
        yield from (f for f in root.glob(pattern) if f.is_file() and f.suffix != ".pyc")


def other_addresses(root: Path, address: str) -> Iterator[str]:
    for file in texts(root):
        for found in OF_THE_PROJECT.findall(file.read_text(encoding="utf-8", errors="replace")):
            if not found.startswith(address):
                yield f"{file.relative_to(root)}: {found}; the project is at {address}"


def complaints(root: Path) -> list[str]:
    expected = values_of(root)
    wrong = [
        f"{place}: found {found or 'none'}; expected the {kind} {expected[kind]}"
        for place, kind, found in mentions(root)
        if found != expected[kind]
    ]
    return wrong + sorted(set(other_addresses(root, expected["address"])))


def with_section(changes: str, version: str) -> str:
    """The list of changes with what is unreleased as the section of the version, if it has none."""
    if f"## [{version}]" in changes:
        return changes
    return changes.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{version}] - 2000-01-01\n")


def write(root: Path, values: dict[str, str]) -> None:
    for name, all_words in PLACES.items():
        file = root / name
        text = file.read_text(encoding="utf-8")
        if name == "CHANGELOG.md":
            text = with_section(text, values["version"])
        for words in all_words:
            new = words.format(**values)
            text = pattern_of(words).sub(new, text, count=newest_only(name) or 0)
        file.write_text(text, encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", nargs="?", help="such as 0.2.0")
    parser.add_argument("address", nargs="?", help="of the repository, https://...; kept without")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    given = {"version": options.version, "address": options.address}
    for kind, value in given.items():
        if value and not re.fullmatch(VALUES[kind], value):
            parser.error(f"found {value}; expected {kind} as {VALUES[kind]}")
    if options.version:
        values = values_of(options.root) | {kind: value for kind, value in given.items() if value}
        values["minor"] = options.version.rpartition(".")[0]
        values["date"] = datetime.date.today().isoformat()
        write(options.root, values)
    wrong = complaints(options.root)
    print("\n".join(wrong) or "version, address and day agree everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
