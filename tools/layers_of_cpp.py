"""The rule for the program: the rooms under src/ include only downwards."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from import_circles import find_circle

# From the ground up. A room may include itself and the rooms of the layers before its own.
LAYERS = (
    ("base",),
    ("comm", "poly", "kernels"),
    ("time",),
    ("perf", "gs", "krylov"),
    ("mesh",),
    ("space",),
    ("state", "direct", "precond", "stats", "io"),
    ("physics", "machine"),
    ("case", "accept"),
    ("plan",),
    ("run", "predict"),
    ("commands",),
    ("python",),
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
# The equations know nothing of files and statistics: the application attaches observers.
FORBIDDEN = {"physics": {"stats", "io"}}
# Those above the equations take them together, or by their interface, and none by its type.
SEEN_FROM_ABOVE = {"physics/equations": {"assembly.hpp", "equation.hpp", "equation_system.hpp"}}
GENERATED = {"lobatto/version.hpp"}
MPI_ROOM = "comm"
SOURCE_SUFFIXES = {".hpp", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


@dataclass(frozen=True)
class Include:
    line: int
    name: str
    quoted: bool


def includes_of(file: Path) -> list[Include]:
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            found.append(Include(number, match.group(2), match.group(1) == '"'))
    return found


def check_include(room: str, include: Include, source_root: Path) -> str | None:
    """What is wrong with one include of a file in `room`; None when it is right."""
    if include.name == "mpi.h":
        return None if room == MPI_ROOM else f"<mpi.h> is included only in {MPI_ROOM}"
    target, _, rest = include.name.partition("/")
    if not include.quoted:
        if target in LEVEL and rest and (source_root / include.name).exists():
            return f'the project\'s own header is included as "{include.name}"'
        return None
    if include.name in GENERATED:
        return None
    if not rest:
        return f'"{include.name}" does not name its room'
    if target not in LEVEL:
        return f'"{include.name}" is in no known room'
    # A header that the build writes has its template in its place.
    if not any((source_root / f"{include.name}{end}").is_file() for end in ("", ".in")):
        return f'"{include.name}" does not exist'
    if target == room:
        return None
    if LEVEL[target] > LEVEL[room]:
        return f"{room} includes upwards from {target}"
    if LEVEL[target] == LEVEL[room]:
        return f"{room} includes from its sibling {target}"
    if target in FORBIDDEN.get(room, ()):
        return f"{room} does not see {target}"
    folder, _, header = include.name.rpartition("/")
    if header not in SEEN_FROM_ABOVE.get(folder, {header}):
        return f'{room} sees of {folder} no "{header}"'
    return None


def check_tree(source_root: Path) -> list[str]:
    """Every complaint about the tree under `source_root`, as "file:line: text"."""
    complaints = []
    graph: dict[str, list[str]] = {}
    shown = source_root.name
    for entry in sorted(source_root.iterdir()):
        if entry.is_dir() and entry.name not in LEVEL:
            complaints.append(f"{shown}/{entry.name}: no such room in the list of layers")
        elif entry.is_file() and entry.suffix in SOURCE_SUFFIXES:
            complaints.append(f"{shown}/{entry.name}: a source file outside the rooms")
    for room in LEVEL:
        for file in sorted((source_root / room).rglob("*")):
            if file.suffix not in SOURCE_SUFFIXES:
                continue
            name = file.relative_to(source_root).as_posix()
            includes = includes_of(file)
            graph[name] = [i.name for i in includes if i.quoted]
            for include in includes:
                if complaint := check_include(room, include, source_root):
                    complaints.append(f"{shown}/{name}:{include.line}: {complaint}")
    if circle := find_circle(graph):
        complaints.append("files include each other in a circle: " + " -> ".join(circle))
    return complaints


def sources_in(unit: Path, source_root: Path) -> list[Path]:
    """The sources under src/ that a file of a compile database stands for: itself, or those that a
    unity unit includes."""
    files = [unit, *(Path(include.name) for include in includes_of(unit) if include.quoted)]
    return [file for file in files if file.is_absolute() and file.is_relative_to(source_root)]


def compile_flags(database: Path, source_root: Path) -> dict[str, list[str]]:
    """For each room with a source file: the compiler and its flags, without input and output and
    without precompiled headers, which would stand in for includes that are missing."""
    flags: dict[str, list[str]] = {}
    for entry in json.loads(database.read_text(encoding="utf-8")):
        sources = sources_in(Path(entry["directory"], entry["file"]).resolve(), source_root)
        if not sources:
            continue
        words = iter(shlex.split(entry["command"]))
        kept = []
        for word in words:
            if word in ("-o", "-MF", "-MT", "-include"):
                next(words)
            elif word not in ("-c", "-MD", "-Winvalid-pch", entry["file"]):
                kept.append(word)
        flags.setdefault(sources[0].relative_to(source_root).parts[0], kept)
    return flags


def has_own_source(header: Path, source_root: Path) -> bool:
    """Whether a source of the same name includes it before anything else: then a build that takes
    file by file compiles it alone."""
    source = header.with_suffix(".cpp")
    includes = includes_of(source) if source.exists() else []
    return bool(includes) and includes[0].name == header.relative_to(source_root).as_posix()


def check_headers(source_root: Path, database: Path) -> list[str]:
    """Compiles each header without a source of its own alone; returns the compiler's words about
    those that fail."""
    flags = compile_flags(database, source_root)
    if not flags:
        return [f"{database}: names no source file under {source_root}"]

    # A room of headers only borrows the flags of the highest room, which sees every library.
    highest = flags[max(flags, key=lambda room: LEVEL.get(room, -1))]

    def compile_alone(header: Path) -> str | None:
        name = header.relative_to(source_root).as_posix()
        command = [*flags.get(name.split("/")[0], highest), "-fsyntax-only", "-x", "c++", "-"]
        stub = f'#include "{name}"\n'
        run = subprocess.run(command, input=stub, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return None
        first_words = "\n".join(run.stderr.splitlines()[:4])
        return f"{source_root.name}/{name}: does not compile alone\n{first_words}"

    headers = [
        header
        for room in LEVEL
        for header in sorted((source_root / room).rglob("*.hpp"))
        if not has_own_source(header, source_root)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [complaint for complaint in pool.map(compile_alone, headers) if complaint]
