"""Settings of Nek5000 and NekRS as keys of a case file."""

import re
from dataclasses import dataclass, field

from lobatto.importing.draft import Draft
from lobatto.importing.ledger import Ledger
from lobatto.importing.nek_reasons import NO_NEED, PARAMETERS, SECTIONS
from lobatto.importing.settings import Setting, Settings, number_of

SAFE_CFL = 0.5
"""What the extrapolation of advection bears; more needs sub-cycling, which is not here."""
RESERVED = frozenset(
    "x y z t u v w p pi e nx ny nz k shear_rate sin cos tan asin acos atan atan2 sinh cosh tanh "
    "exp ln log log2 log10 sqrt abs sign rint min max sum avg step mod erf erfc table "
    "random".split()
)
"""Names that mean something in expressions already."""


@dataclass
class NekScalar:
    """number: of the field, 2 for the temperature; capacity: density times heat capacity."""

    name: str
    section: str
    number: int
    capacity: float = 1.0
    conductivity: float = 1.0
    table: dict[str, object] = field(default_factory=dict)


@dataclass
class NekCase:
    """The case while it is translated."""

    settings: Settings
    draft: Draft
    ledger: Ledger
    order: int = 7
    dimension: int = 3
    """Of the mesh."""
    density: float = 1.0
    viscosity: float = 1.0
    varies: bool = False
    """Whether uservp sets the properties."""
    scalars: list[NekScalar] = field(default_factory=list)
    constants: dict[str, float] = field(default_factory=dict)
    """param(2) as "param 2", uparam(1) as "uparam 1"."""
    flow_rate_in: str = ""
    """The user routine that sets a flow rate which the case has."""
    values_in: str = ""
    """Why nobody can tell boundary values, where there is no userbc for them."""

    def done(self, setting: Setting, key: str) -> None:
        self.ledger.translated(setting.place, setting.what, key)

    def number(self, section: str, key: str) -> float | None:
        """The value of a key that has to be a number, noted where it is none."""
        found = self.settings.take(section, key)
        value = number_of(found.value) if found else None
        if found and value is None:
            self.ledger.open(found.place, found.what, f"{found.value!r} is no constant expression")
        return value


def translate_settings(case: NekCase) -> None:
    """All sections but the conditions of boundaries, and a word on every key."""
    _equation(case)
    _order(case)
    _fluid(case)
    _scalars(case)
    _user_parameters(case)
    _time(case)
    _flow_rate(case)
    _filter(case)
    _output(case)
    _restart(case)
    _projection(case)


def account_for_rest(case: NekCase) -> None:
    """A word on each setting that nothing was made of."""
    for setting in list(case.settings.left()):
        is_fine, why = _reason(setting)
        note = case.ledger.no_need if is_fine else case.ledger.open
        note(setting.place, setting.what, why)


def _reason(setting: Setting) -> tuple[bool, str]:
    section = setting.section
    if section in SECTIONS:
        return SECTIONS[section]
    if section == "parameter":
        unknown = (False, "a parameter that user routines may read")
        return PARAMETERS.get(int(setting.key), unknown)
    if section == "mesh" and setting.key in ("motion", "solver", "viscosity"):
        is_still = setting.word == "none"
        return is_still, "nothing moves" if is_still else "meshes do not move"
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
        if parts[0] in ("incompns", "navierstokes", "ns"):
            case.done(found, "the flow of every case")
        else:
            why = "flows here are incompressible and whole; there are no other equations"
            case.ledger.elsewhere(found.place, found.what, why)
    varies = take("problemtype", "variableproperties")
    if varies:
        case.varies = case.varies or varies.is_yes
        text = "properties come from uservp" if varies.is_yes else "properties are constants"
        case.ledger.no_need(varies.place, varies.what, text)
    for key in ("axisymmetry", "swirl", "dp0dt", "cyclicboundaries", "numberofperturbations"):
        _without_counterpart(case, "problemtype", key, "there is nothing of the kind")
    _without_counterpart(
        case, "problemtype", "solvebaseflow", "there are no perturbations of a flow"
    )
    _without_counterpart(case, "general", "ifchar", "there is no sub-cycling along characteristics")
    advection = take("velocity", "advection")
    if advection and advection.is_yes:
        case.ledger.no_need(advection.place, advection.what, NO_NEED["ifnav"])
    elif advection:
        why = "a flow without advection (Stokes) is not here"
        case.ledger.elsewhere(advection.place, advection.what, why)


