"""The layer check on small trees that break one rule each."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import check_layers


def make_tree(root: Path, files: dict[str, str]) -> Path:
    source_root = root / "src"
    source_root.mkdir()
    for name, text in files.items():
        (source_root / name).parent.mkdir(parents=True, exist_ok=True)
        (source_root / name).write_text(text)
    return source_root


CLEAN = {
    "base/error.hpp": "#pragma once\n#include <string>\n",
    "comm/communicator.hpp": '#pragma once\n#include <mpi.h>\n#include "base/error.hpp"\n',
    "poly/matrix.hpp": '#pragma once\n#include "base/error.hpp"\n',
    "poly/matrix.cpp": '#include "poly/matrix.hpp"\n',
    "mesh/box_mesh.hpp": '#pragma once\n#include "poly/matrix.hpp"\n',
    "io/writer.hpp": '#pragma once\n#include "mesh/box_mesh.hpp"\n',
    "flow/step.hpp": '#pragma once\n#include "mesh/box_mesh.hpp"\n',
    "commands/main.cpp": '#include "lobatto/version.hpp"\n#include "io/writer.hpp"\n',
}


def complaints_with(tmp_path: Path, name: str, text: str) -> list[str]:
    return check_layers.check_tree(make_tree(tmp_path, CLEAN | {name: text}))


def test_a_clean_tree_has_no_complaint(tmp_path):
    assert check_layers.check_tree(make_tree(tmp_path, CLEAN)) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "mesh/a.hpp",
            '#include "flow/step.hpp"\n',
            "src/mesh/a.hpp:1: mesh includes upwards from flow",
        ),
        (
            "poly/a.cpp",
            '\n#include "comm/communicator.hpp"\n',
            "src/poly/a.cpp:2: poly includes from its sibling comm",
        ),
        ("io/a.cpp", "#include <mpi.h>\n", "src/io/a.cpp:1: <mpi.h> is included only in comm"),
        ("io/a.cpp", '  #  include "mpi.h"\n', "src/io/a.cpp:1: <mpi.h> is included only in comm"),
        (
            "io/a.cpp",
            '#include "tools/x.hpp"\n',
            'src/io/a.cpp:1: "tools/x.hpp" is in no known room',
        ),
        (
            "io/a.cpp",
            '#include "mesh/gone.hpp"\n',
            'src/io/a.cpp:1: "mesh/gone.hpp" does not exist',
        ),
        (
            "io/a.cpp",
            '#include "writer.hpp"\n',
            'src/io/a.cpp:1: "writer.hpp" does not name its room',
        ),
        (
            "io/a.cpp",
            "#include <mesh/box_mesh.hpp>\n",
            'src/io/a.cpp:1: the project\'s own header is included as "mesh/box_mesh.hpp"',
        ),
        ("flow/a.cpp", '#include "io/writer.hpp"\n', "src/flow/a.cpp:1: flow does not see io"),
        ("physics/a.hpp", "#pragma once\n", "src/physics: no such room in the list of layers"),
        ("a.cpp", "int a;\n", "src/a.cpp: a source file outside the rooms"),
    ],
)
def test_one_broken_rule_gives_one_complaint(tmp_path, name, text, expected):
    assert complaints_with(tmp_path, name, text) == [expected]


def test_includes_in_comments_and_of_other_libraries_do_not_count(tmp_path):
    text = '// #include "flow/step.hpp"\n#include <comm/of/another/library.h>\n#include <vector>\n'
    assert complaints_with(tmp_path, "base/a.hpp", text) == []


def test_a_header_that_the_build_writes_has_a_template(tmp_path):
    files = CLEAN | {
        "mesh/sizes.hpp.in": "#pragma once\n",
        "mesh/a.cpp": '#include "mesh/sizes.hpp"\n',
    }
    assert check_layers.check_tree(make_tree(tmp_path, files)) == []


def test_a_circle_within_a_room_is_found(tmp_path):
    files = CLEAN | {
        "mesh/a.hpp": '#include "mesh/b.hpp"\n',
        "mesh/b.hpp": '#include "mesh/c.hpp"\n',
        "mesh/c.hpp": '#include "mesh/a.hpp"\n',
    }
    (complaint,) = check_layers.check_tree(make_tree(tmp_path, files))
    assert complaint.startswith("files include each other in a circle: ")
    for name in ("mesh/a.hpp", "mesh/b.hpp", "mesh/c.hpp"):
        assert name in complaint


def write_database(folder: Path, source_root: Path) -> Path:
    source = source_root / "poly/matrix.cpp"
    command = f"{shutil.which('c++')} -std=c++20 -I{source_root} -o out.o -c {source}"
    database = folder / "compile_commands.json"
    database.write_text(
        json.dumps([{"directory": str(folder), "file": str(source), "command": command}])
    )
    return database


def test_a_header_that_leans_on_its_includer_does_not_compile_alone(tmp_path):
    files = {
        "poly/matrix.hpp": "#pragma once\n#include <vector>\ninline std::vector<int> values;\n",
        "poly/matrix.cpp": '#include <string>\n#include "poly/leaning.hpp"\n',
        "poly/leaning.hpp": "#pragma once\ninline std::string text;\n",
    }
    source_root = make_tree(tmp_path, files)
    database = write_database(tmp_path, source_root)
    (complaint,) = check_layers.check_headers(source_root, database)
    assert complaint.startswith("src/poly/leaning.hpp: does not compile alone")
    (source_root / "poly/leaning.hpp").write_text(
        "#pragma once\n#include <string>\ninline std::string text;\n"
    )
    assert check_layers.check_headers(source_root, database) == []


def test_the_script_fails_loudly(tmp_path):
    source_root = make_tree(tmp_path, CLEAN | {"base/a.hpp": '#include "app/x.hpp"\n'})
    script = Path(check_layers.__file__)
    run = subprocess.run(
        [sys.executable, script, "--root", source_root], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "src/base/a.hpp:1" in run.stderr
