"""A case as a dict of Python, written as the TOML that the solver reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lobatto.errors import LobattoError


def toml_value(value: Any, place: str) -> str:
    """One value of a case, tables inline. Raises LobattoError for what TOML has no word for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        items = (f"{_key(k)} = {toml_value(v, f'{place}.{k}')}" for k, v in value.items())
        return "{ " + ", ".join(items) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(v, f"{place}[{i}]") for i, v in enumerate(value)) + "]"
    if hasattr(value, "tolist"):  # of NumPy
        return toml_value(value.tolist(), place)
    if isinstance(value, int | float):
        return repr(value)
    raise LobattoError(
        f"{place} = {value!r}: expected a number, a text, True or False, or a list or dict of them"
    )


def _key(key: object) -> str:
    text = str(key)
    is_bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if is_bare else json.dumps(text)


def case_as_toml(case: Mapping[str, Any]) -> str:
    """The text of a case file. Raises LobattoError with the key that cannot be written."""
    return "".join(f"{_key(key)} = {toml_value(value, str(key))}\n" for key, value in case.items())
