"""`tapis join`: sits down at a table of this machine, or lists them."""

from __future__ import annotations

from argparse import Namespace

from cli.full_screen import need_terminal, open_table
from cli.parser import Parser, add_patience, add_seat
from cli.streams import say
from words.translation import _


def add(parser: Parser) -> None:
    """Add the table, and who sits down there."""
    parser.describe(_("Without a table it lists the tables on this machine."))
    parser.add_argument(
        "table",
        nargs="?",
        metavar=_("TABLE"),
        help=_("the name of the table; NAME@OWNER where several people have one of this name"),
    )
    parser.add_argument("--name", metavar=_("NAME"), help=_("what you are called at the table"))
    sitting = parser.add_mutually_exclusive_group()
    sitting.add_argument("--watch", action="store_true", help=_("watch the game without a seat"))
    parser.add_argument(
        "--back",
        action="store_true",
        help=_("come back to your seat even if another window still plays there"),
    )
    sitting.add_argument(
        "--player",
        metavar=_("WHO"),
        help=_("let a computer player or exec:PROGRAM play there, without a screen"),
    )
    add_seat(parser)
    add_patience(parser)


def run(options: Namespace) -> int:
    """List the tables, or sit down at one. Raises `BadUse`."""
    if options.table is None:
        return _list()
    if options.player:
        from cli.far_player import play_there

        return play_there(options)
    need_terminal()
    from cli.tables_here import seat_wished
    from play.last_setup import own_name
    from play.requests import JoinTable

    name = options.name or own_name()
    seat = seat_wished(options.table, options.seat) if options.seat else None
    return open_table(JoinTable(options.table, name, options.watch, options.back, seat))


def _list() -> int:
    """List the tables that live here, and one's own that were killed."""
    from cli.tables_here import table_lines
    from net.joining.tables import find_tables

    for line in table_lines(find_tables()):
        say(line)
    return 0
