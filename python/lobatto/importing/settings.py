"""The settings of a case of Nek5000 or NekRS, each with its place; who asks for one takes it."""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lobatto.errors import LobattoError


@dataclass(frozen=True)
class Setting:
    """value: as in the file, without quotes; what: as the report shows it."""

    section: str
    key: str
    value: str
    place: str
    what: str

    @property
    def word(self) -> str:
        return self.value.lower()

    @property
    def is_yes(self) -> bool:
        """As the codes read it: by the first letter, or a number that is not zero."""
        number = number_of(self.word)
        if number is not None:
            return number != 0
        return self.word.lstrip(".")[:1] in ("y", "t") or self.word == "on"

    @property
    def is_no(self) -> bool:
        """Said, and not just left open."""
        if self.word in ("none", "off"):
            return True
        return number_of(self.word) == 0 or self.word.lstrip(".")[:1] in ("n", "f")


class Settings:
    """By section and key, both in small letters."""

    def __init__(self, settings: Iterable[Setting], sections: Iterable[str] = ()) -> None:
        """Of equal keys the last counts; the others are left. sections: also empty ones."""
        self._all = list(settings)
        self._settings = {(one.section, one.key): one for one in self._all}
        self._sections = list(dict.fromkeys((*sections, *(one.section for one in self._all))))
        self._taken: set[tuple[str, str]] = set()

    def take(self, section: str, key: str) -> Setting | None:
        """A setting, which then counts as dealt with."""
        self._taken.add((section, key))
        return self._settings.get((section, key))

    def peek(self, section: str, key: str) -> str:
        """A value in small letters, "" where it is not set."""
        found = self._settings.get((section, key))
        return found.word if found else ""

    def is_yes(self, section: str, key: str) -> bool:
        found = self._settings.get((section, key))
        return found is not None and found.is_yes

    def sections(self) -> list[str]:
        return self._sections

    def left(self) -> Iterator[Setting]:
        """What nobody has asked for, and keys that a later line gives again."""
        for one in self._all:
            key = (one.section, one.key)
            if key not in self._taken or self._settings[key] is not one:
                yield one

    def is_given_again(self, setting: Setting) -> bool:
        return self._settings[setting.section, setting.key] is not setting


_SECTIONS = {"fluid velocity": "velocity", "fluid pressure": "pressure"}
"""Sections of NekRS from version 24 on, as others call them."""
_KEYS = {
    "rho": "density",
    "mu": "viscosity",
    "checkpointcontrol": "writecontrol",
    "checkpointinterval": "writeinterval",
    "checkpointprecision": "writedoubleprecision",
    "advectionsubcyclingsteps": "subcyclingsteps",
    "boundaryidmapv": "boundaryidmapfluid",
    "transportcoeff": "rhocp",
    "transportcoeffsolid": "rhocpsolid",
    "diffusioncoeff": "conductivity",
    "diffusivity": "conductivity",
    "diffusioncoeffsolid": "conductivitysolid",
}
"""Keys with several names."""


def canonical(section: str, key: str) -> str:
    """The one name of a key; the density of a scalar is its heat capacity."""
    found = _KEYS.get(key, key)
    is_scalar = section == "temperature" or section.startswith("scalar")
    return "rhocp" if is_scalar and found == "density" else found


def read_par(path: Path) -> Settings:
    """An ini file: `[SECTION]`, `key = value`, comments after # and ;. Names are those of
    canonical(); what holds for every scalar, in `[SCALAR]`, is given to each."""
    settings: list[Setting] = []
    names: list[str] = []
    section = heading = ""
    for number, raw in enumerate(read_text(path).splitlines(), start=1):
        line = _without_comment(raw).strip()
        if ";" in raw and line.lower().startswith("regularization"):
            line = raw.partition("#")[0].strip()  # NekRS has several of them with ; between
        head = re.match(r"\[\s*(.*?)\s*\]$", line)
        if head:
            heading = " ".join(head[1].lower().split())
            section = _SECTIONS.get(heading, heading)
            names.append(section)
            continue
        if not line:
            continue
        key, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not (section or key.lower() == "usersections"):
            expected = "'key = value'" if section else "a section such as [GENERAL] first"
            raise LobattoError(f"{path}:{number}: found {line!r}, expected {expected}")
        what = f"{heading}: {key} = {value}" if heading else f"{key} = {value}"
        name, plain = canonical(section, key.lower()), value.strip("\"'")
        settings.append(Setting(section, name, plain, f"{path.name}:{number}", what))
    if names and "velocity" not in names:
        what = "no section of the velocity"
        settings.append(Setting("velocity", "solver", "none", path.name, what))
    return Settings(_for_each_scalar(settings, names), names)


def _for_each_scalar(settings: list[Setting], names: list[str]) -> list[Setting]:
    """`[SCALAR]` has what others do not say; `scalars` may name some without a section."""
    listed = next((one.word for one in settings if one.key == "scalars"), "")
    names += [f"scalar {one.strip()}" for one in listed.split(",") if one.strip()]
    count = next((number_of(one.value) for one in settings if one.key == "nscalars"), None)
    names += [f"scalar{number:02d}" for number in range(1, int(count or 0) + 1)]
    own = {(one.section, one.key) for one in settings}
    return settings + [
        replace(one, section=name)
        for one in settings
        for name in dict.fromkeys(names)
        if one.section == "scalar" and name.startswith("scalar") and (name, one.key) not in own
    ]


def read_text(path: Path) -> str:
    """A text file of another program, whatever its letters are coded in."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise LobattoError(f"there is no file {path}") from None
    except OSError as error:
        raise LobattoError(f"{path} cannot be read: {error.strerror}") from None
    if b"\0" in data:
        raise LobattoError(f"{path}: holds bytes that are no text; expected a text file")
    return data.decode("utf-8-sig", errors="replace")


def _without_comment(line: str) -> str:
    return re.split(r"[#;]", line, maxsplit=1)[0]


_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS = ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "atan", "asin", "acos")


def number_of(text: str) -> float | None:
    """The value of a constant expression such as 1/sqrt(7*1e8), with / as in arithmetic and ^ for
    powers; None where it is none."""
    plain = re.sub(r"(?<=[\d.])[dD](?=[+-]?\d)", "e", text.replace("^", "**").strip())
    try:
        value = _value_of(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    return value if math.isfinite(value) else None


def _value_of(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value_of(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        value = _OPERATORS[type(node.op)](_value_of(node.left), _value_of(node.right))
        if isinstance(value, complex):
            raise ValueError
        return value
    if isinstance(node, ast.Name) and node.id == "pi":
        return math.pi
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1):
        raise ValueError
    if node.keywords or node.func.id not in _FUNCTIONS:
        raise ValueError
    return float(getattr(math, node.func.id)(_value_of(node.args[0])))
