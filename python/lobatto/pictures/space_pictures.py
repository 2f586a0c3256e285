"""Pictures in space: surfaces where a quantity has a value, and walls, coloured by fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from lobatto.arrays import Bytes, Floats
from lobatto.errors import LobattoError
from lobatto.fields.field_file import FieldFile
from lobatto.pictures import style
from lobatto.pictures.field_pictures import Look, chosen_colours, file_name
from lobatto.pictures.gallery import describe
from lobatto.pictures.off_screen import image_of, the_pyvista
from lobatto.pictures.picture_folder import Picture
from lobatto.pictures.scene import Scene
from lobatto.runs.run import Run

POINTS = 4_000_000
"""About as many as a grid may have that surfaces are found on."""
SHARE = 4.0
"""Per cent of the points that a surface encloses which was asked for without a value."""
STANDS_STILL = 1e-4
"""Of the largest speed: below it a point of the surface is on a wall."""
WIDTH = 8.0
"""Of the image in a picture, in inches."""
WALL_COLOURS = "cividis"


@dataclass(frozen=True)
class SpaceWish:
    """surface: the quantity and its value, of which None leaves the choice to the first file;
    colour: what colours it; walls: whether they are drawn, with their shear; towards: from where
    one looks."""

    surface: tuple[str, float | None] | None
    colour: str = "speed"
    walls: bool = False
    towards: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class _Layer:
    """What has one colour bar: a mesh of each file, with the name of its values."""

    label: str
    meshes: list[Any]
    limits: tuple[float, float]
    colour_map: str
    culling: str | bool = False


@dataclass
class SpaceScene:
    """One wish, of one file after the other, seen from one place and in the same colours."""

    run: Run
    wish: SpaceWish
    look: Look
    _surfaces: list[Any] = field(default_factory=list)
    _walls: list[Any] = field(default_factory=list)
    _moments: list[tuple[float, int]] = field(default_factory=list)
    _level: float | None = None
    _reach: list[float] = field(default_factory=list)
    _bounds: Floats = field(default_factory=lambda: np.zeros((2, 3)))
    _scene: Scene | None = None

    def add(self, file: FieldFile, scene: Scene) -> None:
        """Takes what is seen of a file along."""
        the_pyvista()  # says what is missing before work begins
        self._bounds, self._scene = file.bounds, scene
        self._moments.append((file.time, file.step))
        if self.wish.surface is not None:
            self._surfaces.append(self._surface(file, *self.wish.surface))
        if self.wish.walls:
            self._walls.append(walls_of(file, self._shear))

    def _surface(self, file: FieldFile, name: str, level: float | None) -> Any:
        grid = file.to_pyvista(list(dict.fromkeys([name, self.wish.colour])), fine_cells(file))
        values = grid.point_data[name]
        if self._level is None:
            self._level = usual_level(name, values) if level is None else level
        self._reach += [float(values.min()), float(values.max())]
        if not values.min() < self._level < values.max():
            raise LobattoError(
                f"{file.path}: {name} is nowhere {self._level:g}; it reaches from "
                f"{values.min():.4g} to {values.max():.4g}"
            )
        return grid.contour([self._level], scalars=name, compute_normals=True)

    @property
    def _shear(self) -> tuple[str, float]:
        """What the colour of walls shows, and what it is of the vorticity there, which is the
        derivative of the velocity along the normal."""
        viscosity = self.run.flow.number("viscosity", None)
        if viscosity is None:
            return "shear rate at the wall", 1.0
        return "wall shear stress", float(viscosity)

    def _layers(self) -> list[_Layer]:
        layers = []
        if self._surfaces:
            limits, colour_map = chosen_colours(self._colour_values(), self.look)
            layers.append(_Layer(self.wish.colour, self._surfaces, limits, colour_map))
        if self._walls:
            name = self._shear[0]
            values = np.concatenate([mesh.point_data[name] for mesh in self._walls])
            of_walls = self.look if not layers else Look()
            limits = of_walls.limits or (0.0, float(np.percentile(values, 99.5)))
            colour_map = of_walls.colour_map or WALL_COLOURS
            # Of walls only those are seen that have the fluid towards the eye.
            layers.append(_Layer(name, self._walls, limits, colour_map, "front"))
        return layers

    def _colour_values(self) -> Floats:
        """On the surfaces; of its own quantity a surface has one value, and the colours are those
        of all values."""
        name = self.wish.colour
        if self.wish.surface is not None and self.wish.surface[0] == name:
            return np.array(self._reach)
        return np.concatenate([_magnitude(mesh, name) for mesh in self._surfaces])

    def pictures(self) -> Iterator[tuple[Picture, int]]:
        """With the step of each."""
        layers = self._layers()
        for number, (time, step) in enumerate(self._moments):
            image = self._image(layers, number)

            def paint(canvas: Figure, image: Bytes = image) -> None:
                axes = canvas.subplots()
                axes.imshow(image, interpolation="antialiased")
                axes.axis("off")
                for layer in layers:
                    shown = ScalarMappable(Normalize(*layer.limits), layer.colour_map)
                    bar = canvas.colorbar(shown, ax=axes, shrink=0.7, pad=0.02, aspect=30)
                    bar.set_label(style.plain(layer.label))
                    bar.outline.set_linewidth(0.5)

            width = WIDTH + 1.0 * len(layers)
            height = max(2.5, WIDTH * image.shape[0] / image.shape[1]) + style.HEADING_HEIGHT
            detail = describe(self.run, time)
            yield Picture(self._name(), width, height, self._heading(), detail, paint), step

    def _image(self, layers: Sequence[_Layer], number: int) -> Bytes:
        def add(plotter: Any) -> None:
            for layer in layers:
                plotter.add_mesh(
                    layer.meshes[number],
                    scalars=layer.label,
                    clim=layer.limits,
                    cmap=layer.colour_map,
                    culling=layer.culling,
                    smooth_shading=True,
                    split_sharp_edges=layer.culling is not False,
                    specular=0.25,
                    specular_power=20,
                    show_scalar_bar=False,
                )

        right, up, towards = self._axes()
        return image_of(add, self._bounds, self.wish.towards or towards, up)

    def _axes(self) -> tuple[Floats, Floats, Floats]:
        """Along the flow to the right, a direction between walls upwards; and towards the eye."""
        assert self._scene is not None
        right = 0 if self._scene.direction is None else self._scene.direction
        others = [axis for axis in (1, 2, 0) if axis != right]
        between = [axis for axis in others if not self._scene.periodic[axis]]
        up = (between or others)[0]
        across = 3 - right - up
        unit = np.eye(3)
        depth = np.cross(unit[right], unit[up])
        assert abs(depth[across]) == 1
        return unit[right], unit[up], -0.55 * unit[right] + 0.5 * unit[up] + depth

    def _name(self) -> str:
        parts = [] if self.wish.surface is None else [self.wish.surface[0], self.wish.colour]
        return "_".join(map(file_name, ["space", *parts, *(["walls"] if self.wish.walls else [])]))

    def _heading(self) -> str:
        parts = []
        if self.wish.surface is not None:
            parts.append(f"{style.plain(self.wish.surface[0])} = {self._level:.4g}")
        if self.wish.walls:
            parts.append(self._shear[0])
        return " and ".join(parts) if self.wish.surface is not None else parts[0].capitalize()


def walls_of(file: FieldFile, shear: tuple[str, float]) -> Any:
    """The surface of the mesh where the velocity is zero, with the shear under its name: so many
    times the vorticity. Its normals point out of the fluid."""
    grid = file.to_pyvista(["velocity", "vorticity"], min(fine_cells(file), 2 * file.order))
    surface = grid.extract_surface(pass_pointid=False, pass_cellid=False)
    speed = np.linalg.norm(surface.point_data["velocity"], axis=1)
    largest = np.linalg.norm(grid.point_data["velocity"], axis=1).max()
    on_wall = (speed <= STANDS_STILL * largest)[surface.regular_faces].all(axis=1)
    if not on_wall.any():
        raise LobattoError(f"{file.path} has no walls: nowhere on its surface is the velocity zero")
    walls = surface.extract_cells(on_wall).extract_surface()
    name, factor = shear
    walls.point_data[name] = factor * walls.point_data["vorticity"]
    return walls


def fine_cells(file: FieldFile) -> int:
    """Into how many cells along each direction elements are divided for smooth surfaces."""
    fitting = int((POINTS / file.element_count) ** (1 / 3))
    return max(1, min(fitting, 2 * file.order))


def usual_level(name: str, values: Floats) -> float:
    """A value that a few per cent of the points lie beyond: below it of lambda2, else above it."""
    return float(np.percentile(values, SHARE if name == "lambda2" else 100 - SHARE))


def _magnitude(mesh: Any, name: str) -> Floats:
    values = mesh.point_data[name]
    return values if values.ndim == 1 else np.linalg.norm(values, axis=1)
