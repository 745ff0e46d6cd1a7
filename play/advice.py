"""The hint of a person's turn: thought about once, followed by the cursor, gone with the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Forfeit, Game, Hint, View
from play.frame import Cursor
from play.loop import Call, Loop
from play.thinking import Think


class Advice:
    """At most one hint; a key that comes before it drops it."""

    def __init__(self, game: Game[Any], loop: Loop, think: Think) -> None:
        self.hint: Hint | None = None
        self.is_said = False
        self._game = game
        self._loop = loop
        self._think = think
        self._stop: Call | None = None

    @property
    def is_sought(self) -> bool:
        """Whether a hint is being thought about."""
        return self._stop is not None

    def seek(self, view: View[Any], found: Callable[[Hint], None]) -> None:
        """Say the hint of this turn again, or think about one and hand it on."""
        if self.hint:
            self.is_said = True
        elif self._stop is None:

            def chosen(hint: Hint) -> None:
                self._stop = None
                self.hint, self.is_said = hint, True
                found(hint)

            self._stop = self._think(self._game.hint, view, self._loop, chosen, _nothing)

    def give_up(self) -> bool:
        """Think no more about a hint; return whether one was being thought about."""
        was_sought = self._stop is not None
        if self._stop:
            self._stop()
            self._stop = None
        return was_sought

    def forget(self) -> None:
        """Show nothing of a hint any more."""
        self.give_up()
        self.hint, self.is_said = None, False

    def left(self, cursor: Cursor) -> tuple[Any, ...] | None:
        """Return the steps that are left by the hint from here, None where it cannot be had."""
        return cursor.left_of(self.hint.move) if self.hint else None

    def aimed(self, cursor: Cursor) -> Cursor:
        """Return the cursor aimed as the hint says, if it stands on what comes next by it."""
        left = self.left(cursor)
        return cursor.aimed_at(left[0]) if left else cursor


def _nothing(_forfeit: Forfeit) -> None:
    """Hear that a player gives up; a hint never does."""
