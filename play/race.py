"""The clock of a race: who has not moved in time is moved for, in the order that the game gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.game import Play
from engine.table import Table
from play.loop import Call, Loop, Stoppable


class RaceClock:
    """Runs while a race is on at a table; the table itself has no clock."""

    seconds: ClassVar[float] = 3.0
    """How long everybody has."""

    def __init__(self, table: Table[Any], loop: Loop, play: Callable[[Play, Call], None]) -> None:
        """Watch a table.

        Args:
            table: The game.
            loop: Tells the time.
            play: Makes a move for somebody who is late, and then calls what it is given.
        """
        self._table = table
        self._loop = loop
        self._play = play
        self._timer: Stoppable | None = None

    def watch(self) -> None:
        """Start or stop the clock as the game stands; after each change."""
        is_on = self._table.view(None).late is not None
        if is_on and self._timer is None:
            self._timer = self._loop.later(self.seconds, self._move_for_the_late)
        elif not is_on:
            self.stop()

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _move_for_the_late(self) -> None:
        late = self._table.view(None).late
        if late is not None:
            self._play(late, self._move_for_the_late)
