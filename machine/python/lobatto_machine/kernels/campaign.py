"""The campaign of application kernels: what its runs are, and what they measured."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lobatto.study.campaign import Campaign
from lobatto.study.job_script import Task

from lobatto_machine.kernels.design import KernelSetup, kernel_setups_of
from lobatto_machine.kernels.measures import KernelResult, kernel_repeats_of, kernel_result_of
from lobatto_machine.kernels.study import KernelStudy


class KernelCampaign(Campaign[KernelStudy, KernelSetup]):
    """folder: by default runs/<name of the study> below the current folder."""

    def __init__(self, study: KernelStudy, folder: Path | None = None) -> None:
        super().__init__(study, kernel_setups_of(study), folder)

    def collect(self) -> list[KernelResult]:
        """One for each set-up; damaged runs are in self.damages."""
        return [
            kernel_result_of(setup, kernel_repeats_of(self.entries(setup), self.damages))
            for setup in self.setups
        ]

    def facts(self, setup: KernelSetup, name: str) -> Mapping[str, Any]:
        return {
            "run": name,
            "kernel": setup.kernel,
            "ranks": setup.ranks,
            "nodes": setup.nodes,
            "size": setup.size,
            "total": self.study.kind == "strong",
            "ranks_grid": setup.ranks_grid,
            "seconds": self.study.seconds,
        }

    def task(self, setup: KernelSetup) -> Task:
        words = ["accept", setup.kernel]
        if setup.size is not None:
            words += ["--size", setup.size]
        if self.study.kind == "strong":
            words += ["--total"]
        if setup.ranks_grid is not None:
            words += ["--ranks-grid", setup.ranks_grid]
        words += ["--seconds", f"{self.study.seconds:g}", "--json", "accept.json"]
        return Task(words, {"kernel": setup.kernel})
