"""What `cmake --install` leaves: a program, a CMake package for other projects, the Python
package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import PATIENCE, PROGRAM, ROOT, command_of, needs_program

BUILD = PROGRAM.parent

pytestmark = [
    needs_program,
    pytest.mark.skipif(shutil.which("cmake") is None, reason="needs CMake"),
    pytest.mark.xdist_group("install"),
]


def output_of(command, **options):
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    output_of(["cmake", "--install", BUILD, "--prefix", folder])
    return folder


def test_the_installed_program_runs(prefix):
    program = prefix / "bin" / "lobatto"
    assert output_of([program, "--version"]) == output_of(command_of("--version"))
    output_of([program, "check", ROOT / "cases" / "duct.toml"])


def test_another_project_builds_upon_it(prefix, tmp_path):
    sources = ROOT / "tests" / "consumer"
    output_of(["cmake", "-S", sources, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}"])
    output_of(["cmake", "--build", tmp_path])
    # The rule with 4 nodes is exact up to degree 5.
    assert float(output_of([tmp_path / "consumer"])) == pytest.approx(2 / 5, abs=1e-12)


def test_nothing_installed_points_into_the_sources(prefix):
    for file in prefix.rglob("*.cmake"):
        text = file.read_text()
        assert str(ROOT) not in text, file
        assert str(BUILD) not in text, file


@pytest.mark.parametrize(
    ("shell", "place"),
    [
        ("bash", "bash-completion/completions/lobatto"),
        ("zsh", "zsh/site-functions/_lobatto"),
        ("fish", "fish/vendor_completions.d/lobatto.fish"),
    ],
)
def test_shells_find_their_scripts_where_they_look(prefix, shell, place):
    printed = output_of([prefix / "bin" / "lobatto", "completion", shell])
    assert (prefix / "share" / place).read_text() == printed


def test_the_python_package_is_there(prefix):
    (site,) = prefix.glob("lib/python3*/site-packages")
    where = "import lobatto, pathlib; print(pathlib.Path(lobatto.__file__).parent)"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    assert (
        Path(output_of([sys.executable, "-c", where], env=environment).strip()) == site / "lobatto"
    )
