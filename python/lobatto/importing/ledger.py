"""What became of each line of a case that is imported."""

import re
from dataclasses import dataclass, replace
from enum import Enum

from lobatto.importing.draft import Draft


class Outcome(Enum):
    """translated: the case file has it. no need: the run is the same without. open: the user has to
    decide or to add something. elsewhere: it needs equations or methods that are not here."""

    TRANSLATED = "translated"
    NO_NEED = "no need"
    OPEN = "open"
    ELSEWHERE = "not here"


@dataclass(frozen=True)
class Entry:
    """place: "jet.par:12"; what: as the source says it; text: what it became, or why not."""

    place: str
    what: str
    outcome: Outcome
    text: str


class Ledger:
    """One entry or more for each key and each routine of the source, in their order."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def translated(self, place: str, what: str, key: str) -> None:
        self.entries.append(Entry(place, what, Outcome.TRANSLATED, key))

    def no_need(self, place: str, what: str, why: str) -> None:
        self.entries.append(Entry(place, what, Outcome.NO_NEED, why))

    def open(self, place: str, what: str, why: str) -> None:
        self.entries.append(Entry(place, what, Outcome.OPEN, why))

    def elsewhere(self, place: str, what: str, why: str) -> None:
        self.entries.append(Entry(place, what, Outcome.ELSEWHERE, why))

    def withdraw(self, key: str, why: str, outcome: Outcome = Outcome.OPEN) -> None:
        """Makes open, or another outcome, what was translated to a key or to keys below it."""
        self.entries = [
            replace(entry, outcome=outcome, text=f"{entry.text}: {why}")
            if entry.outcome is Outcome.TRANSLATED
            and re.match(rf"\W?{re.escape(key)}\b", entry.text)
            else entry
            for entry in self.entries
        ]

    def ask_for_first_step(self, draft: Draft) -> None:
        """Says so where nothing tells how long the first step of a fluid at rest is."""
        has_step = draft.get("time.max_dt") or not draft.get("time.cfl")
        moves = draft.get("initial.velocity") or draft.get("restart.from")
        if not has_step and not moves:
            why = "with time.cfl a fluid at rest needs time.max_dt, the longest step"
            self.open("the source", "no length of a first step", why)
            draft.remark("time", why)

    def sorted(self) -> list[Entry]:
        """By files in the order in which they first come, and by lines in each."""
        files: dict[str, int] = {}
        for entry in self.entries:
            files.setdefault(entry.place.partition(":")[0], len(files))

        def key(entry: Entry) -> tuple[int, int]:
            file, _, line = entry.place.partition(":")
            return files[file], int(line) if line.isdigit() else 0

        return sorted(self.entries, key=key)

    def count(self, outcome: Outcome) -> int:
        return sum(1 for entry in self.entries if entry.outcome is outcome)
