"""The messages between a table and its clients: one JSON object a line, told apart by `cmd`.

`docs/protocol.md` describes each of them: who sends it, to whom, with what, and what is answered.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from net.wire_parts import ClocksNews, PlaceNews, SeriesNews

PROTOCOL: Final = 2
"""The version of the protocol; a table and a client of different versions do not talk."""

LONGEST_REQUEST: Final = 4096
"""The longest line that a client may send, in bytes, with its line feed."""

LONGEST_NEWS: Final = 8 * 1024 * 1024
"""The longest line that a table sends, in bytes: the record of a long game."""


class WireMessage(msgspec.Struct, frozen=True, tag_field="cmd", omit_defaults=True):
    """A message of either side."""


class HelloRequest(WireMessage, frozen=True, tag="hello"):
    """The first message of a client that wants a seat, or to watch; see `host.requests.Hello`.

    `table` is the name of the table, which may be left out where a process has only one.
    """

    protocol: int
    client: str
    name: str = ""
    token: str = ""
    watch: bool = False
    back: bool = False
    player: str = ""
    seat: int | None = None
    cuts: bool = False
    table: str = ""


class LookRequest(WireMessage, frozen=True, tag="look"):
    """The only message of a client that asks for a description; answered by `SignNews`."""

    protocol: int
    table: str = ""


class CloseRequest(WireMessage, frozen=True, tag="close"):
    """The only message with which the owner ends a table; its game is saved."""

    protocol: int
    table: str = ""


class NumberedRequest(WireMessage, frozen=True):
    """A request that is answered by its number."""

    number: int


class RequestOfGame(NumberedRequest, frozen=True, kw_only=True):
    """A request about a game; `game_number` says which of the table's games is meant, from 1."""

    game_number: int = 1


class SitRequest(NumberedRequest, frozen=True, tag="sit"):
    """The wish for another seat, a free one, before the game begins."""

    seat: int


class MoveRequest(RequestOfGame, frozen=True, tag="move"):
    """A move, chosen when `moves` moves of this `epoch` had been made.

    In a race `reaction` is the milliseconds from the view that began it to the move.
    """

    moves: int
    epoch: int
    move: str
    reaction: int | None = None


class TakeBackRequest(RequestOfGame, frozen=True, tag="take-back"):
    """The wish to take back the last move of the own seat."""


class AnswerRequest(RequestOfGame, frozen=True, tag="answer"):
    """A yes or a no to the offer with this number."""

    offer: int
    yes: bool


class ResignRequest(RequestOfGame, frozen=True, tag="resign"):
    """The end of the game with the loss of the own seat."""


class ClaimRequest(RequestOfGame, frozen=True, tag="claim"):
    """The wish that the absent player of `seat` has lost."""

    seat: int


class AgainRequest(RequestOfGame, frozen=True, tag="again"):
    """A yes or a no to another game after this one, or the next one of a series."""

    yes: bool


class ReplaceRequest(RequestOfGame, frozen=True, tag="replace"):
    """The wish that a computer player of `level` plays for the absent player of `seat`.

    From the owner of the table, before the game begins, a free seat is given to it; an empty level
    frees such a seat again.
    """

    seat: int
    level: str


class SayRequest(NumberedRequest, frozen=True, tag="say"):
    """One of the set phrases, by its code, for all at the table."""

    phrase: str


class HintRequest(RequestOfGame, frozen=True, tag="hint"):
    """A hint that the client thought out for its own seat, for the record."""

    move: str


class RecordRequest(RequestOfGame, frozen=True, tag="get-record"):
    """The wish for the whole game; only after its end."""


class SeenRequest(WireMessage, frozen=True, tag="seen"):
    """The number of the newest view that has arrived; later ones may be told from it."""

    view: int


class Ping(WireMessage, frozen=True, tag="ping"):
    """A question whether anybody is there, from either side; answered by `Pong`."""


class Pong(WireMessage, frozen=True, tag="pong"):
    """The answer to `Ping`."""


class CutRequest(WireMessage, frozen=True, tag="cut"):
    """The answer to `CutNews` with the seal of the `table`: first a seal, then its value."""

    table: str
    seal: str = ""
    value: str = ""


class LeaveRequest(WireMessage, frozen=True, tag="leave"):
    """The last message of a client that goes and may come back."""


OpeningRequest: TypeAlias = HelloRequest | LookRequest | CloseRequest
"""The first message on a line."""

PlayRequest: TypeAlias = MoveRequest | TakeBackRequest | AnswerRequest | ResignRequest | HintRequest
"""The requests to a game in play."""

TableRequest: TypeAlias = SitRequest | ClaimRequest | AgainRequest | ReplaceRequest | SayRequest
"""The requests that only shared tables have."""

LineMessage: TypeAlias = Ping | Pong | SeenRequest | CutRequest | LeaveRequest
"""The messages without a number."""

ClientMessage: TypeAlias = OpeningRequest | PlayRequest | TableRequest | RecordRequest | LineMessage
"""The messages of a client."""


class SignNews(WireMessage, frozen=True, tag="sign"):
    """The description of a table for anybody outside; see `WelcomeNews`.

    `moves` is the number of moves made, -1 before the game begins; `watchers` that of spectators.
    """

    protocol: int
    table: str
    game: str
    options: dict[str, Any]
    places: tuple[PlaceNews, ...]
    watchers: int = 0
    moves: int = -1
    is_over: bool = False
    series: SeriesNews | None = None
    clock: str = ""


