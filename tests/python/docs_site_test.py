"""The hook that makes a site of the pages, on lines of text; make docs builds the whole of it."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

pytest.importorskip("mkdocs")
pytest.importorskip("latex2mathml")

import docs_site


def test_the_navigation_is_the_list_of_the_index_in_its_order():
    index = "# Title\n[a](a.md)\n## Use\n### Run\n- [B](b.md): b.\n## Empty\ntext\n"
    develop = "## Develop\n- [C](../C.md).\n"
    assert docs_site.navigation(index + develop, ["rooms/base.md"]) == [
        {"Lobatto": "index.md"},
        {"Use": [{"B": "b.md"}]},
        {"Develop": [{"C": "C.md"}, {"Rooms": [{"base": "rooms/base.md"}]}]},
    ]


@pytest.mark.parametrize(
    ("folder", "link", "expected"),
    [
        ("docs", "](theory.md#x)", "](theory.md#x)"),
        ("docs/rooms", "](../theory.md)", "](../theory.md)"),
        ("docs", "](../CONTRIBUTING.md#style)", "](CONTRIBUTING.md#style)"),
        ("docs/rooms", "](../../cases/duct.toml)", "](../cases/duct.toml)"),
        (".", "](docs/theory.md)", "](theory.md)"),
        (".", "](https://example.org/x)", "](https://example.org/x)"),
    ],
)
def test_links_across_the_border_of_docs_lead_to_the_same_file(folder, link, expected):
    assert docs_site.links_of_the_site(ROOT / folder, link) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("text:\n- one\n  more\n- two", "text:\n\n- one\n  more\n- two"),
        ("```\ntext\n- one\n```", "```\ntext\n- one\n```"),
    ],
)
def test_a_list_may_follow_a_line_of_text(text, expected):
    assert docs_site.outside_fences(text, docs_site.with_space_before_lists) == expected


def test_indices_in_a_row_are_no_references():
    markdown = pytest.importorskip("markdown")
    references = pytest.importorskip("mkdocs_autorefs")
    extensions = [references.AutorefsExtension(), docs_site.PlainIndices()]
    html = markdown.markdown("u [k][j] and `u[k][j]`", extensions=extensions)
    assert html == "<p>u [k][j] and <code>u[k][j]</code></p>"


def test_formulas_become_mathml_with_bold_letters_of_unicode():
    inline = docs_site.on_page_content(r'<span class="arithmatex">\(\mathbf u &lt; \nu\)</span>')
    assert inline.startswith("<math") and 'display="inline"' in inline
    assert "\N{MATHEMATICAL BOLD SMALL U}" in inline and "&#x0003C;" in inline
    block = docs_site.on_page_content('<pre class="math">x^2</pre>')
    assert 'display="block"' in block and "<msup>" in block


def test_a_formula_that_is_not_understood_is_a_warning(caplog):
    docs_site.on_page_content(r'<span class="arithmatex">\(\nonsense x\)</span>')
    assert r"\nonsense" in caplog.text
