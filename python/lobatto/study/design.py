"""The runs of a study of a case: what varies, combined, and what follows from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lobatto.errors import LobattoError
from lobatto.study.case_study import CaseStudy
from lobatto.study.mesh_size import MeshSize, grown_range, mesh_size, same_points
from lobatto.study.setup import Names, Setup, combined, nodes_of, run_name, toml_text
from lobatto.study.study_parts import MACHINE, Values


@dataclass(frozen=True)
class CaseSetup(Setup):
    """settings: of --set, by key; chosen: what distinguishes it from the others, ranks and nodes
    apart, before anything follows from it; mesh is None where it is a file."""

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


def setups_of(study: CaseStudy) -> list[CaseSetup]:
    """All combinations in the order of the file, each with a name of its own."""
    case = _case(study)
    all_values = list(combined(study))
    least = min((values.get("ranks", 1) for values in all_values), default=1)
    names = Names()
    return [_setup(study, case, v, names.own(run_name(v)), least) for v in all_values]


def _case(study: CaseStudy) -> dict[str, Any]:
    try:
        return tomllib.loads(study.case.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LobattoError(f"{study.case}: not valid TOML: {error}") from None


def _setup(
    study: CaseStudy, case: dict[str, Any], values: Values, name: str, least: int
) -> CaseSetup:
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
    return CaseSetup(name, ranks, nodes_of(study, values, name), written, chosen, mesh)
