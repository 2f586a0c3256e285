"""Conditions and definitions of the preprocessor of C, through which files of users go."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_DIRECTIVE = re.compile(r"\s*#\s*(if\w*|else|elif|endif|define|undef)\b\s*(.*)")
_MOST_TIMES = 5
"""Definitions within definitions."""


@dataclass
class _Condition:
    """now: of the branch; taken: whether one before it was; None where nobody can tell."""

    text: str
    now: bool | None
    taken: bool | None = False


class Preprocessor:
    """Takes the lines of a file one after the other. Names are defined where the file defines
    them; of others nobody can tell, as an option of the compiler or another file may."""

    def __init__(self, defined: Iterable[str] = ()) -> None:
        self.values = dict.fromkeys(defined, "")
        self._conditions: list[_Condition] = []

    @property
    def hides(self) -> bool:
        """Whether the compiler does not see the line."""
        return any(one.now is False for one in self._conditions)

    @property
    def doubt(self) -> str:
        """The condition that decides whether it does, where nobody can tell; else ""."""
        return next((one.text for one in self._conditions if one.now is None), "")

    def take(self, line: str) -> bool:
        """Whether the line is a directive that is followed."""
        found = _DIRECTIVE.match(line)
        if found is None:
            return False
        word, rest = found[1], found[2].strip()
        if word == "define" and not self.hides:
            name, _, value = rest.partition(" ")
            if re.fullmatch(r"\w+", name):
                self.values[name] = "@undecided" if self.doubt else value.strip()
        elif word == "undef" and not self.hides:
            self.values.pop(rest, None)
        elif word.startswith("if"):
            self._conditions.append(_Condition(f"#{word} {rest}", self._truth(word, rest)))
        elif self._conditions and word == "endif":
            self._conditions.pop()
        elif self._conditions and word in ("else", "elif"):
            last = self._conditions[-1]
            last.taken = True if last.now else last.taken if last.now is False else None
            truth = True if word == "else" else self._truth("if", rest)
            last.now = False if last.taken else truth if last.taken is False else None
        return True

    def replaced(self, text: str) -> str:
        """The text with values in place of names, but in strings."""
        parts = re.split(r"('[^']*'|\"[^\"]*\")", text)
        for _ in range(_MOST_TIMES):
            parts[::2] = [re.sub(r"\b[A-Za-z_]\w*\b", self._value, one) for one in parts[::2]]
        return "".join(parts)

    def _value(self, word: re.Match[str]) -> str:
        return self.values.get(word[0]) or word[0]

    def _truth(self, word: str, condition: str) -> bool | None:
        """None where nobody can tell."""
        name = re.sub(r"\bdefined\b|[()\s]", "", condition)
        if word in ("ifdef", "ifndef"):
            if name in self.values:
                return word == "ifdef"
            return True if word == "ifndef" and name.lower().endswith(("_h", "_hpp")) else None
        if re.fullmatch(r"[01]", name):
            return name == "1"
        return True if "defined" in condition and name in self.values else None
