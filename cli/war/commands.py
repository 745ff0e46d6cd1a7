"""What Bataille adds to the commands: a line mode for people."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.parser import Parser
from words.translation import _

if TYPE_CHECKING:
    from cli.war.line_game import WarLines
    from engine.table import Table


def add_deal(parser: Parser) -> None:
    """Add nothing: the cards are always dealt by lot."""


def deal(options: Namespace) -> None:
    """Return None: the cards are always dealt by lot."""


def add_console(parser: Parser) -> None:
    """Add what `tapis console war` takes."""
    parser.description = _("Play Bataille line by line.")
    parser.describe(
        _(
            "An empty line turns the next cards; other lines are words, and help lists them."
            " Exit status: 0 at the end of the game or after quit, 1 at the end of input, 130 after"
            " Ctrl-C."
        )
    )


def console(options: Namespace) -> int:
    """Play the line mode of Bataille. Raises `BadUse`."""
    from cli.lines.start import run

    return run(line_game(), options, {})


def line_game() -> WarLines:
    """Return the game for the line mode."""
    from cli.war.line_game import WarLines

    return WarLines()


def transcript(table: Table[Any], _align: bool) -> Iterator[bytes]:
    """Yield a game of Bataille as its line mode would have printed it."""
    from cli.lines.transcript import transcript as in_lines

    return in_lines(line_game(), table)
