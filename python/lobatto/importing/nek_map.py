"""What usrdat2 makes of the coordinates of a mesh of Nek5000, as mesh.map.

Loops over all points become what happens at one of them, where xm1, ym1 and zm1 are variables that
begin as x, y and z. rescale_x, glmin and glmax need to know how far the mesh reaches: from its
corners, as long as no side is curved, and after a rescale_x.
"""

import re
from collections.abc import Iterator, Mapping

from lobatto.importing import formula
from lobatto.importing.evaluation import run_routine
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Choice,
    Loop,
    Other,
    Routine,
    Step,
    split_arguments,
    walk,
)
from lobatto.importing.nek_changes import routines_that_set
from lobatto.importing.nek_mesh import NekMesh
from lobatto.importing.nek_state import NekCase, plain
from lobatto.importing.nek_user import UserFile, known_of

ROUTINE = "usrdat2"
COORDINATES = {"xm1": "x", "ym1": "y", "zm1": "z"}
_ELEMENT = re.compile(r"\b(\w+)\(([\w, ]*)\)")
_CORNERS = r"\b[xyz]c\b"
_EXTREME = re.compile(r"\bgl(min|max) ?\( ?([xyz]m1) ?,[^()]*\)")
_SIZE = r"[nl][xyz]1|nxyz1?|nel[tv]|nelg[tv]"
_SIZES = rf"(?:{_SIZE})(?: ?\* ?(?:{_SIZE}))*"
_ARITHMETIC = {"cadd": "{0} + {1}", "cmult": "({1})*({0})", "copy": "{1}"}
_UNKNOWN = "unknown_at_a_point()"
_DOMAIN = [(name, which) for name in COORDINATES for which in ("lo", "hi")]
"""The arguments of domain_size, in their order."""


def translate_map(case: NekCase, user: UserFile, mesh: NekMesh | None) -> None:
    """Sets mesh.map where usrdat2 alone changes the mesh, and its text tells how; the doubt about
    the mesh is gone then."""
    routine = user.routine(ROUTINE)
    if routine is None or routines_that_set(user.fortran, "mesh") != {ROUTINE}:
        return
    if any(re.search(_CORNERS, _text_of(step)) for step in walk(routine.body)):
        return
    extents = mesh.extents if mesh else None
    places = [_place(case, user, routine, extents, name) for name in COORDINATES]
    if any(place.doubt for place in places) or (case.dimension == 2 and places[2].text != "z"):
        return
    del case.doubts["mesh"]
    moved = [str(plain(place)) for place in places]
    line, what = user.place(routine.line), f"{ROUTINE}: coordinates"
    if moved == list(COORDINATES.values()):
        case.ledger.no_need(line, what, "they stay as they are")
        return
    case.draft.set("mesh.map", moved)
    case.ledger.translated(line, what, "mesh.map")


def _place(
    case: NekCase,
    user: UserFile,
    routine: Routine,
    extents: Mapping[str, tuple[float, float]] | None,
    name: str,
) -> Value:
    given = {name: Value(axis) for name, axis in COORDINATES.items()}
    for one, axis in COORDINATES.items():
        for which, end in zip(("lo", "hi"), (extents or {}).get(axis, (None, None)), strict=True):
            known = formula.constant(end) if end is not None else formula.doubtful("curved sides")
            given[f"{one}_{which}"] = known
    declared = tuple(line for line in routine.declarations if "xm1" not in line.text)
    steps = tuple(_at_a_point(routine.body, _Loops(routine.body), ()))
    flat = Routine("subroutine", ROUTINE, "", routine.arguments, routine.line, declared, steps)
    return run_routine(flat, known_of(case, user, given))[name]


class _Loops:
    """Which loops of a routine are over all points of an element, or over all elements."""

    def __init__(self, body: Block) -> None:
        texts: dict[str, set[str]] = {}
        for step in walk(body):
            if isinstance(step, Assignment):
                texts.setdefault(step.target, set()).add(step.value)
        self._products = {
            name
            for name, values in texts.items()
            if all(re.fullmatch(_SIZES, value) for value in values)
        }

    def variable(self, loop: Loop) -> str | None:
        """Its variable, where it goes over all of something."""
        name, _, bounds = (part.strip() for part in loop.head.partition("="))
        ends = [part.strip() for part in split_arguments(bounds)]
        is_all = len(ends) == 2 and (re.fullmatch(_SIZES, ends[1]) or ends[1] in self._products)
        return name if is_all and ends[0] == "1" else None


