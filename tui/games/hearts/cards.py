"""Playing cards: a card of the trick, a fan, and a hand with its cursor and its stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from textual.geometry import Region

from engine.hearts.cards import Card
from play.games.hearts.controls import ACTION
from tui.games.hearts.layout import HeartsPlace, stop_region
from tui.table.cards import (
    CardSize,
    button,
    can_be_read,
    cap,
    card,
    has_figures,
    ink_of,
    pip,
    rank_figure,
)
from tui.table.sheet import Sheet
from tui.widgets.lines import Line
from tui.widgets.remembered import remembered
from words.glyphs import ASCII, Glyphs
from words.playing_cards import card_words, rank_words, suit_sign

SEAT: Final = 1
"""The seat whose round border all cards have where there are no grounds."""
LEAST_FOR_RANK_AND_SUIT: Final = 4
"""A card in a fan with no more visible cells than this has its suit below its rank."""


@dataclass(frozen=True, slots=True)
class HeartsSigns:
    """One set of signs.

    Attributes:
        star: The joker.
        new: The mark of a card just received or just played.
        taken: The sign before the name of the player who took a trick.
        ways: The direction of a pass, by the number of seats that the cards move on.
        place: The three kinds of lines of an empty place: left, between, right.
    """

    star: str
    new: str
    taken: str
    ways: dict[int, str]
    place: tuple[tuple[str, str, str], ...]


UNICODE_SIGNS: Final = HeartsSigns(
    star="★",
    new="•",
    taken="×",
    ways={1: "←", 2: "↑", 3: "→"},
    place=(("┌", "╌", "┐"), ("╎", " ", "╎"), ("└", "╌", "┘")),
)
ASCII_SIGNS: Final = HeartsSigns(
    star="*",
    new="o",
    taken="x",
    ways={1: "<", 2: "^", 3: ">"},
    place=((".", ".", "."), (":", " ", ":"), (".", ".", ".")),
)


def signs_of(glyphs: Glyphs) -> HeartsSigns:
    """Return the signs of cards that go with a set of signs."""
    return ASCII_SIGNS if glyphs is ASCII else UNICODE_SIGNS


class Look(NamedTuple):
    """How a card lies.

    Attributes:
        is_standing: Whether it stands half a line higher: it may be played, or was just played.
        is_joker: Whether it is the joker.
        is_new: Whether it is marked as received or played just now.
    """

    is_standing: bool = True
    is_joker: bool = False
    is_new: bool = False

    @property
    def face(self) -> str:
        """The role of its ground."""
        return "face" if self.is_standing else "under"


def trick_card(
    sheet: Sheet,
    x: int,
    y: int,
    size: CardSize,
    shown: Card,
    look: Look,
    pips: int,
    figures: int = 0,
) -> None:
    """Draw a whole card: its name in two corners, and its suit's shape in a size of `pips`.

    With `figures` its rank stands beside the shape, in that scale.
    """
    _blank(sheet, x, y, size, look, size.width if figures else 0)
    if look.is_standing:
        edge(sheet, x, y, size.width)
    signs, ink = signs_of(sheet.glyphs), ink_of(shown)
    name = card_words(shown, sheet.glyphs)
    star = signs.star if look.is_joker else ""
    sheet.put(x + 1, y + 1, name + star, ink, bold=True)
    new = signs.new if look.is_new else ""
    low = y + size.height - 2
    if low == y + 1:
        if new:
            sheet.put(x + size.width - 1, low, new, "ink", bold=True)
        return
    sheet.put(x + size.width - 1 - len(name), low, name, ink, bold=True)
    if new:
        sheet.put(x + 1, low, new, "ink", bold=True)
    inside = Region(x + 1, y + 2, size.width - 2, size.height - 4)
    if figures:
        if can_be_read(sheet, figures):
            left, inside = inside.split_vertical((inside.width + 1) // 2)
            rank_figure(sheet, left, rank_words(shown), ink, figures)
        pip(sheet, inside, shown.suit, ink, figures)
    elif pips and has_figures(sheet):
        pip(sheet, Region(x, y + 1, size.width, size.height - 2), shown.suit, ink, pips)


def empty_place(sheet: Sheet, x: int, y: int, size: CardSize, words: str) -> None:
    """Draw the empty place of the next card."""
    top, side, foot = signs_of(sheet.glyphs).place
    for row, (left, middle, right) in enumerate([top, *[side] * (size.height - 2), foot]):
        sheet.put(x, y + row, left + middle * (size.width - 2) + right, "line")
    sheet.put(x + (size.width - len(words)) // 2, y + size.height // 2, words, "quiet")


def draw_in_fan(
    sheet: Sheet,
    x: int,
    y: int,
    shown: Card,
    look: Look,
    size: CardSize,
    seen: int,
    pips: int = 0,
    figures: int = 0,
) -> None:
    """Draw the visible part of a card in a fan below its upper edge, which belongs on line y.

    With `figures` its rank stands above its suit's shape, in that scale.
    """
    _blank(sheet, x, y, size, look, seen)
    signs, ink = signs_of(sheet.glyphs), ink_of(shown)
    star = signs.star if look.is_joker else ""
    new = signs.new if look.is_new else ""
    suit, low = suit_sign(str(shown)[1], sheet.glyphs), y + size.height - 2
    if size.height <= LEAST_FOR_RANK_AND_SUIT:
        sheet.put(x + 1, y + 1, rank_words(shown), ink, bold=True)
        sheet.put(x + 1, low, suit + (star or new), ink, bold=True)
        return
    name = card_words(shown, sheet.glyphs)
    if figures:
        sheet.put(x + 1, y + 1, name + (star or new), ink, bold=True)
        below = y + 2
        if can_be_read(sheet, figures):
            room = Region(x + 1, below, seen - 1, (5 * figures + 1) // 2)
            rank_figure(sheet, room, rank_words(shown), ink, figures)
            below += room.height + figures - 1
        room = Region(x + 1, below, seen - 1, y + size.height - 1 - below)
        pip(sheet, room, shown.suit, ink, figures)
        return
    has_room = len(name + star) < seen
    sheet.put(x + 1, y + 1, name + (star if has_room else ""), ink, bold=True)
    if not has_room and star:
        sheet.put(x + 1, y + 2, star, ink, bold=True)
    if new:
        sheet.put(x + 3, low, new, "ink", bold=True)
    if pips and has_figures(sheet):
        pip(sheet, Region(x + 1, y + 2, seen - 1, size.height - 3), shown.suit, ink, pips)
    else:
        sheet.put(x + (1 if seen <= LEAST_FOR_RANK_AND_SUIT else 2), low, suit, ink, bold=True)


def edge(sheet: Sheet, x: int, y: int, width: int, seen: int = 0) -> None:
    """Draw the upper edge of a standing card, or the `seen` cells of it that no card covers."""
    seen = seen or width
    if sheet.is_solid:
        ink = "outline" if sheet.has_outline else "face"
        sheet.put(x, y, ("▗" + "▄" * (width - 2) + "▖")[:seen], ink, "felt")
        return
    border = sheet.glyphs.rounded
    words = border.top_left + border.across * (width - 2) + border.top_right
    sheet.put(x, y, words[:seen], "silver", "felt")


def _blank(sheet: Sheet, x: int, y: int, size: CardSize, look: Look, seen: int = 0) -> None:
    is_over = seen > 0
    card(sheet, x, y, size, SEAT, look.face, seen=seen, is_flat=True, is_over=is_over)


def _back(sheet: Sheet, x: int, size: CardSize, seen: int) -> None:
    """Draw a card face down."""
    ground = "silver_back" if sheet.is_solid else "felt"
    card(sheet, x, 0, size, SEAT, ground, seen=seen, is_flat=True, is_over=True)
    for row in range(1, size.height - 1):
        sheet.put(x + 1, row, sheet.glyphs.shade * (min(seen, size.width - 1) - 1), "silver")


class Fan(NamedTuple):
    """A hand as it is to be shown.

    Attributes:
        cards: The cards from left to right; None for each that is hidden.
        standing: The mask of the cards that may be played or chosen.
        joker: The mask of the joker, 0 if there is none.
        new: The mask of the cards received just now.
        tags: The words above some cards, by place.
        stops: The words on the stops, empty for a stop that is not there.
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


