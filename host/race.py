"""The clock of a race: it moves for seats that run out of time, and computer players take some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.game import Play
from engine.loop import Call, Loop, Stoppable
from engine.shuffle import Lots
from engine.table import Table
from host.outside import fresh_seed


class RaceClock:
    """A clock that runs while a table is in a race; the table itself has none."""

    seconds: ClassVar[float] = 3.0
    """The seconds that every seat has."""
    reaction: ClassVar[range] = range(250, 901)
    """The milliseconds that a computer player may take to move in a race; empty for no time."""

    def __init__(
        self,
        table: Table[Any],
        loop: Loop,
        play: Callable[[Play, Call], None],
        is_awaited: Callable[[], bool],
    ) -> None:
        """Watch a table.

        Args:
            table: The game.
            loop: The event loop.
            play: Makes a move for a seat, then calls its second argument.
            is_awaited: Whether anybody was asked to move, so that the time counts.
        """
        self._table = table
        self._loop = loop
        self._play = play
        self._is_awaited = is_awaited
        self._timer: Stoppable | None = None

    def watch(self) -> None:
        """Start or stop the clock as the game requires; to be called after each change."""
        is_on = self._is_awaited() and self._table.view(None).timeout_play is not None
        if is_on and self._timer is None:
            self._timer = self._loop.later(self.seconds, self._move_for_the_late)
        elif not is_on:
            self.stop()

    def react(self, call: Call) -> None:
        """Make a call: at once, or in a race after as long as somebody takes to move."""
        if self.reaction and self._table.view(None).timeout_play is not None:
            self._loop.later(self.reaction_seconds(), call)
        else:
            call()

    @classmethod
    def reaction_seconds(cls) -> float:
        """Return the seconds that a computer player takes to move in a race, drawn by lot."""
        return cls.reaction[Lots(fresh_seed(), 0).below(len(cls.reaction))] / 1000

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _move_for_the_late(self) -> None:
        late = self._table.view(None).timeout_play
        if late is not None:
            self._play(late, self._move_for_the_late)
