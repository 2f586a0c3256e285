"""What a routine of Fortran leaves in its variables, as far as the text tells.

The routine is run with expressions instead of numbers. A choice by a condition that is an
expression becomes one: `if (y.gt.0) ux = 1` makes ux "(y > 0 ? 1 : ...)". What a loop, an unknown
call, a jump or a condition that nobody can tell may change is in doubt afterwards, with the line.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from lobatto.importing import formula
from lobatto.importing.expression import evaluate
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Choice,
    Loop,
    Other,
    Routine,
    split_arguments,
    walk,
)

HARMLESS = ("exitt", "exitti", "exitt0", "nekgsync", "flush", "nekasgn", "lcase", "ucase")
"""Routines of Nek5000 that change nothing a formula is made of."""
DEEPEST = 6
"""Functions of the user within each other."""

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
    run.block(routine.body)
    return run.values


def run_loops(
    routine: Routine, known: Known, given: Mapping[str, Value], face: int
) -> dict[str, Value]:
    """The variables `given` after the bodies of all loops of a routine, each once, in their order:
    what happens to one side of one element in loops over all of them. face: of the side; loops from
    one number to another are over faces, and are passed by where they leave it out."""
    run = _Run(routine, known, {**known.names, **given}, 0)
    run.face = face
    run.block(routine.body)
    return run.values


class _Run:
    def __init__(
        self, routine: Routine, known: Known, values: dict[str, Value], depth: int
    ) -> None:
        self.values = values
        self.face = 0
        self._known, self._depth = known, depth
        self._types = _types_of(routine)
        self._declare(routine)

    def block(self, block: Block) -> bool:
        """Whether the routine is left in it."""
        return any(self._step(step) for step in block)

    def _step(self, step: Assignment | Choice | Loop | Other) -> bool:
        if isinstance(step, Assignment):
            self._assign(step)
        elif isinstance(step, Choice):
            return self._choice(step)
        elif isinstance(step, Loop):
            self._loop(step)
        else:
            return self._other(step)
        return False

    def value(self, text: str) -> Value:
        return evaluate(text, self._named, self._indexed)

    def _assign(self, step: Assignment) -> None:
        name = self._target(step.target)
        value = self.value(step.value)
        if value.doubt and "line " not in value.doubt:
            value = formula.doubtful(f"line {step.line}: {value.doubt}")
        self.values[name] = self._as_type(name, value)

    def _as_type(self, name: str, value: Value) -> Value:
        if value.doubt or value.letters is not None or value.truth is not None:
            return value
        is_integer = self._types.get(name, "i" if name[0] in "ijklmn" else "r") == "i"
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

    def _choice(self, step: Choice) -> bool:
        return self._branch(list(step.branches), step.line)

    def _branch(self, branches: list[tuple[str, Block]], line: int) -> bool:
        if not branches:
            return False
        (text, body), *others = branches
        condition = self.value(text) if text else formula.logical(True)
        if condition.truth is not None:
            return self.block(body) if condition.truth else self._branch(others, line)
        before = dict(self.values)
        left = self.block(body)
        after, self.values = self.values, before
        left_other = self._branch(others, line)
        if condition.doubt:
            why = f"line {line}: under the condition {text}"
            condition = formula.doubtful(why)
        self._merge(condition, after)
        if left != left_other:
            self._doubt_all(f"line {line}: the routine may end here")
        return left and left_other

    def _merge(self, condition: Value, then: Mapping[str, Value]) -> None:
        unset = formula.doubtful("set under a condition only")
        for name in {*then, *self.values}:
            one, other = then.get(name, unset), self.values.get(name, unset)
            self.values[name] = formula.choose(condition, one, other)

    def _loop(self, step: Loop) -> None:
        if self.face:
            self._enter(step)
            return
        self._doubt_changed(step.body, f"line {step.line}: set in a loop")

    def _enter(self, step: Loop) -> None:
        """Runs the body of a loop for the face alone."""
        name, _, bounds = step.head.partition("=")
        ends = [self.value(part).number for part in split_arguments(bounds)[:2]]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            if not ends[0] <= self.face <= ends[1]:
                return
            self.values[name.strip()] = formula.constant(float(self.face), integer=True)
        self.block(step.body)

    def _doubt_changed(self, body: Block, why: str) -> None:
        for inner in walk(body):
            if isinstance(inner, Assignment):
                self.values[self._target(inner.target)] = formula.doubtful(why)
            elif isinstance(inner, Other) and inner.kind != "print":
                self._other(inner)

    def _other(self, step: Other) -> bool:
        if step.kind == "return":
            return True
        if step.kind == "print":
            return False
        called = re.match(r"call (\w+)", step.text)
        if called and called[1] in HARMLESS:
            return False
        if not self.face:
            self._doubt_all(f"line {step.line}: {step.text}")
        return False

    def _doubt_all(self, why: str) -> None:
        fixed = ("x", "y", "z", "time", "pi", "ifield")
        for name, value in self.values.items():
            if name not in fixed and not value.doubt:
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
        return run_routine(routine, self._known, given, self._depth + 1).get(name)

    def _declare(self, routine: Routine) -> None:
        """Names of `parameter` and, where nothing else sets them, of `data`."""
        changed = {step.target for step in walk(routine.body) if isinstance(step, Assignment)}
        for line in routine.declarations:
            found = re.match(r"parameter\s*\((.*)\)$", line.text)
            for part in split_arguments(found[1]) if found else []:
                name, _, value = part.partition("=")
                self.values[name.strip()] = self._as_type(name.strip(), self.value(value.strip()))
            for name, value in re.findall(r"(?:data |,)\s*(\w+)\s*/([^/,*]+)/", line.text):
                if line.text.startswith("data") and name not in changed:
                    self.values[name] = self._as_type(name, self.value(value.strip()))


def _types_of(routine: Routine) -> dict[str, str]:
    """i or r of the variables whose declarations stand in the routine."""
    types: dict[str, str] = {}
    for line in routine.declarations:
        found = re.match(r"(real|integer|double precision)(?:\*\d+)?\s*(?:::)?\s*(.*)$", line.text)
        if found:
            letter = "i" if found[1] == "integer" else "r"
            types |= {name: letter for name in _declared(found[2])}
    return types


def _declared(text: str) -> Iterable[str]:
    return (match[0] for part in split_arguments(text) if (match := re.match(r"\w+", part)))
