"""A .rea file of Nek5000 in the words of a .par file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.importing.nek_mesh import NekMesh, read_rea_sides
from lobatto.importing.settings import Setting, Settings, number_of, read_text

_PARAMETERS = {
    1: ("velocity", "density"),
    2: ("velocity", "viscosity"),
    7: ("temperature", "rhocp"),
    8: ("temperature", "conductivity"),
    24: ("rea", "tolerance"),
    25: ("rea", "tolerance"),
    21: ("pressure", "residualtol"),
    22: ("velocity", "residualtol"),
    23: ("general", "nscalars"),
    26: ("general", "targetcfl"),
    29: ("problemtype", "magnetic"),
    31: ("problemtype", "numberofperturbations"),
    65: ("general", "writenfiles"),
}
"""Those that a .par file has with the same meaning."""
_SWITCHES = {
    "IFAXIS": ("problemtype", "axisymmetry"),
    "IFSTRS": ("problemtype", "stressformulation"),
    "IFMVBD": ("mesh", "motion"),
    "IFCHAR": ("general", "ifchar"),
    "IFMHD": ("problemtype", "magnetic"),
    "IFLOMACH": ("problemtype", "lowmach"),
    "IFCYCLIC": ("problemtype", "cyclicboundaries"),
    "IFPERT": ("problemtype", "numberofperturbations"),
    "IFMODEL": ("rea", "ifmodel"),
    "IFKEPS": ("rea", "ifkeps"),
}


@dataclass(frozen=True)
class Rea:
    """mesh: of the file itself, None where a .re2 has it; params: by number."""

    settings: Settings
    params: dict[int, float]
    dimension: int
    mesh: NekMesh | None
    mesh_line: int


def read_rea(path: Path) -> Rea:
    """Parameters, switches and conditions. Throws where they do not stand as expected."""
    try:
        return _read(path)
    except IndexError:
        raise LobattoError(
            f"{path}: is cut: expected the lines that its counts announce, such as LOGICAL SWITCHES"
        ) from None


def _read(path: Path) -> Rea:
    lines = read_text(path).splitlines()
    found = re.match(r"\s*(\d+)\s+PARAMETERS", lines[3].upper()) if len(lines) > 3 else None
    dimension = re.match(r"\s*([23])\s+DIM", lines[2].upper()) if found else None
    if not found or not dimension or len(lines) < 4 + int(found[1]):
        raise LobattoError(f"{path}:4: expected a line such as '103 PARAMETERS FOLLOW'")
    count = int(found[1])
    params = {}
    for number in range(1, count + 1):
        words = lines[3 + number].split()
        value = number_of(words[0]) if words else None
        if value is None:
            raise LobattoError(f"{path}:{4 + number}: expected the value of parameter {number}")
        params[number] = value
    has_heat = not any(_logicals(line) == (["F"], "IFHEAT") for line in lines)
    n_fields = 2 + int(params.get(23, 0)) if has_heat else 1
    switches = list(_switches(path.name, lines, n_fields))
    settings = list(_settings(path.name, lines, params, has_heat))
    if has_heat:
        settings += _scalar_data(path.name, lines, 4 + count, int(params.get(23, 0)))
    settings += switches
    settings += _later_lines(path.name, lines)
    mesh, mesh_line = _mesh(path, lines, int(dimension[1]))
    return Rea(Settings(settings), params, int(dimension[1]), mesh, mesh_line)


def _settings(
    name: str, lines: list[str], params: dict[int, float], has_heat: bool
) -> Iterator[Setting]:
    """has_heat: without it neither the temperature nor any other scalar is solved for."""

    def setting(number: int, section: str, key: str, value: str) -> Setting:
        words = lines[3 + number].split()[1:]
        what = " ".join([f"parameter {number} = {params[number]:g}", *words])
        return Setting(section, key, value, f"{name}:{4 + number}", what.strip())

    special = dict(_special(params))
    for number, value in params.items():
        if number in special:
            for section, key, text in special[number]:
                yield setting(number, section, key, text)
        elif value == 0:
            continue
        elif number in (7, 8, 23) and not has_heat:
            yield setting(number, "rea", "unheated", repr(value))
        elif number in _PARAMETERS:
            yield setting(number, *_PARAMETERS[number], repr(value))
        else:
            yield setting(number, "parameter", str(number), repr(value))
    zeros = ", ".join(str(n) for n, value in params.items() if value == 0 and n not in special)
    if zeros:
        place = f"{name}:5"
        yield Setting("rea", "zeros", zeros, place, f"parameters that are 0: {zeros}")


def _special(p: dict[int, float]) -> Iterator[tuple[int, list[tuple[str, str, str]]]]:
    """Parameters whose meaning follows from others, as section, key and value of a .par."""
    general = "general"
    if p.get(10):
        yield 10, [(general, "endtime", repr(p[10])), (general, "stopat", "endTime")]
    if p.get(11):
        yield 11, [(general, "numsteps", str(int(p[11])))]
    if p.get(12):
        varies = [(general, "variabledt", "yes")] if p[12] > 0 else []
        yield 12, [(general, "dt", repr(abs(p[12]))), *varies]
    if p.get(14):
        yield 14, [(general, "writecontrol", "runTime"), (general, "writeinterval", repr(p[14]))]
    elif p.get(15):
        yield 15, [(general, "writeinterval", str(int(p[15])))]
    if p.get(27):
        yield 27, [(general, "timestepper", f"bdf{int(p[27])}")]
    if p.get(30):
        yield 30, [("problemtype", "variableproperties", "yes")]
    if p.get(54) and p.get(55):
        direction = "xyz"[min(abs(int(p[54])), 3) - 1]
        kind = "meanvelocity" if p[54] < 0 else "meanvolumetricflow"
        yield 54, [(general, "constflowrate", direction)]
        yield 55, [(general, kind, repr(p[55]))]
    if p.get(63) == 8:
        yield 63, [(general, "writedoubleprecision", "yes")]
    if p.get(99, 0) < 0:
        yield 99, [(general, "dealiasing", "no")]
    if p.get(103, 0) > 0:
        yield 103, [(general, "filtering", "explicit"), (general, "filterweight", repr(p[103]))]
        yield 101, [(general, "filtermodes", str(int(p.get(101, 0)) + 1))]
    elif p.get(103):  # read as a weight by hpfrt alone, which a .rea does not switch on
        yield 103, [(general, "filtering", "none")]


def _scalar_data(name: str, lines: list[str], start: int, n_scalars: int) -> list[Setting]:
    """Conductivities and heat capacities of the scalars after the temperature."""
    found = re.match(r"\s*(\d+)\s+LINES? OF PASSIVE", lines[start].upper())
    if not found or n_scalars < 1:
        return []
    rows = [lines[start + 1 + i].split() for i in range(int(found[1]))]
    half = len(rows) // 2
    settings = []
    for key, first, part in (("conductivity", 1, rows[:half]), ("rhocp", 1 + half, rows[half:])):
        values = [word for row in part for word in row]
        for number, value in enumerate(values[:n_scalars], start=1):
            what = f"scalar {number}: {key} = {value}"
            place = f"{name}:{start + 1 + first}"
            settings.append(Setting(f"scalar{number:02d}", key, value, place, what))
    return settings


def _switches(name: str, lines: list[str], n_fields: int) -> Iterator[Setting]:
    """The lines `T IFFLOW`; IFNAV and IFTMSH have a column for each field."""
    start = next((i for i, line in enumerate(lines) if "LOGICAL SWITCHES" in line.upper()), None)
    if start is None:
        return
    for at in range(start + 1, start + 1 + int(re.sub(r"\D.*", "", lines[start].strip()) or 0)):
        values, key = _logicals(lines[at])
        place, what = f"{name}:{at + 1}", " ".join(lines[at].split())
        section, par_key = _SWITCHES.get(key, ("rea", key.lower()))
        is_set = values[:1] == ["T"]
        if (section, par_key) != ("rea", key.lower()) and not is_set:
            section, par_key = "rea", "off"
        if key == "IFFLOW" and values and not is_set:  # as `solver = none` of a .par
            yield Setting("velocity", "solver", "none", place, what)
            continue
        if key == "IFTRAN" and values and not is_set:
            yield Setting("problemtype", "steady", "yes", place, what)
            continue
        if key == "IFTMSH" and "F" in values[2 : n_fields + 1]:
            for number in range(2, n_fields + 1):
                if values[number : number + 1] == ["F"]:
                    yield Setting(_section_of(number), "mesh", "fluid", place, what)
            continue
        off = [n for n, one in enumerate(values[:n_fields], start=1) if one == "F"]
        if key in ("IFNAV", "IFADVC") and off:
            for number in off:
                yield Setting(_section_of(number), "advection", "no", place, what)
            continue
        yield Setting(section, par_key, "yes" if is_set else "no", place, what)


def _logicals(line: str) -> tuple[list[str], str]:
    """The values of a switch, T and F however Fortran reads them, and its name in capitals."""
    words = line.upper().split()
    at = next((i for i, word in enumerate(words) if word.startswith("IF")), len(words))
    found = (re.fullmatch(r"\.?([TF])(?:RUE|ALSE)?\.?", word) for word in words[:at])
    return [one[1] for one in found if one], "".join(words[at : at + 1])


def _section_of(number: int) -> str:
    """Of a field, as a .par file has it."""
    return {1: "velocity", 2: "temperature"}.get(number, f"scalar{number - 2:02d}")


def _later_lines(name: str, lines: list[str]) -> Iterator[Setting]:
    """Restarts, initial values, forces, properties and points of history behind the mesh."""
    kinds = (
        (r"\s*(\d+)\s+PRESOLVE/RESTART", "restart"),
        (r"\s*(\d+)\s+INITIAL CONDITIONS", "initial"),
        (r"\s*(\d+)\s+LINES OF DRIVE FORCE", "force"),
        (r"\s*(\d+)\s+PACKETS OF DATA", "properties"),
        (r"\s*(\d+)\s+POINTS\.?\s+HCODE", "history"),
    )
    for at, line in enumerate(lines):
        for pattern, kind in kinds:
            found = re.match(pattern, line.upper())
            rows = lines[at + 1 : at + 1 + int(found[1])] if found else []
            texts = [
                (f"{name}:{number}", row.strip())
                for number, row in enumerate(rows, start=at + 2)
                if row.strip() and not re.match(r"C\b", row.strip(), re.IGNORECASE)
            ]
            if kind == "restart" and texts:  # as the files that a .par names in one line
                whole = ", ".join(text for _, text in texts)
                yield Setting("general", "startfrom", whole, texts[0][0], f"restart: {whole}")
                continue
            for place, text in texts:
                yield Setting("rea", kind, text, place, f"{kind}: {text}")


def _mesh(path: Path, lines: list[str], dimension: int) -> tuple[NekMesh | None, int]:
    start = next((i for i, line in enumerate(lines) if "MESH DATA" in line.upper()), None)
    words = lines[start + 1].split() if start is not None and start + 1 < len(lines) else []
    if start is None or len(words) < 3 or not re.fullmatch(r"-?\d+", words[0]):
        return None, (start or 0) + 2
    n_elements = int(words[0])
    if n_elements < 0:  # a .re2 has the mesh
        return None, start + 2
    n_fluid = int(words[2]) if words[2].isdigit() else n_elements
    return read_rea_sides(path, lines[start:], dimension, (n_elements, n_fluid)), start + 2
