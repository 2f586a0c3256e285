#!/usr/bin/env python3
"""Checks that rooms under src/ and machine/src/ include, and modules of Python import, only
downwards.

Of C++ it finds an include of a higher or a sibling room, of an unknown room or a missing file,
<mpi.h> outside comm, a folder that is no known room, and files that include each other in a circle.
With --headers it also compiles every header without a source of its own alone, with the flags of a
compile_commands.json.
Of Python it finds an import of a higher or a sibling room or of a missing module, an import inside
a function, a module that is in no layer, and modules that import each other in a circle.
Of both it finds folders with too many files.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import layers_of_cpp
import layers_of_python
from full_folders import full_folders


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--root",
        type=Path,
        default=root / "src",
        help="the rooms of C++, with machine/src beside them",
    )
    parser.add_argument("--package", type=Path, default=root / "python/lobatto")
    parser.add_argument("--headers", type=Path, metavar="COMPILE_COMMANDS_JSON")
    arguments = parser.parse_args()
    trees = layers_of_cpp.trees_at(arguments.root.resolve())
    complaints = [text for tree in trees for text in layers_of_cpp.check_tree(tree)]
    package = arguments.package.resolve()
    complaints += layers_of_python.check_package(package)
    upon_it = arguments.root.resolve().parent / "machine/python/lobatto_machine"
    if upon_it.is_dir():
        complaints += layers_of_python.check_package(
            upon_it, layers_of_python.MACHINE_HOUSE, (package, layers_of_python.HOUSE)
        )
    complaints += full_folders(arguments.root.resolve().parent)
    if arguments.headers:
        for tree in trees:
            complaints += layers_of_cpp.check_headers(tree, arguments.headers)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    print("layers: every include and every import goes downwards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
