"""What user routines of Nek5000 set that keys of the settings, or constants, set as well."""

import re
from collections.abc import Iterator, Mapping

from lobatto.importing.fortran_source import (
    Assignment,
    FortranFile,
    Loop,
    Other,
    Routine,
    Step,
    split_arguments,
    walk,
)
from lobatto.importing.user_code import FIELD_ARITHMETIC, READING_ONLY, is_template

_PROPERTIES = ("viscosity", "density", "conductivity 2", "capacity 2")
_PARAMETERS: Mapping[int, tuple[str, ...]] = {
    1: ("density",),
    2: ("viscosity",),
    7: ("capacity 2",),
    8: ("conductivity 2",),
    10: ("time.end",),
    11: ("time.steps",),
    12: ("time.dt", "time.cfl", "time.max_dt"),
    14: ("output.fields",),
    15: ("output.fields",),
    26: ("time.cfl",),
    27: ("time.order",),
    30: _PROPERTIES,
    54: ("forcing.flow_rate",),
    55: ("forcing.flow_rate",),
    99: ("mesh.quadrature",),
    101: ("filter",),
    103: ("filter",),
}
"""By number, what they set."""
_COORDINATES = ("xm1", "ym1", "zm1", "xc", "yc", "zc")
_GEOMETRY, _STATE = "total|geom", "total|tstep|soln|input"
"""Beginnings of the files that have the coordinates, and those of all else."""
_NAMES: Mapping[str, tuple[str, ...]] = {
    "ifuservp": _PROPERTIES,
    "fintim": ("time.end",),
    "time": ("time.end",),
    "istep": ("time.steps",),
    "nsteps": ("time.steps",),
    "dt": ("time.dt", "time.cfl", "time.max_dt"),
    "ctarg": ("time.cfl",),
    "iostep": ("output.fields",),
    "timeio": ("output.fields",),
    "nbdinp": ("time.order",),
    "filtertype": ("filter",),
    "vx": ("initial.velocity",),
    "vy": ("initial.velocity",),
    "vz": ("initial.velocity",),
    "t": ("initial of scalars",),
    "initc": ("restart", "initial.velocity", "initial of scalars"),
    **dict.fromkeys(_COORDINATES, ("mesh",)),
}
_SHARED = (*_NAMES, "param", "uparam", "cpfld", "vdiff", "vtrans")
"""What a call or a `read` may set."""
_EQUATIONS: Mapping[str, tuple[str, str]] = {
    "ifaxis": (".true.", "is axisymmetric"),
    "ifmhd": (".true.", "has a magnetic field"),
    "ifpert": (".true.", "solves for perturbations of a flow"),
    "iflomach": (".true.", "is a flow of low Mach number"),
    "ifmvbd": (".true.", "has a mesh that moves"),
    "ifadj": (".true.", "solves for perturbations of a flow"),
    "ifbase": (".false.", "solves for perturbations of a flow that does not change"),
    "npert": ("", "solves for perturbations of a flow"),
    "ifdp0dt": (".true.", "solves for a thermodynamic pressure (low Mach number)"),
    "ifneknekc": (".true.", "couples several meshes"),
    "ifneknekm": (".true.", "couples several meshes"),
    "ifkeps": (".true.", "has a model of turbulence (RANS)"),
    "iftran": (".false.", "solves for a steady state without steps in time"),
    "ifnav": (".false.", "solves for a flow without advection (Stokes)"),
    "ifadvc": (".false.", "solves for a field without advection"),
}
"""Switches, the value that changes the equations, and what the source does then."""
SWITCHES = ("ifflow", "ifheat")
"""Those that settings have too: whether they change anything depends on these."""
_CALLS: tuple[tuple[str, str], ...] = (
    (r"rans_|ktau|komg", "has a model of turbulence (RANS)"),
    (r"lpm_|ppiclf", "carries particles"),
)
"""Routines that belong to other equations."""
_WRITTEN: tuple[tuple[str, int], ...] = (
    (r"op(?:copy|add|sub|col|zero|rzero|cmult|chsign|dssum)\w*$", 3),
    (FIELD_ARITHMETIC, 1),
    (READING_ONLY, 0),
)
"""Routines of Nek5000, and how many of their first arguments they set; unknown ones set any."""
_READS_FIELDS = r"gfldr$|load_fld$|restart$|(?:my_)?full_restart$|setics$"
"""Routines that read the solution from a field file."""
_BEGINNING = ("usrdat", "usrdat2", "useric")
"""Routines that are called when the time is zero, or before a restart sets it."""
_BEFORE_THE_RUN = ("usrdat0", "usrdat", "usrdat2", "usrdat3")


