"""The fluid of a case of Neko: properties, conditions, initial values, source terms, solvers."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from lobatto.importing.neko_mesh import conditions_of
from lobatto.importing.neko_work import Work, zone_name, zones_of

_BLASIUS = {
    "linear": "{u}*min({s}, 1)",
    "quadratic": "{u}*({s} < 1 ? 2*{s} - ({s})^2 : 1)",
    "cubic": "{u}*({s} < 1 ? 1.5*{s} - 0.5*({s})^3 : 1)",
    "quartic": "{u}*({s} < 1 ? 2*{s} - 2*({s})^3 + ({s})^4 : 1)",
    "sin": "{u}*({s} < 1 ? sin(pi/2*{s}) : 1)",
}
"""Pohlhausen's polynomials and a sine for a boundary layer, of distance over thickness."""
_LETTERS = {
    "w": "no_slip",
    "o": "outflow",
    "o+dong": "outflow+dong",
    "on": "normal_outflow",
    "on+dong": "normal_outflow+dong",
    "sym": "symmetry",
    "sh": "shear_stress",
    "wm": "wall_model",
    "v": "inflow",
    "d_vel_u": "user_velocity",
    "d_vel_u/d_vel_v/d_vel_w": "user_velocity",
    "d_pres": "user_pressure",
}
"""`boundary_types` of versions before 1.0, by the names of later ones."""
_OF_MESH = {
    "wall": "no_slip",
    "inlet": "inflow",
    "outlet": "outflow",
    "symmetry": "symmetry",
    "outlet_normal": "normal_outflow",
}
"""Conditions that a mesh of those versions has itself, by the same names."""


def translate_fluid(work: Work) -> None:
    _scheme(work)
    _properties(work)
    if work.take("case.fluid.freeze"):
        work.set("case.fluid.freeze", "flow.velocity", "frozen")
    if is_still(work, "case.fluid.advection", "fluid.advection"):
        work.draft.set("fluid.advection", False)
    _initial(work)
    _conditions(work)
    _old_conditions(work)
    _flow_rate(work)
    _sources(work)
    translate_solver(work, "case.fluid.velocity_solver", "solver.projection", 8)
    if work.draft.get("flow.velocity") is None:
        translate_solver(work, "case.fluid.pressure_solver", "solver.pressure_projection", 20)
    else:
        for key in ("projection_space_size", "max_iterations"):
            path = f"case.fluid.pressure_solver.{key}"
            if work.document.peek(path) is not None:
                work.no_need(path, "no pressure is solved for where the velocity is frozen")
    interval = work.interval(
        "case.fluid.output_control", "case.fluid.output_value", "output.fields"
    )
    if interval:
        work.draft.set("output.fields", interval)


def is_still(work: Work, path: str, key: str) -> bool:
    """Whether a key says that a field is not carried, which `key` of the case file says then."""
    found = work.take(path)
    if found is False:
        work.translated(path, key)
    elif found is not None:
        work.no_need(path, "by default")
    return found is False


def translate_solver(work: Work, path: str, key: str, most: int) -> None:
    """The size of the projection and the bound on iterations; other choices are of [solver]."""
    size = work.value(f"{path}.projection_space_size")
    if size is not None:
        work.set(f"{path}.projection_space_size", key, min(int(size), most))
    bound = work.value(f"{path}.max_iterations")
    if bound is not None and bound >= 1:
        largest = max(int(bound), work.draft.get("solver.max_iterations") or 0)
        work.set(f"{path}.max_iterations", "solver.max_iterations", largest)


def blasius(work: Work, path: str) -> list[str] | None:
    """A boundary layer along x over the wall z = 0, along y over x = 0, along z over y = 0."""
    delta, stream = work.value(f"{path}.delta"), work.vector(f"{path}.freestream_velocity")
    formula = _BLASIUS.get(work.document.peek(f"{path}.approximation") or "")
    if not delta or stream is None or formula is None:
        return None
    along = [direction for direction in range(3) if stream[direction] != 0]
    if len(along) != 1:
        return None
    distance = f"({'zxy'[along[0]]}/{delta!r})"
    profile = formula.format(u=repr(stream[along[0]]), s=distance)
    return [profile if direction == along[0] else "0" for direction in range(3)]


def _scheme(work: Work) -> None:
    scheme = work.take("case.fluid.scheme")
    if scheme == "pnpn":
        work.translated("case.fluid.scheme", "the splitting of every case, of P_N - P_N kind")
    elif scheme is not None:
        why = f"the source solves by {scheme!r}; flows here are incompressible Navier-Stokes"
        work.elsewhere("case.fluid.scheme", why)
        work.draft.refuse(f"{why} ({work.document.place('case.fluid.scheme')})")


