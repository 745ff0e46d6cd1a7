"""The rail beside the duel, and the felt: the turns, the race, the cards not seen yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from engine.duel.moves import DECK_SIZE, HIGHEST, LOWEST, Lay
from engine.duel.rules import cards_of
from engine.duel.view import DuelView
from play.games.duel.telling import written
from play.setup import seat_of
from tui.games.duel.board import put_cards
from tui.games.duel.layout import DuelPlan
from tui.table.scene import TextPage
from tui.table.sheet import METAL, Sheet
from tui.themes import paint, palette
from tui.widgets.felt import PlacedFelt, blank
from tui.widgets.lines import Line, cut, line, shortened, text
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import TurnLog
from words.glyphs import Glyphs, glyphs
from words.translation import _

COLUMN: Final = 26
"""Cells of a column of turns with blanks between its parts."""
TWO_COLUMNS_FROM: Final = 2 * COLUMN
PANELS_FROM: Final = (32, 36)
"""The cells and lines of a rail that has more than the turns."""
IN_A_ROW: Final = 10
ROWS_OF_CARDS: Final = 6
PANEL_ROWS: Final = 7 + ROWS_OF_CARDS
"""The lines of the race and of the cards not seen yet."""
COUNT: Final = 3
"""The cells of the number of cards behind the bar of a player, a blank before it."""


class DuelTable(PlacedFelt[DuelPlan]):
    """The duel's table: felt and rail."""

    def felt(self) -> Strip:
        """Return a line of felt, with a divider before the rail if their grounds look the same."""
        log = self.places.regions["log"]
        has_rail = log.x and log.width
        return divided(self.outer_size.width, log.x, glyphs()) if has_rail else super().felt()


@remembered
def divided(width: int, rail: int, glyphs: Glyphs) -> Strip:
    """Return a line of felt, with a divider before the rail if their grounds look the same."""
    felt = blank(width)
    if palette().colour("felt") != palette().colour("rail"):
        return felt
    divider = Strip([Segment(glyphs.separator, paint("line", "felt"))], 1)
    return Strip.join([felt.crop(0, rail - 1), divider, felt.crop(rail)])


class DuelRail(TurnLog):
    """The turns, in two columns where there is room, and the panels below them.

    Attributes:
        panels: Returns the lines below the turns, for a width.
    """

    def __init__(self) -> None:
        super().__init__()
        self.panels: Callable[[int], list[Line]] = lambda _width: []

    @property
    def columns(self) -> int:
        return 2 if self.size.width >= TWO_COLUMNS_FROM else 1

    @property
    def column(self) -> int:
        width = self.size.width
        return width // 2 if width >= TWO_COLUMNS_FROM else max(min(width, COLUMN), 8)

    def above(self) -> list[Line]:
        """Return the heading, with a line below it."""
        width = self.size.width
        top = Sheet(width, 2, glyphs(), "rail")
        begin = 2 if cell_len(self.heading) + 2 < width else 1
        top.put(begin, 0, cut(self.heading, width - begin), bold=True)
        top.put(1, 1, glyphs().light * (width - 2), "line")
        return top.lines()

    def below(self) -> list[Line]:
        """Return the panels, where there is room for them."""
        (width, height), (least_width, least_height) = self.size, PANELS_FROM
        return self.panels(width) if width >= least_width and height >= least_height else []


def log_line(
    number: int,
    seat: int,
    lays: Sequence[Lay],
    width: int,
    glyphs: Glyphs,
    *,
    is_here: bool = False,
    is_later: bool = False,
) -> Line:
    """Return a turn of the log: its number, player and cards, closer together on a narrow rail.

    The present turn has a sign and is bold; later turns are quiet.
    """
    sheet = Sheet(width, 1, glyphs, "rail")
    is_wide = width >= COLUMN
    x = 1 if is_wide else 0
    if is_here:
        sheet.put(x, 0, glyphs.cursor, bold=True)
    x += 2 if is_wide else 1
    x = sheet.put(x, 0, f"{number:2}", "text" if is_here else "quiet", bold=is_here) + is_wide
    x = sheet.put(x, 0, glyphs.coins[seat], "quiet" if is_later else METAL[seat])
    cards = written(lays, glyphs)
    if is_wide and len(cards) < width - x:
        x += 1
    else:
        cards = cut(cards.replace(" ", ""), width - x)
    if is_later:
        sheet.put(x, 0, cards, "quiet")
    else:
        put_cards(sheet, x, cards, bold=is_here, all_bold=is_here)
    return sheet.lines()[0]


@remembered
def panels(
    laid: Sequence[int],
    view: DuelView,
    names: Sequence[str],
    seat: int,
    width: int,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the race, and the unseen cards of the opponent of `seat`.

    Args:
        laid: How many cards each player has laid.
        view: The view of the game as it stands.
        names: The names of the players.
        seat: The seat of the viewer.
        width: The cells of a line.
        glyphs: The signs to draw with.
    """
    other = 1 - seat
    sheet = Sheet(width, PANEL_ROWS, glyphs, "rail")
    sheet.put(1, 0, glyphs.light * (width - 2), "line")
    sheet.put(2, 1, _("Race"), bold=True)
    _race(sheet, laid, names)
    sheet.put(2, 5, _("Not seen yet"), bold=True)
    side = view.sides[other]
    told = _("of {player}: hand {hand}, draw pile {draw}")
    called = names[other], seat_of(names[other], "")
    forms = [told.format(player=name, hand=side.hand_size, draw=side.draw_size) for name in called]
    sheet.put(2, 6, shortened(forms, width - 3), "quiet")
    for at, number in enumerate(cards_of(view.unseen(other))):
        row, column = divmod(at, IN_A_ROW)
        sheet.put(2 + 3 * column, 7 + row, f"{number:02}")
    return sheet.lines()


def _race(sheet: Sheet, laid: Sequence[int], names: Sequence[str]) -> None:
    """Draw a bar for each player, as long as the cards laid, and name the leader."""
    behind = sheet.width - 2
    if lead := laid[0] - laid[1]:
        called = names[lead < 0], seat_of(names[lead < 0], "")
        forms = [_("{player} by {count}").format(player=name, count=abs(lead)) for name in called]
        words = shortened(forms, behind - cell_len(_("Race")) - 4)
        sheet.put(behind - cell_len(words), 1, words, METAL[lead < 0])
    room = behind - 4 - COUNT
    for who, count in enumerate(laid):
        sheet.put(2, 2 + who, sheet.glyphs.coins[who], METAL[who])
        sheet.bar(4, 2 + who, room, round(room * count / DECK_SIZE), METAL[who])
        sheet.put(behind - 2, 2 + who, f"{count:2}", METAL[who])


def unseen_cards(view: DuelView, names: tuple[str, ...], glyphs: Glyphs) -> TextPage:
    """Return each player's deck, a row for ten cards; those already seen are dots."""
    lines: list[Line] = []
    for seat, name in enumerate(names):
        unseen = view.unseen(seat)
        lines.append(line(" ", text(name, paint(METAL[seat], bold=True))))
        for ten in range(0, HIGHEST, 10):
            parts = [text("   ")]
            for card in range(max(ten, LOWEST) if ten else 0, ten + 10):
                if not LOWEST <= card <= HIGHEST:
                    parts.append(text("   "))
                elif unseen >> card & 1:
                    parts.append(text(f"{card:02} ", paint(METAL[seat])))
                else:
                    parts.append(text(f" {glyphs.dot} ", paint("line")))
            lines.append(tuple(parts))
        lines.append(line(""))
    return TextPage(_("Cards not seen yet"), tuple(lines))
