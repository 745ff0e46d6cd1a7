"""The trick as lines: four players round four cards, and the line of the sum. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len

from engine.hearts.cards import SUITS, Card, cards_of
from engine.hearts.rules import EXCHANGE_SUM, SLAP_SUM
from tui.games.hearts.cards import Look, empty_place, trick_card
from tui.games.hearts.layout import NORMAL, PHONE, HeartsPlace, trick_cells
from tui.table.cards import RAIL_INKS
from tui.table.sheet import Sheet
from tui.widgets.lines import Line, cut, shortened
from tui.widgets.remembered import remembered
from words.glyphs import Glyphs
from words.playing_cards import rank_words, suit_sign
from words.translation import _, several

LEAST_BAR: Final = 6
"""Shortest bar of the sum, in cells; with less room the words beside it are left out."""
COUNTS_FROM: Final = 50
"""Narrowest plate that has points and cards; elsewhere they stand in the first line."""
BELOW, LEFT, ACROSS, RIGHT = range(4)
"""The places of the players as the viewer sees them; the left neighbour plays next."""


class SeatShown(NamedTuple):
    """A player as shown beside the trick, on the rail, and on the viewer's own plate.

    Attributes:
        name: The player's name.
        score: The points of the finished rounds.
        gain: The points of this round so far.
        cards: The number of cards in hand.
        status: The player's present act in a word or two, or nothing.
        is_to_move: Whether it is the player's turn.
        has_passed: Whether the player has chosen the cards to pass.
        hand: The cards in hand where all hands are open, as a mask; 0 otherwise.
        timed: The name after the time on the player's clock, if there is one.
    """

    name: str
    score: int
    gain: int = 0
    cards: int = 0
    status: str = ""
    is_to_move: bool = False
    has_passed: bool = False
    hand: int = 0
    timed: str = ""


class Cross(NamedTuple):
    """The players and the cards on the table, by place: below, left, across, right.

    Attributes:
        players: The players.
        cards: The card of each, None for none.
        is_past: Whether it is the last trick, which stays until the next one is led.
        newest: The place of the card played last.
        joker: The joker, or None.
        mine: The words on the viewer's own empty place, or nothing for no place.
        given: The cards chosen so far while cards to pass are chosen, None otherwise.
        facts: The facts in the corner of a table without a rail: signs, inks, words.
    """

    players: tuple[SeatShown, ...]
    cards: tuple[Card | None, ...]
    is_past: bool = False
    newest: int | None = None
    joker: Card | None = None
    mine: str = ""
    given: tuple[Card, ...] | None = None
    facts: tuple[tuple[str, str, str], ...] = ()


@remembered
def cross(row: Cross, where: HeartsPlace, glyphs: Glyphs) -> list[Line]:
    """Return the lines of the trick."""
    sizes = where.sizes
    sheet = Sheet(where.felt, sizes.trick_rows, glyphs)
    cells = trick_cells(where)
    x, y = cells[BELOW]
    if row.mine and row.cards[BELOW] is None:
        empty_place(sheet, x, y, sizes.card, row.mine)
    if row.given is not None:
        _given(sheet, row.given, where)
    for at in (ACROSS, LEFT, RIGHT, BELOW):
        shown = row.cards[at]
        if shown is not None:
            look = Look(not row.is_past, shown == row.joker, at == row.newest)
            trick_card(sheet, *cells[at], sizes.card, shown, look, sizes.pips, sizes.figures)
    if sizes.figures:
        for at, player in enumerate(row.players):
            _over(sheet, player, *cells[at], where)
        return sheet.lines()
    middle = cells[ACROSS][0] + sizes.card.width // 2
    _above(sheet, row.players[ACROSS], middle, sizes.top - 1, where)
    for at, (sign, ink, words) in enumerate(row.facts[: sizes.drop]):
        x = sheet.put(1, sizes.top + at, sign, ink, bold=True) + 1
        sheet.put(x, sizes.top + at, cut(words, cells[ACROSS][0] - x), "quiet")
    (left_x, y), (right_x, _y) = cells[LEFT], cells[RIGHT]
    gap = 1 if where.felt <= PHONE.felt else 2
    room = min(sizes.words, left_x - gap)
    _beside(sheet, row.players[LEFT], left_x - gap - room, y, room, where)
    begin = right_x + sizes.card.width + gap
    _beside(sheet, row.players[RIGHT], begin, y, min(room, where.felt - begin), where)
    return sheet.lines()


def _given(sheet: Sheet, given: tuple[Card, ...], where: HeartsPlace) -> None:
    """Draw the three places for the cards to pass, with the chosen cards on them."""
    sizes, cells = where.sizes, trick_cells(where)
    y = cells[LEFT][1]
    for at, column in enumerate((LEFT, ACROSS, RIGHT)):
        x = cells[column][0]
        if at < len(given):
            trick_card(sheet, x, y, sizes.card, given[at], Look(), sizes.pips, sizes.figures)
        else:
            empty_place(sheet, x, y, sizes.card, "")


def _above(sheet: Sheet, player: SeatShown, middle: int, y: int, where: HeartsPlace) -> None:
    """Put the player across on one line."""
    glyphs = sheet.glyphs
    parts: list[tuple[str, str, bool]] = [(player.timed, "text", True)]
    if player.hand:
        for suit, words in _suits(player.hand, glyphs):
            parts.append((words, RAIL_INKS[suit], False))
    elif where.sizes.columns >= NORMAL.columns:
        parts.append((_points(player.score), "quiet", False))
        parts.append((_cards(player.cards), "quiet", False))
    else:
        parts.append((f"{player.score}+{player.gain}", "quiet", False))
    if player.status:
        parts.append((_status(player, glyphs), _status_ink(player), False))
    width = sum(cell_len(words) + 2 for words, *_rest in parts) - 2
    while width > where.felt - 2 and len(parts) > 1:
        words, *_rest = parts.pop(1)
        width -= cell_len(words) + 2
    x = max(1, min(middle - width // 2, where.felt - 1 - width))
    for words, ink, is_bold in parts:
        x = sheet.put(x, y, words, ink, bold=is_bold) + 2


def _beside(sheet: Sheet, player: SeatShown, x: int, y: int, room: int, where: HeartsPlace) -> None:
    """Put a player beside the trick, on lines below each other."""
    glyphs, high = sheet.glyphs, where.sizes.card.height
    sheet.put(x, y, cut(player.timed, room), bold=True)
    if player.hand and high > len(SUITS):
        for row, (suit, words) in enumerate(_suits(player.hand, glyphs), start=1):
            forms = words, words.replace(" ", "")
            sheet.put(x, y + row, shortened(forms, room), RAIL_INKS[suit])
        return
    if high > len(SUITS):
        sheet.put(x, y + 1, cut(_points(player.score), room), "quiet")
        sheet.put(x, y + 2, cut(_cards(player.cards), room), "quiet")
        y += 3
    else:
        sheet.put(x, y + 1, f"{player.score}+{player.gain}", "quiet")
        y += 2
    if player.status:
        sheet.put(x, y, cut(_status(player, glyphs), room), _status_ink(player))


def _over(sheet: Sheet, player: SeatShown, x: int, y: int, where: HeartsPlace) -> None:
    """Put a player's name and points above a place in the row, and what they do below it."""
    room = where.sizes.card.width - 1
    points = f"{player.score}+{player.gain}"
    after = sheet.put(x, y - 1, cut(player.timed, room - len(points) - 1), bold=True)
    sheet.put(max(after + 1, x + room - len(points)), y - 1, points, "quiet")
    below = y + where.sizes.card.height
    sheet.put(x, below, cut(_status(player, sheet.glyphs), room), _status_ink(player))


