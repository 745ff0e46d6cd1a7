"""`tapis join`: sits down at a table, or lists those of this machine."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import (
    BACK,
    INSECURE,
    NAME,
    PASSWORD_FILE,
    PROGRAM_PATIENCE,
    SEAT,
    WATCH,
    Argument,
    a_number_from_1,
)
from cli.full_screen import open_table
from cli.parser import Parser
from cli.streams import BadUse, need_terminal, say
from words.translation import _, mark


def add_join(parser: Parser) -> None:
    """Add the table, and the player who joins it."""
    parser.describe(
        _("Without a table it lists those of this machine and of the servers you have been to.")
    )
    table = mark(
        "the name of the table, NAME@OWNER where several people have one of this name; for one on "
        "another machine, or a server, ssh://[USER@]HOST[:PORT][/TABLE] or "
        "wss://HOST:PORT[/TABLE][#sha256:HEX]"
    )
    player = mark("let a computer player or exec:PROGRAM play there, without a screen")
    sitting = parser.add_mutually_exclusive_group()
    parser.take(Argument("table", table, value=mark("TABLE"), nargs="?"), NAME)
    WATCH.add_to(sitting)
    parser.take(BACK)
    Argument("--player", player, value=mark("WHO")).add_to(sitting)
    games = mark("how many games it plays there; the games that each has won are told at the end")
    parser.take(SEAT, Argument("--games", games, a_number_from_1), PROGRAM_PATIENCE)
    parser.take(PASSWORD_FILE, INSECURE)


def run_join(options: Namespace) -> int:
    """List the tables, or sit down at one. Raises `BadUse`."""
    if options.table is None:
        return _list()
    if options.player:
        from cli.far_player import play_there

        return play_there(options)
    if options.games:
        raise BadUse(_("--games is for a player that --player names"))
    need_terminal(options)
    from cli.online import access_of
    from cli.tables_here import AtServer, joined
    from play.last_setup import call_me
    from play.requests import ShowTables, TakePlace

    try:
        place = joined(
            options.table,
            options.name,
            watch=options.watch,
            back=options.back,
            seat=options.seat or "",
            access=access_of(options),
        )
    except AtServer:
        call_me(options.name)
        return open_table(options, ShowTables())
    return open_table(options, TakePlace(place))


def _list() -> int:
    """Print the live tables of this machine and of known servers, and the user's killed ones."""
    from cli.tables_here import table_lines
    from play.tables_here import all_signs

    for line in table_lines(all_signs()):
        say(line)
    return 0
