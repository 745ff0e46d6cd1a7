"""The reasons why a shared table refuses a request, and why it closes a line."""

from __future__ import annotations

from engine.reasons import Explained, HouseReason, OfferReason, Reason, TableReason
from net.wire import FaultNews, RefusedNews


class LineReason(Reason):
    """Why a table closes a line."""

    PROTOCOL = "The table and this program speak different versions of the protocol."
    MESSAGE = "The table does not understand this message."
    TOO_LONG = "A message was too long."
    TOO_MANY = "There are too many connections from this account."
    TOO_FAST = "There were too many messages in a short time."
    TOO_SLOW = "The connection is too slow."
    NOT_ALLOWED = "This table is reserved for others."
    FULL = "Every seat is taken."
    TAKEN = "This seat is not free."
    NO_SUCH_SEAT = "There is no such seat to come back to."
    REPLACED = "This seat is now played from elsewhere."
    SILENT = "Nothing was heard for too long."
    BROKEN = "The table cannot write anything down now."
    CLOSING = "The table is closed; the game is saved."


class StartReason(Reason):
    """Why there is no table."""

    UNKNOWN_GAME = "There is no game {game}."
    OTHER_COUNT = "{seats} players are needed, not {count}."
    UNKNOWN_PLAYER = "There is no computer player {player}."
    NO_SERIES = "There is no series of this game."
    NONE_FREE = "No seat is free."
    OPTION = "The options of the game are wrong: {why}"
    DEAL = "This game cannot be dealt: {why}"
    OVER = "The game is over."
    HELD = "This game is in play elsewhere."
    ALIVE = "This table is open."
    NO_JOURNAL = "This is not the journal of a table that this program can open."
    CLOSED = "This table was closed; its game is among the saved games."
    FOREIGN = "This table belongs to another account."
    FAULT = "The table could not be opened ({what})."


class ForfeitReason(Reason):
    """Why a player lost a game at a shared table, as its record says it."""

    AWAY = "away for too long"


class BadPlan(Explained, ValueError):
    """An error: there can be no such table."""


class RequestRefused(Explained):
    """An error: a request is not carried out."""


class LineClosed(Explained):
    """An error: the line has to be closed, for this reason."""

    def __init__(self, reason: LineReason) -> None:
        super().__init__(reason)
        self.line_reason = reason


def refused(number: int, why: Explained) -> RefusedNews:
    """Return the message of a refusal; what only one game refuses has the code `illegal`."""
    is_common = isinstance(why.reason, TableReason | OfferReason | HouseReason)
    return RefusedNews(
        number=number,
        code=why.reason.code if is_common else "illegal",
        text=str(why.reason.value),
        facts={name: fact if type(fact) is int else str(fact) for name, fact in why.facts.items()},
    )


def closed(reason: LineReason) -> FaultNews:
    """Return the message of a line that is closed."""
    return FaultNews(code=reason.code, text=reason.value)
