"""The routines of a Fortran file in fixed form, as trees of statements.

Only what formulas need is told apart: assignments, choices, loops, calls, returns. Letters are
small but in strings, continued lines are one, and simple `#define NAME value` are put in place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lobatto.importing.preprocessor import Preprocessor

_SIZE = r"(?:\*\d+|\s*\([^()]*\))?"
_TYPES = (
    rf"(?:real{_SIZE}|integer{_SIZE}|logical{_SIZE}|double\s+precision|"
    r"character(?:\*\S+|\s*\([^()]*\))?)"
)
_HEAD = re.compile(
    rf"(?:(?P<type>{_TYPES})\s*)?(?P<kind>subroutine|function)\s+(?P<name>\w+)"
    r"\s*(?:\((?P<arguments>[^)]*)\))?\s*$"
)
_END = re.compile(r"end\s*(?:(?:subroutine|function)\s*\w*)?$")
_LAST_COLUMN = 72
"""Of a line in fixed form."""
_DECLARATION = re.compile(
    rf"(?:{_TYPES}(?:\s|,|::)|include\b|common\b|save\b|data\b|dimension\b|parameter\b|external\b|"
    r"implicit\b|equivalence\b|intrinsic\b|use\b|character\b|logical\b)"
)


@dataclass(frozen=True)
class Line:
    """A statement with what continues it; label: its number, or ""; doubt: the condition of the
    preprocessor that may hide it."""

    number: int
    text: str
    label: str = ""
    doubt: str = ""


@dataclass(frozen=True)
class Assignment:
    line: int
    target: str
    """A name, or a name with indices: "cbc(ifc,iel,1)"."""
    value: str


@dataclass(frozen=True)
class Choice:
    """branches: conditions with what they lead to; "" is the condition of `else`."""

    line: int
    branches: tuple[tuple[str, "Block"], ...]


@dataclass(frozen=True)
class Loop:
    line: int
    head: str
    body: "Block"


@dataclass(frozen=True)
class Label:
    """The number of the step behind it, to which jumps lead."""

    line: int
    name: str


@dataclass(frozen=True)
class Jump:
    """target: a label, "cycle" or "exit" of the innermost loop, or "" where it is computed."""

    line: int
    target: str
    text: str


@dataclass(frozen=True)
class Other:
    """kind: call, return, read, print (writes, open and close, formats) or unclear."""

    line: int
    kind: str
    text: str


Step = Assignment | Choice | Loop | Label | Jump | Other
Block = tuple[Step, ...]


@dataclass(frozen=True)
class Routine:
    """result: the type of a function as its head has it, or ""; declarations: the statements before
    the first that does something, and others like them."""

    kind: str
    name: str
    result: str
    arguments: tuple[str, ...]
    line: int
    declarations: tuple[Line, ...]
    body: Block


@dataclass
class FortranFile:
    """routines: by name, of equal names the last."""

    routines: dict[str, Routine] = field(default_factory=dict)


def read_fortran(text: str) -> FortranFile:
    """All routines of a file. What cannot be told apart is `Other` of the kind unclear."""
    file = FortranFile()
    preprocessor = Preprocessor()
    lines = list(_joined_lines(text, preprocessor))
    start = 0
    while start < len(lines):
        head = _HEAD.match(lines[start].text)
        if head is None or lines[start].text.startswith("end"):
            start += 1
            continue
        end = start + 1
        while end < len(lines) and not _END.match(lines[end].text):
            end += 1
        routine = _routine(head, lines[start].number, lines[start + 1 : end])
        if lines[start].doubt:
            why = f"{lines[start].doubt}: nobody can tell whether the compiler sees it"
            routine = replace(routine, body=(Other(lines[start].number, "unclear", why),))
        file.routines[routine.name] = routine
        start = end + 1
    return file


def walk(block: Block) -> Iterator[Step]:
    """Every step of a block and of the blocks in it, in the order of the text."""
    for step in block:
        yield step
        if isinstance(step, Loop):
            yield from walk(step.body)
        elif isinstance(step, Choice):
            for _, branch in step.branches:
                yield from walk(branch)


def split_arguments(text: str) -> list[str]:
    """The parts between the commas that stand in no brackets and no string."""
    parts = split_outside(text, ",")
    return parts if parts[-1] or len(parts) > 1 else []


def split_outside(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no brackets and no string; the last may be ""."""
    parts, depth, quote, start = [], 0, "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == mark and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def _joined_lines(text: str, preprocessor: Preprocessor) -> Iterator[Line]:
    number, label, parts, doubt = 0, "", "", ""
    for at, raw in enumerate(text.splitlines(), start=1):
        if raw.startswith("#"):
            was_clear = not preprocessor.doubt
            is_followed = preprocessor.take(re.sub(r"/\*.*?\*/|(?<=\s)!.*$", "", raw))
            if is_followed and was_clear and not preprocessor.doubt:
                continue
        if preprocessor.hides:
            continue
        body = _in_columns(_without_comment(raw))
        if not body.strip():
            continue
        continuation = _continuation(body)
        if continuation is not None and parts:
            parts += " " + continuation.strip()
            continue
        yield from _statements(Line(number, parts, label, doubt), preprocessor)
        numbered = re.match(r"\s*(\d+)\s+(.*)$", body)
        number, label = at, numbered[1] if numbered else ""
        parts = (numbered[2] if numbered else body).strip()
        doubt = preprocessor.doubt
    yield from _statements(Line(number, parts, label, doubt), preprocessor)


