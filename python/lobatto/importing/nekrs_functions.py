"""Boundary values that the functions of a .udf file of NekRS give, as far as they are formulas."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lobatto.importing import formula
from lobatto.importing.c_source import CFile, in_fortran
from lobatto.importing.evaluation import Known, run_routine
from lobatto.importing.expression import evaluate
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import Assignment, Line, Other, Routine, walk
from lobatto.importing.nek_state import NekCase, NekScalar

_VELOCITY = ("udfdirichlet", "codedfixedvaluevelocity", "velocitydirichletconditions")
_PRESSURE = ("udfdirichlet", "codedfixedvaluepressure", "pressuredirichletconditions")
_TRACTION = ("udfneumann", "codedfixedgradientvelocity", "velocityneumannconditions")
_VALUE = ("udfdirichlet", "codedfixedvaluescalar", "scalardirichletconditions")
_FLUX = ("udfneumann", "codedfixedgradientscalar", "scalarneumannconditions")
_ROBIN = ("udfrobin", "codedrobinscalar")
"""Functions of versions 24 and later, of those before, and of versions up to 23."""
BOUNDARY_FUNCTIONS = frozenset((*_VELOCITY, *_PRESSURE, *_TRACTION, *_VALUE, *_FLUX, *_ROBIN))
_RESULTS: Mapping[str, tuple[str, str]] = {
    "ux": ("uxfluid", "u"),
    "uy": ("uyfluid", "v"),
    "uz": ("uzfluid", "w"),
    "pa": ("pfluid", "p"),
    "tr1": ("tr1", "tr1"),
    "tr2": ("tr2", "tr2"),
    "temp": ("sscalar", "s"),
    "flux": ("fluxscalar", "flux"),
    "hc": ("h", "h"),
    "tinf": ("sinfscalar", "sinf"),
}
"""By the names of Nek5000, those of the members of bcData: of later and of earlier versions."""


@dataclass
class DeviceCode:
    """names: of constants that its functions share."""

    name: str
    source: CFile = field(default_factory=CFile)
    names: Mapping[str, Value] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """By functions, the file that has them."""

    def add(self, file: str, source: CFile) -> None:
        self.source.functions |= source.functions
        self.source.spelled |= source.spelled
        self.source.globals += source.globals
        self.source.text += source.text
        self.files |= dict.fromkeys(source.functions, file)

    def first(self, functions: tuple[str, ...]) -> Routine | None:
        return next(
            (self.source.functions[n] for n in functions if n in self.source.functions), None
        )


def shared_names(case: NekCase, source: CFile) -> dict[str, Value]:
    """Constants at the top of a file, keys of [CASEDATA] that it asks for, and what it hands to
    kernels; in doubt where a function sets them otherwise."""
    steps = tuple(step for step in source.globals if isinstance(step, Assignment))
    routine = Routine("function", "", "", (), 1, (Line(1, "implicit auto"),), steps)
    pi = {"pi": formula.constant(3.141592653589793)}
    names = run_routine(routine, Known(pi, lambda name, indices: None))
    for function in source.functions.values():
        own = {line.text.rpartition(" ")[2] for line in function.declarations}
        for step in walk(function.body):
            if isinstance(step, Assignment) and step.target not in own:
                names[step.target] = formula.doubtful(f"line {step.line}: {step.target} is set")
    found = re.findall(r'extract\(\s*"(\w+)"\s*,\s*"(\w+)"\s*,\s*&?(\w+)\s*\)', source.text)
    for _, key, name in found:
        is_number = case.draft.get(f"parameters.{key.lower()}") is not None
        value = Value(key.lower()) if is_number else formula.doubtful(f"{key} is no number")
        names[name.lower()] = value
    pattern = r'(?:\.define\(\s*"(\w+)"\s*\)|\["defines/(\w+)"\])\s*=\s*([^;]+);'
    for new, old, text in re.findall(pattern, source.text):
        names[(new or old).lower()] = evaluate(
            in_fortran(text), lambda name: _named(names, name), lambda name, _: _unknown(name)
        )
    return names


def _named(names: Mapping[str, Value], name: str) -> Value:
    return names.get(name) or _unknown(name)


def _unknown(name: str) -> Value:
    return formula.doubtful(f"{name} is set elsewhere")


def velocity_values(code: DeviceCode, number: int | None) -> dict[str, Value]:
    """What the functions leave on a boundary with a number, in the names of Nek5000."""
    found = _values(code, _VELOCITY, "fluid velocity", number, ("ux", "uy", "uz"), {})
    zero = {"bc_p": formula.constant(0.0), "bc_pfluid": formula.constant(0.0)}
    solution = _solution(None)
    found |= _values(code, _PRESSURE, "fluid pressure", number, ("pa",), {**solution, **zero})
    return found | _values(code, _TRACTION, "fluid velocity", number, ("tr1", "tr2"), solution)


def scalar_values(code: DeviceCode, number: int | None, scalar: NekScalar) -> dict[str, Value]:
    kind = scalar.section if " " in scalar.section else f"scalar {scalar.name}"
    index = formula.constant(float(scalar.number - 2), integer=True)
    given = {**_solution(None), "bc_scalarid": index, "bc_idscalar": index}
    inner = {**given, **_solution(scalar)}
    found = _values(code, _VALUE, kind, number, ("temp",), given)
    found |= _values(code, _FLUX, kind, number, ("flux",), inner)
    return found | _values(code, _ROBIN, kind, number, ("hc", "tinf"), inner)


def _solution(scalar: NekScalar | None) -> dict[str, Value]:
    names = {"bc_u": "u", "bc_v": "v", "bc_w": "w"}
    names |= {"bc_uxfluid": "u", "bc_uyfluid": "v", "bc_uzfluid": "w"}
    if scalar:
        names |= {"bc_s": scalar.name, "bc_sscalar": scalar.name}
    return {name: Value(text) for name, text in names.items()}


def _values(
    code: DeviceCode,
    functions: tuple[str, ...],
    kind: str,
    number: int | None,
    results: tuple[str, ...],
    given: Mapping[str, Value],
) -> dict[str, Value]:
    routine = code.first(functions)
    if routine is None:
        if "pa" in results:
            return {"pa": formula.constant(0.0)}
        why = f"{code.name} has no function {functions[0]}"
        return {name: formula.doubtful(why) for name in results}
    after = run_routine(routine, _known(code, kind, number, given))
    return {name: _result(code, routine, after, name) for name in results}


def _known(code: DeviceCode, kind: str, number: int | None, given: Mapping[str, Value]) -> Known:
    names = {**code.names, "bc_time": Value("t"), "pi": formula.constant(3.141592653589793)}
    names |= {f"bc_{name}": Value(name) for name in ("x", "y", "z", "nx", "ny", "nz")}
    identity = formula.doubtful("the number of the side is not known")
    if number is not None:
        identity = formula.constant(float(number), integer=True)
    names |= {"bc_id": identity, **given}

    def array(name: str, indices: list[Value]) -> Value | None:
        if name == "isfield" and len(indices) == 1 and indices[0].letters is not None:
            return formula.logical(indices[0].letters.lower() == kind)
        return None

    return Known(names, array, code.source.functions)


def _result(code: DeviceCode, routine: Routine, after: Mapping[str, Value], name: str) -> Value:
    later, earlier = (after.get(f"bc_{one}") for one in _RESULTS[name])
    value = later if later is not None and (later.doubt == "" or earlier is None) else earlier
    if value is None:
        unclear = (s.text for s in routine.body if isinstance(s, Other) and s.kind == "unclear")
        why = next(unclear, f"{routine.name} sets no {name} there")
        return formula.doubtful(f"{code.files[routine.name]}: {why}")
    if value.doubt:
        return formula.doubtful(f"{code.files[routine.name]}: {value.doubt}")
    return value
