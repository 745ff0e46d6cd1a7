"""Bataille drawn in lines: the piles in a circle, the duel in the middle. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from engine.war.history import duel_shown
from engine.war.rules import WarDuel
from engine.war.view import WarView
from play.story import Story
from tui.games.war.layout import DEEPEST, SIGN, Spot, WarLayout, rest_of
from tui.table.cards import SUITS, CardSize, card, figure, ink_of, pip, rank_figure
from tui.table.end_panel import end_panel
from tui.table.sheet import Sheet
from tui.themes import paint
from tui.widgets.lines import Line, cut, text
from words.glyphs import ASCII, Glyphs
from words.playing_cards import card_words, rank_words
from words.translation import _, several

MARGIN: Final = 2
"""Cells on each side of the end panel, and lines above and below it together."""
PILES_ONLY: Final = {2: 2, 3: 2}
"""The height of the piles without a duel, in blocks of a seat, by the number of players; else 3."""
FEWEST_TOLD: Final = 6
"""The fewest lines of the end panel; with less room the piles are left out."""


def board(
    view: WarView,
    names: Sequence[str],
    layout: WarLayout,
    glyphs: Glyphs,
    mine: int | None = None,
    timed: Sequence[str] = (),
) -> list[Line]:
    """Return the whole table, the viewer's pile below and marked.

    `timed` are the names by the piles, after the time on the players' clocks.
    """
    sheet = Sheet(*layout.room, glyphs)
    _width, height = layout.room
    shown = duel_shown(view)
    if height < 2 * layout.block + 1:
        return sheet.lines()
    if layout.sizes.is_huge:
        piles = zip(timed or names, view.piles, strict=True)
        counted = [_counted(name, count) for name, count in piles]
        _own(sheet, view, counted, mine)
    else:
        counted = [*names]
        _seats(sheet, view, timed or names, layout, mine)
    if shown:
        duel, taker = shown
        _duel(sheet, duel, taker, counted, layout)
        _result(sheet, duel, taker, names, layout)
    return sheet.lines()


def ending(
    story: Story,
    view: WarView,
    names: Sequence[str],
    layout: WarLayout,
    glyphs: Glyphs,
    mine: int | None = None,
) -> list[Line]:
    """Return the whole table once the game is over: the end panel, and the piles below it."""
    width, height = layout.room
    left = text(" " * MARGIN, paint("text", "felt"))
    least = PILES_ONLY.get(view.options.players, 3) * layout.block
    room = height - MARGIN - (least if height >= least + FEWEST_TOLD else 0)
    panel = end_panel(story, width - 2 * MARGIN, room, glyphs)
    lines: list[Line] = [(), *((left, *line) for line in panel), ()]
    rest = height - len(lines)
    if rest >= least:
        sheet = Sheet(width, rest, glyphs)
        _seats(sheet, view, names, replace(layout, room=(width, rest)), mine)
        lines += sheet.lines()
    return lines[:height]


def _seats(
    sheet: Sheet, view: WarView, names: Sequence[str], layout: WarLayout, mine: int | None
) -> None:
    """Draw all seats in a circle, the viewer's below."""
    spots, size = layout.spots(view.options.players, mine or 0), layout.sizes.pile
    for seat, spot in enumerate(spots):
        if view.out[seat]:
            _out(sheet, names[seat], spot, size, is_mine=seat == mine)
        else:
            _seat(sheet, view, seat, names[seat], spot, size, is_mine=seat == mine)


def _counted(name: str, count: int) -> str:
    """Return a name with the number of the player's cards."""
    return f"{name}  {several('{count} card', '{count} cards', count)}"


