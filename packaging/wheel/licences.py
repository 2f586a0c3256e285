"""Gathers the licences of all that a wheel brings along:

    licences.py --sources DIR --prefix DIR OUT ELF...

The shared libraries are those that the ELF files are seen to load: of the system, whose packages
have their copyright files, or built below PREFIX from the sources of a Debian package in SOURCES.
Headers and archives leave no trace in a file: HEADERS and STATIC name their packages. A library
without a licence is an error."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

HEADERS = ("libtomlplusplus-dev", "libcli11-dev", "nlohmann-json3-dev")
STATIC = ("libxsmm-dev",)

NOT_INSIDE = re.compile(r"(ld-linux.*|libc|libm|libdl|librt|libpthread|libmpi_abi)\.so\b")
"""What the wheel does not bring along: the C library, and MPI, which is a package of its own."""

COMMON = Path("/usr/share/common-licenses")


def loaded_libraries(elf: Path) -> set[Path]:
    """The shared libraries that a program or module needs, and those that these need in turn."""
    lines = subprocess.run(["ldd", elf], capture_output=True, text=True, check=True).stdout
    missing = [line.strip() for line in lines.splitlines() if "not found" in line]
    if missing:
        sys.exit(
            f"{elf}: {'; '.join(missing)}; set LD_LIBRARY_PATH to the folders of its libraries"
        )
    paths = [Path(path) for path in re.findall(r"(/\S+) \(0x", lines)]
    by_name = {path.name: path for path in paths}
    found: set[Path] = set()
    waiting = [elf]
    while waiting:
        for name in needed_by(waiting.pop()):
            path = by_name[Path(name).name]
            if not NOT_INSIDE.match(path.name) and path not in found:
                found.add(path)
                waiting.append(path)
    return found


def needed_by(elf: Path) -> list[str]:
    """The names of the libraries that a file says it needs."""
    entries = subprocess.run(["readelf", "-d", elf], capture_output=True, text=True, check=True)
    return re.findall(r"\(NEEDED\).*\[(.+)\]", entries.stdout)


def package_of(library: Path) -> str:
    """The Debian package that has a library of the system; exits where none has."""
    real = library.resolve()
    for path in (real, Path(str(real).removeprefix("/usr"))):
        done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    sys.exit(
        f"{library}: of no Debian package and not below the prefix, so that its licence is unknown"
    )


def source_of(library: Path, sources: Path) -> str:
    """The source package, a folder of `sources`, that a library built from there is of."""
    stem = library.name.split(".")[0].removeprefix("lib").lower()
    if not (sources / stem / "debian" / "copyright").is_file():
        sys.exit(f"{library}: {sources}/{stem}/debian/copyright was not found")
    return stem


def copy_common_texts(out: Path) -> None:
    """Debian's copyright files point to texts of common licences on the system: they come along."""
    named = {
        name
        for file in out.iterdir()
        for name in re.findall(
            rf"{COMMON}/([A-Za-z]+-?[0-9.]*[0-9])", file.read_text(errors="replace")
        )
    }
    for name in sorted(named):
        if (COMMON / name).is_file():
            shutil.copy(COMMON / name, out / f"common-{name}.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--prefix", type=Path, required=True)
    parser.add_argument("out", type=Path)
    parser.add_argument("elf", type=Path, nargs="+")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True)
    packages = {*HEADERS, *STATIC}
    for library in {library for elf in asked.elf for library in loaded_libraries(elf)}:
        if library.is_relative_to(asked.prefix):
            name = source_of(library, asked.sources)
            shutil.copy(asked.sources / name / "debian" / "copyright", asked.out / f"{name}.txt")
        else:
            packages.add(package_of(library))
    for package in sorted(packages):
        shutil.copy(f"/usr/share/doc/{package}/copyright", asked.out / f"{package}.txt")
    copy_common_texts(asked.out)
    print(f"{len(list(asked.out.iterdir()))} licences")


if __name__ == "__main__":
    main()
