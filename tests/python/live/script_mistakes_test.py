"""Mistakes of scripts and hooks: an exception of Python each, and nothing that is there is lost."""

import json
import os
import subprocess

import pytest
from program import SMALL_DUCT, command_of, environment, needs_program
from scripts import needs_module, run_script

pytestmark = [needs_module, needs_program]

BEGIN = """
import os, threading
import numpy as np
import lobatto

def fails(words, call, *arguments, kind=lobatto.LobattoError):
    try:
        call(*arguments)
    except kind as error:
        assert words in str(error), (words, str(error))
    else:
        raise AssertionError(words)

def begin(**more):
    return lobatto.Simulation("duct.toml", **{"out": "out", **more})
"""

KEPT = """
kept = {}
@lobatto.at_start
def hook(sim):
    kept.update(sim=sim, u=sim["u"], p=sim["p"], x=sim.coordinates[0])

begin(hooks=[hook]).run()
import gc
gc.collect()
assert np.isfinite(kept["u"]).all() and np.isfinite(kept["p"]).all()  # their memory is there
kept["u"][...] = 0
assert abs(kept["x"]).max() == 0.5
sim = kept["sim"]
for name in ("time", "n_steps", "dt", "volume", "rank", "fields", "boundaries", "velocity"):
    fails("the run has ended", lambda: getattr(sim, name))
for call in (lambda: sim["u"], lambda: sim.mean("u"), lambda: sim.sum(1), lambda: sim.begin_anew(),
             lambda: sim.gradient(kept["u"]), lambda: sim.make_continuous(kept["u"]),
             lambda: sim.interpolate([[0, 0, 0]], []), lambda: sim.boundary("x_min")):
    fails("the run has ended", call)
"""

THREAD = """
done = []
def step_too():
    fails("step is going on", script.step)
    done.append(1)

@lobatto.every(steps=1)
def hook(sim, report):
    thread = threading.Thread(target=step_too)
    thread.start()
    thread.join()

with begin(hooks=[hook]) as script:
    thread = threading.Thread(target=script.run)  # all of a run in another thread
    thread.start()
    thread.join()
    assert script.end == "complete" and len(done) == 6, (script.end, done)
"""

IN_HOOK = """
@lobatto.every(steps=6)
def hook(sim, report):
    for call in (script.step, script.run, script.close):
        fails("while a step is going on", call)
    fails("while a step is going on", begin)

with begin(hooks=[hook]) as script:
    assert script.run() == "complete"
    fails("has ended", script.step)
"""

CLOSED_TWICE = """
sim = begin()
sim.step()
assert sim.close() == sim.close() == "stopped"
assert sim.end == "stopped" and sim.n_steps == 1
fails("the run is closed", sim.step)
fails("the run is closed", sim.write_checkpoint)
with begin(out="other") as sim:
    sim.run()
    assert sim.close() == "complete"
"""

BLOWN_UP = """
sim = begin()
sim.step()
sim.write_checkpoint()
sim["w"][...] *= 1e6
assert sim.run() == "blown up"
fails("cannot be used", sim.write_checkpoint)
sim.close()
with begin(restart=True) as sim:
    assert sim.n_steps == 1
    sim["temperature"][...] = np.nan
    fails("not finite", sim.write_checkpoint)
assert sim.end == "blown up"
with begin(restart=True) as sim:
    assert sim.n_steps == 1 and sim.run() == "complete"
"""

COMPLEX = """
wrong = lambda w: w * (1 + 1j)
change = {"scalar[0].source": "@wrong"}
fails("complex values", lambda: begin(functions={"wrong": wrong}, set=change))
wrong = lambda w: 1j
fails("complex values", lambda: begin(functions={"wrong": wrong}, set=change))
with begin() as sim:
    fails("complex values", sim.__setitem__, "w", 1j * sim["w"])
    fails("complex values", sim.mean, 1j * sim["w"])
"""

ADDRESSES = """
for address in (0, None, -8, 1, True, "f", id(begin)):
    fails("found", lobatto.from_address, address, ["x"])
"""

