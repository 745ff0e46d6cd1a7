"""The pages of Dame de Pique: rounds and points, the last trick, the cards not seen yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from engine.hearts.cards import CARDS, HEARTS, QUEEN, RANKS, SUITS, cards_of
from engine.hearts.history import PastTrick
from engine.hearts.rules import GOAL, chelem_of
from engine.hearts.view import HeartsView
from play.games.hearts.controls import FAN_ORDER, fan_order
from play.games.hearts.telling import trick_sentences
from tui.games.hearts.cards import Look, draw_in_fan, edge, signs_of, trick_card
from tui.games.hearts.layout import NORMAL
from tui.table.cards import RAIL_INKS, CardSize
from tui.table.scene import TextPage
from tui.table.sheet import Sheet, share
from tui.widgets.lines import Line, cut, line, text, wrapped
from tui.widgets.remembered import remembered
from words.glyphs import Glyphs
from words.playing_cards import cards_words, rank_words, suit_sign
from words.translation import _, about

CHELEM_CARDS: Final = (*reversed(cards_of(HEARTS)), CARDS[QUEEN])
"""The cards of a Grand Chelem in the order shown."""
CHELEM_SIZE: Final = CardSize(4, 4)
CHELEM_STEP: Final = 3
CHELEM_WIDTH: Final = (len(CHELEM_CARDS) - 1) * CHELEM_STEP + CHELEM_SIZE.width
PAGE_CARD: Final = CardSize(8, 5)
PAGE_STEP: Final = 12
MOST_NAME: Final = 14


@remembered
def round_sheet(
    number: int,
    points: Sequence[int],
    scores: Sequence[int],
    names: Sequence[str],
    width: int,
    height: int,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the result of a round, the lowest score first.

    Args:
        number: The number of the round, from 1.
        points: The points of each seat in it.
        scores: The score of each seat now.
        names: The names of the players.
        width: The cells of a line.
        height: The number of lines.
        glyphs: The signs to draw with.
    """
    sheet = Sheet(width, height, glyphs)
    winner = chelem_of(points)
    has_picture = winner is not None and height >= 6 + 2 + CHELEM_SIZE.height
    need = 3 + len(names) + (1 + CHELEM_SIZE.height if has_picture else 0)
    y = max(0, (height - need - 1) // 2)
    title = _("Round {number}").format(number=number)
    if winner is not None:
        title += f": {_('Grand Chelem')}"
        _centred(sheet, y, f"{signs_of(glyphs).star} {title} {signs_of(glyphs).star}", "gold")
        y += 1
        if has_picture:
            chelem(sheet, (width - CHELEM_WIDTH) // 2, y)
            y += CHELEM_SIZE.height
    else:
        _centred(sheet, y, title, "text")
        y += 1
    y += 1 if height - y > len(names) + 1 else 0
    _standings(sheet, y, points, scores, names)
    return sheet.lines()


def _standings(
    sheet: Sheet, y: int, points: Sequence[int], scores: Sequence[int], names: Sequence[str]
) -> None:
    """Draw a row for each player from line `y` on: the round's points, the score and its bar."""
    name = min(MOST_NAME, max(cell_len(one) for one in names))
    bar = max(6, min(sheet.width - name - 20, 40))
    x = (sheet.width - name - 14 - bar) // 2
    if sheet.height - y > len(names):
        words = _("round"), _("total")
        for end, head in zip((x + name + 6, x + name + 12), words, strict=True):
            sheet.put(end - cell_len(head), y, head, "quiet")
        y += 1
    order = sorted(range(len(names)), key=lambda seat: (scores[seat], seat))
    for line_at, seat in enumerate(order[: max(sheet.height - y, 0)], y):
        end = sheet.put(x, line_at, set_cell_size(cut(names[seat], name), name), bold=True)
        end = sheet.put(end + 2, line_at, f"{f'+{points[seat]}':>4}", "quiet")
        end = sheet.put(end + 2, line_at, f"{scores[seat]:>4}", bold=True) + 2
        sheet.bar(end, line_at, bar, share(scores[seat], GOAL, bar), "gold", sheet.glyphs.dash)


def last_chelem(
    rounds: Sequence[Sequence[int]], width: int, height: int, glyphs: Glyphs
) -> list[Line]:
    """Return the Grand Chelem of the last round in at most `height` lines; no lines without one.

    Its cards are shown if as many lines remain below them for the end of the game.
    """
    if not rounds or chelem_of(rounds[-1]) is None or height < 1:
        return []
    has_picture = height >= 2 * (CHELEM_SIZE.height + 1) and width >= CHELEM_WIDTH
    sheet = Sheet(width, 1 + has_picture * (CHELEM_SIZE.height + 1), glyphs)
    star = signs_of(glyphs).star
    title = _("Round {number}").format(number=len(rounds))
    _centred(sheet, 0, f"{star} {about(title, _('Grand Chelem'))} {star}", "gold")
    if has_picture:
        chelem(sheet, (width - CHELEM_WIDTH) // 2, 1)
    return sheet.lines()


def chelem(sheet: Sheet, x: int, y: int) -> None:
    """Draw all thirteen hearts and the queen of spades as a fan."""
    for at, card in enumerate(CHELEM_CARDS):
        is_last = at == len(CHELEM_CARDS) - 1
        seen = CHELEM_SIZE.width if is_last else CHELEM_STEP
        edge(sheet, x, y, CHELEM_SIZE.width, seen)
        draw_in_fan(sheet, x, y, card, Look(), CHELEM_SIZE, seen)
        x += CHELEM_STEP


def _centred(sheet: Sheet, y: int, words: str, ink: str) -> None:
    words = cut(words, sheet.width - 2)
    sheet.put((sheet.width - cell_len(words)) // 2, y, words, ink, bold=True)


def score_page(
    rounds: Sequence[Sequence[int]],
    present: Sequence[int] | None,
    names: Sequence[str],
    glyphs: Glyphs,
    width: int,
) -> TextPage:
    """Return the page with the points of every round.

    Args:
        rounds: The points of the finished rounds, by seat.
        present: The points so far of the round in progress, None between rounds.
        names: The names of the players.
        glyphs: The signs to draw with.
        width: The most cells of a line.
    """
    column = max(6, min((width - 10) // len(names), MOST_NAME + 2))
    rows = [(str(number), points) for number, points in enumerate(rounds, start=1)]
    if present is not None:
        rows.append((_("so far"), present))
    sheet = Sheet(10 + column * len(names), len(rows) + 3, glyphs, "")
    for at, name in enumerate(names):
        words = cut(name, column - 1)
        sheet.put(9 + column * (at + 1) - cell_len(words), 0, words, bold=True)
    y = 1
    for words, points in rows:
        chelem_seat = chelem_of(points)
        sheet.put(1, y, cut(words, 8), "quiet")
        for at, count in enumerate(points):
            star = signs_of(glyphs).star if at == chelem_seat else ""
            told = f"{star}+{count}"
            sheet.put(9 + column * (at + 1) - cell_len(told), y, told)
        y += 1
    sheet.put(1, y, glyphs.light * (sheet.width - 2), "line")
    totals = [sum(points[seat] for points in rounds) for seat in range(len(names))]
    sheet.put(1, y + 1, cut(_("total"), 8), bold=True)
    for at, count in enumerate(totals):
        sheet.put(9 + column * (at + 1) - len(str(count)), y + 1, str(count), bold=True)
    legend = [line("")]
    if any(chelem_of(points) is not None for points in rounds):
        legend.append(line(f" {signs_of(glyphs).star} {_('Grand Chelem')}"))
    return TextPage(_("Points"), (*sheet.lines(), *legend))


def trick_page(
    trick: PastTrick, joker: int | None, names: Sequence[str], glyphs: Glyphs, width: int
) -> TextPage:
    """Return the page with the last trick: its cards in order, its taker, and the reason."""
    is_wide = width >= NORMAL.columns
    step = PAGE_STEP if is_wide else PAGE_CARD.width + 1
    sheet = Sheet(2 + step * len(trick.cards), PAGE_CARD.height + 1, glyphs)
    for at, card in enumerate(trick.cards):
        x = 1 + at * step
        seat = trick.seat_of(at)
        sheet.put(x, 0, cut(names[seat], step - 1), bold=seat == trick.taker)
        look = Look(seat == trick.taker, card == joker)
        trick_card(sheet, x, 1, PAGE_CARD, card, look, 0)
    told = [line(f" {words}") for words in trick_sentences(trick, names, glyphs)]
    return TextPage(_("The last trick"), (*sheet.lines(), line(""), *told))


PANEL_ROWS: Final = 6
"""The lines of the panel: a rule, the heading, four suits."""
PANEL_FROM: Final = (34, 24)
"""The cells and lines of a rail that has the panel."""
PAGE_WIDTH: Final = 40
CELL: Final = 3


@remembered
def panel(view: HeartsView, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the cards not seen yet, a line for each suit with the lowest first."""
    sheet = Sheet(width, PANEL_ROWS, glyphs, "rail")
    sheet.put(1, 0, glyphs.light * (width - 2), "line")
    sheet.put(3, 1, _("Not seen yet"), bold=True)
    for y, suit in enumerate(FAN_ORDER, 2):
        sheet.put(1, y, suit_sign(SUITS[suit], glyphs), RAIL_INKS[suit], bold=True)
        ranks = " ".join(rank_words(card) for card in cards_of(view.unseen) if card.suit == suit)
        sheet.put(3, y, ranks or glyphs.dot, "text" if ranks else "line")
    return sheet.lines()


def unseen_page(view: HeartsView, names: Sequence[str], glyphs: Glyphs) -> TextPage:
    """Return each suit with dots for the cards already seen, and the known cards of others."""
    sheet = Sheet(PAGE_WIDTH, 2 * len(FAN_ORDER) - 1, glyphs, "")
    for at, suit in enumerate(FAN_ORDER):
        ink = RAIL_INKS[suit]
        sheet.put(1, 2 * at, suit_sign(SUITS[suit], glyphs), ink, bold=True)
        for rank in range(len(RANKS)):
            card = CARDS[suit * len(RANKS) + rank]
            x = 2 + CELL * rank
            if view.unseen >> card & 1:
                sheet.put(x, 2 * at, f"{rank_words(card):>2}", ink)
            else:
                sheet.put(x + 1, 2 * at, glyphs.dot, "line")
    lines = [*sheet.lines(), line("")]
    for seat, name in enumerate(names):
        if seat != view.seat and (known := fan_order(cards_of(view.known[seat]))):
            held = _("{player} holds: {cards}.").format(
                player=name, cards=cards_words(known, glyphs)
            )
            lines += [line(text(f" {row}")) for row in wrapped(held, PAGE_WIDTH - 2)]
    return TextPage(_("Cards not seen yet"), tuple(lines))
