import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from curved_meshes import pipe_run
from package_command import PLAIN, lobatto
from synthetic import cavity_run, duct_run

PACKAGE = Path(__file__).resolve().parents[3] / "python"


def started(*arguments):
    """As users do, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), **PLAIN}
    command = [sys.executable, "-m", "lobatto", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_plot_lists_the_pictures(tmp_path):
    result = started("plot", cavity_run(tmp_path / "cavity"))
    assert result.returncode == 0, result.stderr
    listed = [Path(line.split()[1]) for line in result.stdout.splitlines() if "picture  " in line]
    assert len(listed) == 4
    assert all(path.is_file() for path in listed)
    assert "4 pictures" in result.stdout


def test_info_shows_summary_steps_and_fields(tmp_path):
    result = lobatto("info", duct_run(tmp_path / "duct"))
    assert result.returncode == 0, result.stderr
    for expected in ("flow.re_tau", "151.2", "kinetic_energy", "4 x 4 x 3", "advection"):
        assert expected in result.stdout


def test_info_fits_80_columns_and_has_units(tmp_path):
    folder = duct_run(tmp_path / "duct")
    summary = json.loads((folder / "summary.json").read_text())
    summary["regions"] = [
        {"name": "right-hand sides", "seconds": 1.5, "seconds_min": 1.4, "seconds_max": 1.6,
         "share": 0.4, "calls": 100, "flops": 1.2e11, "bytes": 3.4e10, "gbs": 10.0, "gflops": 20.0}
    ]  # fmt: skip
    iterations = {"min": 0, "mean": 1.25, "max": 3}
    summary["solves"] = {"pressure": {"solver": "multigrid", "iterations": iterations}}
    summary |= {"memory_peak_bytes": 145203200, "stream_gbs": 62.0, "profiler_overhead": 0.0031}
    (folder / "summary.json").write_text(json.dumps(summary))
    shown = lobatto("info", folder, variables={**PLAIN, "COLUMNS": "80"}).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "{" not in shown
    words = _words(shown)
    for row in (
        "right-hand sides 1.5 40.0 % 100 10 20",
        "solves.pressure solver multigrid, iterations 0 to 3, mean 1.25",
        "memory_peak_bytes 145.2 MB",
        "stream_gbs 62 GB/s",
        "seconds_per_step 0.012 s",
        "profiler_overhead 0.31 %",
        "solves.pressure.iterations 0 0 0 0",
        "1 field file",
    ):
        assert row in words, row


def test_info_shows_the_mesh(tmp_path):
    duct = lobatto("info", duct_run(tmp_path / "duct")).stdout
    for row in ("geometry box", "elements 4 x 4 x 3, periodic z", "points 10368", "z 0 to 3"):
        assert row in _words(duct)
    assert "volume 3" in _words(duct)
    pipe = lobatto("info", pipe_run(tmp_path / "pipe")).stdout
    for row in (
        "geometry general",
        "elements 24 curved",
        "points 5184",
        "x -1 to 1",
        "volume 6.28",
    ):
        assert row in _words(pipe)


def _words(table):
    """Without the rules of tables, one blank between words."""
    return " ".join(table.replace("│", " ").split())


@pytest.mark.parametrize("command", ["plot", "stats", "info"])
def test_mistakes_are_one_line_without_a_traceback(tmp_path, command):
    for start in (lobatto, started)[: 2 if command == "info" else 1]:
        result = start(command, tmp_path / "nowhere")
        assert result.returncode == 1
        assert result.stderr.strip() == f"error  there is no run folder {tmp_path / 'nowhere'}"


@pytest.mark.parametrize(
    "arguments", [["--help"], ["plot", "--help"], ["stats", "--help"], ["info", "--help"]]
)
def test_help_teaches(arguments):
    result = lobatto(*arguments)
    assert result.returncode == 0
    assert "run" in result.stdout
