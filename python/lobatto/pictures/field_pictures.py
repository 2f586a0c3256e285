"""Pictures of a field, or of an expression of fields, that somebody asks for: on planes and along
lines, with the colours asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from matplotlib.figure import Figure

from lobatto.arrays import Floats
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.pictures import style
from lobatto.pictures.element_lines import draw_elements
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import Picture
from lobatto.pictures.picture_words import Place
from lobatto.pictures.scene import Scene, telling_normals
from lobatto.pictures.section_picture import draw_colours, sampled
from lobatto.pictures.view import Section, View
from lobatto.runs.run import Run

CHANGES_SIGN = 0.3
"""A range whose smaller side is at least this part of its larger one is shown about zero."""


@dataclass(frozen=True)
class Look:
    """limits: of the colours; None: those of the values."""

    colour_map: str | None = None
    limits: tuple[float, float] | None = None
    show_elements: bool = False


class Series(Protocol):
    """One wish, of one file after the other."""

    def add(self, file: FieldFile, scene: Scene) -> None:
        """Takes what a file has of it along."""

    def pictures(self) -> Iterator[tuple[Picture, int]]:
        """One for each file, with its step: all in the same colours."""


@dataclass
class Sections:
    """One field on one plane, of one file after the other, in the same colours."""

    run: Run
    field_name: str
    normal: int
    position: float
    look: Look
    _shown: list[tuple[Section, View, float, int]] = field(default_factory=list)

    def add(self, file: FieldFile, scene: Scene) -> None:
        """Takes the field of a file along."""
        section = file.plane(self.field_name, self.normal, self.position)
        view = View.of(section, scene.right_of(self.normal))
        self._shown.append((section, view, file.time, file.step))

    def pictures(self) -> Iterator[tuple[Picture, int]]:
        """With the step of each."""
        limits, colour_map = self._colours()
        for section, view, time, step in self._shown:

            def paint(canvas: Figure, section: Section = section, view: View = view) -> None:
                axes = canvas.subplots()
                label = words_of(self.field_name)
                draw_colours(axes, section, view, label, colour_map, limits=limits)
                if self.look.show_elements:
                    draw_elements(axes, section, view)

            axis = AXIS_NAMES[self.normal]
            name = f"{file_name(self.field_name)}_{axis}={self.position:.4g}"
            heading = f"{title(self.field_name)} at {axis} = {self.position:.4g}"
            size = style.picture_size(view.width, view.height)
            yield Picture(name, *size, heading, describe(self.run, time), paint), step

    def _colours(self) -> tuple[tuple[float, float], str]:
        """Limits and colour map: about zero where the values are of both signs, unless the look
        says otherwise."""
        values = np.concatenate(
            [sampled(section, view).ravel() for section, view, *_ in self._shown]
        )
        return chosen_colours(values, self.look)


@dataclass
class Profiles:
    """One field along a line, of one file after the other, on the same axes."""

    run: Run
    field_name: str
    line: Place
    look: Look
    _shown: list[tuple[Floats, Floats, float, int]] = field(default_factory=list)

    def add(self, file: FieldFile, scene: Scene) -> None:
        """Takes the field of a file along."""
        through = [self.line.get(axis, 0.0) for axis in range(3)]
        along, values = file.line(self.field_name, self._direction, through)
        value = values[:, 0] if values.shape[1] == 1 else np.linalg.norm(values, axis=1)
        self._shown.append((along, value, file.time, file.step))

    @property
    def _direction(self) -> int:
        return next(axis for axis in range(3) if axis not in self.line)

    def pictures(self) -> Iterator[tuple[Picture, int]]:
        """With the step of each."""
        ends = [style.levels(values) for _, values, *_ in self._shown]
        lower, upper = min(lower for lower, _ in ends), max(upper for _, upper in ends)
        margin = 0.04 * (upper - lower)
        limits = self.look.limits or (lower - margin, upper + margin)
        where = ", ".join(f"{AXIS_NAMES[axis]} = {at:.4g}" for axis, at in self.line.items())
        for along, values, time, step in self._shown:

            def paint(canvas: Figure, along: Floats = along, values: Floats = values) -> None:
                axes = canvas.subplots()
                axes.plot(along, values)
                label = words_of(self.field_name)
                axes.set(xlabel=AXIS_NAMES[self._direction], ylabel=label, ylim=limits)
                axes.grid(color="0.92", linewidth=0.6)
                axes.spines[["top", "right"]].set_visible(False)

            name = f"{file_name(self.field_name)}_{where.replace(' = ', '=').replace(', ', '_')}"
            heading = f"{title(self.field_name)} at {where}"
            yield Picture(name, 6.4, 4.4, heading, describe(self.run, time), paint), step


def usual_places(file: FieldFile, scene: Scene) -> list[Place]:
    """The planes that suit the flow."""
    normals = telling_normals(scene, file.bounds)
    return [{normal: file.middle(normal)} for normal in normals]


def series_at(run: Run, name: str, place: Place, look: Look) -> Series:
    """Of one field at one place."""
    if len(place) == 2:
        return Profiles(run, name, place, look)
    ((normal, position),) = place.items()
    return Sections(run, name, normal, position, look)


def chosen_colours(values: Floats, look: Look) -> tuple[tuple[float, float], str]:
    """Limits and colour map: about zero where the values are of both signs, unless the look says
    otherwise. values: NaN where there is none."""
    lower, upper = look.limits or style.levels(values)
    both = min(-lower, upper) > CHANGES_SIGN * max(-lower, upper)
    if both and look.limits is None:
        lower, upper = style.levels(values[np.isfinite(values)], symmetric=True)
    return (lower, upper), look.colour_map or (style.DIVERGING if both else style.SEQUENTIAL)


def title(name: str) -> str:
    """Of a field or an expression, for a heading."""
    words = words_of(name)
    return words[0].upper() + words[1:] if _is_word(name) else words


def words_of(name: str) -> str:
    """Of a field, for people; an expression as it stands."""
    return style.plain(name.replace("_", " ") if _is_word(name) else name)


def _is_word(name: str) -> bool:
    return len(name) > 1 and name.isidentifier() and not re.fullmatch(r"d\w+d[xyz]", name)


def file_name(name: str) -> str:
    """What of an expression can stand in the name of a file."""
    return re.sub(r"[^A-Za-z0-9_.+-]+", "-", name).strip("-")[:60] or "field"
