"""What the routines of a .usr file do, as far as their text tells without running them."""

import re
from collections.abc import Iterator

from lobatto.importing.fortran_source import (
    Assignment,
    Label,
    Loop,
    Other,
    Routine,
    Step,
    walk,
)

ROUTINES = {
    "uservp": "material properties",
    "userf": "body force",
    "userq": "sources of scalars",
    "userbc": "boundary values",
    "useric": "initial values",
    "userchk": "what is done at every step",
    "userqtl": "thermal divergence",
    "usrdat": "changes before the mesh is made",
    "usrdat2": "changes after the mesh is made",
    "usrdat3": "changes before the run",
    "usrsetvert": "numbering of vertices",
    "userflux": "fluxes",
    "userfsv": "forces of the user's solver",
}
"""The routines that Nek5000 calls."""

FIELD_ARITHMETIC = (
    r"(op)?(copy|rzero|rone|chsign|cfill|cadd|cmult|add|sub|col|inv|dssum|dsavg|ortho|vsq|zero)"
    r"\w*$|izero|iadd|ifill|invers|bcast|gop|igop|dsop|fgslib_gs_op"
)
"""Routines of Nek5000 that set their first argument."""
READING_ONLY = (
    r"avg_all|avg[1-4]$|mean_|_stats?|stat_|outpost|prepost|full_restart_save|hpts|intp|interp|"
    r"findpts|fgslib_|torque|drag|set_obj|create_obj|planar_av|plane_av|z_av|y_av|gtpp|lambda2|vort|"
    r"q_crit|grad|opgrad|opdiv|dudxyz|comp_|curl|quadruple|glsc|norm|gl(max|min|sum)|exitt|print|"
    r"x_?av|dump|write|mesh_metrics|setbc|nekgsync|chcopy|chkcbc|gen_mapping|axhelm|hmholtz"
)
"""Routines of Nek5000 that change neither the solution nor the mesh nor properties."""
_CALLS = (
    (r"avg_all|avg[1-4]$|mean_|_stats?|stat_", "gathers averages", "[statistics]"),
    (r"outpost|prepost|full_restart_save", "writes field files", "output.fields"),
    (r"hpts|intp|interp", "takes the solution at points", "[[probe]]"),
    (r"torque|drag|set_obj|create_obj", "forces on boundaries", "[[force]]"),
    (r"planar_av|plane_av|z_av|y_av|gtpp|av_", "averages over directions", "statistics.average"),
    (r"lambda2|vort|q_crit|gradm1|opgrad|comp_", "derivatives of the flow", "output.quantities"),
    (r"setbc", "sets conditions of boundaries", "[boundary]"),
    (r"rescale_x", "scales the mesh", "the mesh file, or mesh.map"),
    (r"eddy_visc|comp_gij|sgs|les_|smag", "a sub-grid viscosity", "[subgrid]"),
    (r"full_restart", "restarts from several field files", "restart.from"),
    (r"lpm|ppiclf|particle|part_", "particles", "nothing yet"),
    (r"rans|ktau|komg", "a RANS model", "nothing"),
    (r"recycl|velocity_norm|setup_recyc", "recycles its inflow", "boundary.<name>.recycle"),
    (r"set_forcing|userf_|bf_", "a force", "forcing.body"),
    (r"gfldr|load_fld|restart", "reads fields", "restart.from"),
    (r"quadruple|glsc|norm|gl(max|min|sum)", "integrals, norms or extrema", "[[monitor]]"),
    (FIELD_ARITHMETIC, "arithmetic on whole fields", ""),
    (r"fix_geom|geom_reset|setrzer", "renews the geometry", "nothing: a mesh is read once"),
    (r"neknek|multimesh", "couples several meshes", "nothing"),
)
_FUNCTIONS = r"\b(glmax|glmin|glsc2|glsc3|glsum|glamax|vlsc2|iglsum|fltmean)\s*\("
_NOISE = r"\b(ran1|ran2|rand|random_number|mth_rand|mth_ran_rng)\s*\("
_GEOMETRY = r"([xyz](m1|m2|c))\("


def is_template(routine: Routine) -> bool:
    """Whether nothing is done but to set results to zero, or to what they are."""
    return all(_is_idle(step) for step in walk(routine.body))


def actions(routine: Routine) -> list[tuple[int, str, str]]:
    """The first line of each thing that a routine does, what that is with the routines that it
    calls for it, and the part of a case file that serves for it, "" where it is not known."""
    found: dict[str, tuple[int, str, dict[str, None]]] = {}
    for step in walk(routine.body):
        for what, called, instead in _actions_of(step):
            _, _, names = found.setdefault(what, (step.line, instead, {}))
            names |= {called: None} if called else {}
    return [
        (line, f"{what} ({', '.join(names)})" if names else what, instead)
        for what, (line, instead, names) in found.items()
    ]


def _is_idle(step: Step) -> bool:
    if isinstance(step, Other):
        return step.kind == "return"
    if isinstance(step, Label):
        return True
    if isinstance(step, Assignment):
        # Looking up the number of the element on this rank does nothing by itself.
        zero = re.fullmatch(r"[-+]?0*\.?0*(?:[ed][+-]?\d+)?", step.value)
        is_zero = bool(zero) and "(" not in step.target
        return is_zero or bool(re.match(r"gllel\(", step.value)) or step.value == step.target
    return False


def _actions_of(step: Step) -> Iterator[tuple[str, str, str]]:
    """What is done, the routine that is called for it, and what serves instead."""
    if isinstance(step, Other):
        yield from _actions_of_other(step)
    elif isinstance(step, Assignment):
        yield from _actions_of_assignment(step)
    elif isinstance(step, Loop) and re.search(r"\bistep\b", step.head):
        yield "a loop over steps", "", ""


def _actions_of_other(step: Other) -> Iterator[tuple[str, str, str]]:
    if step.kind == "call":
        name = re.match(r"call (\w+)", step.text)
        called = name[1] if name else step.text
        known = next(((w, i) for pattern, w, i in _CALLS if re.match(pattern, called)), None)
        yield (known[0], called, known[1]) if known else ("calls", called, "")
    elif step.kind == "print" and re.match(r"open", step.text):
        yield "writes or reads files of its own", "", ""
    elif step.kind == "print" and re.match(r"write|print", step.text):
        yield "prints figures", "", "[[monitor]]"
    elif step.kind == "read":
        yield "reads files of its own", "", 'table("file.csv", ...) in expressions'
    elif step.kind == "unclear":
        yield f"{step.text[:60]}: not understood", "", ""


def _actions_of_assignment(step: Assignment) -> Iterator[tuple[str, str, str]]:
    if re.search(_NOISE, step.value):
        yield "random numbers", "", "random(seed) in initial values"
    if re.search(_FUNCTIONS, step.value):
        yield "integrals, norms or extrema", "", "[[monitor]]"
    moved = re.match(_GEOMETRY, step.target)
    if moved:
        yield f"moves the mesh ({moved[1]} = {step.value[:60]})", "", "mesh.map"
    if re.match(r"cbc\(|boundaryid\(|bc\(", step.target):
        yield "sets conditions of boundaries", "", "[boundary]"
    changed = re.match(r"u?param\(\d+\)|filtertype$", step.target)
    if changed:
        yield f"sets {changed[0]} = {step.value[:40]}", "", ""
    if step.target == "lastep":
        yield "ends the run", "", "time.steps, time.end or time.steady"
    if re.match(r"v[xyz]\(|t\(|pr\(", step.target):
        yield "changes the solution", "", ""
