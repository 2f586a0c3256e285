"""A file of JSON by lines that grows, read again and again: each time only what is new."""

from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError
from lobatto.files.text_file import json_object

MOST_KEPT = 4000
"""Lines; of more every second one is left out, again and again. A screen shows fewer."""


class GrowingLines:
    """The objects of a file to which somebody else adds lines, and whose end a restart may write
    anew: then all of it is read once more. The last whole line is always among them."""

    def __init__(self, path: Path, most_kept: int = MOST_KEPT) -> None:
        self.path = path
        self._most_kept = most_kept
        self._forget()

    def _forget(self) -> None:
        self._kept: list[dict[str, Any]] = []
        self._last: dict[str, Any] | None = None
        self._last_line = b""
        self._end = 0
        self._n_lines = 0
        self._stride = 1

    def read(self) -> list[dict[str, Any]]:
        """All that are kept; a last line without its end is left for the next time, and so is one
        that is damaged, which is a DamagedFileError now."""
        try:
            with self.path.open("rb") as file:
                file.seek(max(self._end - len(self._last_line), 0))
                if file.read(len(self._last_line)) != self._last_line:
                    self._forget()
                    file.seek(0)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._take(line)
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise LobattoError(f"{self.path} cannot be read: {error.strerror}") from None
        return self.kept

    @property
    def kept(self) -> list[dict[str, Any]]:
        """Those of the last reading."""
        is_apart = self._last is not None and (self._n_lines - 1) % self._stride != 0
        return [*self._kept, self._last] if is_apart and self._last is not None else self._kept[:]

    def _take(self, line: bytes) -> None:
        self._last = json_object(self.path, line, self._n_lines + 1)
        if self._n_lines % self._stride == 0:
            self._kept.append(self._last)
        if len(self._kept) > self._most_kept:
            self._kept = self._kept[::2]
            self._stride *= 2
        self._last_line = line
        self._end += len(line)
        self._n_lines += 1