SURROGATES = """
odd = "\\udc80\\0\\x1b[31m"
def wrong(w, t):
    if t > 0.02:
        raise ValueError(odd)
    return w
change = {"scalar[0].source": "@wrong"}
with begin(functions={"wrong": wrong}, set=change) as sim:
    assert sim.run() == "blown up"
fails("surrogates", lambda: begin(functions={odd: wrong}))
fails("surrogates", lambda: begin(set={"case.name": odd}))
case = {"case": {"name": "\\udc80"}}
fails("surrogates", lambda: lobatto.Simulation(case, out="other"))
with begin(out="more") as sim:
    fails("", lambda: sim[odd], kind=Exception)
    fails("", lambda: sim.boundary(odd), kind=Exception)
"""

ELSEWHERE = """
os.mkdir("elsewhere")
with begin() as sim:
    sim.step()
    os.chdir("elsewhere")
    assert sim.run() == "complete"
    assert sim.folder.is_absolute()
assert not os.listdir(".")
"""

WRONG_VALUES = """
with begin() as sim:
    for call in (sim.mean, sim.norm, sim.integrate, sim.gradient, sim.make_continuous):
        fails("expected values at the", call, np.ones(7))
    fails("changes an array in place", sim.make_continuous, [1.0, 2.0])
    fails("changes an array in place", sim.make_continuous, np.ones((12, 5, 5, 5), "f4"))
"""

SCRIPTS = {
    "kept": KEPT, "thread": THREAD, "in hook": IN_HOOK, "closed twice": CLOSED_TWICE,
    "blown up": BLOWN_UP, "complex": COMPLEX, "addresses": ADDRESSES, "surrogates": SURROGATES,
    "elsewhere": ELSEWHERE, "wrong values": WRONG_VALUES,
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_mistake_of_a_script_is_an_exception(tmp_path, name):
    (tmp_path / "duct.toml").write_text(SMALL_DUCT)
    result = run_script(BEGIN + SCRIPTS[name], tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    if name == "surrogates":
        assert result.stderr.count("ValueError: \\udc80\\x00\\x1b[31m") == 1
    assert name == "addresses" or (tmp_path / "out" / "summary.json").exists()


HOOKS = {
    "keeps the simulation": (0, """
kept = []
@lobatto.at_start
def begin(sim):
    kept.append(sim)
    atexit.register(lambda: print("LATE", *[attempt(call) for call in (
        lambda: sim["u"], lambda: sim.time, lambda: sim.sum(1.0))]))
def attempt(call):
    try:
        return call()
    except lobatto.LobattoError:
        return "refused"
""", "LATE refused refused refused"),
    "raises odd text": (7, """
@lobatto.every(steps=2)
def look(sim, report):
    raise ValueError("\\udc80\\x1b[31m\\0")
""", "ValueError: \\udc80\\x1b[31m\\x00"),
    "goes elsewhere": (0, """
@lobatto.at_start
def begin(sim):
    os.chdir("/")
""", "6 steps"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOOKS)
def test_what_hooks_may_not_do_is_no_crash(tmp_path, name):
    code, hook, words = HOOKS[name]
    (tmp_path / "jet.py").write_text("import atexit, os\nimport lobatto\n" + hook)
    (tmp_path / "jet.toml").write_text(SMALL_DUCT + '[python]\nfile = "jet.py"\n')
    done = subprocess.run(
        command_of("run", "jet.toml", "--out", "out"),
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert words in done.stdout
    assert (tmp_path / "out" / "summary.json").exists()


ODD = os.fsdecode(b"odd-\xff")
ODD_SCRIPT = """
with begin(ODD + "/duct.toml", out=ODD + "/script") as sim:
    sim.run()
    assert os.fsencode(sim.folder).endswith(b"odd-\\xff/script")
with begin(ODD + "/duct.toml", out=ODD + "/script", restart=True) as sim:
    assert sim.end == "complete"
""".replace("ODD", ascii(ODD)).replace("begin", "lobatto.Simulation")


@pytest.mark.parametrize("case", ["duct", "jet", "script"])
def test_names_of_files_need_not_be_unicode(tmp_path, case):
    folder = tmp_path / ODD
    folder.mkdir()
    (folder / "duct.toml").write_text(SMALL_DUCT)
    (folder / "jet.toml").write_text(SMALL_DUCT + '[python]\nfile = "jet.py"\n')
    (folder / "jet.py").write_text("import lobatto\n")
    if case == "script":
        done = run_script(BEGIN + ODD_SCRIPT, tmp_path)
    else:
        done = subprocess.run(
            command_of("run", f"{ODD}/{case}.toml", "--out", f"{ODD}/{case}"),
            cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((folder / case / "summary.json").read_text())["steps"] == 6
