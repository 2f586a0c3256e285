"""What the head of a field file of Nek5000 says."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FieldHead:
    time: float
    step: int


def field_head(path: Path) -> FieldHead | None:
    """Of a file that begins with `#std`; None where there is none. The eighth and ninth word of its
    132 letters are the time and the step."""
    try:
        with path.open("rb") as file:
            words = file.read(132).decode("ascii", errors="replace").split()
        return FieldHead(float(words[7]), int(words[8])) if words[0] == "#std" else None
    except (OSError, ValueError, IndexError):
        return None
