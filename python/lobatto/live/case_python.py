"""What a case says of its user code, found before the solver reads the case."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def file_of_user_code(text: str, folder: Path, overrides: Mapping[str, Any]) -> Path | None:
    """The file of [python] in the text of a case, from the folder of the case on; None without one.

    A text that is no TOML has none: the solver will tell what is wrong with it.
    """
    if "python.file" in overrides:
        named = overrides["python.file"]
    else:
        try:
            table = tomllib.loads(text).get("python", {})
        except tomllib.TOMLDecodeError:
            return None
        named = table.get("file") if isinstance(table, dict) else None
    return folder / named if isinstance(named, str) and named else None