def _without_counterpart(case: NekCase, section: str, key: str, why: str) -> None:
    found = case.settings.take(section, key)
    if not found:
        return
    is_off = found.word in ("no", "false", "0", "0.0", "none")
    note = case.ledger.no_need if is_off else case.ledger.elsewhere
    note(found.place, found.what, "off" if is_off else why)


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
    density = case.number("velocity", "density")
    viscosity = case.number("velocity", "viscosity")
    case.density = density if density else 1.0
    frozen = case.settings.take("velocity", "solver")
    if frozen and frozen.word == "none":
        case.draft.set("flow.velocity", "frozen")
        case.done(frozen, 'flow.velocity = "frozen"')
    elif frozen:
        case.ledger.no_need(frozen.place, frozen.what, NO_NEED["solver"])
    case.viscosity = _of_reynolds(viscosity if viscosity else 1.0)
    found = case.settings.take("velocity", "viscosity")
    if viscosity is not None and viscosity < 0 and case.density == 1:
        case.draft.set("fluid.reynolds", -viscosity)
    else:
        case.draft.set("fluid.viscosity", case.viscosity / case.density)
    if found:
        case.done(
            found, "fluid.reynolds" if case.draft.get("fluid.reynolds") else "fluid.viscosity"
        )
    else:
        case.draft.remark("fluid", "the source gives no viscosity: 1 is the one of Nek5000")
    given = case.settings.take("velocity", "density")
    if given:
        text = "fluid.viscosity is divided by it; so is the pressure"
        case.done(given, text if case.density != 1 else "1, as here always")
    case.constants |= {"param 1": case.density, "param 2": case.viscosity}


def _of_reynolds(viscosity: float) -> float:
    """Negative values are inverse ones."""
    return -1.0 / viscosity if viscosity < 0 else viscosity


def _scalars(case: NekCase) -> None:
    names = [
        name for name in case.settings.sections() if re.fullmatch(r"temperature|scalar\d+", name)
    ]
    n_scalars = int(case.number("general", "nscalars") or 0)
    count = case.settings.take("general", "nscalars")
    if count:
        case.done(count, "as many [[scalar]] beside the temperature")
        names += [f"scalar{i:02d}" for i in range(1, n_scalars + 1)]
    for section in sorted(dict.fromkeys(names), key=lambda name: (name != "temperature", name)):
        _scalar(case, section)


def _scalar(case: NekCase, section: str) -> None:
    number = int(section[6:]) if section != "temperature" else 0
    is_heat = section == "temperature"
    solver = case.settings.take(section, "solver")
    if solver and solver.word == "none":
        why = "it is not solved for; output.quantities may hold such a field"
        case.ledger.no_need(solver.place, solver.what, why)
        return
    if solver:
        case.ledger.no_need(solver.place, solver.what, NO_NEED["solver"])
    scalar = NekScalar("temperature" if is_heat else f"s{number:02d}", section, number + 2)
    capacities = ("rhocp",) if is_heat else ("rho", "density")
    conductivities = ("conductivity",) if is_heat else ("diffusivity",)
    for key in capacities:
        scalar.capacity = case.number(section, key) or scalar.capacity
        _note_property(case, section, key, f"the diffusivity of {scalar.name} is divided by it")
    for key in conductivities:
        scalar.conductivity = _of_reynolds(case.number(section, key) or scalar.conductivity)
        _note_property(case, section, key, f"scalar.diffusivity of {scalar.name}")
    scalar.table = {"name": scalar.name, "diffusivity": scalar.conductivity / scalar.capacity}
    if is_heat:
        case.constants |= {"param 7": scalar.capacity, "param 8": scalar.conductivity}
    _scalar_switches(case, section)
    case.scalars.append(scalar)
    case.draft.add("scalar", scalar.table)


