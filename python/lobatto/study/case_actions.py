"""What study does with a case: its plan, its numbers and its page."""

import subprocess
from collections.abc import Iterator

import numpy as np
from rich.console import Console

from lobatto.errors import LobattoError
from lobatto.report import formats
from lobatto.report.terminal import print_table
from lobatto.study import tables
from lobatto.study.case_campaign import CaseCampaign
from lobatto.study.measures import Curve, Repeat, doubts
from lobatto.study.numbers import write_csv, write_numbers
from lobatto.study.telling import (
    nothing_done,
    program_here,
    states_in_words,
    tell_files,
    tell_runs,
    write_page,
)


def plan(campaign: CaseCampaign, console: Console) -> None:
    """The runs, what they are expected to take, and what lobatto check has against them."""
    curves, _ = campaign.collect()
    seconds = _estimates(campaign, curves)
    shown = tables.plan_table(campaign.setups, states_in_words(campaign), seconds)
    print_table(console, campaign.study.name, shown)
    tell_runs(campaign, campaign.study.length, console)
    if np.isfinite(seconds).all():
        hours = sum(s.nodes * t for s, t in zip(campaign.setups, seconds, strict=True)) / 3600
        console.print(
            f"node hours: about {formats.number(campaign.study.repeats * hours)}, start-up left out"
        )
    else:
        console.print("no estimate before the first run is done")
    program = program_here(campaign, console)
    problems = [] if program is None else list(_checked(campaign, program))
    if problems:
        raise LobattoError("\n".join(problems))


def _estimates(campaign: CaseCampaign, curves: list[Curve]) -> list[float]:
    """Seconds of the steps of a run: the core time per point and step of finished runs, those with
    as many ranks where there are any, as if efficiency stayed the same. NaN where the number of
    steps or of points is not known."""
    results = [result for curve in curves for result in curve.results]
    found = []
    for setup in campaign.setups:
        same = [r for r in results if r.ranks == setup.ranks] or results
        own = [record.n_steps for r in results if r.setup is setup for record in r.records]
        steps = campaign.study.steps or (own[0] if own else None)
        if setup.points is None or steps is None or not same:
            found.append(float("nan"))
            continue
        cost = float(np.median([result.core_nanoseconds for result in same]))
        found.append(1e-9 * cost * setup.points / setup.ranks * steps)
    return found


def _checked(campaign: CaseCampaign, program: str) -> Iterator[str]:
    """What lobatto check says against the set-ups."""
    for setup in campaign.setups:
        words = [program, *campaign.check_words(setup)]
        result = subprocess.run(words, capture_output=True, text=True)
        if result.returncode:
            said = (result.stderr.strip() or result.stdout.strip()).splitlines()
            yield f"{setup.name}: " + "\n".join(said)


def collect(campaign: CaseCampaign, console: Console) -> tuple[list[Curve], list[Repeat]]:
    """Writes study.csv and study.json, and prints the tables."""
    curves, repeats = campaign.collect()
    if not curves:
        raise nothing_done(campaign)
    results = [result for curve in curves for result in curve.results]
    print_table(console, "time per step", tables.result_table(curves))
    print_table(console, "time to solution", tables.solution_table(results, campaign.study))
    print_table(console, "node hours", tables.cost_table(results, campaign.study.cost))
    for curve in curves:
        pops = tables.pop_table(curve)
        if pops is not None:
            print_table(console, "parallel efficiencies " + curve.label, pops)
    trouble = tables.trouble_table(repeats, results)
    if trouble is not None:
        print_table(console, "what went wrong", trouble)
    for note in doubts(campaign.study, curves):
        console.print(note, markup=False)
    csv = write_csv(campaign.folder / "study.csv", campaign.study, curves)
    json = write_numbers(campaign.folder / "study.json", campaign.study, curves, repeats)
    tell_files((csv, json), console)
    return curves, repeats


def report(campaign: CaseCampaign, console: Console) -> None:
    """Does what collect does, and writes the page."""
    from lobatto.study.page import render  # what draws takes as long to load as all the rest

    curves, repeats = collect(campaign, console)
    write_page(campaign.folder, render(campaign.study, curves, repeats), console)
