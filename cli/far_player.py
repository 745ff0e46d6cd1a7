"""A computer player or a program at a shared table, without a screen: `tapis join --player`."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import Any

from cli import sessions
from cli.game_options import no_player
from cli.online import access_of, entering
from cli.streams import say
from cli.tables_here import seat_wished
from engine.game import Player
from engine.games import find_game
from engine.table import Sitter
from host.outside import fresh_seed
from net.joining.client import RemoteClient
from net.joining.far_player import FarPlayer
from net.joining.seats import Access, SeatAt, sign_at, sit_at
from play.manual_loop import ManualLoop
from programs.players import PATIENCE, UnknownPlayer, is_known, is_program, make_player, title
from programs.thinking import think_in_loop
from words.names import seat_name
from words.translation import _, reason


def play_there(options: Namespace) -> int:
    """Let a player play at a table, a number of games or as many as others want. Raises `BadUse`.

    A player that cannot play that game takes no seat: the last free seat begins the game.
    """
    kind = options.player
    name = options.name or title(kind)
    level = "program" if is_program(kind) else kind

    def join(access: Access) -> SeatAt:
        sign = sign_at(options.table, access)
        if sign and not is_known(find_game(sign.game), kind):
            raise no_player(find_game(sign.game), kind, has_people=False)
        wished = seat_wished(options.table, options.seat, access) if options.seat else None
        return sit_at(
            options.table, name, back=options.back, player=level, seat=wished, access=access
        )

    joined = entering(access_of(options), join).joined
    with ExitStack() as stack:
        if is_program(kind):
            sessions.unwind_for_programs(stack)

        def new_player() -> Player[Any]:
            sitter = Sitter(name, kind, None if is_program(kind) else fresh_seed())
            return make_player(joined.game, sitter, options.patience or PATIENCE)

        try:
            player = new_player()
        except UnknownPlayer:
            joined.line.close()
            raise no_player(joined.game, kind, has_people=False) from None
        loop = ManualLoop()
        client = RemoteClient.at(joined, loop)
        match = _Match(options.games or 0)
        far = FarPlayer(
            client, player, loop, fresh_seed, think_in_loop, new_player, match.ended, match.games
        )
        stack.callback(far.close)
        (own,) = client.own_seats
        place = seat_name(joined.game.key, client.timeline.seats[own])
        say(_("{player} plays {seat}.").format(player=name, seat=place))
        while not far.is_over:
            loop.wait(loop.seconds_left)
            loop.run()
        return match.tell(far.client)


class _Match:
    """The games that a player plays at a table, one after the other.

    Attributes:
        games: How many are wished for, 0 for as many as others want.
    """

    def __init__(self, games: int) -> None:
        self.games = games
        self._played = self._drawn = 0
        self._won: dict[str, int] = {}

    def ended(self, client: RemoteClient[Any]) -> None:
        """Say how a game has ended, and count it."""
        names, outcome = (
            [sitter.name for sitter in client.timeline.sitters],
            client.timeline.outcome,
        )
        assert outcome
        winners = [names[seat] for seat in outcome.winners]
        for name in names:
            self._won[name] = self._won.get(name, 0) + (name in winners)
        self._played += 1
        self._drawn += not winners
        words = _("The game is over: {winners} won.") if winners else _("The game is a draw.")
        say(words.format(winners=", ".join(winners)))

    def tell(self, client: RemoteClient[Any]) -> int:
        """Say how it all has ended; return the exit status, 1 if that came too early."""
        is_cut = client.position is None or client.timeline.outcome is None
        is_short = self._played < self.games
        if client.is_lost and client.notice:
            say(reason(client.notice))
        elif is_cut or not client.company.is_connected:
            say(_("The table is gone."))
        elif is_short:
            say(_("The others have left."))
        if is_short:
            words = _("Games played: {played} of {games}.")
            say(words.format(played=self._played, games=self.games))
        if self._played and (self.games or self._played > 1):
            score = [f"{name} {count}" for name, count in self._won.items()]
            if self._drawn:
                score.append(_("drawn {count}").format(count=self._drawn))
            say(_("Games won: {score}.").format(score=", ".join(score)))
        return int(is_cut or is_short)
