"""`tapis replay`: a game step by step at the full-screen table, or printed."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import ALIGN, GAME_FILE, Argument, a_game_or_line
from cli.game_commands import game_commands
from cli.parser import Parser
from cli.streams import write_out
from words.translation import mark


def add(parser: Parser) -> None:
    """Add the file, `--print` and `--align`."""
    words = mark("print it as the line mode shows it, and exit")
    parser.take(
        Argument("file", GAME_FILE, a_game_or_line),
        Argument("--print", words, action="store_true"),
        ALIGN,
    )


def run(options: Namespace) -> int:
    """Step through the game in a file, or print it. Raises `BadUse`."""
    from cli.game_files import read_table

    table = read_table(options.file)
    if not options.print:
        from cli.full_screen import open_table
        from play.requests import ReplayGame

        return open_table(ReplayGame(table))
    for part in game_commands(table.game.key).transcript(table, options.align):
        write_out(part)
    return 0
