"""The duel as lines: plates, piles, the ribbon, a hand. Pure functions; no widget, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from engine.duel.moves import Lay, Pile
from engine.duel.rules import DECK_SIZE
from tui.games.duel.layout import Place, Sizes, stop_region
from tui.games.duel.past import LaidCard, LastTurn
from tui.games.duel.signs import signs_of
from tui.glyphs import Glyphs
from tui.table.cards import (
    back,
    button,
    cap,
    card,
    figure,
    figure_size,
    has_figures,
    tag,
)
from tui.table.sheet import METAL, Sheet
from tui.widgets.lines import Line, cut
from tui.widgets.remembered import remembered
from words.translation import _

TAG_WIDTH: Final = 7
END_TURN: Final = 6
MENU: Final = 7
"""Places on the hand row: 0 to 5 are cards, then two stops."""
STATUS_FROM: Final = 53
"""A plate of so many cells says in words whose turn it is."""


class PlateRow(NamedTuple):
    """What a plate tells of a player.

    Attributes:
        seat: Whose it is.
        name: What the player is called.
        left: How many cards are left in hand and draw pile.
        hand: How many of them in hand.
        status: What the player is at, in words; nothing for nothing.
        is_to_move: Whether it is filled.
    """

    seat: int
    name: str
    left: int
    hand: int
    status: str = ""
    is_to_move: bool = False


@remembered
def plate(row: PlateRow, width: int, glyphs: Glyphs) -> Line:
    """Return a player's plate: whose turn it is, how far the cards have gone, what is left."""
    sheet = Sheet(width, 1, glyphs)
    metal = METAL[row.seat]
    ink = second = "plate"
    if row.is_to_move:
        sheet.fill(0, 0, width, 1, metal)
        sheet.put(1, 0, glyphs.cursor, "plate", bold=True)
    else:
        ink, second = metal, "quiet"
    sheet.put(3, 0, glyphs.coins[row.seat], ink, bold=True)
    counts = _("{left} left  hand {hand}").format(left=row.left, hand=row.hand)
    begin = width - 1 - cell_len(counts)
    sheet.put(begin, 0, counts, "plate" if row.is_to_move else "text", bold=row.is_to_move)
    room = begin - 7
    bar = width // 4 - 2 if width >= STATUS_FROM else 6
    if cell_len(row.name) <= room - bar - 2:
        begin -= bar + 2
        room -= bar + 2
        heavy = round((DECK_SIZE - row.left) * bar / DECK_SIZE)
        sheet.put(begin, 0, glyphs.heavy * heavy, ink, bold=row.is_to_move)
        rest = "plate" if row.is_to_move else "line"
        sheet.put(begin + heavy, 0, glyphs.light * (bar - heavy), rest)
    name = cut(row.name, room)
    end = sheet.put(5, 0, name, ink, bold=True)
    if width >= STATUS_FROM and cell_len(name) + 3 + cell_len(row.status) <= room:
        sheet.put(end + 3, 0, row.status, second, bold=row.is_to_move)
    return sheet.lines()[0]


class PilesRow(NamedTuple):
    """One player's piles (ascending first) and draw pile.

    Attributes:
        seat: Whose they are.
        heaps: The cards of both, lowest first, each with who laid it.
        draw_size: How many cards are left to draw.
        fresh: The cards just laid on each.
        target: Which of the two the selected card would go to, None if neither.
        label: What it would cost there.
    """

    seat: int
    heaps: tuple[tuple[LaidCard, ...], ...]
    draw_size: int
    fresh: tuple[frozenset[LaidCard], frozenset[LaidCard]] = (frozenset(), frozenset())
    target: int | None = None
    label: str = ""


@remembered
def piles(row: PilesRow, place: Place, width: int, glyphs: Glyphs) -> list[Line]:
    """Return a player's piles and draw pile."""
    sizes = place.sizes
    sheet = _untagged(row._replace(target=None, label=""), place, width, glyphs)
    if row.target is not None and row.label:
        sheet, at = sheet.copy(), row.target
        x = place.left + (sizes.left, sizes.down)[at] + _strips(sizes, row.heaps[at]) * sizes.strip
        x += (sizes.top.width - TAG_WIDTH) // 2
        tag(sheet, x, sizes.top.height - 1, TAG_WIDTH, row.label)
    return sheet.lines()


