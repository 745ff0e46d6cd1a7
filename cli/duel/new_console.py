"""`tapis console`: a table for the duel as the options say, and its line mode."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import Final

from cli import sessions
from cli.duel.commands import deal as deal_of
from cli.duel.console import Console
from cli.duel.text import DuelText
from cli.game_options import given_options, seat_requests
from cli.sessions import GameRequest
from cli.streams import BadUse, standard_input
from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from programs.players import PATIENCE
from words.translation import _

FIRST: Final = "north"
"""Who begins a duel of the line mode if nothing else is asked for."""


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    rules = DuelOptions(**{"first": FIRST, **given_options(options, DUEL.key)})
    is_begun = options.save or options.deal or options.first or options.seed is not None
    if options.resume and is_begun:
        raise BadUse(_("--resume goes on with a game; --save, --deal and --seed begin one"))
    request = GameRequest(
        rules,
        seat_requests(options, DUEL.key),
        options.seed,
        options.patience or PATIENCE,
        deal_of(options),
    )
    with ExitStack() as stack:
        sessions.unwind_for_programs(request.seats.kinds, stack)
        if options.resume:
            session = sessions.resumed(options.resume, request)
        else:
            people: list[str] = []
            if options.save:  # nothing else of the strict mode shows a name
                from play.last_setup import people_called

                people = people_called()
            session = sessions.seated(sessions.new_table(request, people), request.patience)
        stack.callback(session.close)
        if options.save:
            sessions.keep_new(session, options.save)
        seats = range(len(session.table.seats))
        players = {seat: player for seat in seats if (player := session.computer(seat))}
        console = Console(session.table, players, DuelText(options.align), standard_input())
        return console.run()
