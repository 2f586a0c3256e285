"""The next free run folder, for `out="new"`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any


def next_folder(text: str, file: str, changes: Mapping[str, Any]) -> Path:
    """runs/NAME, or runs/NAME-2, NAME-3, ...: the first that is not there or empty.

    text: of the case; file: which gives it a name if it has none; changes: keys in place of its.
    """
    base = Path("runs") / _name_of(text, re.sub(r"[^\w.-]", "_", Path(file).stem), changes)
    names = (
        base if number == 1 else base.with_name(f"{base.name}-{number}") for number in count(1)
    )
    return next(folder for folder in names if not _is_taken(folder))


def _is_taken(folder: Path) -> bool:
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def _name_of(text: str, stem: str, changes: Mapping[str, Any]) -> str:
    """A text that is no TOML has none: the solver will tell what is wrong with it."""
    if isinstance(changes.get("case.name"), str):
        return str(changes["case.name"])
    try:
        table = tomllib.loads(text).get("case", {})
    except tomllib.TOMLDecodeError:
        return stem
    name = table.get("name") if isinstance(table, dict) else None
    return name if isinstance(name, str) else stem
