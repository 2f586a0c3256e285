#!/usr/bin/env python3
"""Compiles the step in a box for CUDA devices, which takes none: PTX and machine code for sm_80
(A100) and sm_90 (H100), and prints what each kernel takes of a multiprocessor.

The compiler is the nvcc of `tools/venv gpu`, else that of PATH. Without one nothing is compiled,
which is a fault where CI is set.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KIB = 1024
SHARED = {80: 163 * KIB, 90: 227 * KIB}
"""Shared memory of a block at most, by architecture; a multiprocessor has 1 KiB more."""

KERNEL = re.compile(
    r"entry function '(?P<entry>\w+)' for 'sm_(?P<arch>\d+)'"
    r".*?(?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads"
    r".*?Used (?P<registers>\d+) registers",
    re.DOTALL,
)


@dataclass(frozen=True, order=True)
class Kernel:
    """What ptxas reports of one, and what its name says: `run_block<KERNEL, THREADS, BYTES>`."""

    name: str
    arch: int
    registers: int
    spilled: int
    threads: int
    shared: int

    def blocks(self) -> int:
        """That a multiprocessor runs at once; 0: it runs none."""
        if self.shared > SHARED[self.arch]:
            return 0
        # Each of its four parts has 16,384 registers, which warps get by 256.
        warps = (self.threads + 31) // 32
        registers_of_warp = (self.registers + 7) // 8 * 8 * 32
        by_registers = 4 * (16384 // registers_of_warp) // warps
        by_shared = (SHARED[self.arch] + KIB) // (self.shared + KIB)
        return min(by_registers, by_shared, 2048 // self.threads, 32)


def compiler() -> Path | None:
    of_packages = sorted((ROOT / ".venv").glob("lib/python*/site-packages/nvidia/cu*/bin/nvcc"))
    on_path = shutil.which("nvcc")
    if of_packages:
        return of_packages[-1]
    return Path(on_path) if on_path else None


def compile_source(nvcc: Path, source: Path, arch: int) -> str:
    """What the compiler reports. Raises RuntimeError where it finds a fault."""
    with tempfile.TemporaryDirectory() as folder:
        code = f"arch=compute_{arch},code=[compute_{arch},sm_{arch}]"
        command: list[str | Path] = [
            nvcc,
            "-std=c++20",
            "-O3",
            "-gencode",
            code,
            "-Xptxas",
            "-v",
            "-x",
            "cu",
        ]
        command += [f"-I{ROOT / 'bench'}", f"-I{ROOT / 'src'}", "-Werror", "all-warnings"]
        # What is compiled for the host runs nowhere.
        command += ["-Xcompiler", "-O0", "-c", source, "-o", Path(folder) / "code.o"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{source.relative_to(ROOT)} for sm_{arch}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def plain_names(entries: list[str]) -> dict[str, str]:
    """Names as in the source."""
    done = subprocess.run(["c++filt", *entries], capture_output=True, text=True, check=True)
    return dict(zip(entries, done.stdout.splitlines(), strict=True))


def kernels_of(report: str) -> list[Kernel]:
    found = list(KERNEL.finditer(report))
    names = plain_names([match["entry"] for match in found]) if found else {}
    kernels = []
    for match in found:
        signature = names[match["entry"]]
        said = re.search(r"run_block<lobatto::gpu::(.+), (\d+), (\d+)>\(", signature)
        if said is None:
            raise RuntimeError(f"{signature}: expected run_block<lobatto::gpu::..., N, N>")
        spilled = int(match["stores"]) + int(match["loads"])
        threads, shared = int(said[2]), int(said[3])
        kernel = said[1].replace(" >", ">")
        kernels.append(
            Kernel(kernel, int(match["arch"]), int(match["registers"]), spilled, threads, shared)
        )
    return kernels


def print_table(kernels: list[Kernel]) -> None:
    heads = ("registers", "spilled", "threads", "shared", "blocks", "of threads")
    print(f"{'kernel':<26} {'':5} " + " ".join(f"{head:>10}" for head in heads))
    for k in sorted(kernels):
        blocks = k.blocks()
        share = f"{100 * blocks * k.threads // 2048} %" if blocks else "no room"
        numbers = (k.registers, k.spilled, k.threads, k.shared, blocks, share)
        print(f"{k.name:<26} sm_{k.arch} " + " ".join(f"{number:>10}" for number in numbers))


def main() -> int:
    nvcc = compiler()
    if nvcc is None:
        print("no nvcc: SKIPPED; `tools/venv gpu` installs one", file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    # The longest first.
    sources = sorted(HERE.glob("*.cpp"), key=lambda source: source.name != "step.cpp")
    tasks = [(source, arch) for source in sources for arch in SHARED]
    try:
        with ThreadPoolExecutor(2) as pool:
            reports = list(pool.map(lambda task: compile_source(nvcc, *task), tasks))
        kernels = [kernel for report in reports for kernel in kernels_of(report)]
        print_table(kernels)
        lost = {k.name for k in kernels} - {k.name for k in kernels if k.blocks()}
        if lost:
            raise RuntimeError(f"no device has the shared memory for {', '.join(sorted(lost))}")
    except RuntimeError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
