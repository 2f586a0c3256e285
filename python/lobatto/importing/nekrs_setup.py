"""What the .udf of a case of NekRS sets before the run: initial values, and properties anew."""

import re
from collections.abc import Iterator

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_routine
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import (
    Assignment,
    Block,
    Choice,
    Loop,
    Other,
    Routine,
    Step,
)
from lobatto.importing.nek_state import NekCase, plain
from lobatto.importing.nekrs_functions import DeviceCode
from lobatto.importing.nekrs_points import COMPONENTS, at_a_point, points_of

_OPTIONS = {
    "dt": ("time.dt", "time.cfl", "time.max_dt"),
    "end time": ("time.end",),
    "number timesteps": ("time.steps",),
    "polynomial degree": ("mesh.order",),
}
_MESH = r"rescale\([^;]*o_[xyz]\b|(?:mesh->|\bo_)[xyz](?:\[[^\]]*\]\s*=[^=]|\.copyFrom\()"


def doubts_of(code: DeviceCode) -> dict[str, str]:
    """By keys and properties, as in nek_changes: what the code sets besides the settings."""
    text = code.source.text
    found: dict[str, str] = {}
    if re.search(r"\b(?:userProperties|udf\.properties)\s*=", text):
        why = f"{code.name}: its function of properties sets it"
        fields = (f"{kind} {n}" for kind in ("capacity", "conductivity") for n in range(2, 12))
        found |= dict.fromkeys(("viscosity", "density", *fields), why)
    for option in re.findall(r'\.setArgs\(\s*"([^"]+)"', text):
        for key in _OPTIONS.get(option.lower(), ()):
            found[key] = f"{code.name}: sets the option {option}"
        kind = re.search(r"(VISCOSITY|DENSITY|DIFF|TRANSPORT)", option.upper())
        if kind:
            why = f"{code.name}: sets the option {option}"
            found |= dict.fromkeys(_properties_of(option.upper(), kind[1]), why)
    if re.search(_MESH, text):
        found["mesh"] = f"{code.name} changes it"
    return found


def _properties_of(option: str, kind: str) -> Iterator[str]:
    """Of the fluid, or of the scalar that the option numbers; of all where it has no number."""
    if "SCALAR" not in option:
        yield "density" if kind == "DENSITY" else "viscosity"
        return
    number = re.search(r"SCALAR *(\d+)", option)
    fields = [int(number[1]) + 2] if number else range(2, 12)
    name = "conductivity" if kind == "DIFF" else "capacity"
    yield from (f"{name} {field}" for field in fields)


def translate_initial(case: NekCase, code: DeviceCode) -> None:
    """Velocity and scalars that UDF_Setup sets at every point."""
    routine = code.source.functions.get("udf_setup")
    if routine is None or case.draft.get("restart.from"):
        return
    body = tuple(_without_calls(routine.body))
    steps = tuple(at_a_point(body, points_of(body)))
    flat = Routine("function", "udf_setup", "", (), routine.line, routine.declarations, steps)
    after = run_routine(flat, _known(code))
    place = f"{code.files['udf_setup']}:{routine.line}"
    arrays = [name for name in ("nrs_u", _copied(code, r"o_U(?:\(\))?")) if f"{name}__0" in after]
    zero = formula.constant(0.0)
    for name in arrays:
        values = [after.get(f"{name}__{i}", zero) for i in range(COMPONENTS)]
        doubt = formula.first_doubt(*values)
        if doubt is not None:
            case.ledger.open(place, "UDF_Setup: initial velocity", doubt.doubt)
            case.draft.remark("initial", f"velocity: {place}: {doubt.doubt}")
        elif any(value.number != 0 for value in values):
            case.draft.set("initial.velocity", [value.text for value in values])
            case.ledger.translated(place, "UDF_Setup: initial velocity", "initial.velocity")
    for scalar in case.scalars:
        pattern = rf'o_solution\(\s*"(?i:{re.escape(scalar.section.removeprefix("scalar "))})"\s*\)'
        index = scalar.number - 2
        names = (_copied(code, "o_S"), "nrs_s", "nrs_cds_s")
        keys = (f"{_copied(code, pattern)}__0", *(f"{name}__{index}" for name in names))
        value = next((after[key] for key in keys if key in after), None)
        if value is not None and value.doubt:
            case.ledger.open(place, f"UDF_Setup: initial {scalar.name}", value.doubt)
            case.draft.remark("scalar", f"initial of {scalar.name}: {place}: {value.doubt}")
        elif value is not None and value.number != 0:
            scalar.table["initial"] = plain(value)
            case.ledger.translated(place, f"UDF_Setup: initial {scalar.name}", "scalar.initial")


def _copied(code: DeviceCode, target: str) -> str:
    """The array that is copied to a field of the device, "" where none is."""
    found = re.search(rf"\b{target}\.copyFrom\(\s*(\w+)", code.source.text)
    return found[1].lower() if found else ""


def _without_calls(block: Block) -> Iterator[Step]:
    """The statements as they are without a restart; calls change what they have the address of,
    and nothing else."""
    for step in block:
        if isinstance(step, Loop):
            yield Loop(step.line, step.head, tuple(_without_calls(step.body)))
        elif isinstance(step, Choice) and "RESTART FILE NAME" in step.branches[0][0]:
            yield from _without_calls(step.branches[0][1])
        elif isinstance(step, Choice):
            branches = ((text, tuple(_without_calls(body))) for text, body in step.branches)
            yield Choice(step.line, tuple(branches))
        elif isinstance(step, Other) and step.kind == "call":
            for name in re.findall(r"& ?(\w+)", step.text):
                yield Assignment(step.line, name, "unknown_of_a_call()")
        elif isinstance(step, Assignment):
            yield step


def _known(code: DeviceCode) -> Known:
    places = {f"{of}{axis}__0": Value(axis) for of in ("", "mesh_") for axis in ("x", "y", "z")}
    names = {**code.names, **places, "pi": formula.constant(3.141592653589793)}
    return Known(names, lambda name, indices: None, code.source.functions)
