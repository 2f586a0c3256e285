"""Where pictures go, and in which formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from matplotlib.figure import Figure

from lobatto.arrays import Bytes
from lobatto.pictures import style
from lobatto.pictures.film import write_film


@dataclass(frozen=True)
class Picture:
    """What a picture or a frame of a film shows. name: without step and ending; width, height: in
    inches; detail: the line under the heading; paint: draws it."""

    name: str
    width: float
    height: float
    heading: str
    detail: str
    paint: Callable[[Figure], None]


@dataclass
class PictureFolder:
    """Saves pictures in all formats asked for and remembers those that nobody has been told of."""

    path: Path
    formats: Sequence[str] = ("png",)
    _new: list[Path] = field(default_factory=list)

    @contextmanager
    def figure(
        self, name: str, width: float, height: float, heading: str, detail: str
    ) -> Iterator[Figure]:
        """A figure of that size in inches, saved under the name at the end."""
        paths = [self.path / f"{name}.{ending}" for ending in self.formats]
        with style.figure(paths, width, height, heading, detail) as canvas:
            yield canvas
        self._new += paths

    def save(self, picture: Picture, step: int) -> None:
        """As <name>_<step>."""
        name = f"{picture.name}_{step:08d}"
        size = picture.width, picture.height
        with self.figure(name, *size, picture.heading, picture.detail) as canvas:
            picture.paint(canvas)

    def add(self, path: Path) -> None:
        """Takes note of what somebody else has written there."""
        self._new.append(path)

    def taken(self) -> Iterator[Path]:
        """The paths since the last call."""
        while self._new:
            yield self._new.pop(0)


@dataclass(frozen=True)
class Film:
    """kind: mp4 or gif."""

    kind: str
    per_second: float = 10

    def write(self, folder: Path, pictures: Iterator[Picture]) -> Path:
        """As <name>.<kind>, of pictures of one name and size."""
        first = next(pictures)
        path = folder / f"{first.name}.{self.kind}"
        return write_film(path, map(_drawn, chain([first], pictures)), self.per_second)


def _drawn(picture: Picture) -> Bytes:
    size = picture.width, picture.height
    with style.sheet(*size, picture.heading, picture.detail) as canvas:
        picture.paint(canvas)
        return style.pixels(canvas)
