"""Arguments and options that several commands take."""

import typer

RunFolder = typer.Argument(
    ..., metavar="RUN", show_default=False, help="The folder of the run, such as runs/duct."
)
JsonOut = typer.Option(
    None, metavar="FILE.json", show_default=False, help="Write all numbers into this file."
)
PageOut = typer.Option(
    None, metavar="FILE.html", show_default=False, help="Write a page with pictures."
)
