"""The spectrum of the modes that a run has found."""

import numpy as np

from lobatto.arrays import Floats
from lobatto.fields.field_file import FieldFile
from lobatto.files.text_file import read_table
from lobatto.pictures import style
from lobatto.pictures.field_pictures import Look, Sections, usual_places
from lobatto.pictures.gallery import describe
from lobatto.pictures.picture_folder import PictureFolder
from lobatto.pictures.scene import scene_of
from lobatto.runs.run import Run


def draw_modes(run: Run, folder: PictureFolder) -> None:
    """Draws the picture modes, where the run has a spectrum: growth over frequency, of conjugate
    pairs both; or how much energy grows."""
    path = run.path / "modes" / "spectrum.csv"
    if not path.is_file():
        return
    table = read_table(path)
    if "energy_growth" in table.columns:
        return draw_energy_growth(table.rows[:, table.columns.index("energy_growth")], run, folder)
    growth, frequency = (table.rows[:, table.columns.index(c)] for c in ("growth", "frequency"))
    with folder.figure("modes", 6, 4.6, "Modes of largest growth", describe(run)) as canvas:
        axes = canvas.add_subplot()
        for grows, colour in ((True, style.LINE_COLOURS[1]), (False, style.LINE_COLOURS[0])):
            chosen = (growth > 0) == grows
            both = np.concatenate([frequency[chosen], -frequency[chosen]])
            axes.plot(both, np.tile(growth[chosen], 2), "o", color=colour)
        axes.axhline(0, color="0.5", linewidth=0.8)
        axes.set(xlabel="frequency", ylabel="growth")


def draw_wave_makers(run: Run, folder: PictureFolder) -> None:
    """Draws where each mode of a search for sensitivities would feel a feedback, on the planes that
    suit it."""
    for number, path in enumerate(sorted((run.path / "sensitivity").glob("mode_*.vtkhdf")), 1):
        file = FieldFile(path)
        scene = scene_of(run, file)
        for ((normal, position),) in (place.items() for place in usual_places(file, scene)):
            sections = Sections(run, "wave_maker", normal, position, Look())
            sections.add(file, scene)
            for picture, _ in sections.pictures():
                size = picture.width, picture.height
                name = f"{picture.name}_{number:03}"
                with folder.figure(name, *size, picture.heading, picture.detail) as canvas:
                    picture.paint(canvas)


def draw_energy_growth(growth: Floats, run: Run, folder: PictureFolder) -> None:
    """Draws the picture modes of optimal perturbations, the largest growth first."""
    title = "Growth of energy of optimal perturbations"
    with folder.figure("modes", 6, 4.6, title, describe(run)) as canvas:
        axes = canvas.add_subplot()
        axes.semilogy(np.arange(1, growth.size + 1), growth, "o", color=style.LINE_COLOURS[0])
        axes.set(xlabel="perturbation", ylabel="energy at the end over that at the beginning")
        axes.xaxis.get_major_locator().set_params(integer=True)
