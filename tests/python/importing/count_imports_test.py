"""tools/count_imports.py counts what becomes of the cases of other codes below a folder."""

import sys

from nek_cases import channel_sides, one_element, write_re2
from program import PROGRAM, ROOT, needs_program

sys.path.insert(0, str(ROOT / "tools"))
import count_imports

PAR = """[GENERAL]
polynomialOrder = 5
numSteps = 5
dt = 1e-3
[VELOCITY]
viscosity = -100
"""
USR = """      subroutine userbc(ix,iy,iz,iside,eg)
      include 'TOTAL'
      ux = 1. - y**2
      uy = 0.
      uz = 0.
      end
"""


@needs_program
def test_what_passes_what_refuses_and_what_needs_more(tmp_path, capsys):
    for name, more in (
        ("flow", ""),
        ("mhd", "[PROBLEMTYPE]\nequation = incompMHD\n"),
        ("other", "[SCALAR01]\n"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"{name}.par").write_text(PAR + more)
        (folder / f"{name}.usr").write_text(USR)
        write_re2(folder / f"{name}.re2", one_element(), channel_sides(["W", "O", "W", "v"]))
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "cut.par").write_text("no section\n")
    (tmp_path / "mesh.rea").write_text("a mesh alone is no case\n")
    count_imports.main([str(tmp_path), "--program", str(PROGRAM)])
    *cases, counts = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1].partition(" ")[0] for line in cases] == [
        "is",
        "passes",
        "refuses",
        "needs",
    ]
    assert counts == "4 cases: 1 passes, 1 refuses, 1 needs, 1 is not imported"
