"""The rail beside Bataille's table: the last duels, and the cards of each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.war.history import PastTurn
from engine.war.view import WarView
from tui.table.sheet import Sheet, share
from tui.themes import paint, palette
from tui.widgets.lines import Line, cut, pad, shortened, text
from tui.widgets.turn_log import LogRow, TurnLog
from words.glyphs import Glyphs, glyphs
from words.playing_cards import card_words, rank_words
from words.translation import _

NARROW: Final = 20
"""A rail of fewer cells has no names of challengers, no suits and no table of cards."""

CARD: Final = 3
"""The cells of a card in words."""


class WarRail(TurnLog):
    """The last duels, and below them the number of cards of each player.

    Attributes:
        number: The number of the duel, beside the heading; 0 for none.
        cards: The lines with the number of cards of each player.
    """

    def __init__(self) -> None:
        super().__init__()
        self.number = 0
        self.cards: list[Line] = []

    @property
    def divider(self) -> int:
        return 1

    def above(self) -> list[Line]:
        """Return the heading with the number of the duel, and a line below."""
        width = max(self.size.width - 1, 0)
        sheet = Sheet(width, 2, glyphs(), "rail")
        end = str(self.number) if self.number else ""
        sheet.put(1, 0, cut(self.heading, width - 2 - len(end) - bool(end)), bold=True)
        sheet.put(width - 1 - len(end), 0, end, "quiet")
        sheet.put(1, 1, sheet.glyphs.light * (width - 2), "line")
        return sheet.lines()

    def below(self) -> list[Line]:
        """Return the lines with the number of cards of each player."""
        return self.cards

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines, with a divider before the table if their grounds look the same."""
        is_one_ground = palette().colour("felt") == palette().colour("rail")
        sign = text(glyphs().separator if is_one_ground else " ", paint("line", "rail"))
        super().show([(sign, *words) for words in lines])


def kept(done: int, room: int) -> int:
    """Return how many of the `done` rows stay in sight in a room of `room` rows.

    Rows stay in place until the room is full; then half of them go at once, so that most new rows
    cost few bytes.

    >>> [kept(done, 10) for done in (3, 10, 11, 15, 16)]
    [3, 10, 6, 10, 6]
    """
    page = max(room // 2, 1)
    return min(done, room) if done <= room else room - (room - done) % page


def rows(
    turns: Sequence[PastTurn],
    names: Sequence[str],
    width: int,
    glyphs: Glyphs,
    done: int,
    present: int | None = None,
) -> list[LogRow]:
    """Return a row for each turn.

    `done` turns were made with the last one. The turn number `present` is bold and those after it
    are quiet; without it the newest is bold.
    """
    longest = max((len(str(turn.number)) for turn in turns), default=1)
    here = done if present is None else present
    found = []
    for at, turn in enumerate(turns):
        is_tied_before = at > 0 and turns[at - 1].number == turn.number
        number = "" if is_tied_before else str(turn.number)
        made = done - len(turns) + at + 1
        is_here, is_later = made == here, made > here
        shown = number.rjust(longest)
        words = _row(turn, shown, names, width, glyphs, is_here=is_here, is_later=is_later)
        found.append(LogRow(words, made))
    return found


def _row(
    turn: PastTurn,
    number: str,
    names: Sequence[str],
    width: int,
    glyphs: Glyphs,
    *,
    is_here: bool,
    is_later: bool,
) -> Line:
    sheet = Sheet(width, 1, glyphs, "rail")
    ink = "quiet" if is_later else "text"
    if is_here:
        sheet.put(0, 0, glyphs.cursor, bold=True)
    x = sheet.put(1, 0, number, "text" if is_here else "quiet", bold=is_here) + 1
    is_narrow = width < NARROW
    first, second = (
        rank_words(card) if is_narrow else card_words(card, glyphs) for card in turn.cards
    )
    each = CARD - is_narrow
    taken = f" +{turn.taken}" if turn.taker is not None and not is_narrow else ""
    room = width - x - 2 * each - 2 - len(taken)
    if not is_narrow:
        who = min((room - 1) // 2, max(map(cell_len, names)))
        x = sheet.put(x, 0, pad(names[turn.challenger], who), ink, bold=is_here) + 1
        room -= who + 1
    x = sheet.put(x, 0, first.rjust(each), ink, bold=is_here)
    x = sheet.put(x, 0, ":", "quiet")
    x = sheet.put(x, 0, second.ljust(each), ink, bold=is_here) + 1
    tie = shortened((_("tie"), "="), room)
    words = tie if turn.taker is None else cut(names[turn.taker], room) + taken
    sheet.put(x, 0, words, "quiet" if is_later else "gold", bold=is_here)
    return sheet.lines()[0]


def cards(view: WarView, names: Sequence[str], width: int, glyphs: Glyphs) -> list[Line]:
    """Return the players by their cards, the most first, then those out, the latest first."""
    seats = range(view.options.players)
    left = sorted((s for s in seats if not view.out[s]), key=lambda seat: -view.piles[seat])
    gone = sorted((s for s in seats if view.out[s]), key=lambda seat: -view.out[seat])
    sheet = Sheet(width, 2 + len(seats), glyphs, "rail")
    sheet.put(1, 0, glyphs.light * (width - 2), "line")
    sheet.put(1, 1, _("Cards"), bold=True)
    name = min(max(map(cell_len, names)), width // 3)
    bar = width - name - 7
    all_cards = view.options.players * view.options.cards
    for y, seat in enumerate((*left, *gone), start=2):
        if view.out[seat]:
            words = _("{player} out at duel {duel}")
            said = words.format(player=cut(names[seat], name), duel=view.out[seat])
            sheet.put(1, y, cut(said, width - 2), "quiet")
            continue
        count = view.piles[seat]
        sheet.put(1, y, cut(names[seat], name))
        sheet.bar(name + 2, y, bar, share(count, all_cards, bar), "gold", glyphs.dash)
        sheet.put(width - 1 - len(str(count)), y, str(count), bold=True)
    return sheet.lines()
