"""Starts the line mode of a game as the options of the command ask for."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import Any

from cli import sessions
from cli.game_options import fitting_options, given_options, rules_of, seat_requests
from cli.lines import looking
from cli.lines.console import LineConsole
from cli.lines.game import LineGame
from cli.sessions import GameRequest
from cli.streams import BadUse, standard_input
from engine.description import Values
from engine.games import find_game
from play.last_setup import last_setup
from programs.players import PATIENCE
from words.translation import _


def run(game: LineGame, options: Namespace, more: Values, deal: Any = None) -> int:
    """Play the game that the options ask for, with `more` values for its options, and this deal.

    Return the exit status. Raises `BadUse`.
    """
    named = given_options(options, game.key)
    given = {**named, **more}
    if options.resume and (given or options.save or options.seed is not None):
        raise BadUse(_("--resume goes on with a game: its file says everything but who plays"))
    rules = rules_of(find_game(game.key), given)
    fitted = fitting_options(named, game.key)
    seats, patience = seat_requests(options, game.key), options.patience or PATIENCE
    is_as_last = not (options.resume or seats.listed or seats.kinds)
    if is_as_last:
        seats = seats._replace(listed=last_setup(game.key).with_options(fitted).kinds)
    request = GameRequest(rules, seats, options.seed, patience, deal)
    with ExitStack() as stack:
        session = sessions.asked_for(options, request, stack)
        if not (options.save or options.resume) and session.people:
            sessions.keep(session)
        console = LineConsole(game, session, request, standard_input())
        stack.callback(console.close)
        if is_as_last:
            console.say(looking.seated(console.at.timeline))
        return console.run()