def _note_property(case: NekCase, section: str, key: str, text: str) -> None:
    found = case.settings.take(section, key)
    if found:
        case.done(found, text)


def _scalar_switches(case: NekCase, section: str) -> None:
    solids = case.settings.take(section, "conjugateheattransfer")
    if solids and solids.is_yes:
        case.ledger.open(solids.place, solids.what, "name the solid elements by a [[solid]]")
        case.draft.remark("solid", "elements of the mesh are solid: name them, with conductivity")
    elif solids:
        case.ledger.no_need(solids.place, solids.what, "off")
    advection = case.settings.take(section, "advection")
    if advection and not advection.is_yes:
        case.ledger.elsewhere(advection.place, advection.what, "the flow carries every scalar")
    elif advection:
        case.ledger.no_need(advection.place, advection.what, NO_NEED["ifnav"])


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
    for setting in [s for s in case.settings.left() if s.section == "casedata"]:
        case.settings.take("casedata", setting.key)
        value = number_of(setting.value)
        if value is None or setting.key in RESERVED or not re.fullmatch(r"[a-z]\w*", setting.key):
            case.ledger.open(setting.place, setting.what, "only user code can use it")
        else:
            case.draft.set(f"parameters.{setting.key}", value)
            case.done(setting, f"parameters.{setting.key}")


def _time(case: NekCase) -> None:
    take = case.settings.take
    _step_length(case)
    stop = take("general", "stopat")
    steps, end = take("general", "numsteps"), take("general", "endtime")
    elapsed = take("general", "elapsedtime")
    by = stop.word if stop else "numsteps"
    if stop:
        case.done(stop, "time.end" if by == "endtime" else "time.steps")
    for setting, word, key in ((steps, "numsteps", "steps"), (end, "endtime", "end")):
        value = number_of(setting.value) if setting else None
        if setting and value is not None and by == word and value > 0:
            case.draft.set(f"time.{key}", int(value) if key == "steps" else value)
            case.done(setting, f"time.{key}")
        elif setting:
            case.ledger.no_need(setting.place, setting.what, f"the run ends by {by}, or at once")
    minutes = number_of(elapsed.value) if elapsed else None
    if elapsed and minutes is not None:
        case.draft.set("time.wall_limit", minutes * 60)
        case.done(elapsed, "time.wall_limit")
    if not (case.draft.get("time.steps") or case.draft.get("time.end")):
        case.draft.set("time.steps", 1)
        case.draft.remark("time", "the source runs no step: choose time.steps or time.end")
    _scheme(case)


def _parts(text: str) -> dict[str, str]:
    """Of "targetCFL=2 + max=1e-2" what stands behind each sign."""
    pairs = (part.partition("=") for part in text.split("+"))
    return {key.strip(): value.strip() for key, sign, value in pairs if sign}


def _step_length(case: NekCase) -> None:
    take = case.settings.take
    dt, varies = take("general", "dt"), take("general", "variabledt")
    cfl, initial = take("general", "targetcfl"), take("general", "initialdt")
    parts = _parts(dt.word if dt else "")
    if initial:
        case.ledger.no_need(initial.place, initial.what, PARAMETERS[84][1])
    if dt and parts:
        _variable_step(case, dt, parts)
    elif dt and varies and varies.is_yes:
        longest = number_of(dt.value)
        case.done(varies, "time.cfl")
        case.draft.set(
            "time.cfl", min(number_of(cfl.value) or SAFE_CFL, SAFE_CFL) if cfl else SAFE_CFL
        )
        if longest:
            case.draft.set("time.max_dt", abs(longest))
        case.done(dt, "time.max_dt" if longest else "time.cfl")
    elif dt and number_of(dt.value):
        case.draft.set("time.dt", abs(number_of(dt.value) or 0.0))
        case.done(dt, "time.dt")
    else:
        case.draft.set("time.cfl", SAFE_CFL)
        if dt:
            case.done(dt, f"time.cfl = {SAFE_CFL}")
    if varies and not varies.is_yes:
        case.ledger.no_need(varies.place, varies.what, "time.dt is constant")
    if cfl:
        _note_cfl(case, cfl, number_of(cfl.value), "time.dt" if case.draft.get("time.dt") else "")


