"""The folder of a study of kernels, as `lobatto study` leaves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from lobatto.errors import LobattoError
from lobatto.study.ledger import Entry

from lobatto_machine.acceptance.runs import RunFile, read_runs


@dataclass(frozen=True)
class StudyFolder:
    """files: of the newest attempt of each run; without: names and states of runs whose newest
    attempt left none."""

    files: tuple[RunFile, ...]
    without: tuple[str, ...]


def read_study_folder(folder: Path, ranks_per_node: int | None = None) -> StudyFolder:
    """ranks_per_node: as of read_runs. A run that failed by a wrong answer has a file, too."""
    runs = [Entry(path) for path in sorted((folder / "runs").glob("*")) if path.is_dir()]
    files, without = [], []
    for run in runs:
        if run.last is not None and run.last.rates.exists():
            file = read_runs(run.last.rates, ranks_per_node)
            files.append(replace(file, machine=folder.resolve().name))
        else:
            without.append(f"{run.path.name} ({run.state})")
    if not files:
        raise LobattoError(
            f"{folder} is a folder without rates of kernels, expected files that `lobatto accept "
            "--json` wrote, or the folder of a study that names kernels"
        )
    return StudyFolder(tuple(files), tuple(without))
