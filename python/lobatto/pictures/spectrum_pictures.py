"""lobatto spectrum, without the command line: a table and a picture."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.files.outputs import claim, write_table
from lobatto.pictures.plot import choose
from lobatto.pictures.style import figure
from lobatto.runs.run import Run
from lobatto.runs.spectra import Spectrum, energy_spectrum

MARK = "lobatto spectrum"


def write_spectra(
    run: Run, which: str = "all", n_points: int | None = None, out: Path | None = None
) -> Iterator[Path]:
    """The spectra of the chosen field files ("last", "all" or a step) as stats/spectrum.csv and
    plots/spectrum.png of the run, or both in the folder ``out``; yields the paths."""
    table = (out or run.path / "stats") / "spectrum.csv"
    claim(table, MARK)
    spectra = [energy_spectrum(entry.open(), n_points) for entry in choose(run, which)]
    if not spectra:
        raise LobattoError(f"{run.path} has no field files, of which a spectrum is made")
    rows = [
        (spectrum.step, spectrum.time, float(k), float(energy))
        for spectrum in spectra
        for k, energy in zip(spectrum.wave_numbers, spectrum.energy, strict=True)
    ]
    columns = ("step", "time", "wave_number", "energy")
    about = "three-dimensional energy spectrum E(k) per mass"
    yield write_table(table, columns, rows, about, MARK)
    yield _draw((out or run.path / "plots") / "spectrum.png", run.name, spectra)


def _draw(path: Path, name: str, spectra: Sequence[Spectrum]) -> Path:
    with figure(path, 6, 4.6, name, "three-dimensional energy spectrum") as canvas:
        axes = canvas.add_subplot()
        for i, spectrum in enumerate(spectra):
            shade = str(0.7 * (1 - i / max(1, len(spectra) - 1)))
            ends = i in (0, len(spectra) - 1)
            axes.loglog(
                spectrum.wave_numbers,
                spectrum.energy,
                color=shade,
                label=f"t = {spectrum.time:.4g}" if ends else None,
            )
        axes.set(xlabel="k", ylabel="E(k)")
        axes.legend()
    return path
