"""The duel on the screen: both players' piles, the hand, the log, and the words about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.widget import Widget

from engine.duel.game import DUEL
from engine.duel.history import LaidCard, LastTurn, PileHistory, drawn_last, laid_on, past_of
from engine.duel.moves import LAYS, Lay, Pile, Turn
from engine.duel.rules import cards_of
from engine.duel.view import DuelView
from engine.timeline import Timeline, plays_in_log
from play.frame import Frame, LastMove
from play.games.duel import telling
from play.games.duel.controls import DuelControls, HandCursor, enter_action
from play.games.duel.story import DuelStory
from tui.games.duel import board
from tui.games.duel.layout import NEEDS, place, words_at
from tui.games.duel.rail import DuelRail, DuelTable, log_line, panels, unseen_cards
from tui.table.plates import plate
from tui.table.scene import ELSEWHERE, GameScene, TextPage
from tui.table.tutor import tutor_lines
from tui.themes import wants_huge
from tui.widgets.felt import FocusedLines
from tui.widgets.lines import Lines
from tui.widgets.turn_log import LogRow
from words.glyphs import Glyphs
from words.translation import _, mark

if TYPE_CHECKING:
    from play.first_game import Advice


class DuelScene(GameScene):
    """Shows views on its widgets: each player's piles, the hand, the log."""

    key = "duel"
    teller = DuelStory()
    new_controls = DuelControls
    offers = (
        *("what_next", "replay", "hide", "lay", "end_by_enter", "menu_by_enter"),
        *("step", "play", "pause", "end_turn", "undo", "left", "right", "up", "down", "eyes"),
        *("first_card", "last_card"),
        *("menu", "help", "quit", "hint", "follow", "choices", "type", "take_back", "cards"),
        *("faster", "slower"),
        *(*ELSEWHERE, "settings", "log_up", "log_down"),
    )
    dialogs = frozenset({"cards"})
    not_on_key_line = GameScene.not_on_key_line | {"up", "left", "first_card", "last_card"}
    not_in_menu = frozenset(
        {"right", "left", "first_card", "last_card", "up", "down", "end_by_enter"}
    )
    first_on_key_line = (
        *("lay", "what_next", "end_turn", "undo", "take_back"),
        *GameScene.first_on_key_line,
    )
    typed_question = mark("Your turn, like 15^ 20^' 48v:")
    typed_fault = mark("That is not a turn. Write it like 15^ 20^' 48v:")
    typed_keys = (("0-9", mark("Go to a card by its number: 4 and 2 for 42.")),)
    steps = ("next_card", "previous_card")
    take_back_words = mark("Take back your last turn? You will get the same cards again.")
    take_back_words_of = mark("Take back the last turn of {player}? The same cards come again.")
    turns_word = mark("Turns")
    step_words = mark("turn {turn}, card {step} of {steps}")
    hint_once_taken_back = mark("Hint (take your cards back first): {turn} - {reasons}")
    hint_end = mark("Hint: end the turn here.")
    needs = NEEDS

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        ids = "their-plate", "theirs", "ribbon", "mine", "my-plate"
        self._their_plate, self._theirs, self._ribbon, self._mine, self._my_plate = parts = [
            Lines(id=id_) for id_ in ids
        ]
        self.focus = self.hand = FocusedLines(id="hand")
        self.log = self._rail = DuelRail()
        self.table: DuelTable = DuelTable(place, *parts, self.hand, self.log, id="duel")
        self._seat = 0
        self._told: tuple[object, ...] = ()
        self._past = PileHistory(())
        self._drawn: frozenset[int] = frozenset()
        self._arriving: tuple[int, int] | None = None
        self._rows: dict[int, board.PilesRow] = {}

    def widgets(self) -> Iterable[Widget]:
        """Return the table, with room for a tutor in a first game."""
        self._make_room(is_over=False)
        return super().widgets()

    @property
    def tells_end(self) -> bool:
        """Whether the end of the game is told in the place of the hand."""
        return self.story is not None

    def settle(self) -> None:
        if self.is_moving:
            super().settle()
            self._arriving = None
            self._show_piles()

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the piles and the hand, the viewer's below."""
        view: DuelView = frame.view
        cursor: HandCursor | None = frame.cursor
        heaps = self._past.heaps
        self._tell_past(view, frame, cursor, names)
        if heaps != self._past.heaps or not self.has_motion:
            self._arriving = laid_on(heaps, self._past.heaps) if self.has_motion else None
        self.is_moving = self._arriving is not None
        self._make_room(is_over=self.tells_end)
        seat, other = frame.seat, 1 - frame.seat
        self._seat = seat
        for who, plate_line in ((other, self._their_plate), (seat, self._my_plate)):
            self._rows[who] = self._piles_row(view, who, frame.last, cursor)
            row = board.plate_of(view, who, frame, names, self.glyphs)
            plate_line.show([plate(row, plate_line.outer_size.width, self.glyphs)])
        self._show_piles()
        self._show_ribbon(view, other, names, is_asked=cursor is not None)
        where, width = self.table.places, self.hand.outer_size.width
        if self.story:
            self.hand.chosen = None
            cards = cards_of(view.hands[seat] or 0)
            self.hand.show(board.end(self.story, seat, cards, where, width, self.glyphs))
            return
        hand = self._hand_row(view, frame, cursor, names)
        self.hand.chosen = words_at(where, cursor.place) if cursor else None
        self.hand.show(board.hand(hand, where, width, self.glyphs))

    def _show_piles(self) -> None:
        """Show both players' piles, with the place of a card that is on its way."""
        where, seat = self.table.places, self._seat
        for who, piles in ((1 - seat, self._theirs), (seat, self._mine)):
            row = self._rows[who]
            if self._arriving is not None and self._arriving[0] == who:
                row = row._replace(arriving=self._arriving[1])
            piles.show(board.piles(row, where, piles.outer_size.width, self.glyphs))

    def _tell_past(
        self, view: DuelView, frame: Frame, cursor: HandCursor | None, names: tuple[str, ...]
    ) -> None:
        """Read the log again if it, or the turn in progress, has changed."""
        steps, seat = (frame.last.steps, frame.last.seat) if frame.last else ((), None)
        if cursor and cursor.draft.made:
            steps, seat = cursor.draft.made, frame.seat
        now: DuelView = frame.current_view
        told = (view, now, steps, frame.seat, names)
        if told != self._told:
            self._told, self._past = told, past_of(view, steps, seat, now)
            self._drawn = drawn_last(view)
            laid = [side.laid.bit_count() for side in view.sides]
            self._rail.panels = partial(panels, laid, now, names, frame.seat, glyphs=self.glyphs)

    def _piles_row(
        self, view: DuelView, who: int, last: LastMove | None, cursor: HandCursor | None
    ) -> board.PilesRow:
        """Return a player's piles, with the cards just laid and the aim of the cursor."""
        row = board.PilesRow(
            who, self._past.heaps[who], view.sides[who].draw_size, _fresh(who, last)
        )
        lay = cursor.chosen() if cursor else None
        if cursor is None or lay is None or lay.pile.is_theirs == (who == view.seat):
            return row
        label = telling.cost_tag(lay, cursor.draft.tops[lay.pile])
        return row._replace(target=0 if lay.pile.is_ascending else 1, label=label)

    def _show_ribbon(
        self, view: DuelView, other: int, names: tuple[str, ...], *, is_asked: bool
    ) -> None:
        """Show the last turn, or the opponent's hand once it is open.

        A player to move sees the opponent's turn until their own is complete.
        """
        width, where, opened = self._ribbon.outer_size.width, self.table.places, view.hands[other]
        if not width:
            return
        if opened is not None:
            words = _("held") if self.story else _("holds")
            line = board.open_hand(other, cards_of(opened), words, where, width, self.glyphs)
        else:
            last = self._last_turn(is_asked=is_asked)
            name = names[last.seat] if last else ""
            line = board.ribbon(last, name, where, width, self.glyphs)
        self._ribbon.show([line])

    def _last_turn(self, *, is_asked: bool) -> LastTurn | None:
        """Return the last turn, or the one being shown; the viewer's own once it is complete."""
        making = None if is_asked else self._past.making
        return making or self._past.last

    def _hand_row(
        self, view: DuelView, frame: Frame, cursor: HandCursor | None, names: Sequence[str]
    ) -> board.HandRow:
        """Return the hand, with the cursor, the marks of a hint, and the cards just drawn."""
        seat = frame.seat
        hand = view.hands[seat]
        count = view.sides[seat].hand_size
        is_new = view.outcome is None and not (cursor and cursor.draft.made)
        row = board.HandRow(
            seat,
            (None,) * count if hand is None else tuple(cards_of(hand)),
            cursor.dull() if cursor else frozenset(),
            self._drawn if is_new else frozenset(),
            cursor.place if cursor else None,
            _("End") if cursor else "",
            frame.hint_steps,
            is_watched=frame.is_watched,
        )
        if frame.is_watched and view.seat is not None:
            row = row._replace(looker=names[seat].partition(" (")[0])
        last = self._last_turn(is_asked=cursor is not None)
        if last and view.hands[1 - seat] is not None:
            row = row._replace(last=last, last_name=names[last.seat])
        return row

    def _make_room(self, *, is_over: bool) -> None:
        """Place the widgets for a game in play, one that is over, or one that is taught."""
        is_taught = self.tutoring is not None
        self.table.make_room(is_over=is_over, is_taught=is_taught, is_huge=wants_huge())

    def log_rows(self, view: DuelView, upto: int, present: int | None = None) -> list[LogRow]:
        plays = plays_in_log(DUEL, view.log, upto)
        turns = [(play.seat, play.move.lays) for play in plays if isinstance(play.move, Turn)]
        width, here = self._rail.column, len(turns) if present is None else present
        rows = []
        for at, (seat, lays) in enumerate(turns, start=1):
            is_here, is_later = at == here, at > here
            words = log_line(at, seat, lays, width, self.glyphs, is_here=is_here, is_later=is_later)
            rows.append(LogRow(words, at))
        return rows

    def legend(self) -> Sequence[tuple[str, str]]:
        there = self.glyphs
        return [
            (there.cursor, _("whose turn it is; in the log the last turn")),
            (" ".join(there.coins), _("North and South, and what is theirs")),
            (there.up, _("an ascending pile: higher cards, or one exactly 10 lower")),
            (there.down, _("a descending pile: lower cards, or one exactly 10 higher")),
            (f"12{there.up}'", _("a gift: laid on a pile of the other player")),
            (there.fresh, _("just laid, or just drawn")),
            (there.cap * 4, _("the cursor")),
            (there.cap_flat * 4, _("the cursor on a card that lies flat: it fits nowhere now")),
            ("+7", _("what the card under the cursor costs on this pile")),
            ("-10", _("a jump back: it gains 10")),
            (_("gift {pips}").format(pips=7), _("a gift, and by how much it helps")),
            (f"1{there.up} 2{there.down}", _("a hint: the order of the cards, and their piles")),
            (there.heavy * 2 + there.light * 2, _("how many of a player's 58 cards are laid")),
            (there.shade * 2, _("a draw pile, and how many cards are left in it")),
        ]

    def show_tutor(self, said: Advice) -> None:
        """Show the tutor's words on the rail, or above a table without one."""
        width, height = self.table.places.regions["log"].size
        self._rail.show(tutor_lines(said, width, height, self.glyphs))

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        """The signs of the piles."""
        return {"up": self.glyphs.up, "down": self.glyphs.down}

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> TextPage:
        """Return the page of the cards not yet seen."""
        return unseen_cards(frame.current_view, names, self.glyphs)

    def clicked(
        self, widget: Widget, x: int, y: int, cursor: HandCursor
    ) -> tuple[HandCursor, str | None]:
        """Go to the card or aim at the pile that was clicked; a second click lays the card."""
        where = self.table.places
        if widget is self.hand:
            place = board.place_at(x, y, len(cursor.cards), where)
            if place is None:
                return cursor, None
            return (
                (cursor, enter_action(cursor))
                if place == cursor.place
                else (cursor.at(place), None)
            )
        if widget not in (self._theirs, self._mine):
            return cursor, None
        is_theirs = widget is self._theirs
        seat = (self._seat + is_theirs) % 2
        at = board.pile_at(x, where, self._past.heaps[seat])
        if at is None or cursor.card is None:
            return cursor, None
        lay = LAYS[cursor.card, Pile(2 * is_theirs + at)]
        return (cursor, "lay") if lay == cursor.chosen() else (cursor.aimed_at(lay), None)

    def cursor_words(self, cursor: HandCursor, view: DuelView) -> str:
        """Describe what the cursor is on: a card and its pile, why it cannot be laid, or a stop."""
        width = self.table.size.width - 2
        forms = telling.cursor_words(cursor, view, self.glyphs)
        return next((words for words in forms if cell_len(words) <= width), forms[-1])

    def fact_words(self, fact: object, timeline: Timeline[Any]) -> object:
        """Return a fact of an explanation as it is shown, a card with the sign of its pile."""
        if isinstance(fact, Lay):
            return telling.written([fact], self.glyphs)
        return super().fact_words(fact, timeline)

    def move_words(self, move: Any, timeline: Timeline[Any]) -> str:
        """Return the cards of a hint with the signs that their piles have on the table."""
        lays = [step for step in timeline.game.steps(move) if isinstance(step, Lay)]
        return telling.written(lays, self.glyphs)


def _fresh(seat: int, fresh: LastMove | None) -> tuple[frozenset[LaidCard], frozenset[LaidCard]]:
    """Return the cards just laid on a player's two piles; the other deck has the same numbers."""
    if fresh is None:
        return frozenset(), frozenset()
    mine = [lay for lay in fresh.steps if (fresh.seat != seat) == lay.pile.is_theirs]
    return (
        frozenset(LaidCard(lay.card, fresh.seat) for lay in mine if lay.pile.is_ascending),
        frozenset(LaidCard(lay.card, fresh.seat) for lay in mine if not lay.pile.is_ascending),
    )
