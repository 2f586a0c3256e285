"""Sources of scalars that are linear in the velocity and the scalar itself, from the case file.

Only such sources can be put into a budget: <u'S'> then is made of moments that are gathered.
"""

import ast
import operator
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from lobatto.arrays import Floats

OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
SIGNS: dict[type[ast.unaryop], Callable[[float], float]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def linear_source(
    case: str, overrides: str, scalar: str, scalars: Iterable[str]
) -> dict[str, float] | None:
    """letter -> coefficient, with T for the scalar; {} without a source or with a constant one;
    None where the source is anything else or changed on the command line."""
    if "scalar" in overrides or "parameters" in overrides:
        return None
    try:
        document = tomllib.loads(case)
    except tomllib.TOMLDecodeError:
        return None
    found = [entry for entry in document.get("scalar", []) if entry.get("name") == scalar]
    if not found:
        return None
    text = str(found[0].get("source", "0"))
    letters = {"u": "u", "v": "v", "w": "w", scalar: "T"}
    if (set(scalars) - {scalar}) & set(_names(text)):
        return None
    return _coefficients(text, letters, document.get("parameters", {}))


def _coefficients(
    text: str, letters: Mapping[str, str], parameters: Mapping[str, Any]
) -> dict[str, float] | None:
    known = {"pi": np.pi, **{k: v for k, v in parameters.items() if isinstance(v, int | float)}}

    def at(values: Floats) -> float:
        return _evaluated(text, {**known, **dict(zip(letters, values, strict=True))})

    try:
        origin = at(np.zeros(len(letters)))
        slopes = np.array([at(row) - origin for row in np.eye(len(letters))])
        probes = np.array([[0.3, -1.7, 2.9, -0.6], [-11.0, 5.0, 0.7, 3.1]])
        for probe in probes:
            if not np.isclose(at(probe), origin + slopes @ probe, rtol=1e-9, atol=1e-12):
                return None
    except (KeyError, ValueError, SyntaxError, ZeroDivisionError, TypeError, OverflowError):
        return None
    return {letter: float(c) for letter, c in zip(letters.values(), slopes, strict=True) if c}


def _names(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def _evaluated(text: str, names: Mapping[str, float]) -> float:
    """Numbers, names and arithmetic, nothing else; a KeyError or ValueError for the rest."""

    def value(node: ast.AST) -> float:
        if isinstance(node, ast.Expression):
            return value(node.body)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return float(node.value)
        if isinstance(node, ast.Name):
            return names[node.id]
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.UnaryOp):
            return SIGNS[type(node.op)](value(node.operand))
        raise ValueError(f"{ast.dump(node)} is not arithmetic")

    return value(ast.parse(text.replace("^", "**"), mode="eval"))
