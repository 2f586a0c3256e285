"""What a script is told: in its own words, and once."""

import pytest
from lobatto.live.next_folder import next_folder
from lobatto.live.python_words import in_python
from program import needs_program
from scripts import needs_module, run_script

CASE = """
import lobatto
sides = {axis: {"range": [0, 1], "elements": 2} for axis in "xyz"}
case = {"case": {"name": "box"}, "mesh": {"order": 2, **sides}, "fluid": {"reynolds": 10},
        "boundary": {axis: "wall" for axis in "xyz"}, "time": {"dt": 0.01, "steps": 1}}

def message(**arguments):
    try:
        lobatto.Simulation(case, **arguments)
    except lobatto.LobattoError as error:
        return str(error)
"""

WORDS = (
    CASE
    + """
for expected in ("runs/box", "runs/box-2", "runs/box-3"):
    with lobatto.Simulation(case, out="new") as sim:
        assert str(sim.folder).endswith(expected), sim.folder
taken = message(out="runs/box")
assert "restart=True" in taken and 'box-4", or out="new" for the next free one' in taken, taken
assert message(set={"mesh.ordr": 4}, out="a").startswith('set["mesh.ordr"] = 4: '), message()
assert message(out="new", restart=True).startswith('out="new" begins a run')
assert "restart_from: nix" in message(out="b", restart_from="nix")
for text in (taken, message(out="runs/box"), message(out="c", restart=True)):
    assert "--" not in str(text), text
"""
)


@needs_module
@needs_program
def test_errors_speak_of_arguments_and_new_finds_a_folder(tmp_path):
    done = run_script(WORDS, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("option", "argument"),
    [
        ("--set time.dt=0.1: time.dt: too long", 'set["time.dt"] = 0.1: time.dt: too long'),
        ("go on with it (--restart), or", "go on with it (restart=True), or"),
        (
            "the one before is a.h5: --restart --from a.h5 goes on",
            "a.h5: restart_from=a.h5 goes on",
        ),
        ("another path for the run (--out)", "another path for the run (out)"),
        (
            "x, for example --out 'my run-2', go on",
            'out="my run-2", or out="new" for the next free',
        ),
    ],
)
def test_options_become_arguments(option, argument):
    assert argument in in_python(option)


def test_the_next_folder_is_that_of_the_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(next_folder('[case]\nname = "a"', "b.toml", {})) == "runs/a"
    assert str(next_folder("", "x/my case.toml", {})) == "runs/my_case"
    assert str(next_folder("no toml", "b.toml", {"case.name": "c"})) == "runs/c"
    (tmp_path / "runs" / "a" / "fields").mkdir(parents=True)
    (tmp_path / "runs" / "a-2").mkdir()
    assert str(next_folder("", "a.toml", {})) == "runs/a-2"


@needs_module
def test_what_goes_wrong_before_mpi_runs_is_told_once(tmp_path):
    done = run_script("import lobatto\nlobatto.Run('nowhere')", tmp_path, ranks=3)
    assert done.returncode != 0
    assert done.stderr.count("there is no run folder nowhere") == 1


@needs_module
def test_what_goes_wrong_on_one_rank_alone_is_told(tmp_path):
    script = """
import os
import lobatto
from lobatto.live.early_errors import RANKS
rank = next(os.environ[name] for name in RANKS if name in os.environ)
assert rank != "1", "the second one"
"""
    done = run_script(script, tmp_path, ranks=2)
    assert done.stderr.count("AssertionError: the second one") == 1
