"""All pictures of a run."""

from collections.abc import Iterator
from pathlib import Path

from lobatto.errors import Damages, LobattoError
from lobatto.histories import draw_history
from lobatto.pictures import Gallery
from lobatto.run import FieldEntry, Run
from lobatto.sample_pictures import draw_samples


def plot_run(
    run: Run,
    which: str = "last",
    folder: Path | None = None,
    station: float | None = None,
    show_elements: bool | None = None,
) -> Iterator[Path]:
    """Draws the history, probes and forces, and the chosen field files; yields the paths. What is
    damaged is left out, and told of in a LobattoError at the end.

    which: "last", "all" or a step; folder: by default RUN/plots; station: where the cross section
    is, along the flow (default: the middle); show_elements: by default only of curved meshes.
    """
    folder = run.path / "plots" if folder is None else folder
    damages, history, chosen = Damages(), None, []
    with damages.noted():
        chosen = choose(run, which)
    with damages.noted():
        history = draw_history(run, folder)
    if history is None and not chosen and not damages.messages:
        raise LobattoError(f"{run.path} has nothing to draw yet: no steps and no field files")
    if history is not None:
        yield history
    yield from draw_samples(run, folder, damages)
    for entry in chosen:
        with damages.noted():
            gallery = Gallery(run, entry.open(), folder, station, show_elements)
            yield from gallery.draw()
    damages.raise_noted()


def choose(run: Run, which: str) -> list[FieldEntry]:
    """The field files meant by "last", "all" or a step."""
    if which == "all":
        return run.fields
    if which == "last":
        return run.fields[-1:]
    if not which.isdigit():
        raise LobattoError(f"--fields is {which!r}, expected last, all or the number of a step")
    found = [entry for entry in run.fields if entry.open().step == int(which)]
    if not found:
        steps = ", ".join(str(entry.open().step) for entry in run.fields) or "none"
        raise LobattoError(f"{run.path} has no field file of step {which}; it has {steps}")
    return found
