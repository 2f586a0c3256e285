"""The runs of a study: what varies, combined, and what follows from it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from lobatto.errors import LobattoError
from lobatto.study.mesh_size import MeshSize, grown_range, mesh_size, same_points
from lobatto.study.study_file import Study, Values

MACHINE = ("ranks", "nodes")
LONGEST = 60
"""Characters of the name of a run."""


@dataclass(frozen=True)
class Setup:
    """One combination of what varies. settings: of --set, by key; chosen: what distinguishes it
    from the others, ranks and nodes apart, before anything follows from it; mesh is None where it
    is a file."""

    name: str
    ranks: int
    nodes: int
    settings: Mapping[str, str]
    chosen: Mapping[str, Any]
    mesh: MeshSize | None

    @property
    def points(self) -> int | None:
        """Elements times nodes of an element, as in summary.json; None where a file has the
        mesh."""
        return None if self.mesh is None else self.mesh.points

    @property
    def points_per_rank(self) -> float | None:
        """None where a file has the mesh."""
        return None if self.points is None else self.points / self.ranks


def setups_of(study: Study) -> list[Setup]:
    """All combinations in the order of the file, each with a name of its own."""
    case = _case(study)
    combined = list(_combined(study))
    least = min((values.get("ranks", 1) for values in combined), default=1)
    names: dict[str, int] = {}
    found = []
    for values in combined:
        name = _name(values, study)
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        found.append(_setup(study, case, values, name, least))
    return found


def _case(study: Study) -> dict[str, Any]:
    try:
        return tomllib.loads(study.case.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LobattoError(f"{study.case}: not valid TOML: {error}") from None


def _combined(study: Study) -> Iterator[Values]:
    lists = [[(key, value) for value in values] for key, values in study.varied.items()]
    for number, row in enumerate(study.rows):
        twice = [key for key in row if key in study.varied]
        if twice:
            place = ("run", number, twice[0])
            raise study.source.error(place, "is in [vary] as well: one of them has to go")
        for items in product(*lists):
            yield {**row, **dict(items)}


def _setup(study: Study, case: dict[str, Any], values: Values, name: str, least: int) -> Setup:
    ranks = values.get("ranks", 1)
    chosen = {key: value for key, value in values.items() if key not in MACHINE}
    settings = {**study.settings, **chosen}
    if study.kind == "order":
        settings |= same_points(study, case, settings)
    if study.grow is not None:
        settings |= grown_range(study, case, settings, ranks, least)
    mesh = mesh_size(case, settings)
    if mesh is not None and ranks > mesh.columns:
        raise LobattoError(
            f"{study.source.path}: the run {name} has {ranks} ranks and {mesh.columns} columns of "
            "elements (elements in y times elements in z), expected no more ranks than columns"
        )
    written = {key: toml_text(value) for key, value in settings.items()}
    return Setup(name, ranks, _nodes(study, values, ranks, name), written, chosen, mesh)


def _nodes(study: Study, values: Values, ranks: int, name: str) -> int:
    """As the study says, or as many as the ranks fill."""
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


def _name(values: Values, study: Study) -> str:
    """Such as n2-order15: what varies, the last words of the keys."""
    parts = [f"n{values.get('ranks', 1)}"]
    for key, value in values.items():
        if key == "ranks":
            continue
        word = "nodes" if key == "nodes" else key.rpartition(".")[2]
        if key.startswith("mesh.") and key.count(".") == 2:
            word = "".join(key.split(".")[1:])
        parts.append(re.sub(r"[^\w.]+", "_", f"{word}{toml_text(value)}").strip("_"))
    return "-".join(parts)[:LONGEST]


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
