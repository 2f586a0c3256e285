"""Forces and sources that kernels in the .udf of a case of NekRS add, where they are formulas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_routine
from lobatto.importing.expression import evaluate
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Other,
    Routine,
    Step,
    split_arguments,
    walk,
)
from lobatto.importing.nek_state import NekCase, plain
from lobatto.importing.nekrs_functions import DeviceCode
from lobatto.importing.nekrs_points import COMPONENTS, at_a_point, points_of

_HOOK = re.compile(r"\b(user\w*Source|user\w*LinearTerm|[us]EqnSource)\s*=\s*&?\s*(\w+|\[)")
"""A member of NekRS with the function that is handed to it; [ begins one without a name."""
_INTO = r"o_nlt|o_fu|o_fs|o_ext\b|o_explicitterms"
_OPEN = "a force or a source: write forcing.body, or source of a [[scalar]]"


@dataclass(frozen=True)
class _Call:
    """A kernel with what each of its arguments is: the text of the call."""

    kernel: Routine
    meanings: dict[str, str]


def translate_sources(case: NekCase, code: DeviceCode) -> None:
    """What the functions add that the code hands to NekRS as sources."""
    for hook in dict.fromkeys(re.findall(r"\b(userDivergence|udf\.div)\s*=", code.source.text)):
        why = "the source has a velocity with a divergence (low Mach number)"
        case.other_equation(code.name, hook, why)
    for hook, name in dict.fromkeys(_HOOK.findall(code.source.text)):
        routine = code.source.functions.get(name.lower())
        place = f"{code.files[name.lower()]}:{routine.line}" if routine else code.name
        is_clear = "Source" in hook and _is_always_set(code, hook, name)
        found = _results(case, code, routine) if routine and is_clear else {}
        done = [_place(case, key, value, place, f"{hook}: {name}") for key, value in found.items()]
        if not done or not all(done):
            case.ledger.open(place, f"{hook}: {name}", _OPEN)
            case.draft.remark("forcing", f"{place} ({hook}: {name}): {_OPEN}")


def _is_always_set(code: DeviceCode, hook: str, name: str) -> bool:
    """Whether one statement under no condition hands the function to NekRS, and no other does."""
    pattern = rf"(?:\w+_)?{hook.lower()}$"
    bodies = [routine.body for routine in code.source.functions.values()]
    anywhere = [step for body in bodies for step in walk(body)]
    always = [step for body in bodies for step in _at_the_top(body)]
    set_anywhere, set_always = (
        [
            step.value.lstrip("& ")
            for step in steps
            if isinstance(step, Assignment) and re.match(pattern, step.target)
        ]
        for steps in (anywhere, always)
    )
    return set_anywhere == set_always == [name.lower()]


def _at_the_top(block: Block) -> Iterator[Step]:
    """The statements of a block up to one that may leave it."""
    for step in block:
        if any(isinstance(one, Other) and one.kind == "return" for one in walk((step,))):
            return
        yield step


def _place(case: NekCase, key: str, value: list[Value], place: str, what: str) -> bool:
    """Whether it became a key. NekRS has its sources over other properties than one, or not: such
    are in doubt."""
    if formula.first_doubt(*value) is not None:
        return False
    if key == "velocity":
        if case.density.number != 1:
            return False
        case.draft.set("forcing.body", [one.text for one in value])
        case.ledger.translated(place, what, "forcing.body")
        return True
    scalar = next((one for one in case.scalars if one.section == key), None)
    if scalar is None or scalar.capacity.number != 1:
        return False
    scalar.table["source"] = plain(value[0])
    case.ledger.translated(place, what, f"source of {scalar.name}")
    return True


def _results(case: NekCase, code: DeviceCode, routine: Routine) -> dict[str, list[Value]]:
    """By "velocity" or the section of a scalar; nothing where the function does more than to call
    one kernel."""
    calls: list[_Call] = []
    for step in routine.body:
        if isinstance(step, Assignment):
            continue
        call = _call_of(code, step)
        if call is None:
            return {}
        calls.append(call)
    return _after(case, code, calls[0]) if len(calls) == 1 else {}


def _call_of(code: DeviceCode, step: Step) -> _Call | None:
    found = re.match(r"call (\w+) ?\((.*)\)$", step.text) if isinstance(step, Other) else None
    kernel = code.source.functions.get(found[1]) if found else None
    arguments = split_arguments(found[2]) if found else []
    if kernel is None or len(arguments) != len(kernel.arguments):
        return None
    return _Call(kernel, dict(zip(kernel.arguments, arguments, strict=True)))


def _after(case: NekCase, code: DeviceCode, call: _Call) -> dict[str, list[Value]]:
    names: dict[str, Value] = {**code.names, "pi": formula.constant(3.141592653589793)}
    into = {name: text for name, text in call.meanings.items() if re.search(_INTO, text)}
    for name, text in call.meanings.items():
        names |= _given(case, code, name, text)
    arrays = {name for name, text in call.meanings.items() if re.search(r"\bo_|_o_", text)}
    points = points_of(call.kernel.body, frozenset(arrays))
    steps = tuple(at_a_point(call.kernel.body, points))
    flat = Routine("function", call.kernel.name, "", (), 1, call.kernel.declarations, steps)
    zero = formula.constant(0.0)
    before = {f"{name}__{i}": zero for name in into for i in range(COMPONENTS)}
    known = Known({**names, **before}, lambda name, indices: None, code.source.functions)
    after = run_routine(flat, known)
    found: dict[str, list[Value]] = {}
    for name, text in into.items():
        key = _field_of(case, text)
        count = COMPONENTS if key == "velocity" else 1
        found[key] = [after[f"{name}__{i}"] for i in range(count)]
    return found


def _given(case: NekCase, code: DeviceCode, name: str, text: str) -> dict[str, Value]:
    """What an argument is worth at a point: by its component, where it is an array."""
    place = re.search(r"o_([xyz])$", text)
    if place:
        return {f"{name}__0": Value(place[1])}
    scalars = {f"{name}__{one.number - 2}": Value(one.name) for one in case.scalars}
    own = re.search(r'o_solution\( ?"([^"]+)" ?\)', text)
    if own:
        named = f"scalar {own[1].lower()}"
        return {f"{name}__0": Value(one.name) for one in case.scalars if one.section == named}
    if re.search(r"o_s$", text):
        return scalars
    if re.search(r"o_u$|o_solution\( ?\)$", text):
        return {f"{name}__{i}": Value(one) for i, one in enumerate("uvw")}
    if text == "time":
        return {name: Value("t")}
    known = {**code.names, "pi": formula.constant(3.141592653589793)}
    unknown = formula.doubtful(f"{text} is set elsewhere")
    return {name: evaluate(text, lambda one: known.get(one, unknown), lambda *_: unknown)}


def _field_of(case: NekCase, text: str) -> str:
    own = re.search(r'"([^"]+)"', text)
    if own:
        return f"scalar {own[1].lower()}"
    if re.search(r"cds_|scalar_|o_fs", text):
        return case.scalars[0].section if len(case.scalars) == 1 else ""
    return "velocity"