class WelcomeNews(WireMessage, frozen=True, tag="welcome"):
    """The answer to `HelloRequest`; `PeopleNews` and the newest `ViewNews` follow.

    It comes again, without a token, when another game begins or the client gets another seat. All
    later messages are about that game and that seat.

    Attributes:
        table: The name by which one joins it.
        rules: The version of the game's rules.
        seat: The seat given, None for a spectator.
        token: The token to come back to the seat with; empty for a spectator.
        is_owner: Whether the table is the client's own.
        patience: The seconds that an absent player has in turn before the game may be claimed.
        grace: The seconds in turn, in each absence, before a computer player may play instead.
        answered: The highest number of this client's requests that was answered, 0 for none.
        game_number: Which one of the table's games it is, from 1.
        series: Its place in a series, None for a single game.
        pause: The seconds after a game of a series in which the next one begins by itself.
        race_time: How many times as long as usual a race takes; 0 where lots decide it.
        is_known: Whether the owner may know all cards, from a seed, a deal or a saved game.
        clock: The time that each player has, as `5+3` or `30/move`; empty for no clock.
        address: The address by which other machines reach the table, empty for none.
        has_password: Whether a password is asked for there.
    """

    protocol: int
    table: str
    game: str
    rules: int
    options: dict[str, Any]
    seat: int | None = None
    token: str = ""
    is_owner: bool = False
    patience: int = 60
    grace: int = 30
    answered: int = 0
    game_number: int = 1
    series: SeriesNews | None = None
    pause: int = 30
    race_time: int = 1
    is_known: bool = False
    clock: str = ""
    address: str = ""
    has_password: bool = False


class PeopleNews(WireMessage, frozen=True, tag="people"):
    """The places by seat, the spectators, whether the game has begun, and its clocks."""

    places: tuple[PlaceNews, ...]
    watchers: int = 0
    has_begun: bool = False
    clocks: ClocksNews | None = None


class ViewNews(WireMessage, frozen=True, tag="view", rename={"fields": "state"}):
    """The newest view of the receiver's seat; views in between may have been left out.

    Attributes:
        view: Its number on this connection, from 1.
        base: The number of the confirmed view that `fields` go on from, 0 if it stands alone.
        moves: The number of moves made.
        epoch: The number of take-backs so far.
        fields: The view as JSON, as the game writes it from the base view on; `state` in messages.
        events: The events (take-backs, hints, ...) after the first `known` ones.
        known: The number of events that the base view came with.
        clocks: The clocks, None for a game without.
    """

    view: int
    moves: int
    epoch: int
    fields: msgspec.Raw
    base: int = 0
    events: tuple[dict[str, Any], ...] = ()
    known: int = 0
    clocks: ClocksNews | None = None


class DoneNews(WireMessage, frozen=True, tag="done"):
    """The request with this number was carried out, and is in the journal of the table."""

    number: int


class RefusedNews(WireMessage, frozen=True, tag="refused"):
    """The request with this number was refused; nothing has changed.

    Attributes:
        code: The kind of refusal, such as `stale`, `illegal`, `not-to-move`, `notation`.
        text: An English sentence with its facts in braces.
        facts: The facts of the sentence, by name.
    """

    number: int
    code: str
    text: str
    facts: dict[str, int | str] = {}


class OfferedNews(WireMessage, frozen=True, tag="offered"):
    """`seat` asks to go back to `to` moves; the offer stands until it is answered or lapses."""

    offer: int
    seat: int
    to: int


class AnsweredNews(WireMessage, frozen=True, tag="answered"):
    """The offer with this number was accepted or declined, or has lapsed."""

    offer: int
    yes: bool


class SaidNews(WireMessage, frozen=True, tag="said"):
    """Somebody said a phrase; `seat` is None for a spectator."""

    phrase: str
    seat: int | None = None


class CutNews(WireMessage, frozen=True, tag="cut"):
    """The question for the seal of a cut; with `seals`, for the value; see `host.guest.AskCut`."""

    seal: str
    seals: tuple[str, ...] = ()
    game_number: int = 1


class RecordNews(WireMessage, frozen=True, tag="record"):
    """The whole game as its file has it, for request `number`."""

    number: int
    record: msgspec.Raw


class FaultNews(WireMessage, frozen=True, tag="fault"):
    """The reason why the table closes this line, which follows at once: a code, and a sentence.

    `seconds` is the time after which the table is there again, 0 where that is not known.
    """

    code: str
    text: str
    seconds: int = 0


AnswerNews: TypeAlias = DoneNews | RefusedNews | RecordNews
"""The answer to a request, by its number."""

TableNews: TypeAlias = PeopleNews | ViewNews | OfferedNews | AnsweredNews | SaidNews | CutNews
"""The news of a table."""

TableMessage: TypeAlias = SignNews | WelcomeNews | TableNews | AnswerNews | FaultNews | Ping | Pong
"""The messages of a table."""


class WireError(ValueError):
    """An error: a line that is no message; the text says why, without the line's content."""


_encoder: Final = msgspec.json.Encoder()
_requests: Final = msgspec.json.Decoder(ClientMessage, strict=True)
_news: Final = msgspec.json.Decoder(TableMessage, strict=True)


def to_line(message: WireMessage) -> bytes:
    """Return a message as a line, with its line feed."""
    line: bytes = _encoder.encode(message)
    return line + b"\n"


def request_from(line: bytes) -> ClientMessage:
    """Return the message of a client. Raises `WireError`."""
    message: ClientMessage = decoded(_requests, line)
    return message


def news_from(line: bytes) -> TableMessage:
    """Return the message of a table. Raises `WireError`."""
    message: TableMessage = decoded(_news, line)
    return message


def decoded(decoder: msgspec.json.Decoder[Any], line: bytes) -> Any:
    """Return the message of a line, by the decoder of its kinds. Raises `WireError`."""
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise WireError(str(fault)[:200]) from None
