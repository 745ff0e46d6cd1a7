"""The manual and the rules in the line modes: the list of sections, or one section as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from cli.lines.rows import numbered
from cli.streams import BadUse
from words.pages import (
    Section,
    block_words,
    manual,
    parsed,
    rules_in_short,
    rules_sections,
    rules_text,
    sections,
)
from words.translation import _


def manual_lines(asked: str) -> Sequence[str]:
    """Return the section with this number, or the list of sections without a number.

    Raises:
        BadUse: There is no such section.
        OSError: The manual cannot be read.
    """
    parts = sections(manual())
    if not asked:
        return [*_listed(parts), _("Type manual and a number to read a section.")]
    return _section(parts, asked)


def rules_lines(game: str, asked: str, anchor: str = "") -> Sequence[str]:
    """Return the rules of a game in short and the list of the sections of the whole page.

    With a number, or else with the `anchor` of a refusal, return only that section. Raises
    `BadUse` if there is no such section.
    """
    parts = rules_sections(rules_text(game))
    if asked:
        return _section(parts, asked)
    for part in parts:
        if anchor and anchor in part.anchors:
            return [*_read(part), _("Type rules again for the list of sections.")]
    short = [row for row in rules_in_short(game).split("\n") if row]
    if not parts:
        return short
    words = _("For the whole rules, type rules and a number: it reads a section.")
    return [*short, *_listed(parts), words]


def _listed(parts: Sequence[Section]) -> Sequence[str]:
    return [f"{number}. {part.title}" for number, part in enumerate(parts, 1)]


def _section(parts: Sequence[Section], asked: str) -> Sequence[str]:
    part = numbered(parts, asked)
    if part is None:
        words = _("There is no section {text}, only 1 to {last}.")
        raise BadUse(words.format(text=asked, last=len(parts)))
    return _read(part)


def _read(part: Section) -> Sequence[str]:
    return [part.title, *_told(part.text)]


def _told(markdown: str) -> Iterator[str]:
    """Yield a line for each paragraph, each item of a list and each row of a table but its head.

    A drawn figure gives only its last line: the position as it is written.
    """
    tokens = iter(parsed(markdown))
    for token in tokens:
        if token.type == "fence":
            rows = [row for row in token.content.splitlines() if row]
            yield from rows[-1:] if token.info.strip() else rows
        elif token.type == "inline":
            yield block_words(token)
        elif token.type == "thead_open":
            [*takewhile(lambda one: one.type != "thead_close", tokens)]
        elif token.type == "tr_open":
            row = takewhile(lambda one: one.type != "tr_close", tokens)
            cells = [block_words(one) for one in row if one.type == "inline"]
            yield _(": ").join(filter(None, cells))
