"""The rules of each game in the language spoken: in short, and the whole page of the manual."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.games import describe
from words.translation import _, language

_FOLDERS: Final = (
    Path(__file__).with_name("rules_pages"),
    Path(__file__).parents[1] / "docs" / "rules",
)
"""The folders of the pages: in an installed program, and among the sources."""
_HEADING: Final = re.compile(r'^((?:<a id="[\w-]+"></a>\s*)*)^#{2,3} (.+)$', re.MULTILINE)
"""The places of a heading, and the heading."""
_PLACE: Final = re.compile(r'id="([\w-]+)"')


class RulesSection(NamedTuple):
    """A section of a page of rules.

    Attributes:
        title: Its heading.
        text: The Markdown below it, up to the next heading.
        anchors: The names by which it is found.
    """

    title: str
    text: str
    anchors: Sequence[str]


def rules(key: str) -> str:
    """Return the rules of a game in short, to fit one screen."""
    return _(describe(key).rules)


def rules_page(key: str) -> str:
    """Return the rules of a game in full, as Markdown; empty for a game that has no page."""
    for folder in _FOLDERS:
        page = folder / f"{key}.{language()}.md"
        if page.exists():
            return page.read_text(encoding="utf-8")
    return ""


def rules_sections(page: str) -> Sequence[RulesSection]:
    r"""Return the sections of a page of rules.

    >>> rules_sections('# A\n\n<a id="b"></a>\n\n## B\n\nC\n\n### D\n\nE\n')[0]
    RulesSection(title='B', text='C\n', anchors=['b'])
    """
    _before, *parts = _HEADING.split(page)
    return [
        RulesSection(title, f"{text.strip()}\n", _PLACE.findall(places))
        for places, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
