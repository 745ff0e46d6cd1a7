"""`tapis console zen`: a table for Zen as the options say, and its line mode."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack

from cli import line_table
from cli.game_options import given_options
from cli.line_input import standard_input
from cli.output import BadUse
from cli.seats import seat_requests
from cli.zen import sessions
from cli.zen.console import ZenConsole
from cli.zen.sessions import GameRequest
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from net.players import PATIENCE
from saves.sentence import sentence_of
from words.translation import _, said


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    request = _request(options)
    with ExitStack() as stack:
        line_table.unwind_for_programs(request.seats.kinds, stack)
        path = options.resume
        session = sessions.resumed(path, request) if path else sessions.new(request)
        stack.callback(session.close)
        if options.save:
            line_table.keep_new(session, options.save)
        console = ZenConsole(session, request, standard_input())
        stack.callback(console.close)
        return console.run()


def _request(options: Namespace) -> GameRequest:
    """Return what the options ask for. Raises `BadUse`."""
    given = given_options(options, ZEN.key)
    if options.position is not None:
        given["position"] = options.position
    if options.resume and (given or options.save or options.seed is not None):
        raise BadUse(_("--resume goes on with a game; all but who plays is in its file"))
    try:
        rules = ZenOptions(**given)
    except ValueError as fault:
        raise BadUse(said(sentence_of(fault))) from None
    patience = options.patience or PATIENCE
    return GameRequest(rules, seat_requests(options, ZEN.key), options.seed, patience)