def hand_lines(
    fan: Fan, on: int | None, where: HeartsPlace, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return a hand with its tags, and the cursor `on` a place of it.

    A cursor that moves from card to card changes the line of the edges alone.
    """
    stop = on if on is not None and on >= ACTION else None
    cards = card_lines(fan._replace(tags=()), stop, where, width, glyphs)
    tags = tag_line(fan.tags, where, width, glyphs)
    return [tags, edge_line(fan, on, where, width, glyphs), *cards]


@remembered
def tag_line(
    tags: tuple[tuple[int, str], ...], where: HeartsPlace, width: int, glyphs: Glyphs
) -> Line:
    """Return the line above the hand: the sum a card would make, a hint, the cards to pass."""
    sheet, step = Sheet(width, 1, glyphs), where.sizes.step
    for at, words in tags:
        sheet.put(where.left + at * step, 0, words[:step].center(step), "text", "rail", bold=True)
    return sheet.lines()[0]


def edge_line(fan: Fan, on: int | None, where: HeartsPlace, width: int, glyphs: Glyphs) -> Line:
    """Return the line of the upper edges, the only line that a step of the cursor changes."""
    sheet = _edges(fan, where, width, glyphs).copy()
    if on is not None and on < len(fan.cards):
        look, seen = fan.look(fan.cards[on]), _seen(fan, on, where)
        x = where.left + on * where.sizes.step
        cap(sheet, x, 0, seen, look.face, is_flat=not look.is_standing)
    return sheet.lines()[0]


@remembered
def _edges(fan: Fan, where: HeartsPlace, width: int, glyphs: Glyphs) -> Sheet:
    """Draw the upper edges of a hand without the cursor."""
    sheet = Sheet(width, 1, glyphs)
    looks = [fan.look(card) for card in fan.cards]
    for at, look in enumerate(looks):
        if look.is_standing:
            seen = _seen(fan, at, where)
            is_covered = any(after.is_standing for after in looks[at + 1 : at + 2])
            whole = where.sizes.hand.width if is_covered else seen
            edge(sheet, where.left + at * where.sizes.step, 0, whole, seen)
    return sheet


def _seen(fan: Fan, at: int, where: HeartsPlace) -> int:
    """Return the number of visible cells of a card in a hand."""
    return where.sizes.hand.width if at == len(fan.cards) - 1 else where.sizes.step


@remembered
def card_lines(
    fan: Fan, on: int | None, where: HeartsPlace, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return the cards below their upper edges, with the stops beside or below them."""
    sizes, count = where.sizes, len(fan.cards)
    end = where.left + (count - 1) * sizes.step + sizes.hand.width if count else where.left
    cards = Sheet(end - where.left, sizes.hand.height, glyphs)
    for at, shown in enumerate(fan.cards):
        seen = _seen(fan, at, where)
        if shown is None:
            _back(cards, at * sizes.step, sizes.hand, seen)
        else:
            look = fan.look(shown)
            size, pips = sizes.hand, sizes.hand_pips
            draw_in_fan(cards, at * sizes.step, 0, shown, look, size, seen, pips, sizes.figures)
    beside = Sheet(width - end, sizes.hand.height - 1, glyphs)
    below = Sheet(width, 1, glyphs)
    for stop, words in enumerate(fan.stops):
        if words:
            region, is_on = stop_region(where, stop), on == ACTION + stop
            sheet = below if sizes.stops_below else beside
            x, y = (0, sizes.hand.height + 1) if sizes.stops_below else (end, 2)
            button(sheet, region.x - x, region.y - y, region.width, words, is_on=is_on)
    left = Sheet(where.left, 1, glyphs).lines()
    rows = zip(cards.lines()[1:], beside.lines(), strict=True)
    lines = [(*left[0], *row, *after) for row, after in rows]
    return [*lines, *(below.lines() if sizes.stops_below else ())]
