"""The dispatcher of a shared table: it reads the lines of guests and asks the house for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from engine.game import Game
from engine.reasons import HouseReason, IllegalMove
from engine.table import Seen
from host.guest import Account, LineClosed, LineReason
from host.house import House
from host.requests import (
    Again,
    AnswerOffer,
    Asked,
    AskRecord,
    Claim,
    GiveHint,
    Hello,
    Misread,
    Replace,
    Resign,
    Say,
    Sit,
    Submit,
    TakeBack,
)
from host.room import Room
from net import wire
from net.hosting.remote_guest import Outlet, RemoteGuest, place_news
from net.wire import WireError
from saves.reading import MAX_MOVE

FirstRequest: TypeAlias = wire.HelloRequest | wire.LookRequest | wire.CloseRequest
"""What a line may begin with."""


class _Meant(msgspec.Struct):
    table: str = ""


_meant: Final = msgspec.json.Decoder(_Meant)


def table_meant(line: bytes) -> str:
    """Return the name of the table that a first line asks for, empty for none."""
    try:
        return _meant.decode(line).table
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""


class Dispatcher:
    """Where the lines to a house end.

    No message makes it raise: what it does not understand closes the line that it came from.
    """

    def __init__(self, house: House) -> None:
        """Serve the lines to a house."""
        self.house = house
        self._clock = house.room.loop.now

    def arrive(self, account: Account, outlet: Outlet) -> RemoteGuest:
        """Begin a new line; it may be closed at once."""
        guest = RemoteGuest(account, outlet, self.house, self._clock())
        self.house.arrive(guest)
        return guest

    def receive(self, guest: RemoteGuest, line: bytes) -> None:
        """Take in a line of a guest; what is wrong with it closes the line."""
        if guest.is_closed:
            return
        try:
            self._receive(guest, self._read(guest, line))
        except LineClosed as why:
            guest.close(why.line_reason)
        except Exception:  # noqa: BLE001 - a fault of ours costs the line and not the table
            guest.close(LineReason.MESSAGE)

    def lost(self, guest: RemoteGuest) -> None:
        """Note that a line is gone."""
        guest.lost()
        self.house.lost(guest)

    def _read(self, guest: RemoteGuest, line: bytes) -> wire.ClientMessage:
        """Return the message of a line, counted. Raises `LineClosed`."""
        try:
            message = wire.request_from(line)
        except WireError:
            guest.count(None, self._clock())
            raise LineClosed(LineReason.MESSAGE) from None
        guest.count(message, self._clock())
        return message

    def _receive(self, guest: RemoteGuest, message: wire.ClientMessage) -> None:
        self.house.heard(guest)
        if isinstance(message, FirstRequest):
            self._let_in(guest, message)
        elif not guest.is_in:
            raise LineClosed(LineReason.MESSAGE)
        elif isinstance(message, wire.Ping):
            guest.send(wire.Pong())
        elif isinstance(message, wire.SeenRequest):
            guest.confirm(message.view)
        elif isinstance(message, wire.LeaveRequest):
            self.house.leave(guest)
        elif isinstance(message, wire.NumberedRequest):
            seat = -1 if guest.seat is None else guest.seat
            try:
                asked = asked_of(message, seat, self.house.room.rules)
            except IllegalMove as why:
                asked = Misread(seat, why)
            of = message.game_number if isinstance(message, wire.RequestOfGame) else 0
            self.house.ask(guest, message.number, asked, of)

    def _let_in(self, guest: RemoteGuest, message: FirstRequest) -> None:
        if message.protocol != wire.PROTOCOL:
            raise LineClosed(LineReason.PROTOCOL)
        if isinstance(message, wire.HelloRequest):
            _protocol, *hello, _table = msgspec.structs.astuple(message)
            self.house.come(guest, Hello(*hello))
        elif isinstance(message, wire.CloseRequest):
            self.house.end_for(guest)
        else:
            self.house.look(guest)
            guest.end(sign_of(self.house))


_ASKED: Final[dict[type[wire.NumberedRequest], Callable[[Any, int, Game[Any]], Asked]]] = {
    wire.SitRequest: lambda one, _seat, _game: Sit(one.seat),
    wire.MoveRequest: lambda one, seat, game: Submit(
        seat, read_move(game, one.move), Seen(one.moves, one.epoch)
    ),
    wire.TakeBackRequest: lambda _one, seat, _game: TakeBack(seat),
    wire.AnswerRequest: lambda one, seat, _game: AnswerOffer(seat, one.offer, one.yes),
    wire.ResignRequest: lambda _one, seat, _game: Resign(seat),
    wire.ClaimRequest: lambda one, seat, _game: Claim(seat, one.seat),
    wire.AgainRequest: lambda one, seat, _game: Again(seat, one.yes),
    wire.ReplaceRequest: lambda one, _seat, _game: Replace(one.seat, one.level),
    wire.SayRequest: lambda one, _seat, _game: Say(one.phrase),
    wire.HintRequest: lambda one, seat, game: GiveHint(seat, read_move(game, one.move)),
    wire.RecordRequest: lambda _one, _seat, _game: AskRecord(),
}


def asked_of(message: wire.NumberedRequest, seat: int, game: Game[Any]) -> Asked:
    """Return what a message of a seat asks for. Raises `IllegalMove`."""
    return _ASKED[type(message)](message, seat, game)


def read_move(game: Game[Any], text: str) -> Any:
    """Return the move of a message. Raises `IllegalMove`."""
    if len(text) > MAX_MOVE:
        raise IllegalMove(HouseReason.NOTATION)
    try:
        return game.parse_wire(text)
    except (ValueError, RecursionError):
        raise IllegalMove(HouseReason.NOTATION) from None


def series_so_far(room: Room) -> wire.SeriesNews | None:
    """Return the place of the game in a series, with the game itself once it is over."""
    place = room.series
    if place is None:
        return None
    outcome = room.game.table.outcome if room.game else None
    score = place.score_with(outcome, room.rules.sides(room.options))
    return wire.SeriesNews(place.number, place.games, score)


def sign_of(house: House) -> wire.SignNews:
    """Return what a table is, for those who look from outside."""
    room, people = house.room, house.people_now
    return wire.SignNews(
        protocol=wire.PROTOCOL,
        table=room.opening.table,
        game=room.rules.key,
        options=msgspec.to_builtins(room.options),
        places=tuple(map(place_news, people.places)),
        watchers=people.watchers,
        moves=len(room.game.table.plays) if room.game else -1,
        is_over=room.is_over,
        series=series_so_far(room),
    )
