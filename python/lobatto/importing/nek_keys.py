"""Settings of Nek5000 and NekRS as keys of a case file."""

import re

from lobatto.importing.formula import Value
from lobatto.importing.nek_reasons import EQUATIONS, NO_NEED, PARAMETERS, SECTIONS
from lobatto.importing.nek_run import translate_run
from lobatto.importing.nek_state import ONE, NekCase, NekScalar, plain, quotient
from lobatto.importing.settings import Setting, number_of

RESERVED = frozenset(
    "x y z t u v w p pi e nx ny nz k shear_rate sin cos tan asin acos atan atan2 sinh cosh tanh "
    "exp ln log log2 log10 sqrt abs sign rint min max sum avg step mod erf erfc table "
    "random".split()
)
"""Names that mean something in expressions already."""


def translate_settings(case: NekCase) -> None:
    """All sections but the conditions of boundaries, and a word on every key."""
    _equation(case)
    _order(case)
    _fluid(case)
    _scalars(case)
    _user_parameters(case)
    translate_run(case)


def account_for_rest(case: NekCase) -> None:
    """A word on each setting that nothing was made of."""
    for setting in list(case.settings.left()):
        is_fine, why = _reason(case, setting)
        note = case.ledger.no_need if is_fine else case.ledger.open
        note(setting.place, setting.what, why)


def _reason(case: NekCase, setting: Setting) -> tuple[bool, str]:
    section = setting.section
    if section != "rea" and case.settings.is_given_again(setting):
        return False, "a later line gives it again, and that one counts"
    if section in SECTIONS:
        return SECTIONS[section]
    if section.endswith(" boomeramg"):
        return SECTIONS["boomeramg"]
    if section == "parameter":
        unknown = (False, "a parameter that user routines may read")
        return PARAMETERS.get(int(setting.key), unknown)
    if (section, setting.key) == ("mesh", "viscosity"):
        return True, "of a mesh that moves"
    if (section, setting.key) == ("mesh", "hrefine"):
        return False, "elements are not split here: refine the mesh file, or raise mesh.order"
    if setting.key in NO_NEED:
        return True, NO_NEED[setting.key]
    if section == "rea":
        return False, "text of the .rea itself: write it as an expression, a [[probe]] or user code"
    return False, "this importer does not know the key"


def _equation(case: NekCase) -> None:
    take = case.settings.take
    found = take("problemtype", "equation")
    if found:
        parts = found.word.replace(" ", "").split("+")
        case.varies = "variableviscosity" in parts[1:]
        is_ours = set(parts[1:]) <= {"variableviscosity"}
        if is_ours and parts[0] in ("incompns", "navierstokes", "ns"):
            case.done(found, "the flow of every case")
        elif is_ours and parts[0] == "stokes":
            case.draft.set("fluid.advection", False)
            case.done(found, "fluid.advection")
        else:
            why = f"the source solves {found.value}; flows here are incompressible Navier-Stokes"
            case.other_equation(found.place, found.what, why)
    varies = take("problemtype", "variableproperties")
    if varies:
        case.varies = case.varies or varies.is_yes
        text = "properties come from uservp" if varies.is_yes else "properties are constants"
        case.ledger.no_need(varies.place, varies.what, text)
    axis = take("problemtype", "axisymmetry")
    if axis and axis.is_yes:
        case.draft.set("mesh.axisymmetric", True)
        case.done(axis, "mesh.axisymmetric")
    elif axis:
        case.ledger.no_need(axis.place, axis.what, "off")
    for (section, key), why in EQUATIONS.items():
        _only_off(case, section, key, why)
    if "geom" in case.settings.sections() and not case.settings.peek("geom", "solver"):
        why = f"the source {EQUATIONS['geom', 'solver']}"
        case.other_equation("the source", "section [GEOM]", why)
    _advection(case)
    for key, why in case.doubts.items():
        if key.startswith("switch ") and not _is_as_said(case, key):
            case.other_equation(why.partition(" ")[0], key, f"user code sets {key[7:]}")
        if key.startswith("equation "):
            place, _, text = why.partition(" ")
            case.other_equation(place, key.removeprefix("equation "), text)


def _is_as_said(case: NekCase, key: str) -> bool:
    """Whether user code sets a switch to what the settings have."""
    name, _, value = key.removeprefix("switch ").partition(" = ")
    is_on = case.settings.peek("velocity", "solver") != "none"
    if name == "ifheat":
        is_on = bool(_scalar_sections(case))
    return value == (".true." if is_on else ".false.")


def _only_off(case: NekCase, section: str, key: str, why: str) -> None:
    """A key that asks for other equations unless it is off."""
    found = case.settings.take(section, key)
    if found and found.is_no:
        case.ledger.no_need(found.place, found.what, "off")
    elif found:
        case.other_equation(found.place, found.what, f"the source {why}")


