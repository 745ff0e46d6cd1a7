"""A game in four sentences, with a small picture of its table: what a new game is shown beside."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len

from engine.description import Description
from engine.games import describe
from tui.games.miniatures import miniature_of
from tui.screens.game_words import game_name
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, text
from tui.widgets.rail import Rail
from words.glyphs import glyphs
from words.translation import _

SENTENCES: Final = 4
PICTURE_LINES: Final = 6
LARGE_PICTURE: Final = 11
ROOMY: Final = 26
"""From so many lines on the picture is large."""


class About(Rail):
    """What a game is about."""

    game = ""

    def tell(self, game: str) -> None:
        """Tell of the game with this key."""
        self.game = game
        self.draw()

    def words(self, width: int, height: int) -> Iterable[Line]:
        """Return the title, the picture and the sentences; the picture only where all fits."""
        return about(self.game, width, height) if self.game else ()


def about(game: str, width: int, height: int) -> list[Line]:
    """Return what a game is about in so many cells and lines, as much as there is room for."""
    described = describe(game)
    words = _(described.title)
    if cell_len(words) > width:
        words = game_name(game)
    title = line(text(cut(words, width), paint("text", bold=True)))
    told: list[Line] = []
    for sentence in sentences(described):
        told += [line(row) for row in textwrap.wrap(sentence, width)] + [line("")]
    lines = [title, line(""), *told]
    if len(lines) > height + 1:
        whole = sentences(described)
        while len(rows := textwrap.wrap(" ".join(whole), width)) >= height and len(whole) > 1:
            whole.pop()
        gap = [line("")] * (len(rows) + 1 < height)
        return [title, *gap, *map(line, rows)][:height]
    picture = LARGE_PICTURE if height >= ROOMY + len(lines) - LARGE_PICTURE else PICTURE_LINES
    if len(lines) + picture + 1 <= height:
        drawn = miniature_of(game, None, width, picture, glyphs())
        lines[2:2] = [*drawn, line("")] if drawn else []
    return lines


def sentences(described: Description) -> list[str]:
    """Return the game in sentences; one without has the beginning of its rules."""
    told = described.about or described.rules
    rows = _(told).split("\n")
    return [row.strip() for row in rows if row.strip()][:SENTENCES]
