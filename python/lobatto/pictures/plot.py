"""All pictures of a run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lobatto.errors import Damages, LobattoError
from lobatto.pictures.cloud_pictures import draw_clouds
from lobatto.pictures.field_pictures import Look, Series, series_at, usual_places
from lobatto.pictures.film import film_kind
from lobatto.pictures.gallery import Gallery
from lobatto.pictures.histories import draw_history
from lobatto.pictures.mode_pictures import (
    draw_exponents,
    draw_gains,
    draw_modes,
    draw_wave_makers,
)
from lobatto.pictures.picture_folder import Film, Picture, PictureFolder
from lobatto.pictures.picture_words import (
    Place,
    colour_map_of,
    direction_of,
    formats_of,
    limits_of,
    line_of,
    plane_of,
    surface_of,
)
from lobatto.pictures.sample_pictures import draw_samples
from lobatto.pictures.scene import scene_of
from lobatto.pictures.slice_pictures import slice_pictures
from lobatto.pictures.space_pictures import SpaceScene, SpaceWish
from lobatto.runs.run import FieldEntry, Run


def plot_run(
    run: Run,
    which: str = "last",
    folder: Path | None = None,
    station: float | None = None,
    show_elements: bool = False,
    formats: Sequence[str] = ("png",),
) -> Iterator[Path]:
    """Draws the history, probes, forces and particles, and the chosen field files; yields the
    paths. What is damaged is left out, and told of in a LobattoError at the end.

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
    yield from draw_clouds(run, pictures, damages)
    for draw in (draw_modes, draw_gains, draw_exponents, draw_wave_makers):
        with damages.noted():
            draw(run, pictures)
        yield from pictures.taken()
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


@dataclass(frozen=True)
class Wish:
    """The options of `lobatto plot`, as they stand on the command line."""

    which: str | None = None
    names: Sequence[str] = ()
    planes: Sequence[str] = ()
    lines: Sequence[str] = ()
    surface: str | None = None
    walls: bool = False
    towards: str | None = None
    probe: str | None = None
    limits: str | None = None
    colour_map: str | None = None
    formats: str = "png"
    film: str | None = None
    per_second: float = 10
    folder: Path | None = None
    station: float | None = None
    show_elements: bool = False

    @property
    def look(self) -> Look:
        """Raises LobattoError."""
        return Look(
            None if self.colour_map is None else colour_map_of(self.colour_map),
            None if self.limits is None else limits_of(self.limits),
            self.show_elements,
        )

    @property
    def places(self) -> list[Place]:
        """Raises LobattoError."""
        return [*map(plane_of, self.planes), *map(line_of, self.lines)]

    @property
    def film_wished(self) -> Film | None:
        """Raises LobattoError."""
        return None if self.film is None else Film(film_kind(self.film), self.per_second)

    @property
    def files(self) -> str:
        """last, all or a step."""
        return self.which or ("last" if self.film is None else "all")

    @property
    def space(self) -> SpaceWish | None:
        """None where nothing in space is wished. Raises LobattoError."""
        if self.surface is None and not self.walls:
            return None
        surface = None if self.surface is None else surface_of(self.surface)
        towards = None if self.towards is None else direction_of(self.towards)
        colour = self.names[0] if self.names else "speed"
        return SpaceWish(surface, colour, self.walls, towards)

    def require_whole(self) -> None:
        """Raises LobattoError for options without what they belong to."""
        in_space = self.surface is not None or self.walls
        needs_field: dict[str, object] = {"--plane": self.planes, "--line": self.lines}
        needs_picture = {"--range": self.limits, "--cmap": self.colour_map, "--film": self.film}
        lonely = {} if self.names and not in_space else needs_field
        if not (self.names or in_space or self.probe):
            lonely = {**needs_field, **needs_picture}
        for option in (name for name, value in lonely.items() if value):
            raise LobattoError(f"{option} goes with --field, which says what is drawn there")
        if self.towards is not None and not in_space:
            raise LobattoError("--view goes with --iso or --walls")


def plot_as_wished(run: Run, wish: Wish) -> Iterator[Path]:
    """Carries out `lobatto plot`; yields the paths. Raises LobattoError."""
    wish.require_whole()
    formats, film = formats_of(wish.formats), wish.film_wished
    if not (wish.names or wish.space or wish.probe):
        yield from plot_run(run, wish.files, wish.folder, wish.station, wish.show_elements, formats)
        return
    folder = PictureFolder(run.path / "plots" if wish.folder is None else wish.folder, formats)
    for pictures in _wished(run, wish):
        if film is not None:
            yield film.write(folder.path, (picture for picture, _ in pictures))
            continue
        for picture, step in pictures:
            folder.save(picture, step)
            yield from folder.taken()


def _wished(run: Run, wish: Wish) -> Iterator[Iterator[tuple[Picture, int]]]:
    """Of each thing wished its pictures, with their steps."""
    if wish.probe is not None:
        every = wish.film is not None or wish.which == "all"
        yield from slice_pictures(run, wish.probe, wish.names, wish.look, every)
        return
    entries = choose(run, wish.files)
    if not entries:
        raise LobattoError(f"{run.path} has no field files to draw")
    files = [entry.open() for entry in entries]
    scenes = [scene_of(run, file) for file in files]
    series: Iterable[Series]
    if wish.space is None:
        places = wish.places or usual_places(files[-1], scenes[-1])
        series = (series_at(run, name, place, wish.look) for name in wish.names for place in places)
    else:
        series = [SpaceScene(run, wish.space, wish.look)]
    for one in series:
        for file, scene in zip(files, scenes, strict=True):
            one.add(file, scene)
        yield one.pictures()
