"""A person's turn with the keys: the hand row, the piles, typing."""

from __future__ import annotations

from typing import Any

from textual import events

from engine.duel.moves import Turn
from engine.duel.view import DuelView
from engine.game import IllegalMove, NotationError
from engine.table import Table
from tui.boards import duel as board
from tui.hand_cursor import HandCursor
from tui.screens.base import TapisScreen
from tui.session import Session
from tui.typed import read_typed
from tui.words import _, why


class TurnScreen(TapisScreen):
    """What the keys do while a person is to move; the table around it says when that is."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._cursor: HandCursor | None = None
        self._digits = ""

    @property
    def table(self) -> Table[Any]:
        """The game's table."""
        return self.session.table

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        raise NotImplementedError

    @property
    def my_turn(self) -> bool:
        """Whether the person who looks is to move, and nothing is being shown."""
        raise NotImplementedError

    def play_turn(self, turn: Turn) -> None:
        """Play a legal turn of the person who looks."""
        raise NotImplementedError

    @property
    def cursor(self) -> HandCursor | None:
        """Where the person is with the turn, None while it is not theirs."""
        if not self.my_turn:
            return None
        if self._cursor is None:
            view = self.table.view(self.seat)
            assert isinstance(view, DuelView)
            self._cursor = HandCursor(view.draft()).at(0)
        return self._cursor

    def type_digit(self, event: events.Key) -> None:
        """Jump to a card by its two digits; any other key forgets the first."""
        if not (event.character and event.character in "0123456789") or self.cursor is None:
            if self._digits:
                self._digits = ""
                self.update()
            return
        event.stop()
        self._digits += event.character
        if len(self._digits) < 2:
            self.update()
            return
        typed, self._digits = self._digits, ""
        if there := self.cursor.on_card(int(typed)):
            self._put(there)
        else:
            self.update()
            self.say(_("{card} is not in your hand.").format(card=typed))

    def on_click(self, event: events.Click) -> None:
        """Go to the card that was clicked; a second click lays it."""
        widget, cursor = event.widget, self.cursor
        if widget is None or widget.id != "hand" or cursor is None or self.is_asking:
            return
        place = board.place_at(event.x, len(cursor.cards))
        if place is None:
            return
        if place == cursor.place:
            self.do_lay()
        else:
            self._put(cursor.at(place))

    def _put(self, cursor: HandCursor) -> None:
        self._cursor = cursor
        self.update()

    def menu_actions(self) -> list[str]:
        """Leave out what Enter does on a stop: it would open the menu again."""
        ids = super().menu_actions()
        on_stop = self.cursor is not None and self.cursor.card is None
        return [id_ for id_ in ids if not (on_stop and id_ == "lay")]

    def do_left(self) -> None:
        """Go to the stop before."""
        if self.cursor:
            self._put(self.cursor.moved(-1))

    def do_right(self) -> None:
        """Go to the next stop."""
        if self.cursor:
            self._put(self.cursor.moved(1))

    def do_up(self) -> None:
        """Go to the pile before, in screen order."""
        if self.cursor:
            self._put(self.cursor.aimed(-1))

    def do_down(self) -> None:
        """Go to the next pile, in screen order."""
        if self.cursor:
            self._put(self.cursor.aimed(1))

    def do_lay(self) -> None:
        """Lay the card, or do what the stop says."""
        if cursor := self.cursor:
            if cursor.place == board.MENU:
                self.do_menu()
            elif cursor.place == board.END_TURN:
                self.action_run("end_turn")
            else:
                try:
                    self._put(cursor.laid())
                except IllegalMove as refused:
                    self.say(why(refused))

    def do_undo(self) -> None:
        """Take the last card of this turn back."""
        if self.cursor and self.cursor.before:
            self._put(self.cursor.before)

    def do_end_turn(self) -> None:
        """End the turn, and draw."""
        if self.cursor:
            self.play_turn(self.cursor.draft.finish())

    def do_type(self) -> None:
        """Type a whole turn."""
        self.ask(_("Your turn, like 15^ 20^' 48v:"), self._typed)

    def _typed(self, typed: str) -> None:
        try:
            turn = read_typed(typed)
            self.table.view(self.seat).check(turn)
        except NotationError:
            self.say(_("{text} is no turn; write it like 15^ 20^' 48v.").format(text=typed))
        except IllegalMove as refused:
            self.say(why(refused))
        else:
            self.play_turn(turn)


def refuse_in_turn(action: str, cursor: HandCursor) -> str | None:
    """Return why an action cannot be had in the middle of a turn."""
    if action == "undo" and not cursor.before:
        return _("No card of this turn lies on the table.")
    if action == "end_turn":
        try:
            cursor.draft.finish()
        except IllegalMove as refused:
            return why(refused)
    return None
