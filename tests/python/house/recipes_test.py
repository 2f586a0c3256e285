"""The recipes for Spack, conda and containers: they say what the build understands, and have what
runs need."""

import importlib.util
import re
import subprocess
import sys
import types

import pytest
from program import PROGRAM, ROOT, environment, needs_program

PACKAGING = ROOT / "packaging"
SPACK = PACKAGING / "spack" / "spack_repo" / "lobatto" / "packages" / "lobatto" / "package.py"
WITH_OPTIONS = ["wheel/build", "container/Dockerfile", "container/lobatto.def", "conda/recipe.yaml"]

OF_CMAKE = re.compile(r"CMAKE_\w+|Python_EXECUTABLE|HDF5_ROOT|MPI_C(XX)?_COMPILER")


def build_options():
    """The words in which the CMake files of the project can be told something."""
    places = (
        "CMakeLists.txt",
        "cmake/*.cmake",
        "machine/cmake/*.cmake",
        "src/python/CMakeLists.txt",
    )
    files = [file for place in places for file in ROOT.glob(place)]
    return set(re.findall(r"\b[A-Z0-9]+_[A-Z_]+\b", "\n".join(f.read_text() for f in files)))


def assert_known(options, where):
    unknown = {o for o in options if not OF_CMAKE.fullmatch(o)} - build_options()
    assert not unknown, where


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_options_of_the_recipes_are_options_of_the_build(name):
    options = re.findall(r"-D (\w+)=", (PACKAGING / name).read_text())
    assert options
    assert_known(options, name)


class Anything:
    """Stands for a path or a library of a package; every part of it is one too."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        return Anything(f"{self.name}.{name}")

    def __getitem__(self, _):
        return self

    def __str__(self):
        return self.name


class Spec(set):
    """Variants, as "+hypre" in spec; and packages, as spec["hypre"]."""

    def __init__(self, variants, dependencies):
        super().__init__(variants)
        self.dependencies = dependencies

    def __getitem__(self, name):
        assert name in {re.split(r"[@+~]", d)[0] for d in self.dependencies}, name
        return Anything(name)


class Executable:
    """Runs a program, as that of Spack does."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *words, **_):
        done = subprocess.run(
            [self.program, *words], capture_output=True, text=True, env=environment()
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr


class Scope:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def load_recipe(monkeypatch):
    """The class of the recipe, with the words of Spack that it uses, and what it depends on."""
    dependencies, variants = {}, []

    class CMakePackage:
        def define(self, name, value):
            return f"-D{name}={value}"

        def define_from_variant(self, name, variant):
            return self.define(name, f"+{variant}" in self.spec)

    words = types.ModuleType("spack.package")
    for word in ("conflicts", "generator"):
        setattr(words, word, lambda *_, **__: None)
    said = {"versions": {}}
    words.license = lambda name, **_: said.update(license=name)
    words.version = lambda name, **source: said["versions"].update({name: source})
    words.variant = lambda name, **_: variants.append(name)
    words.when = lambda _: Scope()
    words.extends = words.depends_on = lambda spec, **options: dependencies.update({spec: options})
    words.join_path = lambda *parts: "/".join(map(str, parts))
    words.Executable = Executable
    words.find_libraries = lambda name, **_: [f"{name}.so"]
    words.python, words.python_platlib = Anything("python"), "site-packages"
    words.__all__ = [name for name in vars(words) if not name.startswith("_")]
    cmake = types.ModuleType("spack_repo.builtin.build_systems.cmake")
    cmake.CMakePackage = CMakePackage
    for module in (words, cmake):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    spec = importlib.util.spec_from_file_location("recipe_of_spack", SPACK)
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    recipe.Lobatto.said = said
    return recipe.Lobatto, dependencies, variants


@pytest.mark.parametrize("sign", ["+", "~"])
def test_the_recipe_of_spack_says_where_each_optional_library_is(monkeypatch, sign):
    package, dependencies, variants = load_recipe(monkeypatch)
    assert variants == ["machine", "hypre", "netcdf", "cgns", "ptscotch", "scalapack", "python"]
    recipe = package()
    recipe.spec = Spec({sign + variant for variant in variants}, dependencies)
    told = dict(argument.removeprefix("-D").split("=", 1) for argument in recipe.cmake_args())
    assert_known(told, "spack")
    for library in ("HYPRE_LIBRARY", "PTSCOTCH_LIBRARY", "SCOTCH_LIBRARY", "SCALAPACK_LIBRARY"):
        assert (told[library] == "OFF") == (sign == "~"), library
    assert ("LOBATTO_PYTHON_DIR" in told) == (sign == "+")


def test_the_recipe_of_spack_has_what_its_repository_asks_for(monkeypatch):
    package, _, _ = load_recipe(monkeypatch)
    assert package.git == f"{package.homepage}.git"
    assert package.said["license"] == "BSD-3-Clause"
    assert package.said["versions"]["main"] == {"branch": "main"}
    released = {name for name, source in package.said["versions"].items() if "tag" in source}
    assert released and all(re.fullmatch(r"\d+\.\d+\.\d+", name) for name in released)
    assert SPACK.read_text().startswith("# Copyright Spack Project Developers.")
    assert package.__doc__.count(".") == 1


@needs_program
def test_the_tests_of_the_recipe_of_spack_pass(monkeypatch, tmp_path):
    package, _, _ = load_recipe(monkeypatch)
    monkeypatch.chdir(tmp_path)
    recipe = package()
    recipe.prefix = types.SimpleNamespace(bin=types.SimpleNamespace(lobatto=PROGRAM))
    tests = [name for name in vars(package) if name.startswith("test_")]
    assert len(tests) == 2
    for name in tests:
        assert getattr(recipe, name).__doc__
        getattr(recipe, name)()


def test_the_recipe_of_conda_has_variants_of_mpi_and_of_the_processor():
    yaml = pytest.importorskip("yaml")
    recipe = yaml.safe_load((PACKAGING / "conda" / "recipe.yaml").read_text())
    variants = yaml.safe_load((PACKAGING / "conda" / "variants.yaml").read_text())
    assert variants["mpi"] == ["mpich", "openmpi"] and set(variants["microarch_level"]) == {1, 3, 4}
    host, build = recipe["requirements"]["host"], recipe["requirements"]["build"]
    assert "${{ mpi }}" in host and "x86_64-microarch-level ==${{ microarch_level }}" in build
    fixed = [word for word in map(str, host) if re.search("mpich|openmpi", word)]
    assert not fixed, "another MPI beside that of the variant"
    assert all(name in recipe["build"]["string"] for name in ("mpi", "microarch_level"))


def python_packages_of(text):
    return set(re.findall(r"\bpython3(?:-[a-z0-9]+)?\b", text))


@pytest.mark.parametrize("name", ["Dockerfile", "lobatto.def"])
def test_containers_have_the_python_packages_of_the_tools(name):
    wanted = python_packages_of((ROOT / "tools" / "setup").read_text().split("test)")[0])
    final = (PACKAGING / "container" / name).read_text().rsplit("apt-get install", 1)[1]
    assert wanted - python_packages_of(final) <= {"python3-dev", "python3-venv"}


def test_installing_for_a_container_wants_a_build_and_a_prefix():
    done = subprocess.run([PACKAGING / "container" / "install"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "expected BUILD PREFIX, found 0 words" in done.stderr
