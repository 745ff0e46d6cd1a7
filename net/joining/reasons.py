"""The reasons why a table cannot be joined, and what is wrong with the line to it, in English."""

from __future__ import annotations

from typing import Final

from engine.reasons import Explained, Reason


class JoinReason(Reason):
    """Why a table cannot be joined, or why its seat or the line to it was lost for good."""

    GONE = "There is no such table here."
    SEVERAL = "Several people have a table of this name: {tables}. Which one?"
    FOREIGN = "This table does not belong to the person whose name it has."
    SILENT = "The table does not answer."
    CLOSING = "The table is closing."
    STRANGE = "What the table sends makes no sense."
    PROTOCOL = "This table and this program are of different versions."
    UNKNOWN_GAME = "This program does not know the game of this table."
    OTHER_GAME = "Another game is played at this table now."
    NOT_ALLOWED = "This table is not open to you."
    FULL = "There is no free seat at this table."
    TAKEN = "This seat is not free."
    NO_SUCH_SEAT = "You have no seat at this table to come back to."
    REPLACED = "Your seat is played from another window now."
    TOO_MANY = "You have too many connections to this table."
    REFUSED = "The table closed the connection."


class LineNotice(Reason):
    """What is wrong with the line to a table while the client goes on trying."""

    DOWN = "The connection to the table is lost. Trying again."
    CLOSED = "The table is closed. Waiting for it to open again."
    STRANGE = "What the table sent made no sense. Trying again."
    SENT = "Sent. The table has not answered yet."
    SHORT = "Connection lost"


NOTICES: Final = {
    JoinReason.STRANGE: LineNotice.STRANGE,
}
"""What is said of a line that was lost for these reasons; else that it is down."""


class RequestReason(Reason):
    """Why a table refuses what a client asks for."""

    NOT_NOW = "The table refuses this now."
    SAID = "The table refuses this: {words}"
    TOO_MUCH = "Too much is waiting for the table already."
    NO_LINE = "The connection to the table is lost."


class NotJoined(Explained):
    """An error: a table cannot be joined, or the line to it was lost."""


BY_CODE: Final = {
    "protocol": JoinReason.PROTOCOL,
    "not-allowed": JoinReason.NOT_ALLOWED,
    "full": JoinReason.FULL,
    "taken": JoinReason.TAKEN,
    "no-such-seat": JoinReason.NO_SUCH_SEAT,
    "replaced": JoinReason.REPLACED,
    "too-many": JoinReason.TOO_MANY,
    "closing": JoinReason.CLOSING,
}
"""The reasons of the codes with which a table closes a line."""

FINAL: Final = frozenset(
    {
        JoinReason.PROTOCOL,
        JoinReason.UNKNOWN_GAME,
        JoinReason.OTHER_GAME,
        JoinReason.NOT_ALLOWED,
        JoinReason.NO_SUCH_SEAT,
        JoinReason.REPLACED,
    }
)
"""The reasons after which a client does not try again."""
