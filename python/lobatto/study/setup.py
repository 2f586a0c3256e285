"""What the runs of all studies have: a name, ranks and nodes, and how lists are combined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from lobatto.errors import LobattoError
from lobatto.study.study_parts import Study, Values

LONGEST = 60
"""Characters of the name of a run."""


@dataclass(frozen=True)
class Setup:
    """One combination of what varies, which is run as often as the study repeats it."""

    name: str
    ranks: int
    nodes: int


def combined(study: Study) -> Iterator[Values]:
    """All combinations in the order of the file."""
    lists = [[(key, value) for value in values] for key, values in study.varied.items()]
    for number, row in enumerate(study.rows):
        twice = [key for key in row if key in study.varied]
        if twice:
            place = ("run", number, twice[0])
            raise study.source.error(place, "is in [vary] as well: one of them has to go")
        for items in product(*lists):
            yield {**row, **dict(items)}


def nodes_of(study: Study, values: Values, name: str) -> int:
    """As the study says, or as many as the ranks fill."""
    ranks = values.get("ranks", 1)
    if "nodes" in values:
        if values["nodes"] > ranks:
            raise LobattoError(
                f"{study.source.path}: the run {name} has {values['nodes']} nodes for {ranks} "
                "ranks, expected at least a rank per node"
            )
        return int(values["nodes"])
    per_node = study.job.ranks_per_node
    if per_node is None and study.job.scheduler != "local":
        raise study.source.error(
            ("job", "ranks_per_node"),
            "is missing, expected how many ranks a node takes, or nodes in [vary] or [[run]]",
        )
    return 1 if per_node is None else -(-ranks // per_node)


def run_name(values: Values) -> str:
    """Such as n2-order15: what varies, the last words of the keys."""
    parts = [f"n{values.get('ranks', 1)}"]
    for key, value in values.items():
        if key == "ranks":
            continue
        word = "nodes" if key == "nodes" else key.rpartition(".")[2]
        if key.startswith("mesh.") and key.count(".") == 2:
            word = "".join(key.split(".")[1:])
        parts.append(re.sub(r"[^\w.]+", "_", f"{word}{toml_text(value)}").strip("_"))
    return "-".join(parts)


class Names:
    """Gives each run a name of its own."""

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def own(self, name: str) -> str:
        """The name, cut where it is too long, with a number where it has been given before."""
        name = name[:LONGEST]
        self._uses[name] = self._uses.get(name, 0) + 1
        return name if self._uses[name] == 1 else f"{name}-{self._uses[name]}"


def toml_text(value: Any) -> str:
    """What stands behind the = of --set: a text without its quotes, all else as TOML."""
    return value if isinstance(value, str) else _toml(value)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    return repr(value)
