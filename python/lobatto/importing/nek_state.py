"""A case of Nek5000 or NekRS while it is translated."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from lobatto.importing import formula
from lobatto.importing.draft import Draft
from lobatto.importing.formula import Value
from lobatto.importing.ledger import Ledger
from lobatto.importing.settings import Setting, Settings, number_of

ONE = formula.constant(1.0)
INVERSE = ("viscosity", "conductivity", "conductivitysolid")
"""Properties that the codes read as the inverse of what is below zero; of all scalars but the
temperature in a .rea, those of capacity, too."""


@dataclass
class NekScalar:
    """number: of the field, 2 for the temperature; capacity: density times heat capacity."""

    name: str
    section: str
    number: int
    capacity: Value = ONE
    conductivity: Value = ONE
    table: dict[str, object] = field(default_factory=dict)

    @property
    def diffusivity(self) -> Value:
        return quotient(self.conductivity, self.capacity)


@dataclass
class NekCase:
    """doubts: what user code changes, by keys of the case file and by the names of properties, with
    where and how it does."""

    settings: Settings
    draft: Draft
    ledger: Ledger
    folder: Path = Path()
    """Of the source."""
    doubts: dict[str, str] = field(default_factory=dict)
    order: int = 7
    dimension: int = 3
    """Of the mesh."""
    density: Value = ONE
    viscosity: Value = ONE
    varies: bool = False
    """Whether uservp sets the properties."""
    scalars: list[NekScalar] = field(default_factory=list)
    constants: dict[str, float] = field(default_factory=dict)
    """param(2) as "param 2", uparam(1) as "uparam 1"."""
    flow_rate_in: str = ""
    """The user routine that sets a flow rate which the case has."""
    conditions_in: set[str] = field(default_factory=set)
    """The user routines whose conditions of boundaries the case has."""
    is_rea: bool = False
    """Whether the settings are those of a .rea."""
    is_nek5000: bool = False
    """There is user code in Fortran and none of NekRS."""
    is_nekrs: bool = False
    """There is user code of NekRS."""
    values_in: str = ""
    """Why nobody can tell boundary values, where there is no userbc for them."""

    def done(self, setting: Setting, key: str) -> None:
        self.ledger.translated(setting.place, setting.what, key)

    def number(self, section: str, key: str) -> float | None:
        """The value of a key that has to be a number, noted where it is none."""
        found = self.settings.take(section, key)
        value = number_of(found.value) if found else None
        if found and value is None:
            self.ledger.open(found.place, found.what, f"{found.value!r} is no constant expression")
        return value

    def property(self, name: str, section: str, key: str) -> Value | None:
        """A property of the fluid, negative viscosities and conductivities by their inverse; in
        doubt where the key is no number or user code changes it. None where the source does not
        give it."""
        setting = self.settings.take(section, key)
        found = setting.word if setting else ""
        number = self.number(section, key)
        if name in self.doubts:
            return formula.doubtful(self.doubts[name])
        if setting and number is None:
            return formula.doubtful(f"{key} is no constant expression")
        if self.is_nek5000 and number is not None and not re.match(r"[-+\d.]", found):
            return formula.doubtful(f"{key} = {found}: Nek5000 reads no expressions")
        if self.is_nek5000 and number is not None and _begin(found) != number:
            why = f"Nek5000 reads {_begin(found):g} of {found}, and NekRS {number:g}"
            return formula.doubtful(why)
        if number is None:
            return None
        if number == 0:
            return formula.doubtful(f"{key} is zero")
        is_inverse = number < 0 and (key in INVERSE or self.is_rea and section.startswith("scalar"))
        if number < 0 and not is_inverse:
            return formula.doubtful(f"{key} is below zero")
        return formula.constant(-1.0 / number if is_inverse else number)

    def other_equation(self, place: str, what: str, why: str) -> None:
        """What the source solves and this program does not: the case refuses to run."""
        self.ledger.elsewhere(place, what, why)
        self.draft.refuse(f"{why} ({place})")

    def withdraw(self) -> None:
        """Takes out what user code changes, and says so."""
        for key, why in self.doubts.items():
            value = self.draft.get(key)
            if value is None or key == "mesh":
                continue
            self.draft.remove(key)
            self.draft.remark(key.partition(".")[0], f"{key} = {value!r}: {why}")
            self.ledger.withdraw(key, why)


def _begin(text: str) -> float:
    """The number at the begin of a text, which is what Nek5000 reads of it."""
    digits = re.match(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[ed][-+]?\d+)?", text)
    return float(digits[0].replace("d", "e")) if digits else 0.0


def quotient(value: Value, by: Value) -> Value:
    """A constant as its number alone: 0.2 and not 0.6/3."""
    found = formula.combine("/", value, by)
    return found if found.number is None else formula.constant(found.number)


def plain(value: Value) -> float | str:
    """A value as the case file has it."""
    return value.text if value.number is None else value.number
