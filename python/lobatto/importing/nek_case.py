"""A case of Nek5000 or NekRS as a case file: CASE.par or CASE.rea, CASE.usr, and the mesh."""

import re
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.importing.c_source import read_c
from lobatto.importing.draft import Draft
from lobatto.importing.fortran_source import Assignment, Other, walk
from lobatto.importing.ledger import Ledger
from lobatto.importing.nek_box import FACES, BoxFile, re2_of, read_box
from lobatto.importing.nek_changes import changes_of
from lobatto.importing.nek_conditions import translate_boundaries
from lobatto.importing.nek_keys import account_for_rest, translate_settings
from lobatto.importing.nek_map import translate_map
from lobatto.importing.nek_mesh import NekMesh, read_re2
from lobatto.importing.nek_rea import read_rea
from lobatto.importing.nek_state import NekCase, NekScalar, plain, quotient
from lobatto.importing.nek_user import UserFile, read_user_file, translate_routines
from lobatto.importing.nekrs_functions import BOUNDARY_FUNCTIONS, DeviceCode, shared_names
from lobatto.importing.nekrs_setup import doubts_of, translate_initial
from lobatto.importing.nekrs_sources import translate_sources
from lobatto.importing.settings import Settings, read_par, read_text
from lobatto.wording import counted

OTHER_EQUATIONS = (
    (r"\bransktau", "has a model of turbulence (RANS)"),
    (r"\blowmach", "is a flow of low Mach number"),
    (r"\blpm", "carries particles"),
)
"""Calls in the code of NekRS that belong to other equations."""
IDLE = ("udf_setup0", "udf_setup", "udf_executestep", "udf_loadkernels")
KINDS = (".par", ".rea", ".usr")
SOLID = "solid"
"""What readers of meshes call the solid elements, and the case the solid."""


@dataclass(frozen=True)
class Sources:
    """The files of a case; None where there is none."""

    par: Path | None
    rea: Path | None
    usr: Path | None


@dataclass(frozen=True)
class _Code:
    """What the user has written: routines of Nek5000, functions of NekRS."""

    user: UserFile | None
    device: DeviceCode | None


def import_nek(path: Path) -> tuple[Draft, Ledger]:
    """The case that one of its files belongs to. LobattoError where a file is not what it says."""
    sources = _find(path)
    rea = read_rea(sources.rea) if sources.rea else None
    settings = read_par(sources.par) if sources.par else rea.settings if rea else Settings([])
    case = NekCase(settings, Draft(), Ledger(), path.parent)
    code = _code(case, path, sources)
    case.is_rea = sources.par is None
    case.is_nek5000 = code.user is not None and code.device is None
    case.is_nekrs = code.device is not None
    if rea and not sources.par:
        case.constants |= {f"param {number}": value for number, value in rea.params.items()}
    case.constants |= {f"uparam {number}": 0.0 for number in range(1, 21)}
    case.order = _compiled_order(case, path.parent)
    case.draft.set("case.name", re.sub(r"[^A-Za-z0-9_.-]", "-", path.stem))
    translate_settings(case)
    mesh = _mesh(case, path, rea.mesh if rea else None)
    _translate_code(case, path, code, mesh)
    _withdraw(case)
    _velocity_at_rest(case)
    account_for_rest(case)
    case.ledger.ask_for_first_step(case.draft)
    return case.draft, case.ledger


def _code(case: NekCase, path: Path, sources: Sources) -> _Code:
    """Reads it, and notes what it sets besides the settings."""
    user_path = _user_path(case, path, sources.usr)
    user = read_user_file(user_path) if user_path else None
    device = _device_code(case, path)
    if user:
        case.doubts |= changes_of(user.fortran, user.name)
    if device:
        case.doubts |= doubts_of(device)
    return _Code(user, device)


def _translate_code(case: NekCase, path: Path, code: _Code, mesh: NekMesh | None) -> None:
    if code.user is None and code.device is None:
        case.values_in = "there is no .usr or .udf file beside the case"
        case.ledger.open(path.name, "user routines", case.values_in)
        if case.varies:
            _withdraw_properties(case)
    if code.device:
        code.device.names = shared_names(case, code.device.source)
    translate_boundaries(case, code.user, mesh, code.device)
    if code.user and "mesh" in case.doubts:
        translate_map(case, code.user, mesh)
    if code.user:
        translate_routines(case, code.user)
    if code.device:
        translate_initial(case, code.device)
        translate_sources(case, code.device)
        _describe_code(case, code.device)
        if not case.draft.get("initial.velocity"):
            case.draft.remark("initial", f"values may be set in {code.device.name}")