@remembered
def _untagged(row: PilesRow, place: Place, width: int, glyphs: Glyphs) -> Sheet:
    """Draw a player's piles as they are whatever the cursor is on."""
    sizes = place.sizes
    sheet = Sheet(width, sizes.top.height, glyphs)
    for at, begin in enumerate((sizes.left, sizes.down)):
        _pile(sheet, place.left + begin, sizes, row.heaps[at], at == 0, row.fresh[at])
    back(sheet, place.left + sizes.deck, 0, sizes.back, row.seat, str(row.draw_size))
    return sheet


def _strips(sizes: Sizes, heap: Sequence[LaidCard]) -> int:
    """Return how many cards are seen beneath the top of a pile."""
    return min(sizes.beneath, len(heap) - 1)


def _pile(
    sheet: Sheet,
    x: int,
    sizes: Sizes,
    heap: Sequence[LaidCard],
    ascending: bool,
    fresh: frozenset[LaidCard],
) -> None:
    """Draw the highest cards of a pile: strips, and the top with its figures."""
    glyphs, ink = sheet.glyphs, "up" if ascending else "down"
    size, begin, inset = sizes.top, x, 1 if sizes.strip == 3 else 2
    beneath, top = heap[-1 - sizes.beneath : -1], heap[-1]
    for laid in beneath:
        is_over = x > begin
        card(sheet, x, 0, size, laid.seat, "under", seen=sizes.strip, is_over=is_over)
        is_fresh = laid in fresh
        if is_fresh:
            sheet.put(x + inset - 1, 1, signs_of(glyphs).fresh, ink, bold=True)
        sheet.put(x + inset, 1, f"{laid.card:02}", ink, bold=is_fresh)
        x += sizes.strip
    card(sheet, x, 0, size, top.seat, is_over=x > begin)
    mark = signs_of(glyphs).fresh if top in fresh else " "
    number = f"{top.card:02}"
    sheet.put(x + 1, 1, mark + number, ink, bold=True)
    sheet.put(
        x + size.width - 3,
        1,
        signs_of(glyphs).up if ascending else signs_of(glyphs).down,
        ink,
        bold=True,
    )
    if sizes.scale and has_figures(sheet):
        shape = figure_size(2, sizes.scale)
        y = 2 + (size.height - 3 - shape.height) // 2
        figure(sheet, x + (size.width - shape.width) // 2, y, number, ink, sizes.scale)
    elif sizes.scale:
        middle = size.height // 2
        sheet.put(x + (size.width - 2) // 2, middle, number, ink, bold=True)
        arrows = "^" * 5 if ascending else "v" * 5
        sheet.put(x + (size.width - 5) // 2, middle + (-1 if ascending else 1), arrows, ink)


def pile_at(x: int, place: Place, heaps: tuple[tuple[LaidCard, ...], ...]) -> int | None:
    """Return which of two piles is at cell x of their widget, None beside both."""
    sizes = place.sizes
    for at, begin in enumerate((sizes.left, sizes.down)):
        strips = _strips(sizes, heaps[at])
        if 0 <= x - place.left - begin < strips * sizes.strip + sizes.top.width:
            return at
    return None


@remembered
def ribbon(last: LastTurn | None, name: str, place: Place, width: int, glyphs: Glyphs) -> Line:
    """Return the line of the last turn: who laid what, and how many cards were drawn."""
    sheet = Sheet(width, 1, glyphs)
    begin = place.left + place.sizes.left
    edge = place.left + place.sizes.deck + place.sizes.back.width
    sheet.put(begin, 0, glyphs.light * (edge - begin), "line")
    if last is None:
        return sheet.lines()[0]
    cards = _cards(last.lays, glyphs)
    room = edge - begin - 8
    words = _fitting(last, cut(name, room), cards, room)
    before, _between, after = words.partition(cards)
    x = sheet.put(begin + 2, 0, f" {glyphs.coins[last.seat]} ", METAL[last.seat], bold=True)
    x = sheet.put(x, 0, before)
    for sign in cards:
        inks = {signs_of(glyphs).up: "up_light", signs_of(glyphs).down: "down_light"}
        x = sheet.put(x, 0, sign, inks.get(sign, "text"), bold=sign not in inks)
    sheet.put(x, 0, after + " ")
    return sheet.lines()[0]


def _fitting(last: LastTurn, name: str, cards: str, room: int) -> str:
    """Return the words of a ribbon, as many as there is room for."""
    words = [_("{player} laid {cards}"), _("laid {cards}"), "{cards}"]
    if last.drew:
        words.insert(0, _("{player} laid {cards}, drew {count}"))
    said = [one.format(player=name, cards=cards, count=last.drew) for one in words]
    return next((one for one in said if cell_len(one) <= room), cards)


def _cards(lays: Sequence[Lay], glyphs: Glyphs) -> str:
    return " ".join(written(lay, glyphs) for lay in lays)


def written(lay: Lay, glyphs: Glyphs) -> str:
    """Return a card and its pile as they are shown: `12▲`, `08▲'` for a gift."""
    arrow = signs_of(glyphs).up if lay.pile.is_ascending else signs_of(glyphs).down
    return f"{lay.card:02}{arrow}" + ("'" if lay.pile.is_theirs else "")


@remembered
def open_hand(seat: int, cards: Sequence[int], place: Place, width: int, glyphs: Glyphs) -> Line:
    """Return the line that shows the opponent's hand after the end."""
    sheet = Sheet(width, 1, glyphs)
    x = place.left + place.sizes.left
    x = sheet.put(x, 0, f" {glyphs.coins[seat]} ", METAL[seat], bold=True)
    words = _("held")
    if place.sizes.columns > 40:
        x = sheet.put(x, 0, words + "  ", "quiet")
    for number in cards:
        x = sheet.put(x, 0, f" {number:02} ", "ink", "face", bold=True) + 1
    return sheet.lines()[0]


class HandRow(NamedTuple):
    """The hand row as it is to be shown.

    Attributes:
        seat: Whose cards they are.
        cards: The cards still in hand, lowest first; None for each that is hidden.
        dull: The cards that cannot be laid now.
        drawn: The cards that were drawn just now.
        place: Where the cursor is: a card, `END_TURN`, `MENU`, or None.
        end_label: What stands on the stop that ends the turn; without one there are no stops.
        hinted: The cards that a hint would lay from here, in order, each with its pile; None
            without a hint.
    """

    seat: int
    cards: tuple[int | None, ...]
    dull: frozenset[int] = frozenset()
    drawn: frozenset[int] = frozenset()
    place: int | None = None
    end_label: str = ""
    hinted: tuple[Lay, ...] | None = None


def hand(row: HandRow, place: Place, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the hand: a hint's marks, the caps, the cards, and the stops."""
    sheet = _still_hand(row._replace(place=None, hinted=None), place, width, glyphs).copy()
    sizes, at = place.sizes, row.place
    if at is not None and at >= END_TURN:
        _stop(sheet, row, place, at - END_TURN)
    elif at is not None and at < len(row.cards) and (number := row.cards[at]) is not None:
        face, is_flat = _face(number, row)
        x = place.left + sizes.left + at * sizes.step
        cap(sheet, x, 1, sizes.hand.width, face, is_flat=is_flat)
    _marks(sheet, row, place)
    return sheet.lines()


@remembered
def _still_hand(row: HandRow, place: Place, width: int, glyphs: Glyphs) -> Sheet:
    """Draw the hand without what keys change: the cursor, and the marks of a hint."""
    sizes = place.sizes
    sheet = Sheet(width, sizes.hand_rows, glyphs)
    for at, number in enumerate(row.cards):
        x = place.left + sizes.left + at * sizes.step
        if number is None:
            back(sheet, x, 1, sizes.hand, row.seat, "??")
            continue
        _card(
            sheet, x, sizes, row.seat, number, row, is_over=at > 0 and sizes.step == sizes.hand[0]
        )
    for stop in (0, 1):
        _stop(sheet, row, place, stop)
    return sheet


def _stop(sheet: Sheet, row: HandRow, place: Place, stop: int) -> None:
    """Draw one of the two stops, if there are any."""
    if row.end_label:
        words, region = (row.end_label, _("Menu"))[stop], stop_region(place.sizes, stop)
        is_on = row.place == END_TURN + stop
        button(sheet, place.left + region.x, region.y, region.width, words, is_on=is_on)


def _face(number: int, row: HandRow) -> tuple[str, bool]:
    """Return the role of a card's ground, and whether it lies flat."""
    return ("under", True) if number in row.dull else ("face", False)


def _card(
    sheet: Sheet, x: int, sizes: Sizes, seat: int, number: int, row: HandRow, *, is_over: bool
) -> None:
    face, is_flat = _face(number, row)
    size, ink = sizes.hand, "faint" if is_flat else "ink"
    card(sheet, x, 1, size, seat, face, is_flat=is_flat, is_over=is_over)
    words = f"{number:02}"
    sheet.put(x + 1, 2, words, ink, bold=True)
    if number in row.drawn:
        sheet.put(x + 3, 2, signs_of(sheet.glyphs).fresh, ink, bold=True)
    sheet.put(x + size.width - 3, size.height - 1, words, ink, bold=True)
    if sizes.hand_scale and has_figures(sheet):
        shape = figure_size(2, sizes.hand_scale)
        y = 3 + (size.height - 4 - shape.height) // 2
        figure(sheet, x + (size.width - shape.width) // 2, y, words, ink, sizes.hand_scale)


def _marks(sheet: Sheet, row: HandRow, place: Place) -> None:
    """Mark on the first line which card comes when and on which pile, then the end."""
    if row.hinted is None:
        return
    sizes = place.sizes
    for number, lay in enumerate(row.hinted, start=1):
        if lay.card in row.cards:
            x = place.left + sizes.left + row.cards.index(lay.card) * sizes.step
            words = f"{number}{written(lay, sheet.glyphs)[2:]}".center(sizes.hand.width)
            sheet.put(x, 0, words, "text", "rail", bold=True)
    region = stop_region(sizes, 0)
    end, y = str(len(row.hinted) + 1), 0 if not sizes.stops_below else region.y
    x = place.left + region.x
    if sizes.stops_below:
        sheet.put(x + region.width - 2, y, end, "text", "rail", bold=True)
    else:
        sheet.put(x, y, end.center(region.width), "text", "rail", bold=True)


def place_at(x: int, y: int, cards: int, place: Place) -> int | None:
    """Return the place of the hand row at a cell of its widget, None beside all of them."""
    sizes = place.sizes
    for stop in (0, 1):
        if stop_region(sizes, stop).contains(x - place.left, y):
            return END_TURN + stop
    at, inside = divmod(x - place.left - sizes.left, sizes.step)
    is_card = 0 <= at < cards and inside < sizes.hand.width and 0 < y <= sizes.hand.height
    return at if is_card else None


def cost(lay: Lay, top: int) -> str:
    """Return what laying a card does to its pile: `+3`, `jump -10`, or `gives 7` for a gift."""
    if lay.pile.is_theirs:
        return _("gives {pips}").format(pips=abs(lay.card - top))
    step = _step(lay, top)
    return _("jump -10") if step < 0 else f"+{step}"


def cost_tag(lay: Lay, top: int) -> str:
    """Return the same for a tag of seven cells: `+3`, `-10`, or `gift 7`."""
    if lay.pile.is_theirs:
        return _("gift {pips}").format(pips=abs(lay.card - top))
    return f"{_step(lay, top):+3}"


def _step(lay: Lay, top: int) -> int:
    return lay.card - top if lay.pile is Pile.UP else top - lay.card
