"""The pages of the documentation that the program shows: its manual, and the rules of each game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.games import describe
from words.translation import _, language

if TYPE_CHECKING:
    from markdown_it.token import Token

_MANUALS: Final = (Path(__file__).parent, Path(__file__).parents[1] / "docs")
_RULES: Final = (
    Path(__file__).with_name("rules_pages"),
    Path(__file__).parents[1] / "docs" / "rules",
)
"""The folders of the pages: in an installed program, and among the sources."""
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_PLACED_HEADING: Final = re.compile(r'^((?:<a id="[\w-]+"></a>\s*)*)^#{2,3} (.+)$', re.MULTILINE)
"""The anchors of a heading, and the heading."""
_ANCHOR: Final = re.compile(r'id="([\w-]+)"')
_SEEN_ONLY: Final = re.compile(r"^(<!--.*-->|!\[.*\]\(.*\)|<a id=.*></a>)$", re.MULTILINE)
"""Lines that only a browser shows: marks of generated tables, pictures, anchors."""


class Section(NamedTuple):
    """A section of a page.

    Attributes:
        title: Its heading.
        text: The Markdown below it.
        anchors: The names by which a section of rules is found.
    """

    title: str
    text: str
    anchors: Sequence[str] = ()


def manual() -> str:
    """Return the manual as Markdown. Raises `OSError`."""
    name = f"manual.{language()}.md"
    found = [folder / name for folder in _MANUALS if (folder / name).is_file()]
    return (found or [_MANUALS[-1] / name])[0].read_text(encoding="utf-8")


def rules_in_short(key: str) -> str:
    """Return the rules of a game in short, to fit one screen."""
    return _(describe(key).rules)


def rules_text(key: str) -> str:
    """Return the rules of a game in full, as Markdown; empty for a game that has no page."""
    for folder in _RULES:
        page = folder / f"{key}.{language()}.md"
        if page.exists():
            return page.read_text(encoding="utf-8")
    return ""


def title_of(page: str) -> str:
    r"""Return the title of a page.

    >>> title_of("# A manual\n\nB\n")
    'A manual'
    """
    return page.partition("\n")[0].removeprefix("# ")


def before_sections(page: str) -> str:
    r"""Return the text of a page before its first section, without the title.

    >>> before_sections("# A\n\nB\n\n## One\n\nC\n")
    'B\n'
    """
    return f"{_HEADING.split(_SEEN_ONLY.sub('', page))[0].partition(chr(10))[2].strip()}\n"


def sections(page: str) -> Sequence[Section]:
    r"""Return the sections of the manual, without what only a browser shows.

    >>> sections("# A\n\n## One\n\n![p](p.svg)\n\nB\n\n### C\n\n## Two\n\nD\n")[0]
    Section(title='One', text='B\n\n### C\n', anchors=())
    """
    _before, *parts = _HEADING.split(_SEEN_ONLY.sub("", page))
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [Section(title, f"{text.strip()}\n") for title, text in pairs]


def rules_sections(page: str) -> Sequence[Section]:
    r"""Return the sections of a page of rules; one ends where the next heading begins.

    >>> rules_sections('# A\n\n<a id="b"></a>\n\n## B\n\nC\n\n### D\n\nE\n')[0]
    Section(title='B', text='C\n', anchors=['b'])
    """
    _before, *parts = _PLACED_HEADING.split(page)
    return [
        Section(title, f"{text.strip()}\n", _ANCHOR.findall(anchors))
        for anchors, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def parsed(markdown: str) -> list[Token]:
    """Return a page as the tokens of markdown-it, tables too."""
    from markdown_it import MarkdownIt  # takes long to load, and few pages are read

    return MarkdownIt("commonmark").enable("table").parse(markdown)


def block_words(token: Token) -> str:
    """Return the words of a block without marks: no stars, no back ticks, no addresses."""
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)
