"""lobatto stats, without the command line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from lobatto.errors import LobattoError
from lobatto.files.outputs import claim, write_json
from lobatto.optional_packages import needed
from lobatto.statistics.dataset import write_netcdf
from lobatto.statistics.pictures import draw_comparisons, draw_report
from lobatto.statistics.reference_files import read_references
from lobatto.statistics.report import Report, make_report
from lobatto.statistics.statistics import Statistics
from lobatto.statistics.summary import as_document, print_report
from lobatto.statistics.tables import write_tables


@dataclass(frozen=True)
class Options:
    """As the command line has them; symmetry: None for what is known of the flow."""

    start: float | None = None
    end: float | None = None
    symmetry: bool | None = None
    at: tuple[float, ...] = ()
    average: tuple[str, ...] = ()
    scaling: str = "mean"
    reference: tuple[str, ...] = ()
    out: Path | None = None
    json: Path | None = None
    netcdf: Path | None = None


def run_stats(runs: Sequence[Path], options: Options, console: Console) -> None:
    """Tables and pictures go into the first run's folder, unless options.out says where. Prints
    the summary and the files; what is wrong shows before anything is written."""
    for path in (options.json, options.netcdf):
        if path is not None:
            claim(path)
    if options.netcdf is not None:
        needed("xarray")
    references = read_references(options.reference)
    statistics = Statistics(list(runs), options.start, options.end, options.average)
    report = make_report(
        statistics, options.symmetry, options.at, _scaling(options.scaling), references
    )
    print_report(report, console)
    for path in _write(runs[0], options, statistics, report):
        console.print(f"[green]{path.suffix[1:]:<8}[/green]{path}", soft_wrap=True)


def compare(
    run: Path, names: Sequence[str], folder: Path | None, formats: Sequence[str]
) -> list[Path]:
    """lobatto plot --reference: draws the profiles of a run against the references, by default into
    RUN/plots; returns the paths. Raises LobattoError."""
    report = make_report(Statistics([run]), references=read_references(names))
    found = _folder(run)
    paths = draw_comparisons(report, found.resolve().name, folder or found / "plots", formats)
    if not paths:
        raise LobattoError(
            f"--reference {', '.join(names)} has nothing of U, u_rms, v_rms, w_rms and uv to draw; "
            "`lobatto stats` compares what it has"
        )
    return paths


def _write(run: Path, options: Options, statistics: Statistics, report: Report) -> Iterator[Path]:
    folder = _folder(run)
    yield from write_tables(options.out or folder / "stats", report)
    yield from draw_report(report, folder.resolve().name, options.out or folder / "plots")
    if options.netcdf is not None:
        yield write_netcdf(options.netcdf, statistics.to_xarray())
    if options.json is not None:
        yield write_json(options.json, as_document(report))


def _folder(run: Path) -> Path:
    """The folder of the run that a file of statistics belongs to."""
    path = Path(run)
    return path if path.is_dir() else path.parent.parent


def _scaling(text: str) -> str:
    if text not in ("mean", "local"):
        raise LobattoError(f"--scaling is {text!r}, expected mean or local")
    return text
