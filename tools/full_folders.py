"""Folders in which nobody finds a file by its neighbours any more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

MOST_FILES = 40
SUFFIXES = {".hpp", ".cpp", ".py"}
PLACES = ("src", "tests", "bench", "python", "machine", "tools", "examples")


def full_folders(root: Path) -> list[str]:
    """Every complaint about the folders of sources in a tree, as "folder: text"."""
    files = [file for place in PLACES for file in (root / place).rglob("*")]
    sources = [file for file in files if file.suffix in SUFFIXES]
    counts = Counter(file.parent.relative_to(root).as_posix() for file in sources)
    return [
        f"{folder}: {n} files in one folder, at most {MOST_FILES}; sort them by what they are about"
        for folder, n in sorted(counts.items())
        if n > MOST_FILES
    ]
