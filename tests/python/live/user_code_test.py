"""User code: functions in the place of formulas, hooks, failures; from cases and from scripts."""

import json
import re

import pytest
from program import SMALL_DUCT, lobatto
from scripts import needs_module, run_script

pytestmark = needs_module

CASE = SMALL_DUCT.replace('source = "w"', 'source = "@heat"').replace(
    "flow_rate = 1.0", 'body = "@push"'
)
CODE = """
import lobatto

def heat(w):
    return w

def push(x, t, strength):
    return 0, 0, strength * (1 - 4 * x**2) * (1 + t)
"""
FORMULAS = SMALL_DUCT.replace("flow_rate = 1.0", 'body = [0, 0, "strength*(1 - 4*x^2)*(1 + t)"]')
PARAMETERS = "[parameters]\nstrength = 0.5\n"


@pytest.fixture
def folder(tmp_path):
    def write(code, case=CASE, more=""):
        (tmp_path / "jet.py").write_text(code)
        (tmp_path / "jet.toml").write_text(PARAMETERS + case + '[python]\nfile = "jet.py"\n' + more)
        (tmp_path / "formulas.toml").write_text(PARAMETERS + FORMULAS)
        return tmp_path

    return write


def run(folder, *arguments, ranks=None, case="jet"):
    return lobatto(
        "run", folder / f"{case}.toml", "--out", folder / "out" / case, *arguments, ranks=ranks
    )


