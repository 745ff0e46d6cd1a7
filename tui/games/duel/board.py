"""The duel as lines: plates, piles, the ribbon, a hand. Pure functions; no widget, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from engine.duel.history import LaidCard, LastTurn
from engine.duel.moves import DECK_SIZE, Lay
from engine.duel.view import DuelView
from play.frame import Frame
from play.games.duel.controls import END_TURN
from play.games.duel.telling import written
from play.story import Story
from tui.games.duel.layout import DuelPlan, Sizes, stop_region
from tui.table.cards import (
    aim,
    back,
    button,
    cap,
    card,
    figure,
    has_figures,
    outline,
    tag,
)
from tui.table.end_panel import end_panel
from tui.table.plates import Plate
from tui.table.sheet import METAL, Sheet
from tui.themes import paint
from tui.widgets.lines import Line, cut, text
from tui.widgets.remembered import remembered
from words.glyphs import ASCII, Glyphs
from words.translation import _

TAG_WIDTH: Final = 7


class PilesRow(NamedTuple):
    """One player's piles (ascending first) and draw pile.

    Attributes:
        seat: The seat of their owner.
        heaps: The cards of both, lowest first, each with the seat that laid it.
        draw_size: How many cards are left to draw.
        fresh: The cards just laid on each.
        target: The pile that the selected card would go to: 0, 1, or None.
        label: The cost of the card there.
        arriving: The pile whose last card is still on its way: only its outline is drawn.
    """

    seat: int
    heaps: tuple[tuple[LaidCard, ...], ...]
    draw_size: int
    fresh: tuple[frozenset[LaidCard], frozenset[LaidCard]] = (frozenset(), frozenset())
    target: int | None = None
    label: str = ""
    arriving: int | None = None


@remembered
def piles(row: PilesRow, place: DuelPlan, width: int, glyphs: Glyphs) -> list[Line]:
    """Return a player's piles and draw pile."""
    sizes = place.sizes
    sheet = _untagged(row._replace(target=None, label=""), place, width, glyphs)
    if row.target is not None and row.label:
        sheet, at = sheet.copy(), row.target
        x = place.left + (sizes.left, sizes.down)[at]
        strips, foot = _strips(sizes, row.heaps[at]) * sizes.strip, sizes.top.height - 1
        aim(sheet, x, foot, strips + sizes.top.width)
        tag(sheet, x + strips + (sizes.top.width - TAG_WIDTH) // 2, foot, TAG_WIDTH, row.label)
    return sheet.lines()


@remembered
def _untagged(row: PilesRow, place: DuelPlan, width: int, glyphs: Glyphs) -> Sheet:
    """Draw a player's piles without the marks of the cursor."""
    sizes = place.sizes
    sheet = Sheet(width, sizes.top.height, glyphs)
    for at, begin in enumerate((sizes.left, sizes.down)):
        _pile(sheet, place.left + begin, sizes, row.seat, row.heaps[at], at == 0, row.fresh[at])
        if row.arriving == at:
            x, heap = place.left + begin, row.heaps[at]
            x += _strips(sizes, heap) * sizes.strip
            outline(sheet, x, 0, sizes.top, heap[-1].seat)
    if not sizes.is_huge:
        back(sheet, place.left + sizes.deck, 0, sizes.back, row.seat, str(row.draw_size))
    return sheet


def _strips(sizes: Sizes, heap: Sequence[LaidCard]) -> int:
    """Return how many cards are seen beneath the top of a pile."""
    return min(sizes.beneath, len(heap) - 1)


def _pile(
    sheet: Sheet,
    x: int,
    sizes: Sizes,
    seat: int,
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
            sheet.put(x + inset - 1, 1, glyphs.fresh, ink, bold=True)
        sheet.put(x + inset, 1, f"{laid.card:02}", ink, bold=is_fresh)
        x += sizes.strip
    card(sheet, x, 0, size, top.seat, is_over=x > begin)
    mark = glyphs.fresh if top in fresh else " "
    number = f"{top.card:02}"
    sheet.put(x + 1, 1, mark + number, ink, bold=True)
    arrow = glyphs.up if ascending else glyphs.down
    sheet.put(x + size.width - 3, 1, arrow, ink, bold=True)
    if sizes.is_huge:
        sheet.put(x + size.width - 5, 1, glyphs.coins[seat], ink)
    if sizes.scale and (has_figures(sheet) or sizes.is_huge):
        room = Region(x, 2, size.width, size.height - 3)
        figure(sheet, room, number, ink, sizes.scale, is_tight=sizes.is_huge)
    elif sizes.scale:
        middle = size.height // 2
        sheet.put(x + (size.width - 2) // 2, middle, number, ink, bold=True)
        arrows = "^" * 5 if ascending else "v" * 5
        sheet.put(x + (size.width - 5) // 2, middle + (-1 if ascending else 1), arrows, ink)


def pile_at(x: int, place: DuelPlan, heaps: tuple[tuple[LaidCard, ...], ...]) -> int | None:
    """Return the pile (0 or 1) at cell x of their widget, None beside both."""
    sizes = place.sizes
    for at, begin in enumerate((sizes.left, sizes.down)):
        strips = _strips(sizes, heaps[at])
        if 0 <= x - place.left - begin < strips * sizes.strip + sizes.top.width:
            return at
    return None


@remembered
def ribbon(last: LastTurn | None, name: str, place: DuelPlan, width: int, glyphs: Glyphs) -> Line:
    """Return the line of the last turn: the player, the cards laid, the number of cards drawn."""
    sheet = Sheet(width, 1, glyphs)
    _tell(sheet, last, name, place)
    return sheet.lines()[0]


def _tell(sheet: Sheet, last: LastTurn | None, name: str, place: DuelPlan) -> None:
    """Put the last turn down on the first line of a sheet, with a rule on both sides."""
    glyphs, begin = sheet.glyphs, place.left + place.sizes.left
    edge = place.left + place.sizes.deck + place.sizes.back.width
    sheet.put(begin, 0, glyphs.light * (edge - begin), "line")
    if last is None:
        return
    cards = written(last.lays, glyphs)
    room = edge - begin - 8
    words = _fitting(last, cut(name, room), cards, room)
    before, _between, after = words.partition(cards)
    x = sheet.put(begin + 2, 0, f" {glyphs.coins[last.seat]} ", METAL[last.seat], bold=True)
    x = sheet.put(x, 0, before)
    x = put_cards(sheet, x, cards, bold=True)
    sheet.put(x, 0, after + " ")


def put_cards(sheet: Sheet, x: int, cards: str, *, bold: bool, all_bold: bool = False) -> int:
    """Put cards on a line, the arrows of their piles in their colours; return the cell after them.

    The arrows are bold only with `all_bold`.
    """
    inks = {sheet.glyphs.up: "up_light", sheet.glyphs.down: "down_light"}
    for sign in cards:
        is_bold = bold if sign not in inks else all_bold
        x = sheet.put(x, 0, sign, inks.get(sign, "text"), bold=is_bold)
    return x


def _fitting(last: LastTurn, name: str, cards: str, room: int) -> str:
    """Return the words of a ribbon, as many as there is room for."""
    words = [_("{player} laid {cards}"), _("laid {cards}"), "{cards}"]
    if last.drew:
        words.insert(0, _("{player} laid {cards}, drew {count}"))
    said = [one.format(player=name, cards=cards, count=last.drew) for one in words]
    return next((one for one in said if cell_len(one) <= room), cards)


@remembered
def open_hand(
    seat: int, cards: Sequence[int], words: str, place: DuelPlan, width: int, glyphs: Glyphs
) -> Line:
    """Return a line with an open hand as tags, after `words` such as "held"."""
    sheet = Sheet(width, 1, glyphs)
    x = place.left + place.sizes.left
    x = sheet.put(x, 0, f" {glyphs.coins[seat]} ", METAL[seat], bold=True)
    if place.sizes.columns > 40:
        x = sheet.put(x, 0, words + "  ", "quiet")
    for number in cards:
        shown = f"[{number:02}]" if glyphs is ASCII else f" {number:02} "
        x = sheet.put(x, 0, shown, "ink", "face", bold=True) + 1
    return sheet.lines()[0]


def end(
    story: Story, seat: int, cards: Sequence[int], place: DuelPlan, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return the cards that the player still held, and the end panel below them.

    They take the lines of the hand and of the plate.
    """
    sizes, height = place.sizes, place.regions["hand"].height - 1
    begin = place.left + sizes.left - 1
    edge = min(place.left + sizes.deck + sizes.back.width + 1, width)
    panel = end_panel(story, edge - begin, height, glyphs)
    left = text(" " * begin, paint("text", "felt"))
    held = open_hand(seat, cards, _("held"), place, width, glyphs)
    return [held, *((left, *line) for line in panel)]


class HandRow(NamedTuple):
    """The hand row as it is to be shown.

    Attributes:
        seat: The seat of their owner.
        cards: The cards still in hand, lowest first; None for each that is hidden.
        dull: The cards that cannot be laid now.
        drawn: The cards that were drawn just now.
        place: The place of the cursor: a card, `END_TURN`, `MENU`, or None.
        end_label: The words on the stop that ends the turn; without them there are no stops.
        hinted: The cards that a hint would lay from here, in order, each with its pile; None
            without a hint.
        last: The last turn, told above the hand where the opponent's hand has its line.
        last_name: The name of its player.
        is_watched: Whether nobody plays at this screen.
        looker: The name of the player whose view is watched, empty for a spectator's view.
    """

    seat: int
    cards: tuple[int | None, ...]
    dull: frozenset[int] = frozenset()
    drawn: frozenset[int] = frozenset()
    place: int | None = None
    end_label: str = ""
    hinted: tuple[Lay, ...] | None = None
    last: LastTurn | None = None
    last_name: str = ""
    is_watched: bool = False
    looker: str = ""


def hand(row: HandRow, place: DuelPlan, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the hand: a hint's marks, the caps, the cards, and the stops."""
    sheet = _still_hand(row._replace(place=None, hinted=None), place, width, glyphs).copy()
    sizes, at = place.sizes, row.place
    if at is not None and at >= END_TURN:
        _stop(sheet, row, place, at - END_TURN)
    elif at is not None and at < len(row.cards) and (number := row.cards[at]) is not None:
        face, is_flat = _face(number, row)
        x, inset = place.left + sizes.left + at * sizes.step, 2 * sizes.is_huge
        cap(sheet, x + inset, 1, sizes.hand.width - 2 * inset, face, is_flat=is_flat)
    _marks(sheet, row, place)
    return sheet.lines()


@remembered
def _still_hand(row: HandRow, place: DuelPlan, width: int, glyphs: Glyphs) -> Sheet:
    """Draw the hand without the parts that keys change: the cursor and the marks of a hint."""
    sizes = place.sizes
    sheet = Sheet(width, sizes.hand_rows, glyphs)
    if row.last:
        _tell(sheet, row.last, row.last_name, place)
    for at, number in enumerate(row.cards):
        x = place.left + sizes.left + at * sizes.step
        if number is None:
            back(sheet, x, 1, sizes.hand, row.seat, "??")
            continue
        is_over = at > 0 and sizes.step == sizes.hand.width
        _card(sheet, x, sizes, number, row, is_over=is_over)
    for stop in (0, 1):
        _stop(sheet, row, place, stop)
    if row.is_watched:
        _looker(sheet, row, place)
    return sheet


def _stop(sheet: Sheet, row: HandRow, place: DuelPlan, stop: int) -> None:
    """Draw one of the two stops, if there are any."""
    if row.end_label:
        words, region = (row.end_label, _("Menu"))[stop], stop_region(place.sizes, stop)
        is_on = row.place == END_TURN + stop
        button(sheet, place.left + region.x, region.y, region.width, words, is_on=is_on)


def _looker(sheet: Sheet, row: HandRow, place: DuelPlan) -> None:
    """Say, in the place of the stops, that the viewer watches, or whose view it is."""
    words, ink, name = _("seen by"), METAL[row.seat], row.looker
    if not name:
        words, _blank, name = _("you watch").partition(" ")
        ink = "quiet"
    sizes = place.sizes
    region = stop_region(sizes, 0)
    x, y = place.left + region.x, region.y
    sheet.put(x, y, words, "quiet")
    x, y = (x + cell_len(words) + 1, y) if sizes.stops_below else (x, y + 1)
    if row.looker:
        x = sheet.put(x, y, f"{sheet.glyphs.coins[row.seat]} ", ink, bold=True)
    edge = place.left + sizes.deck + sizes.back.width + 1
    sheet.put(x, y, cut(name, max(edge - x, 1)), ink, bold=bool(row.looker))


def _face(number: int, row: HandRow) -> tuple[str, bool]:
    """Return the role of a card's ground, and whether it lies flat."""
    return ("under", True) if number in row.dull else ("face", False)


def _card(sheet: Sheet, x: int, sizes: Sizes, number: int, row: HandRow, *, is_over: bool) -> None:
    face, is_flat = _face(number, row)
    size, ink = sizes.hand, "faint" if is_flat else "ink"
    card(sheet, x, 1, size, row.seat, face, is_flat=is_flat, is_over=is_over)
    words = f"{number:02}"
    sheet.put(x + 1, 2, words, ink, bold=True)
    if number in row.drawn:
        sheet.put(x + 3, 2, sheet.glyphs.fresh, ink, bold=True)
    sheet.put(x + size.width - 3, size.height - 1, words, ink, bold=True)
    if sizes.hand_scale and (has_figures(sheet) or sizes.is_huge):
        room = Region(x, 3, size.width, size.height - 4)
        figure(sheet, room, words, ink, sizes.hand_scale, is_tight=sizes.is_huge)


def _marks(sheet: Sheet, row: HandRow, place: DuelPlan) -> None:
    """Number the cards of a hint on the first line, with their piles, and the end of the turn."""
    if row.hinted is None:
        return
    sizes = place.sizes
    for number, lay in enumerate(row.hinted, start=1):
        if lay.card in row.cards:
            x = place.left + sizes.left + row.cards.index(lay.card) * sizes.step
            words = f"{number}{written([lay], sheet.glyphs)[2:]}".center(sizes.hand.width)
            sheet.put(x, 0, words, "text", "rail", bold=True)
    region = stop_region(sizes, 0)
    end, y = str(len(row.hinted) + 1), 0 if not sizes.stops_below else region.y
    x = place.left + region.x
    if sizes.stops_below:
        sheet.put(x + region.width - 2, y, end, "text", "rail", bold=True)
    else:
        sheet.put(x, y, end.center(region.width), "text", "rail", bold=True)


def place_at(x: int, y: int, cards: int, place: DuelPlan) -> int | None:
    """Return the place of the hand row at a cell of its widget, None beside all of them."""
    sizes = place.sizes
    for stop in (0, 1):
        if stop_region(sizes, stop).contains(x - place.left, y):
            return END_TURN + stop
    at, inside = divmod(x - place.left - sizes.left, sizes.step)
    is_card = 0 <= at < cards and inside < sizes.hand.width and 0 < y <= sizes.hand.height
    return at if is_card else None


def plate_of(
    view: DuelView, seat: int, frame: Frame, names: tuple[str, ...], glyphs: Glyphs
) -> Plate:
    """Return the contents of a player's plate."""
    side = view.sides[seat]
    mover = frame.seat if frame.cursor else frame.mover
    if mover is None and view.outcome is None and view.to_move:
        mover = view.to_move[0]
    words = _("your turn") if frame.cursor else _("to move")
    if view.outcome:
        words = _("wins") if seat in view.outcome.winners else ""
    left = side.hand_size + side.draw_size
    is_to_move = mover == seat and view.outcome is None
    counts = _("{left} left  hand {hand}").format(left=left, hand=side.hand_size)
    if seat == view.helped:
        counts = f"{counts}  {_('lays 1')}"
    return Plate(
        glyphs.coins[seat],
        METAL[seat],
        frame.timed(seat, names[seat]),
        counts,
        words if is_to_move or view.outcome else "",
        is_to_move,
        done=(DECK_SIZE - left) / DECK_SIZE,
    )
