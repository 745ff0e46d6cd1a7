"""A person's move with the keys, whatever the game: a cursor on it, a step taken back, typing."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from engine.game import IllegalMove, NotationError
from engine.table import Table
from tui.cursor import Cursor
from tui.games import look_of
from tui.screens.base import TapisScreen
from tui.session import Session
from tui.words import why


class TurnScreen(TapisScreen):
    """What the keys do while a person is to move; the table around it says when that is."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.look = look_of(session.table.game.key, self.glyphs)
        self._cursor: Cursor | None = None

    @property
    def table(self) -> Table[Any]:
        """The game's table."""
        return self.session.table

    @property
    @abstractmethod
    def seat(self) -> int:
        """Whose view is shown."""

    @property
    @abstractmethod
    def my_turn(self) -> bool:
        """Whether the person who looks is to move, and nothing is being shown."""

    @abstractmethod
    def play_turn(self, turn: Any) -> None:
        """Play a legal move of the person who looks."""

    @property
    def cursor(self) -> Cursor | None:
        """Where the person is with the move, None while it is not theirs."""
        if not self.my_turn:
            return None
        if self._cursor is None:
            self._cursor = self.look.cursor(self.table.view(self.seat))
        return self._cursor

    def _put(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self.update()

    def do_undo(self) -> None:
        """Take the last step of this move back."""
        if self.cursor and self.cursor.before:
            self._put(self.cursor.before)

    def typed_question(self) -> str:
        """Return what asks for a typed move, with an example."""
        raise NotImplementedError

    def typed_fault(self, typed: str) -> str:
        """Return that what was typed is no move, with an example."""
        raise NotImplementedError

    def read_typed(self, typed: str) -> Any:
        """Return the move that was typed. Raises `NotationError`, `IllegalMove`."""
        raise NotImplementedError

    def do_type(self) -> None:
        """Type a whole move."""
        self.ask(self.typed_question(), self._typed)

    def _typed(self, typed: str) -> None:
        try:
            turn = self.read_typed(typed)
            self.table.view(self.seat).check(turn)
        except NotationError:
            self.say(self.typed_fault(typed))
        except IllegalMove as refused:
            self.say(why(refused))
        else:
            self.play_turn(turn)
