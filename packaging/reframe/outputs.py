"""What the programs of an acceptance print of their rates: for each the pattern that says that a
run is valid, and those of its figures. Imports nothing, so that a test can try them alone."""

from __future__ import annotations

from dataclasses import dataclass

NUMBER = r"([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)"


@dataclass(frozen=True)
class Figure:
    """pattern: with the number in group 1."""

    name: str
    pattern: str
    unit: str


@dataclass(frozen=True)
class Output:
    """valid: a pattern that a good run prints."""

    valid: str
    figures: tuple[Figure, ...]


def _summary(name: str, unit: str) -> Figure:
    """A line NAME=NUMBER of the summary of HPCC."""
    return Figure(name, rf"^{name}={NUMBER}", unit)


OUTPUTS = {
    # hpccoutf.txt of HPC Challenge 1.5, as Debian's package hpcc writes it.
    "hpcc": Output(
        r"^Success=1",
        (
            _summary("HPL_Tflops", "TFLOP/s"),
            _summary("StarSTREAM_Triad", "GB/s"),
            _summary("MPIRandomAccess_GUPs", "GUP/s"),
            _summary("MPIFFT_Gflops", "GFLOP/s"),
            _summary("AvgPingPongLatency_usec", "us"),
            _summary("AvgPingPongBandwidth_GBytes", "GB/s"),
        ),
    ),
    # HPCG-Benchmark_*.txt of HPCG 3.
    "hpcg": Output(
        r"HPCG result is VALID",
        (Figure("rating", rf"GFLOP/s rating of={NUMBER}", "GFLOP/s"),),
    ),
    # The output file of SNAP 1: the table of times at its end.
    "snap": Output(
        r"Grind Time \(nanoseconds\)",
        (
            Figure("grind_time", rf"Grind Time \(nanoseconds\)\s+{NUMBER}", "ns"),
            Figure("execution_time", rf"Total Execution time\s+{NUMBER}", "s"),
        ),
    ),
    # The YAML file of miniFE 2.
    "minife": Output(
        r"Final Resid Norm:",
        (
            Figure("cg_rate", rf"Total CG Mflops:\s*{NUMBER}", "MFLOP/s"),
            Figure("cg_time", rf"Total CG Time:\s*{NUMBER}", "s"),
        ),
    ),
    # The standard output of AMG2023, problem 1 with PCG or GMRES.
    "amg": Output(
        r"^Final Relative Residual Norm",
        (
            Figure("setup", rf"FOM_Setup: nnz_AP / Setup Phase Time:\s*{NUMBER}", "1/s"),
            Figure(
                "solve", rf"FOM_Solve: nnz_AP \* iterations / Solve Phase Time:\s*{NUMBER}", "1/s"
            ),
        ),
    ),
    # The standard output of UMT's test driver.
    "umt": Output(
        r"Test driver finished time steps",
        (
            Figure("iteration", rf"single iteration of iterative solver was {NUMBER}", "unknown/s"),
            Figure("throughput", rf"Throughput of iterative solver was {NUMBER}", "unknown/s"),
        ),
    ),
    # What lobatto accept prints.
    "lobatto": Output(
        r"^  right ",
        (
            Figure("rate", rf"^  {NUMBER} M .+s per second and rank", "million/s"),
            Figure("seconds", rf"^  {NUMBER} s per pass", "s"),
        ),
    ),
}
