"""Makes the pyproject.toml of the wheel from that of the Python package:  describe.py FILE

The wheel has the command `lobatto`, brings the program along, and asks for MPI."""

import sys
from pathlib import Path

CHANGES = {
    'dependencies = ["numpy': 'dependencies = ["mpich>=5.0.2", "numpy',
    'description = "Reads, plots and reports the runs of the Lobatto flow solver"': (
        'description = "Direct numerical simulation of incompressible flow by spectral elements"\n'
        'readme = "README.md"\nlicense = { text = "BSD-3-Clause" }'
    ),
    "[project.scripts]\n": '[project.scripts]\nlobatto = "lobatto.launcher:main"\n',
    "[tool.setuptools.package-data]\n": (
        '[tool.setuptools.package-data]\nlobatto = ["bin/*", "licences/*", "*.so"]\n'
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
