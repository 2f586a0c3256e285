"""Values of Fortran expressions in the words of the case file, or why there is none.

A constant is computed, with the integer division of Fortran; other values keep their text.
"""

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

ATOM, POWER, SIGN, PRODUCT, SUM, COMPARISON, AND, OR, CHOICE = range(9)
"""How tightly a text holds together, the tightest first."""
LONGEST = 2000
"""Letters of an expression that a person may still want to read."""


@dataclass(frozen=True)
class Value:
    """text: in the words of the case file; number, truth or letters: of a constant; doubt: why
    nobody can tell the value, "" where the text is one."""

    text: str = ""
    bond: int = ATOM
    number: float | None = None
    integer: bool = False
    truth: bool | None = None
    letters: str | None = None
    doubt: str = ""


def doubtful(why: str) -> Value:
    return Value(doubt=why)


def constant(number: float, text: str = "", integer: bool = False) -> Value:
    """A number, shown as `text` where that is given."""
    if not math.isfinite(number):
        return doubtful("a constant that is not finite")
    if number == math.pi:
        text = "pi"
    shown = text or shown_number(number)
    bond = ATOM if re.fullmatch(r"[\w.]+(e[+-]\d+)?", shown) else SIGN
    return Value(shown, bond, number, integer)


def logical(truth: bool) -> Value:
    return Value("1" if truth else "0", truth=truth)


def letters(text: str) -> Value:
    return Value(letters=text.strip())


