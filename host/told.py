"""What the guests of a game are told, as values: near and far clients are told the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from engine.client import Place
from engine.reasons import Explained, Reason
from engine.updates import Answered, Offered, Refused, Said

if TYPE_CHECKING:
    from msgspec import Raw


class Done(NamedTuple):
    """The request with this number was carried out, and is kept."""

    number: int


class WholeGame(NamedTuple):
    """The whole game, as request `number` wished: what returns its file on one line."""

    number: int
    record: Callable[[], Raw]


class Welcome(NamedTuple):
    """The answer to `Hello`.

    Attributes:
        token: What one comes back to the seat with; empty for a spectator.
        answered: The highest number of this client's requests that was answered, 0 for none.
    """

    token: str = ""
    answered: int = 0


class PeopleNow(NamedTuple):
    """Who sits where now, the number of spectators, and whether the game has begun."""

    places: tuple[Place, ...]
    watchers: int
    has_begun: bool


News: TypeAlias = Done | Refused | Offered | Answered | Said | Welcome | WholeGame


class Ear(Protocol):
    """Who is at a game, and is told of it."""

    @property
    def own_seats(self) -> frozenset[int]:
        """The seats that are played there."""

    def tell(self, news: News) -> None:
        """Tell what came of a request, or what somebody asks or says."""

    def game_changed(self) -> None:
        """Tell that the game has changed."""


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


class LineClosed(Explained):
    """An error: the line has to be closed, for this reason."""

    def __init__(self, reason: LineReason) -> None:
        super().__init__(reason)
        self.line_reason = reason
