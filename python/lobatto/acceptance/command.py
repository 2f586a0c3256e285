"""python3 -m lobatto acceptance, without the words of the command line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from lobatto.acceptance import tables
from lobatto.acceptance.machine import Machine, improvements, machine_of
from lobatto.acceptance.numbers import MARK, write_numbers
from lobatto.acceptance.quantities import Measured
from lobatto.acceptance.runs import read_runs
from lobatto.acceptance.thresholds import Judgement, judge, read_thresholds
from lobatto.outputs import claim
from lobatto.report.terminal import print_table

WIDTH = 130
"""Columns of a terminal that tables take where it has fewer, or where there is none."""


@dataclass(frozen=True)
class Options:
    """nodes: of the whole machine; ranks_per_node: of JSON files, of the reference's too."""

    reference: Sequence[Path] = ()
    thresholds: Path | None = None
    ranks_per_node: int | None = None
    nodes: int | None = None
    json: Path | None = None


def run_acceptance(paths: Sequence[Path], options: Options, console: Console) -> bool:
    """Prints the tables, writes what is asked for, and returns whether the machine is accepted."""
    console.width = max(console.width, WIDTH)
    reference = _machine(options.reference, options, None) if options.reference else None
    measured = Measured.of(_machine(paths, options, options.nodes), reference)
    thresholds = [] if options.thresholds is None else read_thresholds(options.thresholds, measured)
    if options.json is not None:
        claim(options.json, MARK)
    judgement = judge(thresholds, measured)
    accepted = not judgement.failures and not any(c.wrong for c in measured.machine.configurations)
    _print_tables(console, measured)
    _print_judgement(console, measured.machine, judgement, bool(thresholds))
    if options.json is not None:
        write_numbers(options.json, measured, judgement, accepted)
        _print_file(console, "json", options.json)
    return accepted


def _machine(paths: Sequence[Path], options: Options, nodes: int | None) -> Machine:
    return machine_of([read_runs(path, options.ranks_per_node) for path in paths], nodes)


def _print_tables(console: Console, measured: Measured) -> None:
    print_table(console, "kernels", tables.kernel_table(measured.machine))
    print_table(console, "sustained performance", tables.sustained_table(measured))
    if measured.reference is not None:
        found = improvements(measured.machine, measured.reference)
        title = f"capability improvement over {measured.reference.name}"
        print_table(console, title, tables.improvement_table(found))
    scaling = tables.scaling_table(measured.curves)
    if scaling is not None:
        print_table(console, "scaling", scaling)


def _print_judgement(
    console: Console, machine: Machine, judgement: Judgement, has_thresholds: bool
) -> None:
    for place in judgement.not_measured:
        console.print(f"{place}: has a threshold, and was not measured", markup=False)
    problems = [*wrong_answers(machine), *(failure.text for failure in judgement.failures)]
    if problems:
        console.print("[bold red]not accepted[/bold red]:")
        for problem in problems:
            console.print(f"  {problem}", markup=False, soft_wrap=True)
    elif has_thresholds:
        console.print("[green]accepted[/green]")


def wrong_answers(machine: Machine) -> list[str]:
    """One line for each."""
    return [
        f"{c.label}: {answer.name} is {answer.found:.10g}, right is {answer.expected:.10g} within "
        f"{answer.tolerance:.2g}"
        for c in machine.configurations
        for answer in c.wrong
    ]


def _print_file(console: Console, kind: str, path: Path) -> None:
    console.print(f"[green]{kind:<8}[/green]", end="")
    console.print(str(path), markup=False, soft_wrap=True)
