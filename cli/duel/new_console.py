"""`tapis console`: a table for the duel as the options say, and its line mode."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import Any, Final

from cli import line_table
from cli.duel.commands import deal as deal_of
from cli.duel.console import Console
from cli.duel.text import DuelText
from cli.game_options import given_options
from cli.line_input import standard_input
from cli.output import BadUse
from cli.seats import SeatRequests, seat_requests
from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.table import Table
from host.outside import fresh_seed
from host.session import Session
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
    requests = seat_requests(options, DUEL.key)
    with ExitStack() as stack:
        line_table.unwind_for_programs(requests.kinds, stack)
        patience = options.patience or PATIENCE
        if options.resume:
            session = line_table.resumed(options.resume, requests, patience)
        else:
            table = _new_table(options, rules, requests)
            session = line_table.seated(Session(table, waits=True), patience)
        stack.callback(session.close)
        if options.save:
            line_table.keep_new(session, options.save)
        seats = range(len(session.table.seats))
        players = {seat: player for seat in seats if (player := session.computer(seat))}
        console = Console(session.table, players, DuelText(options.align), standard_input())
        return console.run()


def _new_table(options: Namespace, rules: DuelOptions, requests: SeatRequests) -> Table[Any]:
    seed = fresh_seed() if options.seed is None else options.seed
    people: list[str] = []
    if options.save:  # nothing else of the strict mode shows a name
        from play.last_setup import people_called

        people = people_called()
    sitters = line_table.new_sitters(requests, rules, seed, people)
    if options.deal is None:
        return Table(DUEL, rules, sitters, seed)
    return Table.dealt(DUEL, rules, sitters, seed, deal_of(options))
