"""What study does with kernels: its plan, its numbers and its page."""

import subprocess

from lobatto.errors import LobattoError
from lobatto.report.terminal import print_table
from lobatto.study.telling import (
    nothing_done,
    program_here,
    states_in_words,
    tell_files,
    tell_runs,
    write_page,
)
from rich.console import Console

from lobatto_machine.kernels import tables
from lobatto_machine.kernels.campaign import KernelCampaign
from lobatto_machine.kernels.measures import (
    KernelCurve,
    KernelResult,
    kernel_curves_of,
    kernel_doubts,
)
from lobatto_machine.kernels.numbers import write_kernel_csv, write_kernel_numbers


def plan(campaign: KernelCampaign, console: Console) -> None:
    """The runs, and whether the program has their kernels."""
    study = campaign.study
    states = states_in_words(campaign)
    shown = tables.kernel_plan_table(campaign.setups, study.kind, states)
    print_table(console, study.name, shown)
    tell_runs(campaign, study.length, console)
    program = program_here(campaign, console)
    if program is None:
        return
    there = _kernels_of(program)
    missing = [kernel for kernel in study.kernels if kernel not in there]
    if missing:
        raise LobattoError(
            f"{study.source.path}: study.accept has {', '.join(missing)}, and {program} has "
            f"{', '.join(there)}"
        )


def _kernels_of(program: str) -> list[str]:
    """Names that `lobatto accept` lists: the lines that are not indented."""
    result = subprocess.run([program, "accept"], capture_output=True, text=True)
    if result.returncode:
        raise LobattoError(f"{program} accept: {result.stderr.strip() or result.stdout.strip()}")
    return [line for line in result.stdout.splitlines() if line and not line.startswith(" ")]


def collect(
    campaign: KernelCampaign, console: Console
) -> tuple[list[KernelResult], list[KernelCurve]]:
    """Writes study.csv and study.json, and prints the tables."""
    results = campaign.collect()
    curves = kernel_curves_of(results)
    trouble = tables.kernel_trouble_table(results)
    if trouble is not None:
        print_table(console, "what went wrong", trouble)
    if not curves:
        raise nothing_done(campaign)
    title = f"{campaign.study.kind} scaling"
    print_table(console, title, tables.rate_table(results, curves))
    print_table(console, "limits of the machine", tables.limit_table(results))
    print_table(console, "answers", tables.answer_table(results))
    for note in kernel_doubts(campaign.study, curves):
        console.print(note, markup=False)
    of = campaign.study, results, curves
    csv = write_kernel_csv(campaign.folder / "study.csv", *of)
    json = write_kernel_numbers(campaign.folder / "study.json", *of)
    tell_files((csv, json), console)
    return results, curves


def report(campaign: KernelCampaign, console: Console) -> None:
    """Does what collect does, and writes the page."""
    from lobatto_machine.kernels.page import (
        render,
    )  # what draws takes as long to load as all the rest

    results, curves = collect(campaign, console)
    write_page(campaign.folder, render(campaign.study, results, curves), console)
