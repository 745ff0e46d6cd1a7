"""The clock of a race: it moves for seats that run out of time, and computer players take some."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from engine.game import Play
from engine.loop import Call, Loop, Stoppable
from engine.table import Table
from programs.reaction import Reaction


class RaceClock:
    """A clock that runs while a table is in a race; the table itself has none."""

    seconds: ClassVar[float] = 3.0
    """The seconds that every seat has."""

    def __init__(
        self,
        table: Table[Any],
        loop: Loop,
        play: Callable[[Play, Call], None],
        is_awaited: Callable[[], bool],
        fresh_seed: Callable[[], int],
    ) -> None:
        """Watch a table.

        Args:
            table: The game.
            loop: The event loop.
            play: Makes a move for a seat, then calls its second argument.
            is_awaited: Whether anybody was asked to move, so that the time counts.
            fresh_seed: Returns a seed; how long a computer player takes is drawn from it.
        """
        self._table = table
        self._loop = loop
        self._play = play
        self._is_awaited = is_awaited
        self._fresh_seed = fresh_seed
        self._timer: Stoppable | None = None

    def watch(self) -> None:
        """Start or stop the clock as the game requires; to be called after each change."""
        is_on = self._is_awaited() and self._table.view(None).timeout_play is not None
        if is_on and self._timer is None:
            self._timer = self._loop.later(self.seconds, self._move_for_the_late)
        elif self._timer and not is_on:
            self.stop()

    def react(self, call: Call) -> None:
        """Make a call: at once, or in a race after as long as somebody takes to move."""
        is_on = Reaction.milliseconds and self._table.view(None).timeout_play is not None
        if is_on:
            self._loop.later(Reaction.seconds(self._fresh_seed()), call)
        else:
            call()

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _move_for_the_late(self) -> None:
        late = self._table.view(None).timeout_play
        if late is not None:
            self._play(late, partial(self._go_on, self._timer))

    def _go_on(self, timer: Stoppable | None) -> None:
        """Move for the next who is late, unless the clock was stopped meanwhile."""
        if timer is self._timer:
            self._move_for_the_late()
