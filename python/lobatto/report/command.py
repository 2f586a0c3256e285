"""lobatto report, without the command line."""

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from lobatto.errors import Damages, LobattoError
from lobatto.files.outputs import claim
from lobatto.report.page import MARK, render
from lobatto.report.records import RunRecord, read_run

FILE_NAME = "report.html"


def write_report(
    paths: Sequence[Path | str],
    out: Path | str | None = None,
    baseline: Path | str | None = None,
    damages: Damages | None = None,
) -> Path:
    """Writes the page and returns its path: `out`, or report.html in the folder of the first run.
    baseline: the folder of the run that efficiencies refer to, one of the paths or another one.
    damages: where damaged runs are noted and left out; without it they are errors, as is the
    baseline always, and the last one of all runs."""
    paths = _without_repetition([*paths, *([baseline] if baseline is not None else [])])
    runs = _with_own_labels(_read(paths, baseline, damages))
    reference = None
    if baseline is not None:
        reference = next(run for run in runs if _same(run.path, baseline))
    runs_in_order = sorted(runs, key=lambda run: (run.ranks, run.points))
    target = Path(out) if out is not None else runs[0].path / FILE_NAME
    if target.is_dir():
        raise LobattoError(f"--out {target} is a folder, expected the name of a file")
    claim(target, MARK)
    target.write_text(render(runs_in_order, reference), encoding="utf-8")
    return target


def _read(
    paths: Sequence[Path | str], baseline: Path | str | None, damages: Damages | None
) -> list[RunRecord]:
    runs = []
    for path in paths:
        is_baseline = baseline is not None and _same(path, baseline)
        with nullcontext() if damages is None or is_baseline else damages.noted():
            runs.append(read_run(path))
    if not runs and damages is not None:
        damages.raise_noted()
    return runs


def _same(one: Path | str, other: Path | str) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def _without_repetition(paths: Sequence[Path | str]) -> list[Path]:
    return list({Path(path).resolve(): Path(path) for path in paths}.values())


def _with_own_labels(runs: list[RunRecord]) -> list[RunRecord]:
    """Folders of the same name are told apart by the folder that they are in."""
    often = Counter(run.label for run in runs)
    return [
        replace(run, label=f"{run.path.resolve().parent.name}/{run.label}")
        if often[run.label] > 1
        else run
        for run in runs
    ]