def _withdraw_properties(case: NekCase) -> None:
    """Makes open what varies by user code that is not there."""
    why = f"it varies, and {case.values_in}"
    case.draft.clear("fluid")
    case.draft.remark("fluid", f"viscosity: {why}")
    case.ledger.withdraw("fluid", why)
    for scalar in case.scalars:
        if scalar.table.pop("diffusivity", None) is not None:
            case.draft.remark("scalar", f"diffusivity of {scalar.name}: {why}")
            case.ledger.withdraw(f"scalar.diffusivity of {scalar.name}", why)


def _withdraw(case: NekCase) -> None:
    """Makes open what user code sets anew."""
    if "mesh" in case.doubts:
        why = f"{case.doubts['mesh']}: the mesh of the run is another"
        case.draft.remark("mesh", why)
        case.draft.refuse(why)
        for key in ("mesh.file", "mesh.x"):
            case.ledger.withdraw(key, why)
    case.withdraw()


def _find(path: Path) -> Sources:
    if path.suffix not in KINDS:
        raise LobattoError(f"{path}: expected a file that ends with {', '.join(KINDS)}")
    if not path.exists():
        raise LobattoError(f"there is no file {path}")
    found = {kind: path.with_suffix(kind) for kind in KINDS}
    par, rea, usr = (found[kind] if found[kind].exists() else None for kind in KINDS)
    rea = path if path.suffix == ".rea" else None if par else rea
    par = None if path.suffix == ".rea" else par
    return Sources(par, rea, usr)


def _user_path(case: NekCase, path: Path, own: Path | None) -> Path | None:
    """The user file: the one that a key names, that of the case, or the only one there."""
    named = case.settings.take("general", "usr")
    if named:
        file = path.parent / named.value
        what = "its routines stand below" if file.exists() else "there is no such file"
        note = case.ledger.no_need if file.exists() else case.ledger.open
        note(named.place, named.what, what)
        return file if file.exists() else None
    if own:
        return own
    others = sorted(path.parent.glob("*.usr"))
    if len(others) > 1:
        names = ", ".join(other.name for other in others[:4])
        case.ledger.open(names, "user routines", "not read: none has the name of the case")
    elif others:
        why = "has another name than the case, and is read, as it is the only one there"
        case.ledger.open(others[0].name, "user routines", why)
    return others[0] if len(others) == 1 else None


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
    if own is None and not file.exists() and not named:
        made = _box(case, path)
        if made:
            return made
    if own is None and not file.exists():
        case.draft.set("mesh.file", file.name)
        why = "it was not found: the conditions of its boundaries are not known"
        case.ledger.open(str(file.name), "the mesh", why)
        return None
    if own is None:
        mesh = read_re2(file)
    assert mesh is not None
    case.draft.set("mesh.file", mesh.path.name)
    case.ledger.translated(mesh.path.name, counted(mesh.n_elements, "element"), "mesh.file")
    _take_mesh(case, mesh)
    return mesh


def _take_mesh(case: NekCase, mesh: NekMesh) -> None:
    case.dimension = mesh.dimension
    if mesh.dimension == 2:
        case.draft.set("mesh.extrude", {"range": [0, 1], "elements": 1, "periodic": True})
        text = "mesh.extrude: one element along z, which is periodic"
        case.ledger.translated(mesh.path.name, "a plane mesh", text)
    if mesh.n_fluid < mesh.n_elements:
        _solid(case, mesh)


def _box(case: NekCase, path: Path) -> NekMesh | None:
    """The mesh that genbox makes of a .box file: the only one there, or that of the case."""
    files = [one for one in (path.with_suffix(".box"),) if one.exists()]
    files = files or sorted(path.parent.glob("*.box"))
    if len(files) != 1:
        return None
    try:
        box = read_box(files[0])
        if not box.is_one_box:
            return _meshed(case, path, box)
    except LobattoError as error:
        case.ledger.open(files[0].name, "a mesh of genbox", str(error))
        return None
    mesh = box.sides()
    periodic = {face for side in mesh.sides if side.letters[0] == "P" for face in side.faces}
    for number, (axis, line) in enumerate(zip("xyz", box.blocks[0].lines, strict=False)):
        face = FACES[2 * number]
        table = {**line.table, "periodic": True} if face in periodic else line.table
        case.draft.set(f"mesh.{axis}", table)
    what = f"a box of {counted(mesh.n_elements, 'element')}"
    case.ledger.translated(files[0].name, what, "mesh.x, mesh.y and mesh.z")
    if box.dimension == 2:
        case.draft.set("mesh.z", {"range": [0, 1], "elements": 1, "periodic": True})
        text = "mesh.z: one element, which is periodic"
        case.ledger.translated(files[0].name, "a plane mesh", text)
    case.dimension = box.dimension
    return mesh


