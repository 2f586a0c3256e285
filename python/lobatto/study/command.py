"""lobatto study, without the words of the command line."""

from typing import Any

from rich.console import Console

from lobatto.console_table import console_table
from lobatto.errors import LobattoError
from lobatto.machine_package import machine_module
from lobatto.study import case_actions
from lobatto.study.campaign import Campaign
from lobatto.study.case_campaign import CaseCampaign
from lobatto.study.ledger import DONE, ENDED_BADLY, PLANNED, counted

ACTIONS = ("plan", "submit", "status", "collect", "report")
WIDTH = 110
"""Columns of a terminal that tables take where it has fewer, or where there is none."""


def run_study(campaign: Campaign[Any, Any], action: str, retry: bool, console: Console) -> None:
    """One action, with what it tells; what went wrong on the way is raised at its end."""
    console.width = max(console.width, WIDTH)
    if action == "submit":
        _submit(campaign, retry, console)
    elif action == "status":
        _status(campaign, console)
    elif isinstance(campaign, CaseCampaign):
        getattr(case_actions, action)(campaign, console)
    else:
        of_kernels = machine_module("kernels.actions", "a study of kernels")
        getattr(of_kernels, action)(campaign, console)
    campaign.damages.raise_noted()


def _submit(campaign: Campaign[Any, Any], retry: bool, console: Console) -> None:
    verb = "ran" if campaign.study.job.scheduler == "local" else "submitted"
    count = 0
    for name in campaign.submit(retry):
        count += 1
        console.print(f"[green]{verb}[/green]  {name}")
    states = campaign.states()
    console.print(f"{count} {verb}; now {counted(states.values())}")
    bad = [name for name, state in states.items() if state in ENDED_BADLY]
    if bad:
        raise LobattoError(
            f"not come to their end: {', '.join(bad)}; status says why, and submit --retry starts "
            "what ended badly once more"
        )


def _status(campaign: Campaign[Any, Any], console: Console) -> None:
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
    console.print(counted(states.values()))