def _at_a_point(block: Block, loops: _Loops, active: tuple[str, ...]) -> Iterator[Step]:
    """active: the variables of the loops around, which number points and elements."""
    for step in block:
        if isinstance(step, Loop):
            yield from _of_loop(step, loops, active)
        elif isinstance(step, Choice):
            branches = tuple(
                (_in_place(text, active), tuple(_at_a_point(inside, loops, active)))
                for text, inside in step.branches
            )
            yield Choice(step.line, branches)
        elif isinstance(step, Assignment):
            yield from _assigned(step, active)
        elif isinstance(step, Other) and step.kind == "call":
            yield from _called(step)
        else:
            yield step


def _of_loop(loop: Loop, loops: _Loops, active: tuple[str, ...]) -> Iterator[Step]:
    variable = loops.variable(loop)
    if variable is None:
        yield from _unknown(loop.line, set(COORDINATES) & _coordinates_set(loop.body))
        yield loop
        return
    yield Assignment(loop.line, variable, _UNKNOWN)
    yield from _at_a_point(loop.body, loops, (*active, variable))


def _coordinates_set(body: Block) -> set[str]:
    texts = (_text_of(step) for step in walk(body))
    return {name for text in texts for name in re.findall(r"\b[xyz]m1\b", text)}


def _text_of(step: Step) -> str:
    """What it sets, or calls with all that it hands on."""
    if isinstance(step, Assignment):
        return step.target
    return step.text if isinstance(step, Other) else ""


def _in_place(text: str, active: tuple[str, ...]) -> str:
    """Elements of fields by their names, where the indices are those of loops."""

    def named(found: re.Match[str]) -> str:
        return found[1] if _is_at_point(found[2], active) else found[0]

    text = _EXTREME.sub(lambda m: f"{m[2]}_{'lo' if m[1] == 'min' else 'hi'}", text)
    return _ELEMENT.sub(named, text)


def _is_at_point(indices: str, active: tuple[str, ...]) -> bool:
    words = [word.strip() for word in indices.split(",")]
    return len(words) == 4 and words[0] in active and all(w in (*active, "1") for w in words)


def _assigned(step: Assignment, active: tuple[str, ...]) -> Iterator[Step]:
    name, bracket, _ = _in_place(step.target, active).partition("(")
    yield Assignment(step.line, name, _UNKNOWN if bracket else _in_place(step.value, active))
    if name in COORDINATES:
        yield from _unknown(step.line, {f"{name}_lo", f"{name}_hi"})


def _unknown(line: int, names: set[str]) -> Iterator[Step]:
    for name in sorted(names):
        yield Assignment(line, name, _UNKNOWN)


def _called(step: Other) -> Iterator[Step]:
    """Routines of Nek5000 that change a field at all points; others may set what they are given."""
    found = re.match(r"call (\w+) ?(?:\((.*)\)$)?", step.text)
    name, arguments = (found[1], split_arguments(found[2] or "")) if found else ("", [])
    words = [_in_place(argument.strip(), ()) for argument in arguments]
    at = words[0] if words else ""
    if name == "rescale_x" and len(words) == 3 and at in COORDINATES:
        _, low, high = words
        scale = f"(({high}) - ({low}))/({at}_hi - {at}_lo)"
        yield Assignment(step.line, at, f"({low}) + ({at} - {at}_lo)*({scale})")
        yield Assignment(step.line, f"{at}_lo", low)
        yield Assignment(step.line, f"{at}_hi", high)
    elif name in _ARITHMETIC and len(words) == 3 and at.isidentifier():
        yield Assignment(step.line, at, _ARITHMETIC[name].format(*words))
        yield from _unknown(step.line, {f"{at}_lo", f"{at}_hi"} if at in COORDINATES else set())
    elif name == "domain_size" and len(words) == len(_DOMAIN):
        for word, (of_what, which) in zip(words, _DOMAIN, strict=True):
            yield Assignment(step.line, word, f"{of_what}_{which}")
    else:
        yield from _unknown(step.line, set(re.findall(r"\b[a-z]\w*", " ".join(words))))
