"""The checks for ReFrame and the application for Ramble, as far as they can be tried: their
patterns on what the programs print, and real runs where ReFrame is there."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from types import ModuleType
from unittest.mock import patch

import pytest
from program import PROGRAM, ROOT, environment, lobatto, needs_machine

CHECKS = ROOT / "packaging" / "reframe"
APPLICATION = ROOT / "packaging" / "ramble" / "applications" / "lobatto" / "application.py"

# Lines in the formats that the programs' documentation and sources have, with numbers of our own.
PRINTED = {
    "hpcc": """
Success=1
HPL_Tflops=0.0123
StarSTREAM_Triad=7.25
MPIRandomAccess_GUPs=3.1e-05
MPIFFT_Gflops=0.81
AvgPingPongLatency_usec=0.58
AvgPingPongBandwidth_GBytes=8.4
End of Summary section.
""",
    # https://github.com/hpcg-benchmark/hpcg
    "hpcg": """
Final Summary=
Final Summary::HPCG result is VALID with a GFLOP/s rating of=12.5
Final Summary::HPCG 2.4 rating for historical reasons is=12.75
""",
    # https://github.com/lanl/SNAP
    "snap": """
  Total Execution time                   2.5000E+00

  Grind Time (nanoseconds)         1.2500E+01
""",
    # https://github.com/Mantevo/miniFE
    "minife": """
  Final Resid Norm: 1.5e-16
  Total:
    Total CG Time: 0.75
    Total CG Flops: 1.5e+11
    Total CG Mflops: 200000
""",
    # https://github.com/LLNL/AMG2023
    "amg": """
FOM_Setup: nnz_AP / Setup Phase Time: 3.500000e+08

Iterations = 22
Final Relative Residual Norm = 4.000000e-09
FOM_Solve: nnz_AP * iterations / Solve Phase Time: 2.500000e+09
""",
    # https://github.com/LLNL/UMT
    "umt": """
Test driver finished time steps
Average throughput of single iteration of iterative solver was 1.5e+08 unknowns calculated per second.
Throughput of iterative solver was 2.5e+08 unknowns calculated per second.
""",  # noqa: E501
}
EXPECTED = {
    "hpcc": [0.0123, 7.25, 3.1e-05, 0.81, 0.58, 8.4],
    "hpcg": [12.5],
    "snap": [12.5, 2.5],
    "minife": [200000, 0.75],
    "amg": [3.5e8, 2.5e9],
    "umt": [1.5e8, 2.5e8],
}


@pytest.fixture(scope="module")
def outputs():
    spec = importlib.util.spec_from_file_location("outputs", CHECKS / "outputs.py")
    module = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {"outputs": module}):
        spec.loader.exec_module(module)
        yield module.OUTPUTS


def numbers_of(output, text):
    return [float(re.search(f.pattern, text, re.MULTILINE)[1]) for f in output.figures]


@pytest.mark.parametrize("program", EXPECTED)
def test_figures_are_found_in_what_a_program_prints(outputs, program):
    assert re.search(outputs[program].valid, PRINTED[program], re.MULTILINE)
    assert numbers_of(outputs[program], PRINTED[program]) == EXPECTED[program]


@pytest.mark.parametrize(
    ("program", "right", "wrong"),
    [("hpcc", "Success=1", "Success=0"), ("hpcg", "is VALID", "is INVALID")],
)
def test_a_run_that_failed_is_not_valid(outputs, program, right, wrong):
    text = PRINTED[program].replace(right, wrong)
    assert not re.search(outputs[program].valid, text, re.MULTILINE)


@pytest.fixture(scope="module")
def printed():
    return lobatto("accept", "halo", "--size", "8x8x8", "--seconds", 0.05).stdout


@needs_machine
def test_figures_are_found_in_what_lobatto_prints(outputs, printed):
    assert re.search(outputs["lobatto"].valid, printed, re.MULTILINE)
    rate, seconds = numbers_of(outputs["lobatto"], printed)
    assert rate * 1e6 * seconds == pytest.approx(8 * 8**3, rel=2e-3)  # four digits each


class Directives(ModuleType):
    """Stands for ramble.appkit: takes down what an application states."""

    def __init__(self):
        super().__init__("ramble.appkit")
        self.stated = []
        self.ExecutableApplication = object
        names = "tags required_package executable workload workload_variable figure_of_merit"
        for name in (*names.split(), "success_criteria"):
            setattr(self, name, self._taker(name))

    def _taker(self, name):
        return lambda *words, **keys: self.stated.append((name, words, keys))


@needs_machine
def test_the_application_of_ramble_finds_the_figures(printed):
    kit = Directives()
    with patch.dict(sys.modules, {"ramble": ModuleType("ramble"), "ramble.appkit": kit}):
        exec(compile(APPLICATION.read_text(), str(APPLICATION), "exec"), {})
    of = {name: [(w, k) for n, w, k in kit.stated if n == name] for name, _, _ in kit.stated}
    for _, keys in of["figure_of_merit"]:
        assert float(re.search(keys["fom_regex"], printed, re.MULTILINE)[keys["group_name"]]) > 0
    for _, keys in of["success_criteria"]:
        found = re.search(keys.get("match") or keys["anti_match"], printed, re.MULTILINE)
        assert bool(found) == ("match" in keys)
    command = of["executable"][0][0][1]
    known = {words[0] for words, _ in of["workload_variable"]} | {"experiment_run_dir"}
    assert set(re.findall(r"{(\w+)}", command)) == known


def reframe(folder, *words, **variables):
    """Runs checks of a folder of its own."""
    return subprocess.run(
        ["reframe", "-C", CHECKS / "settings.py", "-c", CHECKS / "acceptance.py",
         "--prefix", folder, *words],
        capture_output=True, text=True, cwd=folder, timeout=300,
        env={**environment(), "OMPI_MCA_rmaps_base_oversubscribe": "1", **variables},
    )  # fmt: skip


needs_reframe = pytest.mark.skipif(shutil.which("reframe") is None, reason="no ReFrame here")


@needs_reframe
@needs_machine
def test_reframe_runs_a_kernel_against_references(tmp_path):
    references = tmp_path / "references.toml"
    words = ("-r", "-n", "Lobatto", "-S", "ranks=1", "-S", f"Lobatto.executable={PROGRAM}")
    for least, code in ((1e-6, 0), (1e9, 1)):
        references.write_text(
            f'["here:default".lobatto]\nrate = {{ value = {least}, lower = 0 }}\n'
        )
        result = reframe(tmp_path, *words, LOBATTO_REFERENCES=str(references))
        assert (result.returncode != 0) == bool(code), result.stdout + result.stderr
    references.write_text('["here:default".lobatto]\nrat = { value = 1 }\n')
    result = reframe(tmp_path, *words, LOBATTO_REFERENCES=str(references))
    assert "rat is no figure of lobatto; expected one of rate, seconds" in result.stdout


@needs_reframe
@pytest.mark.skipif(shutil.which("hpcc") is None, reason="no HPCC here")
def test_reframe_runs_hpcc(tmp_path):
    words = ("-r", "-n", "Hpcc", "-S", "ranks=2", "-S", "Hpcc.problem_size=200")
    result = reframe(tmp_path, *words, PATH=os.environ["PATH"])
    assert result.returncode == 0, result.stdout + result.stderr
    assert "HPL_Tflops" in result.stdout
