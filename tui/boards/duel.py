"""The duel as lines: piles as large cards, a hand, a log. Pure functions; no widget, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style

from engine.duel.moves import Lay, Pile, Turn, write_cards
from engine.duel.side import Side
from tui.glyphs import Border, Glyphs
from tui.widgets.lines import (
    BOLD,
    DIM,
    GOLD,
    PLAIN,
    SILVER,
    Line,
    cut,
    line,
    pad,
    text,
)
from tui.words import _, several

WIDTH: Final = 52
PILE_WIDTH: Final = 26
CARD_WIDTH: Final = 11
HAND_CARD_WIDTH: Final = 6
END_WIDTH: Final = 8
MENU_WIDTH: Final = 7
END_TURN: Final = 6
MENU: Final = 7
"""Places on the hand row: 0 to 5 are cards, then two stops."""


def style_of(seat: int) -> Style:
    """Return the colour of a player's cards."""
    return GOLD if seat == 0 else SILVER


def border_of(seat: int, glyphs: Glyphs) -> Border:
    """Return the border of a player's cards: who it is shows without colour too."""
    return glyphs.north if seat == 0 else glyphs.south


@dataclass(frozen=True, slots=True)
class Marks:
    """What is pointed out on one player's two piles (ascending first).

    Attributes:
        fresh: The cards laid on each in the last turn, lowest on the pile first.
        target: Which of the two the selected card would go to, None if neither.
        label: What it would cost there.
    """

    fresh: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    target: int | None = None
    label: str = ""


def header(seat: int, name: str, side: Side) -> Line:
    """Return the line with a player's name and counts."""
    counts = f"{_('hand')} {side.hand_size}  {_('draw pile')} {side.draw_size}"
    who = pad(name, WIDTH - 3 - len(counts))
    return line(" ", text(who, style_of(seat)), " ", counts, " ")


def open_hand(seat: int, cards: Sequence[int]) -> Line:
    """Return the line that shows the opponent's hand after the end."""
    return line(" ", text(write_cards(cards), style_of(seat)), "  ", text(_("in hand"), DIM))


def piles(seat: int, side: Side, marks: Marks, glyphs: Glyphs) -> list[Line]:
    """Return a player's two piles: six lines."""
    left = _pile(seat, side.up, side.up_count, True, marks, glyphs)
    right = _pile(seat, side.down, side.down_count, False, marks, glyphs)
    return [(*one, *other) for one, other in zip(left, right, strict=True)]


def _pile(
    seat: int, top: int, count: int, ascending: bool, marks: Marks, glyphs: Glyphs
) -> list[Line]:
    border, style = border_of(seat, glyphs), style_of(seat)
    inner = CARD_WIDTH - 2
    arrow = glyphs.up if ascending else glyphs.down
    fresh = marks.fresh[0 if ascending else 1]
    is_target = marks.target == (0 if ascending else 1)
    rows = [
        border.top_left + border.across * inner + border.top_right,
        border.down + f" {top:02}".ljust(inner) + border.down,
        border.down + arrow.center(inner) + border.down,
        border.down + " " * inner + border.down,
        border.down + f"{top:02} ".rjust(inner) + border.down,
        border.bottom_left + border.across * inner + border.bottom_right,
    ]
    beside = [
        PLAIN_BLANK,
        text(f" {glyphs.target} {marks.label}", BOLD) if is_target else PLAIN_BLANK,
        PLAIN_BLANK,
        text(f" {glyphs.fresh} " + " ".join(f"{card:02}" for card in fresh[-3:]), BOLD)
        if fresh
        else PLAIN_BLANK,
        text(" " + several("{count} card", "{count} cards", count), DIM) if count else PLAIN_BLANK,
        PLAIN_BLANK,
    ]
    room = PILE_WIDTH - CARD_WIDTH - 1
    return [
        line(" ", text(row, style), Segment(pad(note.text, room), note.style))
        for row, note in zip(rows, beside, strict=True)
    ]