def _meshed(case: NekCase, path: Path, box: BoxFile) -> NekMesh:
    """Writes what is more than a box as a mesh file beside the case file."""
    name = f"{path.stem}-box.re2"
    case.draft.files[name] = re2_of(box)
    mesh = read_re2(box.path.parent / name, case.draft.files[name])
    case.draft.set("mesh.file", name)
    what = f"{counted(len(box.blocks), 'block')} of {counted(mesh.n_elements, 'element')}"
    case.ledger.translated(box.path.name, what, f"mesh.file = {name}, which is written")
    _take_mesh(case, mesh)
    return mesh


def _solid(case: NekCase, mesh: NekMesh) -> None:
    """The solid elements of the mesh; properties are those of the fluid where nothing sets them."""
    case.draft.add("solid", {"name": SOLID, "volumes": [SOLID]})
    what = counted(mesh.n_elements - mesh.n_fluid, "solid element")
    case.ledger.translated(mesh.path.name, what, f"[[solid]] {SOLID}")
    for scalar in case.scalars:
        where = case.settings.take(scalar.section, "mesh")
        if where and "solid" not in where.word:
            why = f"{scalar.name} is in the fluid alone there: a scalar is in every [[solid]] here"
            case.ledger.open(where.place, where.what, why)
            case.draft.remark("scalar", why)
            continue
        if where:
            case.done(where, f"scalar.solid.{SOLID}")
        of_solid = _solid_properties(case, scalar)
        if of_solid:
            scalar.table["solid"] = {SOLID: of_solid}
            continue
        if not scalar.diffusivity.doubt:
            own = {"conductivity": plain(scalar.diffusivity), "capacity": 1}
            scalar.table["solid"] = {SOLID: own}
        if case.varies or case.settings.peek("rea", "properties"):
            why = "conductivity and capacity as those of the fluid: uservp or the file may set them"
            case.ledger.open(mesh.path.name, f"{scalar.name} in {SOLID}", why)
            case.draft.remark("scalar", f"{scalar.name}: {SOLID}: {why}")


def _solid_properties(case: NekCase, scalar: NekScalar) -> dict[str, object]:
    """Those that NekRS has keys for, over the capacity of the fluid."""
    found: dict[str, object] = {}
    for key in ("conductivity", "capacity"):
        name = f"{'rhocp' if key == 'capacity' else key}solid"
        value = case.property(f"{key} {scalar.number}", scalar.section, name)
        setting = case.settings.take(scalar.section, name)
        if value is None or setting is None:
            continue
        over = quotient(value, scalar.capacity)
        if over.doubt:
            case.ledger.open(setting.place, setting.what, over.doubt)
        else:
            found[key] = plain(over)
            case.done(setting, f"scalar.solid.{SOLID}.{key}")
    return found if "conductivity" in found else {}


def _velocity_at_rest(case: NekCase) -> None:
    """A velocity that is not solved for is zero where no initial value says otherwise."""
    begins = case.draft.get("initial.velocity") or case.draft.get("restart.from")
    if case.draft.get("flow.velocity") == "frozen" and not begins:
        case.draft.set("flow.velocity", ["0", "0", "0"])


def _device_code(case: NekCase, path: Path) -> DeviceCode | None:
    """What the .udf and .oudf of NekRS beside the case define."""
    files = []
    for key, suffix in (("udf", ".udf"), ("oudf", ".oudf")):
        named = case.settings.take("general", key)
        if named:
            case.ledger.no_need(named.place, named.what, "its functions stand below")
        file = path.parent / named.value if named else path.with_suffix(suffix)
        files += [file] if file.exists() else []
    for file in files[:1]:
        included = re.findall(r'#\s*include\s*"([^"]+\.(?:oudf|okl|udf))"', read_text(file))
        files += [path.parent / one for one in included if (path.parent / one).exists()]
    if not files:
        return None
    code = DeviceCode(files[0].name)
    for file in dict.fromkeys(files):
        code.add(file.name, read_c(read_text(file)))
    return code


def _describe_code(case: NekCase, code: DeviceCode) -> None:
    """A word on each function."""
    for name, routine in code.source.functions.items():
        place = f"{code.files[name]}:{routine.line}"
        what = code.source.spelled[name]
        calls = [
            step.text if isinstance(step, Other) else step.value
            for step in walk(routine.body)
            if isinstance(step, Other | Assignment)
        ]
        for pattern, why in OTHER_EQUATIONS:
            if any(re.search(pattern, text) for text in calls):
                case.other_equation(place, what, f"the source {why}")
        if name in BOUNDARY_FUNCTIONS:
            case.ledger.no_need(place, what, "see the boundaries above")
        elif name not in IDLE or routine.body:
            why = "code of NekRS: write what it does as expressions or as user code"
            case.ledger.open(place, what, why)
