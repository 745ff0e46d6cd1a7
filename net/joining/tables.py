"""The tables that live on this machine, as each of them says what it is."""

from __future__ import annotations

import pwd
import threading
from collections.abc import Iterable
from time import monotonic
from typing import Any, Final, NamedTuple

import msgspec

from engine.client import Place
from engine.games import GAMES, find_game
from net.hosting.folder import TableSocket, is_sound, tables_here
from net.hosting.names import plain_name
from net.joining.line import LineLost, UnixAddress
from net.joining.people import People
from net.joining.reasons import NotJoined
from net.joining.reception import StrangeNews
from net.wire import PROTOCOL, LookRequest, PeopleNews, SignNews, WireCoder, WireError

PATIENCE: Final = 1.0
"""The seconds in which a table says what it is; one that is stopped is left out."""

MOST_ASKED: Final = 200
_AT_ONCE: Final = 8


class TableSign(NamedTuple):
    """A table that lives on this machine.

    Attributes:
        at: Its socket, with its name and the user id of its owner.
        owner: The name of its owner's account.
        game: The key of the game.
        options: The options of the game.
        places: Who sits where.
        watchers: The number of spectators.
        moves: The number of moves made, -1 before the game begins.
        is_over: Whether the game is over.
    """

    at: TableSocket
    owner: str
    game: str
    options: object
    places: tuple[Place, ...]
    watchers: int
    moves: int
    is_over: bool


def find_tables(sockets: Iterable[TableSocket] | None = None) -> list[TableSign]:
    """Return the tables that answer, one's own first; it takes about a second at most.

    Tables that do not let this account in say nothing, and are left out.
    """
    asked = list(tables_here() if sockets is None else sockets)[:MOST_ASKED]
    found: dict[TableSocket, TableSign] = {}
    waiting, end = iter(asked), monotonic() + PATIENCE
    lock = threading.Lock()

    def ask() -> None:
        while monotonic() < end:
            with lock:
                at = next(waiting, None)
            if at is None:
                return
            sign = ask_sign(at, end - monotonic())
            with lock:
                if sign:
                    found[at] = sign

    threads = [
        threading.Thread(target=ask, name="looking at tables", daemon=True)
        for _ in range(min(_AT_ONCE, len(asked)))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(end - monotonic(), 0))
    with lock:
        return [found[at] for at in asked if at in found]


def ask_sign(at: TableSocket, seconds: float = PATIENCE) -> TableSign | None:
    """Ask a table what it is; None if it does not say in time, or what makes no sense."""
    if not is_sound(at):
        return None
    try:
        line = address_of(at).open()
    except NotJoined:
        return None
    try:
        line.send(WireCoder.line(LookRequest(PROTOCOL)))
        data = line.receive(max(seconds, 0.0))
        message = None if data is None else WireCoder.news(data)
        return _sign(at, message) if isinstance(message, SignNews) else None
    except (LineLost, WireError, StrangeNews):
        return None
    finally:
        line.close()


def address_of(at: TableSocket) -> UnixAddress:
    """Return where a table is reached."""
    return UnixAddress(at.path, at.uid)


def _sign(at: TableSocket, news: SignNews) -> TableSign:
    """Return what a table says, made harmless. Raises `StrangeNews`."""
    if news.game not in GAMES:
        raise StrangeNews("an unknown game")
    game = find_game(news.game)
    try:
        options: Any = msgspec.convert(news.options, game.options, strict=True)
        people = People(game.seats(options), None, tuple(game.computer_players))
    except (ValueError, TypeError, ArithmeticError):
        raise StrangeNews("strange options") from None
    people.take(PeopleNews(news.places, news.watchers))
    moves = max(-1, news.moves)
    return TableSign(
        at,
        account_name(at.uid),
        news.game,
        options,
        people.places,
        people.watchers,
        moves,
        news.is_over,
    )


def account_name(uid: int) -> str:
    """Return the name of an account, its number where it has none."""
    try:
        return plain_name(pwd.getpwuid(uid).pw_name, str(uid))
    except KeyError:
        return str(uid)
