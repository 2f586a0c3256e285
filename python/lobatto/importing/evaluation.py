"""What a routine of Fortran leaves in its variables, as far as the text tells.

The routine is run with expressions instead of numbers. A choice by a condition that is an
expression becomes one: `if (y.gt.0) ux = 1` makes ux "(y > 0 ? 1 : ...)". What a loop, an unknown
call, a jump or a condition that nobody can tell may change is in doubt afterwards, with the line.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from lobatto.importing import formula
from lobatto.importing.expression import evaluate
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Choice,
    Jump,
    Label,
    Loop,
    Other,
    Routine,
    Step,
    split_arguments,
    walk,
)
from lobatto.importing.variable_types import types_of

HARMLESS = ("exitt", "exitti", "exitt0", "nekgsync", "flush", "nekasgn", "lcase", "ucase", "printf")
"""Routines of Nek5000 that change nothing a formula is made of."""
DEEPEST = 6
"""Functions of the user within each other."""
RETURNED = "return"
"""What stands for the value that a function of C gives back."""
MOST_FORKS = 12
"""Conditions with ways out of a block, behind each of which both ways are followed."""
ALL_ELEMENTS = ("nelv", "nelt", "nelgv", "nelgt")
"""The last one of a loop over all of them."""
MOST_TURNS = 100
"""Of a loop that is not over faces or elements."""

Lookup = Callable[[str, list[Value]], Value | None]
"""The element of an array that is known from elsewhere; None where it is not."""


@dataclass(frozen=True)
class Known:
    """names: values at the start; array: elements that are known; functions: routines of the file;
    kept: targets with indices that count as variables, such as cbc of an element's side."""

    names: Mapping[str, Value]
    array: Lookup
    functions: Mapping[str, Routine] = field(default_factory=dict)
    kept: Callable[[str, list[Value]], str | None] = lambda name, indices: None


def run_routine(
    routine: Routine, known: Known, given: Mapping[str, Value] | None = None, depth: int = 0
) -> dict[str, Value]:
    """The variables after the routine; those that it does not touch keep what `known` has."""
    run = _Run(routine, known, {**known.names, **(given or {})}, depth)
    run.follow(((routine.body, 0, False),))
    return run.values


def run_loops(
    routine: Routine, known: Known, given: Mapping[str, Value], face: int
) -> dict[str, Value]:
    """The variables `given` after the bodies of all loops of a routine, each once, in their order:
    what happens to one side of one element in loops over all of them. face: of the side; loops over
    faces are passed by where they leave it out."""
    run = _Run(routine, known, {**known.names, **given}, 0)
    run.face, run.about = face, frozenset(given)
    run.follow(((routine.body, 0, False),))
    return run.values


Place: TypeAlias = tuple[tuple[Block, int, bool], ...]
"""Where a run stands: from the outermost block inwards each with its next step, and whether it is
the body of a loop."""


