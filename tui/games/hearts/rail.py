"""The rail beside the trick: scores, joker, hearts, pass, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from engine.hearts.cards import cards_of
from engine.hearts.history import JokerNamed, Passed, PastEvent, PastTrick, RoundBegan, RoundEnded
from engine.hearts.rules import GOAL, PASS_STEPS, pass_step
from engine.hearts.view import HeartsView
from play.games.hearts import telling
from tui.games.hearts.cards import signs_of
from tui.games.hearts.pages import PANEL_FROM, panel
from tui.games.hearts.trick import SeatShown
from tui.table.cards import RAIL_INKS
from tui.table.sheet import Sheet, share
from tui.themes import paint, palette
from tui.widgets.lines import Line, cut, shortened
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import TurnLog
from words.glyphs import Glyphs, glyphs
from words.playing_cards import card_words, cards_words, suit_sign
from words.translation import _, several

WIDE: Final = 26
"""Narrowest rail that has room for words, in cells."""
MOST_NUMBERS: Final = 6
"""The cells of a score and of the points of the round on a narrow rail."""


class HeartsRail(TurnLog):
    """The scores, the joker, hearts and pass, the log, in a large window the cards not seen yet."""

    def __init__(self) -> None:
        super().__init__()
        self._status: tuple[HeartsView, Sequence[SeatShown]] | None = None
        self._bar: int | None = None

    def show_status(self, view: HeartsView, players: Sequence[SeatShown], bar: int | None) -> None:
        """Show the scores and the state of the round; line `bar` continues the call to slap."""
        if ((view, players), bar) != (self._status, self._bar):
            self._status, self._bar = (view, players), bar
            self.draw()

    def above(self) -> list[Line]:
        """Return the scores and the state of the round."""
        if self._status is None:
            return []
        return status(*self._status, self.size.width, glyphs(), self.heading)

    def below(self) -> list[Line]:
        """Return the unseen cards, if there are any and there is room for them."""
        (width, height), (least_width, least_height) = self.size, PANEL_FROM
        if width < least_width or height < least_height or not self._status:
            return []
        view, _players = self._status
        return panel(view, width, glyphs()) if view.unseen else []

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines, and the bar that calls everybody to slap."""
        shown = [*lines]
        if self._bar is not None and self._bar < len(shown):
            across = " " * self.size.width
            shown[self._bar] = (Segment(across, paint("on_cursor", "cursor", bold=True)),)
        super().show(shown)

    def render_line(self, y: int) -> Strip:
        """Return a line, with a divider before the felt where their grounds look the same.

        A sign in that cell divides them too.
        """
        strip = super().render_line(y)
        is_told = palette().colour("felt") != palette().colour("rail") or y == self._bar
        if is_told or strip.text[:1].strip():
            return strip
        divider = Strip([Segment(glyphs().separator, paint("line", "felt"))], 1)
        return Strip.join([divider, strip.crop(1)])


@remembered
def status(
    view: HeartsView, players: Sequence[SeatShown], width: int, glyphs: Glyphs, heading: str
) -> list[Line]:
    """Return the lines above the log; a `heading` replaces round and trick."""
    is_wide, is_playing = width >= WIDE, bool(view.to_move)
    facts = _facts(view, players, glyphs) if is_playing else []
    rules = 2 + bool(facts) if is_wide else 0
    sheet = Sheet(width, 1 + len(players) + len(facts) + rules, glyphs, "rail")
    words = heading or _("Round {number}").format(number=max(view.number, 1))
    trick = _("trick {number}").format(number=min(len(view.tricks) + 1, 13))
    x = sheet.put(2 if is_wide else 1, 0, cut(words, width - 2), bold=True)
    has_room = not heading and x + 2 + cell_len(trick) < width
    if has_room and is_playing and not view.is_passing:
        sheet.put(width - 1 - cell_len(trick), 0, trick, "quiet")
    y = 1
    if is_wide:
        y = _rule(sheet, y)
    name = max(cell_len(player.name) for player in players)
    for player in players:
        _score(sheet, y, player, name, is_wide=is_wide)
        y += 1
    if is_wide:
        y = _rule(sheet, y)
    for sign, ink, *forms in facts:
        x = sheet.put(1, y, sign, ink, bold=True)
        x += is_wide or x + cell_len(forms[-1]) < width
        sheet.put(x, y, shortened(forms if is_wide else forms[-1:], width - x), "text")
        y += 1
    if is_wide and facts:
        _rule(sheet, y)
    return sheet.lines()


