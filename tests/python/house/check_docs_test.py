"""The document check on small trees."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import check_docs


@pytest.fixture
def root(tmp_path):
    (tmp_path / "docs/rooms").mkdir(parents=True)
    (tmp_path / "src/base").mkdir(parents=True)
    (tmp_path / "src/base/error.hpp").write_text("#pragma once\n")
    (tmp_path / "docs/rooms/base.md").write_text("# base\n\n## Where `it` is, tested!\n")
    (tmp_path / "Makefile").write_text("run: build ## run it\nhidden:\n")
    return tmp_path


def complaints(root: Path, text: str, *, name: str = "README.md", write: bool = False) -> list[str]:
    (root / name).write_text(text)
    return check_docs.check(root, check_docs.generators_of(root, None), write=write)


def test_links_names_and_headings_that_exist_pass(root):
    text = (
        "# Title\n[a](docs/rooms/base.md) [b](docs/rooms/base.md#where-it-is-tested) [c](#title)\n"
        "[d](https://example.org/x) `base/error.hpp` `docs/rooms/base.md` `runs/duct/a.txt`\n"
        "```\n[in a fence](nowhere.md)\n```\n"
    )
    assert complaints(root, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/gone.md)", "README.md: docs/gone.md: there is no such file"),
        ("![a](docs/gone.png)", "README.md: docs/gone.png: there is no such file"),
        ("[a](#nowhere)", "README.md: #nowhere: there is no such heading"),
        (
            "[a](docs/rooms/base.md#purpose)",
            "README.md: docs/rooms/base.md#purpose: there is no such heading",
        ),
        ("`base/gone.hpp`", "README.md: `base/gone.hpp`: there is no such file"),
    ],
)
def test_what_leads_nowhere_is_named(root, text, expected):
    assert complaints(root, text) == [expected]


def test_an_old_block_is_reported_then_renewed(root):
    text = "<!-- generated: layers -->\nold\n<!-- end generated -->\n"
    (complaint,) = complaints(root, text, name="docs/index.md")
    assert "generated block is old" in complaint
    assert complaints(root, text, name="docs/index.md", write=True) == []
    assert "| 1 | [base](rooms/base.md) |" in (root / "docs/index.md").read_text()


def test_targets_are_those_that_explain_themselves(root):
    assert check_docs.targets_table(root).splitlines()[2:] == ["| `make run` | run it |"]


def test_a_page_that_no_list_has_is_named(root):
    (root / "docs/lost.md").write_text("# Lost\n")
    assert complaints(root, "# Index\n", name="docs/index.md") == [
        "docs/index.md: the page lost.md is not listed"
    ]
    assert complaints(root, "- [Lost](lost.md): found.\n", name="docs/index.md") == []


def test_repeated_headings_get_numbers():
    assert check_docs.anchors("# A b\n## A b\n") == {"a-b", "a-b-1"}
