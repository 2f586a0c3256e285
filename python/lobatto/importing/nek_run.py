"""Settings of Nek5000 and NekRS for the run: steps, what drives the flow, filters, output."""

import math
import os
import re
from pathlib import Path

from lobatto.importing.ledger import Outcome
from lobatto.importing.nek_field import field_head
from lobatto.importing.nek_reasons import PARAMETERS
from lobatto.importing.nek_state import NekCase
from lobatto.importing.settings import Setting, number_of
from lobatto.wording import counted

SAFE_CFL = 0.5
"""What the extrapolation of advection bears."""
LARGEST_CFL = 5.0
"""What steps along characteristics are made for."""


def translate_run(case: NekCase) -> None:
    _time(case)
    _flow_rate(case)
    _filter(case)
    _output(case)
    _restart(case)
    _projection(case)


def _time(case: NekCase) -> None:
    take = case.settings.take
    _splitting(case)
    _step_length(case)
    stop = take("general", "stopat")
    by = stop.word if stop else "numsteps"
    if stop and by not in ("numsteps", "endtime", "elapsedtime"):
        case.ledger.open(stop.place, stop.what, "the run ends by time.steps or time.end")
    elif stop:
        key = {"endtime": "time.end", "elapsedtime": "time.wall_limit"}.get(by, "time.steps")
        case.done(stop, key)
    for name, key, unit in (
        ("numsteps", "time.steps", 1),
        ("endtime", "time.end", 1),
        ("elapsedtime", "time.wall_limit", 60),
    ):
        setting = take("general", name)
        value = number_of(setting.value) if setting else None
        if setting and (value is None or by == name and value <= 0):
            case.ledger.open(setting.place, setting.what, f"expected a number above 0 for {key}")
        elif setting and value is not None and by == name:
            case.draft.set(key, int(value) if name == "numsteps" else value * unit)
            case.done(setting, key)
        elif setting:
            case.ledger.no_need(setting.place, setting.what, f"not read: the run ends by {by}")
    if not (case.draft.get("time.steps") or case.draft.get("time.end")):
        why = "the source runs no step, or by the clock alone: choose time.steps or time.end"
        case.ledger.open("the source", "no end of the run", why)
        case.draft.remark("time", why)
    _scheme(case)


def _parts(text: str) -> dict[str, str]:
    """Of "targetCFL=2 + max=1e+2" what stands behind each sign."""
    pairs = (part.partition("=") for part in re.split(r"\+(?=\s*[a-z])", text))
    return {key.strip(): value.strip() for key, sign, value in pairs if sign}


def _step_length(case: NekCase) -> None:
    """Adaptive where the source says so, or has no length of a step."""
    take = case.settings.take
    dt, varies = take("general", "dt"), take("general", "variabledt")
    cfl, initial = take("general", "targetcfl"), take("general", "initialdt")
    parts = _parts(dt.word if dt else "")
    length = number_of(dt.value) if dt else None
    if initial:
        case.ledger.no_need(initial.place, initial.what, PARAMETERS[84][1])
    if dt and parts:
        _variable_step(case, dt, parts)
    elif dt and length is None:
        case.ledger.open(dt.place, dt.what, "expected a number for time.dt")
        case.draft.remark("time", f"dt: {dt.place}: no constant expression")
    elif length and not (varies and varies.is_yes):
        case.draft.set("time.dt", abs(length))
        if dt:
            case.done(dt, "time.dt")
    else:
        target = number_of(cfl.value) if cfl else None
        case.draft.set("time.cfl", min(target or SAFE_CFL, _largest_cfl(case)))
        if length:
            case.draft.set("time.max_dt", abs(length))
        if dt:
            case.done(dt, "time.max_dt" if length else "time.cfl")
    if varies and case.draft.get("time.cfl"):
        case.done(varies, "time.cfl")
    elif varies:
        case.ledger.no_need(varies.place, varies.what, "time.dt is constant")
    if cfl:
        fixed = "" if case.draft.get("time.cfl") else "not read: the length of a step"
        _note_cfl(case, cfl, number_of(cfl.value), fixed)