def _status(player: SeatShown, glyphs: Glyphs) -> str:
    return f"{glyphs.cursor} {player.status}" if player.is_to_move else player.status


def _status_ink(player: SeatShown) -> str:
    return "gold" if player.is_to_move else "text"


def _points(score: int) -> str:
    return several("{count} point", "{count} points", score)


def _cards(count: int) -> str:
    return several("{count} card", "{count} cards", count)


def _suits(hand: int, glyphs: Glyphs) -> list[tuple[int, str]]:
    """Return the suits of an open hand, each with the ranks in it."""
    found = []
    for suit in range(len(SUITS)):
        ranks = [rank_words(card) for card in cards_of(hand) if card.suit == suit]
        if ranks:
            gap = " " if "10" in ranks else ""
            found.append((suit, suit_sign(SUITS[suit], glyphs) + gap.join(ranks)))
    return found


class Foot(NamedTuple):
    """The line below the trick.

    Attributes:
        total: The sum on the table, None where nothing is added now.
        told: The words in place of a sum.
        shorter: The words where those have no room, "" for the same ones.
        is_loud: Whether the words are out of the ordinary.
        call: The call to slap, or nothing while nobody has to.
        order: The players who have slapped, first to last.
    """

    total: int | None = None
    told: str = ""
    shorter: str = ""
    is_loud: bool = False
    call: str = ""
    order: str = ""


