"""The checks of layers on small trees that break one rule each."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import check_layers
import layers_of_cpp
import layers_of_python
from full_folders import full_folders
from layers_of_cpp import Tree


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
    "physics/equations/equation.hpp": "#pragma once\n",
    "physics/equations/heat.hpp": '#pragma once\n#include "physics/equations/equation.hpp"\n',
    "run/simulation.hpp": '#pragma once\n#include "physics/equations/equation.hpp"\n',
    "perf/profiler.hpp": "#pragma once\n",
    "physics/step.hpp": '#pragma once\n#include "mesh/box_mesh.hpp"\n',
    "physics/work_region.hpp": '#pragma once\n#include "perf/profiler.hpp"\n',
    "commands/main.cpp": '#include "lobatto/version.hpp"\n#include "io/writer.hpp"\n',
}


def complaints_with(tmp_path: Path, name: str, text: str) -> list[str]:
    return layers_of_cpp.check_tree(Tree.of(make_tree(tmp_path, CLEAN | {name: text})))


def test_a_clean_tree_has_no_complaint(tmp_path):
    assert layers_of_cpp.check_tree(Tree.of(make_tree(tmp_path, CLEAN))) == []


@pytest.mark.parametrize(("folder", "ending"), [("src/mesh/formats", "hpp"), ("tests", "py")])
def test_a_folder_holds_forty_files(folder, ending, tmp_path):
    (tmp_path / folder).mkdir(parents=True)
    for i in range(40):
        (tmp_path / folder / f"a{i}.{ending}").touch()
    assert full_folders(tmp_path) == []
    (tmp_path / folder / f"one_more.{ending}").touch()
    assert full_folders(tmp_path) == [
        f"{folder}: 41 files in one folder, at most 40; sort them by what they are about"
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "mesh/a.hpp",
            '#include "physics/step.hpp"\n',
            "src/mesh/a.hpp:1: mesh includes upwards from physics",
        ),
        (
            "poly/a.cpp",
            '\n#include "comm/communicator.hpp"\n',
            "src/poly/a.cpp:2: poly includes from its sibling comm",
        ),
        (
            "run/a.cpp",
            '#include "physics/equations/heat.hpp"\n',
            'src/run/a.cpp:1: run sees of physics/equations no "heat.hpp"',
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
        (
            "physics/a.cpp",
            '#include "io/writer.hpp"\n',
            "src/physics/a.cpp:1: physics does not see io",
        ),
        (
            "case/a.cpp",
            '#include "io/writer.hpp"\n',
            "src/case/a.cpp:1: case does not see io",
        ),
        (
            "precond/a.cpp",
            '#include "perf/profiler.hpp"\n',
            "src/precond/a.cpp:1: precond is timed from outside and does not see the profiler",
        ),
        ("alchemy/a.hpp", "#pragma once\n", "src/alchemy: no such room in the list of layers"),
        ("a.cpp", "int a;\n", "src/a.cpp: a source file outside the rooms"),
    ],
)
def test_one_broken_rule_gives_one_complaint(tmp_path, name, text, expected):
    assert complaints_with(tmp_path, name, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('#include "machine/trial.hpp"\n#include "run/simulation.hpp"\n', []),
        (
            '#include "program/health.hpp"\n',
            ["machine/src/accept/a.cpp:1: accept includes upwards from program"],
        ),
        (
            '#include "commands/info.hpp"\n',
            ['machine/src/accept/a.cpp:1: "commands/info.hpp" is no header of a library'],
        ),
        (
            '#include "mesh/gone.hpp"\n',
            ['machine/src/accept/a.cpp:1: "mesh/gone.hpp" does not exist'],
        ),
        ("#include <mpi.h>\n", ["machine/src/accept/a.cpp:1: <mpi.h> is included only in comm"]),
    ],
)
def test_machine_stands_on_the_libraries_of_the_solver(tmp_path, text, expected):
    (tmp_path / "machine").mkdir()
    files = {"machine/trial.hpp": "", "program/health.hpp": "", "accept/a.cpp": text}
    make_tree(tmp_path / "machine", files)
    solver, machine = layers_of_cpp.trees_at(make_tree(tmp_path, CLEAN))
    assert layers_of_cpp.check_tree(solver) == []
    assert layers_of_cpp.check_tree(machine) == expected


def test_the_solver_does_without_machine(tmp_path):
    include = '#include "machine/trial.hpp"\n'
    (complaint,) = complaints_with(tmp_path, "run/a.cpp", include)
    assert complaint == 'src/run/a.cpp:1: "machine/trial.hpp" is in no known room'


def test_a_solver_takes_no_function_from_above(tmp_path):
    files = {
        "direct/solver.hpp": "void solve(base::FunctionRef<void(double*)> source);\n",
        "direct/solver.cpp": '#include "direct/solver.hpp"\n',
        "physics/step.cpp": '#include "direct/solver.hpp"\n',
    }
    assert layers_of_cpp.check_tree(Tree.of(make_tree(tmp_path, files))) == [
        'src/physics/step.cpp:1: "direct/solver.hpp" takes a function, and direct calls nobody'
    ]


def test_includes_in_comments_and_of_other_libraries_do_not_count(tmp_path):
    text = (
        '// #include "physics/step.hpp"\n#include <comm/of/another/library.h>\n#include <vector>\n'
    )
    assert complaints_with(tmp_path, "base/a.hpp", text) == []


def test_a_header_that_the_build_writes_has_a_template(tmp_path):
    files = CLEAN | {
        "mesh/sizes.hpp.in": "#pragma once\n",
        "mesh/a.cpp": '#include "mesh/sizes.hpp"\n',
    }
    assert layers_of_cpp.check_tree(Tree.of(make_tree(tmp_path, files))) == []


def test_a_circle_within_a_room_is_found(tmp_path):
    files = CLEAN | {
        "mesh/a.hpp": '#include "mesh/b.hpp"\n',
        "mesh/b.hpp": '#include "mesh/c.hpp"\n',
        "mesh/c.hpp": '#include "mesh/a.hpp"\n',
    }
    (complaint,) = layers_of_cpp.check_tree(Tree.of(make_tree(tmp_path, files)))
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
    (complaint,) = layers_of_cpp.check_headers(Tree.of(source_root), database)
    assert complaint.startswith("src/poly/leaning.hpp: does not compile alone")
    (source_root / "poly/leaning.hpp").write_text(
        "#pragma once\n#include <string>\ninline std::string text;\n"
    )
    assert layers_of_cpp.check_headers(Tree.of(source_root), database) == []


HOUSE = layers_of_python.House.of(
    (
        {"ground": "errors"},
        {"fields": "plane fields.box", "runs": "run"},
        {"front": "__init__ fields.__init__ cli"},
    ),
    {"cli": {"run"}},
)
PACKAGE = {
    "__init__.py": "from lob.fields import Box\n",
    "errors.py": "import json\n",
    "plane.py": "from lob import errors\n",
    "run.py": "from lob.errors import Wrong\n",
    "fields/__init__.py": "from lob.fields.box import Box\n",
    "fields/box.py": "import lob.plane\n",
    "cli.py": "def info():\n    from lob.run import Run\n",
}


def complaints_of(tmp_path: Path, files: dict[str, str]) -> list[str]:
    package = tmp_path / "lob"
    for name, text in (PACKAGE | files).items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    return layers_of_python.check_package(package, HOUSE)


def test_a_clean_package_has_no_complaint(tmp_path):
    assert complaints_of(tmp_path, {}) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "plane.py",
            "import json\nfrom lob import cli\n",
            "lob/plane.py:2: plane (fields) imports upwards from cli (front)",
        ),
        (
            "run.py",
            "from lob.fields import Box\n",
            "lob/run.py:1: run (runs) imports upwards from fields.__init__ (front)",
        ),
        (
            "run.py",
            "from lob import Box\n",
            "lob/run.py:1: run (runs) imports upwards from __init__ (front)",
        ),
        (
            "run.py",
            "from lob.plane import Plane\n",
            "lob/run.py:1: run (runs) imports from its sibling plane (fields)",
        ),
        (
            "run.py",
            "from .errors import Wrong\n",
            "lob/run.py:1: imports .errors: the package's own modules are imported as " "lob.NAME",
        ),
        ("run.py", "import lob.gone\n", "lob/run.py:1: lob.gone does not exist"),
        ("run.py", "from lob.gone import x\n", "lob/run.py:1: lob.gone does not exist"),
        (
            "run.py",
            "class Run:\n    def facts(self):\n        from lob import errors\n",
            "lob/run.py:3: imports errors inside a function",
        ),
        (
            "run.py",
            "async def facts():\n    import numpy.linalg\n",
            "lob/run.py:2: imports numpy inside a function",
        ),
        ("other.py", "", "lob: other is in no room of the list of layers"),
    ],
)
def test_one_broken_rule_of_python_gives_one_complaint(tmp_path, name, text, expected):
    assert complaints_of(tmp_path, {name: text}) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "from lob.fields.box import Box\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import lob.fields.box\n",
        "def plane():\n    from lob.fields import box\n",
    ],
)
def test_a_circle_of_modules_is_found_wherever_they_import(tmp_path, text):
    *others, circle = complaints_of(tmp_path, {"plane.py": text})
    assert circle.startswith("modules import each other in a circle: ")
    assert set(circle.split(": ")[1].split(" -> ")) == {"plane", "fields.box"}
    assert all("inside a function" in other for other in others)


def test_a_module_that_is_gone_leaves_the_list(tmp_path):
    complaints_of(tmp_path, {})
    (tmp_path / "lob/cli.py").unlink()
    expected = "lob: the list of layers names cli, which is no module"
    assert layers_of_python.check_package(tmp_path / "lob", HOUSE) == [expected]


def test_the_script_fails_loudly(tmp_path):
    source_root = make_tree(tmp_path, CLEAN | {"base/a.hpp": '#include "app/x.hpp"\n'})
    complaints_of(tmp_path, {})
    script = Path(check_layers.__file__)
    command = [sys.executable, script, "--root", source_root, "--package", tmp_path / "lob"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "src/base/a.hpp:1" in run.stderr
    assert "lob: fields.box is in no room of the list of layers" in run.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import lob.run\nfrom lob import Box\n", []),
        ("from lob.cli import info\n", ["upon/a.py:1: a imports lob.cli, which is no library"]),
        ("import lob.gone\n", ["upon/a.py:1: lob.gone does not exist"]),
    ],
)
def test_a_package_upon_another_imports_its_libraries(tmp_path, text, expected):
    complaints_of(tmp_path, {})
    (tmp_path / "upon").mkdir()
    (tmp_path / "upon/a.py").write_text(text)
    upon = layers_of_python.House.of(({"only": "a"},), {})
    below = tmp_path / "lob", HOUSE
    assert layers_of_python.check_package(tmp_path / "upon", upon, below) == expected
