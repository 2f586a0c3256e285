"""What acts on a flow and is not in its budgets, from the case file."""

import tomllib
from collections.abc import Iterable
from typing import Any

OTHERS = ("rotation", "sponge", "filter", "subgrid")
"""Tables of the case file whose forces are not gathered."""


def left_out(case: str, overrides: str, scalars: Iterable[str], has_force: bool) -> str:
    """A note of what the residual of the budgets has, "" for nothing; has_force: whether products
    of the force that fluctuates were gathered."""
    try:
        document = tomllib.loads(case)
    except tomllib.TOMLDecodeError:
        return ""
    forcing = document.get("forcing", {})
    found = [f"[{table}]" for table in OTHERS if document.get(table)]
    if not has_force:
        found += [f"forcing.{key}" for key in ("body", "buoyancy") if f"forcing.{key}" in overrides]
        if forcing.get("buoyancy"):
            found.append("forcing.buoyancy")
        if _fluctuates(forcing.get("body", ()), scalars):
            found.append("forcing.body")
    if not found:
        return ""
    return f"budgets leave to the residual what {', '.join(dict.fromkeys(found))} does"


def _fluctuates(body: Iterable[Any], scalars: Iterable[str]) -> bool:
    """Whether a body force may depend on time or the solution."""
    varying = {"t", "u", "v", "w", *scalars}
    return any("@" in str(text) or varying & set(_words(str(text))) for text in body)


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
