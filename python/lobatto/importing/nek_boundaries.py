"""Conditions of Nek5000 and NekRS, from letters and type maps, in the words of the case file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lobatto.importing import formula
from lobatto.importing.evaluation import Known, run_loops
from lobatto.importing.formula import Value
from lobatto.importing.fortran_source import Assignment, Other, Routine, walk
from lobatto.importing.nek_mesh import CONVERTED, INSIDE, Side

ONE = formula.constant(1.0)
LATE = "late"
"""The letter of a condition that user code changes when the boundaries have been set up."""
VELOCITY = ("ux", "uy", "uz")
TRACTION = ("trx", "try", "trz")
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
    "slip": "SYM",
    "zerodirichlet": "W",
    "udfdirichlet": "v",
    "zeroneumann": "O",
    "fixedgradient": "O",
    **{
        f"zero{word}{axis}{rest}": letter
        for word, zero, given in (
            ("", "value/zerogradient", "value/codedfixedgradient"),
            ("dirichlet", "/zeroneumann", "/udfneumann"),
        )
        for axis in "xyzn"
        for rest, letter in ((zero, "SYM"), (given, "tr12"))
    },
    **{f"{name}{axis}": "tr12" for name in ("traction", "shl") for axis in ("", "x", "y", "z")},
    **{
        name: "ON0"
        for axis, others in (("x", "yz"), ("y", "xz"), ("z", "xy"))
        for name in (
            f"on{axis}",
            f"zero{others}value/zerogradient",
            f"zero{others}value/fixedgradient",
            f"zerodirichlet{others}/zeroneumann",
        )
    },
    "p": "P",
    "periodic": "P",
    "none": "none",
    "int": "int",
    "interpolation": "int",
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
    "robin": "c",
    "udfrobin": "c",
    "convective": "c",
    "udfdirichlet": "t",
    "udfneumann": "f",
    "zeroneumann": "I",
    "p": "P",
    "periodic": "P",
    "none": "none",
    "int": "int",
    "interpolation": "int",
}
"""The same of scalars."""
_NEK5000_LETTERS = (
    "E,A,int,mm,ms,msi,mv,mvn,o,O,on,ON,p,P,s,sh,shl,sl,SYM,v,vl,wsl,W".split(","),
    "E,A,c,ed,f,I,int,kd,O,p,P,r,SYM,t".split(","),
)
_NEK5000_WORDS = (
    "axis=A dirichlet=v inlet=v interpolated=int none= outlet=O periodic=P pressure=o "
    "symmetry=SYM wall=W",
    "axis=A convection=c dirichlet=t flux=f inlet=t insulated=I interpolated=int neumann=f none= "
    "outlet=I periodic=P radiation=r robin=c symmetry=I",
)
"""Of Nek5000: letters, which are not the same as small ones, and the begins of words; for the
velocity and for scalars (BCDICT, reader_par.f)."""


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
    sides: tuple[Side, ...],
    n_fields: int,
    routines: list[Routine],
    later: list[Routine],
    known: Known,
) -> list[Patch]:
    """The sides of a mesh after routines have changed their letters: usrdat and usrdat2. What those
    that come later change anew is LATE."""
    routines = [one for one in routines if _sets_conditions(one, known.functions)]
    later = [one for one in later if _sets_conditions(one, known.functions)]
    patches: dict[Patch, None] = {}
    for side in sides:
        for face in side.faces:
            patch = _patch(side, face, n_fields, routines, known)
            if later:
                after = _patch(side, face, n_fields, [*routines, *later], known)
                patch = _with_late(patch, after)
            patches[patch] = None
    return list(patches)


_CONDITIONS = r"\b(?:cbc|boundaryidt?|bc|setbc) ?\("


def _sets_conditions(
    routine: Routine, functions: Mapping[str, Routine], seen: frozenset[str] = frozenset()
) -> bool:
    """Whether a routine, or one of the user that it calls, may change conditions of sides."""
    for step in walk(routine.body):
        if isinstance(step, Assignment) and re.match(_CONDITIONS, step.target):
            return True
        if not isinstance(step, Other) or step.kind == "print":
            continue
        called = re.match(r"call (\w+)", step.text)
        own = functions.get(called[1]) if called and called[1] not in seen else None
        if re.search(_CONDITIONS, step.text):
            return True
        if own is not None and _sets_conditions(own, functions, seen | {own.name}):
            return True
    return False


def _with_late(patch: Patch, after: Patch) -> Patch:
    pairs = zip(patch.letters, after.letters, strict=True)
    letters = tuple(was if was == now else LATE for was, now in pairs)
    return Patch(patch.name, patch.side, letters, patch.number)


def _patch(side: Side, face: int, n_fields: int, routines: list[Routine], known: Known) -> Patch:
    letters = [side.letters[i] if i < len(side.letters) else "" for i in range(n_fields)]
    about: dict[str, Value] = {
        f"cbc {i + 1}": formula.letters(one) for i, one in enumerate(letters)
    }
    number = formula.constant(float(side.number), integer=True)
    about |= {"boundaryid": number, "bc 5": number}

    def kept(name: str, indices: list[Value]) -> str | None:
        return _kept(name, indices, face)

    own = Known(known.names, known.array, known.functions, kept)
    for routine in routines:
        after = run_loops(routine, own, about, face)
        about = {name: after[name] for name in about}
    changed = (about[f"cbc {i + 1}"] for i in range(n_fields))
    final = ["?" if one.letters is None else one.letters for one in changed]
    identity = about["boundaryid"]
    if identity.doubt:
        final = ["?"] * n_fields
    return Patch(side.name, side, tuple(final), int(identity.number or 0) or None)


def _kept(name: str, indices: list[Value], face: int) -> str | None:
    """cbc(face, element, field) and the numbers of a side are the same variable for every element;
    those of other faces are none. "cbc *": of a field that the text does not tell, or of one
    element alone."""
    numbers = [index.number for index in indices]
    which = {"cbc": 0, "boundaryid": 0, "boundaryidt": 0, "bc": 1}.get(name)
    if which is None or len(numbers) < which + 2 or numbers[which] not in (face, None):
        return None
    is_of_one = numbers[which + 1] is not None
    if name == "cbc" and len(numbers) == 3:
        return "cbc *" if is_of_one or numbers[-1] is None else f"cbc {int(numbers[-1])}"
    if name.startswith("boundaryid"):
        return "boundaryid*" if is_of_one else "boundaryid"
    if name == "bc" and numbers[0] is not None:
        return "bc *" if is_of_one else f"bc {int(numbers[0])}"
    return None


def mapped(
    patches: list[Patch], types: list[str], which: int, numbers: list[int], is_nek5000: bool
) -> list[Patch]:
    """Patches with the letters of field `which` from a boundaryTypeMap. numbers: those of the mesh
    that its entries are for."""
    result = []
    for patch in patches:
        letters = list(patch.letters)
        place = numbers.index(patch.number) if patch.number in numbers else len(types)
        if place < len(types):
            letters[which] = _letter_of(types[place], which, is_nek5000)
        result.append(Patch(patch.name, patch.side, tuple(letters), patch.number))
    return result


def _letter_of(text: str, which: int, is_nek5000: bool) -> str:
    word = text.lower().replace(" ", "").replace("+", "/")
    if is_nek5000:
        kind = min(which, 1)
        if text[:3].strip() in _NEK5000_LETTERS[kind]:
            return text[:3].strip()
        for pair in _NEK5000_WORDS[kind].split():
            begin, _, letter = pair.partition("=")
            if word.startswith(begin):
                return letter
    table = VELOCITY_TYPES if which == 0 else SCALAR_TYPES
    return table.get(word, "?")


def velocity_condition(letter: str, values: Mapping[str, Value], density: Value) -> Condition:
    """values: what userbc leaves for this letter; u, v, w are its solution. density: pressures and
    tractions are divided by it. Tractions are forces per area: Nek5000 refuses them without its
    stress formulation (chkcbc in bdry.f)."""
    if letter in ("W", "w"):
        return Condition("wall")
    if letter == "tr12" and all(values.get(n, ONE).number == 0 for n in ("tr1", "tr2")):
        return Condition("symmetry")
    if letter == "ON0":
        return Condition({"tangential_velocity": ["0", "0", "0"]})
    if letter in ("O", "OP"):
        return Condition("outflow")
    if letter in ("SYM", "A"):
        return Condition("symmetry")
    if letter == "v":
        return _vector("velocity", values, VELOCITY)
    if letter in ("o", "op"):
        return _scalar("pressure", values, "pa", density)
    if letter in ("ON", "on"):
        along = _vector("tangential_velocity", values, VELOCITY)
        pressure = _scalar("pressure", values, "pa", density) if letter == "on" else Condition({})
        return pressure if pressure.why else _with(along, _table(pressure.value))
    if letter in ("s", "sh"):
        form: dict[str, object] = {"normal_velocity": 0} if letter == "sh" else {}
        traction = _vector("traction", values, TRACTION, density)
        return _with(traction, {**form, "traction_form": "stress"})
    return Condition(why=_unknown(letter, "velocity"))


def scalar_condition(letter: str, values: Mapping[str, Value], capacity: Value) -> Condition:
    """capacity: density times heat capacity, which fluxes are divided by."""
    if letter in ("I", "O", "SYM", "A", "o"):
        return Condition("insulated")
    if letter == "t":
        return _scalar("value", values, "temp", ONE)
    if letter == "f":
        return _scalar("flux", values, "flux", capacity)
    if letter == "c":
        robin = _scalar("robin", values, "hc", capacity)
        ambient = _scalar("ambient", values, "tinf", ONE)
        if robin.why or ambient.why:
            return robin if robin.why else ambient
        return Condition({**_table(robin.value), **_table(ambient.value)})
    return Condition(why=_unknown(letter, "scalar"))


def is_boundary(letter: str) -> bool:
    """Whether a condition belongs to the letter: neither inside nor periodic."""
    return letter not in (*INSIDE, "P", "p")


def _vector(
    key: str, values: Mapping[str, Value], names: tuple[str, str, str], over: Value = ONE
) -> Condition:
    """Components over a property."""
    found = [_given(values, name, over) for name in names]
    doubt = formula.first_doubt(*found)
    if doubt is not None:
        return Condition(why=doubt.doubt, needs=names)
    return Condition({key: [one.text for one in found]}, needs=names)


def _scalar(key: str, values: Mapping[str, Value], name: str, over: Value) -> Condition:
    value = _given(values, name, over)
    if value.doubt:
        return Condition(why=value.doubt, needs=(name,))
    return Condition({key: value.text}, needs=(name,))


def _given(values: Mapping[str, Value], name: str, over: Value) -> Value:
    found = values.get(name, formula.doubtful(f"{name} is set nowhere"))
    return formula.combine("/", found, over)


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
        return "user code or the type map sets a condition that the text does not tell"
    if letter in CONVERTED:
        return "a mesh converter has numbered it, and nothing gives it a condition"
    if letter == "":
        return f"the mesh has no condition of the {of} there"
    if letter == LATE:
        return "user code changes it when the boundaries have been set up"
    known = {
        "none": "inside, or periodic: [[mesh.periodic]] joins the sides of a pair",
        "tr12": "tractions along two tangents, which have no key: write the vector",
        "r": "radiation, which follows the fourth power of the temperature",
        "mv": "a wall that moves with the mesh",
        "int": "an overlap with another mesh",
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
