"""The computer players of a game at home: each in a thread, or as a call of the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Game, Player, View
from engine.loop import Call, Loop
from engine.reasons import Forfeit
from engine.table import Sitter
from programs.thinking import Think


class PlayersHere:
    """Lets the players of a game at home think, programs among them; see `Thinker`."""

    def __init__(
        self,
        player_of: Callable[[int], Player[Any] | None],
        think: Think,
        loop: Loop,
        say_why: Callable[[Forfeit], str],
    ) -> None:
        """Let these players think.

        Args:
            player_of: Returns the player of a seat.
            think: How they think.
            loop: The event loop.
            say_why: Returns the text of a forfeit for the record; if it raises, there is none.
        """
        self._player_of = player_of
        self._think = think
        self._loop = loop
        self._say_why = say_why

    def choose(
        self,
        _game: Game[Any],
        seat: int,
        _sitter: Sitter,
        view: View[Any],
        chosen: Callable[[Any], None],
        gave_up: Callable[[str], None],
    ) -> Call:
        """Let the player of a seat choose; return the call that stops it."""
        player = self._player_of(seat)
        assert player
        return self._think(
            player.choose, view, self._loop, chosen, lambda why: gave_up(self._say_why(why))
        )
