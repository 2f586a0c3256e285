"""lobatto import: what it prints and writes."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from lobatto.importing.draft import Draft, refuse_to_overwrite, write_new
from lobatto.importing.ledger import Ledger, Outcome

COLOURS = {
    Outcome.TRANSLATED: "green",
    Outcome.NO_NEED: "dim",
    Outcome.OPEN: "yellow",
    Outcome.ELSEWHERE: "red",
}


def run_import(
    path: Path, out: Path | None, read: Callable[[Path], tuple[Draft, Ledger]], console: Console
) -> None:
    """Writes the case file and prints what became of every line of the source."""
    draft, ledger = read(path)
    target = out or path.with_suffix(".toml")
    draft.move(path.parent, target.parent)
    files = {target.parent / name: data for name, data in draft.files.items()}
    for one in (target, *files):
        refuse_to_overwrite(one)
    write_new(target, case_text(path, draft, ledger))
    for one, data in files.items():
        write_new(one, data)
    _print_entries(ledger, console)
    counts = ", ".join(f"{ledger.count(outcome)} {outcome.value}" for outcome in Outcome)
    console.print(f"[bold]{counts}[/bold]")
    console.print(f"[green]case[/green] {escape(str(target))}")
    console.print(f"next: fill in what is open, and ask 'lobatto check {escape(str(target))}'")


def case_text(path: Path, draft: Draft, ledger: Ledger) -> str:
    """The case file, with what is open at its end."""
    missing = [e for e in ledger.sorted() if e.outcome in (Outcome.OPEN, Outcome.ELSEWHERE)]
    ending = [f"{entry.place}: {entry.what}: {entry.text}" for entry in missing]
    heading = [f"Made from {path.name} by 'lobatto import'."]
    return draft.text(
        heading, ["Of the source, this file does not have:", *ending] if ending else []
    )


def _print_entries(ledger: Ledger, console: Console) -> None:
    """A line each, by files and lines: place, outcome, what the source says, what became of it."""
    for entry in ledger.sorted():
        colour = COLOURS[entry.outcome]
        place = escape(f"{entry.place:<24}")
        outcome = f"[{colour}]{entry.outcome.value:<10}[/{colour}]"
        console.print(f"{place} {outcome} {escape(entry.what)}: {escape(entry.text)}")
