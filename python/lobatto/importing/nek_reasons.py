"""Keys of .par and .rea files that a case file does not have, and why."""

from collections.abc import Mapping

_SOLVER = "solvers and preconditioners are chosen by [solver], and the defaults serve"
_RESIDUAL = (
    "an absolute residual there; solver.pressure_tolerance and solver.tolerance are parts of the "
    "right-hand side, and their defaults stay"
)
_CVODE = "scalars go with the time-stepping of the flow; there is no CVODE"
_OUTPUT = "field files hold all that is solved for; output.quantities adds to it"

NO_NEED: Mapping[str, str] = {
    "residualtol": _RESIDUAL,
    "absolutetol": _RESIDUAL,
    "tolerance": _RESIDUAL,
    "solver": _SOLVER,
    "preconditioner": _SOLVER,
    "smoothertype": _SOLVER,
    "pmgschedule": _SOLVER,
    "coarsesolver": _SOLVER,
    "semfemsolver": _SOLVER,
    "coarsegriddiscretization": _SOLVER,
    "initialguess": "guesses are solver.pressure_projection and solver.projection",
    "writetofieldfile": _OUTPUT,
    "verbose": "run.log and steps.jsonl have what a run says",
    "loglevel": "run.log and steps.jsonl have what a run says",
    "optlevel": "there is no such choice",
    "minnumprocesses": "a case runs on any number of ranks up to its elements",
    "writenfiles": "a field file is one file; io.files is for checkpoints",
    "pnpnformulation": "velocity and pressure have the same nodes here, always",
    "stressformulation": "where the viscosity varies, the whole stress is taken by itself; "
    "tractions of boundaries say which form they have",
    "partitioner": "mesh.partitioner = auto serves",
    "connectivitytol": "corners are joined by a tolerance of the elements' edges",
    "numberofbcfields": "conditions of further fields in the mesh file count for nothing",
    "off": "switched off there",
    "zeros": "nothing is asked for by a zero",
    "ifflow": "a case has a flow, unless [flow] gives its velocity",
    "ifheat": "a [[scalar]] each for what is carried",
    "unheated": "no scalar is solved for: IFHEAT is F",
    "mesh": "the mesh has no solid elements",
    "checkpointing": _OUTPUT,
    "checkpointengine": "field files have one format each, output.fields.format",
    "redirectoutputto": "run.log and steps.jsonl have what a run says",
    "iftran": "runs are in time; time.steady ends them when nothing changes",
    "ifadvc": "the flow carries itself and its scalars",
    "ifnav": "the flow carries itself and its scalars",
    "cyclicboundaries": "P faces that are a rotation about z of each other are periodic by it",
    "iftmsh": "scalars are in solids where [[solid]] says so",
    "ifsplit": "velocity and pressure have the same nodes here, always",
    "ifmgrid": _SOLVER,
}
"""By key, of any section; what is said does not depend on the value."""

EQUATIONS: Mapping[tuple[str, str], str] = {
    ("problemtype", "swirl"): "is axisymmetric with swirl",
    ("problemtype", "numberofperturbations"): "solves for perturbations of a flow",
    ("problemtype", "solvebaseflow"): "solves for perturbations of a flow",
    ("problemtype", "dp0dt"): "solves for a thermodynamic pressure (low Mach number)",
    ("problemtype", "lowmach"): "is a flow of low Mach number",
    ("problemtype", "steady"): "solves for a steady state without steps in time",
    ("problemtype", "magnetic"): "has a magnetic field",
    ("magnetic", "viscosity"): "has a magnetic field",
    ("mesh", "motion"): "has a mesh that moves",
    ("mesh", "solver"): "has a mesh that moves",
    ("geom", "solver"): "has a mesh that moves",
    ("rea", "ifmodel"): "has a model of turbulence (RANS)",
    ("rea", "ifkeps"): "has a model of turbulence (RANS)",
}
"""Keys that, unless they are off, ask for equations that are not here: what the source does."""

SECTIONS: Mapping[str, tuple[bool, str]] = {
    "occa": (True, "runs are on processors; there is no device to choose"),
    "boomeramg": (True, _SOLVER),
    "amgx": (True, _SOLVER),
    "cvode": (True, _CVODE),
    "geom": (True, "of a mesh that moves"),
    "neknek": (False, "a run has one mesh; meshes that overlap are not coupled"),
    "magnetic": (False, "there is no equation of a magnetic field"),
}
"""Of whole sections: whether nothing is missing, and why."""

PARAMETERS: Mapping[int, tuple[bool, str]] = {
    13: (True, "run.log and steps.jsonl have what a run says"),
    14: (True, "the interval of steps counts"),
    16: (True, _SOLVER),
    18: (True, _SOLVER),
    17: (True, "no meaning in Nek5000 any more"),
    20: (True, "no meaning in Nek5000 any more"),
    28: (False, "meshes do not move"),
    32: (True, "conditions of further fields in the mesh file count for nothing"),
    42: (True, _SOLVER),
    43: (True, _SOLVER),
    44: (True, _SOLVER),
    45: (True, "free surfaces only"),
    46: (False, "where it is set, initial values come from a restart or from user code alone"),
    47: (False, "meshes do not move"),
    52: (False, "the interval of history points: [[probe]] has every_steps"),
    59: (True, "elements that are no boxes are told by themselves"),
    60: (True, "nothing needs a flow that is not zero"),
    62: (True, "readers tell the byte order by themselves"),
    66: (True, "field files have one format"),
    67: (True, "field files of any format are told by themselves"),
    68: (False, "averages: [statistics]"),
    69: (False, "averages: [statistics]"),
    74: (True, "run.log and steps.jsonl have what a run says"),
    84: (True, "the first step follows from time.cfl and time.max_dt"),
    85: (True, "the first step follows from time.cfl and time.max_dt"),
    93: (True, "guesses are solver.pressure_projection and solver.projection"),
    94: (True, "guesses are solver.pressure_projection and solver.projection"),
    95: (True, "guesses are solver.pressure_projection and solver.projection"),
    99: (True, "advection is computed on finer nodes, as mesh.quadrature has it by default"),
    100: (True, _SOLVER),
    101: (True, "modes of a filter that is off"),
    107: (True, "the same in all directions"),
}
"""Of .rea files: whether nothing is missing, and why."""
