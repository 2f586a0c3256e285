"""A case of Nek5000 or NekRS as a case file: CASE.par or CASE.rea, CASE.usr, and the mesh."""

import re
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.importing import formula
from lobatto.importing.draft import Draft
from lobatto.importing.evaluation import run_routine
from lobatto.importing.formula import Value
from lobatto.importing.ledger import Ledger
from lobatto.importing.nek_boundaries import (
    SCALAR_TYPES,
    VELOCITY_TYPES,
    Condition,
    Patch,
    is_boundary,
    mapped,
    patches_of,
    scalar_condition,
    velocity_condition,
)
from lobatto.importing.nek_keys import NekCase, account_for_rest, translate_settings
from lobatto.importing.nek_mesh import NekMesh, read_re2
from lobatto.importing.nek_rea import read_rea
from lobatto.importing.nek_user import (
    RESULTS,
    UserFile,
    known_of,
    read_user_file,
    solution,
    translate_routines,
    without_code,
)
from lobatto.importing.settings import Settings, read_par, read_text

KINDS = (".par", ".rea", ".usr")
SOLID = "solid"
"""What readers of meshes call the solid elements, and the case the solid."""


@dataclass(frozen=True)
class Sources:
    """The files of a case; None where there is none."""

    par: Path | None
    rea: Path | None
    usr: Path | None


def import_nek(path: Path) -> tuple[Draft, Ledger]:
    """The case that one of its files belongs to. LobattoError where a file is not what it says."""
    sources = _find(path)
    rea = read_rea(sources.rea) if sources.rea else None
    settings = read_par(sources.par) if sources.par else rea.settings if rea else Settings([])
    case = NekCase(settings, Draft(), Ledger())
    if rea and not sources.par:
        case.constants |= {f"param {number}": value for number, value in rea.params.items()}
    case.constants |= {f"uparam {number}": 0.0 for number in range(1, 21)}
    case.order = _compiled_order(case, path.parent)
    case.draft.set("case.name", re.sub(r"[^A-Za-z0-9_.-]", "-", path.stem))
    translate_settings(case)
    user = read_user_file(sources.usr) if sources.usr else None
    mesh = _mesh(case, path, rea.mesh if rea else None)
    functions = _device_code(case, path)
    if functions:
        case.values_in = f"the values are set in {functions[0]}"
    elif user is None:
        case.values_in = "there is no .usr file beside the case"
        case.ledger.open(path.name, "user routines", case.values_in)
    _boundaries(case, user, mesh)
    if user:
        translate_routines(case, user)
    if functions and not case.draft.get("initial.velocity"):
        case.draft.remark("initial", f"values may be set in {functions[0]}")
    _velocity_at_rest(case)
    account_for_rest(case)
    case.ledger.ask_for_first_step(case.draft)
    return case.draft, case.ledger


def _find(path: Path) -> Sources:
    if path.suffix not in KINDS:
        raise LobattoError(f"{path}: expected a file that ends with {', '.join(KINDS)}")
    if not path.exists():
        raise LobattoError(f"there is no file {path}")
    found = {kind: path.with_suffix(kind) for kind in KINDS}
    par, rea, usr = (found[kind] if found[kind].exists() else None for kind in KINDS)
    rea = path if path.suffix == ".rea" else None if par else rea
    par = None if path.suffix == ".rea" else par
    if usr is None:
        others = sorted(path.parent.glob("*.usr"))
        usr = others[0] if len(others) == 1 else None
    return Sources(par, rea, usr)


def _compiled_order(case: NekCase, folder: Path) -> int:
    """Nek5000 has its order in SIZE, which is compiled in."""
    for name in ("SIZE", "SIZE.legacy", "SIZEu"):
        if (folder / name).exists():
            found = re.search(r"lx1\s*=\s*(\d+)", read_text(folder / name), re.IGNORECASE)
            if found:
                place, what = f"{folder / name}", f"lx1 = {found[1]}"
                case.ledger.translated(place, what, "mesh.order, one less than the nodes")
                return int(found[1]) - 1
    if not case.settings.peek("general", "polynomialorder"):
        case.ledger.open("SIZE", "lx1", "there is no file SIZE: mesh.order = 7 is a guess")
        case.draft.remark("mesh", "order: the source has it in SIZE, which was not found")
    return 7


