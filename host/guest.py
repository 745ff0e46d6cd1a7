"""The guests of a game: their accounts, the news that they are told, and their first answers."""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from engine.client import Place, plain_name
from engine.reasons import Explained, Reason
from engine.updates import Answered, Offered, Refused, Said

if TYPE_CHECKING:
    from msgspec import Raw


GUEST: Final = "guest:"
"""The beginning of the key of an account that its line does not prove."""


_NUMBER: Final = " 99"
"""The longest number that may stand behind a name which two people have."""


DOOR: Final = "door:"
"""The beginning of the key of an account that a door proves, by a key of ssh."""


class Account(NamedTuple):
    """The account that a line comes from.

    Attributes:
        key: The account as an opaque text, such as `unix:1000`. Where the line proves none it is
            `guest:` and a random text, another one for each line.
        name: Its name, empty if that is not known.
        groups: The names of its groups.
        origin: The text by which limits count the lines of a stranger, such as a network address.
        title: The word that stands behind the names of its people, such as `guest`.
    """

    key: str
    name: str = ""
    groups: frozenset[str] = frozenset()
    origin: str = ""
    title: str = ""

    @property
    def counted(self) -> str:
        """The text by which limits count what comes from here."""
        return self.origin or self.key

    def called(self, name: str, otherwise: str) -> str:
        """Return the name of a person of this account, as others see it.

        >>> Account("guest:1", title="guest").called("Zoé", "")
        'Zoé (guest)'
        >>> Account("guest:1", title="guest").called("", ""), Account("a").called("", "someone")
        ('guest', 'someone')
        """
        if not self.title:
            return plain_name(name, otherwise)
        own, ending = plain_name(name), f" ({self.title})"
        while own and plain_name(f"{own}{ending}{_NUMBER}") != f"{own}{ending}{_NUMBER}":
            own = own[:-1].rstrip()
        return own + ending if own not in ("", self.title) else self.title


def is_proven(account: str) -> bool:
    """Whether a line can prove that it comes from the account with this key.

    >>> is_proven("unix:1000"), is_proven("guest:7f3a"), is_proven("")
    (True, False, False)
    """
    return bool(account) and not account.startswith(GUEST)


def is_from_door(account: str) -> bool:
    """Whether an account is one that a door knows people by, and no user of the machine."""
    return account.startswith((DOOR, GUEST))


class Listener(Protocol):
    """A guest of a game, which is told the news."""

    @property
    def own_seats(self) -> frozenset[int]:
        """The seats that are played there."""

    @abstractmethod
    def tell(self, news: News) -> None:
        """Tell the result of a request, an offer, or a phrase."""

    @abstractmethod
    def game_changed(self) -> None:
        """Tell that the game has changed."""


class Guest(Listener):
    """Somebody at a shared table, or on the way in; each way to be told of it is a subclass.

    Attributes:
        account: Its account.
        came, heard: The times when it connected, and when something came from it last.
        seat: The seat it plays, None while it has none.
        is_watching: Whether it is a spectator.
        client: The program, by the name that it gave itself.
        is_closed: Whether it is told no more.
        trip: The seconds of a round trip on its line, 0 before one was measured.
        cuts: Whether its program cuts the cards before a deal.
    """

    def __init__(self, account: Account, now: float) -> None:
        """Begin with a guest that has said nothing yet."""
        self.account = account
        self.came = self.heard = now
        self.seat: int | None = None
        self.is_watching = False
        self.client = ""
        self.is_closed = False
        self.trip = 0.0
        self.cuts = False

    @property
    def is_in(self) -> bool:
        """Whether it has a seat, or watches."""
        return self.is_watching or self.seat is not None

    @property
    def own_seats(self) -> frozenset[int]:
        """The seat it plays."""
        return frozenset() if self.seat is None else frozenset({self.seat})

    @abstractmethod
    def begin_anew(self, welcome: Welcome) -> None:
        """Tell that all that follows is about another game, or another seat."""

    @abstractmethod
    def people_changed(self) -> None:
        """Tell the new list of people."""

    @abstractmethod
    def moved(self) -> None:
        """Note that a move of this guest was made, which the game had waited for."""

    @abstractmethod
    def pass_second(self, now: float) -> None:
        """Let a second pass for the messages that wait for this guest."""

    @abstractmethod
    def close(self, reason: LineReason | None = None, seconds: int = 0) -> None:
        """Tell no more, after the reason for that if there is one.

        `seconds` is the time after which the table is there again, if that is known.
        """


