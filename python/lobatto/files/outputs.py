"""Files that this tool writes: never over files that it did not write itself."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError

MARK = "lobatto stats"


def claim(path: Path, mark: str = MARK) -> None:
    """Makes the folder of a file to be written; raises when there is a file of somebody else."""
    if path.exists() and mark.encode() not in path.read_bytes():
        raise LobattoError(
            f"{path} exists and was not written by {mark}: it is left as it is. Move it away, or "
            "choose another place with --out"
        )
    path.parent.mkdir(parents=True, exist_ok=True)


def write_table(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    about: str,
    mark: str = MARK,
) -> Path:
    """A CSV with a header after a line that says what it is. Numbers in full precision."""
    claim(path, mark)
    text = io.StringIO()
    text.write(f"# {about}; written by {mark}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


def write_json(path: Path, document: Mapping[str, object], mark: str = MARK) -> Path:
    """One object; NaN becomes null."""
    claim(path, mark)
    marked = {"written_by": mark, **document}
    path.write_text(json.dumps(_plain(marked), indent=2) + "\n", encoding="utf-8")
    return path


def _cell(value: object) -> object:
    if value is None or value != value:
        return ""
    return repr(float(value)) if isinstance(value, float) else value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool | str | int) or value is None:
        return value
    number = float(value)
    return None if number != number else number
