"""A computer player or a program at a shared table, without a screen: `tapis join --player`."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import Any

from cli import sessions
from cli.game_options import no_player
from cli.streams import BadUse, say
from cli.tables_here import seat_wished
from engine.game import Player
from engine.games import find_game
from engine.table import Sitter
from host.outside import fresh_seed
from net.joining.client import RemoteClient
from net.joining.far_player import FarPlayer
from net.joining.reasons import NotJoined
from net.joining.seats import sign_at, sit_at
from play.manual_loop import ManualLoop
from programs.players import PATIENCE, UnknownPlayer, is_known, is_program, make_player, title
from programs.thinking import think_in_loop
from words.names import seat_name
from words.translation import _, sentence


def play_there(options: Namespace) -> int:
    """Let a player play at a table to the end of its game. Raises `BadUse`.

    A player that cannot play that game takes no seat: the last free seat begins the game.
    """
    kind = options.player
    name = options.name or title(kind)
    level = "program" if is_program(kind) else kind
    try:
        sign = sign_at(options.table)
        if sign and not is_known(find_game(sign.game), kind):
            raise no_player(find_game(sign.game), kind, has_people=False)
        wished = seat_wished(options.table, options.seat) if options.seat else None
        seat = sit_at(
            options.table, name, back=options.back, player=level, seat=wished, may_ask=True
        )
    except NotJoined as why:
        raise BadUse(sentence(why)) from None
    joined = seat.joined
    with ExitStack() as stack:
        if is_program(kind):
            sessions.unwind_for_programs(stack)

        def new_player() -> Player[Any]:
            sitter = Sitter(name, kind, None if is_program(kind) else fresh_seed())
            return make_player(joined.game, sitter, options.patience or PATIENCE)

        def next_player() -> Player[Any]:
            _tell_end(far.client)
            return new_player()

        try:
            player = new_player()
        except UnknownPlayer:
            joined.line.close()
            raise no_player(joined.game, kind, has_people=False) from None
        loop = ManualLoop()
        client = RemoteClient.at(joined, loop)
        far = FarPlayer(client, player, loop, fresh_seed, think_in_loop, next_player)
        stack.callback(far.close)
        (own,) = client.own_seats
        place = seat_name(joined.game.key, client.timeline.seats[own])
        say(_("{player} plays {seat}.").format(player=name, seat=place))
        while not far.is_over:
            loop.wait(loop.seconds_left)
            loop.run()
        return _tell_end(far.client)


def _tell_end(client: RemoteClient[object]) -> int:
    """Say how the game ended; return the exit status, 1 if the table was lost."""
    timeline = client.timeline
    if client.position is None or timeline.outcome is None:
        say(_("The table is gone."))
        return 1
    winners = [timeline.sitters[seat].name for seat in timeline.outcome.winners]
    words = _("The game is over: {winners} won.") if winners else _("The game is a draw.")
    say(words.format(winners=", ".join(winners)))
    return 0
