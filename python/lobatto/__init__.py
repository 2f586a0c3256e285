"""Drives and extends runs of Lobatto, and reads what they leave: records, fields, statistics."""

import sys

if ["-m", "lobatto", "run"] in (sys.orig_argv[i : i + 3] for i in range(len(sys.orig_argv))):
    # While a run loads, until the solver takes them up: src/run/watches/stop_signals.hpp.
    import signal

    held_back = ("USR1", "USR2", "XCPU", "HUP", "INT", "TERM")
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.Signals[f"SIG{name}"] for name in held_back])

from lobatto.decomposition import Dmd, Pod, Spod, dmd, pod, spod
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.fields.box_file import BoxFieldFile
from lobatto.fields.cut import Cut
from lobatto.fields.field_file import FieldFile
from lobatto.fields.general_file import GeneralFieldFile
from lobatto.fields.plane import Plane
from lobatto.live.early_errors import wait_for_turn
from lobatto.live.simulation import Simulation
from lobatto.live.simulation_view import SimulationView
from lobatto.live.step_report import ScalarReport, SolveReport, StepReport
from lobatto.live.user_code import at_start, every, stop_when
from lobatto.live.user_function import from_address, numba_function
from lobatto.runs.particles import Cloud, Particles
from lobatto.runs.run import Run
from lobatto.runs.samples import Monitor, Samples, read_forces, read_monitor, read_samples
from lobatto.statistics import Statistics

__all__ = [
    "BoxFieldFile",
    "Cloud",
    "Cut",
    "DamagedFileError",
    "Dmd",
    "FieldFile",
    "GeneralFieldFile",
    "LobattoError",
    "Monitor",
    "Particles",
    "Plane",
    "Pod",
    "Run",
    "Samples",
    "ScalarReport",
    "Simulation",
    "SimulationView",
    "SolveReport",
    "Spod",
    "Statistics",
    "StepReport",
    "at_start",
    "dmd",
    "every",
    "from_address",
    "numba_function",
    "pod",
    "read_forces",
    "read_monitor",
    "read_samples",
    "spod",
    "stop_when",
]
__version__ = "0.1.0"

wait_for_turn()
