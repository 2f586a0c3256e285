"""The scripts that build and try a wheel: what they refuse, and what they make of the package."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from program import ROOT

WHEEL = ROOT / "packaging" / "wheel"


def script(name, *arguments):
    return subprocess.run(
        [WHEEL / name, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


def described(folder, text):
    file = folder / "pyproject.toml"
    file.write_text(text)
    done = subprocess.run(
        [sys.executable, WHEEL / "describe.py", file], capture_output=True, text=True
    )
    return done, file


def test_the_wheel_asks_for_mpi_and_has_the_command(tmp_path):
    original = (ROOT / "python" / "pyproject.toml").read_text()
    done, file = described(tmp_path, original)
    assert done.returncode == 0, done.stderr
    before, after = tomllib.loads(original)["project"], tomllib.loads(file.read_text())["project"]
    assert [d for d in after["dependencies"] if d not in before["dependencies"]] == ["mpich>=5.0.2"]
    assert after["scripts"]["lobatto"] == "lobatto.launcher:main"
    assert after["license-files"] == ["LICENSE", "licences/*"]
    assert importlib.util.find_spec("lobatto.launcher") is not None


def packages_in(folder):
    return {".".join(f.parent.relative_to(folder).parts) for f in folder.rglob("__init__.py")}


def test_the_wheel_has_both_packages_whole_and_both_programs(tmp_path):
    done, file = described(tmp_path, (ROOT / "python" / "pyproject.toml").read_text())
    assert done.returncode == 0, done.stderr
    settings = tomllib.loads(file.read_text())["tool"]["setuptools"]
    solver, machine = ROOT / "python", ROOT / "machine" / "python"
    assert set(settings["packages"]) == packages_in(solver) | packages_in(machine)
    for template in (*solver.rglob("templates/*"), *machine.rglob("templates/*")):
        package = template.parents[1]
        names = [*package.relative_to(package.parents[1]).parts]
        assert settings["package-data"][".".join(names)] == ["templates/*"]
    staged = (WHEEL / "build").read_text()
    assert '"$build"/lobatto "$build"/lobatto-machine "$stage/lobatto/bin"' in staged


def test_a_package_that_has_changed_is_not_described_wrongly(tmp_path):
    done, file = described(tmp_path, "[project]\nname = 'lobatto'\n")
    assert done.returncode != 0
    assert str(file) in done.stderr
    assert "found it 0 times" in done.stderr


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("build", [], "packaging/wheel/build WORK"),
        ("dependencies", ["a", "b"], "found 2 words"),
        ("test", [], "packaging/wheel/test WHEEL"),
        ("test", ["missing.whl"], "missing.whl: no such file"),
        ("first-use", ["a.whl"], "expected WHEEL CASE"),
    ],
)
def test_wrong_words_are_refused_with_the_right_ones(name, arguments, expected):
    done = script(name, *arguments)
    assert done.returncode == 1
    assert expected in done.stderr


def licences(folder, program):
    options = ["--sources", folder, "--prefix", folder / "prefix", folder / "licences"]
    command = [sys.executable, WHEEL / "licences.py", *options, program]
    return subprocess.run(command, capture_output=True, text=True)


def test_licences_of_what_a_program_loads(tmp_path):
    done = licences(tmp_path, "/usr/bin/python3")
    assert done.returncode == 0, done.stderr
    names = {file.name for file in (tmp_path / "licences").iterdir()}
    assert {"libxsmm-dev.txt", "libcli11-dev.txt", "zlib1g.txt"} <= names
    assert "libc6.txt" not in names


def compiled(text, file, *options):
    source = file.with_suffix(".c")
    source.write_text(text)
    subprocess.run(["cc", source, "-o", file, *options], check=True)
    return file


def test_a_library_without_a_licence_is_an_error(tmp_path):
    folder = tmp_path / "prefix"
    folder.mkdir()
    library = compiled("int foreign() { return 1; }", folder / "libforeign.so", "-shared", "-fPIC")
    text = "int foreign(); int main() { return foreign(); }"
    program = compiled(text, tmp_path / "program", library, f"-Wl,-rpath,{folder}")
    done = licences(tmp_path, program)
    assert done.returncode != 0
    assert "foreign/debian/copyright was not found" in done.stderr


def test_pages_name_the_wheel_as_it_is_built():
    (platform,) = re.findall(r"^platform=(\S+)", (WHEEL / "build").read_text(), re.MULTILINE)
    for page in ("README.md", "docs/install.md"):
        names = set(re.findall(r"py3-none-(\w+)\.whl", (ROOT / page).read_text()))
        assert names == {platform}, page


USES_BOTH = """
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <thread>
int main(int argc, char**) {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::unique_lock lock(mutex);
  std::thread other([&] { std::lock_guard held(mutex); ready = true; changed.notify_one(); });
  while (!ready) changed.wait(lock);
  lock.unlock();
  other.join();
  return std::hypot(3.0 * argc, 4.0) == 5 ? 0 : 1;
}
"""


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs objdump")
def test_what_is_linked_as_the_wheel_runs_with_the_libraries_that_its_name_promises(tmp_path):
    wraps = re.findall(r"-Wl,--wrap=\w+", (WHEEL / "build").read_text())
    source, program = tmp_path / "both.cpp", tmp_path / "both"
    source.write_text(USES_BOTH)
    older = tmp_path / "older.o"
    subprocess.run(["cc", "-fPIC", "-c", WHEEL / "older_symbols.c", "-o", older], check=True)
    subprocess.run(["c++", "-std=c++20", source, older, *wraps, "-o", program], check=True)
    subprocess.run([program], check=True, timeout=60)
    symbols = subprocess.run(["objdump", "-T", program], capture_output=True, text=True).stdout
    versions = re.findall(r"GLIBC_2\.(\d+)|GLIBCXX_3\.4\.(\d+)", symbols)
    assert max(int(libc or 0) for libc, _ in versions) <= 34
    assert max(int(libstdcxx or 0) for _, libstdcxx in versions) <= 29
