"""The conditions of a case of Nek5000 or NekRS, boundary by boundary."""

import re
from dataclasses import dataclass, replace

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_routine
from lobatto.importing.formula import Value
from lobatto.importing.nek_boundaries import (
    Condition,
    Patch,
    is_boundary,
    mapped,
    patches_of,
    scalar_condition,
    velocity_condition,
)
from lobatto.importing.nek_mesh import CONVERTED, NekMesh, Side
from lobatto.importing.nek_state import NekCase, NekScalar
from lobatto.importing.nek_user import RESULTS, UserFile, known_of, solution, without_code
from lobatto.importing.nekrs_functions import DeviceCode, scalar_values, velocity_values
from lobatto.importing.settings import number_of
from lobatto.wording import counted

PERIODIC = ("P", "p")
AFTER_THE_SETUP = ("usrdat3", "userchk", "useric", "uservp", "userf", "userq", "userbc")
"""Routines that Nek5000 calls when it has set up the boundaries."""


@dataclass(frozen=True)
class _Values:
    """Where boundary values come from: userbc of Nek5000, or the functions of NekRS."""

    case: NekCase
    user: UserFile | None
    code: DeviceCode | None


def translate_boundaries(
    case: NekCase, user: UserFile | None, mesh: NekMesh | None, code: DeviceCode | None
) -> None:
    """Conditions of the velocity and of each scalar, by the names that the mesh file gives."""
    patches = _patches(case, user, mesh)
    values = _Values(case, user, code)
    for name in dict.fromkeys(patch.name for patch in patches if is_boundary(patch.name)):
        of_name = [patch for patch in patches if patch.name == name]
        _velocity(values, name, of_name)
        for scalar in case.scalars:
            _scalar(values, name, scalar, of_name)
    if mesh:
        _note_unnamed(case, mesh)
    if not patches and not mesh:
        case.draft.remark("boundary", "the mesh was not found: its boundaries are not known")
    for patch in patches:
        _note_periodic(case, patch)
    userbc = user.routine("userbc") if user else None
    if user and userbc and not patches:
        why = "the boundaries that it serves are not known"
        case.ledger.open(user.place(userbc.line), "userbc", why)
    elif user and userbc:
        text = "see the boundaries above"
        case.ledger.no_need(user.place(userbc.line), "userbc: boundary values", text)


def _patches(case: NekCase, user: UserFile | None, mesh: NekMesh | None) -> list[Patch]:
    """The sides of the mesh with the letters that count in the end."""
    n_fields = max([1, *(scalar.number for scalar in case.scalars)])
    routines, later = (
        [found for name in names if (found := user.routine(name) if user else None)]
        for names in (("usrdat", "usrdat2"), AFTER_THE_SETUP)
    )
    sides = _sides_read(case, mesh.sides) if mesh else _sides_of_types(case)
    patches = patches_of(sides, n_fields, routines, later, known_of(case, user, {}))
    if not any("?" in patch.letters for patch in patches):
        case.conditions_in = {routine.name for routine in routines}
    patches = _with_types(case, patches, "velocity", 0)
    for key in ("boundaryidmap", "boundaryidmapfluid"):
        found_map = case.settings.take("mesh", key)
        if found_map:
            case.done(found_map, "numbers of the boundaries")
    for scalar in case.scalars:
        patches = _with_types(case, patches, scalar.section, scalar.number - 1)
    return [patch for patch in patches if not _is_interface(case, patch)]


