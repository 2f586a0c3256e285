"""lobatto acceptance, without the words of the command line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lobatto.files.outputs import claim
from lobatto.report.terminal import print_table
from rich.console import Console

from lobatto_machine.acceptance import tables
from lobatto_machine.acceptance.machine import Machine, improvements, machine_of
from lobatto_machine.acceptance.numbers import MARK, write_numbers
from lobatto_machine.acceptance.quantities import Measured
from lobatto_machine.acceptance.runs import Origin, RunFile, read_runs
from lobatto_machine.acceptance.study_folder import read_study_folder
from lobatto_machine.acceptance.thresholds import judge, read_thresholds

WIDTH = 100
"""Columns of a terminal that tables take where it has fewer, or where there is none."""
OF_RATES = ("kernel", "size", "ranks", "nodes", "runs", "time", "rate")
OF_QUALITY = (
    *("kernel", "size", "ranks", "of STREAM", "of peak", "runs spread", "passes within"),
    "answers",
)
"""What of the table of kernels, too wide for a terminal, stands in one there."""


@dataclass(frozen=True)
class Options:
    """nodes: of the whole machine; ranks_per_node: of JSON files, of the reference's too."""

    reference: Sequence[Path] = ()
    thresholds: Path | None = None
    ranks_per_node: int | None = None
    nodes: int | None = None
    json: Path | None = None
    page: Path | None = None


def run_acceptance(paths: Sequence[Path], options: Options, console: Console) -> bool:
    """Prints the tables, writes what is asked for, and returns whether the machine is accepted."""
    console.width = max(console.width, WIDTH)
    files, notes = _read(paths, options)
    reference = None
    if options.reference:
        of_reference, more = _read(options.reference, options)
        reference, notes = machine_of(of_reference), notes + more
    measured = Measured.of(machine_of(files, options.nodes), reference)
    thresholds = [] if options.thresholds is None else read_thresholds(options.thresholds, measured)
    for path in (options.json, options.page):
        if path is not None:
            claim(path, MARK)
    judgement = judge(thresholds, measured)
    problems = [*wrong_answers(measured.machine), *(f.text for f in judgement.failures)]
    notes += [f"{place}: has a threshold, and was not measured" for place in judgement.not_measured]
    _print_tables(console, measured)
    _print_judgement(console, problems, notes, bool(thresholds))
    if options.json is not None:
        write_numbers(options.json, measured, judgement, not problems)
        _print_file(console, "json", options.json)
    if options.page is not None:
        judged = bool(thresholds)
        _write_page(options.page, measured, problems, notes, judged, [f.origin for f in files])
        _print_file(console, "page", options.page)
    return not problems


def _write_page(
    path: Path,
    measured: Measured,
    problems: Sequence[str],
    notes: Sequence[str],
    judged: bool,
    origins: Sequence[Origin],
) -> None:
    from lobatto_machine.acceptance.page import (
        render,
    )  # what draws takes as long to load as all the rest

    path.write_text(render(measured, problems, notes, judged, origins), encoding="utf-8")


def _read(paths: Sequence[Path], options: Options) -> tuple[list[RunFile], list[str]]:
    """Files, and those of folders of studies, with a note for each folder that lacks rates."""
    files: list[RunFile] = []
    notes = []
    for path in paths:
        if not path.is_dir():
            files.append(read_runs(path, options.ranks_per_node))
            continue
        folder = read_study_folder(path, options.ranks_per_node)
        files += folder.files
        if folder.without:
            notes.append(f"{path}: without rates: {', '.join(folder.without)}")
    return files, notes


def _print_tables(console: Console, measured: Measured) -> None:
    of_kernels = tables.kernel_table(measured.machine)
    print_table(console, "kernels", of_kernels.part(*OF_RATES))
    print_table(console, "limits, spread and answers", of_kernels.part(*OF_QUALITY))
    print_table(console, "what rates count", tables.unit_table(measured.machine))
    sustained = tables.sustained_table(measured)
    titles = [column.title for column in sustained.columns if column.title != tables.UNIT]
    print_table(console, "sustained performance", sustained.part(*titles))
    if measured.reference is not None:
        found = improvements(measured.machine, measured.reference)
        title = f"capability improvement over {measured.reference.name}"
        print_table(console, title, tables.improvement_table(found))
    scaling = tables.scaling_table(measured.curves)
    if scaling is not None:
        print_table(console, "scaling", scaling)


def _print_judgement(
    console: Console, problems: Sequence[str], notes: Sequence[str], has_thresholds: bool
) -> None:
    for note in notes:
        console.print(note, markup=False, soft_wrap=True)
    if problems:
        console.print("[bold red]not accepted[/bold red]:")
        for problem in problems:
            console.print(f"  {problem}", markup=False, soft_wrap=True)
    elif has_thresholds:
        console.print("[green]accepted[/green]")
    else:
        console.print("every answer is right; no threshold was set")


def wrong_answers(machine: Machine) -> list[str]:
    """One line for each."""
    return [f"{c.label}: {answer.shown}" for c in machine.configurations for answer in c.wrong]


def _print_file(console: Console, kind: str, path: Path) -> None:
    console.print(f"[green]{kind:<8}[/green]", end="")
    console.print(str(path), markup=False, soft_wrap=True)