def _properties(work: Work) -> None:
    reynolds = work.value("case.fluid.Re")
    density, viscosity = work.value("case.fluid.rho"), work.value("case.fluid.mu")
    if density is not None and (density <= 0 or reynolds is not None):
        work.missing(
            "case.fluid.rho", "fluid", "a density that is not above 0, or beside a Reynolds number"
        )
        density = None
    work.density = density or 1.0
    if reynolds and reynolds > 0:
        work.set("case.fluid.Re", "fluid.reynolds", reynolds)
        work.viscosity = 1 / reynolds
    elif viscosity and viscosity > 0:
        work.viscosity = viscosity / work.density
        work.set("case.fluid.mu", "fluid.viscosity", work.viscosity)
    else:
        why = "the viscosity is set by user code or follows from other numbers"
        work.ledger.open(work.document.place("case.fluid"), "case.fluid", why)
        work.draft.remark("fluid", f"reynolds or viscosity: {why}")
    if density:
        text = "fluid.viscosity is divided by it; so is the pressure"
        work.translated("case.fluid.rho", text if density != 1 else "1, as here always")


def _initial(work: Work) -> None:
    path = "case.fluid.initial_condition"
    kind = work.take(f"{path}.type")
    value: list[Any] | None = None
    if kind == "uniform":
        value = work.vector(f"{path}.value")
    elif kind == "expression":
        texts = [work.expression(one) for one in work.document.peek(f"{path}.value") or []]
        value = texts if len(texts) == 3 and None not in texts else None
    elif kind == "blasius":
        value = blasius(work, path) or blasius(work, "case.fluid.blasius")
    elif kind == "field":
        _initial_file(work, path)
        return
    if value is not None:
        work.set(path, "initial.velocity", value)
    elif kind is not None:
        why = "set by user code" if kind == "user" else f"initial values of the type {kind!r}"
        work.missing(path, "initial", why)


def _initial_file(work: Work, path: str) -> None:
    file = work.take(f"{path}.file_name")
    if not isinstance(file, str):
        work.missing(path, "initial", "the name of the field file is missing")
        return
    work.set(f"{path}.file_name", "restart.from", file)
    work.translated(f"{path}.type", "restart.from, with the time of the file")
    if work.take(f"{path}.interpolate"):
        work.set(f"{path}.interpolate", "restart.interpolate", True)


def _conditions(work: Work) -> None:
    entries = work.document.peek("case.fluid.boundary_conditions") or []
    paths = [f"case.fluid.boundary_conditions[{number}]" for number in range(len(entries))]
    counts = Counter(zone for path in paths for zone in zones_of(work, path))
    for path in paths:
        kind = work.document.peek(f"{path}.type")
        zones = zones_of(work, path)
        if not zones:
            work.missing(path, "boundary", "names no zone")
            continue
        value, why = _condition(work, path, str(kind))
        if any(counts[zone] > 1 for zone in zones):
            value, why = None, "a zone has several conditions"
        for zone in zones:
            if value is not None:
                work.draft.set(f"boundary.{zone_name(zone)}", value)
        names = ", ".join(zone_name(zone) for zone in zones)
        if value is None:
            work.missing(path, "boundary", f"{names}: {why}")
        else:
            work.translated(path, f"boundary: {names}")


def _condition(work: Work, path: str, kind: str) -> tuple[Any, str]:
    """The condition of the case file, or None and why there is none."""
    fixed = {"no_slip": "wall", "symmetry": "symmetry", "outflow": "outflow"}
    if work.document.peek(f"{path}.moving"):
        return None, "a wall that moves with the mesh"
    if kind in fixed:
        return fixed[kind], ""
    if kind == "outflow+dong":
        return "outflow", ""
    if kind in ("normal_outflow", "normal_outflow+dong"):
        values = _along_an_outflow(work)
        why = "it keeps the tangential velocity of initial values that nobody can tell"
        return ({"tangential_velocity": values}, "") if values else (None, why)
    if kind == "velocity_value":
        vector = work.vector(f"{path}.value")
        return ({"velocity": vector}, "") if vector else (None, "a velocity of three numbers")
    if kind == "shear_stress":
        vector = work.vector(f"{path}.value")
        traction = [one / work.density for one in vector] if vector else None
        if traction is None:
            return None, "a stress of three numbers"
        return {"normal_velocity": 0, "traction": traction}, ""
    if kind == "blasius_profile":
        profile = blasius(work, path)
        return ({"velocity": profile}, "") if profile else (None, "a profile of this form")
    if kind.startswith("user") or kind.endswith("+user"):
        return None, "values set by user code"
    return None, f"a condition of the type {kind!r} has no counterpart"


