"""The games on the command line: the line mode of each, and its part of the commands."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from cli.parser import Parser
from cli.streams import BadUse
from engine.description import Values
from engine.games import MAIN, describe
from words.translation import _, mark

if TYPE_CHECKING:
    from cli.lines.game import LineGame
    from engine.table import Table

AS_LAST: Final = mark("Where nobody is named, you play the computer, or as last set up.")
"""The help of a line mode about the players, where none is named."""

CONSOLE_HELP: Final = {
    "duel": (
        mark("Play the duel in its strict line mode; in words with --talk."),
        mark(
            "Each line on standard input is a turn, like 15^ 20^' 48v: a card of two digits, ^"
            " or v for the ascending or descending pile, ' for the opponent's. The answer to a"
            " wrong line is #>. Without --first, NORD begins. Exit status: 0 at the end of the"
            " game, 1 at the end of input, 130 after Ctrl-C."
        ),
    ),
    "zen": (
        mark("Play Zen l'Initié line by line."),
        mark(
            "Each line is a move, like F11-F8, B1xB4 or ZF6-F9, or a word; help lists the"
            " words. Exit status: 0 at the end of the game or after quit, 1 at the end of"
            " input, 130 after Ctrl-C."
        ),
        AS_LAST,
    ),
    "hearts": (
        mark("Play Dame de Pique line by line."),
        mark(
            "Each line is a card, like 8C, three cards to pass, or a word; help lists the words. "
            "Where several people play, only table and hand show a hand. Exit status: 0 at the "
            "end of the game or after quit, 1 at the end of input, 130 after Ctrl-C."
        ),
        AS_LAST,
    ),
    "war": (
        mark("Play Bataille line by line."),
        mark(
            "An empty line turns the next cards; other lines are words, and help lists them."
            " Exit status: 0 at the end of the game or after quit, 1 at the end of input, 130 after"
            " Ctrl-C."
        ),
        AS_LAST,
    ),
}
"""The help of `console` for each game with a line mode, by key: its sentences, a summary first."""

POSITIONS: Final = ("zen",)
"""The keys of the games whose positions can be written as text."""

OWN: Final = ("duel", "zen")
"""The keys of the games that have a subclass of `GameCommands`, in their module `commands`."""


class GameCommands:
    """A game's part of `play`, `host`, `console` and `replay`."""

    def __init__(self, key: str) -> None:
        """Take the game's key."""
        self.key = key

    def add_deal(self, parser: Parser) -> None:
        """Add the options for a deal to `play`, `host` and `console`; here none."""

    def deal(self, options: Namespace) -> Any:
        """Return the deal that the options ask for, None without one. Raises `BadUse`."""

    def add_console(self, parser: Parser) -> None:
        """Add what `console` takes for this game, and say so in the help."""
        parser.description = " ".join(map(_, CONSOLE_HELP[self.key]))

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
    """A game's part of the commands about positions, which can be written as text."""

    def add_position(self, parser: Parser) -> None:
        """Add the options that say which position is meant."""

    def legal(self, options: Namespace) -> int:
        """Print the legal moves of the position; return the exit status. Raises `BadUse`."""

    def perft(self, options: Namespace) -> int:
        """Print how many sequences of moves it has; return the exit status. Raises `BadUse`."""


def game_commands(game: str) -> GameCommands:
    """Return a game's part of the commands."""
    if game not in OWN:
        return GameCommands(game)
    module = import_module(f"cli.{game}.commands")
    return cast(GameCommands, getattr(module, f"{game.capitalize()}Commands")(game))


def position_commands(game: str) -> PositionCommands:
    """Return the part of one of `POSITIONS` in the commands about positions."""
    return cast(PositionCommands, game_commands(game))


def line_game(game: str) -> LineGame:
    """Return a game for the line mode for people: `DuelLines` for `duel`.

    Raises `BadUse` for a game without a line mode.
    """
    if game not in CONSOLE_HELP:
        raise BadUse(_("{game} has no line mode.").format(game=_(describe(game).title)))
    module = import_module(f"cli.{game}.line_game")
    return cast("LineGame", getattr(module, f"{game.capitalize()}Lines")())


def games_named(command: str, *games: str, usual: str = MAIN) -> str:
    """Return the last words of a command's help: the games, and the one that is usual."""
    words = _("Games: {games}. Without a name: {usual}. tapis {command} GAME --help says more.")
    titles = ", ".join(f"{game} ({_(describe(game).title)})" for game in games)
    return words.format(games=titles, usual=usual, command=command)
