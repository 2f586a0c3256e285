"""Conditions of Nek5000 and NekRS, from letters and type maps, in the words of the case file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_loops
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import Other, Routine, walk
from lobatto.importing.nek_mesh import CONVERTED, INSIDE, Side

VELOCITY_TYPES = {
    "w": "W",
    "wall": "W",
    "zerovalue": "W",
    "v": "v",
    "inlet": "v",
    "codedfixedvalue": "v",
    "o": "O",
    "outlet": "O",
    "outflow": "O",
    "zerogradient": "O",
    "sym": "SYM",
    "symx": "SYM",
    "symy": "SYM",
    "symz": "SYM",
    "slipx": "SYM",
    "slipy": "SYM",
    "slipz": "SYM",
    "zeroxvalue+zerogradient": "SYM",
    "zeroyvalue+zerogradient": "SYM",
    "zerozvalue+zerogradient": "SYM",
    "zeronvalue+zerogradient": "SYM",
    "shl": "shl",
    "tractionx": "shl",
    "tractiony": "shl",
    "tractionz": "shl",
    "shlx": "shl",
    "shly": "shl",
    "shlz": "shl",
    "p": "P",
    "periodic": "P",
    "none": "",
}
"""boundaryTypeMap of the velocity, as letters."""
SCALAR_TYPES = {
    "t": "t",
    "inlet": "t",
    "codedfixedvalue": "t",
    "i": "I",
    "insulated": "I",
    "zeroflux": "I",
    "zerogradient": "I",
    "o": "O",
    "outlet": "O",
    "outflow": "O",
    "f": "f",
    "flux": "f",
    "codedfixedgradient": "f",
    "c": "c",
    "p": "P",
    "periodic": "P",
    "none": "",
}
"""The same of scalars."""


@dataclass(frozen=True)
class Patch:
    """A boundary as the solver names it, with the letter of each field; "?" where the text does not
    tell it. side: as the mesh file has it."""

    name: str
    side: Side
    letters: tuple[str, ...]
    number: int | None = None


@dataclass(frozen=True)
class Condition:
    """value: for the case file; None with why where there is none; needs: variables of userbc."""

    value: object = None
    why: str = ""
    needs: tuple[str, ...] = field(default=())


def patches_of(
    sides: tuple[Side, ...], n_fields: int, routine: Routine | None, known: Known
) -> list[Patch]:
    """The sides of a mesh after usrdat2 has changed their letters."""
    patches: dict[Patch, None] = {}
    for side in sides:
        for face in side.faces:
            patches[_patch(side, face, n_fields, routine, known)] = None
    return list(patches)


def _patch(side: Side, face: int, n_fields: int, routine: Routine | None, known: Known) -> Patch:
    letters = [side.letters[i] if i < len(side.letters) else "" for i in range(n_fields)]
    if routine is None:
        return Patch(side.name, side, tuple(letters), side.number or None)
    given: dict[str, Value] = {
        f"cbc {i + 1}": formula.letters(one) for i, one in enumerate(letters)
    }
    number = formula.constant(float(side.number), integer=True)
    given |= {"boundaryid": number, "bc 5": number}

    def kept(name: str, indices: list[Value]) -> str | None:
        return _kept(name, indices, face)

    after = run_loops(routine, Known(known.names, known.array, known.functions, kept), given, face)
    changed = (after[f"cbc {i + 1}"] for i in range(n_fields))
    final = ["?" if one.letters is None else one.letters for one in changed]
    identity = after["boundaryid"].number
    for number_of_call, which, letter in _set_by_calls(routine):
        if identity == number_of_call and which <= n_fields:
            final[which - 1] = letter
    return Patch(side.name, side, tuple(final), int(identity) if identity else None)


def _set_by_calls(routine: Routine) -> Iterator[tuple[int, int, str]]:
    """Number of the boundary, field and letter of each `call setbc(3,1,'v  ')` with constants."""
    for step in walk(routine.body):
        called = step.text if isinstance(step, Other) and step.kind == "call" else ""
        found = re.match(r"call setbc\s*\(\s*(\d+)\s*,\s*(\d+)\s*,\s*'([^']*)'\s*\)", called)
        if found:
            yield int(found[1]), int(found[2]), found[3].strip()


def _kept(name: str, indices: list[Value], face: int) -> str | None:
    """cbc(face, element, field) and the numbers of a side are the same variable for every element;
    those of other faces are none."""
    numbers = [index.number for index in indices]
    which = {"cbc": 0, "boundaryid": 0, "bc": 1}.get(name)
    if which is None or len(numbers) <= which or numbers[which] not in (face, None):
        return None
    if name == "cbc" and len(numbers) == 3 and numbers[-1] is not None:
        return f"cbc {int(numbers[-1])}"
    if name == "boundaryid":
        return "boundaryid"
    if name == "bc" and numbers[0] is not None:
        return f"bc {int(numbers[0])}"
    return None


def mapped(
    patches: list[Patch], types: list[str], which: int, table: Mapping[str, str]
) -> list[Patch]:
    """Patches with the letters of field `which` from a boundaryTypeMap, which counts from 1."""
    result = []
    for patch in patches:
        letters = list(patch.letters)
        if patch.number is not None and 1 <= patch.number <= len(types):
            letters[which] = table.get(types[patch.number - 1].lower().replace(" ", ""), "?")
        result.append(Patch(patch.name, patch.side, tuple(letters), patch.number))
    return result


def velocity_condition(
    letter: str, values: Mapping[str, Value], whole_stress: bool = False
) -> Condition:
    """values: what userbc leaves for this letter; u, v, w are its solution. whole_stress: whether
    the solver has the stress formulation, by which tractions are forces per area."""
    if letter in ("W", "w"):
        return Condition("wall")
    if letter in ("O", "OP"):
        return Condition("outflow")
    if letter == "SYM":
        return Condition("symmetry")
    if letter == "v":
        return _vector("velocity", values, ("ux", "uy", "uz"))
    if letter in ("o", "op"):
        return _scalar("pressure", values, "pa")
    if letter in ("ON", "on"):
        along = {"tangential_velocity": ["0", "0", "0"]}
        if letter == "ON":
            return Condition(along)
        pressure = _scalar("pressure", values, "pa")
        return pressure if pressure.why else Condition({**_table(pressure.value), **along})
    if letter == "s":
        form: dict[str, object] = {"traction_form": "stress"} if whole_stress else {}
        return _with(_vector("traction", values, ("trx", "try", "trz")), form)
    if letter in ("sh", "shl"):
        return _with(_vector("traction", values, ("trx", "try", "trz")), {"normal_velocity": 0})
    return Condition(why=_unknown(letter, "velocity"))


def scalar_condition(letter: str, values: Mapping[str, Value], capacity: float) -> Condition:
    """capacity: density times heat capacity, which fluxes are divided by."""
    if letter in ("I", "O", "SYM", "o"):
        return Condition("insulated")
    if letter == "t":
        return _scalar("value", values, "temp")
    if letter == "f":
        return _scalar("flux", values, "flux", capacity)
    if letter == "c":
        robin = _scalar("robin", values, "hc", capacity)
        ambient = _scalar("ambient", values, "tinf")
        if robin.why or ambient.why:
            return robin if robin.why else ambient
        return Condition({**_table(robin.value), **_table(ambient.value)})
    return Condition(why=_unknown(letter, "scalar"))


def is_boundary(letter: str) -> bool:
    """Whether a condition belongs to the letter: neither inside nor periodic."""
    return letter not in (*INSIDE, "P", "p")


def _vector(key: str, values: Mapping[str, Value], names: tuple[str, str, str]) -> Condition:
    found = [values.get(name, formula.doubtful(f"{name} is set nowhere")) for name in names]
    doubt = formula.first_doubt(*found)
    if doubt is not None:
        return Condition(why=doubt.doubt, needs=names)
    return Condition({key: [one.text for one in found]}, needs=names)


def _scalar(key: str, values: Mapping[str, Value], name: str, capacity: float = 1.0) -> Condition:
    found = values.get(name, formula.doubtful(f"{name} is set nowhere"))
    value = formula.combine("/", found, formula.constant(capacity))
    if value.doubt:
        return Condition(why=value.doubt, needs=(name,))
    return Condition({key: value.text}, needs=(name,))


def _with(condition: Condition, more: dict[str, object]) -> Condition:
    """The condition with more keys in its table, unless it has none."""
    if condition.why or not more:
        return condition
    return Condition({**more, **_table(condition.value)}, needs=condition.needs)


def _table(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def _unknown(letter: str, of: str) -> str:
    if letter == "?":
        return "usrdat2 or the type map sets a condition that the text does not tell"
    if letter in CONVERTED:
        return "a mesh converter has numbered it, and nothing gives it a condition"
    if letter == "":
        return f"the mesh has no condition of the {of} there"
    known = {
        "mv": "a wall that moves with the mesh",
        "int": "an overlap with another mesh",
        "A": "an axis of symmetry",
        "V": "constant values that stand in the mesh file",
        "T": "a constant value that stands in the mesh file",
        "F": "a constant flux that stands in the mesh file",
        "C": "a Robin condition whose numbers stand in the mesh file",
    }
    if letter in known:
        return f"{letter}: {known[letter]}"
    if re.match(r"[vVsS].*l|.*l$", letter):
        return f"{letter}: values along the normal and the face, which have no key as a whole"
    return f"{letter}: a condition of the {of} that has no counterpart"
