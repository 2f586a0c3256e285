"""The notebooks of examples: their cells run from top to bottom, and compute what is known."""

import json

import pytest
from program import ROOT
from scripts import needs_module, run_script

pytestmark = needs_module

CHECKS = {
    "first_run": "assert end == 'complete' and abs(dissipated - loss) < 2e-3 * loss, loss\n"
    "assert energies[0] > energies[-1] and abs(file.time - 2) < 1e-9, energies",
    "channel_statistics": "assert abs(bulk - 1) < 1e-6, bulk\n"
    "assert 20 < walls.re_tau < 60 and abs(moments.central('uv')).max() > 1e-5",
    "own_forcing": "assert error < 1e-5 and across[-1] < 1e-6, (error, across[-1])",
}


def code_of(path):
    """All cells of code; what a cell shows at its end is asked for as a notebook does."""
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    cells = document["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert {cell["cell_type"] for cell in cells} == {"markdown", "code"}
    for cell in cells:
        assert cell["cell_type"] == "markdown" or cell["outputs"] == []
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


SHOW = """
import ast
def run_cell(text, names):
    tree = ast.parse(text)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        shown = getattr(value, "_repr_html_", value.__repr__)()
        assert isinstance(shown, str)
"""


@pytest.mark.parametrize("name", CHECKS)
def test_a_notebook_runs_and_is_right(tmp_path, name):
    pytest.importorskip("pandas")
    pytest.importorskip("xarray")
    cells = code_of(ROOT / "examples" / f"{name}.ipynb")
    lines = [SHOW, "names = {'__name__': '__main__'}"]
    lines += [f"run_cell({text!r}, names)" for text in [*cells, CHECKS[name]]]
    done = run_script("\n".join(lines), tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_notebooks_are_run():
    assert {path.stem for path in (ROOT / "examples").glob("*.ipynb")} == set(CHECKS)
