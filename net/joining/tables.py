"""The living tables of this machine, with the description that each gives of itself."""

from __future__ import annotations

import select
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from time import monotonic
from typing import Final, NamedTuple

from engine.client import Place
from engine.clock import TimeControl
from engine.series import SeriesPlace
from net.joining.company import control_told, place_in_series, places_of
from net.joining.connection import known_game
from net.joining.dialogue import not_joined
from net.joining.line import Address, LineLost, SocketLine, UnixAddress
from net.joining.reasons import NotJoined
from net.joining.reception import StrangeNews
from net.names.sockets import MOST_TABLES, TableSocket, full_name, is_sound, tables_here
from net.wire import (
    PROTOCOL,
    FaultNews,
    LookRequest,
    SignNews,
    TableMessage,
    WireError,
    news_from,
    to_line,
)

PATIENCE: Final = 1.0
"""The seconds in which a table has to describe itself; a stopped one is left out."""

MOST_ASKED: Final = 200
"""The most tables that are asked, no owner's more than one may have."""

_LONGEST_SIGN: Final = 65536
"""The most bytes that a table may say of itself."""


class TableSign(NamedTuple):
    """A table that lives, as it describes itself.

    Attributes:
        name: The name that only this table has: `NAME@OWNER` here, else its address.
        game: The key of the game.
        options: The options of the game.
        places: The places, by seat.
        watchers: The number of spectators.
        moves: The number of moves made, -1 before the game begins.
        is_over: Whether the game is over.
        series: Its place in a series, with the games won so far; None for a single game.
        control: The time that each player has, None where nothing is timed.
    """

    name: str
    game: str
    options: object
    places: tuple[Place, ...]
    watchers: int
    moves: int
    is_over: bool
    series: SeriesPlace | None = None
    control: TimeControl | None = None


def find_tables(sockets: Iterable[TableSocket] | None = None) -> list[TableSign]:
    """Return the tables that answer, the user's own first; it takes about a second at most.

    All are asked at once, so nobody's tables wait for those of somebody else that are silent.
    Tables that do not let this account in say nothing, and are left out.
    """
    found = list(tables_here() if sockets is None else sockets)
    signs = _signs(_in_turn(found), PATIENCE)
    return [signs[at] for at in found if at in signs]


def ask_sign(at: TableSocket, seconds: float = PATIENCE) -> TableSign | None:
    """Return the description of a table; None if none comes in time, or one without sense."""
    return _signs([at], seconds).get(at)


def sign_on(address: Address) -> TableSign | None:
    """Return the description of a table that has a line of its own; None for one without sense.

    Raises `NotJoined`.
    """
    line = address.open(_LONGEST_SIGN)
    try:
        line.send(to_line(LookRequest(PROTOCOL, address.name)))
        if (data := line.receive(address.seconds)) is None:
            return None
        news = news_from(data)
        if isinstance(news, FaultNews):
            raise not_joined(news)
        table = news.table if isinstance(news, SignNews) else ""
        return _sign(address.called(table), news)
    except LineLost:
        raise line.why_lost() from None
    except (WireError, StrangeNews):
        return None
    finally:
        line.close()


def _in_turn(sockets: Iterable[TableSocket]) -> Iterator[TableSocket]:
    """Yield the tables to ask: the first one of every owner, the second ones, and so on."""
    by_owner: dict[int, list[TableSocket]] = {}
    for at in sockets:
        by_owner.setdefault(at.uid, []).append(at)
    rounds = zip_longest(*(own[:MOST_TABLES] for own in by_owner.values()))
    return islice((at for each in rounds for at in each if at), MOST_ASKED)


def _signs(asked: Iterable[TableSocket], seconds: float) -> dict[TableSocket, TableSign]:
    """Ask all tables for their descriptions at once; return those that come in time."""
    end = monotonic() + seconds
    poll = select.poll()
    lines: dict[int, tuple[TableSocket, SocketLine]] = {}
    for at in asked:
        if line := _asked(at):
            lines[line.fileno()] = at, line
            poll.register(line.fileno(), select.POLLIN)
    signs: dict[TableSocket, TableSign] = {}
    while lines and (left := end - monotonic()) > 0:
        for number, _event in poll.poll(left * 1000):
            at, line = lines[number]
            try:
                if (data := line.receive(0)) is None:
                    continue
                signs[at] = _sign(full_name(at.name, at.uid), news_from(data))
            except (LineLost, WireError, StrangeNews, NotJoined):
                pass  # it is left out
            poll.unregister(number)
            del lines[number]
            line.close()
    for _at, line in lines.values():
        line.close()
    return signs


def _asked(at: TableSocket) -> SocketLine | None:
    """Return a line on which a table was asked to describe itself; None if that is impossible."""
    if not is_sound(at):
        return None
    try:
        line = UnixAddress(at.path, at.uid, patience=0).open(_LONGEST_SIGN)
    except NotJoined:
        return None
    try:
        line.send(to_line(LookRequest(PROTOCOL, at.name)))
    except LineLost:
        line.close()
        return None
    return line


def _sign(name: str, news: TableMessage) -> TableSign:
    """Return the description of the table of a name, made harmless.

    Raises `StrangeNews`, `NotJoined`.
    """
    if not isinstance(news, SignNews):
        raise StrangeNews("no sign")
    game, options, seats = known_game(news.game, news.options)
    return TableSign(
        name,
        news.game,
        options,
        places_of(news, game, seats),
        news.watchers,
        max(-1, news.moves),
        news.is_over,
        place_in_series(news.series, game.sides(options), is_over=news.is_over),
        control_told(news.clock),
    )
