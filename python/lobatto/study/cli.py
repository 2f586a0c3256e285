"""The command line of study."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console

StudyFile = typer.Argument(
    ..., metavar="STUDY.toml", show_default=False, help="The study file: docs/campaigns.md."
)
StudyAction = typer.Argument(
    "plan", metavar="[plan|submit|status|collect|report]", help="What to do with it."
)
StudyFolder = typer.Option(
    None, metavar="DIR", show_default=False, help="Its folder; by default runs/NAME."
)
Retry = typer.Option(False, "--retry", help="With submit: start what ended badly once more.")


def study(
    study_file: Path = StudyFile,
    action: str = StudyAction,
    out: Optional[Path] = StudyFolder,
    retry: bool = Retry,
) -> None:
    """Run one case, or application kernels, many times, on other ranks, orders or with other keys,
    and compare the runs.

    **plan** shows the runs, with points per rank, and lets `lobatto check` judge each; nothing is
    written. **submit** starts those that have not been started: one after the other on this
    machine, or through SLURM or PBS. **status** tells what has become of them. **collect** makes
    `study.csv` and `study.json` of those that are done: time per step, efficiencies, time to
    solution, node hours; of kernels rates, efficiencies and answers. **report** writes the page
    `report.html` beside them.

    All of them may be repeated at any time: nothing that is there is run again or written over,
    but for the files of collect and report.

    Example: `lobatto study cases/studies/duct-strong.toml submit`
    """
    from lobatto.study.campaigns import campaign_of
    from lobatto.study.command import ACTIONS, run_study

    if action not in ACTIONS:
        raise typer.BadParameter(
            f"{action!r}; expected one of {', '.join(ACTIONS)}", param_hint="the action"
        )
    console = Console(soft_wrap=True, highlight=False)
    run_study(campaign_of(study_file, out), action, retry, console)