def _mesh(case: NekCase, path: Path, own: NekMesh | None) -> NekMesh | None:
    """Names the mesh file, and reads the conditions of its sides."""
    named = case.settings.take("mesh", "file")
    file = path.parent / named.value if named else path.with_suffix(".re2")
    mesh = own
    if own is None and not file.exists():
        case.draft.set("mesh.file", file.name)
        why = "it was not found: the conditions of its boundaries are not known"
        case.ledger.open(str(file.name), "the mesh", why)
        case.draft.remark("boundary", f"{file.name}: {why}")
        return None
    if own is None:
        mesh = read_re2(file)
    assert mesh is not None
    case.draft.set("mesh.file", mesh.path.name)
    case.ledger.translated(mesh.path.name, f"{mesh.n_elements} elements", "mesh.file")
    case.dimension = mesh.dimension
    if mesh.dimension == 2:
        case.draft.set("mesh.extrude", {"range": [0, 1], "elements": 1, "periodic": True})
        text = "mesh.extrude: one element along z, which is periodic"
        case.ledger.translated(mesh.path.name, "a plane mesh", text)
    if mesh.n_fluid < mesh.n_elements:
        _solid(case, mesh)
    return mesh


def _solid(case: NekCase, mesh: NekMesh) -> None:
    """The solid elements of the mesh; properties are those of the fluid where nothing sets them."""
    case.draft.add("solid", {"name": SOLID, "volumes": [SOLID]})
    what = f"{mesh.n_elements - mesh.n_fluid} solid elements"
    case.ledger.translated(mesh.path.name, what, f"[[solid]] {SOLID}")
    for scalar in case.scalars:
        own = {"conductivity": scalar.conductivity / scalar.capacity, "capacity": 1}
        scalar.table["solid"] = {SOLID: own}
        if case.varies or case.settings.peek("rea", "properties"):
            why = "conductivity and capacity as those of the fluid: uservp or the file may set them"
            case.ledger.open(mesh.path.name, f"{scalar.name} in {SOLID}", why)
            case.draft.remark("scalar", f"{scalar.name}: {SOLID}: {why}")


def _velocity_at_rest(case: NekCase) -> None:
    """A velocity that is not solved for is zero where no initial value says otherwise."""
    begins = case.draft.get("initial.velocity") or case.draft.get("restart.from")
    if case.draft.get("flow.velocity") == "frozen" and not begins:
        case.draft.set("flow.velocity", ["0", "0", "0"])


def _boundaries(case: NekCase, user: UserFile | None, mesh: NekMesh | None) -> None:
    """Conditions of the velocity and of each scalar, by the names that the mesh file gives."""
    n_fields = max([1, *(scalar.number for scalar in case.scalars)])
    routine = user.routine("usrdat2") if user else None
    sides = mesh.sides if mesh else ()
    patches = patches_of(sides, n_fields, routine, known_of(case, user, {}))
    patches = _with_types(case, patches, "velocity", 0, mesh)
    for scalar in case.scalars:
        patches = _with_types(case, patches, scalar.section, scalar.number - 1, mesh)
    patches = [patch for patch in patches if not _is_interface(case, patch)]
    for name in dict.fromkeys(patch.name for patch in patches if is_boundary(patch.name)):
        of_name = [patch for patch in patches if patch.name == name]
        _velocity(case, user, name, of_name)
        for scalar in case.scalars:
            letters = {patch.letters[scalar.number - 1] for patch in of_name}
            _scalar(case, user, name, scalar.number, letters)
    userbc = user.routine("userbc") if user else None
    if user and userbc and not patches:
        why = "the boundaries that it serves are not known"
        case.ledger.open(user.place(userbc.line), "userbc", why)
    elif user and userbc:
        text = "see the boundaries above"
        case.ledger.no_need(user.place(userbc.line), "userbc: boundary values", text)


def _is_interface(case: NekCase, patch: Patch) -> bool:
    """Whether the side lies between fluid and solid, where the scalars go on."""
    return bool(case.draft.tables("solid")) and patch.side.letters[1:2] in (("E",), ("",))


