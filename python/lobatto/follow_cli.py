"""The command line of follow."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Optional

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from lobatto.pictures.follow_view import frame
from lobatto.runs.follow import Follower, Moment
from lobatto.shared_options import RunFolder

READING_SHARE = 5
"""Frames are apart by so many times the time that it takes to read one."""

Once = typer.Option(
    False, "--once", help="Show the run as it is now, and end; so it is where no terminal is."
)
Serve = typer.Option(
    False, "--serve", help="Serve a page with the pictures of `plot`, to this machine alone."
)
Port = typer.Option(
    None, min=1, max=65535, show_default=False, help="Of the page; default: one that is free."
)
Every = typer.Option(2.0, min=0.1, metavar="SECONDS", help="From one look to the next.")


def follow(
    run: Path = RunFolder,
    once: bool = Once,
    serve: bool = Serve,
    port: Optional[int] = Port,
    every: float = Every,
) -> None:
    """Follow a run in progress: how far it is, and the histories of what it records.

    It reads the files in the folder and nothing else, so the run may be on another machine that
    shares the folder. On the terminal it ends with the run; Ctrl-C ends it before. The page with
    `--serve` loads itself again until the run has ended, and is there until Ctrl-C.
    """
    follower = Follower(run)
    console = Console(highlight=False)
    with suppress(KeyboardInterrupt):
        if serve or port is not None:
            serve_page(follower, console, port or 0, every)
        elif once or not console.is_terminal:
            moment = follower.look()
            for line in frame(moment, console.width):
                console.print(Text(line), soft_wrap=True)
            moment.damages.raise_noted()
        else:
            follow_on(follower, console, every)


def follow_on(follower: Follower, console: Console, every: float) -> None:
    """Shows one frame after the other until the run has ended."""
    with Live(console=console, auto_refresh=False) as live:
        while True:
            start = time.monotonic()
            moment = follower.look()
            live.update(_shown(moment, console), refresh=True)
            if moment.has_ended:
                break
            time.sleep(max(every, READING_SHARE * (time.monotonic() - start)))
    moment.damages.raise_noted()


def _shown(moment: Moment, console: Console) -> Text:
    return Text("\n".join(frame(moment, console.width, console.height - 1)), no_wrap=True)


def serve_page(follower: Follower, console: Console, port: int, every: float) -> None:
    """Until Ctrl-C."""
    from lobatto.pictures.follow_page import FollowPage, page_server  # matplotlib is slow to load

    with page_server(FollowPage(follower, every), port) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        console.print(f"[green]page[/green]  {escape(address)}  until Ctrl-C", soft_wrap=True)
        server.serve_forever()
