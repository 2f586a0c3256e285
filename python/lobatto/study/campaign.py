"""A study and its folder: its runs, what has become of them, and how they are started."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lobatto.errors import Damages, LobattoError
from lobatto.study.design import Setup, setups_of
from lobatto.study.job_script import write_scripts
from lobatto.study.ledger import ENDED_BADLY, PLANNED, QUEUED, RUNNING, Entry, submitting
from lobatto.study.measures import Curve, Repeat, Result, curves_of, repeats_of, result_of
from lobatto.study.schedulers import scheduler_of
from lobatto.study.study_file import read_study


class Campaign:
    """Everything about a study that its files tell. folder: by default runs/<name of the study>
    below the current folder."""

    def __init__(self, study_file: Path, folder: Path | None = None) -> None:
        self.study = read_study(study_file)
        self.folder = folder or Path("runs") / self.study.name
        self.setups = setups_of(self.study)
        self.damages = Damages()
        for setup in self.setups:
            for name, entry in self.entries(setup).items():
                entry.expect(self._facts(setup, name))

    def entries(self, setup: Setup) -> dict[str, Entry]:
        """The folders of the repeats of a set-up, by their names."""
        others = [f"{setup.name}-r{i}" for i in range(2, self.study.repeats + 1)]
        names = [setup.name, *others]
        return {name: Entry(self.folder / "runs" / name) for name in names}

    def states(self, ask: bool = False) -> dict[str, str]:
        """By the names of the repeats. ask: ask the scheduler after those that have not ended."""
        entries = [item for setup in self.setups for item in self.entries(setup).items()]
        states = {name: entry.state for name, entry in entries}
        waiting = {
            entry.last.path: name
            for name, entry in entries
            if states[name] in (QUEUED, RUNNING) and entry.last is not None
        }
        if ask and waiting:
            attempts = [e.last for n, e in entries if n in waiting.values() and e.last is not None]
            told = scheduler_of(self.study.job, self.folder).states(attempts)
            # One that ended between the two questions has left its exit code by now.
            by_name = dict(entries)
            for path, name in waiting.items():
                now = by_name[name].state
                states[name] = told.get(path, now) if now in (QUEUED, RUNNING) else now
        return states

    def submit(self, retry: bool = False) -> Iterator[str]:
        """Starts what has not been started; retry: what ended badly as well, in a new attempt.
        Yields the names of the runs as they are handed over, those of this machine once they have
        ended."""
        with submitting(self.folder):
            scheduler = scheduler_of(self.study.job, self.folder)
            states = self.states(ask=retry)
            for setup, name, entry in self._in_turn():
                if states[name] != PLANNED and not (retry and states[name] in ENDED_BADLY):
                    continue
                entry.describe(self._facts(setup, name))
                attempt = entry.new_attempt()
                script = write_scripts(self.study, setup, name, attempt)
                scheduler.start(attempt, setup, name, script)
                yield name

    def collect(self) -> tuple[list[Curve], list[Repeat]]:
        """What is done so far; damaged runs are in self.damages."""
        repeats = {
            setup.name: repeats_of(setup, self.entries(setup), self.study.accuracy, self.damages)
            for setup in self.setups
        }
        results = [result_of(setup, repeats[setup.name]) for setup in self.setups]
        done: list[Result] = [result for result in results if result is not None]
        return curves_of(self.study, done), [r for of in repeats.values() for r in of]

    def _in_turn(self) -> Iterator[tuple[Setup, str, Entry]]:
        """The first repeat of all set-ups, then the second: what the machine does meanwhile is
        shared by all."""
        items = [list(self.entries(setup).items()) for setup in self.setups]
        for of_repeat in zip(*items, strict=True):
            for setup, (name, entry) in zip(self.setups, of_repeat, strict=True):
                yield setup, name, entry

    def _facts(self, setup: Setup, name: str) -> Mapping[str, Any]:
        """run.json: what makes a run this run and no other."""
        return {
            "run": name,
            "case": hashlib.sha256(_bytes(self.study.case)).hexdigest(),
            "ranks": setup.ranks,
            "nodes": setup.nodes,
            "steps": self.study.steps,
            "end": self.study.end,
            "set": dict(setup.settings),
            "profile": self.study.profile,
        }


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LobattoError(f"{path} cannot be read: {error.strerror}") from None
