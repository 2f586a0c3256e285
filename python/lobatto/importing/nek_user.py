"""The user routines of Nek5000 as expressions of a case file, where the text tells them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_routine
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import FortranFile, Routine, read_fortran
from lobatto.importing.ledger import Outcome
from lobatto.importing.nek_reasons import PARAMETERS
from lobatto.importing.nek_state import NekCase, NekScalar, plain
from lobatto.importing.settings import read_text
from lobatto.importing.user_code import ROUTINES, actions, is_template

RESULTS = {
    "uservp": ("udiff", "utrans"),
    "userf": ("ffx", "ffy", "ffz"),
    "userq": ("qvol",),
    "userbc": ("ux", "uy", "uz", "temp", "flux", "pa", "trx", "try", "trz", "hc", "tinf"),
    "useric": ("ux", "uy", "uz", "temp"),
}
"""The variables in which routines leave their results."""


@dataclass(frozen=True)
class UserFile:
    """name: of the file, for places in the report."""

    name: str
    fortran: FortranFile

    def routine(self, name: str) -> Routine | None:
        """A routine that does more than the empty template."""
        found = self.fortran.routines.get(name)
        return None if found is None or is_template(found) else found

    def place(self, line: int) -> str:
        return f"{self.name}:{line}"


def read_user_file(path: Path) -> UserFile:
    return UserFile(path.name, read_fortran(read_text(path)))


def without_code(case: NekCase, names: Iterable[str]) -> dict[str, Value]:
    """Boundary values where the code that gives them is not there, or is not Fortran."""
    return {name: formula.doubtful(case.values_in) for name in names}


def known_of(case: NekCase, user: UserFile | None, given: Mapping[str, Value]) -> Known:
    """What a routine may read: the place, the time, parameters and properties; `given` adds."""
    names = {name: Value(name) for name in ("x", "y", "z")}
    names |= {"time": Value("t"), "pi": formula.constant(3.141592653589793)}
    names |= {"r": Value("sqrt(x^2 + y^2)"), "theta": Value("atan2(y, x)")}
    dimension = formula.constant(float(case.dimension), integer=True)
    names |= {"ldim": dimension, "ndim": dimension, "if3d": formula.logical(case.dimension == 3)}
    axis = case.settings.is_yes("problemtype", "axisymmetry")
    names |= {"ifaxis": formula.logical(axis)}
    names |= {"cbu": formula.letters(""), "ifheat": formula.logical(bool(case.scalars))}

    def array(name: str, indices: list[Value]) -> Value | None:
        numbers = [index.number for index in indices]
        if name in ("param", "uparam") and numbers and numbers[0] is not None:
            key = f"{name} {int(numbers[0])}"
            if key in case.doubts:
                return formula.doubtful(case.doubts[key])
            value = case.constants.get(key)
            return None if value is None else formula.constant(value)
        if name == "ps" and numbers and numbers[0] is not None:
            field = int(numbers[0]) + 2
            return next((Value(s.name) for s in case.scalars if s.number == field), None)
        if name == "cpfld" and len(numbers) == 2 and None not in numbers:
            return _property(case, int(numbers[0] or 0), int(numbers[1] or 0))
        return None

    functions = user.fortran.routines if user else {}
    return Known({**names, **given}, array, functions)


def _property(case: NekCase, field: int, which: int) -> Value | None:
    """cpfld(field,1) is the diffusive, cpfld(field,2) the convective property."""
    if field == 1:
        return (case.viscosity, case.density)[which - 1]
    scalar = next((one for one in case.scalars if one.number == field), None)
    if scalar is None:
        return None
    return (scalar.conductivity, scalar.capacity)[which - 1]


def solution(case: NekCase, field: int) -> dict[str, Value]:
    """The solution at a point as Nek5000 hands it to routines that are called for a field."""
    third = Value("w") if case.dimension == 3 else formula.constant(0.0)
    names = {"ux": Value("u"), "uy": Value("v"), "uz": third}
    names["ifield"] = formula.constant(float(field), integer=True)
    heat = next((one.name for one in case.scalars if one.number == max(field, 2)), None)
    return {**names, "temp": Value(heat)} if heat else names


def at_rest(field: int) -> dict[str, Value]:
    """What initial values are where a routine does not set them."""
    zeros = {name: formula.constant(0.0) for name in RESULTS["useric"]}
    return {**zeros, "ifield": formula.constant(float(field), integer=True)}


def translate_routines(case: NekCase, user: UserFile) -> None:
    """Forces, sources, properties, initial values, and a word on every other routine. Boundary
    values are of nek_case, which knows the boundaries."""
    _set_parameters(case, user)
    _initial(case, user)
    _force(case, user)
    for scalar in case.scalars:
        _source(case, user, scalar)
    _properties(case, user)
    _describe_others(case, user)


def _set_parameters(case: NekCase, user: UserFile) -> None:
    """A flow rate that usrdat to usrdat3 ask for by parameters 54 and 55."""

    def kept(name: str, indices: list[Value]) -> str | None:
        number = indices[0].number if len(indices) == 1 else None
        return f"{name} {int(number)}" if name == "param" and number is not None else None

    for name in ("usrdat", "usrdat2", "usrdat3"):
        routine = user.routine(name)
        if routine is None:
            continue
        known = known_of(case, user, {})
        values = run_routine(routine, Known(known.names, known.array, known.functions, kept))
        direction, rate = (values.get(f"param {n}", Value()).number for n in (54, 55))
        if direction and rate and -3 <= direction < 0:
            case.draft.set("forcing.flow_rate", rate)
            case.draft.set("forcing.flow_direction", "xyz"[int(-direction) - 1])
            place = user.place(routine.line)
            case.ledger.translated(place, f"{name}: parameters 54 and 55", "forcing.flow_rate")
            case.flow_rate_in = name


def _initial(case: NekCase, user: UserFile) -> None:
    routine = user.routine("useric")
    if routine is None:
        return
    values = run_routine(routine, known_of(case, user, at_rest(1)))
    velocity = [values[name] for name in ("ux", "uy", "uz")]
    if case.draft.get("restart.from"):
        if "initial" in case.doubts:
            case.ledger.open(user.place(routine.line), "useric", case.doubts["initial"])
        else:
            why = "the run begins with restart.from"
            case.ledger.no_need(user.place(routine.line), "useric", why)
        return
    _place(case, user, routine, "initial.velocity", velocity, "initial")
    for scalar in case.scalars:
        after = run_routine(routine, known_of(case, user, at_rest(scalar.number)))
        changed = case.doubts.get("initial of scalars")
        initial = formula.doubtful(changed) if changed else after["temp"]
        _place_scalar(case, user, routine, scalar, "initial", initial)


def _force(case: NekCase, user: UserFile) -> None:
    routine = user.routine("userf")
    if routine is not None:
        values = run_routine(routine, known_of(case, user, solution(case, 1)))
        force = [values.get(name, _unset(name)) for name in RESULTS["userf"]]
        _place(case, user, routine, "forcing.body", force, "forcing")


def _source(case: NekCase, user: UserFile, scalar: NekScalar) -> None:
    routine = user.routine("userq")
    if routine is not None:
        values = run_routine(routine, known_of(case, user, solution(case, scalar.number)))
        source = values.get("qvol", _unset("qvol"))
        if values.get("avol", formula.constant(0.0)).number != 0:
            source = formula.doubtful("avol: a source in proportion to the solution: write it")
        value = formula.combine("/", source, scalar.capacity)
        _place_scalar(case, user, routine, scalar, "source", value)


def _properties(case: NekCase, user: UserFile) -> None:
    routine = user.routine("uservp")
    if routine is None:
        return
    place = user.place(routine.line)
    if not case.varies:
        case.ledger.no_need(place, "uservp", "is not called: properties do not vary")
        return
    for field, scalar in [(1, None), *((one.number, one) for one in case.scalars)]:
        given = solution(case, field)
        given |= {"udiff": _property(case, field, 1) or _unset("udiff")}
        given |= {"utrans": _property(case, field, 2) or _unset("utrans")}
        values = run_routine(routine, known_of(case, user, given))
        value = formula.combine("/", values["udiff"], values["utrans"])
        before = scalar.capacity if scalar else case.density
        if not value.doubt and not values["utrans"].number:
            value = formula.doubtful("a density that varies: flows here have a constant one")
        elif not value.doubt and values["utrans"].number != before.number:
            what = "capacity" if scalar else "density"
            text = f"the {what} is {values['utrans'].text} here and {before.text} in the settings, "
            value = formula.doubtful(f"{text}which forces, sources and conditions are divided by")
        if scalar is not None:
            _place_scalar(case, user, routine, scalar, "diffusivity", value)
        else:
            _place_viscosity(case, user, routine, value)


def _place_viscosity(case: NekCase, user: UserFile, routine: Routine, value: Value) -> None:
    place = user.place(routine.line)
    if value.doubt or value.number == 0:
        why = value.doubt or "a viscosity of zero"
        case.draft.clear("fluid")
        case.ledger.withdraw("fluid", f"{place} (uservp) sets it")
        case.ledger.open(place, "uservp: viscosity", why)
        case.draft.remark("fluid", f"viscosity: {place}: {why}")
        return
    case.draft.clear("fluid")
    case.ledger.withdraw("fluid", f"{place} (uservp) sets it", Outcome.NO_NEED)
    case.draft.set("fluid.viscosity", plain(value))
    case.ledger.translated(place, "uservp: viscosity", "fluid.viscosity")


def _place(
    case: NekCase, user: UserFile, routine: Routine, key: str, values: list[Value], section: str
) -> None:
    """Writes three components, or says why not."""
    place = user.place(routine.line)
    doubt = formula.first_doubt(*values)
    if doubt is not None:
        case.ledger.open(place, f"{routine.name}: {ROUTINES[routine.name]}", doubt.doubt)
        case.draft.remark(section, f"{key}: {place} ({routine.name}): {doubt.doubt}")
    elif any(value.number != 0 for value in values):
        case.draft.set(key, [value.text for value in values])
        case.ledger.translated(place, f"{routine.name}: {ROUTINES[routine.name]}", key)
    else:
        case.ledger.no_need(place, f"{routine.name}: {ROUTINES[routine.name]}", "zero")


def _place_scalar(
    case: NekCase, user: UserFile, routine: Routine, scalar: NekScalar, key: str, value: Value
) -> None:
    place, what = user.place(routine.line), f"{routine.name}: {key} of {scalar.name}"
    if value.doubt or (key == "diffusivity" and value.number == 0):
        why = value.doubt or "a diffusivity of zero"
        if scalar.table.pop(key, None) is not None:
            case.ledger.withdraw(
                f"scalar.{key} of {scalar.name}", f"{place} ({routine.name}) sets it"
            )
        case.ledger.open(place, what, why)
        case.draft.remark("scalar", f"{key} of {scalar.name}: {place} ({routine.name}): {why}")
    elif value.number != 0:
        by = f"{place} ({routine.name}) sets it"
        case.ledger.withdraw(f"scalar.{key} of {scalar.name}", by, Outcome.NO_NEED)
        scalar.table[key] = plain(value)
        case.ledger.translated(place, what, f"scalar.{key}")
    else:
        case.ledger.no_need(place, what, "zero")


def _unset(name: str) -> Value:
    return formula.doubtful(f"{name} is set nowhere")


def _describe_others(case: NekCase, user: UserFile) -> None:
    """A word on each routine that Nek5000 calls and that is not made into expressions."""
    for name, routine in user.fortran.routines.items():
        if name not in ROUTINES:
            continue
        if user.routine(name) is None:
            place = user.place(routine.line)
            case.ledger.no_need(place, name, "the empty template: nothing but zeros")
        elif name not in RESULTS:
            _describe(case, user, routine)
    helpers = sorted(set(user.fortran.routines) - set(ROUTINES))
    for name in helpers:
        routine = user.fortran.routines[name]
        what = f"{routine.kind} {name}"
        case.ledger.open(user.place(routine.line), what, _summary(routine))


def _describe(case: NekCase, user: UserFile, routine: Routine) -> None:
    found = actions(routine)
    for line, what, instead in found:
        if case.flow_rate_in == routine.name and what.startswith(
            ("sets param(54)", "sets param(55)")
        ):
            continue
        if routine.name in case.conditions_in and what.startswith("sets conditions"):
            text = "see the boundaries above"
            case.ledger.no_need(user.place(line), f"{routine.name}: {what}", text)
            continue
        is_of_mesh = bool(re.match(r"(?:moves|scales) the mesh", what))
        if is_of_mesh and routine.name == "usrdat2" and "mesh" not in case.doubts:
            case.ledger.no_need(user.place(line), f"{routine.name}: {what}", "see its coordinates")
            continue
        number = re.match(r"sets param\((\d+)\)", what)
        is_fine, why = PARAMETERS.get(int(number[1]), (False, "")) if number else (False, "")
        if is_fine:
            case.ledger.no_need(user.place(line), f"{routine.name}: {what}", why)
            continue
        serves = f"{instead} serves" if instead else "user code"
        case.ledger.open(user.place(line), f"{routine.name}: {what}", serves)
    if not found:
        place = user.place(routine.line)
        case.ledger.open(place, routine.name, "computes, and nobody can tell what for")


def _summary(routine: Routine) -> str:
    parts: Iterable[str] = (what for _, what, _ in actions(routine))
    return "of the user: " + ("; ".join(list(parts)[:4]) or "computes values")