def _along_an_outflow(work: Work) -> list[str] | None:
    """The velocity of the initial values, which a normal outflow keeps along itself."""
    initial = work.draft.get("initial.velocity")
    if initial is None or work.document.peek("case.restart_file") is not None:
        return None
    return [one if isinstance(one, str) else repr(one) for one in initial]


def _old_conditions(work: Work) -> None:
    """`boundary_types`, a letter for each zone; what the mesh says itself; one inflow for all."""
    letters = work.document.peek("case.fluid.boundary_types")
    letters = letters if isinstance(letters, list) else []
    own = _own_conditions(work)
    if not letters and not own:
        return
    work.document.take("case.fluid.boundary_types")
    inflow = _inflow(work)
    for zone, letter in enumerate(letters, start=1):
        kind = _LETTERS.get(str(letter).strip(), str(letter))
        path, name = f"case.fluid.boundary_types[{zone - 1}]", zone_name(zone)
        if not str(letter).strip():
            work.no_need(path, "periodic, or no zone")
            continue
        value, why = inflow if kind == "inflow" else _condition(work, path, kind)
        if value is None:
            work.missing(path, "boundary", f"{name}: {why}")
        else:
            work.set(path, f"boundary.{name}", value)
    for name in own:
        kind = _OF_MESH[name]
        value, why = inflow if kind == "inflow" else _condition(work, "", kind)
        if value is None:
            work.ledger.open("the mesh", f"boundary {name}", why)
            work.draft.remark("boundary", f"{name}: {why}")
        else:
            work.draft.set(f"boundary.{name}", value)
            work.ledger.translated("the mesh", f"boundary {name}", f"boundary.{name}")


def _own_conditions(work: Work) -> list[str]:
    """Boundaries with a condition of the mesh; version 1.0 gives conditions to zones alone."""
    file = work.document.peek("case.mesh_file")
    is_new = work.document.peek("case.fluid.boundary_conditions") is not None
    return conditions_of(work.folder / file) if isinstance(file, str) and not is_new else []


def _inflow(work: Work) -> tuple[dict[str, Any] | None, str]:
    path = "case.fluid.inflow_condition"
    kind = work.document.peek(f"{path}.type")
    velocity: list[Any] | None = None
    if kind == "uniform":
        velocity = work.vector(f"{path}.value")
    elif kind == "blasius":
        velocity = blasius(work, "case.fluid.blasius") or blasius(work, path)
    elif kind is None:  # the freestream of the initial values
        velocity = work.vector("case.fluid.initial_condition.value")
    if kind is not None:
        if velocity:
            work.translated(path, "the velocity of the inflow boundaries")
        else:
            work.open(path, "set by user code" if kind == "user" else "an inflow of this form")
    why = "an inflow that is set by user code"
    return ({"velocity": velocity} if velocity else None), why


def _flow_rate(work: Work) -> None:
    path = "case.fluid.flow_rate_force"
    if work.document.peek(path) is None:
        return
    direction, value = work.value(f"{path}.direction"), work.value(f"{path}.value")
    is_bulk = work.document.peek(f"{path}.use_averaged_flow")
    if direction not in (1, 2, 3) or value is None or not is_bulk:
        why = (
            "forcing.flow_rate is the mean velocity along x, y or z: flow over area of the section"
        )
        work.missing(path, "forcing", why)
        return
    work.draft.set("forcing.flow_rate", value)
    work.draft.set("forcing.flow_direction", "xyz"[int(direction) - 1])
    work.translated(path, "forcing.flow_rate and forcing.flow_direction")


def _sources(work: Work) -> None:
    kinds: dict[str, Callable[[Work, str], str]] = {
        "constant": _constant,
        "boussinesq": _boussinesq,
        "coriolis": _coriolis,
    }
    for number, entry in enumerate(work.document.peek("case.fluid.source_terms") or []):
        path = f"case.fluid.source_terms[{number}]"
        kind = str(entry.get("type")) if isinstance(entry, dict) else ""
        why = kinds[kind](work, path) if kind in kinds else _unknown_source(kind)
        if why:
            work.missing(path, "forcing", why)
        else:
            work.document.take(path)


def _unknown_source(kind: str) -> str:
    if kind.startswith("user"):
        return "a force set by user code"
    known = {
        "brinkman": "a resistance inside a body: forcing.body with -b*u where the body is",
        "sponge": "a sponge: [[sponge]] with its shape and target",
        "gradient_jump_penalty": "a penalty on jumps of the gradient; [filter] damps instead",
    }
    return known.get(kind, f"a source term of the type {kind!r} has no counterpart")


