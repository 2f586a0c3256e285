"""What a user can mend."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PACKAGE = Path(__file__).parent


class LobattoError(Exception):
    """A message that says what was found, where, and what was expected."""


class DamagedFileError(LobattoError):
    """A file that is not as a run writes it: cut, overwritten, or with wrong bytes in it. `line` is
    the number of the line in a text file, counted from 1, or None."""

    def __init__(self, path: Path, problem: str, line: int | None = None) -> None:
        super().__init__(f"{path}{'' if line is None else f':{line}'}: {problem}")
        self.path = Path(path)
        self.line = line


class Damages:
    """What is found damaged while a command goes on with the rest."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Ends the block at a damaged file, and remembers it."""
        try:
            yield
        except DamagedFileError as error:
            if str(error) not in self.messages:
                self.messages.append(str(error))

    def raise_noted(self) -> None:
        """At the end of the command; all of them in one LobattoError."""
        if self.messages:
            raise LobattoError("\n".join(self.messages))


def printable(text: str) -> str:
    """The text with what is no Unicode, such as lone surrogates, escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def told(error: BaseException) -> str:
    """Its traceback and message, for a log; from the first line of the user's own code on."""
    trace = error.__traceback__
    while trace is not None and Path(trace.tb_frame.f_code.co_filename).parent == _PACKAGE:
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace or error.__traceback__)
    return printable("".join(lines).rstrip("\n"))
