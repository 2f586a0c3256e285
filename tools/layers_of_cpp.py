"""The rule for the programs: the rooms under src/, and those under machine/src/ upon them, include
only downwards."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Mapping
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
    ("state", "direct", "precond", "stats", "io", "particles"),
    ("extruded",),
    ("physics",),
    ("case", "stability"),
    ("plan",),
    ("residents", "predict"),
    ("run",),
    ("commands",),
    ("python",),
)
MACHINE_LAYERS = (("machine",), ("accept",), ("program",))
"""Of the tools for machines, on the installed libraries of the solver."""
# The equations know nothing of files and statistics: the application attaches observers. A case
# knows of the rooms below what it fills, meshes and the settings of equations, and no method.
FORBIDDEN = {
    "physics": {"stats", "io"},
    "case": set(
        "poly kernels time perf gs krylov space state direct precond stats io extruded".split()
    ),
}
# Those above the equations take them together, or by their interface, and none by its type.
SEEN_FROM_ABOVE = {"physics/equations": {"assembly.hpp", "equation.hpp", "equation_system.hpp"}}
# Solvers are called and do not call back: their headers, as others see them, take no function but
# the coarse solver.
CALLS_NOBODY = {"direct", "precond", "extruded"}
TAKES_A_FUNCTION = {"precond/coarse/coarse_problem.hpp"}
# Profiling wraps calls from outside: who is below `physics` is timed and does not time.
PROFILER, LOWEST_WITH_PROFILER = "perf/profiler.hpp", "physics"
FUNCTION = re.compile(r"\bFunctionRef\b|\bstd::function\b")
GENERATED = {"lobatto/version.hpp"}
MPI_ROOM = "comm"
SOURCE_SUFFIXES = {".hpp", ".cpp"}
# What is no library: the programs, and what is made for them alone.
PRIVATE = {"predict", "commands", "python"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


@dataclass(frozen=True)
class Include:
    line: int
    name: str
    quoted: bool


@dataclass(frozen=True)
class Tree:
    """A folder of rooms with the level of each; below: the tree whose libraries it stands on."""

    root: Path
    level: Mapping[str, int]
    below: Tree | None = None

    @staticmethod
    def of(
        root: Path, layers: tuple[tuple[str, ...], ...] = LAYERS, below: Tree | None = None
    ) -> Tree:
        levels = {room: level for level, rooms in enumerate(layers) for room in rooms}
        return Tree(root, levels, below)

    def has(self, name: str) -> bool:
        """Whether it has a header, or the template of one that the build writes."""
        return any((self.root / f"{name}{end}").is_file() for end in ("", ".in"))


def trees_at(source_root: Path) -> list[Tree]:
    """The solver's, and where it lies beside it that of the tools for machines."""
    solver = Tree.of(source_root)
    machine = Tree.of(source_root.parent / "machine" / source_root.name, MACHINE_LAYERS, solver)
    return [solver, machine] if machine.root.is_dir() else [solver]


def includes_of(file: Path) -> list[Include]:
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            found.append(Include(number, match.group(2), match.group(1) == '"'))
    return found


def check_include(room: str, include: Include, tree: Tree) -> str | None:
    """What is wrong with one include of a file in `room`; None when it is right."""
    if include.name == "mpi.h":
        return None if room == MPI_ROOM else f"<mpi.h> is included only in {MPI_ROOM}"
    target, _, rest = include.name.partition("/")
    if tree.below is not None and target not in tree.level:
        return _check_include_from_below(include, tree.below)
    if not include.quoted:
        if target in tree.level and rest and (tree.root / include.name).exists():
            return f'the project\'s own header is included as "{include.name}"'
        return None
    if include.name in GENERATED:
        return None
    if not rest:
        return f'"{include.name}" does not name its room'
    if target not in tree.level:
        return f'"{include.name}" is in no known room'
    if not tree.has(include.name):
        return f'"{include.name}" does not exist'
    return _check_direction(room, target, include, tree.level) or _check_functions(
        room, target, include, tree
    )


def _check_functions(room: str, target: str, include: Include, tree: Tree) -> str | None:
    header = tree.root / include.name
    if target == room or target not in CALLS_NOBODY or include.name in TAKES_A_FUNCTION:
        return None
    if header.is_file() and FUNCTION.search(header.read_text(encoding="utf-8")):
        return f'"{include.name}" takes a function, and {target} calls nobody'
    return None


def _check_include_from_below(include: Include, below: Tree) -> str | None:
    target = include.name.partition("/")[0]
    if include.quoted and target in PRIVATE:
        return f'"{include.name}" is no header of a library'
    return check_include("", include, below)


def _check_direction(
    room: str, target: str, include: Include, level: Mapping[str, int]
) -> str | None:
    if target == room or room not in level:
        return None
    if level[target] > level[room]:
        return f"{room} includes upwards from {target}"
    if level[target] == level[room]:
        return f"{room} includes from its sibling {target}"
    if target in FORBIDDEN.get(room, ()):
        return f"{room} does not see {target}"
    if include.name == PROFILER and level[room] < level[LOWEST_WITH_PROFILER]:
        return f"{room} is timed from outside and does not see the profiler"
    folder, _, header = include.name.rpartition("/")
    if header not in SEEN_FROM_ABOVE.get(folder, {header}):
        return f'{room} sees of {folder} no "{header}"'
    return None


def check_tree(tree: Tree) -> list[str]:
    """Every complaint about a tree, as "file:line: text"."""
    complaints = []
    graph: dict[str, list[str]] = {}
    shown = tree.root.name if tree.below is None else f"machine/{tree.root.name}"
    for entry in sorted(tree.root.iterdir()):
        if entry.is_dir() and entry.name not in tree.level:
            complaints.append(f"{shown}/{entry.name}: no such room in the list of layers")
        elif entry.is_file() and entry.suffix in SOURCE_SUFFIXES:
            complaints.append(f"{shown}/{entry.name}: a source file outside the rooms")
    for room in tree.level:
        for file in sorted((tree.root / room).rglob("*")):
            if file.suffix not in SOURCE_SUFFIXES:
                continue
            name = file.relative_to(tree.root).as_posix()
            includes = includes_of(file)
            graph[name] = [i.name for i in includes if i.quoted]
            for include in includes:
                if complaint := check_include(room, include, tree):
                    complaints.append(f"{shown}/{name}:{include.line}: {complaint}")
    if circle := find_circle(graph):
        complaints.append("files include each other in a circle: " + " -> ".join(circle))
    return complaints


def sources_in(unit: Path, source_root: Path) -> list[Path]:
    """The sources under a root that a file of a compile database stands for: itself, or those that
    a unity unit includes."""
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


def check_headers(tree: Tree, database: Path) -> list[str]:
    """Compiles each header without a source of its own alone; returns the compiler's words about
    those that fail."""
    source_root = tree.root
    flags = compile_flags(database, source_root)
    if not flags:
        return [f"{database}: names no source file under {source_root}"]

    # A room of headers only borrows the flags of the highest room, which sees every library.
    highest = flags[max(flags, key=lambda room: tree.level.get(room, -1))]

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
        for room in tree.level
        for header in sorted((source_root / room).rglob("*.hpp"))
        if not has_own_source(header, source_root)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [complaint for complaint in pool.map(compile_alone, headers) if complaint]
