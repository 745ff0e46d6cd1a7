"""The keys of a move of Zen: the cursor on the board, the stops below it, the answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, ClassVar

from engine.game import View
from engine.reasons import IllegalMove
from engine.zen.board import Square
from engine.zen.moves import BoardMove, Move, read_typed
from engine.zen.view import ZenView
from play.frame import Cursor, MoveChosen, OtherAction
from play.games.actions import OWN
from play.games.zen_telling import after_round, ended_round
from play.notices import NO_SENSE_NOW
from play.plain_controls import PlainControls
from tui.games.zen.cursor import BoardCursor, Stop, first_place

STEPS = {
    "square_left": (-1, 0),
    "square_right": (1, 0),
    "square_up": (0, 1),
    "square_down": (0, -1),
}


class ZenControls(PlainControls):
    """Picks pieces up and sets them down by a cursor on the board."""

    actions: ClassVar[Collection[str]] = OWN["zen"]

    def __init__(self) -> None:
        self._squares: dict[int, Square] = {}
        self._rounds = 0

    def start(self, view: View[Any]) -> BoardCursor:
        """Return the cursor where the seat's last move ended, else on a pawn that can move."""
        zen = zen_view(view)
        draft = zen.draft()
        cursor = BoardCursor(draft, first_place(()))
        if len(zen.rounds) != self._rounds:
            # where the last round was played means nothing in this one
            self._rounds = len(zen.rounds)
            self._squares.clear()
        square = None if zen.seat is None else self._squares.get(zen.seat)
        if square is None:
            own = [square for square in cursor.legal or () if draft.position.own >> square & 1]
            square = first_place(own)
        return replace(cursor, square=square, is_new=True)

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        """Return which actions cannot be had in the middle of a move, and why."""
        board = board_cursor(cursor)
        is_asked = board.draft.is_asked
        is_lifted, is_down = board.lifted is not None, board.is_set_down
        on_board = board.stop is None and not is_asked
        moments = {
            "answer": is_asked and board.stop is None,
            "pick_up": on_board and not is_lifted,
            "set_down": on_board and is_lifted and not is_down,
            "play_move": board.stop is Stop.PLAY,
            "announce_by_enter": board.stop is Stop.ECHEC,
            "menu_by_enter": board.stop is Stop.MENU,
            "put_back": board.before is not None,
            "announce": is_down,
            "next_piece": not is_down and not is_asked,
            "previous_piece": not is_down and not is_asked,
        }
        return {action: NO_SENSE_NOW for action, has_sense in moments.items() if not has_sense}

    def do(self, action: str, cursor: Cursor) -> Cursor | MoveChosen | OtherAction:
        """Carry an action out. Raises `IllegalMove`."""
        board = board_cursor(cursor)
        if action in STEPS:
            return board.moved(*STEPS[action])
        if action in ("next_piece", "previous_piece"):
            return board.next_legal(1 if action == "next_piece" else -1)
        if action in ("announce", "announce_by_enter"):
            return MoveChosen(board.announced().draft.finish())
        if action == "play_move":
            return MoveChosen(board.draft.finish())
        if action == "menu_by_enter":
            return OtherAction("menu")
        if action == "put_back" or (action == "set_down" and board.square == board.lifted):
            return board.before or board
        after = board.stepped()
        if after.draft.move and not after.draft.options.by_hand:
            return MoveChosen(after.draft.finish())
        return after

    def read(self, typed: str, view: View[Any]) -> Move:
        """Return the move that was typed. Raises `NotationError`."""
        return read_typed(typed, zen_view(view).position)

    def stood(self, cursor: Cursor, seat: int) -> None:
        """Note the square, where the seat's next move begins."""
        self._squares[seat] = board_cursor(cursor).square

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note where the move ended; of one that is taken back, where it began."""
        if isinstance(move, BoardMove):
            self._squares[seat] = move.start if back else move.end

    def rounds(self, view: View[Any]) -> int:
        """Return how many rounds are over."""
        return len(zen_view(view).rounds)

    def has_round_ended(self, view: View[Any]) -> bool:
        """Whether the last move ended a round, and the game goes on."""
        return ended_round(zen_view(view)) is not None

    def after(self, view: View[Any]) -> View[Any]:
        """Return the last position of the round that the last move ended, if it did."""
        return after_round(zen_view(view))


def zen_view(view: View[Any]) -> ZenView:
    """Return the view of a table, which is one of Zen."""
    assert isinstance(view, ZenView)
    return view


def board_cursor(cursor: Cursor) -> BoardCursor:
    """Return the cursor of a table, which is on a board."""
    assert isinstance(cursor, BoardCursor)
    return cursor