def _statements(line: Line, preprocessor: Preprocessor) -> Iterator[Line]:
    """One for each part between semicolons; a label belongs to the first."""
    text, label = line.text, line.label
    if not text.startswith("#"):
        text = preprocessor.replaced(text)
    for part in split_outside(_lowered(text), ";"):
        if part:
            yield Line(line.number, _without_name(part), label, line.doubt)
            label = ""


def _without_name(text: str) -> str:
    """`outer: do i = 1, n` without the name of the construct."""
    return re.sub(r"^\w+ ?: ?(?=(?:do|if|select)\b)", "", text)


def _lowered(text: str) -> str:
    """With small letters and single blanks, but in strings."""
    parts = re.split(r"('[^']*'|\"[^\"]*\")", text)
    small = (p if i % 2 else re.sub(r"\s+", " ", p.lower()) for i, p in enumerate(parts))
    return "".join(small).strip()


def _without_comment(raw: str) -> str:
    if raw[:1] in tuple("cC*!dD"):
        return ""
    quote = ""
    for place, letter in enumerate(raw):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "!" and place != 5:
            return raw[:place]
    return raw


def _in_columns(body: str) -> str:
    """Text behind the last column is none for a compiler, unless an option says so: nobody can tell
    what such a line means, and its statement is made unreadable."""
    if body.startswith("\t") or not body[_LAST_COLUMN:].strip():
        return body
    return f"{body[:_LAST_COLUMN]} @beyond column {_LAST_COLUMN}: {body[_LAST_COLUMN:].strip()}"


def _continuation(body: str) -> str | None:
    """What follows the mark of a continued line in column 6; None for others."""
    if body.startswith("\t"):
        return body[2:] if body[1:2] in "123456789" and len(body) > 1 else None
    is_continued = len(body) > 5 and not body[:5].strip() and body[5] not in " 0"
    return body[6:] if is_continued else None


def _routine(head: re.Match[str], line: int, lines: list[Line]) -> Routine:
    declarations = tuple(each for each in lines if _is_declaration(each.text))
    steps = [each for each in lines if not _is_declaration(each.text)]
    body, rest = _block(steps, ())
    if rest:
        body = (*body, Other(rest[0].number, "unclear", rest[0].text))
    arguments = tuple(a.strip() for a in (head["arguments"] or "").split(",") if a.strip())
    result = head["type"] or ""
    return Routine(head["kind"], head["name"], result, arguments, line, declarations, body)


def _is_declaration(text: str) -> bool:
    # `real` may begin a name that is assigned to, such as realx = 1.
    return bool(_DECLARATION.match(text)) and not re.match(r"\w+\s*=", text)


def _block(lines: list[Line], ends: tuple[str, ...]) -> tuple[Block, list[Line]]:
    """The steps up to a line that begins with one of `ends`, and that line with those behind it."""
    steps: list[Step] = []
    while lines:
        text = lines[0].text
        if ends and re.match("|".join(ends), text):
            break
        if lines[0].label:
            steps.append(Label(lines[0].number, lines[0].label))
        step, lines = _step(lines)
        steps += [step] if step is not None else []
    return tuple(steps), lines


