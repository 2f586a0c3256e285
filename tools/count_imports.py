#!/usr/bin/env python3
"""How far `lobatto import` gets with the cases of other codes below a folder.

    tools/count_imports.py FOLDER --program build/ci/lobatto

Imports each .par, each .rea beside user code that has none, and each .case into a folder of its
own, asks `lobatto check`, and prints a line for each and the counts that docs/import.md has. Runs
with the Python of .venv (tools/venv test).
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
OUTCOMES = ("passes", "refuses", "needs", "is not imported")
"""refuses: it solves other equations; needs: what the first message of `check` asks for."""


def cases_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        is_case = path.suffix in (".par", ".case")
        if path.suffix == ".rea" and not path.with_suffix(".par").exists():
            is_case = any(path.parent.glob("*.usr"))
        if is_case:
            yield path


def outcome_of(case: Path, program: Path, folder: Path) -> tuple[str, str]:
    """One of OUTCOMES, and the message that says so."""
    made = folder / f"{case.stem}.toml"
    kind = "neko" if case.suffix == ".case" else "nek"
    command = [sys.executable, "-m", "lobatto", "import", kind, str(case), "--out", str(made)]
    imported = subprocess.run(
        command, cwd=REPOSITORY / "python", capture_output=True, text=True, check=False
    )
    if imported.returncode != 0:
        return "is not imported", first_of(imported.stderr or imported.stdout)
    checked = subprocess.run(
        [str(program.resolve()), "check", made.name],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if checked.returncode == 0:
        return "passes", ""
    message = first_of(checked.stderr)
    return "refuses" if "case.refuse" in checked.stderr else "needs", message


def first_of(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", type=Path, required=True)
    arguments = parser.parse_args(words)
    counts: Counter[str] = Counter()
    for case in cases_below(arguments.folder):
        folder = Path(tempfile.mkdtemp())
        try:
            outcome, message = outcome_of(case.resolve(), arguments.program, folder)
        finally:
            shutil.rmtree(folder)
        counts[outcome] += 1
        print(
            f"{case.relative_to(arguments.folder)}: {outcome} {message[:160]}".rstrip(), flush=True
        )
    print(f"{counts.total()} cases: " + ", ".join(f"{counts[one]} {one}" for one in OUTCOMES))


if __name__ == "__main__":
    main()
