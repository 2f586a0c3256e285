"""Makes the pyproject.toml of the wheel from that of the Python package:  describe.py FILE

The wheel has the command `lobatto`, brings the programs along with the licences of what is in
them, has the package of the tools for machines too, and asks for MPI."""

import sys
import tomllib
from pathlib import Path

LICENCES = " AND ".join(
    (
        "BSD-3-Clause",
        "BSD-2-Clause",
        "MIT",
        "Apache-2.0",
        "Zlib",
        "LGPL-2.1-or-later",
        "(GPL-3.0-or-later WITH GCC-exception-3.1)",
    )
)
"""Of the program and what it is built with: docs/licences.md. Under the LGPL is libquadmath, a
library of its own in the wheel; the exception to the GPL is for GCC's run-time libraries."""

_MACHINE = Path(__file__).resolve().parents[2] / "machine/python/pyproject.toml"
_SETUPTOOLS = tomllib.loads(_MACHINE.read_text())["tool"]["setuptools"]
PACKAGES = "".join(f'"{name}", ' for name in _SETUPTOOLS["packages"])
DATA = "".join(f'"{name}" = {files}\n' for name, files in _SETUPTOOLS["package-data"].items())

CHANGES = {
    'requires = ["setuptools>=65"]': 'requires = ["setuptools>=77"]',
    'dependencies = ["numpy': 'dependencies = ["mpich>=5.0.2", "numpy',
    'description = "Reads, plots and reports the runs of the Lobatto flow solver"': (
        'description = "Direct numerical simulation of incompressible flow by spectral elements"\n'
        f'readme = "README.md"\nlicense = "{LICENCES}"\nlicense-files = ["LICENSE", "licences/*"]'
    ),
    "[project.scripts]\n": '[project.scripts]\nlobatto = "lobatto.launcher:main"\n',
    'packages = [\n  "lobatto",': f'packages = [\n  {PACKAGES}"lobatto",',
    "[tool.setuptools.package-data]\n": (
        f'[tool.setuptools.package-data]\nlobatto = ["bin/*"]\n{DATA}'
    ),
}


def main() -> None:
    file = Path(sys.argv[1])
    text = file.read_text()
    for found, put in CHANGES.items():
        if text.count(found) != 1:
            sys.exit(f"{file}: expected {found!r} once, found it {text.count(found)} times")
        text = text.replace(found, put)
    file.write_text(text)


if __name__ == "__main__":
    main()
