"""The table of a line mode: who sits there, who plays by itself, the file that keeps the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeAlias

from cli.output import BadUse, complain
from cli.seats import SeatRequest, SeatRequests, check_player, seat_options
from engine.game import Game
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, PROGRAM, Sitter, Table
from host.outside import fresh_seed
from host.session import Session
from programs.players import is_known, is_program
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about, said

if TYPE_CHECKING:
    from pathlib import Path

    from engine.series import SeriesPlace
    from engine.timeline import Timeline
    from saves.autosave import Complain


Seated: TypeAlias = "Table[Any] | Timeline[Any]"
"""What knows who sits where."""


def unwind_for_programs(kinds: Iterable[str], stack: ExitStack) -> None:
    """Where a program plays, let signals unwind the stack, so that it is not left behind."""
    if any(map(is_program, kinds)):
        from programs.signals import unwinding_on_signals

        stack.enter_context(unwinding_on_signals())


def new_sitters(
    requests: SeatRequests, rules: Any, seed: int, people: Iterable[str] = ()
) -> list[Sitter]:
    """Return who sits where in a new game with these options. Raises `BadUse`.

    People have these names in their order; the name of the seat stands for "" and for none.
    """
    game, names = find_game(requests.game), iter(people)
    sitters = []
    seats = zip(game.seats(rules), requests.for_seats(rules), strict=True)
    for seat, (name, request) in enumerate(seats):
        who = request.who or HUMAN
        called = next(names, "") if who == HUMAN else ""
        seed_here = seat_seed(seed, seat)
        sitters.append(sitter(game, called or seat_name(game.key, name), who, seed_here))
    return sitters


def sitter(game: Game[Any], name: str, who: str, seed: int) -> Sitter:
    """Return who sits somewhere. Raises `BadUse` if nobody plays like this."""
    check_player(game, who)
    if who == HUMAN:
        return Sitter(name)
    return Sitter(name, who, None if is_program(who) else seed)


def seated(session: Session, patience: float) -> Session:
    """Return a game whose computer players are all known. Raises `BadUse`."""
    _check_players(session.table)
    session.patience = patience
    return session


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


def resumed(
    path: Path,
    requests: SeatRequests,
    patience: float,
    programs: frozenset[str] | None = None,
    change: Callable[[Table[Any]], None] | None = None,
) -> Session:
    """Return a game that goes on in its file. Raises `BadUse`.

    With `programs`, the kinds of those that may be started, it may be of any game, and who sits
    there stays, but for what `change` does; a program that is not among them is a `ProgramInFile`.
    """
    from play.file_messages import held_message
    from saves.document import Fault
    from saves.lock import Held

    def prepare(table: Table[Any]) -> None:
        if change:
            change(table)
        if programs is not None:
            _check_programs(table, programs)
            _check_players(table)
            return
        if table.game.key != requests.game:
            words = _("{path} is a game of {game}; tapis console {game} --resume goes on with it")
            raise BadUse(words.format(path=path, game=table.game.key))
        for seat, request in enumerate(requests.for_seats(table.options)):
            _sit_down(table, seat, request)
        _check_players(table)

    try:
        path.stat()
        session = Session.opened(path, _complaints(path), prepare, waits=True)
    except Held as held:
        raise PlayedElsewhere(held_message(held)) from None
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None
    except Fault as fault:
        raise BadUse(about(path, said(fault.sentence))) from None
    session.patience = patience
    session.programs = requests.kinds if programs is None else programs
    return session


def _sit_down(table: Table[Any], seat: int, request: SeatRequest) -> None:
    """Let who is asked for play from now on. Raises `BadUse`."""
    option, who = request
    former = table.sitters[seat]
    if who is not None and who != former.kind:
        table.sit(seat, sitter(table.game, former.name, who, fresh_seed()))
    elif who is None and is_program(former.kind) and not table.outcome:
        raise not_by_a_file(option, table, seat)


def _check_programs(table: Table[Any], programs: frozenset[str]) -> None:
    """Check that every program that plays may be started. Raises `ProgramInFile`."""
    kinds = [sitter.kind for sitter in table.sitters]
    unnamed = [kind for kind in kinds if is_program(kind) and kind not in programs]
    if unnamed and not table.outcome:
        seat = kinds.index(unnamed[0])
        player = seat_name(table.game.key, table.seats[seat])
        words = _("{player} is a program: {command}. Type the line again to start it.")
        told = words.format(player=player, command=unnamed[0].removeprefix(PROGRAM))
        raise ProgramInFile(told, frozenset(unnamed))


def _check_players(table: Table[Any]) -> None:
    """Check that somebody knows how to play for each seat. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if not (one.is_person or table.outcome or is_known(table.game, one.kind)):
            raise _unknown(table, seat)


def absent(timeline: Timeline[Any], seat: int) -> BadUse:
    """Return the error that a seat of a finished game has no known player."""
    if is_program(timeline.sitters[seat].kind):
        option = seat_options(timeline.game.key, timeline.options)[seat]
        return not_by_a_file(option, timeline, seat)
    return _unknown(timeline, seat)


def _unknown(table: Seated, seat: int) -> BadUse:
    words = _("{player} was played by {kind!r}, which is not known here")
    player = seat_name(table.game.key, table.seats[seat])
    return BadUse(words.format(player=player, kind=table.sitters[seat].kind))


def not_by_a_file(option: str, table: Seated, seat: int) -> BadUse:
    """Return the complaint that no file, whoever wrote it, starts a program on this machine."""
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
