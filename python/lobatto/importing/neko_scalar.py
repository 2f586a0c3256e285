"""The scalars of a case of Neko."""

from typing import Any

from lobatto.importing.neko_fluid import (
    is_still,
    scalar_names,
    scalar_paths,
    translate_solver,
    window,
)
from lobatto.importing.neko_work import Work, zone_name, zones_of


def translate_scalars(work: Work) -> None:
    """`case.scalar`, or the list `case.scalars`."""
    for path, name in zip(scalar_paths(work), scalar_names(work), strict=True):
        _scalar(work, path, name)


def _scalar(work: Work, path: str, name: str) -> None:
    if work.document.peek(f"{path}.enabled") is False:
        work.no_need(path, "it is not solved for")
        return
    if work.take(f"{path}.enabled"):
        work.no_need(f"{path}.enabled", "a [[scalar]] is solved for")
    table: dict[str, Any] = {"name": name}
    if work.document.peek(f"{path}.name") is not None:
        work.translated(f"{path}.name", "scalar.name")
    if work.document.peek(f"{path}.field_name") is not None:
        work.no_need(f"{path}.field_name", f"a name of {name} for other keys")
    if is_still(work, f"{path}.advection", "scalar.advection"):
        table["advection"] = False
    work.draft.add("scalar", table)
    capacity = _diffusivity(work, path, table)
    _initial(work, path, table)
    conditions: dict[str, Any] = {}
    _conditions(work, path, conditions, capacity)
    _old_conditions(work, path, conditions, capacity)
    if conditions:
        table["boundary"] = conditions
    _turbulence(work, path, table)
    _sources(work, path, table)
    translate_solver(work, f"{path}.solver", "solver.projection", 8)


def _diffusivity(work: Work, path: str, table: dict[str, Any]) -> float:
    """Density times heat capacity, which fluxes are divided by."""
    peclet, prandtl = work.value(f"{path}.Pe"), work.value(f"{path}.Pr")
    heat, conductivity = work.value(f"{path}.cp") or 1.0, work.value(f"{path}.lambda")
    capacity = heat * work.density if peclet is None else work.density
    if peclet:
        table["diffusivity"] = 1 / (peclet * work.density)
        work.translated(f"{path}.Pe", "scalar.diffusivity = 1 / (rho Pe)")
    elif conductivity:
        table["diffusivity"] = conductivity / capacity
        work.translated(f"{path}.lambda", "scalar.diffusivity = lambda / (rho cp)")
    elif prandtl:
        table["prandtl"] = prandtl
        work.translated(f"{path}.Pr", "scalar.prandtl")
    else:
        work.draft.remark("scalar", f"diffusivity of {table['name']}: the source has no number")
        why = "the diffusivity is set by user code or follows from other numbers"
        work.ledger.open(work.document.place(path), path, why)
    if work.document.peek(f"{path}.cp") is not None:
        work.translated(f"{path}.cp", "scalar.diffusivity and fluxes are divided by it")
    return capacity


def _initial(work: Work, path: str, table: dict[str, Any]) -> None:
    at = f"{path}.initial_condition"
    kind = work.take(f"{at}.type")
    value = work.value(f"{at}.value") if kind == "uniform" else None
    text = work.expression(work.document.peek(f"{at}.value")) if kind == "expression" else None
    if value is not None or text is not None:
        table["initial"] = value if value is not None else text
        work.translated(at, "scalar.initial")
    elif kind == "field":
        work.no_need(at, "restart.from brings every scalar of its file")
    elif kind is not None:
        why = "set by user code" if kind == "user" else f"initial values of the type {kind!r}"
        work.missing(at, "scalar", f"initial of {table['name']}: {why}")


def _conditions(work: Work, path: str, conditions: dict[str, Any], capacity: float) -> None:
    for number, _ in enumerate(work.document.peek(f"{path}.boundary_conditions") or []):
        at = f"{path}.boundary_conditions[{number}]"
        value, why = _condition(work, at, capacity)
        zones = zones_of(work, at)
        names = ", ".join(zone_name(zone) for zone in zones)
        if value is None or not zones:
            work.missing(at, "scalar", f"{names or 'no zone'}: {why}")
            continue
        conditions |= {zone_name(zone): value for zone in zones}
        work.translated(at, f"scalar.boundary: {names}")


def _condition(work: Work, at: str, capacity: float) -> tuple[Any, str]:
    kind = work.document.peek(f"{at}.type")
    if kind == "dirichlet":
        value = work.value(f"{at}.value")
        return ({"value": value}, "") if value is not None else (None, "a value that is a number")
    if kind == "expression_dirichlet":
        text = work.expression(work.document.peek(f"{at}.value"))
        return ({"value": text}, "") if text else (None, "an expression with words of its own")
    if kind == "neumann":
        flux = work.value(f"{at}.flux")
        flux = work.value(f"{at}.value") if flux is None else flux
        if flux is None:
            return None, "a flux that is one number"
        return ("insulated" if flux == 0 else {"flux": flux / capacity}), ""
    if isinstance(kind, str) and kind.startswith("user"):
        return None, "values set by user code"
    return None, f"a condition of the type {kind!r} has no counterpart"


def _old_conditions(work: Work, path: str, conditions: dict[str, Any], capacity: float) -> None:
    """`boundary_types` of versions before 1.0: d=1 is a value, n=0 a flux."""
    letters = work.document.take(f"{path}.boundary_types")
    for zone, letter in enumerate(letters if isinstance(letters, list) else [], start=1):
        at, text = f"{path}.boundary_types[{zone - 1}]", str(letter).strip()
        kind, _, number = text.partition("=")
        if not text:
            work.no_need(at, "periodic, no zone, or insulated")
            continue
        try:
            value = float(number)
        except ValueError:
            work.missing(at, "scalar", f"{zone_name(zone)}: values set by user code ({text})")
            continue
        condition: Any = {"value": value} if kind == "d" else {"flux": value / capacity}
        conditions[zone_name(zone)] = "insulated" if (kind, value) == ("n", 0) else condition
        work.translated(at, f"scalar.boundary.{zone_name(zone)}")


def _turbulence(work: Work, path: str, table: dict[str, Any]) -> None:
    for at in (f"{path}.Pr_t", f"{path}.alphat.Pr_t"):
        number = work.value(at)
        if number:
            table["turbulent_prandtl"] = number
            work.translated(at, "scalar.turbulent_prandtl")


def _sources(work: Work, path: str, table: dict[str, Any]) -> None:
    parts = []
    for number, entry in enumerate(work.document.peek(f"{path}.source_terms") or []):
        at = f"{path}.source_terms[{number}]"
        kind = entry.get("type") if isinstance(entry, dict) else None
        found = work.take(f"{at}.values")
        value = (
            found[0] if isinstance(found, list) and len(found) == 1 else work.value(f"{at}.value")
        )
        if kind == "constant" and isinstance(value, int | float):
            factor = window(work, at)
            parts.append(f"{value!r}*{factor}" if factor else repr(value))
            work.translated(at, "scalar.source")
        else:
            why = "a source set by user code" if str(kind).startswith("user") else f"a {kind!r}"
            work.missing(at, "scalar", f"source of {table['name']}: {why}")
    if parts:
        table["source"] = " + ".join(parts)