def changes_of(file: FortranFile, name: str) -> dict[str, str]:
    """By what is changed, where and how: keys of the case file, properties ("conductivity 2"),
    constants ("param 61", "uparam 1"), and "equation ..." with what the source solves."""
    found: dict[str, str] = {}
    for routine in file.routines.values():
        if routine.name == "usrsetvert" and not is_template(routine):
            found["mesh"] = f"{name}:{routine.line} (usrsetvert) joins elements its own way"
        for step in walk(routine.body):
            for key in _keys_of(step, routine, file):
                text = _text_of(step)
                if key.startswith("equation "):
                    what, _, why = key.partition(": ")
                    found.setdefault(f"{what}", f"{name}:{step.line} the source {why}")
                else:
                    found.setdefault(key, f"{name}:{step.line} ({routine.name}) sets it: {text}")
    return found


def routines_that_set(file: FortranFile, key: str) -> set[str]:
    """Names of the routines by which a key of changes_of comes about."""
    found = {
        routine.name
        for routine in file.routines.values()
        for step in walk(routine.body)
        if key in _keys_of(step, routine, file)
    }
    own = file.routines.get("usrsetvert")
    return found | ({"usrsetvert"} if own is not None and not is_template(own) else set())


def _text_of(step: Step) -> str:
    if isinstance(step, Assignment):
        return f"{step.target} = {step.value}"[:60]
    return step.text[:60] if isinstance(step, Other) else ""


def _keys_of(step: Step, routine: Routine, file: FortranFile) -> Iterator[str]:
    if isinstance(step, Assignment):
        yield from _set_keys(step.target, step.value, routine)
    elif isinstance(step, Other) and step.kind == "call":
        yield from _called_keys(step.text, routine, file)
    elif isinstance(step, Other) and step.kind in ("read", "unclear"):
        into = re.sub(r"^read ?\([^()]*\)", "", step.text)
        for target in re.findall(rf"\b(?:{'|'.join(_SHARED)})\b(?:\([^()]*\))?", into):
            yield from _set_keys(target, "", routine)
    elif isinstance(step, Loop):
        name = step.head.partition("=")[0].strip()
        yield from _set_keys(name, "", routine)


def _called_keys(text: str, routine: Routine, file: FortranFile) -> Iterator[str]:
    """What a call may set: its arguments, as far as what is called is known to set them."""
    found = re.match(r"call (\w+) ?(?:\((.*)\)$)?", text)
    if not found:
        return
    for pattern, why in _CALLS:
        if re.match(pattern, found[1]):
            yield f"equation {text[:60]}: {why}"
    if found[1] in ("rescale_x", "scale_mesh"):
        yield "mesh"
    if re.match(_READS_FIELDS, found[1]):
        yield from ("initial.velocity", "initial of scalars")
    arguments = split_arguments(found[2] or "")
    for argument in _set_arguments(found[1], arguments, file):
        if argument.partition("(")[0].strip() in _SHARED:
            yield from _set_keys(argument.replace(" ", ""), "", routine)


