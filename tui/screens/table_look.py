"""The widgets of a duel's table, and the words about it; shared by play and replay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.containers import Container
from textual.widget import Widget

from engine.duel.draft import DuelDraft
from engine.duel.moves import Lay, Pile, Turn, write_cards
from engine.duel.reasons import Ending, Refusal
from engine.duel.rules import cards_of, draw_count
from engine.duel.view import DuelView
from engine.game import IllegalMove, Outcome, View
from engine.table import EventKind, Table
from tui.boards import duel as board
from tui.glyphs import Glyphs
from tui.hand_cursor import HandCursor
from tui.session import Series
from tui.story import story_of
from tui.widgets.duel import LOG_WIDTH, Hand, Piles, TurnLog
from tui.widgets.lines import BOLD, DIM, Line, Lines, cut, line, text
from tui.words import _, language, mark, several, why

LONGEST_NAME = 24


def names_of(table: Table[Any]) -> tuple[str, str]:
    """Return what the players are called, by seat, cut to what a line has room for."""
    north, south = (cut(sitter.name, LONGEST_NAME) for sitter in table.sitters)
    return north, south


def series_words(series: Series | None, outcome: Outcome | None) -> str:
    """Return which game of how many it is, and the score; nothing for a single game."""
    if series is None or series.setup.games < 2:
        return ""
    north, south = series.score_with(outcome)
    words = _("Game {number} of {games}, {north}-{south}")
    return words.format(number=series.number, games=series.setup.games, north=north, south=south)


class TableLook:
    """Shows views on its widgets: each player's piles, the hand, the log."""

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self._theirs = Piles(id="theirs")
        self._middle = Lines(id="middle")
        self._mine = Piles(id="mine")
        self.hand = Hand(id="hand")
        self._rule = Lines(id="rule")
        self.log = TurnLog(id="log")
        self._logged: tuple[object, ...] = ()

    def widgets(self) -> Iterable[Widget]:
        """Return the widgets: the table, a rule, the log."""
        yield Container(self._theirs, self._middle, self._mine, self.hand, id="table")
        yield self._rule
        yield self.log

    def show_piles(
        self,
        view: DuelView,
        seat: int,
        names: tuple[str, str],
        fresh: tuple[int, Turn] | None,
        cursor: HandCursor | None = None,
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

    def show_hand(
        self,
        view: DuelView,
        seat: int,
        cursor: HandCursor | None,
        hinted: tuple[Lay, ...] | None = None,
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

    def show_log(self, table: Table[Any], upto: int | None, back: int, heading: str) -> None:
        """Show the turns laid so far (up to move `upto`), and how the game ended.

        `back` is how many lines one has scrolled back. An arrow key changes none of this, so
        nothing is made anew then.
        """
        is_over = table.outcome is not None and upto is None
        done = (len(table.plays), len(table.events), upto)
        now = (*done, back, heading, self.log.room, is_over, language())
        if now == self._logged:
            return
        self._logged = now
        plays = table.plays if upto is None else table.plays[:upto]
        turns = [play for play in plays if isinstance(play.move, Turn)]
        story = [line(""), *self._story(table)] if is_over else []
        self.log.show_turns(heading or _("Turns"), turns, story, back)
        rows = self.log.room + 1
        self._rule.show([line(text(self.glyphs.separator, DIM))] * rows)

    def cursor_words(self, cursor: HandCursor, view: View[Any]) -> str:
        """Return what the cursor is on: a card and its pile, why it cannot be laid, a stop."""
        if cursor.place == board.MENU:
            return _("Enter shows everything that can be done now.")
        if cursor.place == board.END_TURN:
            assert isinstance(view, DuelView)
            return end_words(cursor.draft, view)
        lay = cursor.chosen()
        if lay is None:
            return " - ".join(why(refused) for refused in _telling(cursor.refusals()))
        words = _PILE_WORDS[lay.pile]
        what = _(words).format(
            card=f"{lay.card:02}", cost=board.cost(lay, cursor.draft.tops[lay.pile])
        )
        return what if len(cursor.piles()) > 1 else what + " " + _("It fits nowhere else.")

    def result_words(self, table: Table[Any], names: tuple[str, str]) -> str:
        """Return who won and why."""
        outcome = table.outcome
        if outcome is None:
            return ""
        winner = outcome.winners[0]
        won = _("{player} wins:").format(player=names[winner])
        if outcome.why is Ending.ALL_LAID:
            return f"{won} " + _("all 58 cards are laid.")
        if outcome.why is Ending.FORFEIT:
            return f"{won} {_given_up(table, names[1 - winner])}"
        left = table.view(None).hands[1 - winner]  # type: ignore[attr-defined]
        cards = write_cards(cards_of(left or 0)) or "-"
        return f"{won} " + _("{player} cannot lay two of {cards}.").format(
            player=names[1 - winner], cards=cards
        )

    def _story(self, table: Table[Any]) -> list[Line]:
        story = story_of(table)
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
        elif table.outcome and table.outcome.why is not Ending.FORFEIT:
            lines.append(_("Won from behind"))
        return [line(" ", text(cut(words, LOG_WIDTH - 1), BOLD)) for words in lines]


_PILE_WORDS = {
    Pile.UP: mark("{card} on your ascending pile: {cost}."),
    Pile.DOWN: mark("{card} on your descending pile: {cost}."),
    Pile.THEIR_UP: mark("{card} on the opponent's ascending pile: {cost}."),
    Pile.THEIR_DOWN: mark("{card} on the opponent's descending pile: {cost}."),
}


def _given_up(table: Table[Any], player: str) -> str:
    """Return that a player gave up, and why if the record says it."""
    text = next((e.text for e in reversed(table.events) if e.kind is EventKind.FORFEIT), "")
    if text:
        return _("{player} gave up: {why}").format(player=player, why=text)
    return _("{player} gave up.").format(player=player)


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


def _fresh(seat: int, fresh: tuple[int, Turn] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards just laid on a player's two piles."""
    if fresh is None:
        return (), ()
    mover, turn = fresh
    mine = [lay for lay in turn.lays if (mover != seat) == lay.pile.is_theirs]
    return (
        tuple(lay.card for lay in mine if lay.pile.is_ascending),
        tuple(lay.card for lay in mine if not lay.pile.is_ascending),
    )