class Done(NamedTuple):
    """The request with this number was carried out, and is kept."""

    number: int


class WholeGame(NamedTuple):
    """The answer to request `number`: a function that returns the game's file on one line."""

    number: int
    record: Callable[[], Raw]


class Welcome(NamedTuple):
    """The answer to `Hello`.

    Attributes:
        token: The token to come back to the seat with; empty for a spectator.
        answered: The highest number of this client's requests that was answered, 0 for none.
    """

    token: str = ""
    answered: int = 0


class PeopleNow(NamedTuple):
    """The places by seat, the number of spectators, and whether the game has begun."""

    places: tuple[Place, ...]
    watchers: int
    has_begun: bool


class AskCut(NamedTuple):
    """The question for the seal of a player's cut, or then for its value; see `saves.cut`.

    Attributes:
        seal: The seal of the table's own value; another one where all begin anew.
        seals: The seals by seat, empty for those who do not cut; none before all are known.
        game_number: The game that is dealt, from 1.
    """

    seal: str
    seals: tuple[str, ...]
    game_number: int


News: TypeAlias = Done | Refused | Offered | Answered | Said | Welcome | WholeGame | AskCut


class LineReason(Reason):
    """Why a table closes a line."""

    PROTOCOL = "The table and this program speak different versions of the protocol."
    MESSAGE = "The table does not understand this message."
    TOO_LONG = "A message was too long."
    TOO_MANY = "There are too many connections from this account."
    TOO_MANY_THERE = "There are too many connections from this address."
    SERVER_FULL = "There are too many connections to this server."
    TABLE_FULL = "There are too many connections to this table."
    TOO_FAST = "There were too many messages in a short time."
    TOO_SLOW = "The connection is too slow."
    NOT_ALLOWED = "This table is reserved for others."
    FULL = "Every seat is taken."
    TAKEN = "This seat is not free."
    NO_SUCH_SEAT = "There is no such seat to come back to."
    REPLACED = "This seat is now played from elsewhere."
    SILENT = "Nothing was heard for too long."
    BROKEN = "The table cannot write anything down now."
    BACK = "The server stops for about {seconds} s. The games are kept."
    CRASHED = "The table is closed because of a fault of its own. The game is kept."
    IDLE = "Nobody has asked for anything here for too long."
    CLOSING = "The table is closed; the game is saved."


class LineClosed(Explained):
    """An error: the line has to be closed, for this reason."""

    def __init__(self, reason: LineReason) -> None:
        super().__init__(reason)
        self.line_reason = reason


class FirstAnswers:
    """The first answers to the requests of the programs that played a seat, the newest ones."""

    most_clients: ClassVar[int] = 4
    most_answers: ClassVar[int] = 64

    def __init__(self) -> None:
        self._of: OrderedDict[str, dict[int, Done | Refused | None]] = OrderedDict()

    def find(self, client: str, number: int) -> Done | Refused | None:
        """Return the answer that a request got, None if it is a new one.

        A request so old that its answer was forgotten counts as done: it must not be carried out
        again.
        """
        answers = self._of.get(client)
        if not answers:
            return None
        if number in answers:
            return answers[number]
        forgotten = len(answers) == self.most_answers and number < min(answers)
        return Done(number) if forgotten else None

    def keep(self, client: str, answer: Done | Refused) -> None:
        """Keep an answer."""
        answers = self._of.setdefault(client, {})
        self._of.move_to_end(client)
        if len(self._of) > self.most_clients:
            self._of.popitem(last=False)
        answers[answer.number] = answer
        if len(answers) > self.most_answers:
            del answers[min(answers)]

    def newest(self, client: str) -> int:
        """Return the highest number that was answered, 0 for none."""
        return max(self._of.get(client, ()), default=0)
