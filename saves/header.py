"""The header of a game for a list: read from its file without replaying its moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

import msgspec

from engine.game import Game, Sides
from engine.reasons import Reason
from engine.table import Event, EventKind, Sitter
from saves.daily import day_dealt
from saves.document import read_document
from saves.reading import RecordFields, check_time, game_of, read_record
from saves.record import FORMAT, VERSION, Record

LONGEST_NAME: Final = 80
"""The letters of a name that a list shows."""

LARGE: Final = 64 * 1024
"""The size in bytes above which a file may take a noticeable moment, whatever somebody put into it;
in a smaller one nothing can."""


class HeaderOutcome(NamedTuple):
    """The outcome of a game in its header.

    Attributes:
        winners: The seats that won; none is a draw.
        called: The names of these seats in files.
        why: The reason as an English sentence.
        points: The points by seat, none in a game without points.
    """

    winners: tuple[int, ...]
    called: tuple[str, ...]
    why: str
    points: tuple[int, ...]


class Header(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The header of a game.

    Attributes:
        game: The key of the game.
        names: The names of the sitters, each cut to `LONGEST_NAME` letters.
        kinds: Their kinds: `human`, or a kind of computer player, cut likewise.
        sides: The seats that win and lose together.
        turns: The number of moves that players made.
        created: The time of its beginning, ISO 8601 with a zone.
        saved: The time of the last save, ISO 8601 with a zone.
        ended: The outcome, None while the game is in play.
        is_copy: Whether it is a copy that nobody has gone on with.
        is_aided: Whether somebody took a move back, asked for a hint or changed seats, and whether
            it began in the middle of another game or in a position that was chosen, or had a
            handicap.
        feat: The seats that did what the game's description calls its `feat`; none in play.
        day: The day whose deal it has, None for most games.
    """

    game: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    sides: Sides
    turns: int
    created: str
    saved: str
    ended: HeaderOutcome | None
    is_copy: bool = False
    is_aided: bool = False
    feat: tuple[int, ...] = ()
    day: date | None = None

    @property
    def moment(self) -> datetime:
        """The time of the last save."""
        return datetime.fromisoformat(self.saved)

    @property
    def is_in_time(self) -> bool:
        """Whether it has the deal of a day, was begun on that day here, and is over."""
        begun = datetime.fromisoformat(self.created).astimezone().date()
        return self.ended is not None and begun == self.day

    @property
    def identity(self) -> object:
        """What copies of a game have in common."""
        return self.game, self.names, self.kinds, self.created, self.turns, self.ended

    def __post_init__(self) -> None:
        """Raise `ValueError` for values that no list can show."""
        check_time("$.created", self.created)
        check_time("$.saved", self.saved)
        if len(self.kinds) != len(self.names):
            raise ValueError("a kind for each name")
        if sorted(seat for side in self.sides for seat in side) != list(range(len(self.names))):
            raise ValueError("sides that are not those of the seats")
        if self.ended and not all(0 <= seat < len(self.names) for seat in self.ended.winners):
            raise ValueError("a winner who sits nowhere")


def header_of(record: Record) -> Header:
    """Return the header of a game that was read in full."""
    table = record.table
    ended, outcome = None, table.outcome
    if outcome:
        ended = _ended(outcome.winners, table.seats, outcome.why, outcome.points)
    times, is_copy = (record.created, record.saved), record.document.get("copy", False)
    is_aided = _is_aided(table.options, table.events)
    moves = [table.move_text(at) for at in range(len(table.plays))]
    facts = (table.sitters, moves, table.turns, times, ended, is_copy, is_aided)
    return _header(table.game, table.options, *facts)


def read_header(data: bytes) -> Header:
    """Return the header of the game in a file; its moves are counted, not replayed. Raises `Fault`.

    A file that looks wrong is read in full, which finds the fault and its place.
    """
    try:
        return _glance(data)
    except (ValueError, RecursionError):
        pass
    return header_of(read_record(data))


def _glance(data: bytes) -> Header:
    """Return the header of a file of today's version. Raises `ValueError`, `RecursionError`."""
    if len(data) > LARGE:
        layout = msgspec.convert(read_document(data), RecordFields)
    else:
        layout = msgspec.json.decode(data, type=RecordFields)
    if (layout.format, layout.version) != (FORMAT, VERSION):
        raise ValueError("not a file of this version")
    game, options = game_of(layout)
    seats = game.seats(options)
    if len(layout.players) != len(seats):
        raise ValueError("too few players, or too many")
    ended, result = None, layout.outcome
    if result:
        reasons = {reason.code: reason for reason in game.endings}
        if result.why not in reasons or not set(result.winners) <= set(range(len(seats))):
            raise ValueError("an end that the game does not know")
        ended = _ended(result.winners, seats, reasons[result.why], result.points)
    turns = sum(not move.startswith(game.chance_words) for move in layout.moves)
    times = layout.created, layout.saved
    is_aided = _is_aided(options, layout.events)
    facts = (layout.players, layout.moves, turns, times, ended, layout.copy, is_aided)
    return _header(game, options, *facts)


def _header(
    game: Game[Any],
    options: object,
    sitters: Sequence[Sitter],
    moves: Sequence[str],
    turns: int,
    times: tuple[str, str],
    ended: HeaderOutcome | None,
    is_copy: bool,
    is_aided: bool,
) -> Header:
    names = tuple([sitter.name[:LONGEST_NAME] for sitter in sitters])
    kinds = tuple([sitter.kind[:LONGEST_NAME] for sitter in sitters])
    sides = game.sides(options)
    feat = game.feat(options, moves, ended.winners) if ended else ()
    day = day_dealt(game.key, kinds, moves, times[0])
    facts = (turns, *times, ended, is_copy, is_aided, feat, day)
    return Header(game.key, names, kinds, sides, *facts)


def _is_aided(options: object, events: Iterable[Event]) -> bool:
    is_chosen = bool(getattr(options, "position", ""))
    has_handicap = getattr(options, "handicap", "none") != "none"
    return is_chosen or has_handicap or any(event.kind is not EventKind.FORFEIT for event in events)


def _ended(
    winners: tuple[int, ...], seats: tuple[str, ...], why: Reason, points: tuple[int, ...]
) -> HeaderOutcome:
    called = tuple([seats[winner] for winner in winners])
    return HeaderOutcome(winners, called, str(why.value), points)
