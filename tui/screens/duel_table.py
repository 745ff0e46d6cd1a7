"""The table of a duel: the hand row, the piles, digits typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from engine.duel.moves import Turn
from engine.duel.view import DuelView
from engine.game import IllegalMove
from tui.boards import duel as board
from tui.hand_cursor import HandCursor
from tui.looks.look import Made
from tui.screens.table import TableScreen
from tui.typed import read_typed
from tui.words import _, why

if TYPE_CHECKING:
    from tui.cursor import Cursor


class DuelTable(TableScreen):
    """What the keys do while a person lays cards."""

    OFFERS = (
        "what_next",
        "hide",
        "lay",
        "step",
        "pause",
        "end_turn",
        "right",
        "down",
        "menu",
        "help",
        "quit",
        "hint",
        "undo",
        "type",
        "take_back",
        "cards",
        "up",
        "left",
        "log_up",
        "log_down",
    )
    _digits = ""

    @property
    def hand(self) -> HandCursor | None:
        """Where the person is with the turn, None while it is not theirs."""
        cursor = self.cursor
        assert cursor is None or isinstance(cursor, HandCursor)
        return cursor

    def made(self) -> Made | None:
        """Return what is marked as just laid: by the other player, or after the end by anybody."""
        if self._showing.is_on:
            return super().made()
        if self.hand and self.hand.draft.made:
            return None
        made = super().made()
        is_own = made is not None and made.seat == self.seat
        return None if is_own and not self.table.outcome else made

    def cursor_message(self, cursor: Cursor) -> str:
        """Return what is said of the cursor; of a digit typed first."""
        return f"{self._digits}_" if self._digits else super().cursor_message(cursor)

    def on_key(self, event: events.Key) -> None:
        """Jump to a card by its two digits; any other key forgets the first."""
        typed = event.character if event.character and event.character in "0123456789" else ""
        if not typed or self.hand is None or self.is_saving:
            if self._digits:
                self._digits = ""
                self.update()
            return
        event.stop()
        self._digits += typed
        if len(self._digits) < 2:
            self.update()
            return
        typed, self._digits = self._digits, ""
        if there := self.hand.on_card(int(typed)):
            self._put(there)
        else:
            self.update()
            self.say(_("{card} is not in your hand.").format(card=typed))

    def on_click(self, event: events.Click) -> None:
        """Go to the card that was clicked; a second click lays it."""
        widget, cursor = event.widget, self.hand
        if widget is None or widget.id != "hand" or cursor is None or self.is_asking:
            return
        place = board.place_at(event.x, len(cursor.cards))
        if place is None:
            return
        if place == cursor.place:
            self.do_lay()
        else:
            self._put(cursor.at(place))

    def refuse_in_turn(self, action: str) -> str | None:
        """Return why an action cannot be had in the middle of a turn."""
        cursor = self.hand
        if cursor is None:
            return ""
        if action == "undo" and not cursor.before:
            return _("No card of this turn lies on the table.")
        if action == "end_turn":
            try:
                cursor.draft.finish()
            except IllegalMove as refused:
                return why(refused)
        return None

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        return None if action == "cards" else super().refusal(action)

    def menu_actions(self) -> list[str]:
        """Leave out what Enter does on a stop: it would open the menu again."""
        ids = super().menu_actions()
        on_stop = self.hand is not None and self.hand.card is None
        return [id_ for id_ in ids if not (on_stop and id_ == "lay")]

    def do_left(self) -> None:
        """Go to the stop before."""
        if self.hand:
            self._put(self.hand.moved(-1))

    def do_right(self) -> None:
        """Go to the next stop."""
        if self.hand:
            self._put(self.hand.moved(1))

    def do_up(self) -> None:
        """Go to the pile before, in screen order."""
        if self.hand:
            self._put(self.hand.aimed(-1))

    def do_down(self) -> None:
        """Go to the next pile, in screen order."""
        if self.hand:
            self._put(self.hand.aimed(1))

    def do_lay(self) -> None:
        """Lay the card, or do what the stop says."""
        if cursor := self.hand:
            if cursor.place == board.MENU:
                self.do_menu()
            elif cursor.place == board.END_TURN:
                self.action_run("end_turn")
            else:
                try:
                    self._put(cursor.laid())
                except IllegalMove as refused:
                    self.say(why(refused))

    def do_end_turn(self) -> None:
        """End the turn, and draw."""
        if self.hand:
            self.play_turn(self.hand.draft.finish())

    def play_turn(self, turn: Turn) -> None:
        """Play a turn."""
        self._digits = ""
        super().play_turn(turn)

    def typed_question(self) -> str:
        """Return what asks for a typed turn."""
        return _("Your turn, like 15^ 20^' 48v:")

    def typed_fault(self, typed: str) -> str:
        """Return that what was typed is no turn."""
        return _("{text} is no turn; write it like 15^ 20^' 48v.").format(text=typed)

    def read_typed(self, typed: str) -> Turn:
        """Return the turn that was typed."""
        return read_typed(typed)

    def do_cards(self) -> None:
        """Show the cards not yet seen."""
        from tui.screens.cards import CardsScreen

        view = self.table.view(self.seat)
        assert isinstance(view, DuelView)
        self.app.push_screen(CardsScreen(view, self.names()))
