"""The campaign of a case: what its runs are, and what they left."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lobatto.errors import LobattoError
from lobatto.study.campaign import Campaign
from lobatto.study.case_study import CaseStudy
from lobatto.study.design import CaseSetup, setups_of
from lobatto.study.job_script import Task
from lobatto.study.measures import Curve, Repeat, Result, curves_of, repeats_of, result_of


class CaseCampaign(Campaign[CaseStudy, CaseSetup]):
    """folder: by default runs/<name of the study> below the current folder."""

    def __init__(self, study: CaseStudy, folder: Path | None = None) -> None:
        super().__init__(study, setups_of(study), folder)

    def collect(self) -> tuple[list[Curve], list[Repeat]]:
        """What is done so far; damaged runs are in self.damages."""
        repeats = {
            setup.name: repeats_of(setup, self.entries(setup), self.study.accuracy, self.damages)
            for setup in self.setups
        }
        results = [result_of(setup, repeats[setup.name]) for setup in self.setups]
        done: list[Result] = [result for result in results if result is not None]
        return curves_of(self.study, done), [r for of in repeats.values() for r in of]

    def facts(self, setup: CaseSetup, name: str) -> Mapping[str, Any]:
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

    def task(self, setup: CaseSetup) -> Task:
        profile = ["--profile", "mpi"] if self.study.profile else []
        words = ["run", *self._case_words(setup), *profile, "--progress", "lines", "--out", "run"]
        return Task(words, {"case": str(self.study.case.resolve())})

    def check_words(self, setup: CaseSetup) -> list[str]:
        """The command line of `lobatto check` behind the name of the program."""
        return ["check", *self._case_words(setup)]

    def _case_words(self, setup: CaseSetup) -> list[str]:
        changed = [
            word for key, value in setup.settings.items() for word in ("--set", f"{key}={value}")
        ]
        length = ["--steps", str(self.study.steps)]
        if self.study.steps is None:
            length = ["--set", "time.steps=", "--set", f"time.end={self.study.end!r}"]
        return [str(self.study.case.resolve()), *length, *changed]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LobattoError(f"{path} cannot be read: {error.strerror}") from None
