"""The line mode at a shared table, as the options of the command ask for it."""

from __future__ import annotations

from argparse import Namespace

from cli.game_options import SeatRequests
from cli.line_games import line_game
from cli.lines.console import LineConsole
from cli.lines.far_table import FarTable
from cli.sessions import GameRequest
from cli.streams import BadUse, standard_input
from cli.tables_here import seat_wished
from net.joining.reasons import NotJoined
from net.joining.seats import sit_at
from play.last_setup import own_name
from programs.players import PATIENCE
from words.translation import _, sentence


def run(options: Namespace) -> int:
    """Sit down at the table that the options name; return the exit status. Raises `BadUse`."""
    others = (options.resume, options.save, options.seats, options.seed)
    if any(other is not None for other in others):
        raise BadUse(_("--join takes a seat at a game that others have set up"))
    name = options.name or own_name()
    seat = seat_wished(options.join, options.seat) if options.seat else None
    at = seat_at_table(options.join, name, watch=options.watch, back=options.back, seat=seat)
    request = GameRequest(
        at.timeline.options, SeatRequests(at.game.key), None, options.patience or PATIENCE
    )
    console = LineConsole(at.game, at, request, standard_input())
    try:
        return console.run()
    finally:
        console.close()


def seat_at_table(
    table: str, name: str, *, watch: bool = False, back: bool = False, seat: int | None = None
) -> FarTable:
    """Return a place at the table of this name. Raises `BadUse`."""
    try:
        found = sit_at(table, name, watch=watch, back=back, seat=seat)
    except NotJoined as why:
        raise BadUse(sentence(why)) from None
    return FarTable.at(line_game(found.joined.game.key), found)