def _own(sheet: Sheet, view: WarView, names: Sequence[str], mine: int | None) -> None:
    """Draw the viewer's pile as a line below, or before the first duel every player's pile."""
    seats = [mine] if mine is not None else []
    if not duel_shown(view):
        seats = [seat for seat in range(view.options.players) if seat != mine] + seats
    for line, seat in enumerate(reversed(seats)):
        words = f"{names[seat]}  {_('you', 'pile')}" if seat == mine else names[seat]
        words = cut(words, sheet.width - 2)
        ink = "gold" if seat == mine else "text"
        y = sheet.height - 1 - line
        sheet.put((sheet.width - cell_len(words)) // 2, y, words, ink, bold=seat == mine)


def _out(sheet: Sheet, name: str, spot: Spot, size: CardSize, *, is_mine: bool) -> None:
    """Draw the place of a player who is out."""
    (x, y, width), words = spot, _("out")
    inner = x + SIGN
    after = _name(sheet, name, spot, "quiet", is_mine=is_mine)
    if after + 1 + cell_len(words) <= x + width:
        sheet.put(after + 1, y, words, "quiet")
    else:
        sheet.put(inner, y + 1, words, "quiet")
    sheet.put(inner, y + size.height // 2 + 1, rest_of(sheet.glyphs) * size.width, "line")


def _seat(
    sheet: Sheet,
    view: WarView,
    seat: int,
    name: str,
    spot: Spot,
    size: CardSize,
    *,
    is_mine: bool,
) -> None:
    """Draw a name above its pile, with a sign for the challenger."""
    x, y, _width = spot
    if seat in view.to_move:
        sheet.put(x, y, sheet.glyphs.cursor, bold=True)
    _name(sheet, name, spot, "text", is_mine=is_mine)
    _pile(sheet, x + SIGN, y + 1, view.piles[seat], size)


def _name(sheet: Sheet, name: str, spot: Spot, ink: str, *, is_mine: bool) -> int:
    """Draw a name, and a word for the viewer beside it; return the cell after both."""
    x, y, width = spot
    you = _("you", "pile") if is_mine else ""
    room = width - SIGN - (cell_len(you) + 1 if you else 0)
    after = sheet.put(x + SIGN, y, cut(name, room), ink, bold=ink == "text")
    return sheet.put(after + 1, y, you, "gold") if you else after


def _pile(sheet: Sheet, x: int, y: int, count: int, size: CardSize) -> None:
    """Draw a pile with its depth and the number of its cards."""
    middle = y + size.height // 2
    for _beneath in range(min(count, DEEPEST) - 1):
        card(sheet, x, y, size, 0, "gold_back", seen=1, is_over=True)
        x += 1
    if count:
        card(sheet, x, y, size, 0, "gold_back", is_over=True)
    label = f" {count} " if sheet.is_solid else str(count).center(size.width - 2)
    sheet.put(x + (size.width - len(label) + 1) // 2, middle, label, "text", "rail", bold=True)


def _duel(
    sheet: Sheet, duel: WarDuel, taker: int | None, names: Sequence[str], layout: WarLayout
) -> None:
    """Draw the last two cards of a duel, and the sign that compares them."""
    size, top = layout.sizes.card, layout.duel_top
    places = (layout.left_card, layout.right_card)
    seats = (duel.challenger, duel.opponent)
    for x, one in zip(places, duel.turned[-1], strict=True):
        _card(sheet, x, top + 1, one, layout)
    challenger, opponent = (cut(names[seat], layout.right_card - SIGN) for seat in seats)
    end = layout.left_card + size.width
    begin = min(layout.left_card, end - SIGN - cell_len(challenger))
    sheet.put(begin, top, sheet.glyphs.cursor, bold=True)
    sheet.put(begin + SIGN, top, challenger, bold=taker == duel.challenger)
    begin = layout.right_card + (SIGN if cell_len(opponent) + SIGN <= size.width else 0)
    sheet.put(begin, top, opponent, bold=taker == duel.opponent)
    sheet.put(
        layout.right_card - (layout.sizes.gap + 1) // 2,
        top + 1 + size.height // 2,
        _sign(duel, taker),
        bold=True,
    )


def _sign(duel: WarDuel, taker: int | None) -> str:
    first, second = (rank_words(one) for one in duel.turned[-1])
    return "=" if first == second else "<>"[taker == duel.challenger]


def _card(sheet: Sheet, x: int, y: int, name: str, layout: WarLayout) -> None:
    """Draw a card of the duel: its corners and, where there is room, a large figure."""
    size, scale = layout.sizes.card, layout.sizes.scale
    card(sheet, x, y, size, 0)
    words, ink = card_words(name, sheet.glyphs), ink_of(name)
    sheet.put(x + 1, y + 1, words, ink, bold=True)
    sheet.put(x + size.width - 1 - cell_len(words), y + size.height - 2, words, ink, bold=True)
    if layout.sizes.is_huge:
        room = Region(x, y + 2, size.width, size.height - 4)
        above, below = room.split_horizontal((5 * scale + 1) // 2)
        rank_figure(sheet, above, rank_words(name), ink, scale)
        pip(sheet, below, SUITS.index(str(name)[1]), ink, scale - 1)
    elif scale and sheet.glyphs is not ASCII:
        room = Region(x, y + 1, size.width, size.height - 1)
        figure(sheet, room, rank_words(name), ink, scale)


def _result(
    sheet: Sheet, duel: WarDuel, taker: int | None, names: Sequence[str], layout: WarLayout
) -> None:
    """Write the result below the duel, with the cards of the ties before it."""
    width, height = layout.room
    y = layout.duel_top + layout.sizes.card.height + 1
    room = height - layout.block - y
    words = result_words(duel, taker, names)
    before = [_tie(pair, sheet.glyphs) for pair in duel.turned[:-1]]
    ties = cut(_("after {ties}").format(ties=", ".join(before)), width - 2) if before else ""
    if room > 1 and not ties and layout.sizes.scale:
        y += 1
    for said, ink in ((ties, "quiet"), (words, "gold")):
        if said:
            shown = cut(said, width - 2)
            sheet.put((width - cell_len(shown)) // 2, y, shown, ink, bold=ink == "gold")
            y += 1


def _tie(pair: Sequence[str], glyphs: Glyphs) -> str:
    return "=".join(card_words(one, glyphs) for one in pair)


def result_words(duel: WarDuel, taker: int | None, names: Sequence[str]) -> str:
    """Return the taker and the number of cards, or that the cards are equal."""
    if taker is None:
        return _("Equal: once more")
    cards = several("{count} card", "{count} cards", len(duel.cards))
    return _("{player} takes {cards}").format(player=names[taker], cards=cards)
