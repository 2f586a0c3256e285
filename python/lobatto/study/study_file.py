"""The study file: what is run, what varies, and how its runs are started."""

from pathlib import Path
from typing import Any

from lobatto.files.toml_keys import Keys, Source
from lobatto.machine_package import machine_module
from lobatto.study import case_study
from lobatto.study.case_study import read_case_study

OF_KERNELS = ("accept", "seconds")
"""Keys of [study] for application kernels, which the tools for machines study."""


def read_study(path: Path) -> Any:
    """The CaseStudy of a case, or the KernelStudy of kernels; what is wrong with the file is a
    LobattoError with line and key."""
    source = Source(path, "a study")
    top = Keys(source, source.values)
    top.only("study", "set", "vary", "run", "job", *case_study.TABLES)
    keys = top.table("study")
    keys.only("name", "kind", "repeats", "health", *case_study.KEYS, *OF_KERNELS)
    if "accept" not in keys.values:
        _refuse(keys, ("seconds",), "is for kernels, and study.accept names none")
        if "case" not in keys.values:
            raise keys.error("case", "is missing, expected a case file, or else accept, kernels")
        return read_case_study(top)
    if "case" in keys.values:
        raise keys.error("case", "cannot be beside accept: one of them has to go")
    why = "is for runs of a case, and study.accept names kernels"
    _refuse(keys, case_study.KEYS, why)
    _refuse(top, case_study.TABLES, why)
    kernels = machine_module("kernels.study", f"{path}: a study of kernels")
    return kernels.read_kernel_study(top)


def _refuse(keys: Keys, names: tuple[str, ...], why: str) -> None:
    for name in names:
        if name in keys.values:
            raise keys.error(name, why)
