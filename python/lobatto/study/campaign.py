"""A study and its folder: its runs, what has become of them, and how they are started."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from lobatto.errors import Damages
from lobatto.study.job_script import Task, write_scripts
from lobatto.study.ledger import ENDED_BADLY, PLANNED, QUEUED, RUNNING, Entry, submitting
from lobatto.study.schedulers import scheduler_of
from lobatto.study.setup import Setup
from lobatto.study.study_parts import Study

AStudy = TypeVar("AStudy", bound=Study)
ASetup = TypeVar("ASetup", bound=Setup)


class Campaign(ABC, Generic[AStudy, ASetup]):
    """Everything about a study that its files tell, whatever it runs. folder: by default
    runs/<name of the study> below the current folder."""

    def __init__(self, study: AStudy, setups: Sequence[ASetup], folder: Path | None = None) -> None:
        self.study = study
        self.folder = folder or Path("runs") / study.name
        self.setups = setups
        self.damages = Damages()
        for setup in setups:
            for name, entry in self.entries(setup).items():
                entry.expect(self.facts(setup, name))

    @abstractmethod
    def facts(self, setup: ASetup, name: str) -> Mapping[str, Any]:
        """run.json: what makes a run this run and no other."""

    @abstractmethod
    def task(self, setup: ASetup) -> Task:
        """What the program is started with."""

    def entries(self, setup: ASetup) -> dict[str, Entry]:
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
                entry.describe(self.facts(setup, name))
                attempt = entry.new_attempt()
                script = write_scripts(self.study, setup, name, attempt, self.task(setup))
                scheduler.start(attempt, setup, name, script)
                yield name

    def _in_turn(self) -> Iterator[tuple[ASetup, str, Entry]]:
        """The first repeat of all set-ups, then the second: what the machine does meanwhile is
        shared by all."""
        items = [list(self.entries(setup).items()) for setup in self.setups]
        for of_repeat in zip(*items, strict=True):
            for setup, (name, entry) in zip(self.setups, of_repeat, strict=True):
                yield setup, name, entry
