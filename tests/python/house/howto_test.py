"""Every command of the how-to pages and of the comparison, in the short form that a page states."""

import json
import re
import shlex
import subprocess

import pytest
from page_commands import page, run_commands_of
from program import PATIENCE, PROGRAM, needs_machine, needs_program

pytestmark = needs_program
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.long
@needs_machine
def test_cluster(tmp_path):
    said = run_commands_of("howto-cluster.md", tmp_path)
    run = tmp_path / "runs/cluster"
    assert "efficiency" in said and "stream_triad" in said
    assert (run / "report.html").exists() and (run / "plots/history.png").exists()
    assert len((tmp_path / "hosts.txt").read_text().split()) == 2


def test_coming_from_nek5000(tmp_path):
    assert "Nek5000 fields" in run_commands_of("howto-from-nek5000.md", tmp_path)
    summary = json.loads((tmp_path / "runs/walsh-again/summary.json").read_text())
    assert summary["time"] == pytest.approx(0.06)


def test_coming_from_neko(tmp_path):
    run_commands_of("howto-from-neko.md", tmp_path)
    for name, solver in (("tgv", "tensor-direct"), ("tgv-iterative", "schwarz-multigrid")):
        assert solver in (tmp_path / "runs" / name / "run.log").read_text()


@pytest.mark.long
def test_comparison(tmp_path):
    said = run_commands_of("comparison.md", tmp_path)
    assert said.count("seconds_per_step") == 7
    assert "GFLOP" in said


def test_paraview(tmp_path, monkeypatch):
    run_commands_of("howto-paraview.md", tmp_path)
    pytest.importorskip("pyvista")
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in PYTHON.findall(page("howto-paraview.md")):
        exec(compile(block, "howto-paraview.md", "exec"), names)
    assert names["surface"].n_points > 0
    assert (tmp_path / "runs/look/vortices.vtp").exists()
    assert abs(names["profile"]["velocity"][[0, -1]]).max() < 1e-6


def test_the_term_compiles_as_a_resident_of_the_program(tmp_path):
    commands = PROGRAM.parent / "compile_commands.json"
    if not commands.exists():
        pytest.skip(f"{commands} is not there")
    (text,) = re.findall(r"^```cpp\n(.*?)^```", page("howto-term.md"), re.MULTILINE | re.DOTALL)
    source = tmp_path / "drag.cpp"
    source.write_text(text)
    entry = next(
        e for e in json.loads(commands.read_text()) if "lobatto_residents.dir" in e["command"]
    )
    words = shlex.split(entry["command"])
    place = words.index("-o")
    words = [*words[:place], *words[place + 2 : words.index("-c")], "-fsyntax-only", str(source)]
    done = subprocess.run(
        words, cwd=entry["directory"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
