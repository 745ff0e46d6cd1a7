"""The games of the line modes, new or from a file, and the players at their tables."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cli.game_options import SeatRequest, SeatRequests, check_player, seat_options
from cli.streams import BadUse, complain
from engine.game import Game
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, PROGRAM, Sitter, Table
from host.outside import fresh_seed
from host.session import Session
from programs.players import PATIENCE, is_known, is_program
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about, said, why

if TYPE_CHECKING:
    from pathlib import Path

    from engine.reasons import Forfeit
    from engine.series import SeriesPlace
    from engine.timeline import Timeline
    from play.setup import Series
    from saves.autosave import Complain


Seated: TypeAlias = "Table[Any] | Timeline[Any]"
"""A table, or its timeline: both have the seats and their sitters."""

END_SECONDS: Final = 3.0
"""The seconds in which a process that was asked to end must do so."""


class GameRequest(NamedTuple):
    """The wishes of a person: those of the command line, and later ones.

    Attributes:
        options: The options of a new game.
        seats: The players asked for.
        seed: The seed of the lots, None for a fresh one.
        patience: Seconds that a program may take.
        deal: The deal of a new game, None for a random one.
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
        """The kinds of players that a person named. No other program may start."""
        return self.seats.kinds | self.named

    def naming(self, kinds: Iterable[str]) -> GameRequest:
        """Return the request with these kinds named too."""
        return self._replace(named=self.named | frozenset(kinds))


class ProgramInFile(BadUse):
    """A file names programs as players, and no file starts a program on this machine.

    Attributes:
        kinds: The kinds of these players.
    """

    def __init__(self, text: str, kinds: frozenset[str]) -> None:
        super().__init__(text)
        self.kinds = kinds


class PlayedElsewhere(BadUse):
    """Another process plays the game in a file."""


def unwind_for_programs(stack: ExitStack) -> None:
    """Let signals unwind the stack, so that the programs that play are ended too."""
    from programs.signals import unwinding_on_signals

    stack.enter_context(unwinding_on_signals())


def new_table(request: GameRequest, people: Iterable[str] = ()) -> Table[Any]:
    """Return the table of a new game. Raises `BadUse` for an unknown player.

    `people` are the names of the people in order; a person without one, or with "", is named by
    the seat.
    """
    game, options, names = find_game(request.seats.game), request.options, iter(people)
    seed = fresh_seed() if request.seed is None else request.seed
    sitters = []
    seats = zip(game.seats(options), request.seats.for_seats(options), strict=True)
    for seat, (name, asked) in enumerate(seats):
        who = asked.who or HUMAN
        called = next(names, "") if who == HUMAN else ""
        sitters.append(
            _sitter(game, called or seat_name(game.key, name), who, seat_seed(seed, seat))
        )
    if request.deal is None:
        return Table(game, options, sitters, seed)
    return Table.dealt(game, options, sitters, seed, request.deal)


def _sitter(game: Game[Any], name: str, who: str, seed: int) -> Sitter:
    """Return a sitter of this kind. Raises `BadUse` for an unknown one."""
    check_player(game, who)
    if who == HUMAN:
        return Sitter(name)
    return Sitter(name, who, None if is_program(who) else seed)


def new(request: GameRequest, people: Iterable[str] | None = None) -> Session:
    """Return a new game of these people, None for those who played last. Raises `BadUse`."""
    if people is None:
        from play.last_setup import people_called

        people = people_called()
    return seated(new_table(request, people), request.patience)


def asked_for(
    options: Namespace, request: GameRequest, stack: ExitStack, people: Iterable[str] | None = None
) -> Session:
    """Return the game that a line mode is started with; the stack closes it.

    It goes on in the file of `--resume`, or is new, of these people as in `new`. Raises `BadUse`.
    """
    if any(map(is_program, request.seats.kinds)):
        unwind_for_programs(stack)
    session = resumed(options.resume, request) if options.resume else new(request, people)
    stack.callback(session.close)
    if options.save:
        keep_new(session, options.save)
    return session


def begun(
    series: Series, request: GameRequest, deal: Any = None, seed: int | None = None
) -> Session:
    """Return the game of a series, to be kept in the folder of games. Raises `BadUse`.

    Without a `seed` its lots are fresh ones.
    """
    from play.setup import new_table as set_up

    for kind in series.setup.kinds:
        check_player(find_game(series.setup.game), kind)
    seed = series.cut.seed if series.cut else fresh_seed() if seed is None else seed
    deal = series.deal if deal is None else deal
    return branched(set_up(series.setup, seed, deal), request, series)


