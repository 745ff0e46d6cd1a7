"""What Dame de Pique adds to the commands: a line mode for people."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.parser import Parser
from words.translation import _

if TYPE_CHECKING:
    from cli.hearts.line_game import HeartsLines
    from engine.table import Table


def add_deal(parser: Parser) -> None:
    """Add nothing: what is dealt follows from the seed."""


def deal(options: Namespace) -> None:
    """Return None: what is dealt follows from the seed."""


def add_console(parser: Parser) -> None:
    """Say what `tapis console hearts` takes."""
    parser.description = _("Play Dame de Pique line by line.")
    parser.describe(
        _(
            "Each line is a card, like 8C, three cards to pass, or a word; help lists the words. "
            "Where several people play, only the word table shows a hand. Exit status: 0 at the "
            "end of the game or after quit, 1 at the end of input, 130 after Ctrl-C."
        )
    )


def console(options: Namespace) -> int:
    """Play the line mode of Dame de Pique. Raises `BadUse`."""
    from cli.lines.start import run

    return run(line_game(), options, {})


def line_game() -> HeartsLines:
    """Return the game for the line mode."""
    from cli.hearts.line_game import HeartsLines

    return HeartsLines()


def transcript(table: Table[Any], _align: bool) -> Iterator[bytes]:
    """Yield a game of Dame de Pique as its line mode would have printed it."""
    from cli.lines.transcript import transcript as in_lines

    return in_lines(line_game(), table)
