"""Joining a table: the greeting that opens every line to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.game import Game
from engine.games import GAMES, find_game
from net.joining.dialogue import PATIENCE, Greeting
from net.joining.line import Address, Line, LineLost
from net.joining.reasons import JoinReason, NotJoined
from net.wire import HelloRequest, WelcomeNews


class Joined(NamedTuple):
    """A table that was joined a moment ago, by an open line.

    Attributes:
        address: Where the table is.
        hello: What the client said.
        line: The line, on which the table goes on sending.
        welcome: What the table answered.
        game: The game.
        options: The options of the game.
    """

    address: Address
    hello: HelloRequest
    line: Line
    welcome: WelcomeNews
    game: Game[Any]
    options: Any


def new_client() -> str:
    """Return a random text by which a table knows all connections of this program."""
    import secrets

    return secrets.token_hex(12)


def join(address: Address, hello: HelloRequest) -> Joined:
    """Join a table; it may take some seconds. Raises `NotJoined`."""
    line, welcome = greet(address, hello)
    try:
        game, options = game_of(welcome)
    except NotJoined:
        line.close()
        raise
    return Joined(address, hello, line, welcome, game, options)


def greet(address: Address, hello: HelloRequest) -> tuple[Line, WelcomeNews]:
    """Open a line and say hello; return the line and the answer. Raises `NotJoined`."""
    line = address.open()
    try:
        return line, _welcomed(line, Greeting(hello))
    except LineLost:
        line.close()
        raise NotJoined(JoinReason.GONE) from None
    except NotJoined:
        line.close()
        raise


def game_of(welcome: WelcomeNews) -> tuple[Game[Any], Any]:
    """Return the game of a table and its options. Raises `NotJoined`."""
    if welcome.game not in GAMES:
        raise NotJoined(JoinReason.UNKNOWN_GAME)
    game = find_game(welcome.game)
    if welcome.rules != game.rules_version:
        raise NotJoined(JoinReason.UNKNOWN_GAME)
    try:
        options: Any = msgspec.convert(welcome.options, game.options, strict=True)
        seats = len(game.seats(options))
    except (ValueError, TypeError, ArithmeticError):
        raise NotJoined(JoinReason.STRANGE) from None
    if welcome.seat is not None and not 0 <= welcome.seat < seats:
        raise NotJoined(JoinReason.STRANGE)
    return game, options


def is_same_table(
    welcome: WelcomeNews, game: Game[Any], options: Any, seats: frozenset[int]
) -> bool:
    """Whether a table that was found again has the same game, and the same seat for its client."""
    try:
        found = game_of(welcome)
    except NotJoined:
        return False
    seat = welcome.seat
    return found == (game, options) and seats == (frozenset() if seat is None else {seat})


def options_after(welcome: WelcomeNews, game: Game[Any], seats: frozenset[int]) -> Any:
    """Return the options of what a table goes on with; None if it is no other of its games.

    The seat may be another one, but who watched still watches.
    """
    try:
        found, options = game_of(welcome)
    except NotJoined:
        return None
    return options if found is game and (welcome.seat is None) == (not seats) else None


def _welcomed(line: Line, greeting: Greeting) -> WelcomeNews:
    """Return the welcome that answers a greeting. Raises `NotJoined`, `LineLost`."""
    while True:
        while greeting.unsent:
            line.send(greeting.unsent.popleft())
        data = line.receive(PATIENCE)
        if data is None:
            raise NotJoined(JoinReason.SILENT)
        if welcome := greeting.received(data):
            return welcome
