"""Statistics, probes, forces and other simulation components of a case of Neko."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lobatto.importing.neko_fluid import scalar_name
from lobatto.importing.neko_work import Work, zone_name

_LES = {
    "smagorinsky": ("smagorinsky", "c_s"),
    "dynamic_smagorinsky": ("dynamic", ""),
    "vreman": ("vreman", "c"),
    "sigma": ("sigma", "c"),
    "wale": ("wale", "c_w"),
}
"""Models of a sub-grid viscosity, and the key of their constant."""
MOST_POINTS = 1000
"""Of a file that are written into the case file."""


def translate_components(work: Work) -> None:
    """`simulation_components`, and `statistics` of versions before 1.0."""
    _old_statistics(work)
    kinds: dict[str, Callable[[Work, str], str]] = {
        "fluid_stats": _statistics,
        "scalar_stats": _scalar_statistics,
        "probes": _probes,
        "force_torque": _force,
        "lambda2": _lambda2,
        "vorticity": _curl,
        "curl": _curl,
        "divergence": _divergence,
        "div": _divergence,
        "derivative": _derivative,
        "gradient": _gradient,
        "grad": _gradient,
        "les_model": _subgrid,
    }
    for number, entry in enumerate(work.document.peek("case.simulation_components") or []):
        path = f"case.simulation_components[{number}]"
        kind = str(entry.get("type")) if isinstance(entry, dict) else ""
        if kind in kinds:
            why = kinds[kind](work, path)
        else:
            why = f"a component of the type {kind!r} has no counterpart"
        if why:
            work.open(path, why)


def _old_statistics(work: Work) -> None:
    path = "case.statistics"
    if not isinstance(work.document.peek(path), dict):
        return
    if work.document.peek(f"{path}.enabled") is False:
        work.no_need(path, "switched off there")
        return
    work.draft.set("statistics.start", work.value(f"{path}.start_time") or 0.0)
    interval = work.value(f"{path}.sampling_interval")
    if interval and interval >= 1:
        work.draft.set("statistics.every_steps", int(interval))
    work.translated(path, "[statistics]")


def _statistics(work: Work, path: str) -> str:
    work.draft.set("statistics.start", work.value(f"{path}.start_time") or 0.0)
    if work.document.peek(f"{path}.compute_control") == "tsteps":
        steps = work.value(f"{path}.compute_value")
        work.draft.set("statistics.every_steps", max(1, int(steps or 1)))
    if work.document.peek(f"{path}.output_control") == "simulationtime":
        window = work.value(f"{path}.output_value")
        if window and window > 0:
            work.draft.set("statistics.window", window)
    sets = work.document.peek(f"{path}.set_of_stats")
    if sets in ("basic", "full"):
        work.draft.set("statistics.quantities", sets)
    directions = work.document.peek(f"{path}.avg_direction")
    work.translated(path, "[statistics]")
    if isinstance(directions, str) and set(directions) <= set("xyz") and directions:
        text = "statistics.average is for boxes; a mesh file has no directions to average over"
        work.ledger.open(work.document.place(path), f"avg_direction = {directions!r}", text)
    return ""


def _scalar_statistics(work: Work, path: str) -> str:
    if work.draft.get("statistics") is None:
        work.draft.set("statistics.start", work.value(f"{path}.start_time") or 0.0)
    work.translated(path, "[statistics], which has the scalars too")
    return ""


def _interval(work: Work, path: str) -> dict[str, float | int]:
    """every_steps or every_time of a component, without a line of its own in the report."""
    kind = work.document.peek(f"{path}.compute_control") or work.document.peek(
        f"{path}.output_control"
    )
    value = work.value(f"{path}.compute_value") or work.value(f"{path}.output_value")
    end = work.draft.get("time.end")
    if kind == "tsteps" and value:
        return {"every_steps": max(1, int(value))}
    if kind == "simulationtime" and value and value > 0:
        return {"every_time": value}
    if kind == "nsamples" and value and end:
        return {"every_time": end / value}
    return {"every_steps": 1}


def _probes(work: Work, path: str) -> str:
    entries = work.document.peek(f"{path}.points")
    old_file = work.document.peek(f"{path}.points_file")
    if isinstance(old_file, str):
        entries = [{"type": "file", "file_name": old_file}]
    if not isinstance(entries, list) or not entries:
        return "probes without points"
    names = work.document.peek(f"{path}.fields")
    names = names if isinstance(names, list) else []
    quantities = [_field_name(work, name) for name in names]
    unknown = [str(name) for name, found in zip(names, quantities, strict=True) if not found]
    if unknown:
        why = "no field of the case file, and left out; output.quantities makes more"
        work.ledger.open(work.document.place(path), f"{path}.fields: {', '.join(unknown)}", why)
    stem = str(work.document.peek(f"{path}.output_file") or "probes").rpartition(".")[0] or "probes"
    faults = []
    for entry in entries:
        table: dict[str, Any] = {"name": _free_name(work, "probe", stem)}
        why = _points(work, table, entry)
        if why:
            faults.append(why)
            continue
        table |= _interval(work, path)
        known = [one for one in quantities if one]
        table |= {"quantities": known} if known else {}
        work.draft.add("probe", table)
    start = f"{path}.start_time"
    if work.value(start):
        why = "probes sample from the begin of the run on"
        work.ledger.open(work.document.place(start), work.what(start), why)
    if not faults:
        copied = any(isinstance(one, dict) and one.get("type") == "file" for one in entries)
        work.translated(path, "[[probe]], with a copy of the points" if copied else "[[probe]]")
    return "; ".join(faults)


def _points(work: Work, table: dict[str, Any], entry: Any) -> str:
    """Fills the points of a probe in, or says why not."""
    kind = entry.get("type") if isinstance(entry, dict) else None
    if kind == "points":
        flat = entry.get("coordinates") or []
        table["points"] = [flat[i : i + 3] for i in range(0, len(flat) - 2, 3)]
        return "" if table["points"] and len(flat) % 3 == 0 else "points that are no triples"
    if kind == "line":
        ends = {"from": entry.get("start"), "to": entry.get("end")}
        table["line"] = {**ends, "points": entry.get("amount")}
        return "" if None not in table["line"].values() else "a line without ends or number"
    if kind == "file":
        points = _points_of(work.folder / str(entry.get("file_name")))
        table["points"] = points
        return (
            "" if points else f"points of {entry.get('file_name')}, which is not there or too long"
        )
    return f"points of the type {kind!r}: write them as points, line or plane"


def _points_of(path: Path) -> list[list[float]]:
    if not path.exists():
        return []
    rows = [re.split(r"[,\s]+", line.strip()) for line in path.read_text().splitlines()]
    try:
        points = [[float(word) for word in row[:3]] for row in rows if row != [""]]
    except ValueError:
        return []
    return points if len(points) <= MOST_POINTS and all(len(p) == 3 for p in points) else []


def _field_name(work: Work, name: Any) -> str:
    """u, v, w, p and scalars; "" where the case file has no such field."""
    if name in ("u", "v", "w", "p"):
        return str(name)
    return (scalar_name(work, name) or "") if name else ""


def _free_name(work: Work, section: str, wish: str) -> str:
    """A name that no other table of a list has."""
    base = re.sub(r"[^A-Za-z0-9_.-]", "-", wish) or section
    names = {table["name"] for table in work.draft.tables(section)}
    number, name = 2, base
    while name in names:
        name, number = f"{base}-{number}", number + 1
    return name


def _force(work: Work, path: str) -> str:
    zone = work.value(f"{path}.zone_id")
    if zone is None:
        return "a force on no zone"
    wish = str(work.document.peek(f"{path}.zone_name") or f"zone-{int(zone)}")
    table: dict[str, Any] = {"name": _free_name(work, "force", wish), "on": [zone_name(int(zone))]}
    center = work.vector(f"{path}.center")
    if center is not None:
        table["about"] = center
    work.draft.add("force", {**table, **_interval(work, path)})
    work.translated(path, "[[force]]")
    scale = work.value(f"{path}.scale")
    if scale not in (None, 1.0):
        why = "forces are written as they are: multiply them afterwards"
        work.ledger.open(work.document.place(f"{path}.scale"), work.what(f"{path}.scale"), why)
    return ""


def _add_quantities(work: Work, path: str, quantities: dict[str, str]) -> str:
    before = work.draft.get("output.quantities") or {}
    work.draft.set("output.quantities", {**before, **quantities})
    work.translated(path, "output.quantities, in every field file")
    return ""


def _lambda2(work: Work, path: str) -> str:
    return _add_quantities(work, path, {"vortices": "lambda2"})


def _curl(work: Work, path: str) -> str:
    fields = work.document.peek(f"{path}.fields")
    if fields not in (None, ["u", "v", "w"]):
        return "the curl of other fields than the velocity"
    return _add_quantities(work, path, {f"curl_{axis}": f"vorticity_{axis}" for axis in "xyz"})


def _divergence(work: Work, path: str) -> str:
    fields = work.document.peek(f"{path}.fields")
    if fields not in (None, ["u", "v", "w"]):
        return "the divergence of other fields than the velocity"
    return _add_quantities(work, path, {"divergence": "dudx + dvdy + dwdz"})


def _derivative(work: Work, path: str) -> str:
    name, direction = (work.document.peek(f"{path}.{key}") for key in ("field", "direction"))
    if name not in ("u", "v", "w") or direction not in ("x", "y", "z"):
        return "the derivative of another field than the velocity"
    return _add_quantities(work, path, {f"d_{name}_d_{direction}": f"d{name}d{direction}"})


def _gradient(work: Work, path: str) -> str:
    name = work.document.peek(f"{path}.field")
    if name not in ("u", "v", "w"):
        return "the gradient of another field than the velocity"
    return _add_quantities(work, path, {f"grad_{name}_{axis}": f"d{name}d{axis}" for axis in "xyz"})


def _subgrid(work: Work, path: str) -> str:
    name = str(work.document.peek(f"{path}.model"))
    if name not in _LES:
        return f"the sub-grid model {name!r}; [subgrid] has others"
    model, key = _LES[name]
    work.draft.set("subgrid.model", model)
    constant = work.value(f"{path}.{key}") if key else None
    if constant:
        work.draft.set("subgrid.constant", constant)
    work.translated(path, "[subgrid]")
    return ""