def _step(lines: list[Line]) -> tuple[Step | None, list[Line]]:
    line, rest = lines[0], lines[1:]
    if line.text.startswith("if"):
        inside, behind = _bracketed(line.text[2:])
        if behind == "then":
            return _choice(line, inside, rest)
        if inside and behind and not re.match(r"\d|=", behind):
            return Choice(line.number, ((inside, (_simple(line.number, behind),)),)), rest
    labelled = re.match(r"do (\d+)\s*,?\s*(.*)$", line.text)
    if labelled:
        end = next((i for i, each in enumerate(rest) if each.label == labelled[1]), len(rest))
        # The labelled line is the last of the loop, most often `continue`.
        body, _ = _block(rest[: end + 1], ())
        return Loop(line.number, labelled[2], body), rest[end + 1 :]
    selected = re.match(r"select ?case ?\((.*)\)$", line.text)
    if selected:
        return _selection(line, selected[1], rest)
    if re.match(r"do\b", line.text):
        body, rest = _block(rest, (r"end ?do\b",))
        return Loop(line.number, line.text[2:].strip(), body), rest[1:]
    if line.text == "continue":
        return None, rest
    return _simple(line.number, line.text), rest


def _choice(line: Line, condition: str, lines: list[Line]) -> tuple[Step, list[Line]]:
    branches: list[tuple[str, Block]] = []
    while True:
        body, lines = _block(lines, (r"else\b", r"elseif\b", r"end ?if\b"))
        branches.append((condition, body))
        if not lines or re.match(r"end ?if", lines[0].text):
            return Choice(line.number, tuple(branches)), lines[1:]
        again = re.match(r"else ?if\b(.*)$", lines[0].text)
        condition = _bracketed(again[1])[0] if again else ""
        lines = lines[1:]


def _selection(line: Line, asked: str, lines: list[Line]) -> tuple[Step, list[Line]]:
    """`select case` as a choice; its default comes last, wherever it stands."""
    branches: list[tuple[str, Block]] = []
    _, lines = _block(lines, (r"case\b", r"end ?select\b"))
    while lines and re.match(r"case\b", lines[0].text):
        values = _bracketed(lines[0].text[4:])[0]
        body, lines = _block(lines[1:], (r"case\b", r"end ?select\b"))
        each = [_in_case(asked, value) for value in split_arguments(values)]
        branches.append((".or.".join(each), body))
    branches.sort(key=lambda branch: branch[0] == "")
    return Choice(line.number, tuple(branches)), lines[1:]


def _in_case(asked: str, value: str) -> str:
    """Whether the value of `asked` is one, or in a range `1:3`, of which an end may be missing."""
    ends = split_outside(value, ":")
    if len(ends) == 1:
        return f"(({asked}).eq.({value}))"
    bounds = [
        f"({asked}){sign}({end})" for sign, end in zip((".ge.", ".le."), ends, strict=False) if end
    ]
    return f"({'.and.'.join(bounds)})"


def _bracketed(text: str) -> tuple[str, str]:
    """What stands in the first pair of brackets, and what follows it; "" where there is none."""
    text = text.strip()
    if not text.startswith("("):
        return "", ""
    depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return text[1:place].strip(), text[place + 1 :].strip()
    return "", ""


def _simple(number: int, text: str) -> Step:
    jumps = re.match(r"go ?to(?: ?(\d+)$| ?\(| \w+$)|(cycle|exit)$", text)
    if jumps:
        return Jump(number, jumps[1] or jumps[2] or "", text)
    assigned = re.match(r"(\w+(?:\s*\((?:[^()]|\([^()]*\))*\))?)\s*=(?!=)\s*(.+)$", text)
    if assigned:
        return Assignment(number, assigned[1].replace(" ", ""), assigned[2])
    kinds = {
        "call": r"call\s",
        "return": r"return\b|stop\b",
        "read": r"read\b",
        "print": r"write\b|print\b|open\b|close\b|format\b|rewind\b|inquire\b",
    }
    kind = next((kind for kind, words in kinds.items() if re.match(words, text)), "unclear")
    return Other(number, kind, text)