def _variable_step(case: NekCase, dt: Setting, parts: dict[str, str]) -> None:
    longest, cfl = number_of(parts.get("max", "")), number_of(parts.get("targetcfl", "0.5"))
    case.draft.set("time.cfl", min(cfl or SAFE_CFL, SAFE_CFL))
    if longest:
        case.draft.set("time.max_dt", longest)
    case.done(dt, "time.cfl and time.max_dt" if longest else "time.cfl")
    _note_cfl(case, dt, cfl, "")
    if "initial" in parts:
        case.ledger.no_need(dt.place, f"initial={parts['initial']}", PARAMETERS[84][1])


def _note_cfl(case: NekCase, setting: Setting, cfl: float | None, fixed: str) -> None:
    if fixed:
        case.ledger.no_need(setting.place, setting.what, f"{fixed} is constant")
    elif cfl is not None and cfl > SAFE_CFL:
        text = f"time.cfl = {SAFE_CFL}: without sub-cycling advection bears no more"
        case.ledger.translated(setting.place, f"CFL {cfl:g}", text)
    else:
        case.done(setting, "time.cfl")


def _scheme(case: NekCase) -> None:
    scheme = case.settings.take("general", "timestepper")
    order = re.fullmatch(r"(?:bdf|tombo)([123])", scheme.word) if scheme else None
    if scheme and order:
        case.draft.set("time.order", int(order[1]))
        case.done(scheme, "time.order")
    elif scheme:
        case.ledger.elsewhere(scheme.place, scheme.what, "steps are BDF and EXT of order 1 to 3")
    for key in ("extrapolation", "subcyclingsteps", "subcycling"):
        found = case.settings.take("general", key)
        if not found:
            continue
        if found.word in ("standard", "0", "no", "false"):
            case.ledger.no_need(found.place, found.what, "as here always")
        elif case.draft.get("time.cfl"):
            case.ledger.no_need(found.place, found.what, "time.cfl keeps below what needs it")
        else:
            why = "there is no sub-cycling: "
            why += "time.dt has to be short enough for a CFL number of about 0.5"
            case.ledger.open(found.place, found.what, why)


def _flow_rate(case: NekCase) -> None:
    take = case.settings.take
    rate, mean = take("general", "constflowrate"), take("general", "meanvelocity")
    volume = take("general", "meanvolumetricflow")
    if not rate:
        for one in (mean, volume):
            if one:
                case.ledger.no_need(one.place, one.what, "constFlowRate is not set")
        return
    parts = _parts(rate.word)
    direction = parts.get("direction", rate.word).strip()
    value = number_of(parts.get("meanvelocity", mean.value if mean else ""))
    if direction in ("x", "y", "z") and value is not None:
        case.draft.set("forcing.flow_rate", value)
        case.draft.set("forcing.flow_direction", direction)
        for one in (rate, mean):
            if one:
                case.done(one, "forcing.flow_rate and forcing.flow_direction")
        return
    why = "forcing.flow_rate is the mean velocity along x, y or z: flow over area of the section"
    for one in (rate, volume):
        if one:
            case.ledger.open(one.place, one.what, why)
    case.draft.remark("forcing", f"{rate.what}: {why}")


def _filter(case: NekCase) -> None:
    take = case.settings.take
    for section in [name for name in case.settings.sections() if name != "general"]:
        own = take(section, "regularization")
        if own:
            why = "[filter] is one for the flow and all scalars; there is no other regularisation"
            case.ledger.open(own.place, own.what, why)
    whole, old = take("general", "regularization"), take("general", "filtering")
    weight, modes = take("general", "filterweight"), take("general", "filtermodes")
    ratio = take("general", "filtercutoffratio")
    further = [one for one in (weight, modes, ratio) if one]
    if whole:
        values = _parts(whole.word)
        _set_filter(
            case,
            whole,
            whole.word.partition("+")[0].strip(),
            values.get("scalingcoeff"),
            values.get("nmodes"),
            values.get("cutoffratio"),
        )
    elif old:
        strength, count, cut = (one.value if one else None for one in (weight, modes, ratio))
        _set_filter(case, old, old.word, strength, count, cut)
    has_filter = case.draft.get("filter.kind") is not None
    for one in further:
        if has_filter:
            case.done(one, "[filter]")
        else:
            case.ledger.no_need(one.place, one.what, "the filter is off")