def _with_types(
    case: NekCase, patches: list[Patch], section: str, which: int, mesh: NekMesh | None
) -> list[Patch]:
    """Letters from the boundaryTypeMap of a section."""
    found = case.settings.take(section, "boundarytypemap")
    if not found:
        return patches
    types = [part.strip() for part in found.value.split(",")]
    table = VELOCITY_TYPES if which == 0 else SCALAR_TYPES
    if mesh is None:
        numbers = "; ".join(f"{n}: {word}" for n, word in enumerate(types, start=1))
        case.ledger.open(found.place, found.what, f"by number of the boundary: {numbers}")
        return patches
    after = mapped(patches, types, which, table)
    if any(patch.number for patch in patches):
        case.done(found, "conditions of the boundaries")
    else:
        why = "its numbers meet no side of the mesh; the letters of the mesh count"
        case.ledger.open(found.place, found.what, why)
    return after


def _velocity(case: NekCase, user: UserFile | None, name: str, patches: list[Patch]) -> None:
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
    values = _values_at(case, user, 1, letter, patches[0])
    whole_stress = case.settings.peek("problemtype", "stressformulation") in ("yes", "true")
    condition = velocity_condition(letter, values, whole_stress)
    _settle(case, user, "boundary", f"boundary {name}", condition, name, 1)


def _scalar(case: NekCase, user: UserFile | None, name: str, field: int, letters: set[str]) -> None:
    scalar = next(one for one in case.scalars if one.number == field)
    what = f"{scalar.name} on {name}"
    if len(letters) > 1:
        _part(case, "scalar", what, letters)
        return
    letter = letters.pop()
    values = _values_at(case, user, field, letter, None)
    condition = scalar_condition(letter, values, scalar.capacity)
    _settle(case, user, "scalar", what, condition, name, field)


def _values_at(
    case: NekCase, user: UserFile | None, field: int, letter: str, patch: Patch | None
) -> dict[str, Value]:
    """What userbc leaves on sides with a letter."""
    routine = user.routine("userbc") if user else None
    given = {**solution(case, field), "cbu": formula.letters(letter)}
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
        if name == "cbc" and indices and indices[-1].number in (field, None):
            return formula.letters(letter)
        if name == "boundaryid" and patch is not None and patch.number is not None:
            return formula.constant(float(patch.number), integer=True)
        return inner(name, indices)

    return run_routine(routine, type(known)(known.names, array, known.functions))


def _settle(
    case: NekCase,
    user: UserFile | None,
    section: str,
    what: str,
    condition: Condition,
    name: str,
    field: int,
) -> None:
    """Writes a condition, or says why not."""
    userbc = user.routine("userbc") if user and condition.needs else None
    place = user.place(userbc.line) if user and userbc else "the mesh"
    if condition.why:
        case.ledger.open(place, what, condition.why)
        case.draft.remark(section, f"{what}: {condition.why}")
        return
    if section == "boundary":
        case.draft.set(f"boundary.{name}", condition.value)
        case.ledger.translated(place, what, f"boundary.{name}")
        return
    scalar = next(one for one in case.scalars if one.number == field)
    table = scalar.table.setdefault("boundary", {})
    assert isinstance(table, dict)
    table[name] = condition.value
    case.ledger.translated(place, what, f"scalar.boundary.{name}")


def _part(case: NekCase, section: str, what: str, letters: set[str]) -> None:
    shown = ", ".join(sorted(letter or "none" for letter in letters))
    why = f"has several conditions ({shown}): cut it into parts with [[mesh.part]]"
    case.ledger.open("the mesh", what, why)
    case.draft.remark(section, f"{what} {why}")


def _device_code(case: NekCase, path: Path) -> list[str]:
    """The files with code of NekRS beside the case; their functions are named in the report."""
    files = []
    for key, suffix in (("udf", ".udf"), ("oudf", ".oudf")):
        named = case.settings.take("general", key)
        if named:
            case.ledger.no_need(named.place, named.what, "its functions stand below")
        file = path.parent / named.value if named else path.with_suffix(suffix)
        if not file.exists():
            continue
        files.append(file.name)
        pattern = r"^\s*(?:@kernel\s+)?(?:static\s+)?(?:void|dfloat|int)\s+(\w+)\s*\("
        for number, line in enumerate(read_text(file).splitlines(), start=1):
            found = re.match(pattern, line)
            if found:
                why = "code for a device: write what it does as expressions or as user code"
                case.ledger.open(f"{file.name}:{number}", found[1], why)
    return files
