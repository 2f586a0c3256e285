"""The rule for the Python packages: their modules import only downwards, at the top of a file.

A module counts by its place under the package, such as "statistics.grid"; "__init__" is the front
of the package. Imports count wherever they stand: in functions, and for type checkers alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from import_circles import find_circle

# From the ground up: in each layer rooms, and in each room modules. A module may import those of
# its own room and of the rooms in layers before; rooms of one layer do not see each other.
LAYERS: tuple[dict[str, str], ...] = (
    {
        "ground": "fields.__init__ files.__init__ live.__init__ pictures.__init__ runs.__init__ "
        "arrays console_table errors field_expression free_memory html_table optional_packages "
        "spectral wording",
    },
    {
        "live": "live.case_text live.case_python live.next_folder live.python_words "
        "live.early_errors live.start_watch live.native live.farewell live.ranks live.job "
        "live.sensitivity live.step_report live.user_function live.simulation_view live.user_code "
        "live.simulation live.native_command",
        "ways_out": "machine_package",
        "files": "files.document files.file_seal files.growing_lines files.hdf5_file "
        "files.outputs files.text_file files.toml_keys",
    },
    {
        "fields": "fields.plane fields.cut fields.cut_surface fields.curved_elements "
        "fields.derived_field fields.vtk_grid fields.field_tables fields.field_file "
        "fields.box_file fields.general_file",
        "ledgers": "study.ledger",
    },
    {
        "runs": "runs.particles runs.run runs.samples runs.spectra runs.history_panels runs.follow",
    },
    {
        "averages": "statistics.moment_names statistics.grid statistics.averages "
        "statistics.moments statistics.symmetry statistics.statistics_file statistics.dataset "
        "statistics.statistics",
        "decompositions": "decomposition.snapshots decomposition.mode_file decomposition.modes "
        "decomposition.pod decomposition.dmd decomposition.chi_squared decomposition.spod",
    },
    {
        "records": "report.mpi_profile report.records report.pop",
        "walls": "statistics.wall_flow statistics.wall_units statistics.wall_statistics "
        "statistics.lines",
    },
    {
        "flows": "statistics.momentum statistics.budgets statistics.scalar_budgets "
        "statistics.scalar_source statistics.forces statistics.budget_lines statistics.profiles "
        "statistics.secondary_flow statistics.convergence statistics.reference "
        "statistics.published_table statistics.reference_files statistics.report",
    },
    {
        "neighbours": "importing.ledger importing.draft importing.preprocessor "
        "importing.fortran_source importing.variable_types importing.formula importing.expression "
        "importing.evaluation importing.settings importing.nek_mesh importing.nek_box "
        "importing.nek_rea importing.nek_reasons importing.nek_field importing.nek_changes "
        "importing.nek_state importing.nek_run importing.nek_keys importing.nek_boundaries "
        "importing.user_code importing.nek_user importing.nek_map importing.c_source "
        "importing.nekrs_functions importing.nekrs_points importing.nekrs_setup "
        "importing.nekrs_sources "
        "importing.nek_conditions importing.nek_case importing.neko_document importing.neko_mesh "
        "importing.neko_work importing.neko_reasons importing.neko_fluid importing.neko_scalar "
        "importing.neko_components importing.neko_case",
    },
    {
        "plans": "study.study_parts study.case_study study.study_file study.setup study.mesh_size "
        "study.design study.job_script study.schedulers study.outliers study.measures "
        "study.campaign study.case_campaign study.campaigns study.telling",
    },
    {
        "drawing": "pictures.style pictures.view pictures.element_lines pictures.section_picture "
        "pictures.film pictures.picture_folder pictures.off_screen",
    },
    {
        "pictures": "pictures.scene pictures.gallery pictures.histories pictures.sample_pictures "
        "pictures.cloud_pictures pictures.mode_pictures pictures.picture_words "
        "pictures.field_pictures pictures.slice_pictures pictures.space_pictures pictures.plot "
        "pictures.spectrum_pictures pictures.mesh_picture pictures.info pictures.follow_view "
        "pictures.follow_page decomposition.pictures decomposition.tables",
        "averages_shown": "statistics.album statistics.profile_pictures "
        "statistics.comparison_pictures statistics.budget_pictures statistics.section_pictures "
        "statistics.convergence_pictures statistics.pictures statistics.tables statistics.summary",
        "speed_shown": "report.formats report.losses report.svg report.region_charts "
        "report.run_charts report.scaling_charts report.mpi_charts report.tables "
        "report.comparison report.page report.terminal",
    },
    {
        "studies_shown": "study.charts study.tables study.numbers study.page",
    },
    {
        "commands": "statistics.command decomposition.command report.command study.case_actions "
        "study.command importing.command",
    },
    {
        "command_lines": "shared_options picture_cli follow_cli statistics.cli decomposition.cli "
        "report.cli study.cli importing.cli",
    },
    {
        "front": "__init__ statistics.__init__ decomposition.__init__ report.__init__ "
        "study.__init__ importing.__init__ cli launcher __main__",
    },
)
# The package of the tools for machines, upon the one above.
MACHINE_LAYERS: tuple[dict[str, str], ...] = (
    {
        "acceptances": "acceptance.metrics acceptance.runs acceptance.study_folder "
        "acceptance.machine acceptance.scaling acceptance.quantities acceptance.thresholds "
        "acceptance.numbers",
        "histories": "watch.change_points",
    },
    {
        "histories_read": "watch.history",
        "plans": "kernels.study kernels.design kernels.measures kernels.campaign",
    },
    {
        "acceptances_shown": "acceptance.tables acceptance.charts acceptance.page",
        "histories_shown": "watch.tables watch.charts watch.page",
    },
    {"studies_shown": "kernels.tables kernels.numbers kernels.page"},
    {"commands": "acceptance.command watch.command kernels.actions"},
    {"command_lines": "acceptance.cli watch.cli"},
    {"front": "__init__ acceptance.__init__ watch.__init__ kernels.__init__ cli"},
)
# Rooms of the package below that are no library, but for what its __init__ offers.
PRIVATE = {"commands", "front"}
# What is imported inside a function, by whom: matplotlib takes a second to load, which commands
# without pictures need not wait for; xarray and numba are optional.
LATE = {
    "cli": {"pictures.mesh_picture"},
    "follow_cli": {"pictures.follow_page"},
    "picture_cli": {
        "pictures.picture_words",
        "pictures.plot",
        "pictures.spectrum_pictures",
        "statistics.command",
    },
    "statistics.cli": {"statistics.command"},
    "decomposition.cli": {"decomposition.command"},
    "report.cli": {"report.command"},
    "study.cli": {"study.campaigns", "study.command"},
    "importing.cli": {"importing.command", "importing.nek_case", "importing.neko_case"},
    "launcher": {"cli"},
    "study.case_actions": {"study.page"},
    "live.user_function": {"numba"},
}
MACHINE_LATE = {
    "acceptance.cli": {"acceptance.command"},
    "watch.cli": {"watch.command"},
    "acceptance.command": {"acceptance.page"},
    "watch.command": {"watch.page"},
    "kernels.actions": {"kernels.page"},
}


@dataclass(frozen=True)
class Import:
    """names: full names of which the first that is a module is loaded."""

    line: int
    names: tuple[str, ...]
    in_function: bool


@dataclass(frozen=True)
class House:
    """The layers, looked up by module."""

    room: Mapping[str, str]
    level: Mapping[str, int]
    late: Mapping[str, set[str]]

    @staticmethod
    def of(layers: Sequence[Mapping[str, str]], late: Mapping[str, set[str]]) -> House:
        rooms = [(level, *item) for level, layer in enumerate(layers) for item in layer.items()]
        places = [(module, room, level) for level, room, names in rooms for module in names.split()]
        return House({m: r for m, r, _ in places}, {m: level for m, _, level in places}, late)


HOUSE = House.of(LAYERS, LATE)
MACHINE_HOUSE = House.of(MACHINE_LAYERS, MACHINE_LATE)


def modules_of(package: Path) -> dict[str, Path]:
    """Every module of a package by its dotted place in it."""
    files = sorted(package.rglob("*.py"))
    return {".".join(file.relative_to(package).with_suffix("").parts): file for file in files}


def imports_of(file: Path) -> Iterator[Import]:
    """Every name that a file imports; relative ones begin with a dot."""
    tree = ast.parse(file.read_text(encoding="utf-8"), filename=str(file))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found: list[tuple[str, ...]] = [(alias.name,) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            found = [(f"{source}.{alias.name}", source) for alias in node.names]
        else:
            continue
        yield from (Import(node.lineno, names, id(node) in inside) for names in found)


def target_of(found: Import, package: str, modules: Mapping[str, Path]) -> str | None:
    """The module of the package that an import loads, "" where it has none of that name; None for
    another library."""
    if found.names[0].partition(".")[0] != package:
        return None
    for name in found.names:
        place = name.split(".")[1:]
        for module in (".".join(place), ".".join([*place, "__init__"])):
            if module in modules:
                return module
    return ""


def check_import(
    module: str, found: Import, package: str, modules: Mapping[str, Path], house: House
) -> str | None:
    """What is wrong with one import of a module; None when it is right."""
    name = found.names[-1]
    if name.startswith("."):
        return f"imports {name}: the package's own modules are imported as {package}.NAME"
    target = target_of(found, package, modules)
    if target == "":
        return f"{name} does not exist"
    shown = name.partition(".")[0] if target is None else target
    if found.in_function and shown not in house.late.get(module, ()):
        return f"imports {shown} inside a function"
    if target is None or target not in house.level or module not in house.level:
        return None
    room, other = house.room[module], house.room[target]
    if house.level[target] > house.level[module]:
        return f"{module} ({room}) imports upwards from {target} ({other})"
    if house.level[target] == house.level[module] and room != other:
        return f"{module} ({room}) imports from its sibling {target} ({other})"
    return None


def check_table(package: Path, modules: Mapping[str, Path], house: House) -> list[str]:
    """Where the table of layers and the files differ."""
    folder = package.name
    unlisted = sorted(set(modules) - set(house.level))
    gone = sorted(set(house.level) - set(modules))
    return [
        *(f"{folder}: {name} is in no room of the list of layers" for name in unlisted),
        *(f"{folder}: the list of layers names {name}, which is no module" for name in gone),
    ]


def check_from_below(module: str, found: Import, below: Path, house: House) -> str | None:
    """What is wrong with an import from the package that a package stands on."""
    target = target_of(found, below.name, modules_of(below))
    if target == "":
        return f"{found.names[-1]} does not exist"
    if target is None or target.endswith("__init__"):
        return None
    if house.room.get(target) in PRIVATE:
        return f"{module} imports {below.name}.{target}, which is no library"
    return None


def check_package(
    package: Path, house: House = HOUSE, below: tuple[Path, House] | None = None
) -> list[str]:
    """Every complaint about the package in a folder, as "file:line: text"; below: the one that it
    stands on."""
    modules = modules_of(package)
    complaints = check_table(package, modules, house)
    graph: dict[str, set[str]] = {}
    for module, file in modules.items():
        targets = graph.setdefault(module, set())
        for found in imports_of(file):
            if target := target_of(found, package.name, modules):
                targets.add(target)
            complaint = check_import(module, found, package.name, modules, house)
            if complaint is None and below is not None:
                complaint = check_from_below(module, found, *below)
            if complaint is not None:
                place = f"{package.name}/{file.relative_to(package).as_posix()}:{found.line}"
                complaints.append(f"{place}: {complaint}")
    if circle := find_circle(graph):
        complaints.append("modules import each other in a circle: " + " -> ".join(circle))
    return complaints
