"""The hint of a person's turn: searched for once, followed by the cursor, dropped with the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Game, Hint, View
from engine.loop import Call, Loop
from engine.reasons import Forfeit
from play.frame import Cursor
from programs.thinking import Think, Thought


class TurnHint:
    """The hint of the current turn, or the search for one."""

    def __init__(self, game: Game[Any], loop: Loop, think: Think) -> None:
        self.hint: Hint | None = None
        self.is_said = False
        self._game = game
        self._loop = loop
        self._think = think
        self._stop: Call | None = None

    @property
    def is_sought(self) -> bool:
        """Whether a hint is being searched for."""
        return self._stop is not None

    def seek(self, view: View[Any], found: Callable[[Hint], None]) -> None:
        """Show the hint of this turn again, or search for one and call `found` with it."""
        if self.hint:
            self.is_said = True
        elif self._stop is None:

            def chosen(hint: Hint) -> None:
                self._stop = None
                self.hint, self.is_said = hint, True
                found(hint)

            self._stop = self._think(Thought(self._game.hint, view, self._loop, chosen, _nothing))

    def give_up(self) -> bool:
        """Stop the search for a hint; return whether there was one."""
        was_sought = self._stop is not None
        if self._stop:
            self._stop()
            self._stop = None
        return was_sought

    def forget(self) -> None:
        """Drop the hint, or the search for it."""
        self.give_up()
        self.hint, self.is_said = None, False

    def steps_left(self, cursor: Cursor) -> tuple[Any, ...] | None:
        """Return the steps of the hint that are left from here, None if it cannot be followed."""
        return cursor.steps_to(self.hint.move) if self.hint else None

    def aimed(self, cursor: Cursor) -> Cursor:
        """Return the cursor aimed at the next step of the hint, if it is near."""
        left = self.steps_left(cursor)
        return cursor.aimed_at(left[0]) if left else cursor


def _nothing(_forfeit: Forfeit) -> None:
    """Ignore a forfeit; a hint has none."""
