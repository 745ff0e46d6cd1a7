"""The games of the line mode: a new one, one in a file, one that branched off another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cli import line_table
from cli.output import BadUse
from cli.seats import SeatRequests, seat_options
from engine.games import find_game
from engine.reasons import Forfeit
from engine.table import Table
from engine.timeline import Timeline
from net.environment import fresh_seed
from net.failures import OutOfResources
from net.players import PATIENCE, is_program
from net.session import Session
from words.translation import _, why


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What is asked for on the command line.

    Attributes:
        options: The options of a new game.
        seats: Who is to sit where.
        seed: What lots are drawn from, None for a fresh one.
        patience: Seconds that a program may take.
    """

    options: Any
    seats: SeatRequests
    seed: int | None = None
    patience: float = PATIENCE

    def for_nobody(self) -> GameRequest:
        """Return the request without anybody asked for on a seat."""
        return replace(self, seats=SeatRequests(self.seats.game))


def new(request: GameRequest) -> Session:
    """Return a new game. Raises `BadUse`."""
    seed = fresh_seed() if request.seed is None else request.seed
    sitters = line_table.new_sitters(request.seats, request.options, seed)
    game = find_game(request.seats.game)
    return _seated(Table(game, request.options, sitters, seed), request)


def resumed(path: Path, request: GameRequest) -> Session:
    """Return the game in a file, kept there from now on. Raises `BadUse`."""
    return line_table.resumed(path, request.seats, request.patience)


def branched(table: Table[Any], request: GameRequest) -> Session:
    """Return a game that branched off another one. Raises `BadUse`."""
    _check_programs(table, request)
    return _seated(table, request)


def again(table: Table[Any], request: GameRequest) -> Session:
    """Return another game like one that was played. Raises `BadUse`."""
    _check_programs(table, request)
    kinds = [sitter.kind for sitter in table.sitters]
    seats = SeatRequests(table.game.key, tuple(kinds))
    return new(replace(request, options=table.options, seats=seats, seed=None))


def absent(timeline: Timeline[Any], seat: int) -> str:
    """Return why nobody plays for a seat."""
    return str(line_table.absent(timeline, seat))


def copy(session: Session, path: Path) -> None:
    """Write a game into a file too. Raises `BadUse` if there is one already, `OSError`."""
    try:
        session.copy(path)
    except FileExistsError:
        raise BadUse(_("{path}: exists already").format(path=path)) from None


def _check_programs(table: Table[Any], request: GameRequest) -> None:
    """Check that all programs at a table were asked for on the command line. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if is_program(one.kind) and one.kind not in request.seats.kinds:
            option = seat_options(table.game.key, table.options)[seat]
            raise line_table.not_by_a_file(option, table, seat)


def _seated(table: Table[Any], request: GameRequest) -> Session:
    return line_table.seated(Session(table, waits=True), request.patience)


def forfeit_words(forfeit: Forfeit) -> str:
    """Return why a player gave up. Raises `BadUse` where this machine cannot start a program.

    Nobody loses by that.
    """
    if isinstance(forfeit, OutOfResources):
        raise BadUse(why(forfeit))
    return why(forfeit)