def _advection(case: NekCase) -> None:
    """Of the flow. No scalar with it: the velocity may as well be zero where none is solved for."""
    own = case.settings.take("velocity", "advection")
    is_frozen = case.settings.peek("velocity", "solver") == "none"
    if own and (own.is_yes or is_frozen):
        case.ledger.no_need(own.place, own.what, NO_NEED["ifnav"])
    elif own:
        case.draft.set("fluid.advection", False)
        case.done(own, "fluid.advection")
    still = [_is_still(case, section) for section in _scalar_sections(case)]
    if is_frozen and still and all(still):
        case.draft.set("flow.velocity", ["0", "0", "0"])


def _is_still(case: NekCase, section: str) -> bool:
    is_said = bool(case.settings.peek(section, "advection"))
    return is_said and not case.settings.is_yes(section, "advection")


def _order(case: NekCase) -> None:
    found = case.settings.take("general", "polynomialorder")
    if found and found.value.isdigit():
        case.order = int(found.value)
        case.done(found, "mesh.order")
    case.draft.set("mesh.order", case.order)
    cubature = case.settings.take("general", "cubaturepolynomialorder")
    if cubature and cubature.value.isdigit():
        case.draft.set("mesh.quadrature", int(cubature.value) + 1)
        case.done(cubature, "mesh.quadrature, which counts nodes")
    dealiasing = case.settings.take("general", "dealiasing")
    if dealiasing and not dealiasing.is_yes:
        case.draft.set("mesh.quadrature", "none")
        case.done(dealiasing, 'mesh.quadrature = "none"')
    elif dealiasing:
        case.ledger.no_need(dealiasing.place, dealiasing.what, "mesh.quadrature = default does it")


def _fluid(case: NekCase) -> None:
    case.density = case.property("density", "velocity", "density") or ONE
    given = case.property("viscosity", "velocity", "viscosity")
    frozen = case.settings.take("velocity", "solver")
    if frozen and frozen.word == "none":
        if case.draft.get("flow.velocity") is None:
            case.draft.set("flow.velocity", "frozen")
        case.done(frozen, "flow.velocity")
    elif frozen:
        case.ledger.no_need(frozen.place, frozen.what, NO_NEED["solver"])
    case.viscosity = given or ONE
    kinematic = quotient(case.viscosity, case.density)
    found = case.settings.take("velocity", "viscosity")
    reynolds = -(number_of(found.value) or 0.0) if found else 0.0
    if kinematic.doubt:
        case.draft.remark("fluid", f"viscosity: {kinematic.doubt}")
    elif reynolds > 0 and case.density.number == 1:
        case.draft.set("fluid.reynolds", reynolds)
    else:
        case.draft.set("fluid.viscosity", kinematic.number)
    key = "fluid.reynolds" if case.draft.get("fluid.reynolds") else "fluid.viscosity"
    _note(case, "velocity", "viscosity", kinematic, key)
    if not found:
        why = "the source gives no viscosity: 1 is the one of Nek5000"
        case.ledger.open("the source", "no viscosity", why)
        case.draft.remark("fluid", why)
    text = "fluid.viscosity is divided by it; so are pressures and tractions"
    is_one = case.density.number == 1
    _note(case, "velocity", "density", case.density, "1, as here always" if is_one else text)
    _keep(case, "param 1", case.density)
    _keep(case, "param 2", case.viscosity)


def _keep(case: NekCase, name: str, value: Value) -> None:
    """A property that user routines read by the number of its parameter."""
    case.constants.pop(name, None)
    if value.number is not None:
        case.constants[name] = value.number


def _note(case: NekCase, section: str, key: str, value: Value, text: str) -> None:
    """What became of the key of a property; one that is no number has its line already."""
    found = case.settings.take(section, key)
    if found and not value.doubt:
        case.done(found, text)
    elif found and number_of(found.value) is not None:
        case.ledger.open(found.place, found.what, value.doubt)


def _scalar_sections(case: NekCase) -> list[str]:
    """Those of scalars that are solved for, in their order."""
    names = [n for n in case.settings.sections() if re.fullmatch(r"temperature|scalar ?.+", n)]
    count = number_of(case.settings.peek("general", "nscalars")) or 0
    names += [f"scalar{i:02d}" for i in range(1, int(count) + 1)]
    listed = _listed(case)
    known = [name for name in dict.fromkeys(names) if not listed or name in listed]
    return sorted(known, key=lambda name: _field_number(listed, name))


def _listed(case: NekCase) -> list[str]:
    """The sections of what `scalars` of NekRS names, from version 24 on."""
    words = case.settings.peek("general", "scalars").split(",")
    return [f"scalar {word.strip()}" for word in words if word.strip()]