def _variable_step(case: NekCase, dt: Setting, parts: dict[str, str]) -> None:
    longest, cfl = number_of(parts.get("max", "")), number_of(parts.get("targetcfl", "0.5"))
    case.draft.set("time.cfl", min(cfl or SAFE_CFL, _largest_cfl(case)))
    if longest:
        case.draft.set("time.max_dt", longest)
    case.done(dt, "time.cfl and time.max_dt" if longest else "time.cfl")
    _note_cfl(case, dt, cfl, "")
    if "initial" in parts:
        case.ledger.no_need(dt.place, f"initial={parts['initial']}", PARAMETERS[84][1])


def _note_cfl(case: NekCase, setting: Setting, cfl: float | None, fixed: str) -> None:
    if fixed:
        case.ledger.no_need(setting.place, setting.what, f"{fixed} is constant")
    elif cfl is None:
        case.ledger.open(setting.place, setting.what, "expected a number for time.cfl")
    elif cfl > (largest := _largest_cfl(case)):
        text = f"time.cfl = {largest:g}: advection bears no more"
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


def _splitting(case: NekCase) -> None:
    """Before the length of steps, which depends on it."""
    for key in ("extrapolation", "subcyclingsteps", "subcycling", "ifchar"):
        found = case.settings.take("general", key)
        if found and found.word in ("standard", "0", "no", "false"):
            case.ledger.no_need(found.place, found.what, "as here without time.splitting")
        elif found:
            case.draft.set("time.splitting", "characteristics")
            case.done(found, "time.splitting")


def _largest_cfl(case: NekCase) -> float:
    return LARGEST_CFL if case.draft.get("time.splitting") else SAFE_CFL


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
    outcome = next((e.outcome for e in case.ledger.entries if old and e.what == old.what), None)
    for one in further:
        if case.draft.get("filter.kind") is not None:
            case.done(one, "[filter]")
        elif outcome is Outcome.OPEN:
            case.ledger.open(one.place, one.what, "see the filter")
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
    if kind not in ("hpfrt", "explicit") or value is None or ";" in setting.value:
        why = "[filter] has relaxation (hpfrt) and explicit, each with its strength"
        case.ledger.open(setting.place, setting.what, why)
        return
    cut = number_of(ratio or "")
    above = math.floor((case.order + 1) * (1 - cut) + 0.5) if cut else 1
    count = int(number_of(modes or "") or above)
    if count == 0 and cut and not case.is_nekrs:
        count = 1
    if count == 0 or _is_off(case, setting, number_of(modes or ""), cut, count):
        case.ledger.no_need(setting.place, setting.what, "off: no mode but the highest, or none")
        return
    if count > case.order - 2:
        why = f"{count} modes of order {case.order}: [filter] has {case.order - 2} at most"
        case.ledger.open(setting.place, setting.what, why)
        return
    is_relaxation = kind == "hpfrt"
    case.draft.set("filter.kind", "relaxation" if is_relaxation else "explicit")
    case.draft.set("filter.modes", count)
    case.draft.set("filter.chi" if is_relaxation else "filter.weight", value)
    case.done(setting, "[filter]")


def _is_off(
    case: NekCase, setting: Setting, modes: float | None, cut: float | None, count: int
) -> bool:
    """Nek5000 has no filter of one mode by its number, nor of a ratio near 1, nor of one mode
    beside a mean velocity (reader_par.f)."""
    if setting.key != "filtering" or case.is_rea or case.is_nekrs:
        return False
    has_mean = all(case.settings.peek("general", k) for k in ("constflowrate", "meanvelocity"))
    is_single = modes == 1 or (has_mean and count == 1)
    return is_single or (modes is None and cut is not None and cut > 0.99)


