"""The manual in the line modes: the list of its sections, or one of them, without its marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from cli.output import BadUse
from words.manual import manual, sections
from words.translation import _

if TYPE_CHECKING:
    from markdown_it.token import Token


def manual_lines(asked: str) -> Sequence[str]:
    """Return the list of sections; of a number that was asked for, the section.

    Raises:
        BadUse: There is no such section.
        OSError: The manual cannot be read.
    """
    parts = sections(manual())
    if not asked:
        titles = [f"{number}. {part.title}" for number, part in enumerate(parts, 1)]
        return [*titles, _("Type manual and a number to read a section.")]
    if not (asked.isascii() and asked.isdigit() and 0 < int(asked[:6]) <= len(parts)):
        words = _("There is no section {text}, only 1 to {last}.")
        raise BadUse(words.format(text=asked, last=len(parts)))
    part = parts[int(asked) - 1]
    return [part.title, *_told(part.text)]


def _told(markdown: str) -> Iterator[str]:
    """Yield a line for each paragraph, each item of a list and each row of a table but its head."""
    from markdown_it import MarkdownIt

    tokens = iter(MarkdownIt("commonmark").enable("table").parse(markdown))
    for token in tokens:
        if token.type == "fence":
            yield from filter(None, token.content.splitlines())
        elif token.type == "inline":
            yield _plain(token)
        elif token.type == "thead_open":
            [*takewhile(lambda one: one.type != "thead_close", tokens)]
        elif token.type == "tr_open":
            row = takewhile(lambda one: one.type != "tr_close", tokens)
            cells = [_plain(one) for one in row if one.type == "inline"]
            yield _(": ").join(filter(None, cells))


def _plain(token: Token) -> str:
    """Return the words of a block, without marks and addresses."""
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)