def _field_number(listed: list[str], section: str) -> int:
    """2 for the temperature, or for the first of those listed."""
    if section in listed:
        return 2 + listed.index(section)
    return 2 + int(section[6:]) if re.fullmatch(r"scalar\d+", section) else 2


def _scalar_name(section: str) -> str:
    number = re.fullmatch(r"scalar(\d+)", section)
    word = f"s{int(number[1]):02d}" if number else section.removeprefix("scalar ")
    name = re.sub(r"\W", "_", word)
    return name if name not in RESERVED and name[0].isalpha() else f"scalar_{name}"


def _scalars(case: NekCase) -> None:
    case.number("general", "nscalars")
    count = case.settings.take("general", "nscalars")
    if count:
        case.done(count, "as many [[scalar]] beside the temperature")
    listed = case.settings.take("general", "scalars")
    if listed:
        case.done(listed, "[[scalar]] each")
    for setting in [one for one in case.settings.left() if one.section == "scalar"]:
        case.settings.take("scalar", setting.key)
    for section in _scalar_sections(case):
        _scalar(case, section)


def _scalar(case: NekCase, section: str) -> None:
    solver = case.settings.take(section, "solver")
    if solver and solver.word == "none":
        why = "it is not solved for; output.quantities may hold such a field"
        case.ledger.no_need(solver.place, solver.what, why)
        for setting in [one for one in case.settings.left() if one.section == section]:
            case.settings.take(section, setting.key)
            case.ledger.no_need(setting.place, f"{setting.what}, for {section}", why)
        return
    if solver:
        case.ledger.no_need(solver.place, solver.what, NO_NEED["solver"])
    scalar = NekScalar(_scalar_name(section), section, _field_number(_listed(case), section))
    name = f"capacity {scalar.number}"
    scalar.capacity = case.property(name, section, "rhocp") or ONE
    text = f"the diffusivity of {scalar.name} is divided by it"
    _note(case, section, "rhocp", scalar.capacity, text)
    name = f"conductivity {scalar.number}"
    scalar.conductivity = case.property(name, section, "conductivity") or ONE
    text = f"scalar.diffusivity of {scalar.name}"
    _note(case, section, "conductivity", scalar.diffusivity, text)
    scalar.table = {"name": scalar.name}
    if scalar.diffusivity.doubt:
        case.draft.remark("scalar", f"diffusivity of {scalar.name}: {scalar.diffusivity.doubt}")
    else:
        scalar.table["diffusivity"] = plain(scalar.diffusivity)
    if scalar.number == 2:
        _keep(case, "param 7", scalar.capacity)
        _keep(case, "param 8", scalar.conductivity)
    _scalar_switches(case, scalar)
    case.scalars.append(scalar)
    case.draft.add("scalar", scalar.table)


def _scalar_switches(case: NekCase, scalar: NekScalar) -> None:
    advection = case.settings.take(scalar.section, "advection")
    if advection and advection.is_yes:
        case.ledger.no_need(advection.place, advection.what, NO_NEED["ifadvc"])
    elif advection:
        scalar.table["advection"] = False
        case.done(advection, f"scalar.advection of {scalar.name}")
    solids = case.settings.take(scalar.section, "conjugateheattransfer")
    if solids and solids.is_yes:
        case.ledger.open(solids.place, solids.what, "name the solid elements by a [[solid]]")
        case.draft.remark("solid", "elements of the mesh are solid: name them, with conductivity")
    elif solids:
        case.ledger.no_need(solids.place, solids.what, "off")


def _user_parameters(case: NekCase) -> None:
    for number in range(1, 21):
        for key in {f"userparam{number:02d}", f"userparam{number}"}:
            found = case.settings.take("general", key)
            value = number_of(found.value) if found else None
            if found and value is not None:
                case.constants[f"uparam {number}"] = value
                case.done(found, "its value stands in the expressions that use it")
            elif found:
                case.ledger.open(found.place, found.what, "no constant; only user code can use it")
    own = case.settings.take("", "usersections")
    sections = {"casedata", *(re.split(r"\s*,\s*", own.word) if own else ())}
    if own:
        case.ledger.no_need(own.place, own.what, "their keys stand below")
    for setting in [s for s in case.settings.left() if s.section in sections]:
        case.settings.take(setting.section, setting.key)
        value = number_of(setting.value)
        if value is None or setting.key in RESERVED or not re.fullmatch(r"[a-z]\w*", setting.key):
            case.ledger.open(setting.place, setting.what, "only user code can use it")
        else:
            case.draft.set(f"parameters.{setting.key}", value)
            case.done(setting, f"parameters.{setting.key}")
