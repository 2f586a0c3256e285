"""What a page of HTML must be: closed in order, and alone."""

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """Checks that elements are closed in order; collects names, references and texts."""

    def __init__(self, path):
        super().__init__()
        self.open, self.ids, self.references, self.pictures = [], [], [], []
        self.tags, self.words = [], []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self._element(tag, dict(attributes))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self._element(tag, dict(attributes))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            assert "@import" not in data and "url(" not in data
        else:
            self.words.append(data)

    def _element(self, tag, attributes):
        self.tags.append(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.pictures += [attributes["data-picture"]] if "data-picture" in attributes else []
        for key in ("src", "href", "xlink:href", "data", "action", "poster", "srcset"):
            self.references += [attributes[key]] if key in attributes else []
        for value in attributes.values():
            self.references += re.findall(r"url\(([^)]*)\)", value or "")

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def check_alone(page):
    """No duplicate names; every reference is to this page or holds its data."""
    assert len(page.ids) == len(set(page.ids))
    assert "script" not in page.tags
    for reference in page.references:
        if reference.startswith("#"):
            assert reference[1:] in page.ids
        else:
            assert reference.startswith("data:")