PLAIN_BLANK: Final = Segment("", PLAIN)


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand row as it is to be shown.

    Attributes:
        seat: Whose cards they are.
        cards: The cards still in hand, lowest first; None for each that is hidden.
        dull: The cards that cannot be laid now.
        place: Where the cursor is: a card, `END_TURN`, `MENU`, or None.
        end_label: What stands on the stop that ends the turn.
        hinted: The cards that a hint would lay from here, in order, each with its pile; None
            without a hint.
    """

    seat: int
    cards: tuple[int | None, ...]
    dull: frozenset[int] = frozenset()
    place: int | None = None
    end_label: str = ""
    hinted: tuple[Lay, ...] | None = None


def hand(row: Hand, glyphs: Glyphs) -> list[Line]:
    """Return the hand row: the marks of a hint, three lines of cards and stops, the cursor."""
    border, style = border_of(row.seat, glyphs), style_of(row.seat)
    top: list[Segment] = [text(" ")]
    middle: list[Segment] = [text(" ")]
    bottom: list[Segment] = [text(" ")]
    inner = HAND_CARD_WIDTH - 2
    for place in range(END_TURN):
        if place >= len(row.cards):
            for parts in (top, middle, bottom):
                parts.append(text(" " * HAND_CARD_WIDTH))
            continue
        card = row.cards[place]
        look = style + DIM if card in row.dull else style
        face = "??" if card is None else f"{card:02}"
        top.append(text(border.top_left + border.across * inner + border.top_right, look))
        middle.append(text(border.down + face.center(inner) + border.down, look))
        bottom.append(text(border.bottom_left + border.across * inner + border.bottom_right, look))
    button = glyphs.button
    for words, width in ((row.end_label or _("End"), END_WIDTH), (_("Menu"), MENU_WIDTH)):
        top.append(text(button.top_left + button.across * (width - 2) + button.top_right, DIM))
        middle.append(text(button.down + words[: width - 2].center(width - 2) + button.down, PLAIN))
        bottom.append(
            text(button.bottom_left + button.across * (width - 2) + button.bottom_right, DIM)
        )
    return [_marks(row), tuple(top), tuple(middle), tuple(bottom), _cursor(row, glyphs)]


def _marks(row: Hand) -> Line:
    """Return the marks of a hint: which card comes when and on which pile, then the end."""
    if row.hinted is None:
        return line("")
    marks = {lay.card: f"{at}{lay.pile.mark}" for at, lay in enumerate(row.hinted, start=1)}
    cells = [marks.get(card or 0, "").center(HAND_CARD_WIDTH) for card in row.cards]
    end = str(len(marks) + 1).center(END_WIDTH)
    return line(" ", text("".join(cells).ljust(END_TURN * HAND_CARD_WIDTH) + end.rstrip(), BOLD))


def _cursor(row: Hand, glyphs: Glyphs) -> Line:
    if row.place is None:
        return line("")
    sign = glyphs.here
    if row.place < len(row.cards) and row.cards[row.place] in row.dull:
        sign = glyphs.nowhere
    start, width = place_span(row.place)
    return line(" " * start, text(sign * width, BOLD))


def place_span(place: int) -> tuple[int, int]:
    """Return where a place of the hand row begins and how wide it is, in cells."""
    if place < END_TURN:
        return 1 + place * HAND_CARD_WIDTH, HAND_CARD_WIDTH
    begin = 1 + END_TURN * HAND_CARD_WIDTH
    return (begin, END_WIDTH) if place == END_TURN else (begin + END_WIDTH, MENU_WIDTH)


def place_at(x: int, cards: int) -> int | None:
    """Return the place of the hand row at cell x, None beside all of them."""
    places: list[int] = [*range(cards), END_TURN, MENU]
    for place in places:
        begin, width = place_span(place)
        if begin <= x < begin + width:
            return place
    return None


def cost(lay: Lay, top: int) -> str:
    """Return what laying a card does to its pile: `+3`, `jump -10`, or `gives 7` for a gift."""
    if lay.pile.is_theirs:
        return _("gives {pips}").format(pips=abs(lay.card - top))
    step = lay.card - top if lay.pile is Pile.UP else top - lay.card
    return _("jump -10") if step < 0 else f"+{step}"


def log_line(number: int, seat: int, turn: Turn, width: int) -> Line:
    """Return a line of the log: who laid what; without blanks where there is no room for them."""
    words = str(turn)
    if len(words) > width - 6:
        words = words.replace(" ", "")
    return line(f"{number:3} ", text("NS"[seat], style_of(seat)), " " + cut(words, width - 6))
