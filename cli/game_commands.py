"""What a game adds to the commands: one line for each game, loaded when it is asked for."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from cli.parser import Parser
from engine.games import MAIN, describe
from engine.table import Table
from words.translation import _


class GameCommands(Protocol):
    """The module of a game's own part of `play`, `console` and `replay --print`."""

    def add_deal(self, parser: Parser) -> None:
        """Add the options that say what is dealt, to `play` and `console`."""

    def deal(self, options: Namespace) -> Any:
        """Return the deal that the options ask for, None without one. Raises `BadUse`."""

    def add_console(self, parser: Parser) -> None:
        """Add what `console` takes for this game, and say so in the help."""

    def console(self, options: Namespace) -> int:
        """Play the line mode of the game; return the exit status. Raises `BadUse`."""

    def transcript(self, table: Table[Any], align: bool, /) -> Iterator[bytes]:
        """Yield a game as its line mode would have printed it."""


class PositionCommands(Protocol):
    """The module of a game whose positions can be written as text."""

    def add_position(self, parser: Parser) -> None:
        """Add the options that say which position is meant."""

    def legal(self, options: Namespace) -> int:
        """Print the legal moves of the position; return the exit status. Raises `BadUse`."""

    def perft(self, options: Namespace) -> int:
        """Print how many sequences of moves it has; return the exit status. Raises `BadUse`."""


def _duel() -> GameCommands:
    from cli.duel import commands

    return commands


def _zen() -> GameCommands:
    from cli.zen import commands

    return commands


def _hearts() -> GameCommands:
    from cli.hearts import commands

    return commands


def _war() -> GameCommands:
    from cli.war import commands

    return commands


def _zen_positions() -> PositionCommands:
    from cli.zen import positions

    return positions


GAME_COMMANDS: Final[dict[str, Callable[[], GameCommands]]] = {
    "duel": _duel,
    "zen": _zen,
    "hearts": _hearts,
    "war": _war,
}
"""What loads the part of each game that has a line mode, by key."""

POSITIONS: Final[dict[str, Callable[[], PositionCommands]]] = {"zen": _zen_positions}
"""What loads the part of each game whose positions can be written as text, by key."""


def games_named(command: str, *games: str, usual: str = MAIN) -> str:
    """Return the last words of a command's help: which games can be named, which one need not."""
    words = _("Games: {games}. Without a name: {usual}. tapis {command} GAME --help says more.")
    titles = ", ".join(f"{game} ({_(describe(game).title)})" for game in games)
    return words.format(games=titles, usual=usual, command=command)
