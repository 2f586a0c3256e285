"""Functions of user code that stand for formulas of a case: of Python, of C, of Numba."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError, told


@dataclass(frozen=True)
class PythonFunction:
    """A function of arrays: one per argument, of all points of a block; t is a float.

    It returns one value for all points, or an array of one per point; for a vector three of these.
    """

    arguments: tuple[str, ...]
    function: Callable[..., Any]

    def attempt(self, inputs: Sequence[Floats], t: float, out: Floats) -> str:
        """As evaluate; what went wrong, for a log, empty where nothing did."""
        try:
            self.evaluate(inputs, t, out)
        except BaseException as error:
            return told(error)
        return ""

    def evaluate(self, inputs: Sequence[Floats], t: float, out: Floats) -> None:
        """Fills out [component][point] with the values at inputs [argument][point].

        Raises LobattoError where the function returns something of another shape.
        """
        given = [
            t if name == "t" else values
            for name, values in zip(self.arguments, inputs, strict=True)
        ]
        values = self.function(*given)
        if len(out) == 1:
            self._store(values, out[0])
            return
        if not hasattr(values, "__len__") or len(values) != len(out):
            raise LobattoError(
                f"{self._name} returned {_shape_of(values)}; expected {len(out)} "
                "components, each a number or an array of one per point"
            )
        for row, component in zip(out, values, strict=True):
            self._store(component, row)

    @property
    def _name(self) -> str:
        return getattr(self.function, "__name__", repr(self.function))

    def _store(self, values: Any, row: Floats) -> None:
        if np.iscomplexobj(values):
            raise LobattoError(
                f"{self._name} returned {_shape_of(values)} of complex values; expected real ones, "
                "such as their .real or abs()"
            )
        try:
            row[:] = values
        except (ValueError, TypeError) as error:
            raise LobattoError(
                f"{self._name} returned {_shape_of(values)}; expected a number or an "
                f"array of the {len(row)} points"
            ) from error


@dataclass(frozen=True)
class CompiledFunction:
    """A function of C, by its address; see from_address. What it needs is kept alive."""

    arguments: tuple[str, ...]
    address: int
    keeps: object = None

    def __post_init__(self) -> None:
        if isinstance(self.address, bool) or not isinstance(self.address, int | np.integer):
            found = repr(self.address)
        elif not _may_be_called(int(self.address)):
            found = hex(self.address)
        else:
            return
        raise LobattoError(
            f"the address of a compiled function of {', '.join(self.arguments) or 'nothing'}: "
            f"found {found}, where no code is; expected that of a function, such as "
            "ctypes.cast(library.heater, ctypes.c_void_p).value"
        )


def _may_be_called(address: int) -> bool:
    """Whether code can lie there: in memory of this process that may be executed."""
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return address > 0
    for line in lines:
        place, rights = line.split()[:2]
        begin, end = (int(bound, 16) for bound in place.split("-"))
        if begin <= address < end:
            return "x" in rights
    return False


UserFunction = PythonFunction | CompiledFunction


def _shape_of(values: Any) -> str:
    shape = np.shape(values)
    return f"an array of shape {shape}" if shape else f"{type(values).__name__} {values!r}"


def user_function(function: Callable[..., Any] | UserFunction) -> UserFunction:
    """A Python function by the names of its parameters: x, y, z, t, u, v, w, scalars, parameters.

    Raises LobattoError for parameters that have no name (*args).
    """
    if isinstance(function, PythonFunction | CompiledFunction):
        return function
    parameters = inspect.signature(function).parameters.values()
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise LobattoError(
                f"{function.__name__} takes {parameter}; expected names such as x, y, z, t, u"
            )
    return PythonFunction(tuple(p.name for p in parameters if p.default is p.empty), function)


def from_address(address: int, arguments: Sequence[str], keeps: object = None) -> CompiledFunction:
    """A function of C, by its address, such as that of a Numba cfunc or of ctypes.

    It is called as ``int f(int64_t n, double t, const double* const* inputs, double* out)`` with
    inputs[a][q] in the order of the arguments and out[component * n + q]; it returns 0, or
    something else where it fails. ``keeps``: whatever must live as long as the function.
    """
    return CompiledFunction(tuple(arguments), address, keeps)


def numba_function(function: Callable[..., Any]) -> CompiledFunction:
    """Compiles a function of numbers with Numba; it runs at the speed of C.

    The function is of one point: it takes numbers, by the same names as Python functions of arrays,
    and returns a number, or a tuple of three for a vector. Raises ImportError without Numba.
    """
    import numba

    arguments = tuple(inspect.signature(function).parameters)
    point = numba.njit(function)
    number = numba.types.float64
    returned = (
        point.compile(tuple(number for _ in arguments)) and point.nopython_signatures[0].return_type
    )
    is_vector = isinstance(returned, numba.types.BaseTuple)
    source = _loop_source(arguments, len(returned) if is_vector else 0)
    names: dict[str, Any] = {"point": point, "carray": numba.carray}
    exec(source, names)
    pointer = numba.types.CPointer
    signature = numba.types.int32(
        numba.types.int64, number, pointer(pointer(number)), pointer(number)
    )
    compiled = numba.cfunc(signature)(names["loop"])
    return CompiledFunction(arguments, int(compiled.address), (compiled, point))


def _loop_source(arguments: Sequence[str], n_components: int) -> str:
    """The loop over points around a function of one, as Numba compiles it."""
    lines = ["def loop(n, t, inputs, out):"]
    values = []
    for index, name in enumerate(arguments):
        if name != "t":
            lines.append(f"    input_{index} = carray(inputs[{index}], n)")
        values.append("t" if name == "t" else f"input_{index}[q]")
    call = f"point({', '.join(values)})"
    lines.append("    for q in range(n):")
    if n_components == 0:
        lines.append(f"        out[q] = {call}")
    else:
        lines.append(f"        values = {call}")
        lines += [f"        out[{c} * n + q] = values[{c}]" for c in range(n_components)]
    return "\n".join([*lines, "    return 0"])
