"""The pictures of one snapshot, chosen by what the flow is."""

from contextlib import AbstractContextManager
from dataclasses import dataclass

from matplotlib.figure import Figure

from lobatto.fields.box_file import BoxFieldFile
from lobatto.fields.field_file import AXIS_NAMES, FieldFile
from lobatto.pictures import style
from lobatto.pictures.element_lines import draw_elements
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.pictures.scene import NOTHING_FLOWS, Scene, normal_along, scene_of, telling_normals
from lobatto.pictures.section_picture import draw_colours, draw_vectors
from lobatto.pictures.view import Section, View
from lobatto.runs.run import Run

COMPONENT_NAMES = "uvw"


@dataclass
class Gallery:
    """Draws the pictures of one field file into a folder."""

    run: Run
    file: FieldFile
    folder: PictureFolder
    station: float | None = None
    show_elements: bool = False

    def draw(self) -> None:
        """All pictures that suit the flow."""
        scene = scene_of(self.run, self.file)
        if "velocity" in self.file:
            if scene.direction is not None:
                self._draw_stream(scene, scene.direction)
            elif all(scene.periodic):
                self._draw_vorticity(scene)
            else:
                self._draw_speed(scene)
        for name, n_components in self.file.n_components.items():
            if n_components == 1 and name != "pressure":
                self._draw_scalar(name, scene)

    def _draw_stream(self, scene: Scene, direction: int) -> None:
        self._draw_along(scene, direction)
        if scene.across is not None:
            return
        self._draw_cross_section(scene, direction)
        section = self._cross_section(direction)
        if not _has_flow_across(section):
            return
        vorticity = self.file.vorticity(direction, self._position(direction))
        vorticity = vorticity.component(direction)
        about = self._at(direction)
        self._draw_flow_across(scene, section, vorticity, "", about)
        if isinstance(self.file, BoxFieldFile) and self.file.periodic[direction]:
            average = self.file.average("velocity", direction)
            vorticity = average.normal_vorticity()
            about = f"averaged along {AXIS_NAMES[direction]}"
            self._draw_flow_across(scene, average, vorticity, "_mean", about)

    def _position(self, direction: int) -> float:
        return self.file.middle(direction) if self.station is None else self.station

    def _at(self, direction: int) -> str:
        return f"at {AXIS_NAMES[direction]} = {self._position(direction):.4g}"

    def _cross_section(self, direction: int) -> Section:
        return self.file.plane("velocity", direction, self._position(direction))

    def _draw_cross_section(self, scene: Scene, direction: int) -> None:
        plane = _scaled(self._cross_section(direction).component(direction), scene)
        label = scene.velocity_label(COMPONENT_NAMES[direction])
        heading = f"Stream-wise velocity {self._at(direction)}"
        right = scene.right_of(direction)
        self._draw_section(plane, "cross_section", heading, label, right=right)

    def _draw_along(self, scene: Scene, direction: int) -> None:
        normal = normal_along(scene, self.file.bounds)
        position = self.file.middle(normal)
        plane = self.file.plane("velocity", normal, position).component(direction)
        label = scene.velocity_label(COMPONENT_NAMES[direction])
        heading = f"Stream-wise velocity along the flow at {AXIS_NAMES[normal]} = {position:.4g}"
        self._draw_section(_scaled(plane, scene), "along", heading, label, right=direction)
        if isinstance(self.file, BoxFieldFile):
            return
        # Behind bodies and through bends the vorticity shows what the velocity hides.
        vorticity = self.file.vorticity(normal, position).component(normal)
        self._draw_section(
            _scaled(vorticity, scene), "vorticity_along",
            f"Vorticity across the plane along the flow at {AXIS_NAMES[normal]} = {position:.4g}",
            scene.velocity_label(rf"$\omega_{AXIS_NAMES[normal]}$"), style.DIVERGING,
            right=direction, symmetric=True,
        )  # fmt: skip

    def _draw_flow_across(
        self,
        scene: Scene,
        velocity: Section,
        vorticity: Section,
        ending: str,
        about: str,
    ) -> None:
        """Arrows over the stream-wise velocity and, beside it, over the stream-wise vorticity."""
        direction = velocity.normal
        view = View.of(velocity, scene.right_of(direction))
        velocity, vorticity = _scaled(velocity, scene), _scaled(vorticity, scene)
        width, height = style.picture_size(view.width, view.height, longest=5.2)
        letter = COMPONENT_NAMES[direction]
        name, heading = scene.flow_across.replace(" ", "_") + ending, scene.flow_across.capitalize()
        with self._figure(name, 2 * width, height, f"{heading} {about}") as canvas:
            left, right = canvas.subplots(1, 2)
            draw_colours(left, velocity.component(direction), view, scene.velocity_label(letter))
            draw_vectors(left, velocity, view, scene.velocity_unit)
            label = scene.velocity_label(rf"$\omega_{AXIS_NAMES[direction]}$")
            draw_colours(right, vorticity, view, label, style.DIVERGING, symmetric=True)
            draw_vectors(right, velocity, view, scene.velocity_unit, colour="0.15")
            if self.show_elements:
                draw_elements(left, velocity, view)
                draw_elements(right, velocity, view, colour="0.3")

    def _draw_vorticity(self, scene: Scene) -> None:
        for normal in telling_normals(scene, self.file.bounds):
            position = self.file.middle(normal)
            plane = self.file.vorticity(normal, position)
            axis = AXIS_NAMES[normal]
            heading = f"Vorticity magnitude at {axis} = {position:.4g}"
            self._draw_section(plane, f"vorticity_{axis}", heading, r"$|\omega|$", style.INTENSITY)

    def _draw_speed(self, scene: Scene) -> None:
        for normal in telling_normals(scene, self.file.bounds):
            position = self.file.middle(normal)
            plane = _scaled(self.file.plane("velocity", normal, position), scene)
            axis = AXIS_NAMES[normal]
            heading = f"Speed at {axis} = {position:.4g}"
            label, unit = scene.velocity_label("|u|"), scene.velocity_unit
            right = scene.right_of(normal)
            self._draw_section(plane, f"speed_{axis}", heading, label, right=right, arrows=unit)

    def _draw_scalar(self, name: str, scene: Scene) -> None:
        for normal in telling_normals(scene, self.file.bounds):
            across = normal == scene.direction
            position = self._position(normal) if across else self.file.middle(normal)
            axis = AXIS_NAMES[normal]
            heading = f"{style.plain(name).capitalize()} at {axis} = {position:.4g}"
            right = scene.right_of(normal)
            plane = self.file.plane(name, normal, position)
            self._draw_section(plane, f"{name}_{axis}", heading, style.plain(name), right=right)

    def _draw_section(
        self,
        section: Section,
        name: str,
        heading: str,
        label: str,
        colour_map: str = style.SEQUENTIAL,
        right: int | None = None,
        arrows: str | None = None,
        symmetric: bool = False,
    ) -> None:
        """``arrows``: the unit of the velocity that is drawn as arrows."""
        view = View.of(section, right)
        width, height = style.picture_size(view.width, view.height)
        with self._figure(name, width, height, heading) as canvas:
            axes = canvas.subplots()
            draw_colours(axes, section, view, label, colour_map, symmetric=symmetric)
            if self.show_elements:
                draw_elements(axes, section, view)
            if arrows is not None:
                draw_vectors(axes, section, view, arrows)

    def _figure(
        self, name: str, width: float, height: float, heading: str
    ) -> AbstractContextManager[Figure]:
        name = f"{name}_{self.file.step:08d}"
        detail = describe(self.run, self.file.time)
        return self.folder.figure(name, width, height, heading, detail)


def describe(run: Run, time: float | None = None) -> str:
    """The line under every heading: case, Reynolds number, friction Reynolds number, time."""
    re_tau = run.re_tau_at(time)
    parts = [style.plain(run.name)]
    if run.reynolds is not None:
        parts.append(f"Re = {run.reynolds:g}")
    if re_tau:
        parts.append(rf"$Re_\tau$ = {re_tau:.4g}")
    if time is not None:
        parts.append(f"{run.time_symbol} = {time:.6g}")
    return "   ·   ".join(parts)


def _scaled(section: Section, scene: Scene) -> Section:
    return section.with_values(section.values * scene.scale)


def _has_flow_across(velocity: Section) -> bool:
    """Whether both components across the flow are more than round-off: a plane flow has but one."""
    squares = velocity.with_values(velocity.values**2).mean()
    return bool(squares.min() > NOTHING_FLOWS**2 * squares[velocity.normal])