def branched(table: Table[Any], request: GameRequest, series: Series | None = None) -> Session:
    """Return a game that begins at a table, to be kept in the folder. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if is_program(one.kind) and one.kind not in request.programs:
            option = seat_options(table.game.key, table.options)[seat]
            raise _not_by_a_file(option, table, seat)
    session = seated(table, request.patience)
    keep(session, series)
    return session


def seated(table: Table[Any], patience: float) -> Session:
    """Return the game at a table whose computer players are all known. Raises `BadUse`."""
    _check_players(table)
    session = Session(table, waits=True)
    session.patience = patience
    return session


def keep(session: Session, series: Series | None = None) -> None:
    """Keep a game in the folder of games, from the first thing that a person does."""
    from saves.store import Store

    place, cut = (series.place, series.cut) if series else (None, None)
    session.keep_later(Store(), _complaints, place, cut)


def keep_new(session: Session, path: Path, series: SeriesPlace | None = None) -> None:
    """Keep a new game, at its place in a series, in a file not there yet. Raises `BadUse`."""
    from play.file_messages import held_message
    from saves.lock import Held

    try:
        session.keep(path, _complaints(path), series)
    except Held as held:
        raise BadUse(held_message(held)) from None
    except FileExistsError:
        words = _("{path} exists already; --resume goes on with it")
        raise BadUse(words.format(path=path)) from None


def resumed(path: Path, request: GameRequest) -> Session:
    """Return a game that goes on in its file, with the players of the command line.

    Raises `BadUse`, also for the file of another game.
    """

    def prepare(table: Table[Any]) -> None:
        if table.game.key != request.seats.game:
            words = _("{path} is a game of {game}; tapis console {game} --resume goes on with it")
            raise BadUse(words.format(path=path, game=table.game.key))
        for seat, asked in enumerate(request.seats.for_seats(table.options)):
            _sit_down(table, seat, asked)

    return _opened(path, request.patience, request.seats.kinds, prepare)


def reopened(
    path: Path, request: GameRequest, change: Callable[[Table[Any]], None] | None = None
) -> Session:
    """Return a game that goes on in its file with its own players, whichever game it is.

    `change` may change its players. Raises `BadUse`; `ProgramInFile` for a program that no person
    has named.
    """

    def prepare(table: Table[Any]) -> None:
        if change:
            change(table)
        _check_programs(table, request.programs)

    return _opened(path, request.patience, request.programs, prepare)


def _opened(
    path: Path, patience: float, programs: frozenset[str], prepare: Callable[[Table[Any]], None]
) -> Session:
    from play.file_messages import held_message
    from saves.document import Fault
    from saves.lock import Held

    def prepared(table: Table[Any]) -> None:
        prepare(table)
        _check_players(table)

    try:
        path.stat()
        session = Session.opened(path, _complaints(path), prepared, waits=True)
    except Held as held:
        raise PlayedElsewhere(held_message(held)) from None
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None
    except Fault as fault:
        raise BadUse(about(path, said(fault.sentence))) from None
    session.patience = patience
    session.programs = programs
    return session


def taken_over(path: Path, request: GameRequest) -> Session:
    """Return the game in a file, after ending another process of this user that plays it.

    Raises `BadUse` also where that process may not be ended, or has not ended in time.
    """
    from play.saved_games import end_elsewhere, take_over_refusal
    from saves.lock import owner_of

    owner = owner_of(path)
    if why_not := take_over_refusal(owner):
        raise BadUse(why_not)
    assert owner
    try:
        end_elsewhere(path, owner, END_SECONDS)
    except OSError as error:
        raise BadUse(os_text(error)) from None
    if owner_of(path) == owner:
        raise BadUse(_("It was asked to stop, but is still running."))
    return reopened(path, request)


def series_of(session: Session) -> Series | None:
    """Return the series of a game from a file, None for a single game."""
    from play.setup import Series

    return Series.at(session.table, session.series)


def absent(timeline: Timeline[Any], seat: int) -> BadUse:
    """Return the error for a seat whose player cannot play here."""
    if is_program(timeline.sitters[seat].kind):
        option = seat_options(timeline.game.key, timeline.options)[seat]
        return _not_by_a_file(option, timeline, seat)
    return _unknown(timeline, seat)


def forfeit_words(forfeit: Forfeit) -> str:
    """Return why a player gave up.

    Raises `BadUse` if this machine cannot start a program: no player loses by that.
    """
    from programs.players import OutOfResources

    if isinstance(forfeit, OutOfResources):
        raise BadUse(why(forfeit))
    return why(forfeit)


def _sit_down(table: Table[Any], seat: int, request: SeatRequest) -> None:
    """Seat the player that is asked for from now on. Raises `BadUse`."""
    option, who = request
    former = table.sitters[seat]
    if who is not None and who != former.kind:
        table.sit(seat, _sitter(table.game, former.name, who, fresh_seed()))
    elif who is None and is_program(former.kind) and not table.outcome:
        raise _not_by_a_file(option, table, seat)


def _check_programs(table: Table[Any], programs: frozenset[str]) -> None:
    """Check that every program at a table may be started. Raises `ProgramInFile`."""
    kinds = [sitter.kind for sitter in table.sitters]
    unnamed = [kind for kind in kinds if is_program(kind) and kind not in programs]
    if unnamed and not table.outcome:
        seat = kinds.index(unnamed[0])
        player = seat_name(table.game.key, table.seats[seat])
        words = _("{player} is a program: {command}. Type the line again to start it.")
        told = words.format(player=player, command=unnamed[0].removeprefix(PROGRAM))
        raise ProgramInFile(told, frozenset(unnamed))


def _check_players(table: Table[Any]) -> None:
    """Check that the player of each seat is known. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if not (one.is_person or table.outcome or is_known(table.game, one.kind)):
            raise _unknown(table, seat)


def _unknown(table: Seated, seat: int) -> BadUse:
    words = _("{player} was played by {kind!r}, which is not known here")
    player = seat_name(table.game.key, table.seats[seat])
    return BadUse(words.format(player=player, kind=table.sitters[seat].kind))


def _not_by_a_file(option: str, table: Seated, seat: int) -> BadUse:
    """Return the complaint about a program in a file: no file starts a program on this machine."""
    import shlex

    words = _("{player} is a program; to start it, name it again: {option}")
    again = f"{option} {shlex.quote(table.sitters[seat].kind)}"
    player = seat_name(table.game.key, table.seats[seat])
    return BadUse(words.format(player=player, option=again))


def _complaints(path: Path) -> Complain:
    """Return the function that reports errors and notices of a game's file in a line."""
    from play.file_messages import line_message
    from saves.locked_file import SavedElsewhere

    place = path

    def say(told: Exception) -> None:
        nonlocal place
        complain(line_message(place, told))
        if isinstance(told, SavedElsewhere):
            place = told.other

    return say
