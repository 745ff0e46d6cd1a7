"""The messages between a server and a line without a seat; see `net.wire`."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from net.wire import (
    FaultNews,
    LineMessage,
    NumberedRequest,
    OpeningRequest,
    Ping,
    Pong,
    RefusedNews,
    SignNews,
    WireMessage,
    decoded,
)


class TablesRequest(WireMessage, frozen=True, tag="tables"):
    """The wish for a list of the tables of a server; answered by `TablesNews`."""

    protocol: int


class OpenRequest(NumberedRequest, frozen=True, tag="open", kw_only=True):
    """The wish for a new table of a server, by somebody of this name; answered by `OpenedNews`.

    The server reads the plan as a `TablePlan`, which has no seed, deal, path or program: a far
    client can name none.
    """

    protocol: int
    plan: msgspec.Raw
    name: str = ""


class TablesNews(WireMessage, frozen=True, tag="tables"):
    """The tables of a server, those with a free seat first; `more` others are left out."""

    tables: tuple[SignNews, ...]
    more: int = 0


class OpenedNews(WireMessage, frozen=True, tag="opened"):
    """A table was opened, as request `number` asked.

    The token leads to its first free seat, whose player owns the table.
    """

    number: int
    table: str
    token: str


class NoticeNews(WireMessage, frozen=True, tag="notice"):
    """A warning: a code, and a sentence."""

    code: str
    text: str


class VouchRequest(WireMessage, frozen=True, tag="vouch"):
    """The first message on a line of somebody for whom the server's own account vouches.

    Attributes:
        account: The key of the account that the line comes from; see `host.guest.Account`.
        origin: The text by which limits count it.
        title: The word that stands behind the names of its people, such as `guest`.
    """

    protocol: int
    account: str
    origin: str = ""
    title: str = ""


LobbyRequest: TypeAlias = TablesRequest | OpenRequest | VouchRequest
"""The requests to a server itself."""

LobbyMessage: TypeAlias = OpeningRequest | LobbyRequest | LineMessage
"""The messages on a line without a seat."""

LobbyNews: TypeAlias = SignNews | TablesNews | OpenedNews | RefusedNews | NoticeNews | FaultNews
"""The answers there, and warnings."""

_requests: Final = msgspec.json.Decoder(LobbyMessage, strict=True)
_news: Final = msgspec.json.Decoder(LobbyNews | Ping | Pong, strict=True)


def lobby_request(line: bytes) -> LobbyMessage:
    """Return the message of a client without a seat. Raises `WireError`."""
    message: LobbyMessage = decoded(_requests, line)
    return message


def lobby_news(line: bytes) -> LobbyNews | Ping | Pong:
    """Return the message to a client without a seat. Raises `WireError`."""
    message: LobbyNews | Ping | Pong = decoded(_news, line)
    return message
