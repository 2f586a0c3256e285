"""The Python shown in the documents works as it stands, on a run where they say there is one."""

import re
import shutil
from pathlib import Path

import lobatto
import pytest
from damaging import sealed
from statistics_walls import write_duct
from synthetic import duct_run

DOCS = Path(__file__).resolve().parents[3] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", ["python.md", "run-folder.md", "statistics-tools.md"])
def test_python_blocks_run(document, tmp_path, monkeypatch):
    folder = duct_run(tmp_path / "runs" / "duct") / "fields"
    sealed(Path(shutil.copy(folder / "fields_00000010.vtkhdf", folder / "fields_00000762.vtkhdf")))
    write_duct(tmp_path / "runs" / "duct" / "stats" / "stats_00000000.h5")
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / document).read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        names = {}
        exec(compile(block.replace('"...vtkhdf"', "run.fields[-1].path"), document, "exec"), names)
        if "plane" in names:
            assert names["plane"].evaluate(names["x"], names["y"][:5]).shape == (3, 5, 101)


def test_the_reference_has_every_public_name_once():
    names = re.findall(r"^::: lobatto\.(\w+)$", (DOCS / "python-api.md").read_text(), re.M)
    assert sorted(names) == sorted(lobatto.__all__)
