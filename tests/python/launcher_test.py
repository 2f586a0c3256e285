"""The command `lobatto` of the installed package, which starts the ranks itself."""

import json
import os
import subprocess
import sys

from program import PATIENCE, PROGRAM, ROOT, SMALL_DUCT, needs_program


def lobatto(*arguments, **environment):
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_COMM", "PMI"))}
    return subprocess.run(
        [sys.executable, "-m", "lobatto.launcher", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={
            **inherited,
            "PYTHONPATH": str(ROOT / "python"),
            "LOBATTO_PROGRAM": str(PROGRAM),
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            **environment,
        },
    )


@needs_program
def test_it_starts_ranks_draws_and_goes_on(tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(SMALL_DUCT)
    out = tmp_path / "run"
    done = lobatto("run", case, "-n", 2, "--out", out)
    assert done.returncode == 0, done.stderr
    assert json.loads((out / "summary.json").read_text())["ranks"] == 2
    more = lobatto("run", case, "--set", "time.steps=8", "--restart", "--out", out, "-n", "3")
    assert more.returncode == 0, more.stderr
    assert len((out / "steps.jsonl").read_text().splitlines()) == 8
    drawn = lobatto("plot", out)
    assert drawn.returncode == 0, drawn.stderr
    assert list((out / "plots").glob("*.png"))


@needs_program
def test_without_ranks_it_is_the_program():
    plain = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert lobatto("--version").stdout == plain.stdout
    assert lobatto("check", "missing.toml").returncode != 0


@needs_program
def test_refusals_name_the_remedy():
    assert "found 'two'" in lobatto("run", "case.toml", "-n", "two").stderr
    assert "found ''" in lobatto("run", "case.toml", "-n").stderr
    assert "Leave out -n" in lobatto("run", "case.toml", "-n", 2, PMI_RANK="0").stderr
    missing = lobatto("run", "case.toml", "-n", 2, LOBATTO_MPIEXEC="no-such-mpiexec")
    assert "LOBATTO_MPIEXEC" in missing.stderr
    assert missing.returncode == 1


def test_a_missing_program_is_named():
    done = lobatto("run", "case.toml", LOBATTO_PROGRAM="/nowhere/lobatto")
    assert done.returncode == 1
    assert "/nowhere/lobatto" in done.stderr
    assert "LOBATTO_PROGRAM" in done.stderr