class _Run:
    def __init__(
        self, routine: Routine, known: Known, values: dict[str, Value], depth: int
    ) -> None:
        self.values = values
        self.face = 0
        self.about: frozenset[str] = frozenset()
        """Variables of the face, which alone count where there is one."""
        self._known, self._depth, self._forks = known, depth, 0
        self._types = types_of(routine)
        for name in routine.arguments:
            if name in values:
                values[name] = self._as_type(name, values[name])
        self._declare(routine)

    def follow(self, place: Place) -> None:
        """Runs from a place to the end of the routine, or of the outermost block."""
        while place:
            block, index, is_loop = place[-1]
            if index == len(block):
                place = place[:-1]
                continue
            here = (*place[:-1], (block, index + 1, is_loop))
            place = self._step(block[index], here)

    def _step(self, step: Step, here: Place) -> Place:
        """Where the run goes on."""
        if isinstance(step, Assignment):
            self._assign(step)
        elif isinstance(step, Choice):
            return self._branch(list(step.branches), step.line, here)
        elif isinstance(step, Loop):
            return self._loop(step, here)
        elif isinstance(step, Jump):
            return self._jump(step, here)
        elif isinstance(step, Other) and step.kind == "return":
            return self._leave(f"line {step.line}: {step.text}", here)
        elif isinstance(step, Other):
            self._other(step)
        return here

    def value(self, text: str) -> Value:
        return evaluate(text, self._named, self._indexed)

    def _assign(self, step: Assignment) -> None:
        name = self._target(step.target)
        value = self.value(step.value)
        if value.doubt and "line " not in value.doubt:
            value = formula.doubtful(f"line {step.line}: {value.doubt}")
        if name.endswith("*"):
            self._doubt(f"line {step.line}: {step.target} = {step.value}", name[:-1])
        else:
            self.values[name] = self._as_type(name, value)

    def _as_type(self, name: str, value: Value) -> Value:
        if value.doubt or value.letters is not None or value.truth is not None:
            return value
        if self._types[name] == "auto":
            return value
        is_integer = self._types[name] == "i"
        if is_integer and not value.integer:
            converted = formula.intrinsic("int", [value])
            return converted if converted is not None else value
        if not is_integer and value.integer:
            return Value(value.text, value.bond, value.number)
        return value

    def _target(self, target: str) -> str:
        found = re.match(r"(\w+)\((.*)\)$", target)
        if not found:
            return target
        indices = [self.value(part) for part in split_arguments(found[2])]
        return self._known.kept(found[1], indices) or f"{found[1]}(...)"

    def _branch(self, branches: list[tuple[str, Block]], line: int, here: Place) -> Place:
        if not branches:
            return here
        (text, body), *others = branches
        condition = self.value(text) if text else formula.logical(True)
        if condition.truth is not None:
            chosen = (*here, (body, 0, False))
            return chosen if condition.truth else self._branch(others, line, here)
        goes_on: Place = ()
        if not any(_is_way_out(step) for _, inside in branches for step in walk(inside)):
            goes_on, here = here, ()
        elif self._forks >= MOST_FORKS:
            self._doubt(f"line {line}: one of more than {MOST_FORKS} ways")
            return ()
        else:
            self._forks += 1
        before = dict(self.values)
        self.follow((*here, (body, 0, False)))
        after, self.values = self.values, before
        self.follow(self._branch(others, line, here))
        if condition.doubt:
            condition = formula.doubtful(f"line {line}: under the condition {text}")
        self._merge(condition, after)
        return goes_on

    def _merge(self, condition: Value, then: Mapping[str, Value]) -> None:
        unset = formula.doubtful("set under a condition only")
        for name in {*then, *self.values}:
            one, other = then.get(name, unset), self.values.get(name, unset)
            self.values[name] = formula.choose(condition, one, other)

    def _jump(self, step: Jump, here: Place) -> Place:
        """To a label further on, or to the end of the loop's body; others are in doubt."""
        why = f"line {step.line}: {step.text}"
        if step.target in ("cycle", "exit"):
            while here and not here[-1][2]:
                here = here[:-1]
            if step.target == "exit" or not here:
                self._doubt(why)
            return here[:-1]
        for depth in range(len(here), 0, -1):
            block, index, is_loop = here[depth - 1]
            for at in range(index, len(block)):
                aim = block[at]
                if isinstance(aim, Label) and aim.name == step.target:
                    return (*here[: depth - 1], (block, at, is_loop))
            if is_loop:
                self._doubt(why)
        self._doubt(why)
        return ()

    def _leave(self, why: str, here: Place) -> Place:
        """The end of the routine; in a loop over faces the others are passed by then."""
        if any(is_loop for _, _, is_loop in here):
            self._doubt(why)
        return ()

    def _loop(self, step: Loop, here: Place) -> Place:
        if not self.face:
            self._doubt_changed(step.body, f"line {step.line}: set in a loop")
            return here
        name, _, bounds = (part.strip() for part in step.head.partition("="))
        ends = [self.value(part).number for part in split_arguments(bounds)]
        first, last = (int(end) if end is not None else None for end in (*ends, None, None)[:2])
        body = (step.body, 0, True)
        is_plain = len(ends) == 2
        if is_plain and _is_index(name, r"(?:cbc|boundaryidt?)\(|\bbc\(\d,", step.body):
            if first is not None and last is not None and not first <= self.face <= last:
                return here
            self.values[name] = formula.constant(float(self.face), integer=True)
            return (*here, body)
        if is_plain and _is_index(name, r"(?:cbc|boundaryidt?)\(\w+,|\bbc\(\d,\w+,", step.body):
            if first != 1 or split_arguments(bounds)[1] not in ALL_ELEMENTS:
                self._doubt_changed(step.body, f"line {step.line}: of some elements alone")
                return here
            self.values[name] = formula.doubtful(f"{name} is any element")
            return (*here, body)
        if not is_plain or first is None or last is None or last - first >= MOST_TURNS:
            self._doubt_changed(step.body, f"line {step.line}: set in a loop")
            return here
        for turn in range(first, last + 1):
            self.values[name] = formula.constant(float(turn), integer=True)
            self.follow((body,))
        return here

    def _doubt_changed(self, body: Block, why: str) -> None:
        for inner in walk(body):
            if isinstance(inner, Assignment):
                name = self._target(inner.target)
                if name.endswith("*"):
                    self._doubt(why, name[:-1])
                else:
                    self.values[name] = formula.doubtful(why)
            elif isinstance(inner, Jump) or (isinstance(inner, Other) and inner.kind == "return"):
                self._doubt(f"line {inner.line}: {inner.text}")
            elif isinstance(inner, Other):
                self._other(inner)

    def _other(self, step: Other) -> None:
        called = re.match(r"call (\w+) ?(?:\((.*)\)$)?", step.text)
        if step.kind == "print" or (called and called[1] in HARMLESS):
            return
        why = f"line {step.line}: {step.text}"
        if self.face and step.kind == "read":
            self._doubt_named(step.text, why)
        elif not self.face or not called:
            self._doubt(why)
            for name in split_arguments(called[2] or "") if called else ():
                self.values[name] = formula.doubtful(why)
        elif called[1] == "setbc":
            self._set_condition(split_arguments(called[2] or ""), why)
        elif called[1] in self._known.functions:
            self._call(self._known.functions[called[1]], why)
            self._doubt_named(called[2] or "", why)
        else:
            self._doubt_named(called[2] or "", why)

    def _doubt_named(self, text: str, why: str) -> None:
        """What is read, or may be set by a call: conditions, where they are named, or variables."""
        if re.search(r"\b(?:cbc|boundaryidt?|bc)\(", text.replace(" ", "")):
            self._doubt(why)
        for name in re.findall(r"\b[a-z]\w*", text):
            if name not in self.about:
                self.values[name] = formula.doubtful(why)

    def _set_condition(self, arguments: list[str], why: str) -> None:
        """`call setbc(3, 1, 'v  ')`: the condition of a field on a boundary with a number."""
        number, which, letters = (self.value(one) for one in (*arguments, "?", "?", "?")[:3])
        name = f"cbc {int(which.number or 0)}"
        at = self.values["boundaryid"]
        if number.number is None or at.number is None or letters.doubt or name not in self.values:
            self._doubt(why)
        elif number.number == at.number:
            self.values[name] = letters

    def _call(self, routine: Routine, why: str) -> None:
        """A subroutine of the user, as far as it concerns the variables of the face."""
        if routine.arguments or self._depth >= DEEPEST:
            if any(_sets_conditions(step) for step in walk(routine.body)):
                self._doubt(why)
            return
        inner = _Run(routine, self._known, dict(self.values), self._depth + 1)
        inner.face, inner.about = self.face, self.about
        inner.follow(((routine.body, 0, False),))
        self.values |= {name: inner.values[name] for name in self.about}

    def _doubt(self, why: str, beginning: str = "") -> None:
        """Of all variables, those of the face alone where there is one, that begin so."""
        fixed = ("x", "y", "z", "time", "pi", "ifield")
        for name, value in self.values.items():
            counts = name in self.about if self.face else name not in fixed
            if counts and name.startswith(beginning) and not value.doubt:
                self.values[name] = formula.doubtful(why)

    def _named(self, name: str) -> Value:
        value = self.values.get(name)
        return value if value is not None else formula.doubtful(f"{name} is set elsewhere")

    def _indexed(self, name: str, arguments: list[Value]) -> Value:
        kept = self._known.kept(name, arguments)
        if kept is not None and kept in self.values:
            return self.values[kept]
        found = self._known.array(name, arguments)
        if found is None:
            found = formula.intrinsic(name, arguments)
        if found is None:
            found = self._function(name, arguments)
        return found if found is not None else formula.doubtful(f"{name}() is not known here")

    def _function(self, name: str, arguments: list[Value]) -> Value | None:
        routine = self._known.functions.get(name)
        if routine is None or routine.kind != "function" or self._depth >= DEEPEST:
            return None
        doubt = formula.first_doubt(*arguments)
        if doubt is not None:
            return doubt
        given = dict(zip(routine.arguments, arguments, strict=False))
        after = run_routine(routine, self._known, given, self._depth + 1)
        return after.get(name, after.get(RETURNED))

    def _declare(self, routine: Routine) -> None:
        """Names of `parameter` and, where nothing else sets them, of `data`; what is shared with
        other routines, or with other names, is known to none."""
        changed = {step.target for step in walk(routine.body) if isinstance(step, Assignment)}
        for line in routine.declarations:
            found = re.match(r"parameter\s*\((.*)\)$|\w[^:]*, ?parameter ?::(.*)$", line.text)
            for part in split_arguments(found[1] or found[2]) if found else []:
                name, _, value = part.partition("=")
                self.values[name.strip()] = self._as_type(name.strip(), self.value(value.strip()))
            for name, value in re.findall(r"(?:data |,)\s*(\w+)\s*/([^/,*]+)/", line.text):
                if line.text.startswith("data") and name not in changed:
                    self.values[name] = self._as_type(name, self.value(value.strip()))
        for line in routine.declarations:
            shared = re.match(r"(?:common|equivalence)\b(.*)", line.text)
            for name in re.findall(r"\w+", shared[1]) if shared else []:
                self.values[name] = formula.doubtful(f"line {line.number}: {name} is shared")


def _is_way_out(step: Step) -> bool:
    return isinstance(step, Jump) or (isinstance(step, Other) and step.kind == "return")


def _is_index(name: str, before: str, body: Block) -> bool:
    """Whether a variable stands behind `before` anywhere in the text of a block."""
    pattern = rf"(?:{before}){re.escape(name)}[,)]"
    return any(re.search(pattern, text.replace(" ", "")) for text in _texts_of(body))


def _texts_of(body: Block) -> Iterator[str]:
    for step in walk(body):
        if isinstance(step, Assignment):
            yield f"{step.target}={step.value}"
        elif isinstance(step, Choice):
            yield from (condition for condition, _ in step.branches)
        elif isinstance(step, Other):
            yield step.text


def _sets_conditions(step: Step) -> bool:
    if isinstance(step, Assignment):
        return bool(re.match(r"(?:cbc|boundaryidt?|bc)\(", step.target))
    return isinstance(step, Other) and step.text.startswith("call")
