#!/usr/bin/env python3
"""Runs clang-tidy over the units of the compile database, in parallel, where something changed.

A unit is a source, or a unity unit of several. What its result depends on is hashed: .clang-tidy,
the unit's command, and the text of the unit and of every file of the project that it includes,
directly or not. Clean results are remembered in the build folder.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import layers_of_cpp

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE_ROOTS = (REPOSITORY / "src", REPOSITORY / "machine/src")


def project_files(source: Path) -> list[Path]:
    """The unit and every file of the project that it reaches, sorted."""
    reached = {source}
    pending = [source]
    while pending:
        for include in layers_of_cpp.includes_of(pending.pop()):
            headers = [root / include.name for root in SOURCE_ROOTS]
            for header in headers if include.quoted else ():
                if header.is_file() and header not in reached:
                    reached.add(header)
                    pending.append(header)
    return sorted(reached)


def fingerprint(source: Path, command: str) -> str:
    digest = hashlib.sha256(command.encode())
    for file in [REPOSITORY / ".clang-tidy", *project_files(source)]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tidy", required=True, help="the clang-tidy program")
    parser.add_argument("--build", type=Path, required=True, help="the configured build folder")
    arguments = parser.parse_args()

    stamps = arguments.build / "clang-tidy-stamps"
    stamps.mkdir(exist_ok=True)
    database = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    sources = {Path(e["directory"], e["file"]).resolve(): e["command"] for e in database}
    tasks = []
    for source, command in sorted(sources.items()):
        if any(layers_of_cpp.sources_in(source, root) for root in SOURCE_ROOTS):
            stamp = stamps / fingerprint(source, command)
            if not stamp.exists():
                tasks.append((source, stamp))

    def tidy(task: tuple[Path, Path]) -> bool:
        source, stamp = task
        # The compiler's own warnings are GCC's business: clang has others.
        command = [arguments.tidy, "--quiet", "-p", arguments.build, "--extra-arg=-w", source]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            stamp.touch()
            return True
        print(f"{source.relative_to(REPOSITORY)}\n{run.stdout}{run.stderr}", file=sys.stderr)
        return False

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tidy, tasks))
    n_clean = sum(results)
    print(f"clang-tidy: {n_clean} of {len(tasks)} changed units are clean")
    return 0 if n_clean == len(tasks) else 1


if __name__ == "__main__":
    sys.exit(main())