def steps(folder, case):
    lines = (folder / "out" / case / "steps.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("ranks", [None, 2, 3])
def test_functions_are_what_formulas_are(folder, ranks):
    place = folder(CODE)
    for case in ("jet", "formulas"):
        result = run(place, ranks=ranks, case=case)
        assert result.returncode == 0, result.stdout + result.stderr
    for mine, formula in zip(steps(place, "jet"), steps(place, "formulas"), strict=True):
        for key in ("kinetic_energy", "enstrophy", "time"):
            assert mine[key] == pytest.approx(formula[key], rel=1e-13)


def test_check_loads_the_code_too(folder):
    place = folder(CODE)
    result = lobatto("check", place / "jet.toml")
    assert result.returncode == 0 and "@push" in result.stdout, result.stderr
    both = lobatto("check", place / "jet.toml", place / "formulas.toml")
    assert both.returncode == 0, both.stderr
    (place / "jet.py").write_text(CODE.replace("def heat(w)", "def heet(w)"))
    result = lobatto("check", place / "jet.toml")
    assert result.returncode == 1 and "did you mean 'heet'?" in result.stderr


HOOKS = """
@lobatto.at_start
def begin(sim):
    (sim.folder / "begin.txt").write_text(str(sim.n_steps)) if sim.rank == 0 else None

@lobatto.every(steps=2)
def look(sim, report):
    sim["marker"] = 10 * report.step + sim["temperature"]
    if sim.rank == 0:
        with (sim.folder / "look.txt").open("a") as file:
            file.write(f"{report.step} ")

@lobatto.stop_when
def enough(sim, report):
    return report.step == 5
"""
MARKER = """
[[user_field]]
name = "marker"
[[monitor]]
name = "m"
of = { m = "marker - temperature" }
reduce = ["min", "max"]
every_steps = 1
"""


@pytest.mark.parametrize("ranks", [None, 2])
def test_hooks_look_change_and_stop(folder, ranks):
    place = folder(CODE + HOOKS, more=MARKER)
    result = run(place, ranks=ranks)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "ended at step 5 by a rule of the user code" in result.stdout
    out = place / "out" / "jet"
    assert (out / "begin.txt").read_text() == "0"
    assert (out / "look.txt").read_text() == "2 4 "
    assert len(steps(place, "jet")) == 5
    assert run(place, "--restart", ranks=ranks).returncode == 0
    assert (out / "begin.txt").read_text() == "5"
    assert (out / "look.txt").read_text() == "2 4 6 "
    last = (out / "monitors" / "m.csv").read_text().splitlines()[-1]
    assert last.startswith("6,")


FAILS = """
@lobatto.every(steps=1)
def look(sim, report):
    if report.step == 4 and sim.rank == RANK:
        raise ValueError("this went wrong")
"""


@pytest.mark.parametrize(("ranks", "rank"), [(None, 0), (2, 1)])
def test_an_exception_of_any_rank_ends_the_run_with_a_checkpoint(folder, ranks, rank):
    place = folder(CODE + FAILS.replace("RANK", str(rank)))
    result = run(place, ranks=ranks)
    assert result.returncode == 7, result.stdout + result.stderr
    log = (place / "out" / "jet" / "run.log").read_text()
    for words in ("ValueError: this went wrong", "jet.py", "line", "after step 4"):
        assert words in log
    assert list((place / "out" / "jet" / "checkpoints").glob("*00004.h5"))
    (place / "jet.py").write_text(CODE)
    assert run(place, "--restart", ranks=ranks).returncode == 0
    assert [step["step"] for step in steps(place, "jet")] == [1, 2, 3, 4, 5, 6]


FAILS_AT_START = """
@lobatto.at_start
def begin(sim):
    raise ValueError("not yet")
"""


def test_a_run_that_its_user_code_did_not_let_begin_begins_again(folder):
    place = folder(CODE + FAILS_AT_START)
    result = run(place)
    assert result.returncode == 7, result.stdout + result.stderr
    assert (
        "before the first step" in result.stdout and "--restart takes the run up" in result.stdout
    )
    assert not list((place / "out" / "jet").glob("summary.json"))
    (place / "jet.py").write_text(CODE)
    result = run(place, "--restart")
    assert result.returncode == 0, result.stdout + result.stderr
    assert [step["step"] for step in steps(place, "jet")] == [1, 2, 3, 4, 5, 6]


def test_check_shows_a_traceback_line_by_line(folder):
    place = folder(CODE.replace("    return w\n", "    return undefined_name * w\n"))
    result = lobatto("check", place / "jet.toml")
    assert result.returncode == 1
    assert "\\n" not in result.stderr
    lines = result.stderr.splitlines()
    first = next(i for i, line in enumerate(lines) if "Traceback" in line)
    assert lines[first].startswith("    Traceback")
    assert any(re.fullmatch(r"    NameError: .*undefined_name.*", line) for line in lines[first:])


@pytest.mark.parametrize("ranks", [None, 2])
def test_an_exception_of_a_formula_ends_the_run(folder, ranks):
    broken = CODE.replace(
        "    return w\n", "    if w.max() > 0: return undefined_name * w\n    return w\n"
    )
    place = folder(broken)
    result = run(place, ranks=ranks)
    assert result.returncode in (1, 3)
    assert "undefined_name" in result.stdout + result.stderr


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_file_that_cannot_be_loaded_is_told_once(folder, ranks):
    place = folder("import nonsense_that_is_not_there\n")
    result = run(place, ranks=ranks)
    assert result.returncode == 1
    assert len(re.findall("ModuleNotFoundError", result.stderr)) == 1
    assert not (place / "out").exists()
    (place / "jet.py").unlink()
    result = run(place, ranks=ranks)
    assert result.returncode == 1 and "there is no such file of user code" in result.stderr


WRONG_SHAPES = [
    ("def heat(w):\n    return w[:3]\n", "expected a number or an array of the"),
    ("def heat(w):\n    return 'hot'\n", "expected a number or an array of the"),
    ("def heat(q):\n    return q\n", "its argument 'q' is not known here"),
    ("def heat(w):\n    return w / 0\n", "the value is"),
]


@pytest.mark.parametrize(("heat", "words"), WRONG_SHAPES)
def test_what_functions_return_is_looked_at_before_the_run(folder, heat, words):
    place = folder(CODE.replace("def heat(w):\n    return w\n", heat))
    result = run(place)
    assert result.returncode == 1 and words in result.stderr, result.stderr


COMPILED = """
import ctypes
import lobatto

SIGNATURE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_int64, ctypes.c_double,
    ctypes.POINTER(ctypes.POINTER(ctypes.c_double)), ctypes.POINTER(ctypes.c_double))

@SIGNATURE
def loop(n, t, inputs, out):
    for q in range(n):
        out[q] = inputs[0][q]
    return 0

heat = lobatto.from_address(ctypes.cast(loop, ctypes.c_void_p).value, ["w"], keeps=loop)

def push(x, t, strength):
    return 0, 0, strength * (1 - 4 * x**2) * (1 + t)
"""
NUMBA = """
import lobatto

@lobatto.numba_function
def heat(w):
    return w

@lobatto.numba_function
def push(x, t, strength):
    return 0.0, 0.0, strength * (1 - 4 * x**2) * (1 + t)
"""


def same_as_formulas(place):
    for case in ("jet", "formulas"):
        result = run(place, case=case)
        assert result.returncode == 0, result.stdout + result.stderr
    for mine, formula in zip(steps(place, "jet"), steps(place, "formulas"), strict=True):
        assert mine["kinetic_energy"] == pytest.approx(formula["kinetic_energy"], rel=1e-13)


def test_compiled_functions_of_c(folder):
    same_as_formulas(folder(COMPILED))


def test_compiled_functions_of_numba(folder):
    pytest.importorskip("numba")
    same_as_formulas(folder(NUMBA))


EVERYWHERE = """
[mesh]
order = 5
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = VISCOSITY
[boundary]
x_min = { velocity = INFLOW }
x_max = "outflow"
y = "wall"
[initial]
velocity = INITIAL
[[scalar]]
name = "temperature"
diffusivity = DIFFUSIVITY
initial = TEMPERATURE
boundary = { x_min = { value = VALUE }, x_max = "insulated", y = "insulated" }
[time]
dt = 0.005
steps = 8
"""
AS_FORMULAS = {
    "VISCOSITY": '"0.1 + 0.01*temperature"',
    "INFLOW": '["4*y*(1 - y)*(1 + 0.1*sin(t))", 0, 0]',
    "INITIAL": '["4*y*(1 - y)", 0, 0]',
    "DIFFUSIVITY": '"0.1 + 0.02*y"',
    "TEMPERATURE": '"y"',
    "VALUE": '"y + t"',
}
AS_FUNCTIONS = """
import numpy as np
viscosity = lambda temperature: 0.1 + 0.01 * temperature
def inflow(y, t): return 4 * y * (1 - y) * (1 + 0.1 * np.sin(t)), 0, 0
def initial(y): return 4 * y * (1 - y), 0, 0
def diffusivity(y): return 0.1 + 0.02 * y
def temperature(y): return y
def value(y, t): return y + t
"""


def test_every_place_where_a_formula_may_stand(tmp_path):
    formulas, functions = EVERYWHERE, EVERYWHERE
    for name, formula in AS_FORMULAS.items():
        formulas = formulas.replace(f"= {name}", f"= {formula}")
        functions = functions.replace(f"= {name}", f'= "@{name.lower()}"')
    (tmp_path / "jet.py").write_text(AS_FUNCTIONS)
    (tmp_path / "jet.toml").write_text(functions + '[python]\nfile = "jet.py"\n')
    (tmp_path / "formulas.toml").write_text(formulas)
    same_as_formulas(tmp_path)


SCRIPT = """
import lobatto

seen = []

@lobatto.every(steps=3)
def look(sim, report):
    seen.append(report.step)

with lobatto.Simulation("formulas.toml", out="script", functions={"hot": lambda w: 2 * w},
                        hooks=[look], set={"scalar.source": "@hot"}) as sim:
    sim.run()
    content = sim.report.scalars[0].content
assert seen == [3, 6], seen
with lobatto.Simulation("formulas.toml", out="other", set={"scalar.source": "2*w"}) as sim:
    sim.run()
    assert abs(sim.report.scalars[0].content - content) < 1e-14
"""


def test_functions_and_hooks_of_a_script(folder):
    place = folder(CODE)
    text = (place / "formulas.toml").read_text()
    result = run_script(SCRIPT.replace("scalar.source", "scalar[0].source"), place)
    assert result.returncode == 0, text + result.stdout + result.stderr
