"""The living tables of this machine, with the description that each gives of itself."""

from __future__ import annotations

import re
import select
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, zip_longest
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from engine.client import Place
from engine.clock import TimeControl
from engine.series import SeriesPlace
from net.joining.company import control_told, place_in_series, places_of
from net.joining.connection import known_game
from net.joining.dialogue import not_joined
from net.joining.line import Address, LineLost, SocketLine, UnixAddress
from net.joining.reasons import NotJoined
from net.joining.reception import StrangeNews
from net.lobby_wire import TablesNews, lobby_news
from net.names.sockets import AT_SERVER, MOST_TABLES, TableSocket, full_name, is_sound, tables_here
from net.wire import (
    PROTOCOL,
    FaultNews,
    LookRequest,
    SignNews,
    WireError,
    WireMessage,
    to_line,
)

PATIENCE: Final = 1.0
"""The seconds in which a table has to describe itself; a stopped one is left out."""

MOST_ASKED: Final = 200
"""The most tables that are asked, no owner's more than one may have."""

_LONGEST_SIGN: Final = 262144
"""The most bytes that a table may say of itself, or a server of its tables."""


_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")


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


class ServerSign(NamedTuple):
    """A server that lives, with its tables.

    Attributes:
        name: The name of the server: `NAME@OWNER` here, else its address.
        tables: Its tables, those with a free seat first.
        more: The number of those that it left out.
    """

    name: str
    tables: tuple[TableSign, ...]
    more: int


Sign: TypeAlias = TableSign | ServerSign


def find_tables(sockets: Iterable[TableSocket] | None = None) -> list[Sign]:
    """Return the tables and servers that answer, the user's own first, in about a second at most.

    All are asked at once, so nobody's tables wait for those of somebody else that are silent.
    Tables that do not let this account in say nothing, and are left out.
    """
    found = list(tables_here() if sockets is None else sockets)
    signs = _signs(_in_turn(found), PATIENCE)
    return [signs[at] for at in found if at in signs]


def ask_sign(at: TableSocket, seconds: float = PATIENCE) -> Sign | None:
    """Return the description of a table; None if none comes in time, or one without sense."""
    return _signs([at], seconds).get(at)


def sign_on(address: Address) -> Sign | None:
    """Return the description of a table or server by a line of its own; None for one without sense.

    Raises `NotJoined`.
    """
    line = address.open(_LONGEST_SIGN)
    try:
        line.send(to_line(LookRequest(PROTOCOL, address.name)))
        if (data := line.receive(address.seconds)) is None:
            return None
        news = lobby_news(data)
        if isinstance(news, FaultNews):
            raise not_joined(news)
        return _sign(news, address.called, address.called(""))
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


def _signs(asked: Iterable[TableSocket], seconds: float) -> dict[TableSocket, Sign]:
    """Ask all tables for their descriptions at once; return those that come in time."""
    end = monotonic() + seconds
    poll = select.poll()
    lines: dict[int, tuple[TableSocket, SocketLine]] = {}
    for at in asked:
        if line := _asked(at):
            lines[line.fileno()] = at, line
            poll.register(line.fileno(), select.POLLIN)
    signs: dict[TableSocket, Sign] = {}
    while lines and (left := end - monotonic()) > 0:
        for number, _event in poll.poll(left * 1000):
            at, line = lines[number]
            try:
                if (data := line.receive(0)) is None:
                    continue
                name = full_name(at.name, at.uid)
                signs[at] = _sign(lobby_news(data), partial(_called, at), name)
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


def _called(at: TableSocket, table: str) -> str:
    """Return the name of a table at a socket, which has another one if a server keeps it."""
    name = full_name(at.name, at.uid)
    return name if table in ("", at.name) else f"{name}{AT_SERVER}{table}"


def _sign(news: WireMessage, called: Callable[[str], str], server: str) -> Sign:
    """Return the description of a table or a server, made harmless; `called` names its tables.

    A server's tables that this program does not know are left out. Raises `StrangeNews`,
    `NotJoined`.
    """
    if isinstance(news, SignNews):
        return _table_sign(news, called)
    if not isinstance(news, TablesNews):
        raise StrangeNews("no sign")
    tables: list[TableSign] = []
    for sign in news.tables:
        with suppress(StrangeNews, NotJoined):
            tables.append(_table_sign(sign, called))
    return ServerSign(server, tuple(tables), max(0, news.more) + len(news.tables) - len(tables))


def _table_sign(news: SignNews, called: Callable[[str], str]) -> TableSign:
    """Return the description of a table, made harmless. Raises `StrangeNews`, `NotJoined`."""
    if not _NAME.fullmatch(news.table):
        raise StrangeNews("an impossible name")
    game, options, seats = known_game(news.game, news.options)
    return TableSign(
        called(news.table),
        news.game,
        options,
        places_of(news, game, seats),
        news.watchers,
        max(-1, news.moves),
        news.is_over,
        place_in_series(news.series, game.sides(options), is_over=news.is_over),
        control_told(news.clock),
    )
