"""A new table at a server, opened by somebody who then sits down there."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.client import ADDRESS
from net.joining.dialogue import not_joined
from net.joining.handed import own_server
from net.joining.line import Address, LineLost, UnixAddress
from net.joining.reasons import JoinReason, NotJoined, refusal_of
from net.joining.seats import Access, address_of
from net.lobby_wire import OpenedNews, OpenRequest, lobby_news
from net.names.names import find_table
from net.wire import PROTOCOL, FaultNews, RefusedNews, WireError, to_line

_LONGEST: Final = 65536
"""The most bytes of an answer."""


def server_address(server: str, access: Access) -> Address:
    """Return where a server is, from its name or address. Raises `NotJoined`."""
    if ADDRESS in server or own_server():
        return address_of(server, access)
    at = find_table(server)
    return UnixAddress(at.path, at.uid, at.name)


def open_table_at(address: Address, plan: object, name: str) -> tuple[str, str]:
    """Open a table of a server for a person of this name; return how it is joined, and a token.

    The token leads to the first free seat, whose player owns the table. Raises `NotJoined`, and
    `IllegalMove` for a plan that the server refuses.
    """
    document = msgspec.Raw(msgspec.json.encode(plan))
    line = address.open(_LONGEST)
    try:
        line.send(to_line(OpenRequest(number=1, protocol=PROTOCOL, plan=document, name=name)))
        if (data := line.receive(address.seconds)) is None:
            raise NotJoined(JoinReason.SILENT)
        news = lobby_news(data)
    except LineLost:
        raise line.why_lost() from None
    except WireError:
        raise NotJoined(JoinReason.NO_SERVER) from None
    finally:
        line.close()
    if isinstance(news, RefusedNews):
        raise refusal_of(news)
    if isinstance(news, FaultNews) and news.code != "message":
        raise not_joined(news)
    if not isinstance(news, OpenedNews):
        raise NotJoined(JoinReason.NO_SERVER)
    return address.called(news.table), news.token
