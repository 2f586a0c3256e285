"""The command line, lobatto: run, check, plot, stats, report, study, import and more."""

import sys
from pathlib import Path

import typer
from rich.console import Console

from lobatto.decomposition.cli import decompose
from lobatto.errors import LobattoError
from lobatto.follow_cli import follow
from lobatto.importing.cli import imports
from lobatto.live.native_command import run_native
from lobatto.machine_package import has_machine_package, machine_module
from lobatto.picture_cli import plot, spectrum
from lobatto.pictures.info import print_info
from lobatto.report.cli import report
from lobatto.runs.run import Run
from lobatto.shared_options import RunFolder
from lobatto.statistics.cli import stats
from lobatto.study.cli import study

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Looks at what a run of **lobatto** left in its folder.\n\n"
        "Start with `lobatto info runs/duct` to see what is there, then "
        "`lobatto plot runs/duct` for the pictures. All work while the run "
        "still goes on; `stats` makes profiles and budgets of averages. How fast a finished run "
        "was, and why: `lobatto report runs/duct`. Many runs of one case, started and "
        "compared: `lobatto study STUDY.toml`. For your own analysis: "
        "`from lobatto import Run, FieldFile, Statistics`."
    ),
)
for command in (plot, follow, stats, report, spectrum, decompose, study):
    app.command()(command)

# Their words are those of the program, --help too.
Native = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


@app.command("run", context_settings=Native)
def run_case(context: typer.Context) -> None:
    """Compute a case, as `lobatto run` does: the way to those that have user code."""
    sys.exit(run_native(["run", *context.args]))


@app.command("check", context_settings=Native)
def check_case(context: typer.Context) -> None:
    """Check cases, as `lobatto check` does, with their user code."""
    sys.exit(run_native(["check", *context.args]))


@app.command("mesh", context_settings=Native)
def show_mesh(context: typer.Context) -> None:
    """What a mesh file holds, as `lobatto mesh` tells it, with a picture where one is asked for."""
    from lobatto.pictures.mesh_picture import mesh_command

    sys.exit(mesh_command(context.args))


def machine_is_missing(context: typer.Context) -> None:
    """A tool for machines; they are not installed."""
    machine_module("cli", str(context.info_name))


def add_tools_for_machines() -> None:
    """Those of the package lobatto_machine; where it is missing, their names say so."""
    if has_machine_package():
        for command in machine_module("cli", "lobatto").COMMANDS:
            app.command()(command)
    else:
        for name in ("acceptance", "watch"):
            app.command(name, context_settings=Native)(machine_is_missing)


add_tools_for_machines()


@app.command()
def info(run: Path = RunFolder) -> None:
    """Show what a run holds: its summary, its steps and its field files."""
    print_info(Run(run), Console())


app.add_typer(imports, name="import")


def complete(words: list[str]) -> None:
    """Prints what the last of the words may become, as `lobatto complete` of the program does."""
    command = typer.main.get_command(app)
    for word in words[:-1]:
        command = getattr(command, "commands", {}).get(word, command)
    parts = getattr(command, "commands", {})
    found = {name: part.get_short_help_str(limit=100) for name, part in parts.items()}
    if words[-1].startswith("-"):
        params = command.get_params(typer.Context(command))
        found = {name: getattr(param, "help", "") for param in params for name in param.opts}
    for name, text in found.items():
        if name.startswith(words[-1]):
            print(name, " ".join((text or "").split()), sep="\t")


def main() -> None:
    """Runs the command line; what the user can mend is one line, not a traceback."""
    try:
        if sys.argv[1:2] == ["complete"] and len(sys.argv) > 2:
            complete(sys.argv[2:])
            return
        app(prog_name="lobatto")
    except LobattoError as error:
        console = Console(stderr=True, soft_wrap=True, highlight=False)
        for line in str(error).splitlines():
            console.print("[bold red]error[/bold red]", end="  ")
            console.print(line, markup=False)
        sys.exit(1)