def shown_number(number: float) -> str:
    """The shortest text that is this number."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return repr(number)


def first_doubt(*values: Value) -> Value | None:
    return next((value for value in values if value.doubt), None)


def bracketed(value: Value, loosest: int) -> str:
    """The text, in brackets where it holds together less than `loosest`."""
    return value.text if value.bond <= loosest else f"({value.text})"


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def combine(sign: str, left: Value, right: Value) -> Value:
    """left sign right, for + - * / **."""
    doubt = first_doubt(left, right)
    if doubt is not None:
        return doubt
    if not (_is_numeric(left) and _is_numeric(right)):
        return doubtful("arithmetic with what is no number")
    integer = left.integer and right.integer
    if left.number is not None and right.number is not None:
        return _computed(sign, left, right, integer)
    if integer and sign in ("/", "**"):
        return doubtful("a division of integers that are no constants")
    simple = _simplified(sign, left, right)
    return simple if simple is not None else _joined(sign, left, right, integer)


def _computed(sign: str, left: Value, right: Value, integer: bool) -> Value:
    assert left.number is not None and right.number is not None
    try:
        number = _ARITHMETIC[sign](left.number, right.number)
    except (ZeroDivisionError, OverflowError):
        return doubtful(f"the constant {left.text} {sign} {right.text}")
    if isinstance(number, complex):
        return doubtful(f"the constant {left.text} {sign} {right.text}")
    if integer:
        return constant(float(math.trunc(number)), integer=True)
    is_left = right.number == 1 and sign in ("*", "/", "**")
    shown = left if is_left else _joined(sign, left, right, False)
    value = constant(number, _legible(shown.text, number))
    return replace(value, bond=shown.bond) if value.text == shown.text else value


def _simplified(sign: str, left: Value, right: Value) -> Value | None:
    if sign == "+" and left.number == 0:
        return right
    if sign in "+-" and right.number == 0:
        return left
    if sign == "-" and left.number == 0:
        return negative(right)
    if sign == "*" and 0 in (left.number, right.number):
        return constant(0.0)
    if sign == "*" and left.number == 1:
        return right
    if sign in ("*", "/", "**") and right.number == 1:
        return left
    return None


def _joined(sign: str, left: Value, right: Value, integer: bool) -> Value:
    if sign == "**":
        return _limited(f"{bracketed(left, ATOM)}^{bracketed(right, ATOM)}", POWER, integer)
    if sign in "*/":
        text = f"{bracketed(left, PRODUCT)}{sign}{bracketed(right, POWER)}"
        return _limited(text, PRODUCT, integer)
    right_text = bracketed(right, PRODUCT)
    if right.bond == SIGN:
        right_text = f"({right.text})"
    return _limited(f"{bracketed(left, SUM)} {sign} {right_text}", SUM, integer)


def _limited(text: str, bond: int, integer: bool = False) -> Value:
    if len(text) > LONGEST:
        return doubtful(f"an expression of more than {LONGEST} letters")
    return Value(text, bond, integer=integer)


def _is_numeric(value: Value) -> bool:
    return value.letters is None and value.truth is None and value.bond not in (COMPARISON, AND, OR)


def negative(value: Value) -> Value:
    if value.doubt or not _is_numeric(value):
        return value if value.doubt else doubtful("the negative of what is no number")
    if value.number is not None:
        return constant(-value.number, integer=value.integer)
    return Value(f"-{bracketed(value, POWER)}", SIGN, integer=value.integer)


def compare(sign: str, left: Value, right: Value) -> Value:
    """left sign right, for < <= > >= == !=; letters compare without blanks at the end."""
    doubt = first_doubt(left, right)
    if doubt is not None:
        return doubt
    if left.letters is not None and right.letters is not None and sign in ("==", "!="):
        return logical((left.letters == right.letters) == (sign == "=="))
    if not (_is_numeric(left) and _is_numeric(right)):
        return doubtful("a comparison of what are no numbers")
    if left.number is not None and right.number is not None:
        return logical(_COMPARISONS[sign](left.number, right.number))
    return _limited(f"{bracketed(left, SUM)} {sign} {bracketed(right, SUM)}", COMPARISON)


def both(left: Value, right: Value) -> Value:
    """left and right; one that is false decides, whatever the other."""
    return _decided(left, right, False, "&&", AND)


def either(left: Value, right: Value) -> Value:
    """left or right; one that is true decides, whatever the other."""
    return _decided(left, right, True, "||", OR)


def _decided(left: Value, right: Value, deciding: bool, sign: str, strength: int) -> Value:
    """Where one of them is known and does not decide, it is what the other is."""
    if left.truth is deciding or right.truth is deciding:
        return logical(deciding)
    doubt = first_doubt(left, right)
    if doubt is not None:
        return doubt
    if left.truth is not None:
        return right
    if right.truth is not None:
        return left
    return _limited(
        f"{bracketed(left, COMPARISON)} {sign} {bracketed(right, COMPARISON)}", strength
    )


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def opposite(value: Value) -> Value:
    """not value."""
    if value.doubt:
        return value
    if value.truth is not None:
        return logical(not value.truth)
    if value.bond == COMPARISON:
        left, sign, right = re.split(r" (<=|>=|==|!=|<|>) ", value.text, maxsplit=1)
        if not re.search(r" (<=|>=|==|!=|<|>) ", left + right):
            return Value(f"{left} {_OPPOSITE[sign]} {right}", COMPARISON)
    return Value(f"({value.text}) == 0", COMPARISON)


def choose(condition: Value, then: Value, otherwise: Value) -> Value:
    """The one or the other; the same whatever the condition where both are the same."""
    if condition.truth is not None:
        return then if condition.truth else otherwise
    if then == otherwise:
        return then
    doubt = first_doubt(condition, then, otherwise)
    if doubt is not None:
        return doubt
    if not (_is_numeric(then) and _is_numeric(otherwise)):
        return doubtful("a choice between what are no numbers")
    integer = then.integer and otherwise.integer
    inner = f"{bracketed(condition, OR)} ? {bracketed(then, SUM)} : {bracketed(otherwise, SUM)}"
    return _limited(f"({inner})", ATOM, integer)


_SAME = tuple(
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp sqrt erf erfc log10 atan2 "
    "abs min max".split()
)
_RENAMED = {
    "log": "ln",
    "alog": "ln",
    "alog10": "log10",
    "amin1": "min",
    "amax1": "max",
    "min1": "min",
    "max1": "max",
    "iabs": "abs",
    "fabs": "abs",
    "fmin": "min",
    "fmax": "max",
}
_PLAIN = ("real", "dble", "float", "dfloat", "sngl")
_BUILT_IN: dict[str, Callable[..., float]] = {"ln": math.log, "abs": abs, "min": min, "max": max}
_COMPUTED: dict[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in _SAME if hasattr(math, name)},
    **_BUILT_IN,
}


def intrinsic(name: str, values: list[Value]) -> Value | None:
    """A function of Fortran itself; None where there is none of that name."""
    doubled = name[1:] if name.startswith("d") else name
    plain = _RENAMED.get(name, _RENAMED.get(doubled, doubled if doubled in _SAME else name))
    if plain in (*_SAME, "ln") and values:
        return _called(plain, values)
    if name in _PLAIN and values:
        first = values[0]
        return first if first.doubt else Value(first.text, first.bond, first.number)
    if name in ("sign", "dsign") and len(values) == 2:
        size = _called("abs", values[:1])
        return choose(compare(">=", values[1], constant(0.0)), size, negative(size))
    if name in ("int", "nint", "anint", "dnint", "aint", "ifix", "floor", "ceiling"):
        return _rounded(name, values)
    if name in ("mod", "amod", "dmod") and len(values) == 2:
        return _remainder(*values)
    if name == "pow" and len(values) == 2:
        return combine("**", Value(values[0].text, values[0].bond, values[0].number), values[1])
    return None


def _called(name: str, values: list[Value]) -> Value:
    doubt = first_doubt(*values)
    if doubt is not None:
        return doubt
    if not all(_is_numeric(value) for value in values):
        return doubtful(f"{name} of what is no number")
    text = f"{name}({', '.join(value.text for value in values)})"
    integer = name in ("abs", "min", "max") and all(value.integer for value in values)
    numbers = [value.number for value in values if value.number is not None]
    if len(numbers) < len(values):
        return _limited(text, ATOM, integer)
    try:
        number = float(_COMPUTED[name](*numbers))
    except (ValueError, OverflowError, TypeError):
        return doubtful(f"the constant {text}")
    return constant(number, _legible(text, number), integer)


def _legible(text: str, number: float) -> str:
    """The text of a constant where it says more than its digits do, else ""."""
    return text if len(text) <= 10 and len(text) < len(shown_number(number)) else ""


def _rounded(name: str, values: list[Value]) -> Value:
    doubt = first_doubt(*values)
    if doubt is not None:
        return doubt
    if len(values) != 1 or values[0].number is None:
        return doubtful(f"{name}() of what is no constant")
    number = values[0].number
    if name == "floor":
        rounded = math.floor(number)
    elif name == "ceiling":
        rounded = math.ceil(number)
    elif "nint" in name:
        rounded = math.trunc(number + math.copysign(0.5, number))
    else:
        rounded = math.trunc(number)
    return constant(float(rounded), integer=name not in ("anint", "dnint", "aint"))


def _remainder(left: Value, right: Value) -> Value:
    doubt = first_doubt(left, right)
    if doubt is not None:
        return doubt
    if left.number is None or not right.number:
        return doubtful("mod() of what is no constant")
    return constant(math.fmod(left.number, right.number), integer=left.integer and right.integer)
