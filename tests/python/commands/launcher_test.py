"""The command `lobatto` of the installed package, which starts the ranks itself."""

import json
import os
import signal
import subprocess
import sys
import time

from lobatto import cli
from program import PATIENCE, PROGRAM, ROOT, SMALL_DUCT, environment, needs_program
from scripts import MODULE, needs_module


def lobatto(*arguments, **settings):
    inherited = {
        k: v for k, v in environment().items() if not k.startswith(("OMPI_COMM", "PMI", "LOBATTO"))
    }
    return subprocess.run(
        [sys.executable, "-m", "lobatto.launcher", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={
            **inherited,
            "PYTHONPATH": os.pathsep.join([str(MODULE), str(ROOT / "python")]),
            "LOBATTO_PROGRAM": str(PROGRAM),
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            **settings,
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
    assert "found 'two'" in lobatto("-n", "two", "run", "case.toml").stderr
    assert "found ''" in lobatto("run", "case.toml", "-n").stderr
    assert "found two" in lobatto("run", "case.toml", "-n", 2, "-n", 3).stderr
    assert "Leave out -n" in lobatto("run", "case.toml", "-n", 2, PMI_RANK="0").stderr
    missing = lobatto("run", "case.toml", "-n", 2, LOBATTO_MPIEXEC="no-such-mpiexec")
    assert "LOBATTO_MPIEXEC" in missing.stderr
    assert missing.returncode == 2
    missing = lobatto("plot", "run", LOBATTO_PYTHON="/nowhere/python")
    assert "error  lobatto plot: /nowhere/python cannot be started" in missing.stderr
    assert missing.returncode == 1


@needs_program
def test_the_launcher_of_ranks_hears_of_signals(tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(SMALL_DUCT)
    out = tmp_path / "out"
    command = [PROGRAM, "run", case, "-n", "2", "--steps", "1000000", "--out", out]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + PATIENCE
        while not (out / "steps.jsonl").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) != 0


@needs_program
def test_it_lists_its_commands_and_names_the_nearest():
    assert "did you mean 'report'?" in lobatto("raport").stderr
    bare, page = lobatto(), lobatto("--help")
    assert bare.returncode == 2 and bare.stderr.rstrip() == page.stdout.rstrip()
    assert len(page.stdout.splitlines()) < 50


@needs_program
def test_a_python_without_the_packages_first_on_the_path_does_not_matter(tmp_path):
    bare = tmp_path / "python3"
    bare.write_text("#!/bin/sh\necho numpy, h5py\nexit 1\n")
    bare.chmod(0o755)
    done = subprocess.run(
        [PROGRAM, "plot", str(tmp_path / "nowhere")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert done.stderr == f"error  there is no run folder {tmp_path / 'nowhere'}\n"


def test_a_missing_program_is_named():
    done = lobatto("run", "case.toml", LOBATTO_PROGRAM="/nowhere/lobatto")
    assert done.returncode == 1
    assert "/nowhere/lobatto" in done.stderr
    assert "LOBATTO_PROGRAM" in done.stderr


def test_a_file_that_is_no_program_is_named(tmp_path):
    text = tmp_path / "lobatto"
    text.write_bytes(b"\x7fELF of another machine")
    text.chmod(0o755)
    done = lobatto("run", "case.toml", LOBATTO_PROGRAM=str(text))
    assert done.returncode == 1
    assert f"error  {text}: Exec format error" in done.stderr


@needs_module
def test_user_code_runs_in_the_python_of_the_command(tmp_path):
    (tmp_path / "heat.py").write_text(
        # In one piece: two ranks write at once.
        "import sys\nsys.stdout.write(f'python: {sys.executable}\\n')\n\n"
        "def heat(x):\n    return 1 + 0 * x\n"
    )
    case = tmp_path / "case.toml"
    with_code = SMALL_DUCT.replace('source = "w"', 'source = "@heat"')
    case.write_text(with_code + '[python]\nfile = "heat.py"\n')
    done = lobatto("run", case, "-n", 2, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"python: {sys.executable}") == 2


def mpich_of(folder):
    """An installed package mpich with a launcher that says its arguments."""
    mpiexec = folder / "bin" / "mpiexec"
    mpiexec.parent.mkdir(parents=True)
    mpiexec.write_text("#!/bin/sh\necho packaged: $@\n")
    mpiexec.chmod(0o755)
    record = folder / "lib" / "site" / "mpich-5.0.2.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: mpich\nVersion: 5.0.2\n")
    (record / "RECORD").write_text("../../bin/mpiexec,,\nmpich-5.0.2.dist-info/METADATA,,\n")
    return record.parent


@needs_program
def test_the_launcher_of_the_package_goes_before_that_of_the_path(tmp_path):
    site = mpich_of(tmp_path)
    path = os.pathsep.join([str(MODULE), str(ROOT / "python"), str(site)])
    done = lobatto("run", "case.toml", "-n", 3, PYTHONPATH=path)
    assert done.stdout == f"packaged: -n 3 {PROGRAM.resolve()} run case.toml\n"


STRANGE_MPI4PY = """
import sys, types

theirs = types.ModuleType("mpi4py.MPI")
theirs.__file__ = "/elsewhere/MPI.so"
theirs.Is_initialized = lambda: True
theirs.Get_library_version = lambda: "Strange MPI 1.0, of yesterday"
sys.modules["mpi4py.MPI"] = theirs

import lobatto

try:
    lobatto.Simulation({"mesh": {}})
except lobatto.LobattoError as error:
    print(error)
"""


@needs_module
def test_another_mpi_of_mpi4py_is_refused_before_anything_starts(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", STRANGE_MPI4PY],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**environment(), "PYTHONPATH": str(MODULE)},
        timeout=PATIENCE,
    )
    assert "(Strange MPI 1.0, /elsewhere/MPI.so)" in done.stdout, done.stderr
    assert "docs/install.md" in done.stdout


@needs_program
def test_every_command_of_the_tools_is_a_command_of_lobatto():
    listed = {command.name or command.callback.__name__ for command in cli.app.registered_commands}
    groups = {group.name for group in cli.app.registered_groups}
    page = {
        line.split()[0] for line in lobatto("--help").stdout.splitlines() if line.startswith("  ")
    }
    assert listed | groups <= page
