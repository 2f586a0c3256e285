"""Reads one expression of Fortran into a value."""

import re
from collections.abc import Callable

from lobatto.importing import formula
from lobatto.importing.formula import Value

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.(?!(?:eq|ne|lt|le|gt|ge|and|or)\.)\d*|\.\d+|\d+)(?:[ed][+-]?\d+)?"
    r"(?:_\w+)?)"
    r"|(?P<string>'[^']*'|\"[^\"]*\")|(?P<word>\.\w+\.)|(?P<name>[a-z]\w*)"
    r"|(?P<sign>\*\*|==|/=|<=|>=|[-+*/(),<>:?]))"
)
_WORDS = {".eq.": "==", ".ne.": "/=", ".lt.": "<", ".le.": "<=", ".gt.": ">", ".ge.": ">="}
_COMPARISONS = {"==": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

Named = Callable[[str], Value]
Indexed = Callable[[str, list[Value]], Value]
"""What a name is worth; what name(a, b) is worth, element of an array or function."""


class UnreadableError(Exception):
    """The text is no expression that this reader knows."""


def evaluate(text: str, named: Named, indexed: Indexed) -> Value:
    """The value of an expression in small letters."""
    try:
        reader = _Reader(_tokens(text), named, indexed)
        value = reader.choice()
        if reader.next():
            raise UnreadableError
    except UnreadableError:
        return formula.doubtful(f"{text}: not understood")
    return value


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, place, text = [], 0, text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if not found or found.lastgroup is None:
            raise UnreadableError
        word = found[found.lastgroup]
        tokens.append((found.lastgroup, _WORDS.get(word, word)))
        place = found.end()
    return tokens


class _Reader:
    """Recursive descent, a method for each level of binding, the loosest first."""

    def __init__(self, tokens: list[tuple[str, str]], named: Named, indexed: Indexed) -> None:
        self._tokens, self._place = tokens, 0
        self._named, self._indexed = named, indexed

    def next(self) -> str:
        """The next token, "" at the end."""
        return self._tokens[self._place][1] if self._place < len(self._tokens) else ""

    def _take(self, expected: str = "") -> tuple[str, str]:
        if self._place >= len(self._tokens) or expected not in ("", self.next()):
            raise UnreadableError
        self._place += 1
        return self._tokens[self._place - 1]

    def choice(self) -> Value:
        """`a ? b : c` of C, or less."""
        value = self._alternative()
        if self.next() != "?":
            return value
        self._take()
        then = self.choice()
        self._take(":")
        return formula.choose(value, then, self.choice())

    def _alternative(self) -> Value:
        value = self._conjunction()
        while self.next() == ".or.":
            self._take()
            value = formula.either(value, self._conjunction())
        return value

    def _conjunction(self) -> Value:
        value = self._denial()
        while self.next() == ".and.":
            self._take()
            value = formula.both(value, self._denial())
        return value

    def _denial(self) -> Value:
        if self.next() == ".not.":
            self._take()
            return formula.opposite(self._denial())
        value = self._sum()
        if self.next() in _COMPARISONS:
            sign = _COMPARISONS[self._take()[1]]
            value = formula.compare(sign, value, self._sum())
        return value

    def _sum(self) -> Value:
        sign = self._take()[1] if self.next() in ("+", "-") else ""
        value = self._product()
        if sign == "-":
            value = formula.negative(value)
        while self.next() in ("+", "-"):
            sign = self._take()[1]
            value = formula.combine(sign, value, self._product())
        return value

    def _product(self) -> Value:
        value = self._factor()
        while self.next() in ("*", "/"):
            sign = self._take()[1]
            value = formula.combine(sign, value, self._factor())
        return value

    def _factor(self) -> Value:
        if self.next() in ("+", "-"):  # a*-b, which compilers take
            sign = self._take()[1]
            return formula.negative(self._factor()) if sign == "-" else self._factor()
        value = self._primary()
        if self.next() == "**":
            self._take()
            value = formula.combine("**", value, self._factor())
        return value

    def _primary(self) -> Value:
        kind, word = self._take()
        if word == "(":
            value = self.choice()
            self._take(")")
            return value
        if kind == "number":
            return _number(word)
        if kind == "string":
            return formula.letters(word[1:-1])
        if word in (".true.", ".false."):
            return formula.logical(word == ".true.")
        if kind != "name":
            raise UnreadableError
        if self.next() != "(":
            return self._named(word)
        return self._indexed(word, self._arguments())

    def _arguments(self) -> list[Value]:
        self._take("(")
        values: list[Value] = []
        while self.next() != ")":
            values.append(self.choice())
            if self.next() != ")":
                self._take(",")
        self._take(")")
        return values


def _number(word: str) -> Value:
    word = word.partition("_")[0]
    if word.isdigit():
        return formula.constant(float(word), integer=True)
    number = float(word.replace("d", "e"))
    plain = re.fullmatch(r"\d*\.?\d+(e[+-]?\d+)?", word)
    return formula.constant(number, word if plain and not word.startswith(".") else "")
