"""A small picture of Dame de Pique: the cards of the trick, else everybody's points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.table.cards import CardSize, card, ink_of
from tui.table.sheet import Sheet, share
from tui.widgets.lines import Line
from words.glyphs import Glyphs
from words.names import seat_name
from words.playing_cards import card_words

if TYPE_CHECKING:
    from engine.hearts.view import HeartsView

SEATS: Final = ("SOUTH", "WEST", "NORTH", "EAST")
GOAL: Final = 100
FIRST: Final = ("QS", "TH", "AH", "KH")
"""What a new game shows below, left, across and right: the cards that nobody wants."""
LARGE: Final = CardSize(7, 5)
SMALL: Final = CardSize(5, 3)
TAG: Final = CardSize(3, 2)
"""A card without borders."""
SIZES: Final = (LARGE, SMALL, TAG)
SCORE: Final = 6
"""The cells of a seat's letter and its points, with the blanks beside them."""


def miniature(view: HeartsView | None, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the trick of a view as its seat sees it, or the points; a dear trick without one."""
    sheet = Sheet(width, height, glyphs, "rail")
    below = (view.seat or 0) if view else 0
    cards = _trick(view, below) if view else FIRST
    if view is None or any(cards):
        _cross(sheet, cards)
    else:
        _points(sheet, view.scores, below)
    return sheet.lines()


def _trick(view: HeartsView, below: int) -> tuple[str, ...]:
    """Return the cards on the table, else those of the last trick, from a seat on; "" for none."""
    leader, cards = view.leader, view.table
    if not cards and view.tricks and view.outcome is None:
        leader, cards = view.tricks[-1].leader, view.tricks[-1].cards
    if leader is None:
        return ("",) * len(SEATS)
    places = [(below + at - leader) % len(SEATS) for at in range(len(SEATS))]
    return tuple(str(cards[place]) if place < len(cards) else "" for place in places)


def _cross(sheet: Sheet, cards: Sequence[str]) -> None:
    """Draw the cards round the middle, or side by side where it is low."""
    fits = (s for s in SIZES if sheet.width >= 3 * s.width and sheet.height >= 2 * s.height)
    size = next(fits, None)
    if size is None:
        step = TAG.width + (sheet.width >= len(cards) * (TAG.width + 1) - 1)
        x = max((sheet.width - len(cards) * step + 1) // 2, 0)
        for at, name in enumerate(cards):
            if name:
                ground = "under" if at % 2 else "face"
                words = card_words(name, sheet.glyphs).ljust(TAG.width)
                y = (sheet.height - 1) // 2
                sheet.put(x + at * step, y, words, ink_of(name), ground, bold=True)
        return
    gap = 1 if sheet.width >= 3 * size.width + 2 else 0
    middle = (sheet.width - size.width) // 2
    top = (sheet.height - 2 * size.height) // 2
    step = size.width + gap
    places = (
        (middle, top + size.height),
        (middle - step, top + size.height // 2),
        (middle, top),
        (middle + step, top + size.height // 2),
    )
    for (x, y), name in zip(places, cards, strict=True):
        if name:
            _card(sheet, x, y, name, size)


def _card(sheet: Sheet, x: int, y: int, name: str, size: CardSize) -> None:
    words, ink = card_words(name, sheet.glyphs), ink_of(name)
    if size is TAG:
        sheet.put(x, y, words.ljust(size.width), ink, "face", bold=True)
        if sheet.is_solid:
            sheet.put(x, y + 1, "▀" * size.width, "face", "rail")
        return
    card(sheet, x, y, size, 1, ground="rail")
    sheet.put(x + 1, y + 1, words, ink, bold=True)
    if size is LARGE:
        sheet.put(x + size.width - 1 - len(words), y + size.height - 2, words, ink, bold=True)


def _points(sheet: Sheet, scores: Sequence[int], below: int) -> None:
    """Draw a line for each seat: its letter, its points and, where there is room, a bar."""
    seats = [(below + at) % len(SEATS) for at in range(len(SEATS))]
    letters = [seat_name("hearts", SEATS[seat])[:1] for seat in seats]
    told = [f"{letter} {scores[seat]:3}" for letter, seat in zip(letters, seats, strict=True)]
    if sheet.height < len(SEATS):
        for y, pair in enumerate((told[:2], told[2:])):
            if y < sheet.height:
                sheet.put(1, y, "  ".join(pair), bold=True)
        return
    bar = min(sheet.width - SCORE - 2, 20)
    x, y = (sheet.width - SCORE - bar) // 2, (sheet.height - len(SEATS)) // 2
    for at, seat in enumerate(seats):
        sheet.put(x, y + at, told[at], bold=True)
        sheet.bar(x + SCORE, y + at, bar, share(scores[seat], GOAL, bar), "gold")