def _set_filter(
    case: NekCase,
    setting: Setting,
    kind: str,
    strength: str | None,
    modes: str | None,
    ratio: str | None,
) -> None:
    value = number_of(strength or "")
    if kind in ("none", "no") or value == 0:
        case.ledger.no_need(setting.place, setting.what, "off")
        return
    if kind not in ("hpfrt", "explicit") or value is None:
        why = "[filter] has relaxation (hpfrt) and explicit, each with its strength"
        case.ledger.open(setting.place, setting.what, why)
        return
    cut = number_of(ratio or "")
    count = number_of(modes or "") or (round((case.order + 1) * (1 - cut)) if cut else 1)
    is_relaxation = kind == "hpfrt"
    case.draft.set("filter.kind", "relaxation" if is_relaxation else "explicit")
    case.draft.set("filter.modes", max(1, min(int(count), case.order - 2)))
    case.draft.set("filter.chi" if is_relaxation else "filter.weight", value)
    case.done(setting, "[filter]")


def _output(case: NekCase) -> None:
    control, interval = (
        case.settings.take("general", k) for k in ("writecontrol", "writeinterval")
    )
    precision = case.settings.take("general", "writedoubleprecision")
    by_time = control is not None and control.word in ("runtime", "simulationtime")
    if control and not by_time and control.word not in ("steps", "timestep", "step"):
        case.ledger.open(
            control.place, control.what, "output.fields has every_steps and every_time"
        )
    elif control:
        case.done(control, f"output.fields.every_{'time' if by_time else 'steps'}")
    value = number_of(interval.value) if interval else None
    if interval and value and value > 0:
        key, number = ("every_time", value) if by_time else ("every_steps", max(1, int(value)))
        case.draft.set("output.fields", {key: number})
        case.done(interval, f"output.fields.{key}")
    elif interval:
        case.ledger.no_need(interval.place, interval.what, "fields are written at the end alone")
    if precision and precision.is_yes:
        case.draft.set(
            "output.fields", {**(case.draft.get("output.fields") or {}), "precision": "double"}
        )
        case.done(precision, "output.fields.precision")
    elif precision:
        case.ledger.no_need(precision.place, precision.what, "single precision is the default")


def _restart(case: NekCase) -> None:
    found = case.settings.take("general", "startfrom")
    if not found:
        return
    file, *options = re.split(r"[+\s]+", found.value.strip().replace('"', "").replace("'", ""))
    case.draft.set("restart.from", file)
    case.done(found, "restart.from")
    for option in options:
        if option.lower().startswith("int"):
            case.draft.set("restart.interpolate", True)
            case.ledger.translated(found.place, option, "restart.interpolate")
        elif option:
            why = "all fields of the file are taken, and its time; time.end counts from its begin"
            case.ledger.open(found.place, option, why)


def _projection(case: NekCase) -> None:
    for section, key in (("pressure", "pressure_projection"), ("velocity", "projection")):
        found = case.settings.take(section, "residualproj")
        if found and not found.is_yes:
            case.draft.set(f"solver.{key}", 0)
            case.done(found, f"solver.{key} = 0")
        elif found:
            case.ledger.no_need(found.place, found.what, f"solver.{key} has a default")
    for section in [one for one in case.settings.sections() if one not in ("pressure", "velocity")]:
        found = case.settings.take(section, "residualproj")
        if found:
            case.ledger.no_need(found.place, found.what, "solver.projection is one for all")
    most = [case.settings.take(section, "maxiterations") for section in case.settings.sections()]
    for found in (one for one in most if one):
        value = number_of(found.value)
        if value and value >= 1:
            now = case.draft.get("solver.max_iterations") or 0
            case.draft.set("solver.max_iterations", max(now, int(value)))
            case.done(found, "solver.max_iterations, the largest of all equations")
        else:
            case.ledger.no_need(found.place, found.what, "solver.max_iterations has a default")
