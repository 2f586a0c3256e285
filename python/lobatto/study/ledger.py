"""What has become of each run of a study, as files in its folder tell. No file is written twice.

FOLDER/runs/<run>/run.json                  what the run is
FOLDER/runs/<run>/attempt-1/submitted.json  how it was started
                            start.sh        starts job.sh and keeps what becomes of it
                            job.sh          from the template
                            started         the host, once it runs
                            job.log         what it said
                            exit_code       once it has ended
                            unfit           where its nodes were not accepted
                            run/            the run folder, of a case
                            accept.json     what was measured, of a kernel
"""

import fcntl
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError
from lobatto.files.document import Document
from lobatto.files.text_file import read_json

PLANNED, QUEUED, RUNNING, DONE, FAILED, UNFIT, LOST = (
    "planned", "queued", "running", "done", "failed", "unfit", "lost",
)  # fmt: skip
LAUNCHER_RULE = re.compile(r"^-{60,}$", re.MULTILINE)
"""Open MPI draws one before it tells that a rank has ended with an exit code."""
STOPPED = "stopped at step"
"""So begins the line of the program's log that says why; the tables of the regions follow."""
WRONG = "WRONG"
"""So begins the line of a kernel's answer that does not hold; those of right ones may follow."""
ENDED_BADLY = (FAILED, UNFIT, LOST)


@dataclass(frozen=True)
class Attempt:
    """One start of a run."""

    path: Path

    @property
    def out(self) -> Path:
        """The folder of the program's own run."""
        return self.path / "run"

    @property
    def rates(self) -> Path:
        """What `lobatto accept` measured, its answers with it."""
        return self.path / "accept.json"

    @property
    def exit_code(self) -> int | None:
        """None as long as it has not ended."""
        try:
            return int((self.path / "exit_code").read_text())
        except FileNotFoundError:
            return None
        except ValueError:
            raise LobattoError(f"{self.path / 'exit_code'} holds no number") from None

    @property
    def submission(self) -> Document | None:
        """submitted.json: scheduler, native_id and submitted (date); None before it was handed
        over."""
        path = self.path / "submitted.json"
        return Document(path, read_json(path)) if path.exists() else None

    @property
    def state(self) -> str:
        """As far as the files tell; a scheduler may know of jobs that it has lost."""
        code = self.exit_code
        if code is not None:
            if code == 0 and any(p.exists() for p in (self.out / "summary.json", self.rates)):
                return DONE
            return UNFIT if (self.path / "unfit").exists() else FAILED
        submission = self.submission
        if submission is None:
            return PLANNED
        if submission.text("scheduler") == "local" and not self._is_held():
            # It may have ended since.
            return LOST if self.exit_code is None else self.state
        return RUNNING if (self.path / "started").exists() else QUEUED

    def record(self, scheduler: str, native_id: str) -> None:
        """Once the scheduler has it."""
        _write_new(
            self.path / "submitted.json",
            {
                "scheduler": scheduler,
                "native_id": native_id,
                "submitted": datetime.now().isoformat(timespec="seconds"),
            },
        )

    def _is_held(self) -> bool:
        """Whether the processes of a local run, which inherit its lock, are still there."""
        try:
            with (self.path / "lock").open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def last_lines(self, most: int = 3) -> list[str]:
        """Of the job's log, without empty ones and what the launcher adds; before them why the
        program stopped and which answers are wrong, where it says so further up."""
        try:
            text = (self.path / "job.log").read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        said = [line.strip() for line in LAUNCHER_RULE.split(text)[0].splitlines() if line.strip()]
        stopped = [line for line in said[:-most] if line.startswith(STOPPED)]
        wrong = [line for line in said[:-most] if line.startswith(WRONG)]
        return [*wrong, *stopped[-1:], *said[-most:]]


@dataclass(frozen=True)
class Entry:
    """The folder of one run."""

    path: Path

    @property
    def attempts(self) -> list[Attempt]:
        """In the order in which they were made."""
        paths = [path for path in self.path.glob("attempt-*") if path.is_dir()]
        return [Attempt(path) for path in sorted(paths, key=lambda path: _number(path))]

    @property
    def last(self) -> Attempt | None:
        """The newest attempt."""
        attempts = self.attempts
        return attempts[-1] if attempts else None

    @property
    def state(self) -> str:
        """That of the last attempt."""
        return PLANNED if self.last is None else self.last.state

    def ending(self, state: str) -> tuple[str, str] | None:
        """(how it ended, its last words) of a run that did not come to its end; None of others."""
        if state not in ENDED_BADLY or self.last is None:
            return None
        code = self.last.exit_code
        how = state if code is None else f"{state}, exit code {code}"
        return how, " | ".join(self.last.last_lines())

    def describe(self, facts: Mapping[str, Any]) -> None:
        """Writes run.json, or raises where it says something else."""
        path = self.path / "run.json"
        if not path.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            _write_new(path, facts)
        self.expect(facts)

    def expect(self, facts: Mapping[str, Any]) -> None:
        """Raises where run.json is there and says something else: the run is another one."""
        path = self.path / "run.json"
        found = read_json(path)
        different = [key for key in facts if found and found.get(key) != facts[key]]
        if different:
            key = different[0]
            raise LobattoError(
                f"{path}: {key} is {_brief(found.get(key))}, and the study now says "
                f"{_brief(facts[key])}: runs of before stay as they are; choose another folder "
                "with --out, or another study.name"
            )

    def new_attempt(self) -> Attempt:
        """A folder for it; one that was made, but never handed over, is taken again."""
        last = self.last
        if last is not None and last.state == PLANNED:
            return last
        path = self.path / f"attempt-{len(self.attempts) + 1}"
        path.mkdir(parents=True)
        return Attempt(path)


@contextmanager
def submitting(folder: Path) -> Iterator[None]:
    """Lets one submission at a time work in the folder of a study."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "submit.lock").open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LobattoError(
                f"{folder}: another submit is at work here; wait until it has ended"
            ) from None
        yield


def counted(states: Iterable[str]) -> str:
    """2 done, 1 planned."""
    return ", ".join(f"{count} {state}" for state, count in sorted(Counter(states).items()))


def _number(path: Path) -> int:
    digits = path.name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _write_new(path: Path, facts: Mapping[str, Any]) -> None:
    """Complete or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    part.replace(path)
