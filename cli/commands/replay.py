"""`tapis replay`: a game step by step at the full-screen table, or printed."""

from __future__ import annotations

from argparse import Namespace

from cli.game_commands import GAME_COMMANDS
from cli.parser import Parser, add_align, add_game
from cli.streams import BadUse, write_out
from words.translation import _


def add(parser: Parser) -> None:
    """Add the file, `--print` and `--align`."""
    add_game(parser)
    parser.add_argument(
        "--print", action="store_true", help=_("print it as the line mode shows it, and exit")
    )
    add_align(parser)


def run(options: Namespace) -> int:
    """Step through the game in a file, or print it. Raises `BadUse`."""
    from cli.game_files import name_of, read_table

    table = read_table(options.file)
    if not options.print:
        from cli.full_screen import open_table
        from play.requests import ReplayGame

        return open_table(ReplayGame(table))
    if table.game.key not in GAME_COMMANDS:
        words = _("{path}: {game} has no line mode that could print it")
        raise BadUse(words.format(path=name_of(options.file), game=table.game.key))
    for part in GAME_COMMANDS[table.game.key]().transcript(table, options.align):
        write_out(part)
    return 0