def _rule(sheet: Sheet, y: int) -> int:
    sheet.put(1, y, sheet.glyphs.light * (sheet.width - 2), "line")
    return y + 1


def _score(sheet: Sheet, y: int, player: SeatShown, longest: int, *, is_wide: bool) -> None:
    """Put a player's name, points and bar to 100 on a line; the longest name has `longest` cells.

    On a narrow rail the name has room before the bar.
    """
    glyphs, width = sheet.glyphs, sheet.width
    if player.is_to_move:
        sheet.put(1 if is_wide else 0, y, glyphs.cursor, "gold", bold=True)
    begin = 3 if is_wide else 1
    numbers = (
        f"{player.score:3} {f'+{player.gain}':<3}" if is_wide else f"{player.score:3}+{player.gain}"
    )
    if is_wide:
        bar = max(3, min(width // 4, 20))
        name = width - begin - cell_len(f"{999} +99") - bar - 3
    else:
        name = min(longest, width - begin - MOST_NUMBERS - 1)
        bar = width - begin - name - MOST_NUMBERS - 2
    sheet.put(begin, y, set_cell_size(cut(player.name, name), name), bold=True)
    x = sheet.put(begin + name + is_wide, y, numbers[:3], bold=True)
    sheet.put(x, y, numbers[3:], "quiet")
    if bar < 1:
        return
    filled = share(player.score, GOAL, bar)
    sheet.bar(width - bar - 1, y, bar, filled, "gold", glyphs.dash)


def _facts(view: HeartsView, players: Sequence[SeatShown], glyphs: Glyphs) -> list[tuple[str, ...]]:
    """Return the joker, whether hearts are broken, and the pass.

    Each has its sign, the sign's ink, its words, and shorter ones; a narrow rail has the last.
    """
    signs = signs_of(glyphs)
    facts: list[tuple[str, ...]] = []
    if view.options.joker:
        facts.append((signs.star, "gold", *telling.joker_forms(view, glyphs)))
    broken = _("hearts are not broken"), _("closed")
    if view.is_broken:
        broken = _("hearts are broken"), _("broken")
    facts.append((suit_sign("H", glyphs), "down_light", *broken))
    way = signs.ways.get(pass_step(view.number) if view.number else 1, " ")
    facts.append((way, "quiet", *_pass_words(view, players, glyphs)))
    return facts


def _pass_words(view: HeartsView, players: Sequence[SeatShown], glyphs: Glyphs) -> tuple[str, str]:
    """Return the players who have passed, and later the cards that the viewer gave away."""
    step = pass_step(view.number) if view.number else PASS_STEPS[0]
    if not step:
        return _("no pass this round"), _("no pass")
    if view.is_passing:
        done = [player.name for player in players if player.has_passed]
        told = _("passed: {names}").format(names=" ".join(done) or "-")
        return told, several("passed {count}", "passed {count}", len(done))
    if view.passed:
        gave = cards_words(cards_of(view.passed), glyphs)
        return _("gave {cards}").format(cards=gave), gave.replace(" ", "")
    return _("passed {way}").format(way=_(telling.WAY_WORDS[step])), ""


def log_line(
    event: PastEvent,
    names: Sequence[str],
    width: int,
    glyphs: Glyphs,
    *,
    is_last: bool,
    is_quiet: bool,
) -> Line:
    """Return a row of the log."""
    sheet = Sheet(width, 1, glyphs, "rail")
    if is_last:
        sheet.put(width >= WIDE, 0, glyphs.cursor, "text", bold=True)
    ink = "quiet" if is_quiet else "text"
    if isinstance(event, PastTrick):
        _trick_line(sheet, event, names, ink, is_last=is_last)
        return sheet.lines()[0]
    signs = signs_of(glyphs)
    if isinstance(event, RoundBegan):
        words = _("Round {number}").format(number=event.number)
    elif isinstance(event, JokerNamed):
        words = f"{signs.star} {card_words(event.card, glyphs)}"
    elif isinstance(event, Passed):
        cards = cards_words(event.cards, glyphs)
        words = (_("got {cards}") if event.is_received else _("gave {cards}")).format(cards=cards)
    else:
        assert isinstance(event, RoundEnded)
        words = " ".join(f"+{points}" for points in event.points)
    is_bold = is_last or isinstance(event, RoundBegan | RoundEnded)
    sheet.put(2 + (width >= WIDE), 0, cut(words, width - 3), ink, bold=is_bold)
    return sheet.lines()[0]


def _trick_line(
    sheet: Sheet, trick: PastTrick, names: Sequence[str], ink: str, *, is_last: bool
) -> None:
    """Put a trick on a line: its number, its cards in order, its taker, a sum of 20 or 21."""
    glyphs, width = sheet.glyphs, sheet.width
    is_wide = width >= WIDE
    number = str(trick.number)
    x = 3 + is_wide - len(number)
    x = sheet.put(x, 0, number, ink if is_last else "quiet", bold=is_last) + 1
    total = str(trick.total) if trick.is_slap or trick.is_exchange else ""
    end = width - (len(total) + 2 if total else 1)
    cards = sum(cell_len(card_words(card, glyphs)) for card in trick.cards)
    name = "" if trick.taker is None else names[trick.taker]
    gap = is_wide and x + cards + len(trick.cards) + 1 + cell_len(name) <= end
    for at, card in enumerate(trick.cards):
        shown, is_bold = card_words(card, glyphs), trick.seat_of(at) == trick.taker
        card_ink = RAIL_INKS[card.suit] if ink == "text" else ink
        x = sheet.put(x, 0, shown, card_ink, bold=is_bold) + gap
    if trick.taker is None:
        return
    x = sheet.put(x, 0, signs_of(glyphs).taken, "quiet")
    sheet.put(x, 0, name if x + cell_len(name) <= end else name[:1], ink, bold=is_last)
    if total:
        sheet.put(width - 1 - len(total), 0, total, "gold", bold=True)


def score_line(players: Sequence[SeatShown], width: int, glyphs: Glyphs) -> Line:
    """Return the scores in one line, for a table without a rail."""
    sheet = Sheet(width, 1, glyphs, "rail")
    count = len(players)
    needed = [cell_len(player.name) + len(str(player.score)) + 3 for player in players]
    spare = (width - sum(needed)) // count
    cells = [need + spare for need in needed] if spare >= 0 else [width // count] * count
    begin = 0
    for player, cell in zip(players, cells, strict=True):
        if player.is_to_move:
            sheet.put(begin, 0, glyphs.cursor, "gold", bold=True)
        points = str(player.score)
        x = sheet.put(begin + 1, 0, cut(player.name, cell - len(points) - 3), bold=True) + 1
        begin += cell
        x = sheet.put(x, 0, points, "text")
        rise = min(len(glyphs.rises) - 1, player.score * len(glyphs.rises) // GOAL)
        sheet.put(x, 0, glyphs.rises[rise], "gold")
    return sheet.lines()[0]


def corner_facts(
    view: HeartsView, players: Sequence[SeatShown], glyphs: Glyphs
) -> tuple[tuple[str, str, str], ...]:
    """Return the joker and the hearts, each with its sign and ink, for a table without a rail."""
    facts = _facts(view, players, glyphs)[:-1]
    return tuple((sign, ink, short) for sign, ink, *_words, short in facts)
