"""A hand as lines: a fan of cards, what is said above them, the cap of the cursor, the stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.hearts.cards import Card
from tui.games.hearts.cards import Look, edge, fan_card
from tui.games.hearts.layout import HeartsPlace, stop_region
from tui.table.cards import button, cap
from tui.table.sheet import Sheet
from tui.themes import palette
from tui.widgets.lines import Line
from words.glyphs import Glyphs
from words.translation import language

ACTION: Final = 13
MENU: Final = 14
"""Places on the hand row: 0 to 12 are cards, then two stops."""


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is to be shown.

    Attributes:
        cards: The cards from left to right; None for each that is hidden.
        standing: Those that may be played or chosen, as a mask.
        joker: The mask of the joker, 0 if there is none.
        new: Those that were received just now, as a mask.
        tags: What stands above some cards, by place.
        stops: What stands on the stops; nothing for one that is not there.
    """

    cards: tuple[Card | None, ...]
    standing: int = 0
    joker: int = 0
    new: int = 0
    tags: tuple[tuple[int, str], ...] = ()
    stops: tuple[str, str] = ("", "")

    def look(self, card: Card | None) -> Look:
        """Return how a card lies."""
        if card is None:
            return Look(is_standing=False)
        mask = 1 << card
        return Look(bool(self.standing & mask), bool(self.joker & mask), bool(self.new & mask))


def tag_line(fan: Fan, where: HeartsPlace, width: int, glyphs: Glyphs) -> Line:
    """Return the line above the hand: what a card would make, a hint, what is to be passed."""
    sheet, step = Sheet(width, 1, glyphs), where.sizes.step
    for at, words in fan.tags:
        sheet.put(where.left + at * step, 0, words[:step].center(step), "text", "rail", bold=True)
    return sheet.lines()[0]


def edge_line(fan: Fan, on: int | None, where: HeartsPlace, width: int, glyphs: Glyphs) -> Line:
    """Return the line of the upper edges; the only one that a step of the cursor changes."""
    sheet, sizes = Sheet(width, 1, glyphs), where.sizes
    count = len(fan.cards)
    looks = [fan.look(card) for card in fan.cards]
    for at, look in enumerate(looks):
        x, is_last = where.left + at * sizes.step, at == count - 1
        whole = sizes.hand.width if is_last else sizes.step
        if look.is_standing:
            is_covered = not is_last and looks[at + 1].is_standing
            edge(sheet, x, 0, sizes.hand.width if is_covered else whole, whole)
        if at == on:
            cap(sheet, x, 0, whole, look.face, is_flat=not look.is_standing)
    return sheet.lines()[0]


def card_lines(
    fan: Fan, on: int | None, where: HeartsPlace, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return the cards below their upper edges, the stops beside or below them."""
    sizes, count = where.sizes, len(fan.cards)
    rows: list[list[Line]] = [[] for _ in range(sizes.hand.height - 1)]
    spoken = language()
    for at, card in enumerate(fan.cards):
        is_last = at == count - 1
        seen = sizes.hand.width if is_last else sizes.step
        look = fan.look(card)
        drawn = fan_card(card, look, sizes.hand, seen, sizes.hand_pips, glyphs, palette(), spoken)
        for row, line in zip(rows, drawn, strict=True):
            row.append(line)
    end = where.left + (max(count, 1) - 1) * sizes.step + sizes.hand.width if count else where.left
    beside = Sheet(width - end, sizes.hand.height - 1 + sizes.stops_below, glyphs)
    left = Sheet(where.left, 1, glyphs).lines()[0]
    below = Sheet(width, 1, glyphs)
    for stop, words in enumerate(fan.stops):
        if not words:
            continue
        region, is_on = stop_region(where, stop), on == ACTION + stop
        if sizes.stops_below:
            button(below, region.x, 0, region.width, words, is_on=is_on)
        else:
            button(beside, region.x - end, region.y - 2, region.width, words, is_on=is_on)
    rest = beside.lines()
    lines = [
        tuple(segment for part in (left, *row, after) for segment in part)
        for row, after in zip(rows, rest, strict=False)
    ]
    return [*lines, below.lines()[0]] if sizes.stops_below else lines
