"""The hook that makes a site of the pages, on lines of text; make docs builds the whole of it."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tools"))

pytest.importorskip("mkdocs")
pytest.importorskip("latex2mathml")

import docs_site
import release

FIRST_PAGE, OTHER_PAGE = SimpleNamespace(is_homepage=True), SimpleNamespace(is_homepage=False)


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
    inline = docs_site.on_page_content(
        r'<span class="arithmatex">\(\mathbf u &lt; \nu\)</span>', OTHER_PAGE
    )
    assert inline.startswith("<math") and 'display="inline"' in inline
    assert "\N{MATHEMATICAL BOLD SMALL U}" in inline and "&#x0003C;" in inline
    block = docs_site.on_page_content('<pre class="math">x^2</pre>', OTHER_PAGE)
    assert 'display="block"' in block and "<msup>" in block


def test_a_formula_that_is_not_understood_is_a_warning(caplog):
    docs_site.on_page_content(r'<span class="arithmatex">\(\nonsense x\)</span>', OTHER_PAGE)
    assert r"\nonsense" in caplog.text


def test_a_paragraph_of_links_on_the_first_page_is_one_of_buttons():
    text = '<p><a href="a.html">A</a>\n<a href="b.html">B</a></p><p>See <a href="c.html">C</a>.</p>'
    drawn = docs_site.on_page_content(text, FIRST_PAGE)
    assert re.findall(r'class="([^"]*)" href="(.)', drawn) == [
        ("md-button md-button--primary", "a"),
        ("md-button", "b"),
    ]
    assert docs_site.on_page_content(text, OTHER_PAGE) == text


def test_a_page_leads_to_its_source_which_is_beside_it(tmp_path):
    source = ROOT / "docs" / "rooms" / "base.md"
    page = SimpleNamespace(file=SimpleNamespace(abs_src_path=source, src_uri="rooms/base.md"))
    docs_site.on_page_markdown("text", page, SimpleNamespace(site_dir=tmp_path))
    assert page.edit_url == "base.md.txt"
    assert (tmp_path / "rooms" / page.edit_url).read_text() == source.read_text()


def test_the_title_has_the_version_and_the_repository_is_linked_once_there_is_one(monkeypatch):
    def configured(**project):
        monkeypatch.setattr(release, "values_of", lambda _: project)
        config = SimpleNamespace(
            site_name="Lobatto", repo_url=None, markdown_extensions=[], mdx_configs={}
        )
        return docs_site.on_config(config)

    without = configured(version="1.2.3", address=release.PLACEHOLDER)
    assert (without.site_name, without.repo_url) == ("Lobatto 1.2.3", None)
    assert configured(version="1.2.3", address="https://a.org/b").repo_url == "https://a.org/b"


@pytest.mark.parametrize(
    "words", ["Boundary conditions", "Large-eddy simulation", "Turbulent inflow", "All keys"]
)
def test_what_people_look_for_is_a_heading_of_the_manual(words):
    manual = (ROOT / "docs" / "case-file.md").read_text()
    assert re.search(rf"^##+ {words}$", manual, re.MULTILINE)
