"""python3 -m lobatto study, without the words of the command line."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator

import numpy as np
from rich.console import Console

from lobatto.console_table import console_table
from lobatto.errors import LobattoError
from lobatto.outputs import claim
from lobatto.report import formats
from lobatto.report.terminal import print_table
from lobatto.study import tables
from lobatto.study.campaign import Campaign
from lobatto.study.job_script import check_words, program_of
from lobatto.study.ledger import DONE, ENDED_BADLY, PLANNED
from lobatto.study.measures import Curve, Repeat, doubts
from lobatto.study.numbers import MARK, write_csv, write_numbers

ACTIONS = ("plan", "submit", "status", "collect", "report")
WIDTH = 110
"""Columns of a terminal that tables take where it has fewer, or where there is none."""


def run_study(campaign: Campaign, action: str, retry: bool, console: Console) -> None:
    """One action, with what it tells; what went wrong on the way is raised at its end."""
    console.width = max(console.width, WIDTH)
    if action == "submit":
        _submit(campaign, retry, console)
    elif action == "status":
        _status(campaign, console)
    elif action == "collect":
        _collect(campaign, console)
    elif action == "report":
        _report(campaign, console)
    else:
        _plan(campaign, console)
    campaign.damages.raise_noted()


def _plan(campaign: Campaign, console: Console) -> None:
    """The runs, what they are expected to take, and what lobatto check has against them."""
    curves, _ = campaign.collect()
    seconds = _estimates(campaign, curves)
    repeats, states = campaign.study.repeats, campaign.states()
    in_words = {s.name: _counted([states[n] for n in campaign.entries(s)]) for s in campaign.setups}
    print_table(console, campaign.study.name, tables.plan_table(campaign.setups, in_words, seconds))
    count = len(campaign.setups) * repeats
    length = campaign.study.length
    console.print(f"{count} runs {length}, {repeats} of each; folder ", end="")
    console.print(str(campaign.folder), markup=False)
    if np.isfinite(seconds).all():
        hours = sum(s.nodes * t for s, t in zip(campaign.setups, seconds, strict=True)) / 3600
        console.print(f"node hours: about {formats.number(repeats * hours)}, start-up left out")
    else:
        console.print("no estimate before the first run is done")
    program = program_of(campaign.study)
    if shutil.which(program) is None:
        console.print(f"not checked: there is no program {program} here", markup=False)
        return
    problems = list(_checked(campaign))
    if problems:
        raise LobattoError("\n".join(problems))


def _estimates(campaign: Campaign, curves: list[Curve]) -> list[float]:
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


def _checked(campaign: Campaign) -> Iterator[str]:
    """What lobatto check says against the set-ups."""
    for setup in campaign.setups:
        words = [program_of(campaign.study), *check_words(campaign.study, setup)]
        result = subprocess.run(words, capture_output=True, text=True)
        if result.returncode:
            said = (result.stderr.strip() or result.stdout.strip()).splitlines()
            yield f"{setup.name}: " + "\n".join(said)


def _submit(campaign: Campaign, retry: bool, console: Console) -> None:
    verb = "ran" if campaign.study.job.scheduler == "local" else "submitted"
    count = 0
    for name in campaign.submit(retry):
        count += 1
        console.print(f"[green]{verb}[/green]  {name}")
    states = campaign.states()
    console.print(f"{count} {verb}; now {_counted(list(states.values()))}")
    bad = [name for name, state in states.items() if state in ENDED_BADLY]
    if bad:
        raise LobattoError(
            f"not come to their end: {', '.join(bad)}; status tells why, and submit --retry starts "
            "what ended badly once more"
        )


def _status(campaign: Campaign, console: Console) -> None:
    """State and last words of each run."""
    states = campaign.states(ask=True)
    table = console_table(campaign.study.name, "run", "state", ">attempts", "last words")
    for setup in campaign.setups:
        for name, entry in campaign.entries(setup).items():
            last = entry.last
            shown = last is not None and states[name] not in (DONE, PLANNED)
            words = "\n".join(last.last_lines()) if last is not None and shown else ""
            table.add_row(name, states[name], str(len(entry.attempts)), words)
    console.print(table)
    console.print(_counted(list(states.values())))


def _collect(campaign: Campaign, console: Console) -> tuple[list[Curve], list[Repeat]]:
    """Writes study.csv and study.json, and prints the tables."""
    curves, repeats = campaign.collect()
    if not curves:
        campaign.damages.raise_noted()
        states = _counted(list(campaign.states().values()))
        raise LobattoError(f"{campaign.folder}: no run is done yet ({states}); start with submit")
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
    for path in (
        write_csv(campaign.folder / "study.csv", campaign.study, curves),
        write_numbers(campaign.folder / "study.json", campaign.study, curves, repeats),
    ):
        console.print(f"[green]{path.suffix[1:]:<8}[/green]", end="")
        console.print(str(path), markup=False)
    return curves, repeats


def _report(campaign: Campaign, console: Console) -> None:
    from lobatto.study.page import render  # what draws takes as long to load as all the rest

    curves, repeats = _collect(campaign, console)
    path = campaign.folder / "report.html"
    claim(path, MARK)
    path.write_text(render(campaign.study, curves, repeats), encoding="utf-8")
    console.print("[green]report[/green]  ", end="")
    console.print(str(path), markup=False)


def _counted(states: list[str]) -> str:
    """2 done, 1 planned."""
    return ", ".join(f"{count} {state}" for state, count in sorted(Counter(states).items()))
