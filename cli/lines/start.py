"""Starts the line mode for people, with the game that a command asks for or without one."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from cli import sessions
from cli.game_commands import line_game
from cli.game_options import (
    SeatRequests,
    fitting_options,
    given_options,
    rules_of,
    seat_requests,
)
from cli.lines import looking
from cli.lines.at_table import HomeTable
from cli.lines.console import LineConsole
from cli.lines.first_screen import FirstScreen
from cli.lines.game import LineGame
from cli.sessions import GameRequest
from cli.streams import BadUse, standard_input
from engine.description import Values
from engine.games import find_game
from play import requests
from play.last_setup import last_setup
from programs.players import PATIENCE
from words.translation import _

if TYPE_CHECKING:
    from play.requests import Request


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
        console = LineConsole(HomeTable.of(game, session), request, standard_input())
        stack.callback(console.close)
        if is_as_last:
            console.say(looking.seated(console.at.timeline))
        return console.run()


def talk(
    start: Request | None,
    *,
    seed: int | None = None,
    patience: float = PATIENCE,
    programs: frozenset[str] = frozenset(),
) -> int:
    """Do in words what the full-screen program would do; return the exit status.

    Args:
        start: The first request; without it, or where it leads nowhere, the first screen comes.
        seed: The seed of the first game's lots; a fresh one without it.
        patience: The seconds that a program has for its turn.
        programs: The kinds of programs that a person named.
    """
    first = FirstScreen()
    seats, options = SeatRequests(first.game.key), first.alike().options()
    request = GameRequest(options, seats, seed, patience, named=programs)
    with ExitStack() as stack:
        if programs:
            sessions.unwind_for_programs(stack)
        console = LineConsole(first, request, standard_input())
        stack.callback(console.close)
        return console.run(partial(_carry_out, console, start) if start else None)


def _carry_out(console: LineConsole, request: Request) -> None:
    """Do what the command line asks for first. Raises `BadUse`."""
    match request:
        case requests.StartGame(series, deal, seed):
            seed = console.request.seed if seed is None else seed
            session = sessions.begun(series, console.request, deal, seed)
            console.say(looking.seated(session.table))
            console.leave_for(line_game(series.setup.game), session, series)
        case requests.OpenGame(path):
            console.obey(f"resume {path.absolute()}")
        case requests.OpenLatest():
            console.obey("resume")
        case requests.ReplayGame(record, file):
            console.step_through(record, file)
        case requests.ShowTables():
            console.obey("tables")
        case requests.TakePlace(place):
            from cli.lines.far_table import FarTable

            console.leave_to(FarTable.at(place))
