"""The table of Zen: the cursor on the board, a piece picked up and set down, answers, rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import events

from engine.game import IllegalMove
from engine.zen.moves import Answer, BoardMove, Move
from engine.zen.squares import Square
from engine.zen.view import ZenView
from tui.board_cursor import BoardCursor, Stop
from tui.boards.zen_side import ended_round, round_words
from tui.looks.zen import ZenLook
from tui.screens.table import TableScreen
from tui.widgets.choices import Choice
from tui.words import _, why
from tui.zen_lines.looking import no_hint
from tui.zen_lines.typed import read_typed

if TYPE_CHECKING:
    from tui.session import Session

ROUND_PACES = 5
"""How many times as long as a move the end of a round is shown where nobody is asked."""


class ZenTable(TableScreen):
    """What the keys do while a person moves a piece."""

    OFFERS = (
        "what_next",
        "next_round",
        "answer",
        "pick_up",
        "set_down",
        "play_move",
        "announce_by_enter",
        "menu_by_enter",
        "step",
        "pause",
        "square_right",
        "square_down",
        "announce",
        "put_back",
        "next_piece",
        "menu",
        "help",
        "quit",
        "hint",
        "type_move",
        "take_back",
        "previous_piece",
        "square_up",
        "square_left",
        "log_up",
        "log_down",
    )
    HIDDEN = ("square_up", "square_down", "square_left", "previous_piece", "menu_by_enter")

    def __init__(self, session: Session, recap: bool = False) -> None:
        super().__init__(session, recap)
        self._rounds_seen = len(self._view().rounds)
        self._last_squares: dict[int, Square] = {}

    def _view(self) -> ZenView:
        view = self.table.view(None)
        assert isinstance(view, ZenView)
        return view

    @property
    def cursor(self) -> BoardCursor | None:
        """Where the person is with the move; it begins where that one's last ended."""
        is_new = self._cursor is None
        cursor = super().cursor
        assert cursor is None or isinstance(cursor, BoardCursor)
        if cursor and is_new and (last := self._last_squares.get(self.seat)) is not None:
            cursor = self._cursor = cursor.at(last)
        return cursor

    @property
    def is_asked(self) -> bool:
        """Whether the person to move has to answer, and not to move."""
        return self.cursor is not None and self.cursor.draft.is_asked

    @property
    def my_turn(self) -> bool:
        """Whether the person who looks is to move, and nothing is being shown."""
        return super().my_turn and not self._holds()

    # Rounds

    def _holds(self) -> bool:
        """Say whether the end of a round is on the table and was not looked at yet."""
        view = self._view()
        self._rounds_seen = min(self._rounds_seen, len(view.rounds))
        return (
            not self._showing.is_on
            and len(view.rounds) > self._rounds_seen
            and ended_round(view) is not None
        )

    def _proceed(self) -> None:
        super()._proceed()
        if self._holds() and not self.session.people and not self._paused:
            self._timer = self.set_timer(self.tapis.pace * ROUND_PACES, self.do_next_round)

    def do_next_round(self) -> None:
        """Begin the next round."""
        if self._holds():
            self._rounds_seen = len(self._view().rounds)
            self._proceed()

    def message(self) -> str:
        """Return what is expected now; how a round ended, until the next one begins."""
        played = ended_round(self._view()) if self._holds() else None
        if played is None:
            return super().message()
        return round_words(len(self._view().rounds), played)

    # What can be done

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action == "next_round":
            return None if self._holds() else ""
        if action in ("step", "pause") and self._holds():
            return ""
        return super().refusal(action)

    def refuse_in_turn(self, action: str) -> str | None:
        """Return why an action cannot be had in the middle of a move."""
        cursor = self.cursor
        if cursor is None:
            return ""
        if action == "hint":
            return no_hint(self.table, self.seat, self.session.people) or None
        is_asked = cursor.draft.is_asked
        is_lifted, is_down = cursor.lifted is not None, cursor.is_set_down
        on_board = cursor.stop is None and not is_asked
        moments = {
            "answer": is_asked and cursor.stop is None,
            "pick_up": on_board and not is_lifted,
            "set_down": on_board and is_lifted and not is_down,
            "play_move": cursor.stop is Stop.PLAY,
            "announce_by_enter": cursor.stop is Stop.ECHEC,
            "menu_by_enter": cursor.stop is Stop.MENU,
            "put_back": cursor.before is not None,
            "announce": is_down,
            "next_piece": not is_down and not is_asked,
            "previous_piece": not is_down and not is_asked,
        }
        return None if moments.get(action, True) else ""

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ not in self.HIDDEN]

    def menu_actions(self) -> list[str]:
        """Leave out the keys that only move the cursor."""
        moves = ("square_right", "square_down", "square_left", "square_up", "announce_by_enter")
        return [id_ for id_ in super().menu_actions() if id_ not in moves]

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains."""
        return [id_ for id_ in super().helped() if not id_.endswith("by_enter")]

    # The cursor

    def _put(self, cursor: Any) -> None:
        self._last_squares[self.seat] = cursor.square
        super()._put(cursor)

    def _go(self, across: int, up: int) -> None:
        if self.cursor:
            self._put(self.cursor.moved(across, up))

    def do_square_left(self) -> None:
        """Go to the square on the left."""
        self._go(-1, 0)

    def do_square_right(self) -> None:
        """Go to the square on the right."""
        self._go(1, 0)

    def do_square_up(self) -> None:
        """Go to the square above."""
        self._go(0, 1)

    def do_square_down(self) -> None:
        """Go to the square below, or to the stops."""
        self._go(0, -1)

    def do_next_piece(self) -> None:
        """Go to the next piece that can move, or to where the one picked up may go."""
        if self.cursor:
            self._put(self.cursor.next_legal(1))

    def do_previous_piece(self) -> None:
        """Go to the piece before that can move, or to where the one picked up may go."""
        if self.cursor:
            self._put(self.cursor.next_legal(-1))

    def do_pick_up(self) -> None:
        """Pick up the piece under the cursor, or say why it cannot be moved."""
        if self.cursor:
            self._step(self.cursor)

    def do_set_down(self) -> None:
        """Set the piece down under the cursor, put it back, or say why it cannot go there."""
        if self.cursor and self.cursor.square == self.cursor.lifted:
            self.do_put_back()
        elif self.cursor:
            self._step(self.cursor)

    def _step(self, cursor: BoardCursor) -> None:
        try:
            after = cursor.stepped()
        except IllegalMove as refused:
            self.say(why(refused))
            return
        if after.draft.move and not after.draft.options.by_hand:
            self.play_turn(after.draft.finish())
        else:
            self._put(after)

    def play_turn(self, turn: Move) -> None:
        """Play a move; the cursor comes back to where it ended."""
        if isinstance(turn, BoardMove):
            self._last_squares[self.seat] = turn.end
        super().play_turn(turn)

    def _take_back(self, answer: object) -> None:
        """Go back to the last move; the cursor is where its piece was picked up."""
        to = self._last_turn()
        if answer == "yes" and to is not None:
            seat, move = self.table.plays[to]
            if isinstance(move, BoardMove):
                self._last_squares[seat] = move.start
        super()._take_back(answer)

    def do_play_move(self) -> None:
        """Play the move that is set down."""
        if self.cursor:
            self.play_turn(self.cursor.draft.finish())

    def do_announce(self) -> None:
        """Play the move that is set down and announce échec."""
        if self.cursor is None:
            return
        try:
            self.play_turn(self.cursor.announced().draft.finish())
        except IllegalMove as refused:
            self.say(why(refused))

    def do_announce_by_enter(self) -> None:
        """Do what the stop says."""
        self.do_announce()

    def do_put_back(self) -> None:
        """Put the piece back."""
        self.do_undo()

    def do_menu_by_enter(self) -> None:
        """Show everything that can be done now."""
        self.do_menu()

    def do_answer(self) -> None:
        """Ask whether the lost round is accepted."""
        from tui.screens.menu import Ask

        question = _("You lost to an échec that nobody announced.")
        answers = [
            Choice(str(Answer.BACK), _("Take your last move back")),
            Choice(str(Answer.ACCEPT), _("Accept it: the round is lost")),
        ]
        self.app.push_screen(Ask(question, answers), self._answer)

    def _answer(self, answer: object) -> None:
        if self.is_asked and isinstance(answer, str):
            self.play_turn(Answer(answer))

    # Typing, clicking

    def typed_question(self) -> str:
        """Return what asks for a typed move."""
        return _("Your move, like F11-F8, B1xB4 or ZF6-F9:")

    def typed_fault(self, typed: str) -> str:
        """Return that what was typed is no move."""
        return _("{text} is no move; write it like F11-F8 or ZF6-F9.").format(text=typed)

    def read_typed(self, typed: str) -> Move:
        """Return the move that was typed."""
        view = self.table.view(self.seat)
        assert isinstance(view, ZenView)
        return read_typed(typed, view.position)

    def do_type_move(self) -> None:
        """Type a whole move."""
        self.do_type()

    def on_click(self, event: events.Click) -> None:
        """Go to the square that was clicked, and do there what Enter does; so with a stop."""
        widget, cursor = event.widget, self.cursor
        look = self.look
        assert isinstance(look, ZenLook)
        is_busy = self.is_asking or self.is_saving
        if widget is not look.board or cursor is None or is_busy:
            return
        square, stop = look.board.square_at(event.x, event.y), look.board.stop_at(event.x, event.y)
        if stop is not None:
            self._cursor = replace(cursor, stop=cursor.stops[stop])
            self._enter()
        elif square is not None and not cursor.is_set_down:
            there = cursor.at(square)
            self._put(there)
            if there.fits():
                self._step(there)

    def _enter(self) -> None:
        """Do what Enter does on the stop."""
        if self.cursor is None:
            return
        if self.cursor.stop is Stop.MENU:
            self.do_menu()
        elif self.cursor.stop is Stop.PLAY:
            self.do_play_move()
        else:
            self.do_announce()
