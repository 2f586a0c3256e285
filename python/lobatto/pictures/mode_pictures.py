"""The spectrum of the modes that a run has found."""

import numpy as np

from lobatto.arrays import Floats, Integers
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


def draw_gains(run: Run, folder: PictureFolder) -> None:
    """Draws the picture gains, where the run has a resolvent: the largest gains over frequency."""
    path = run.path / "resolvent" / "gains.csv"
    if not path.is_file():
        return
    table = read_table(path)
    frequency, gain = (table.rows[:, table.columns.index(c)] for c in ("frequency", "gain"))
    with folder.figure("gains", 6, 4.6, "Gain of harmonic forces", describe(run)) as canvas:
        axes = canvas.add_subplot()
        for rank, at in enumerate(ranks_of(frequency)):
            colour = style.LINE_COLOURS[min(rank, 1)]
            order = np.argsort(frequency[at])
            axes.semilogy(frequency[at][order], gain[at][order], "o-", color=colour)
        axes.set(xlabel="frequency", ylabel="response over force")


def ranks_of(frequency: Floats) -> list[Integers]:
    """The rows of the largest gain at each frequency, then those of the second largest: [rank]."""
    place = np.array([np.sum(frequency[:row] == value) for row, value in enumerate(frequency)])
    return [np.flatnonzero(place == rank) for rank in range(int(place.max()) + 1)]


def draw_exponents(run: Run, folder: PictureFolder) -> None:
    """Draws the picture exponents, where the run has Lyapunov exponents: their means, and how the
    modes grow in each interval, over time."""
    path = run.path / "otd" / "exponents.csv"
    if not path.is_file():
        return
    table = read_table(path)
    time = table.rows[:, table.columns.index("time")]
    with folder.figure("exponents", 7, 4.6, "Lyapunov exponents", describe(run)) as canvas:
        axes = canvas.add_subplot()
        for number, name in enumerate(c for c in table.columns if c.startswith("exponent_")):
            colour = style.LINE_COLOURS[number % len(style.LINE_COLOURS)]
            local = table.columns.index(name.replace("exponent", "local"))
            axes.plot(time, table.rows[:, local], color=colour, linewidth=0.6, alpha=0.5)
            axes.plot(time, table.rows[:, table.columns.index(name)], color=colour)
        axes.axhline(0, color="0.5", linewidth=0.8)
        axes.set(xlabel="time", ylabel="growth per time")


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
