"""The reasons of a client: no seat at a table, a fault of the line, a refused request."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.reasons import Explained, Explanation, IllegalMove, Reason
from net.wire import RefusedNews


class JoinReason(Reason):
    """Why a table cannot be joined, or why its seat or the line to it was lost for good."""

    GONE = "There is no such table here."
    SEVERAL = "Several people have a table of this name: {tables}. Which one?"
    WHICH = "There are several tables there: {tables}. Which one?"
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
    TOO_MANY_THERE = "There are too many connections from this address."
    SERVER_FULL = "There are too many connections to this server."
    TABLE_FULL = "There are too many connections to this table."
    TOO_FAST = "There were too many messages in a short time."
    BACK = "The server stops for a while. The games are kept."
    CRASHED = "The table is closed because of a fault of its own. The game is kept."
    NO_SERVER = "Nobody can open a table there: it is no server."
    REFUSED = "The table closed the connection."
    ADDRESS = "{address} is no address like ssh://USER@HOST/TABLE or wss://HOST:PORT/TABLE."
    NO_SSH = "The program ssh is not here; it leads to tables of other machines."
    NOT_REACHED = "ssh did not get to {host}."
    NOT_REACHED_SAID = "ssh did not get to {host}: {words}"
    NO_PROGRAM = "{host} does not know the command tapis, which has to be installed there too."
    PLAIN = "What goes to {host} by ws:// can be read and changed on the way; --insecure allows it."
    NO_MACHINE = "There is no machine called {host}."
    NO_ANSWER = "{host} does not answer."
    NO_TABLE = "What answers at {host} is no table."
    NO_VOUCHER = (
        "Nobody vouches for the certificate of {host}. "
        "Its owner can give you an address that ends in #sha256:..."
    )
    OTHER_CERTIFICATE = "The certificate of {host} is not the one in the address."
    PASSWORD = "A password is asked for there."  # noqa: S105
    PASSWORD_WRONG = "The password is wrong."  # noqa: S105


class LineNotice(Reason):
    """The faults of the line to a table while the client goes on trying."""

    DOWN = "No connection to the table."
    CLOSED = "The table is closed."
    STOPPED = "The server has stopped. The games are kept."
    STRANGE = "What the table sent made no sense."
    SENT = "Sent. The table has not answered yet."
    SHORT = "Connection lost"


NOTICES: Final = {
    JoinReason.CLOSING: LineNotice.CLOSED,
    JoinReason.STRANGE: LineNotice.STRANGE,
}
"""The notices of lines that were lost for these reasons; of all others it is `DOWN`."""

CERTAIN: Final = (LineNotice.CLOSED, LineNotice.STOPPED)
"""The notices that people are given at once: the table said so."""


class RequestReason(Reason):
    """Why a table refuses what a client asks for."""

    NOT_NOW = "The table refuses this now."
    SAID = "The table refuses this: {words}"
    TOO_MUCH = "Too much is waiting for the table already."
    NO_LINE = "The connection to the table is lost."


class NotJoined(Explained):
    """An error: a table cannot be joined, or the line to it was lost."""


BY_CODE: Final = {
    "gone": JoinReason.GONE,
    "several": JoinReason.SEVERAL,
    "which": JoinReason.WHICH,
    "foreign": JoinReason.FOREIGN,
    "silent": JoinReason.SILENT,
    "protocol": JoinReason.PROTOCOL,
    "not-allowed": JoinReason.NOT_ALLOWED,
    "full": JoinReason.FULL,
    "taken": JoinReason.TAKEN,
    "no-such-seat": JoinReason.NO_SUCH_SEAT,
    "replaced": JoinReason.REPLACED,
    "too-many": JoinReason.TOO_MANY,
    "too-many-there": JoinReason.TOO_MANY_THERE,
    "server-full": JoinReason.SERVER_FULL,
    "table-full": JoinReason.TABLE_FULL,
    "too-fast": JoinReason.TOO_FAST,
    "closing": JoinReason.CLOSING,
    "back": JoinReason.BACK,
    "crashed": JoinReason.CRASHED,
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
        JoinReason.OTHER_CERTIFICATE,
        JoinReason.PASSWORD,
        JoinReason.PASSWORD_WRONG,
    }
)
"""The reasons after which a client does not try again."""


_LONGEST_FACT = 80
_LONGEST_TEXT = 200


def refusal_of(news: RefusedNews) -> IllegalMove:
    """Return the error of a refusal: a reason that this program knows, or the words of the table.

    Facts are filled into known sentences only: the braces of a stranger's text may hold anything.
    """
    reason = _known_reasons().get(news.text)
    facts = {name: _harmless_fact(fact) for name, fact in news.facts.items()}
    if reason is not None:
        try:
            str(Explanation(reason, facts))
        except (LookupError, ValueError, TypeError, AttributeError):
            return IllegalMove(RequestReason.NOT_NOW)
        return IllegalMove(reason, **facts)
    words = harmless(news.text, _LONGEST_TEXT)
    if not words:
        return IllegalMove(RequestReason.NOT_NOW)
    return IllegalMove(RequestReason.SAID, words=words)


def harmless(text: str, longest: int) -> str:
    r"""Return a stranger's text on one printable line, cut off where it is too long.

    >>> harmless("no\x1b[2J\n such {thing}", 12)
    'no?[2J? such'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])


def _harmless_fact(fact: int | str) -> int | str:
    if isinstance(fact, int):
        return max(min(fact, 10**9), -(10**9))
    return harmless(fact, _LONGEST_FACT)


@cache
def _known_reasons() -> dict[str, Reason]:
    """Return every reason of the games played here and of tables, by its English sentence."""
    return {str(reason.value): reason for kind in _kinds(Reason) for reason in kind}


def _kinds(kind: type[Reason]) -> Iterator[type[Reason]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)
