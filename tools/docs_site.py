"""What MkDocs does beyond itself when it builds the site (a hook of mkdocs.yml).

The pages in docs/ are written for GitHub too, so here

- the navigation is what docs/index.md lists, heading by heading; the rooms stand under Develop;
- files outside docs/ that a page links to (CONTRIBUTING.md, cases) come along, under their paths;
- as on GitHub, a list may follow a line of text without an empty line, and [i][j] is no link, in
  docstrings neither;
- a paragraph of links on the first page becomes buttons;
- the title has the version; every page leads to its own source, which the site has as text, and,
  once the project has an address, to the repository;
- formulas, $...$ and blocks named math, become MathML, which browsers draw without a script.

MkDocs runs in strict mode: every warning, such as a formula that is not understood, ends the build.
"""

from __future__ import annotations

import html
import logging
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import release
from latex2mathml.converter import convert
from markdown.extensions import Extension
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, InclusionLevel

if TYPE_CHECKING:
    from markdown import Markdown
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
ENTRY = re.compile(r"^- \[([^\]]+)\]\(([^)#\s]+\.md)\)", re.MULTILINE)
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
ITEM = re.compile(r"^(?:[-*] |1\. )")
ANY_ITEM = re.compile(r"^(?:[-*] |\d+\. )")
BOLD = re.compile(r'<(mi|mn) mathvariant="(bold(?:-italic)?)">(&#x\w+;|.)</')
FORMULA = re.compile(
    r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>|' r'<pre class="math">(.*?)</pre>',
    re.DOTALL,
)

LINKS = re.compile(r"<p>(?:<a [^>]*>[^<]*</a>\s*)+</p>")

log = logging.getLogger("mkdocs.hooks.docs_site")


def navigation(index: str, rooms: list[str]) -> list[dict[str, Any]]:
    """The sections of docs/index.md with the pages that they list, and in Develop the rooms."""
    tree: list[dict[str, Any]] = [{"Lobatto": "index.md"}]
    pieces = SECTION.split(index)
    for title, text in zip(pieces[1::2], pieces[2::2], strict=True):
        pages: list[dict[str, Any]]
        pages = [{name: path.removeprefix("../")} for name, path in ENTRY.findall(text)]
        if title == "Develop":
            pages.append({"Rooms": [{Path(path).stem: path} for path in rooms]})
        if pages:
            tree.append({title: pages})
    return tree


def targets_outside(folder: Path, text: str) -> Iterator[Path]:
    """Files of the repository, but not of docs/, that a page in this folder links to."""
    for _, path, _ in LINK.findall(text):
        target = (folder / path).resolve()
        if target.is_file() and target.is_relative_to(ROOT) and not target.is_relative_to(DOCS):
            yield target


def source_path(target: Path) -> str:
    """Where a file stands in the site, whose root is docs/, and the repository's root as well."""
    base = DOCS if target.is_relative_to(DOCS) else ROOT
    return target.relative_to(base).as_posix()


def links_of_the_site(folder: Path, text: str) -> str:
    """The page with links that lead across the border of docs/ as the site has them."""
    here = source_path(folder)

    def moved(match: re.Match[str]) -> str:
        begin, path, end = match.groups()
        target = (folder / path).resolve()
        if not target.is_relative_to(ROOT) or target == ROOT:
            return match.group(0)
        return begin + os.path.relpath(source_path(target), here) + end

    return LINK.sub(moved, text)


def outside_fences(text: str, change: Callable[[str, str], str]) -> str:
    """`change(previous line, line)` of every line that is not in a fenced block."""
    lines, previous, fence = [], "", ""
    for line in text.split("\n"):
        if match := FENCE.match(line):
            fence = "" if fence == match.group(1) else fence or match.group(1)
            lines.append(line)
        else:
            lines.append(line if fence else change(previous, line))
        previous = line
    return "\n".join(lines)


def with_space_before_lists(previous: str, line: str) -> str:
    """An empty line before the first item of a list that interrupts a paragraph."""
    text_before = previous.strip() and not previous.startswith(" ") and not ANY_ITEM.match(previous)
    return f"\n{line}" if ITEM.match(line) and text_before else line


class PlainIndices(Extension):
    """Leaves [k][j][i] as it is, which mkdocs-autorefs takes for a reference to a Python name."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.inlinePatterns.deregister("mkdocs-autorefs", strict=False)


def bold_letter(match: re.Match[str]) -> str:
    """The bold letter of Unicode: browsers ignore mathvariant."""
    element, variant, letter = match.groups()
    name = unicodedata.name(html.unescape(letter))
    name = name.replace("LATIN ", "").replace("GREEK ", "").replace("LETTER ", "")
    bold = unicodedata.lookup(f"MATHEMATICAL {variant.replace('-', ' ').upper()} {name}")
    return f"<{element}>{bold}</"


def mathml(match: re.Match[str]) -> str:
    kind, formula, block = match.groups()
    latex = html.unescape(formula or block)
    drawn = BOLD.sub(bold_letter, convert(latex, display="inline" if kind == "span" else "block"))
    if left := re.search(r">\s*(\\[A-Za-z]+)", html.unescape(drawn)):
        log.warning("the formula %s is not understood from %s on", latex, left.group(1))
    return drawn


def buttons(match: re.Match[str]) -> str:
    """The links as buttons, the first one more prominent."""
    plain = match.group().replace("<a ", '<a class="md-button" ')
    return plain.replace('"md-button"', '"md-button md-button--primary"', 1)


# What follows is called by MkDocs, by these names.


@event_priority(-100)  # after mkdocs-autorefs has added what is taken off
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    def block(source: str, *_: object, **__: object) -> str:
        return f'<pre class="math">{html.escape(source)}</pre>'

    fences = [{"name": "math", "class": "math", "format": block}]
    config.markdown_extensions.append(PlainIndices())
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = fences
    project = release.values_of(ROOT)
    config.site_name += f" {project['version']}"
    if project["address"] != release.PLACEHOLDER:
        config.repo_url = project["address"]
    rooms = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "rooms").glob("*.md"))
    config.nav = navigation((DOCS / "index.md").read_text(encoding="utf-8"), rooms)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Takes in what pages link to outside docs/, and what these pages link to in turn."""
    waiting = sorted(DOCS.rglob("*.md"))
    while waiting:
        page = waiting.pop()
        for target in targets_outside(page.parent, page.read_text(encoding="utf-8")):
            if files.get_file_from_path(target.relative_to(ROOT).as_posix()):
                continue
            file = File.generated(
                config,
                target.relative_to(ROOT).as_posix(),
                abs_src_path=str(target),
                inclusion=InclusionLevel.INCLUDED,
            )
            files.append(file)
            if target.suffix == ".md":
                waiting.append(target)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    source = Path(page.file.abs_src_path or ROOT)
    text = Path(config.site_dir, page.file.src_uri + ".txt")
    text.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, text)
    page.edit_url = text.name
    moved = outside_fences(markdown, lambda _, line: links_of_the_site(source.parent, line))
    return outside_fences(moved, with_space_before_lists)


def on_page_content(content: str, page: Page, **_: object) -> str:
    content = FORMULA.sub(mathml, content)
    return LINKS.sub(buttons, content) if page.is_homepage else content