def _sides_read(case: NekCase, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides with the letters of as many fields as the codes read from the mesh file: of all,
    unless the settings say how many, or have maps of their own, which come with one."""
    settings = case.settings
    has_map = any(settings.peek(one, "boundarytypemap") for one in settings.sections())
    has_map = has_map or bool(settings.peek("mesh", "boundaryidmap"))
    said = number_of(settings.peek("mesh", "numberofbcfields") or settings.peek("parameter", "32"))
    count = int(said) if said and said > 0 else 1 if has_map else 0
    if not count:
        return sides
    if case.draft.tables("solid"):  # the codes read those of the temperature, too
        count = max(count, 2)
    return tuple(replace(side, letters=side.letters[:count]) for side in sides)


def _is_interface(case: NekCase, patch: Patch) -> bool:
    """Whether the side lies between fluid and solid, where the scalars go on."""
    return bool(case.draft.tables("solid")) and patch.side.letters[1:2] in (("E",), ("",))


def _note_periodic(case: NekCase, patch: Patch) -> None:
    """What user code makes periodic, or takes out of what the mesh file has as periodic."""
    was, now = (one in PERIODIC for one in (patch.side.letters[0], patch.letters[0]))
    if was == now:
        return
    why = "user code makes it periodic: leave it without a condition in the mesh file"
    if was:
        why = f"periodic in the mesh file, and {patch.letters[0]!r} by user code: change the file"
    case.ledger.open("the mesh", f"boundary {patch.name}", why)
    case.draft.remark("boundary", f"boundary {patch.name}: {why}")


def _note_unnamed(case: NekCase, mesh: NekMesh) -> None:
    if not mesh.unnamed:
        return
    what = f"{counted(mesh.unnamed, 'outer side')} of elements without a condition"
    why = "name them by [[mesh.unnamed]], and give them conditions"
    case.ledger.open(mesh.path.name, what, why)
    case.draft.remark("boundary", f"{what}: {why}")


def _with_types(case: NekCase, patches: list[Patch], section: str, which: int) -> list[Patch]:
    """Letters from the boundaryTypeMap of a section."""
    found = case.settings.take(section, "boundarytypemap")
    if not found:
        return patches
    types = [part.strip() for part in found.value.split(",")]
    numbers = _numbers_of(case, section, len(types))
    after = mapped(patches, types, which, numbers, case.is_nek5000)
    if any(patch.number in numbers for patch in patches):
        case.done(found, "conditions of the boundaries")
    elif set(types) <= {"none", "periodic", "p"}:
        case.ledger.no_need(found.place, found.what, "all sides are periodic, or inside")
    else:
        why = "its numbers meet no side of the mesh; the letters of the mesh count"
        case.ledger.open(found.place, found.what, why)
    return after


def _numbers_of(case: NekCase, section: str, n_types: int) -> list[int]:
    """Those of the mesh file in the order of a boundaryTypeMap. With solids there are two maps, and
    what is solved for in the fluid alone has that of the fluid."""
    whole, fluid = (case.settings.peek("mesh", f"boundaryidmap{of}") for of in ("", "fluid"))
    is_fluid = section == "velocity" or "solid" not in case.settings.peek(section, "mesh")
    found = [int(n) for n in re.findall(r"-?\d+", fluid if fluid and is_fluid else whole)]
    return found or list(range(1, n_types + 1))


def _sides_of_types(case: NekCase) -> tuple[Side, ...]:
    """The boundaries that a boundaryTypeMap is for, where the mesh is not there."""
    n_types = case.settings.peek("velocity", "boundarytypemap").count(",") + 1
    if not case.settings.peek("velocity", "boundarytypemap"):
        return ()
    return tuple(
        Side((CONVERTED[0],), number, (1,)) for number in _numbers_of(case, "velocity", n_types)
    )


def _velocity(values: _Values, name: str, patches: list[Patch]) -> None:
    case = values.case
    if case.draft.get("flow.velocity") is not None:
        case.ledger.no_need("the mesh", f"boundary {name}", "no flow is solved for")
        return
    letters = {patch.letters[0] for patch in patches}
    if len(letters) > 1:
        _part(case, "boundary", f"boundary {name}", letters)
        return
    letter = letters.pop()
    if not (is_boundary(letter) or letter == ""):
        return
    if letter == "" and case.draft.tables("solid"):
        case.draft.set(f"boundary.{name}", "wall")
        text = f"boundary.{name}: the flow does not come there, and any condition serves"
        case.ledger.translated("the mesh", f"boundary {name}, of solids alone", text)
        return
    found = []
    for patch in patches:
        at = _values_at(values, None, patch)
        open_side = letter == "O" and values.code and at["pa"].number != 0
        kind = "o" if open_side else letter
        found.append(velocity_condition(kind, at, case.density))
    condition = _common(found)
    place = _place_of(values, condition)
    if condition.why:
        _leave_open(case, place, "boundary", f"boundary {name}", condition)
        return
    case.draft.set(f"boundary.{name}", condition.value)
    case.ledger.translated(place, f"boundary {name}", f"boundary.{name}")


def _scalar(values: _Values, name: str, scalar: NekScalar, patches: list[Patch]) -> None:
    case = values.case
    what = f"{scalar.name} on {name}"
    letters = {patch.letters[scalar.number - 1] for patch in patches}
    if len(letters) > 1:
        _part(case, "scalar", what, letters)
        return
    letter = letters.pop()
    if letter in PERIODIC:
        return
    found = [
        scalar_condition(letter, _values_at(values, scalar, one), scalar.capacity)
        for one in patches
    ]
    condition = _common(found)
    place = _place_of(values, condition)
    if condition.why:
        _leave_open(case, place, "scalar", what, condition)
        return
    table = scalar.table.setdefault("boundary", {})
    assert isinstance(table, dict)
    table[name] = condition.value
    case.ledger.translated(place, what, f"scalar.boundary.{name}")


def _common(conditions: list[Condition]) -> Condition:
    """That of all sides of a boundary."""
    first = conditions[0]
    if any(one != first for one in conditions):
        return Condition(why="its sides have different values", needs=first.needs)
    return first


def _place_of(values: _Values, condition: Condition) -> str:
    user = values.user
    if values.code and condition.needs:
        return values.code.name
    userbc = user.routine("userbc") if user and condition.needs else None
    return user.place(userbc.line) if user and userbc else "the mesh"


def _leave_open(case: NekCase, place: str, section: str, what: str, condition: Condition) -> None:
    case.ledger.open(place, what, condition.why)
    case.draft.remark(section, f"{what}: {condition.why}")


def _values_at(values: _Values, scalar: NekScalar | None, patch: Patch) -> dict[str, Value]:
    """What user code leaves on a side, for the velocity or for a scalar."""
    case, user = values.case, values.user
    if values.code:
        section = scalar.section if scalar else "velocity"
        numbers = _numbers_of(case, section, 1 << 16)
        number = numbers.index(patch.number) + 1 if patch.number in numbers else None
        if scalar:
            return scalar_values(values.code, number, scalar)
        return velocity_values(values.code, number)
    field = scalar.number if scalar else 1
    routine = user.fortran.routines.get("userbc") if user else None
    given = {**solution(case, field), "cbu": formula.letters(patch.letters[field - 1])}
    for name in ("trx", "try", "trz", "flux", "hc", "tinf", "pa"):
        given[name] = formula.constant(0.0)
    given |= {name: Value(name[1:]) for name in ("unx", "uny", "unz")}
    if case.values_in:
        return {**given, **without_code(case, RESULTS["userbc"])}
    if routine is None or user is None:
        zeros = {name: formula.constant(0.0) for name in ("ux", "uy", "uz", "temp")}
        return {**given, **zeros}
    known = known_of(case, user, given)
    inner = known.array

    def array(name: str, indices: list[Value]) -> Value | None:
        if name == "cbc" and len(indices) == 3:
            which = int(indices[-1].number or field)
            return formula.letters((*patch.letters, *[""] * which)[which - 1])
        if name in ("boundaryid", "boundaryidt") and patch.number is not None:
            return formula.constant(float(patch.number), integer=True)
        return inner(name, indices)

    return run_routine(routine, Known(known.names, array, known.functions))


def _part(case: NekCase, section: str, what: str, letters: set[str]) -> None:
    shown = ", ".join(sorted(letter or "none" for letter in letters))
    why = f"has several conditions ({shown}): cut it into parts with [[mesh.part]]"
    case.ledger.open("the mesh", what, why)
    case.draft.remark(section, f"{what} {why}")
