"""Zen's part of the commands: a line mode for people, `--position`, `legal` and `perft`."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from cli.arguments import Argument
from cli.game_commands import GameCommands
from cli.game_options import add_option
from cli.parser import Parser
from cli.streams import BadUse, say
from engine.games import describe
from words.translation import mark, said

if TYPE_CHECKING:
    from engine.zen.board import Position


POSITION: Final = Argument(
    "--position",
    mark("rows 11 to 1, side to move and barred square"),
    value=mark("TEXT"),
)


class ZenCommands(GameCommands):
    """The commands of Zen."""

    def add_console(self, parser: Parser) -> None:
        """Add `--position`."""
        super().add_console(parser)
        parser.take(POSITION)

    def console(self, options: Namespace) -> int:
        """Play the line mode from the position asked for. Raises `BadUse`."""
        position = {} if options.position is None else {"position": options.position}
        return self.talk(options, position)

    def add_position(self, parser: Parser) -> None:
        """Add `--position` and `--variant`."""
        for option in describe(self.key).options:
            if option.name == "variant":
                add_option(parser, option)
        parser.take(POSITION)

    def legal(self, options: Namespace) -> int:
        """Print the legal moves of a position, sorted, one a line. Raises `BadUse`."""
        from engine.zen.positions import legal_moves_text

        for text in legal_moves_text(_position(options), options.variant or 0):
            say(text)
        return 0

    def perft(self, options: Namespace) -> int:
        """Print how many sequences of moves a position has. Raises `BadUse`."""
        from engine.zen.positions import perft

        say(str(perft(_position(options), options.depth, options.variant or 0)))
        return 0


def _position(options: Namespace) -> Position:
    from engine.reasons import NotationError
    from engine.zen.positions import START, parse_position
    from saves.reasons import sentence_of

    if options.position is None:
        return START
    try:
        return parse_position(options.position)
    except NotationError as fault:
        raise BadUse(f"--position: {said(sentence_of(fault))}") from None
