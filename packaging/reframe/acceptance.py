"""ReFrame checks of an acceptance: HPCC, HPCG, SNAP, miniFE, AMG2023, UMT, and Lobatto's kernels.

    reframe -C settings.py -c acceptance.py -r [-S ranks=64] [-S executable=/opt/hpcg/xhpcg]

Each class takes a program that is installed: on the PATH, from the module or the Spack environment
of the system's configuration, or named with -S executable=PATH. References per system stand in
references.toml beside this file; without any, figures are reported and not judged.
"""

import os
import sys
import tomllib
from pathlib import Path

import reframe as rfm
import reframe.utility.sanity as sn

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
from outputs import OUTPUTS  # noqa: E402


def references_of(program):
    """{system: {figure: (value, lower, upper, unit)}} of references.toml."""
    path = Path(os.environ.get("LOBATTO_REFERENCES", FOLDER / "references.toml"))
    if not path.exists():
        return {}
    found = {}
    for system, programs in tomllib.loads(path.read_text()).items():
        units = {figure.name: figure.unit for figure in OUTPUTS[program].figures}
        for figure, limits in programs.get(program, {}).items():
            if figure not in units:
                raise ValueError(
                    f"{path}: {system}.{program}.{figure} is no figure of {program}; expected one "
                    f"of {', '.join(units)}"
                )
            entry = limits["value"], limits.get("lower"), limits.get("upper"), units[figure]
            found.setdefault(system, {})[figure] = entry
    return found


class Acceptance(rfm.RunOnlyRegressionTest):
    """A program whose output is in OUTPUTS under the name `program`."""

    program = ""
    ranks = variable(int, value=4)
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    tags = {"acceptance"}

    @run_after("init")
    def take_references(self):
        self.reference = references_of(self.program)

    @run_before("run")
    def take_ranks(self):
        self.num_tasks = self.ranks

    def written(self):
        """The file with the figures."""
        return self.stdout

    @sanity_function
    def is_valid(self):
        return sn.assert_found(OUTPUTS[self.program].valid, self.written())

    @run_before("performance")
    def take_figures(self):
        self.perf_variables = {
            figure.name: sn.make_performance_function(
                sn.extractsingle(figure.pattern, self.written(), 1, float), figure.unit
            )
            for figure in OUTPUTS[self.program].figures
        }


@rfm.simple_test
class Hpcc(Acceptance):
    """HPC Challenge, with HPL, STREAM and FFT in it; problem_size: N of HPL."""

    program = "hpcc"
    executable = "hpcc"
    problem_size = variable(int, value=1000)

    @run_before("run")
    def write_input(self):
        """One size of HPL on a grid of 1 x ranks, and none beside it for PTRANS."""
        self.prerun_cmds = [f"cat > hpccinf.txt <<'END'\n{self.input_text()}END"]

    def input_text(self):
        lines = [
            "HPL input", "", "HPL.out", "8", "1", f"{self.problem_size}", "1", "80", "0", "1", "1",
            f"{self.ranks}", "16.0", "1", "2", "1", "4", "1", "2", "1", "1", "1", "1", "1", "0",
            "2", "64", "0", "0", "1", "8", "#", "0", "", "0", "",
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    def written(self):
        return "hpccoutf.txt"


@rfm.simple_test
class Hpcg(Acceptance):
    """HPCG; the official rule is 1,800 s at least."""

    program = "hpcg"
    executable = "xhpcg"
    local_size = variable(int, value=104)
    seconds = variable(int, value=1800)

    @run_before("run")
    def take_size(self):
        size = str(self.local_size)
        self.executable_opts = [f"--nx={size}", f"--ny={size}", f"--nz={size}"]
        self.executable_opts.append(f"--rt={self.seconds}")
        self.postrun_cmds = ["cat HPCG-Benchmark*.txt"]


@rfm.simple_test
class Snap(Acceptance):
    """SNAP on an input file of your own."""

    program = "snap"
    executable = "gsnap"
    input_file = variable(str, value="snap.in")

    @run_before("run")
    def take_input(self):
        self.executable_opts = [self.input_file, "snap.out"]
        self.postrun_cmds = ["cat snap.out"]


@rfm.simple_test
class MiniFe(Acceptance):
    """miniFE on a cube."""

    program = "minife"
    executable = "miniFE.x"
    size = variable(int, value=200)

    @run_before("run")
    def take_size(self):
        self.executable_opts = [f"nx={self.size}", f"ny={self.size}", f"nz={self.size}"]
        self.postrun_cmds = ["cat miniFE*.yaml"]


@rfm.simple_test
class Amg(Acceptance):
    """AMG2023, problem 1, the same size on each rank; all ranks along x."""

    program = "amg"
    executable = "amg"
    size = variable(int, value=96)

    @run_before("run")
    def take_size(self):
        size = [str(self.size)] * 3
        self.executable_opts = ["-problem", "1", "-P", f"{self.ranks}", "1", "1", "-n", *size]


@rfm.simple_test
class Umt(Acceptance):
    """The test driver of UMT; options: the problem and its size, as its documentation has them."""

    program = "umt"
    executable = "test_driver"
    options = variable(str, value="")

    @run_before("run")
    def take_options(self):
        self.executable_opts = self.options.split()


@rfm.simple_test
class Lobatto(Acceptance):
    """A kernel of lobatto accept, whose JSON is kept with the output."""

    program = "lobatto"
    executable = "lobatto"
    kernel = parameter(
        [
            "sweep",
            "unstructured-sweep",
            "finite-elements",
            "spectral-elements",
            "halo",
            "hpcg",
            "particles",
            "lattice",
            "plane-waves",
            "multigrid",
        ]
    )
    keep_files = ["accept.json"]

    @run_before("run")
    def take_kernel(self):
        self.executable_opts = ["accept", self.kernel, "--json", "accept.json"]

    @sanity_function
    def is_valid(self):
        """Every answer is right, and there are some."""
        found = sn.assert_found(OUTPUTS[self.program].valid, self.written())
        return sn.all([found, sn.assert_not_found(r"^  WRONG ", self.written())])
