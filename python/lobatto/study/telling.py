"""What the actions of all studies tell, and where they leave their page."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from lobatto.errors import LobattoError
from lobatto.files.outputs import claim
from lobatto.study.campaign import Campaign
from lobatto.study.job_script import program_of
from lobatto.study.ledger import counted

MARK = "lobatto study"
"""In every file that a study writes: it may be written over."""


def states_in_words(campaign: Campaign[Any, Any]) -> dict[str, str]:
    """What has become of the repeats of each set-up, by its name."""
    states = campaign.states()
    return {s.name: counted(states[n] for n in campaign.entries(s)) for s in campaign.setups}


def tell_runs(campaign: Campaign[Any, Any], length: str, console: Console) -> None:
    """How many there are; length: of each, in words."""
    repeats = campaign.study.repeats
    count = len(campaign.setups) * repeats
    console.print(
        f"{count} run{'' if count == 1 else 's'} {length}, {repeats} of each; folder ", end=""
    )
    console.print(str(campaign.folder), markup=False)


def program_here(campaign: Campaign[Any, Any], console: Console) -> str | None:
    """The program that checks the plan; None, which is told, where there is none."""
    program = program_of(campaign.study)
    if shutil.which(program) is not None:
        return program
    console.print(f"not checked: there is no program {program} here", markup=False)
    return None


def nothing_done(campaign: Campaign[Any, Any]) -> LobattoError:
    """Of a study without a run to collect."""
    campaign.damages.raise_noted()
    states = counted(campaign.states().values())
    return LobattoError(f"{campaign.folder}: no run is done yet ({states}); start with submit")


def tell_files(paths: Sequence[Path], console: Console) -> None:
    """That they have been written."""
    for path in paths:
        console.print(f"[green]{path.suffix[1:]:<8}[/green]", end="")
        console.print(str(path), markup=False)


def write_page(folder: Path, page: str, console: Console) -> None:
    """report.html in the folder of a study."""
    path = folder / "report.html"
    claim(path, MARK)
    path.write_text(page, encoding="utf-8")
    console.print("[green]report[/green]  ", end="")
    console.print(str(path), markup=False)
