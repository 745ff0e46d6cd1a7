"""What Zen adds to the commands: a line mode for people, and `--position`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.parser import Parser
from words.translation import _

if TYPE_CHECKING:
    from cli.zen.line_game import ZenLines
    from engine.table import Table


def add_deal(parser: Parser) -> None:
    """Add nothing: nothing is dealt in Zen."""


def deal(options: Namespace) -> None:
    """Return None: nothing is dealt in Zen."""


def add_console(parser: Parser) -> None:
    """Add what `tapis console zen` takes."""
    from cli.zen.positions import add_position_text

    parser.description = _("Play Zen l'Initié line by line.")
    parser.describe(
        _(
            "Each line is a move, like F11-F8, B1xB4 or ZF6-F9, or a word; help lists the words."
            " Exit status: 0 at the end of the game or after quit, 1 at the end of input, 130 after"
            " Ctrl-C."
        )
    )
    add_position_text(parser)


def console(options: Namespace) -> int:
    """Play the line mode of Zen. Raises `BadUse`."""
    from cli.lines.start import run

    position = {} if options.position is None else {"position": options.position}
    return run(line_game(), options, position)


def line_game() -> ZenLines:
    """Return the game for the line mode."""
    from cli.zen.line_game import ZenLines

    return ZenLines()


def transcript(table: Table[Any], _align: bool) -> Iterator[bytes]:
    """Yield a game of Zen as its line mode would have printed it."""
    from cli.lines.transcript import transcript as in_lines

    return in_lines(line_game(), table)
