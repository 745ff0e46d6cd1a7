"""The desk of a shared table, where lines end: what comes in becomes what is asked of the house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engine.game import Game
from engine.reasons import HouseReason, IllegalMove
from engine.table import Seen
from host.asked import (
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
    Submit,
    TakeBack,
)
from host.guest import Account
from host.house import House
from host.told import LineClosed, LineReason
from net.hosting.line_guest import LineGuest, Outlet, place_news
from net.wire import (
    PROTOCOL,
    AnswerRequest,
    ClaimRequest,
    ClientMessage,
    HelloRequest,
    HintRequest,
    LeaveRequest,
    LookRequest,
    MoveRequest,
    Ping,
    Pong,
    RecordRequest,
    ReplaceRequest,
    ResignRequest,
    SayRequest,
    SeenRequest,
    SignNews,
    TakeBackRequest,
    WireCoder,
    WireError,
)
from saves.reading import MAX_MOVE


class Desk:
    """Where the lines to a house end.

    No message makes it raise: what it does not understand closes the line that it came from.
    """

    def __init__(self, house: House, clock: Callable[[], float]) -> None:
        """Serve the lines to a house; the clock returns seconds."""
        self.house = house
        self._clock = clock

    def arrive(self, account: Account, outlet: Outlet) -> LineGuest:
        """Begin a new line; it may be closed at once."""
        guest = LineGuest(account, outlet, self.house, self._clock())
        self.house.arrive(guest)
        return guest

    def receive(self, guest: LineGuest, line: bytes) -> None:
        """Take in a line of a guest; what is wrong with it closes the line."""
        if guest.is_closed:
            return
        try:
            self._receive(guest, self._read(guest, line))
        except LineClosed as why:
            guest.close(why.line_reason)
        except Exception:  # noqa: BLE001 - a fault of ours costs the line and not the table
            guest.close(LineReason.MESSAGE)

    def lost(self, guest: LineGuest) -> None:
        """Note that a line is gone."""
        guest.lost()
        self.house.lost(guest)

    def _read(self, guest: LineGuest, line: bytes) -> ClientMessage:
        """Return the message of a line, counted. Raises `LineClosed`."""
        try:
            message = WireCoder.request(line)
        except WireError:
            guest.count(None, self._clock())
            raise LineClosed(LineReason.MESSAGE) from None
        guest.count(message, self._clock())
        return message

    def _receive(self, guest: LineGuest, message: ClientMessage) -> None:
        self.house.heard(guest)
        if isinstance(message, HelloRequest | LookRequest):
            self._let_in(guest, message)
        elif not guest.is_in:
            raise LineClosed(LineReason.MESSAGE)
        elif isinstance(message, Ping):
            guest.send(Pong())
        elif isinstance(message, SeenRequest):
            guest.confirm(message.view)
        elif isinstance(message, LeaveRequest):
            self.house.leave(guest)
        elif not isinstance(message, Pong):
            seat = -1 if guest.seat is None else guest.seat
            try:
                asked = asked_of(message, seat, self.house.room.rules)
            except IllegalMove as why:
                asked = Misread(seat, why)
            self.house.ask(guest, message.number, asked)

    def _let_in(self, guest: LineGuest, message: HelloRequest | LookRequest) -> None:
        if message.protocol != PROTOCOL:
            raise LineClosed(LineReason.PROTOCOL)
        if isinstance(message, HelloRequest):
            _protocol, *hello = msgspec.structs.astuple(message)
            self.house.come(guest, Hello(*hello))
        else:
            self.house.look(guest)
            guest.end(sign_of(self.house))


Request: TypeAlias = (
    MoveRequest
    | TakeBackRequest
    | AnswerRequest
    | ResignRequest
    | ClaimRequest
    | ReplaceRequest
    | SayRequest
    | HintRequest
    | RecordRequest
)
"""The messages that have a number, and are answered."""


def asked_of(message: Request, seat: int, game: Game[Any]) -> Asked:
    """Return what a message of a seat asks for. Raises `IllegalMove`."""
    match message:
        case MoveRequest():
            return Submit(seat, read_move(game, message.move), Seen(message.moves, message.epoch))
        case TakeBackRequest():
            return TakeBack(seat)
        case AnswerRequest():
            return AnswerOffer(seat, message.offer, message.yes)
        case ResignRequest():
            return Resign(seat)
        case ClaimRequest():
            return Claim(seat, message.seat)
        case ReplaceRequest():
            return Replace(message.seat, message.level)
        case SayRequest():
            return Say(message.phrase)
        case HintRequest():
            return GiveHint(seat, read_move(game, message.move))
        case RecordRequest():
            return AskRecord()


def read_move(game: Game[Any], text: str) -> Any:
    """Return the move of a message. Raises `IllegalMove`."""
    if len(text) > MAX_MOVE:
        raise IllegalMove(HouseReason.NOTATION)
    try:
        return game.parse_wire(text)
    except (ValueError, RecursionError):
        raise IllegalMove(HouseReason.NOTATION) from None


def sign_of(house: House) -> SignNews:
    """Return what a table is, for those who look from outside."""
    room, people = house.room, house.people_now
    return SignNews(
        protocol=PROTOCOL,
        table=room.opening.table,
        game=room.rules.key,
        options=room.options_json,
        places=tuple(map(place_news, people.places)),
        watchers=people.watchers,
        moves=len(room.game.table.plays) if room.game else -1,
        is_over=room.is_over,
    )
