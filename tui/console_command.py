"""`tapis console`: sets a table for the duel as the options say, and lets the line mode play."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from engine.duel.state import DuelOptions
from engine.game import CHANCE, IllegalMove
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, Table
from net.outside import fresh_seed
from net.players import PATIENCE
from net.session import Session
from tui import line_table
from tui.complaints import BadUse, os_text
from tui.console import Console
from tui.duel_text import DuelText
from tui.line_input import standard_input
from tui.line_table import Wish
from tui.words import _, said, why

if TYPE_CHECKING:
    from pathlib import Path

GAME = "duel"
NAMES = ("NORD", "SUD")


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    if options.resume and (options.save or options.deal or options.seed is not None):
        raise BadUse(_("--resume goes on with a game; --save, --deal and --seed begin one"))
    wishes = [Wish("--north", options.north), Wish("--south", options.south)]
    with ExitStack() as stack:
        line_table.unwind_for_programs([wish.who for wish in wishes], stack)
        patience = options.patience or PATIENCE
        if options.resume:
            session = line_table.resumed(GAME, options.resume, lambda _table: wishes, patience)
        else:
            session = line_table.seated(Session(_new(options, wishes), waits=True), patience)
        stack.callback(session.close)
        if options.save:
            line_table.keep_new(session, options.save)
        seats = range(len(session.table.seats))
        players = {seat: player for seat in seats if (player := session.computer(seat))}
        console = Console(session.table, players, DuelText(options.align), standard_input())
        return console.run()


def _new(options: Namespace, wishes: list[Wish]) -> Table[Any]:
    game = find_game(GAME)
    seed = fresh_seed() if options.seed is None else options.seed
    sitters = [
        line_table.sitter(game, NAMES[seat], wish.who or HUMAN, seat_seed(seed, seat))
        for seat, wish in enumerate(wishes)
    ]
    if options.deal is None:
        return Table(game, DuelOptions("north"), sitters, seed)
    table = Table(game, DuelOptions("north"), sitters)
    table.play(CHANCE, read_deal_file(options.deal))
    return table


def read_deal_file(path: Path) -> Any:
    """Return the deal in a file. Raises `BadUse`."""
    from saves.deal import read_deal
    from saves.document import Fault

    try:
        return read_deal(path)
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None
    except Fault as fault:
        raise BadUse(f"{path}: {said(fault.sentence)}") from None
    except IllegalMove as refused:
        raise BadUse(f"{path}: {why(refused)}") from None
