"""All pictures of a run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import Damages, LobattoError
from lobatto.field_pictures import Look, field_pictures
from lobatto.film import film_kind
from lobatto.histories import draw_history
from lobatto.picture_folder import Film, PictureFolder
from lobatto.picture_words import (
    Place,
    colour_map_of,
    formats_of,
    limits_of,
    line_of,
    plane_of,
)
from lobatto.pictures import Gallery
from lobatto.run import FieldEntry, Run
from lobatto.sample_pictures import draw_samples

NO_LOOK = Look()


def plot_run(
    run: Run,
    which: str = "last",
    folder: Path | None = None,
    station: float | None = None,
    show_elements: bool = False,
    formats: Sequence[str] = ("png",),
) -> Iterator[Path]:
    """Draws the history, probes and forces, and the chosen field files; yields the paths. What is
    damaged is left out, and told of in a LobattoError at the end.

    which: "last", "all" or a step; folder: by default RUN/plots; station: where the cross section
    is, along the flow (default: the middle); formats: some of png, pdf, svg.
    """
    pictures = PictureFolder(run.path / "plots" if folder is None else folder, formats)
    damages, chosen, n_drawn = Damages(), list[FieldEntry](), 0
    with damages.noted():
        chosen = choose(run, which)
    with damages.noted():
        draw_history(run, pictures)
    for path in pictures.taken():
        n_drawn += 1
        yield path
    if not n_drawn and not chosen and not damages.messages:
        raise LobattoError(f"{run.path} has nothing to draw yet: no steps and no field files")
    yield from draw_samples(run, pictures, damages)
    for entry in chosen:
        with damages.noted():
            Gallery(run, entry.open(), pictures, station, show_elements).draw()
        yield from pictures.taken()
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


def plot_fields(
    run: Run,
    names: Sequence[str],
    places: Sequence[Place] = (),
    look: Look = NO_LOOK,
    which: str = "last",
    folder: Path | None = None,
    formats: Sequence[str] = ("png",),
    film: Film | None = None,
) -> Iterator[Path]:
    """Draws fields, or expressions of fields, of the chosen field files on planes and along lines;
    yields the paths. film: one of all of them in place of a picture each."""
    pictures = PictureFolder(run.path / "plots" if folder is None else folder, formats)
    entries = choose(run, which)
    if not entries:
        raise LobattoError(f"{run.path} has no field files to draw")
    for shown in field_pictures(run, entries, names, places, look):
        if film is not None:
            yield film.write(pictures.path, [picture for picture, _ in shown])
            continue
        for picture, step in shown:
            pictures.save(picture, step)
            yield from pictures.taken()


@dataclass(frozen=True)
class Wish:
    """The options of `lobatto plot`, as they stand on the command line."""

    which: str | None = None
    names: Sequence[str] = ()
    planes: Sequence[str] = ()
    lines: Sequence[str] = ()
    limits: str | None = None
    colour_map: str | None = None
    formats: str = "png"
    film: str | None = None
    per_second: float = 10
    folder: Path | None = None
    station: float | None = None
    show_elements: bool = False

    def look(self) -> Look:
        """Raises LobattoError."""
        return Look(
            None if self.colour_map is None else colour_map_of(self.colour_map),
            None if self.limits is None else limits_of(self.limits),
            self.show_elements,
        )

    def places(self) -> list[Place]:
        """Raises LobattoError."""
        return [*map(plane_of, self.planes), *map(line_of, self.lines)]

    def film_of(self) -> Film | None:
        """Raises LobattoError."""
        return None if self.film is None else Film(film_kind(self.film), self.per_second)


def plot_as_wished(run: Run, wish: Wish) -> Iterator[Path]:
    """Carries out `lobatto plot`; yields the paths. Raises LobattoError."""
    look, places, film = wish.look(), wish.places(), wish.film_of()
    formats = formats_of(wish.formats)
    which = wish.which or ("last" if film is None else "all")
    if wish.names:
        yield from plot_fields(run, wish.names, places, look, which, wish.folder, formats, film)
        return
    options = {
        "--plane": places, "--range": wish.limits, "--cmap": wish.colour_map, "--film": film
    }  # fmt: skip
    without = [name for name, value in options.items() if value]
    if without:
        raise LobattoError(f"{without[0]} goes with --field, which says what is drawn")
    yield from plot_run(run, which, wish.folder, wish.station, wish.show_elements, formats)
