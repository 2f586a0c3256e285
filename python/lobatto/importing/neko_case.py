"""A case of Neko, of versions 0.5 and later, as a case file."""

import re
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.importing.draft import Draft
from lobatto.importing.ledger import Ledger
from lobatto.importing.nek_run import LARGEST_CFL, SAFE_CFL
from lobatto.importing.neko_components import translate_components
from lobatto.importing.neko_document import Document
from lobatto.importing.neko_fluid import translate_fluid
from lobatto.importing.neko_mesh import is_plane
from lobatto.importing.neko_reasons import reason
from lobatto.importing.neko_scalar import translate_scalars
from lobatto.importing.neko_work import Work, seconds_of
from lobatto.importing.settings import read_text


def import_neko(path: Path) -> tuple[Draft, Ledger]:
    """Throws where the file is no case of Neko."""
    if not path.exists():
        raise LobattoError(f"there is no file {path}")
    document = Document(path)
    if not isinstance(document.peek("case"), dict):
        raise LobattoError(f"{path}: expected an object 'case'")
    work = Work(document, Draft(), Ledger(), folder=path.parent)
    work.draft.set("case.name", re.sub(r"[^A-Za-z0-9_.-]", "-", path.stem))
    work.read_constants()
    _numerics(work)
    _mesh(work)
    _time(work)
    translate_fluid(work)
    translate_scalars(work)
    translate_components(work)
    _output(work)
    _restart(work)
    _user_file(work, path)
    for leaf in list(document.left()):
        is_fine, why = reason(leaf)
        note = work.ledger.no_need if is_fine else work.ledger.open
        note(f"{document.name}:{leaf.line}", f"{leaf.path} = {leaf.value!r}", why)
    work.ledger.ask_for_first_step(work.draft)
    return work.draft, work.ledger


def _numerics(work: Work) -> None:
    work.copy("case.numerics.polynomial_order", "mesh.order")
    work.copy("case.numerics.time_order", "time.order")
    if work.document.peek("case.numerics.polynomial_order") is None:
        work.draft.set("mesh.order", 7)
        work.draft.remark("mesh", "order: the source does not have it")
    if work.take("case.numerics.oifs"):
        work.set("case.numerics.oifs", "time.splitting", "characteristics")
    dealias = work.take("case.numerics.dealias")
    finer = work.value("case.numerics.dealiased_polynomial_order")
    if dealias is False:
        work.set("case.numerics.dealias", "mesh.quadrature", "none")
    elif dealias:
        why = "mesh.quadrature = default does it"
        work.no_need("case.numerics.dealias", why)
    elif work.document.peek("case.numerics.oifs") is not True:
        why = 'Neko does not run without it; its manual says false, which is "none" here'
        work.missing("case.numerics.dealias", "mesh", f"quadrature: {why}")
    if finer and dealias is not False:
        work.set("case.numerics.dealiased_polynomial_order", "mesh.quadrature", int(finer) + 1)


def _mesh(work: Work) -> None:
    file = work.take("case.mesh_file")
    if isinstance(file, str):
        work.set("case.mesh_file", "mesh.file", file)
        if is_plane(work.folder / file):
            # Neko makes one element of length 1 along z, periodic.
            layers = {"range": [0.0, 1.0], "elements": 1, "periodic": True}
            work.draft.set("mesh.extrude", layers)
            work.translated("case.mesh_file", "mesh.extrude: the mesh is plane")


def _time(work: Work) -> None:
    """`case.time` of version 1.0, or the same keys in `case` before."""
    at = "case.time." if work.document.peek("case.time") is not None else "case."
    varies = work.take(f"{at}variable_timestep")
    if varies:
        cfl = work.value(f"{at}target_cfl")
        largest = LARGEST_CFL if work.draft.get("time.splitting") else SAFE_CFL
        work.set(f"{at}variable_timestep", "time.cfl", min(cfl or 0.4, largest))
        if cfl:
            text = "time.cfl" if cfl <= largest else f"time.cfl = {largest:g}: it bears no more"
            work.translated(f"{at}target_cfl", text)
        work.copy(f"{at}max_timestep", "time.max_dt")
        if work.take(f"{at}timestep") is not None:
            work.no_need(f"{at}timestep", "the first step follows from time.cfl and time.max_dt")
    else:
        if varies is False:
            work.no_need(f"{at}variable_timestep", "time.dt is constant")
        work.copy(f"{at}timestep", "time.dt")
    work.copy(f"{at}end_time", "time.end")
    if work.value("case.time.start_time"):
        why = "runs begin at 0, or with the time of their restart: shift time.end and what has a t"
        work.missing("case.time.start_time", "time", why)
        work.draft.remove("time.end")
        work.ledger.withdraw("time.end", "runs begin at 0")
    if work.draft.get("time.dt") is None and work.draft.get("time.cfl") is None:
        work.draft.set("time.cfl", 0.4)
        work.draft.remark("time", "the source has no length of a step")
    limit = work.take("case.job_timelimit")
    seconds = seconds_of(limit) if isinstance(limit, str) else None
    if seconds:
        work.set("case.job_timelimit", "time.wall_limit", seconds)
    elif limit is not None:
        work.no_need("case.job_timelimit", "no limit")


def _output(work: Work) -> None:
    fields = dict(work.draft.get("output.fields") or {})
    precision = work.take("case.output_precision")
    if precision == "double":
        fields["precision"] = "double"
        work.translated("case.output_precision", "output.fields.precision")
    elif precision is not None:
        work.no_need("case.output_precision", "single precision is the default")
    at_end = work.take("case.output_at_end")
    if at_end is False:
        fields["final"] = False
        work.translated("case.output_at_end", "output.fields.final")
    elif at_end:
        work.no_need("case.output_at_end", "fields are written at the end by default")
    if fields:
        work.draft.set("output.fields", fields)
    if not work.take("case.output_checkpoints"):
        if work.document.peek("case.output_checkpoints") is False:
            why = "checkpoints are written every half hour all the same"
            work.no_need("case.output_checkpoints", why)
        return
    work.translated("case.output_checkpoints", "output.checkpoint.final")
    interval = work.interval(
        "case.checkpoint_control", "case.checkpoint_value", "output.checkpoint"
    )
    work.draft.set("output.checkpoint", {**interval, "final": True})


def _restart(work: Work) -> None:
    file = work.take("case.restart_file")
    if isinstance(file, str):
        work.set("case.restart_file", "restart.from", file)
        if work.document.peek("case.restart_mesh_file") is not None:
            work.open("case.restart_mesh_file", "go over a field file with coordinates")


def _user_file(work: Work, path: Path) -> None:
    """The routines that a user file hands to Neko, by their names."""
    files = sorted(path.parent.glob("*.f90"))
    own = path.with_suffix(".f90")
    if not own.exists() and len(files) == 1:
        why = "has another name than the case, and is taken, as it is the only one there"
        work.ledger.open(files[0].name, "user code", why)
    for file in [own] if own.exists() else files if len(files) == 1 else []:
        for number, line in enumerate(read_text(file).splitlines(), start=1):
            found = re.match(r"\s*(?:user|u)%(\w+)\s*=>\s*(\w+)", line)
            if found:
                what = f"{found[1].replace('_', ' ')}: {found[2]}"
                why = "user code: write its formula as an expression, or as user code here"
                work.ledger.open(f"{file.name}:{number}", what, why)
