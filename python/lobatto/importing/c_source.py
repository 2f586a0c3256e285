"""The functions of a .udf or .oudf file of NekRS, as trees of statements like those of Fortran.

Only what formulas need is told apart: declarations, assignments, choices, loops, calls, returns.
Expressions become ones of Fortran: `a->b` is a_b, `a[i]` is a(i), names have small letters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lobatto.importing.evaluation import RETURNED
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Choice,
    Line,
    Loop,
    Other,
    Routine,
    Step,
    split_outside,
)
from lobatto.importing.preprocessor import Preprocessor

_TYPE = r"(?:(?:static|const|constexpr|inline|volatile|@restrict|@ restrict)\s+)*"
_NAMES = r"(?:dfloat|double|float|pfloat|int|dlong|hlong|bool|auto|void|long|size_t|unsigned)"
_FUNCTION = re.compile(
    rf"(?:@kernel\s+)?{_TYPE}(?P<type>{_NAMES})\s*[&*]?\s+(?P<name>\w+)\s*\((?P<arguments>[^(){{}};]*"
    r"(?:\([^()]*\)[^(){};]*)*)\)\s*\{"
)
_DECLARATION = re.compile(
    rf"{_TYPE}(?P<type>{_NAMES})\b\s*[&*]*\s*(?=[A-Za-z_(\[])(?P<rest>.*)$", re.S
)
_NAME = re.compile(r"(?<!->)(?<!\.)\b(?![pP]_)[A-Za-z_]\w*")
_CAST = re.compile(r"\(\s*(?:dfloat|double|float|pfloat)\s*\)\s*")
_INTEGERS = ("int", "dlong", "hlong", "long", "size_t", "unsigned", "bool")


@dataclass
class CFile:
    """functions: by name, of equal names the last; spelled: those names with capitals; globals:
    statements outside of them; text: without comments."""

    functions: dict[str, Routine] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    globals: tuple[Step, ...] = ()
    text: str = ""


def read_c(text: str) -> CFile:
    """All functions of a file, with small letters."""
    plain, doubts = _preprocessed(text)
    file = CFile(text=plain)
    plain = _with_own_names(plain)
    outside, end = "", 0
    for head in _FUNCTION.finditer(plain):
        if head.start() < end:
            continue
        close = _closing(plain, head.end() - 1)
        outside += plain[end : head.start()] + ";"
        body = _Body(plain, head.end(), close)
        arguments = tuple(_argument(one) for one in split_outside(head["arguments"], ",") if one)
        name = head["name"].lower()
        file.spelled[name] = head["name"]
        line = plain.count("\n", 0, head.start()) + 1
        steps = body.block()
        last = plain.count("\n", 0, close) + 1
        doubt = next((doubts[n] for n in range(line, last + 1) if n in doubts), "")
        if doubt:
            steps = (Other(line, "unclear", f"{doubt}: nobody can tell what it hides"),)
        kinds = [f"{kind} :: {name}" for kind, name in _types_of(head)]
        declared = (Line(line, "implicit auto"), *(Line(line, k) for k in kinds), *body.declared)
        file.functions[name] = Routine("function", name, "", arguments, line, declared, steps)
        end = close + 1
    outside += plain[end:]
    outer = _Body(outside, 0, len(outside))
    file.globals = outer.block()
    return file


def _with_own_names(text: str) -> str:
    """Names that differ by capital letters alone get different ones in small letters: r and R
    become r and r_2. Members keep theirs, and P_X and p_X are one."""
    plain = " ".join(re.split(r"\"[^\"]*\"", text))
    spelled: dict[str, list[str]] = {}
    for name in sorted(set(re.findall(_NAME, plain)), reverse=True):
        spelled.setdefault(name.lower(), []).append(name)  # small letters first
    new = {
        name: f"{low}_{number}"
        for low, names in spelled.items()
        for number, name in enumerate(names[1:], start=2)
    }
    return _renamed(text, new)


def _renamed(text: str, new: Mapping[str, str]) -> str:
    """The text with other names in place of some, but in strings."""
    parts = re.split(r"(\"[^\"]*\")", text)  # every second one is a string
    parts[::2] = [
        re.sub(_NAME, lambda m: new.get(str(m[0]), str(m[0])), part) for part in parts[::2]
    ]
    return "".join(parts)


def _types_of(head: re.Match[str]) -> list[tuple[str, str]]:
    """Of the arguments of a function that are no arrays, and of what it gives back."""
    found = [(_kind_of(head["type"]), RETURNED)]
    for argument in split_outside(head["arguments"], ","):
        declared = re.match(rf"{_TYPE}(?P<type>{_NAMES})\s+(?P<name>\w+)$", argument.strip())
        if declared:
            found.append((_kind_of(declared["type"]), declared["name"].lower()))
    return found


def _kind_of(name: str) -> str:
    return "auto" if name in ("auto", "void") else "integer" if name in _INTEGERS else "real"


def in_fortran(text: str) -> str:
    """An expression of C as one of Fortran."""
    parts = re.split(r"(\"[^\"]*\")", text)
    return "".join(part if i % 2 else _plain_part(part) for i, part in enumerate(parts)).strip()


def _plain_part(text: str) -> str:
    text = _CAST.sub("\x01", text)
    text = re.sub(r"\b(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[fF]\b", r"\1", text)
    text = re.sub(r"\bstd::(?=\w)", "", text)
    text = re.sub(r"\bM_PI\b", "pi", text)
    text = re.sub(r"\s*->\s*|(?<=[A-Za-z_\])])\.(?=[A-Za-z_])", "_", text)
    text = text.replace("[", "(").replace("]", ")")
    text = text.replace("&&", " .and. ").replace("||", " .or. ")
    text = re.sub(r"!(?!=)", " .not. ", text).replace("!=", "/=")
    return _with_casts(re.sub(r"\s+", " ", text).lower())


def _with_casts(text: str) -> str:
    """`^a(1)/2`, where ^ is the mark of a cast to a floating-point number, as real(a(1))/2."""
    while "\x01" in text:
        before, _, rest = text.rpartition("\x01")
        word = re.match(r"[-+]?[\w.]*", rest)
        end = word.end() if word else 0
        if rest[end : end + 1] == "(":
            end = _closing(rest, end) + 1
        text = f"{before}real({rest[:end]}){rest[end:]}"
    return text


def _argument(text: str) -> str:
    found = re.search(r"(\w+)\s*(?:\[[^\]]*\])?$", text.strip())
    return found[1].lower() if found else ""


def _preprocessed(text: str) -> tuple[str, dict[int, str]]:
    """The text as the compiler sees it, with all its lines: without comments, with values in place
    of the names that it defines. By lines, conditions of which nobody can tell whether they hide
    them; `unclear` stands outside of functions where one ends."""
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    text = re.sub(r"//.*", "", text)
    preprocessor = Preprocessor(("__okl__",))
    lines: list[str] = []
    doubts: dict[int, str] = {}
    whole = ""
    for number, line in enumerate(text.splitlines(), start=1):
        whole += line.removesuffix("\\")
        lines.append("")
        if line.endswith("\\"):
            continue
        before = preprocessor.doubt
        preprocessor.take(whole)
        if before or preprocessor.doubt:
            doubts[number] = before or preprocessor.doubt
        if not whole.lstrip().startswith("#") and not preprocessor.hides:
            lines[-1] = preprocessor.replaced(whole)
        elif before and not preprocessor.doubt:
            lines[-1] = f';unclear "{before}";'
        whole = ""
    return "\n".join(lines), doubts


def _closing(text: str, opening: int) -> int:
    """Where the bracket that opens there is closed."""
    pairs = {"{": "}", "(": ")"}
    close = pairs[text[opening]]
    depth, quote = 0, False
    for place in range(opening, len(text)):
        letter = text[place]
        if letter == '"':
            quote = not quote
        elif not quote and letter == text[opening]:
            depth += 1
        elif not quote and letter == close:
            depth -= 1
            if depth == 0:
                return place
    return len(text)


class _Body:
    """Reads statements between two places of a text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._place, self._end = text, start, end
        self.declared: list[Line] = []
        self.names: list[str] = []
        """What is declared there, but for blocks within it."""

    def block(self) -> Block:
        steps: list[Step] = []
        while self._skip():
            steps += self._statement()
        return tuple(steps)

    def _skip(self) -> bool:
        """Passes blanks by; whether there is more."""
        while self._place < self._end and self._text[self._place] in " \t\r\n;":
            self._place += 1
        return self._place < self._end

    @property
    def _line(self) -> int:
        return self._text.count("\n", 0, self._place) + 1

    def _statement(self) -> list[Step]:
        if not self._skip():
            return []
        if self._text[self._place] == "{":
            return list(self._inside(self._taken_bracket()))
        line = self._line
        word = re.compile(r"(?:if|for|while|switch|else|do)\b").match(self._text, self._place)
        if word is None:
            return self._simple(line)
        self._place = word.end()
        if word[0] == "if":
            return [self._choice(line)]
        self._skip()
        head = ""
        if self._place < self._end and self._text[self._place] == "(":
            start, end = self._taken_bracket()
            head = in_fortran(self._text[start:end])
        body = tuple(self._statement())
        if word[0] == "for":
            return [Loop(line, head, body)]
        return [Other(line, "unclear", f"{word[0]} ({head})"), *body]

    def _choice(self, line: int) -> Choice:
        self._skip()
        start, end = self._taken_bracket()
        condition = in_fortran(self._text[start:end])
        branches: list[tuple[str, Block]] = [(condition, tuple(self._statement()))]
        self._skip()
        if re.compile(r"else\b").match(self._text, self._place):
            self._place += len("else")
            branches.append(("", tuple(self._statement())))
        return Choice(line, tuple(branches))

    def _taken_bracket(self) -> tuple[int, int]:
        """Where the text in the next bracket begins and ends; goes on behind it."""
        start = self._place
        end = min(_closing(self._text, start), self._end)
        self._place = end + 1
        return start + 1, end

    def _inside(self, span: tuple[int, int]) -> Block:
        """A block in brackets, whose own variables get names of their own."""
        start, end = span
        inner = _Body(self._text, start, end)
        inner.block()
        new = {name: f"{name}_of_{start}" for name in inner.names}
        text = self._text[:start] + _renamed(self._text[start:end], new)
        inner = _Body(text, start, len(text))
        steps = inner.block()
        self.declared += inner.declared
        return steps

    def _simple(self, line: int) -> list[Step]:
        start, depth = self._place, 0
        while self._place < self._end:
            letter = self._text[self._place]
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
            if letter == ";" and depth <= 0:
                break
            self._place += 1
        return self._steps_of(self._text[start : self._place].strip(), line)

    def _steps_of(self, text: str, line: int) -> list[Step]:
        declared = _DECLARATION.match(text)
        if not declared:
            back = re.match(r"return\b\s*(.+)$", text, re.S)
            given = [Assignment(line, RETURNED, in_fortran(back[1]))] if back else []
            return [*given, _step_of(text, line)]
        kind = _kind_of(declared["type"])
        steps: list[Step] = []
        for part in split_outside(declared["rest"], ","):
            name, sign, value = (one.strip() for one in part.partition("="))
            if not re.fullmatch(r"\w+", name):
                steps.append(Other(line, "unclear", text[:80]))
                continue
            self.declared.append(Line(line, f"{kind} :: {name.lower()}"))
            self.names.append(name)
            if sign:
                steps.append(Assignment(line, name.lower(), in_fortran(value)))
        return steps


def _step_of(text: str, line: int) -> Step:
    found = re.match(
        r"(?P<target>[\w>\-.\[\]+*() ]+?)\s*(?P<sign>[-+*/]?)=(?!=)\s*(?P<value>.+)$", text, re.S
    )
    if found:
        target, value = in_fortran(found["target"]).replace(" ", ""), in_fortran(found["value"])
        if found["sign"]:
            value = f"{target}{found['sign']}({value})"
        return Assignment(line, target.lstrip("*"), value)
    back = re.match(r"return\b\s*(.*)$", text, re.S)
    if back:
        return Other(line, "return", in_fortran(text))
    called = re.match(r"[\w>\-.:]+\s*\(", text)
    return Other(line, "call" if called else "unclear", f"call {in_fortran(text)}"[:400])