@remembered
def foot_line(row: Foot, where: HeartsPlace, glyphs: Glyphs) -> Line:
    """Return the line of the sum, of the last event, or of the call to slap."""
    width = where.felt
    sheet = Sheet(width, 1, glyphs)
    if row.call:
        sheet.put(0, 0, " " * width, "on_cursor", "cursor", bold=True)
        x = sheet.put(2, 0, cut(row.call, width - 3), "on_cursor", "cursor", bold=True)
        if row.order and x + 3 < width:
            sheet.put(x + 3, 0, cut(row.order, width - x - 4), "on_cursor", "cursor", bold=True)
    elif row.total is None:
        ink = "text" if row.is_loud else "quiet"
        words = shortened((row.told, row.shorter or row.told), width - 3)
        sheet.put((width - cell_len(words)) // 2, 0, words, ink, bold=row.is_loud)
    else:
        _sum(sheet, row.total)
    return sheet.lines()[0]


def _sum(sheet: Sheet, total: int) -> None:
    """Draw the sum as a bar towards 20 and 21."""
    marks: tuple[tuple[str, str], ...]
    marks = ((str(SLAP_SUM), _("all slap")), (str(EXCHANGE_SUM), _("hands pass")))
    x = sheet.put(2, 0, _("sum"), "quiet")
    x = sheet.put(x + 1, 0, f"{total:2}", bold=True) + 1
    if sheet.width - x - _sum_width(marks) < LEAST_BAR:
        marks = tuple((number, "") for number, _words in marks)
    room = min(sheet.width - x - _sum_width(marks), EXCHANGE_SUM * 2)
    filled = min(room, round(total * room / EXCHANGE_SUM))
    x = sheet.bar(x, 0, room, filled, "gold", sheet.glyphs.dash) + 1
    for number, words in marks:
        is_there = number == str(total)
        x = sheet.put(x, 0, number, "text", bold=True) + 1
        if words:
            x = sheet.put(x, 0, words, "text" if is_there else "quiet") + 1


def _sum_width(marks: Iterable[tuple[str, str]]) -> int:
    """Return the cells of the sums, their effects and the margins."""
    return 2 + sum(cell_len(number) + 1 + bool(words) + cell_len(words) for number, words in marks)


@remembered
def plate(player: SeatShown, width: int, glyphs: Glyphs) -> Line:
    """Return the viewer's own plate, filled when it is the viewer's turn."""
    sheet = Sheet(width, 1, glyphs)
    ink, second = "gold", "text"
    if player.is_to_move:
        sheet.fill(0, 0, width, 1, "gold")
        sheet.put(1, 0, glyphs.cursor, "plate", bold=True)
        ink = second = "plate"
    counts = ""
    if width >= COUNTS_FROM:
        counts = f"{_points(player.score)}   {_cards(player.cards)}"
    begin = width - 1 - cell_len(counts)
    sheet.put(begin, 0, counts, second, bold=player.is_to_move)
    x = sheet.put(3, 0, cut(player.timed, max(4, begin - 6)), ink, bold=True) + 3
    if x + 3 < begin:
        sheet.put(x, 0, cut(player.status, begin - x - 2), second, bold=player.is_to_move)
    return sheet.lines()[0]
