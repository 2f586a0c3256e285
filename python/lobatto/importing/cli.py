"""The command lines of import."""

from pathlib import Path
from typing import Optional

import typer
from rich.console import Console

NekFile = typer.Argument(
    ...,
    metavar="CASE.par|.rea|.usr",
    show_default=False,
    help="One file; others of its name count.",
)
NekoFile = typer.Argument(..., metavar="CASE.case", show_default=False, help="A case of Neko.")
ImportOut = typer.Option(
    None,
    metavar="CASE.toml",
    show_default=False,
    help="The case file; by default beside the source.",
)

imports = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Write a case file from a case of **nek** (Nek5000, NekRS) or **neko**.",
)


@imports.command("nek")
def import_nek_case(source: Path = NekFile, out: Optional[Path] = ImportOut) -> None:
    """A case of Nek5000 or NekRS: CASE.par or CASE.rea, with CASE.usr and the mesh beside it.

    Writes what can be said in a case file, and lists what became of every key and every user
    routine. Formulas of the routines become expressions where that is safe.
    """
    from lobatto.importing.command import run_import
    from lobatto.importing.nek_case import import_nek

    run_import(source, out, import_nek, Console(soft_wrap=True, highlight=False))


@imports.command("neko")
def import_neko_case(source: Path = NekoFile, out: Optional[Path] = ImportOut) -> None:
    """A case of Neko, of versions 0.5 and later.

    Writes what can be said in a case file, and lists what became of every key. What user code sets
    is named, and where it belongs.
    """
    from lobatto.importing.command import run_import
    from lobatto.importing.neko_case import import_neko

    run_import(source, out, import_neko, Console(soft_wrap=True, highlight=False))