def _set_arguments(called: str, arguments: list[str], file: FortranFile) -> list[str]:
    """Those that a routine may set: of one of the user as its text tells."""
    own = file.routines.get(called)
    if own is not None:
        names = _set_names(own)
        pairs = zip(own.arguments, arguments, strict=False)
        return [argument for name, argument in pairs if name in names]
    counts = (count for pattern, count in _WRITTEN if re.match(pattern, called))
    return arguments[: next(counts, None)]


def _set_names(routine: Routine) -> set[str]:
    """Variables that a routine sets, reads, or hands on."""
    names: set[str] = set()
    for step in walk(routine.body):
        if isinstance(step, Assignment):
            names.add(step.target.partition("(")[0])
        elif isinstance(step, Other) and step.kind != "print":
            names |= set(re.findall(r"\w+", step.text))
    return names


def _set_keys(target: str, value: str, routine: Routine) -> Iterator[str]:
    name, _, inside = target.partition("(")
    numbers = [part.strip() for part in split_arguments(inside.rstrip(")"))]
    home = _GEOMETRY if name in _COORDINATES else _STATE
    is_shared = name not in _NAMES or _includes(routine, home)
    if name in routine.arguments or not is_shared or _is_local(name, routine):
        return
    if name == "time" and routine.name in _BEGINNING and re.fullmatch(r"0*\.?0*(?:[ed]0+)?", value):
        return
    if name in _EQUATIONS:
        at, why = _EQUATIONS[name]
        if at in ("", value) and value != "0" or value not in (".true.", ".false.", "0"):
            yield f"equation {target} = {value}: {why}"
    elif name in SWITCHES:
        yield f"switch {name} = {value}"
    elif name in _NAMES:
        yield from _NAMES[name]
    elif name == "param":
        yield from _parameter_keys(numbers, value, routine)
    elif name == "uparam":
        yield from (f"uparam {n}" for n in (numbers if _is_number(numbers) else range(1, 21)))
    elif name in ("cpfld", "vdiff", "vtrans"):
        yield from _property_keys(name, numbers)


def _is_local(name: str, routine: Routine) -> bool:
    """A variable that the routine declares, such as a `t` of its own."""
    return any(
        re.match(r"(?:real|integer|double|logical)", line.text)
        and re.search(rf"\b{re.escape(name)}\b", line.text)
        for line in routine.declarations
    )


def _includes(routine: Routine, files: str) -> bool:
    """Whether it has the common variables of Nek5000: else a `dt` is its own."""
    pattern = re.compile(rf"include\s*['\"](?:{files})", re.IGNORECASE)
    return any(pattern.match(line.text) for line in routine.declarations)


def _is_number(numbers: list[str]) -> bool:
    return len(numbers) == 1 and numbers[0].isdigit()


def _parameter_keys(numbers: list[str], value: str, routine: Routine) -> Iterator[str]:
    if not _is_number(numbers):
        for number, keys in _PARAMETERS.items():
            yield from (f"param {number}", *keys)
        return
    number = int(numbers[0])
    yield f"param {number}"
    if number == 31 and value != "0":
        yield "equation param(31): solves for perturbations of a flow"
    if number in (54, 55) and routine.name in _BEFORE_THE_RUN:
        return
    yield from _PARAMETERS.get(number, ())


def _property_keys(name: str, numbers: list[str]) -> Iterator[str]:
    """cpfld(field, 1) is the diffusive, cpfld(field, 2) the convective property; vdiff and vtrans
    have the field as their last index."""
    if name == "cpfld":
        field, which = (*numbers, "", "")[:2]
    else:
        field, which = (numbers[-1] if len(numbers) == 5 else ""), "12"[name == "vtrans"]
    fields = [int(field)] if field.isdigit() else list(range(1, 12))
    for one in fields:
        pair = ("viscosity", "density") if one == 1 else (f"conductivity {one}", f"capacity {one}")
        yield from (pair[int(which) - 1],) if which in ("1", "2") else pair
