"""The games of the line mode: a new one, one in a file, one that branched off another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Final

from cli import line_table
from cli.lines import files
from cli.output import BadUse, complain
from cli.seats import SeatRequests, check_player, seat_options
from engine.games import find_game
from engine.reasons import Forfeit
from engine.table import Table
from engine.timeline import Timeline
from host.outside import fresh_seed
from host.session import Session
from play.last_setup import people_called
from play.take_over import refusal
from programs.players import PATIENCE, OutOfResources, is_program
from words.errors import os_text
from words.translation import _, why

if TYPE_CHECKING:
    from play.setup import Series


END_SECONDS: Final = 3.0
TRIES: Final = 30
"""How long a process that was asked to end may take, and how often one looks."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What is asked for on the command line, and later.

    Attributes:
        options: The options of a new game.
        seats: Who is to sit where.
        seed: What lots are drawn from, None for a fresh one.
        patience: Seconds that a program may take.
        deal: The deal of a new game, None for one by lot.
        named: The kinds of programs that a person named since.
    """

    options: Any
    seats: SeatRequests
    seed: int | None = None
    patience: float = PATIENCE
    deal: Any = None
    named: frozenset[str] = frozenset()

    @property
    def programs(self) -> frozenset[str]:
        """The kinds of players that a person named, and with them all programs to be started."""
        return self.seats.kinds | self.named

    def naming(self, kinds: Iterable[str]) -> GameRequest:
        """Return the request with these kinds named too."""
        return replace(self, named=self.named | frozenset(kinds))


def new(request: GameRequest) -> Session:
    """Return a new game. Raises `BadUse`."""
    seed = fresh_seed() if request.seed is None else request.seed
    sitters = line_table.new_sitters(request.seats, request.options, seed, people_called())
    game, options = find_game(request.seats.game), request.options
    if request.deal is None:
        return _seated(Table(game, options, sitters, seed), request)
    return _seated(Table.dealt(game, options, sitters, seed, request.deal), request)


def begun(series: Series, request: GameRequest, deal: Any = None) -> Session:
    """Return the game of a series, kept in the folder of games. Raises `BadUse`."""
    from play.setup import new_table

    for kind in series.setup.kinds:
        check_player(find_game(series.setup.game), kind)
    table = new_table(series.setup, fresh_seed(), deal)
    _check_programs(table, request)
    session = _seated(table, request)
    keep(session, series)
    return session


def resumed(path: Path, request: GameRequest) -> Session:
    """Return the game in a file, kept there from now on. Raises `BadUse`."""
    return line_table.resumed(path, request.seats, request.patience)


def reopened(
    path: Path, request: GameRequest, prepare: Callable[[Table[Any]], None] | None = None
) -> Session:
    """Return the game in a file, of whatever game. Raises `BadUse`, also `ProgramInFile`.

    `prepare` changes who sits at its table.
    """
    return line_table.resumed(path, request.seats, request.patience, request.programs, prepare)


def taken_over(path: Path, request: GameRequest, seconds: float = END_SECONDS) -> Session:
    """Return the game in a file, ended first where another process of this user plays it.

    Raises `BadUse` also where it may not be ended, or has not ended after so many seconds.
    """
    from saves.lock import end_owner, owner_of

    owner = owner_of(path)
    if why_not := refusal(owner):
        raise BadUse(why_not)
    assert owner
    try:
        end_owner(path, owner)
    except OSError as error:
        raise BadUse(os_text(error)) from None
    for _try in range(TRIES):
        if owner_of(path) != owner:
            return reopened(path, request)
        sleep(seconds / TRIES)
    raise BadUse(_("It was asked to stop, but is still running."))


def branched(table: Table[Any], request: GameRequest) -> Session:
    """Return a game that branched off another one, kept in the folder. Raises `BadUse`."""
    _check_programs(table, request)
    session = _seated(table, request)
    keep(session)
    return session


def keep(session: Session, series: Series | None = None) -> None:
    """Keep a game in the folder of games; if that cannot be, say so, and play goes on."""
    try:
        path = files.free_path(session.table)
    except OSError as error:
        complain(_("{path}: {fault}; play goes on, unsaved").format(
            path=error.filename, fault=os_text(error)
        ))  # fmt: skip
    else:
        line_table.keep_new(session, path, series.place if series else None)


def series_of(session: Session) -> Series | None:
    """Return the series that a game from a file is one of, None for a single game."""
    if session.series is None:
        return None
    from play.rematch import setup_of
    from play.setup import Series

    return Series.of(setup_of(session.table), session.series)


def absent(timeline: Timeline[Any], seat: int) -> str:
    """Return why nobody plays for a seat."""
    return str(line_table.absent(timeline, seat))


def _check_programs(table: Table[Any], request: GameRequest) -> None:
    """Check that all programs at a table were named by a person. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if is_program(one.kind) and one.kind not in request.programs:
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