def window(work: Work, path: str) -> str:
    """A factor that is 1 while a source acts and 0 else; "" where it always acts."""
    start, end = work.value(f"{path}.start_time"), work.value(f"{path}.end_time")
    parts = [f"t >= {start!r}"] if start else []
    parts += [f"t <= {end!r}"] if end is not None else []
    return f"({' && '.join(parts)} ? 1 : 0)" if parts else ""


def _add_force(work: Work, force: list[str]) -> None:
    before = work.draft.get("forcing.body")
    if before:
        force = [f"{old} + {new}" for old, new in zip(before, force, strict=True)]
    work.draft.set("forcing.body", force)


def _constant(work: Work, path: str) -> str:
    values = work.vector(f"{path}.values")
    if values is None:
        return "a force of three numbers"
    factor = window(work, path)
    _add_force(work, [f"{one!r}*{factor}" if factor and one else repr(one) for one in values])
    work.translated(path, "forcing.body")
    return ""


def _boussinesq(work: Work, path: str) -> str:
    gravity, reference = work.vector(f"{path}.g"), work.value(f"{path}.reference_value")
    if reference is None:
        reference = work.value(f"{path}.ref_value")
    expansion = work.value(f"{path}.beta")
    if expansion is None and reference:
        expansion = 1 / reference
    if gravity is None or reference is None or expansion is None or window(work, path):
        return "buoyancy whose numbers are not all there, or that acts for a time only"
    size = math.sqrt(sum(one * one for one in gravity))
    if size == 0:
        return "gravity is zero"
    name = scalar_name(work, work.document.peek(f"{path}.scalar_field"))
    if name is None:
        return "buoyancy by a field that is no scalar of the case"
    entry = {
        "scalar": name,
        "coefficient": size * expansion,
        "reference": reference,
        "direction": [one / size for one in gravity],
    }
    before = work.draft.get("forcing.buoyancy") or []
    work.draft.set("forcing.buoyancy", [*before, entry])
    work.translated(path, "forcing.buoyancy")
    return ""


def scalar_name(work: Work, given: Any) -> str | None:
    """The name of a [[scalar]]: as the source has it, or by the name of its field; `s` and
    `temperature` are old defaults for a single one."""
    names = scalar_names(work)
    fields = {
        work.document.peek(f"{path}.field_name"): name
        for path, name in zip(scalar_paths(work), names, strict=True)
    }
    if given in names:
        return str(given)
    if isinstance(given, str) and given in fields:
        return fields[given]
    return names[0] if names and given in (None, "s", "temperature") else None


def scalar_paths(work: Work) -> list[str]:
    """`case.scalar`, or the entries of the list `case.scalars`."""
    many = work.document.peek("case.scalars")
    if isinstance(many, list):
        return [f"case.scalars[{number}]" for number in range(len(many))]
    return ["case.scalar"] if isinstance(work.document.peek("case.scalar"), dict) else []


def scalar_names(work: Work) -> list[str]:
    """Of all scalars of the source, in their order."""
    paths = scalar_paths(work)
    only = "temperature" if len(paths) == 1 else "s{}"
    given = (work.document.peek(f"{path}.name") for path in paths)
    return [str(name or only.format(n)) for n, name in enumerate(given, start=1)]


def _coriolis(work: Work, path: str) -> str:
    rate = work.vector(f"{path}.rotation_vector")
    parameter = work.value(f"{path}.f")
    omega, latitude = work.value(f"{path}.omega"), work.value(f"{path}.phi")
    if rate is None and omega is not None and latitude is not None:
        angle = math.radians(latitude)
        rate = [0.0, omega * math.cos(angle), omega * math.sin(angle)]
    elif rate is None and parameter is not None:
        rate = [0.0, 0.0, parameter / 2]
    if rate is None or window(work, path):
        return "a rotation that is not given by numbers, or that acts for a time only"
    before = work.draft.get("rotation.rate") or [0.0, 0.0, 0.0]
    work.draft.set("rotation.rate", [old + new for old, new in zip(before, rate, strict=True)])
    wind = work.vector(f"{path}.geostrophic_wind")
    if wind and any(wind):
        cross = [
            rate[(i + 1) % 3] * wind[(i + 2) % 3] - rate[(i + 2) % 3] * wind[(i + 1) % 3]
            for i in range(3)
        ]
        _add_force(work, [repr(2 * one) for one in cross])
    work.translated(path, "rotation.rate, and forcing.body for the geostrophic wind")
    return ""