def _output(case: NekCase) -> None:
    control, interval = (
        case.settings.take("general", k) for k in ("writecontrol", "writeinterval")
    )
    precision = case.settings.take("general", "writedoubleprecision")
    by_time = control is not None and control.word in ("runtime", "simulationtime")
    if control and not by_time and control.word not in ("steps", "timestep", "step"):
        for one in (control, *([interval] if interval else [])):
            case.ledger.open(one.place, one.what, "output.fields has every_steps and every_time")
        interval = None
    elif control:
        case.done(control, f"output.fields.every_{'time' if by_time else 'steps'}")
    value = number_of(interval.value) if interval else None
    if interval and value and value < 0:
        case.draft.set("output.fields", {"final": False})
        case.done(interval, "output.fields.final = false")
    elif interval and value:
        key, number = ("every_time", value) if by_time else ("every_steps", max(1, int(value)))
        case.draft.set("output.fields", {key: number})
        case.done(interval, f"output.fields.{key}")
    elif interval:
        case.ledger.no_need(interval.place, interval.what, "fields are written at the end alone")
    if precision and precision.is_yes and precision.word != "32":
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
    text, *others = re.sub(r"[\"']", " ", found.value).split(",")
    file, *options = re.split(r"[+\s]+", re.sub(r"\s*=\s*", "=", text).strip())
    if file in ("", "0"):
        case.ledger.no_need(found.place, found.what, "no file: the run begins anew")
        return
    for other in others:
        why = "a further file: a run begins with the fields of one"
        case.ledger.open(found.place, other.strip(), why)
        case.draft.remark("restart", f"{other.strip()}: {why}")
    file = _first_piece(case, found, file)
    case.draft.set("restart.from", file)
    case.done(found, "restart.from")
    chosen = []
    for option in (one for one in options if one):
        name, _, value = option.lower().partition("=")
        if name.startswith("int"):
            case.draft.set("restart.interpolate", True)
            case.ledger.translated(found.place, option, "restart.interpolate")
        elif name == "time" and number_of(value) is not None:
            case.draft.set("restart.time", number_of(value))
            case.ledger.translated(found.place, option, "restart.time, and steps count from there")
        elif name in ("x", "xyz"):
            why = (
                "the mesh is that of mesh.file, not that of the field file: see that it is the same"
            )
            case.ledger.open(found.place, option, why)
        elif fields := _fields_of(case, name):
            chosen += fields
            case.ledger.translated(found.place, option, "restart.fields")
        else:
            _open_option(case, found, option)
    if chosen:
        case.draft.set("restart.fields", chosen)
    if case.draft.get("restart.time") is None:
        _count_from_restart(case, case.folder / file, found)


def _fields_of(case: NekCase, letters: str) -> list[str]:
    """The fields that letters of the source choose, such as U, or UPT; none where one is not known.
    X in a row with others is the mesh, which mesh.file gives."""
    parts = re.findall(r"s\d+|[a-z]|.", letters.removeprefix("x"))
    found = [_field_of(case, part) for part in parts]
    return [one for one in found if one is not None] if None not in found else []


def _field_of(case: NekCase, letter: str) -> str | None:
    """The field that a letter of the source chooses: U, P, T, S01 ..."""
    if letter in ("u", "p"):
        return {"u": "velocity", "p": "pressure"}[letter]
    number = 2 if letter == "t" else 2 + int(letter[1:]) if re.fullmatch(r"s\d+", letter) else None
    names = (scalar.table.get("name") for scalar in case.scalars if scalar.number == number)
    name = next(names, None)
    return None if name is None else str(name)


def _first_piece(case: NekCase, found: Setting, file: str) -> str:
    """The file, or the first of its pieces, such as A00/x00.f00001, where it was cut into some."""
    path = case.folder / file
    name = re.fullmatch(r"(.*?)0+(\.f\d+)", path.name)
    if path.exists() or not name:
        return file
    pieces = [
        *path.parent.glob(f"{name[1]}0*{name[2]}"),
        *path.parent.glob(f"A*/{name[1]}0*{name[2]}"),
    ]
    first = next((p for p in sorted(pieces) if not p.stem[len(name[1]) :].strip("0")), None)
    if first is None:
        case.ledger.open(found.place, file, "there is no such file here: put it where the key says")
        return file
    piece = os.path.relpath(first, case.folder)
    case.ledger.open(found.place, file, f"is not there; {piece} is, and is taken: see that it fits")
    return piece


def _open_option(case: NekCase, found: Setting, option: str) -> None:
    why = "is no field of the case, and is not chosen"
    case.ledger.open(found.place, option, why)
    case.draft.remark("restart", f"{option}: {why}")


def _count_from_restart(case: NekCase, path: Path, found: Setting) -> None:
    """Steps count from the begin of the first run here, and from the restart in the source."""
    steps = case.draft.get("time.steps")
    head = field_head(path)
    if head is None and steps:
        why = "counts from the begin of the first run: add the steps of the file to it"
        case.doubts.setdefault("time.steps", why)
    elif head and steps:
        case.draft.set("time.steps", head.step + steps)
        what = f"{counted(head.step, 'step')} of the file, {steps} more"
        case.ledger.translated(found.place, what, f"time.steps = {head.step + steps}")


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
