"""The command line of acceptance."""

import sys
from pathlib import Path
from typing import Optional

import typer
from lobatto.shared_options import JsonOut, PageOut
from rich.console import Console

AcceptanceRuns = typer.Argument(
    ...,
    metavar="RUNS...",
    show_default=False,
    help="Files of `lobatto accept --json`, folders of studies of kernels, or TOML files of runs "
    "of other programs.",
)
Reference = typer.Option(
    [],
    metavar="FILE",
    show_default=False,
    help="A file of the reference machine, as those of RUNS; repeatable.",
)
AcceptanceThresholds = typer.Option(
    None, metavar="FILE.toml", show_default=False, help="What has to be reached."
)
RanksPerNode = typer.Option(
    None,
    min=1,
    show_default=False,
    help="Of runs whose files do not name their nodes; without it rates are per rank.",
)
MachineNodes = typer.Option(
    None,
    min=1,
    show_default=False,
    help="Nodes of the whole machine; default: the most that a run had.",
)


def acceptance(
    runs: list[Path] = AcceptanceRuns,
    reference: list[Path] = Reference,
    thresholds: Optional[Path] = AcceptanceThresholds,
    ranks_per_node: Optional[int] = RanksPerNode,
    nodes: Optional[int] = MachineNodes,
    json: Optional[Path] = JsonOut,
    html: Optional[Path] = PageOut,
) -> None:
    """What the rates of application kernels say of a machine: sustained performance, capability
    improvement, spread over repeats, scaling.

    Takes any number of files of `lobatto accept --json`: runs of one kernel with the same size and
    ranks are repeats, those on other ranks make weak and strong scaling. Ends with 1 where an
    answer is wrong or a threshold is not reached. machine/docs/acceptance.md has the formulas.

    Example: `lobatto acceptance runs/*.json --reference old.json --ranks-per-node 64`
    """
    from lobatto_machine.acceptance.command import Options, run_acceptance

    options = Options(reference, thresholds, ranks_per_node, nodes, json, html)
    if not run_acceptance(runs, options, Console(highlight=False)):
        sys.exit(1)
