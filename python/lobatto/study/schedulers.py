"""Starts runs and asks after them: on this machine, or through PSI/J where there is a scheduler."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

from lobatto.errors import LobattoError
from lobatto.study.ledger import LOST, QUEUED, RUNNING, Attempt
from lobatto.study.setup import Setup
from lobatto.study.study_parts import Job

try:
    import psij
    from psij.executors.batch.batch_scheduler_executor import BatchSchedulerExecutorConfig
except ImportError:
    psij = None

PATIENCE = timedelta(seconds=60)
"""For the first answer of a scheduler about a job."""


class Scheduler(Protocol):
    """Where runs are started."""

    def start(self, attempt: Attempt, setup: Setup, name: str, script: Path) -> None:
        """Hands a script over and records that in the attempt."""

    def states(self, attempts: Sequence[Attempt]) -> Mapping[Path, str]:
        """By their paths, of attempts that have not ended as far as their files tell; those of
        which nothing is known are left out."""


def scheduler_of(job: Job, folder: Path) -> Scheduler:
    """folder: of the study, where PSI/J may keep its files."""
    if job.scheduler == "local":
        return ThisMachine()
    return PsijScheduler(job, folder / "psij")


class ThisMachine:
    """Runs one after the other, and waits for each: two at a time would disturb each other. Their
    processes inherit a lock, by which one sees whether they are still there."""

    def start(self, attempt: Attempt, setup: Setup, name: str, script: Path) -> None:
        with (attempt.path / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = subprocess.Popen(
                ["bash", str(script.resolve())],
                stdin=subprocess.DEVNULL,
                pass_fds=(lock.fileno(),),
            )
            attempt.record("local", str(process.pid))
            try:
                process.wait()
            except KeyboardInterrupt:
                # It came to the run as well, which ends with a checkpoint.
                process.wait()
                raise

    def states(self, attempts: Sequence[Attempt]) -> Mapping[Path, str]:
        """The lock tells all, and Attempt.state asks it."""
        return {}


class PsijScheduler:
    """A batch scheduler by PSI/J, a package that knows how to speak to each of them."""

    def __init__(self, job: Job, work_folder: Path) -> None:
        if psij is None:
            raise LobattoError(
                f"job.scheduler is {job.scheduler!r}, which needs the package psij-python: pip "
                "install psij-python, or pip install './python[study]' from a checkout"
            )
        self._job = job
        settings = BatchSchedulerExecutorConfig(
            work_directory=work_folder.resolve(),
            queue_polling_interval=2,
            initial_queue_polling_delay=0,
        )
        self._executor = psij.JobExecutor.get_instance(job.scheduler, config=settings)

    def start(self, attempt: Attempt, setup: Setup, name: str, script: Path) -> None:
        spec = psij.JobSpec(
            name=name,
            executable="/bin/bash",
            arguments=[str(script.resolve())],
            directory=attempt.path.resolve(),
            resources=psij.ResourceSpecV1(
                node_count=setup.nodes,
                processes_per_node=-(-setup.ranks // setup.nodes),
                exclusive_node_use=self._job.exclusive,
            ),
            attributes=self._attributes(),
            launcher="single",
        )
        job = psij.Job(spec)
        try:
            self._executor.submit(job)
        except (psij.SubmitException, OSError) as error:
            raise LobattoError(
                f"{self._job.scheduler} does not take the run {name}: {str(error).strip()}"
            ) from None
        assert job.native_id is not None
        attempt.record(self._job.scheduler, job.native_id)

    def _attributes(self) -> Any:
        return psij.JobAttributes(
            duration=timedelta(minutes=self._job.minutes),
            queue_name=self._job.queue,
            project_name=self._job.account,
            custom_attributes={
                f"{self._job.scheduler}.{key}": value for key, value in self._job.options.items()
            },
        )

    def states(self, attempts: Sequence[Attempt]) -> Mapping[Path, str]:
        jobs = {}
        for attempt in attempts:
            submission = attempt.submission
            if submission is not None and submission.text("scheduler") == self._job.scheduler:
                jobs[attempt.path] = psij.Job()
                self._executor.attach(jobs[attempt.path], submission.text("native_id"))
        found = {}
        for path, job in jobs.items():
            status = job.wait(PATIENCE, [psij.JobState.QUEUED, psij.JobState.ACTIVE])
            if status is not None and (state := _state(status)):
                found[path] = state
        return found


def _state(status: Any) -> str | None:
    """None where the scheduler could not be asked. One that has forgotten a job counts as one where
    it has ended."""
    if status.state is psij.JobState.QUEUED:
        return QUEUED
    if status.state is psij.JobState.ACTIVE:
        return RUNNING
    could_not_ask = (status.message or "").startswith(("Failed to", "Error updating"))
    return None if could_not_ask else LOST
