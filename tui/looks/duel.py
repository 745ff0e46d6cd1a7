"""What the duel looks like: both players' piles, the hand, the log, and the words about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget

from engine.duel.draft import DuelDraft
from engine.duel.game import DUEL
from engine.duel.moves import Pile, Turn, write_cards
from engine.duel.reasons import Ending, Refusal
from engine.duel.rules import cards_of, draw_count
from engine.duel.view import DuelView
from engine.game import CHANCE, IllegalMove, View
from engine.timeline import Timeline, some_eyes, told_plays
from play.frame import Cursor, Frame, LastMove
from tui.boards import duel as board
from tui.controls.duel import DuelControls
from tui.glyphs import Glyphs
from tui.hand_cursor import HandCursor
from tui.looks.look import Look, given_up
from tui.story import story_of
from tui.widgets.duel import Hand, Piles
from tui.widgets.lines import BOLD, Lines, cut, line, text
from tui.widgets.turn_log import LogRow
from tui.words import _, mark, several, why

LOG_WIDTH = 27


class DuelLook(Look):
    """Shows views on its widgets: each player's piles, the hand, the log."""

    key: ClassVar[str] = "duel"
    offers: ClassVar[tuple[str, ...]] = (
        "what_next",
        "hide",
        "lay",
        "step",
        "pause",
        "end_turn",
        "right",
        "down",
        "eyes",
        "menu",
        "help",
        "quit",
        "hint",
        "undo",
        "type",
        "take_back",
        "cards",
        "faster",
        "slower",
        "up",
        "left",
        "log_up",
        "log_down",
    )
    always: ClassVar[frozenset[str]] = Look.always | {"cards"}
    not_on_key_line: ClassVar[frozenset[str]] = Look.not_on_key_line | {"up", "left"}
    typed_question: ClassVar[str] = mark("Your turn, like 15^ 20^' 48v:")
    typed_fault: ClassVar[str] = mark("{text} is no turn; write it like 15^ 20^' 48v.")
    has_deal: ClassVar[bool] = True
    steps: ClassVar[tuple[str, str]] = ("next_card", "previous_card")
    take_back_words: ClassVar[str] = mark("Go back to your last turn? The same cards come back.")
    take_back_words_of: ClassVar[str] = mark(
        "Go back to the last turn of {player}? The same cards come back."
    )
    turns_word: ClassVar[str] = mark("Turns")

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self._theirs = Piles(id="theirs")
        self._middle = Lines(id="middle")
        self._mine = Piles(id="mine")
        self.hand = Hand(id="hand")

    @staticmethod
    def controls_of() -> DuelControls:
        """Return what the keys do in a turn."""
        return DuelControls()

    @property
    def focus(self) -> Widget:
        """The hand."""
        return self.hand

    def widgets(self) -> Iterable[Widget]:
        """Return the widgets: the table, a rule, the log."""
        yield Container(self._theirs, self._middle, self._mine, self.hand, id="table")
        yield self.rule
        yield self.log

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the piles and the hand."""
        view, cursor = _duel(frame.view), _hand(frame.cursor) if frame.cursor else None
        self._show_piles(view, frame.seat, names, frame.last, cursor)
        self._show_hand(view, frame.seat, cursor, frame.left)

    def _show_piles(
        self,
        view: DuelView,
        seat: int,
        names: tuple[str, ...],
        fresh: LastMove | None,
        cursor: HandCursor | None,
    ) -> None:
        """Show both players' piles, yours at the bottom; mark what was just laid and the target."""
        other = 1 - seat
        marks = {who: board.Marks(_fresh(who, fresh)) for who in (seat, other)}
        if cursor and (lay := cursor.chosen()):
            who = other if lay.pile.is_theirs else seat
            label = board.cost(lay, cursor.draft.tops[lay.pile])
            marks[who] = board.Marks(
                marks[who].fresh, 0 if lay.pile in (Pile.UP, Pile.THEIR_UP) else 1, label
            )
        theirs, mine = view.sides[other], view.sides[seat]
        opened = view.hands[other]
        self._middle.show([board.open_hand(other, cards_of(opened)) if opened else line("")])
        self._theirs.show_side(other, names[other], theirs, marks[other], self.glyphs, below=False)
        self._mine.show_side(seat, names[seat], mine, marks[seat], self.glyphs, below=True)

    def _show_hand(
        self,
        view: DuelView,
        seat: int,
        cursor: HandCursor | None,
        hinted: tuple[Any, ...] | None,
    ) -> None:
        """Show the hand, the marks of a hint above it, and the cursor under it."""
        hand = view.hands[seat]
        count = view.sides[seat].hand_size
        cards: tuple[int | None, ...] = (None,) * count if hand is None else tuple(cards_of(hand))
        row = board.Hand(
            seat,
            cards,
            cursor.dull() if cursor else frozenset(),
            cursor.place if cursor else None,
            _("End"),
            hinted,
        )
        self.hand.show_hand(row, self.glyphs)

    def log_rows(self, view: View[Any], upto: int) -> list[LogRow]:
        """Return a row for each turn."""
        plays = told_plays(DUEL, view.log, upto)
        turns = [play for play in plays if isinstance(play.move, Turn)]
        return [
            LogRow(board.log_line(number, play.seat, play.move, LOG_WIDTH), number)
            for number, play in enumerate(turns, start=1)
        ]

    def not_in_menu(self, cursor: Cursor | None) -> frozenset[str]:
        """Leave out what Enter does on a stop: it would open the menu again."""
        on_stop = cursor is not None and _hand(cursor).card is None
        return frozenset({"lay"}) if on_stop else frozenset()

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Screen[object] | None:
        """Return the cards not yet seen."""
        from tui.screens.cards import CardsScreen

        return CardsScreen(_duel(frame.now), names) if action == "cards" else None

    def clicked(self, widget: Widget, x: int, y: int, cursor: Cursor) -> tuple[Cursor, str | None]:
        """Go to the card that was clicked; a second click lays it."""
        hand = _hand(cursor)
        place = board.place_at(x, len(hand.cards)) if widget is self.hand else None
        if place is None:
            return cursor, None
        return (cursor, "lay") if place == hand.place else (hand.at(place), None)

    def cursor_words(self, cursor: Cursor, view: View[Any]) -> str:
        """Return what the cursor is on: a card and its pile, why it cannot be laid, a stop."""
        assert isinstance(cursor, HandCursor)
        if cursor.place == board.MENU:
            return _("Enter shows everything that can be done now.")
        if cursor.place == board.END_TURN:
            return end_words(cursor.draft, _duel(view))
        lay = cursor.chosen()
        if lay is None:
            return " - ".join(why(refused) for refused in _telling(cursor.refusals()))
        words = _PILE_WORDS[lay.pile]
        what = _(words).format(
            card=f"{lay.card:02}", cost=board.cost(lay, cursor.draft.tops[lay.pile])
        )
        return what if len(cursor.piles()) > 1 else what + " " + _("It fits nowhere else.")

    def result_words(self, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return who won and why."""
        outcome = timeline.outcome
        if outcome is None:
            return ""
        winner = outcome.winners[0]
        won = _("{player} wins:").format(player=names[winner])
        if outcome.why is Ending.ALL_LAID:
            return f"{won} " + _("all 58 cards are laid.")
        if outcome.why is Ending.FORFEIT:
            return f"{won} {given_up(timeline, names[1 - winner])}"
        left = timeline.view(some_eyes(timeline)).hands[1 - winner]  # type: ignore[attr-defined]
        cards = write_cards(cards_of(left or 0)) or "-"
        return f"{won} " + _("{player} cannot lay two of {cards}.").format(
            player=names[1 - winner], cards=cards
        )

    def hint_words(self, is_left: bool) -> str:
        """Return the sentence of a hint."""
        if is_left:
            return _("Hint: {turn} - {reasons}")
        return _("Hint, with your cards taken back: {turn} - {reasons}")

    def hint_end_words(self) -> str:
        """Return what a hint says once all its cards are laid."""
        return _("Hint: end the turn here.")

    def story_rows(self, timeline: Timeline[Any]) -> list[LogRow]:
        """Return the best jump, the dearest gift and the turning point."""
        story = story_of(timeline)
        lines = []
        names = "NS"
        if story.jumps:
            seat, turn, count = story.jumps
            words = several("{count} jump", "{count} jumps", count)
            lines.append(
                _("Best: {what}, {who} turn {turn}").format(what=words, who=names[seat], turn=turn)
            )
        if story.gift:
            seat, turn, pips = story.gift
            lines.append(
                _("Gift: {pips}, {who} turn {turn}").format(pips=pips, who=names[seat], turn=turn)
            )
        if story.turning:
            lines.append(_("Ahead from turn {turn} on").format(turn=story.turning))
        elif timeline.outcome and timeline.outcome.why is not Ending.FORFEIT:
            lines.append(_("Won from behind"))
        told = [line(" ", text(cut(words, LOG_WIDTH - 1), BOLD)) for words in lines]
        turns = sum(play.seat != CHANCE for play in timeline.plays)
        return [LogRow(words, turns) for words in (line(""), *told)]


_PILE_WORDS = {
    Pile.UP: mark("{card} on your ascending pile: {cost}."),
    Pile.DOWN: mark("{card} on your descending pile: {cost}."),
    Pile.THEIR_UP: mark("{card} on the opponent's ascending pile: {cost}."),
    Pile.THEIR_DOWN: mark("{card} on the opponent's descending pile: {cost}."),
}


def end_words(draft: DuelDraft, view: DuelView) -> str:
    """Return what ending the turn would draw, or why it cannot end."""
    if draft.move is None:
        return why(IllegalMove(Refusal.TOO_FEW, count=len(draft.made)))
    seat = view.seat or 0
    left = draft.hand.bit_count()
    count = draw_count(left, view.sides[seat].draw_size, draft.gave)
    words = several("Ends the turn: draws {count}", "Ends the turn: draws {count}", count)
    return words + (_(", to six.") if draft.gave and left + count == 6 else ".")


def _telling(refusals: list[IllegalMove]) -> list[IllegalMove]:
    """Return the refusals that say most: a card that would strand, else the own piles'."""
    strands = [refused for refused in refusals if refused.reason is Refusal.NO_SECOND]
    return strands[:1] or refusals[:2]


def _duel(view: View[Any]) -> DuelView:
    assert isinstance(view, DuelView)
    return view


def _hand(cursor: Cursor) -> HandCursor:
    assert isinstance(cursor, HandCursor)
    return cursor


def _fresh(seat: int, fresh: LastMove | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards just laid on a player's two piles."""
    if fresh is None:
        return (), ()
    mine = [lay for lay in fresh.steps if (fresh.seat != seat) == lay.pile.is_theirs]
    return (
        tuple(lay.card for lay in mine if lay.pile.is_ascending),
        tuple(lay.card for lay in mine if not lay.pile.is_ascending),
    )
