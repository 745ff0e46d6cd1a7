"""What a game adds to the commands: an entry for each game, loaded when it is asked for."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from cli.line_games import line_game
from cli.parser import Parser
from engine.description import Values
from engine.games import MAIN, describe
from engine.table import Table
from words.translation import _, mark

if TYPE_CHECKING:
    from cli.zen.commands import ZenCommands


class GameCommands:
    """The line mode of a game for people, as a part of `play`, `host`, `console` and `replay`.

    A game that adds options of its own has a subclass.
    """

    def __init__(self, key: str, summary: str, more: str) -> None:
        """Take the game's key and two marked texts of the help of `console`."""
        self.key = key
        self.summary = summary
        self.more = more

    def add_deal(self, parser: Parser) -> None:
        """Add the options that say what is dealt, to `play`, `host` and `console`; here none."""

    def deal(self, options: Namespace) -> Any:
        """Return the deal that the options ask for, None without one. Raises `BadUse`."""

    def add_console(self, parser: Parser) -> None:
        """Add what `console` takes for this game, and say so in the help."""
        parser.description = _(self.summary)
        parser.describe(_(self.more))

    def console(self, options: Namespace) -> int:
        """Play the line mode of the game; return the exit status. Raises `BadUse`."""
        return self.talk(options, {})

    def talk(self, options: Namespace, more: Values) -> int:
        """Play it for people, with `more` values for its options. Raises `BadUse`."""
        from cli.lines.start import run

        return run(line_game(self.key), options, more, self.deal(options))

    def transcript(self, table: Table[Any], align: bool) -> Iterator[bytes]:
        """Yield a game as its line mode would have printed it."""
        from cli.lines.replay import transcript

        return transcript(line_game(self.key), table)


class PositionCommands(Protocol):
    """What a game adds to commands whose positions can be written as text."""

    def add_position(self, parser: Parser) -> None:
        """Add the options that say which position is meant."""

    def legal(self, options: Namespace) -> int:
        """Print the legal moves of the position; return the exit status. Raises `BadUse`."""

    def perft(self, options: Namespace) -> int:
        """Print how many sequences of moves it has; return the exit status. Raises `BadUse`."""


def _duel() -> GameCommands:
    from cli.duel.commands import DuelCommands

    return DuelCommands()


def _zen() -> ZenCommands:
    from cli.zen.commands import ZenCommands

    return ZenCommands()


GAME_COMMANDS: Final[dict[str, Callable[[], GameCommands]]] = {
    "duel": _duel,
    "zen": _zen,
    "hearts": partial(
        GameCommands,
        "hearts",
        mark("Play Dame de Pique line by line."),
        mark(
            "Each line is a card, like 8C, three cards to pass, or a word; help lists the words. "
            "Where several people play, only the word table shows a hand. Exit status: 0 at the "
            "end of the game or after quit, 1 at the end of input, 130 after Ctrl-C."
        ),
    ),
    "war": partial(
        GameCommands,
        "war",
        mark("Play Bataille line by line."),
        mark(
            "An empty line turns the next cards; other lines are words, and help lists them."
            " Exit status: 0 at the end of the game or after quit, 1 at the end of input, 130 after"
            " Ctrl-C."
        ),
    ),
}
"""What makes the part of each game that has a line mode, by key."""

POSITIONS: Final[dict[str, Callable[[], PositionCommands]]] = {"zen": _zen}
"""What makes the part of each game whose positions can be written as text, by key."""


def games_named(command: str, *games: str, usual: str = MAIN) -> str:
    """Return the last words of a command's help: which games can be named, which one need not."""
    words = _("Games: {games}. Without a name: {usual}. tapis {command} GAME --help says more.")
    titles = ", ".join(f"{game} ({_(describe(game).title)})" for game in games)
    return words.format(games=titles, usual=usual, command=command)
