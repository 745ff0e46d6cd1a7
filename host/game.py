"""A game in play as its host has it: each change is tried on a copy first, which checks it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.game import Play, View
from engine.loop import Loop
from engine.reasons import Explained, HouseReason, IllegalMove, OfferReason, TableReason
from engine.table import Change, Event, EventKind, Seen, Table
from engine.updates import Answered, Offer, Offered
from host.requests import AnswerOffer, GiveHint, OfGame, Resign, Submit, TakeBack

S = TypeVar("S")
"""A step: a change that is kept first and then made."""

Refuse: TypeAlias = Callable[[Explained], object]

Kept: TypeAlias = Callable[["OSError | None"], None]
"""Told in the loop that a step is kept, or why it cannot be."""


Keep: TypeAlias = Callable[[S, Kept], None]
"""Keeps a step after all earlier ones; calls back in the loop when it is kept, perhaps at once."""

SECONDS_AFTER_NO: Final = 10.0
"""The seconds for which a seat may not ask again after a no."""


class Offers:
    """The take-back on offer at a table, and the seats that have not agreed yet.

    It lapses with the next change of the table that is more than a noted hint or another player.

    Attributes:
        offer: The offer that stands, None if none does.
        undecided: The seats whose yes is still wanted.
        tell: Told of every offer and every answer.
    """

    def __init__(self, table: Table[Any], clock: Callable[[], float]) -> None:
        """Keep the offers of a table; the clock returns seconds from any fixed moment."""
        self.offer: Offer | None = None
        self._made = 0
        self.undecided: frozenset[int] = frozenset()
        self._table = table
        self._clock = clock
        self._declined: dict[int, float] = {}
        self.tell: Callable[[Offered | Answered], object] = _ignore
        table.watch(None, self._watch)

    def ask(self, seat: int, others: Collection[int]) -> None:
        """Ask the people at these other seats to take back the last move of `seat`.

        Raises `IllegalMove`.
        """
        to = self._table.last_turn(seat)
        if to is None:
            raise IllegalMove(OfferReason.NO_TURN_YET)
        if self.offer:
            raise IllegalMove(OfferReason.ANOTHER_STANDS)
        declined = self._declined.get(seat)
        if declined is not None and self._clock() - declined < SECONDS_AFTER_NO:
            raise IllegalMove(OfferReason.TOO_SOON)
        self._made += 1
        self.offer, self.undecided = Offer(seat, to, self._made), frozenset(others)
        self.tell(Offered(self.offer))

    def answer(self, seat: int, yes: bool) -> bool:
        """Accept or decline for a seat that was asked; return whether all have accepted now.

        It stands until `granted`.
        """
        assert self.offer
        if not yes:
            self._declined[self.offer.seat] = self._clock()
            self._end(self.offer, False)
        elif self.undecided != {seat}:
            self.undecided -= {seat}
        else:
            return True
        return False

    def granted(self, seat: int | None, to: int) -> None:
        """Say that all have agreed to the offer, if it is this one: moves are taken back now."""
        if self.offer and self.offer[:2] == (seat, to):
            self._end(self.offer, True)

    def _watch(self, change: Change, _view: View[Any]) -> None:
        is_passing = isinstance(change, Event) and change.kind in (EventKind.HINT, EventKind.SEAT)
        if self.offer and not is_passing:
            self._end(self.offer, False)

    def _end(self, offer: Offer, yes: bool) -> None:
        self.offer, self.undecided = None, frozenset()
        self.tell(Answered(offer, yes))


def _ignore(_update: Offered | Answered) -> None:
    """Nobody is told yet."""


M = TypeVar("M")


Asker: TypeAlias = tuple[int, str, int]
"""The seat, the client and the number of a request; -1 for the seat if nobody has asked."""


class PendingChange(NamedTuple):
    """A change of a game that is to be kept, and then done.

    Attributes:
        change: The change: a move or an event. With a change of seat comes the new sitter.
        ahead: The game as it is after it.
        version: The version of the game that it is a change of.
        asker: The request that asked for it.
    """

    change: Change
    ahead: Table[Any]
    version: int
    asker: Asker = (-1, "", 0)


class HostedGame(Generic[M]):
    """A game in play, and its possible changes.

    The methods that return a `PendingChange` raise `IllegalMove`. Nothing happens until `apply`.

    Attributes:
        table: The game.
        offers: The take-backs that people have to agree to.
    """

    most_hints: ClassVar[int] = 3
    """The most hints noted for one seat between two moves."""

    def __init__(self, table: Table[M], loop: Loop) -> None:
        """Host the game of a table; the loop's clock measures people's moves and old offers."""
        self.table = table
        self.offers = Offers(table, loop.now)
        self._now = loop.now
        self._due: dict[int, float] = {}
        self._await_moves()
        table.watch(None, self._watch)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.outcome is not None

    def prepare(self, asked: OfGame, others: Collection[int]) -> PendingChange | None:
        """Return the change that a request asks for, None if nothing has to be kept.

        `others` are the seats of people elsewhere; they have to agree to a take-back.
        """
        if isinstance(asked, Submit):
            return self.move(*asked[:3])
        if isinstance(asked, TakeBack):
            return self.take_back(asked.seat, others)
        if isinstance(asked, AnswerOffer):
            return self.answer(*asked)
        if isinstance(asked, Resign):
            return self.forfeit(asked.seat, "")
        if isinstance(asked, GiveHint):
            return self.hint(*asked)
        return self.play_out()

    def move(self, seat: int, move: M, seen: Seen) -> PendingChange:
        """Return a move that was chosen for the position `seen`."""
        ahead = self.table.ahead()
        ahead.play(seat, move, seen, self._seconds(seat))
        return PendingChange(Play(seat, move), ahead, self.table.version)

    def play_out(self) -> PendingChange:
        """Return all moves up to the end as one step."""
        ahead = self._ahead()
        ahead.play_out()
        return PendingChange(ahead.plays[-1], ahead, self.table.version)

    def take_back(self, seat: int, others: Collection[int] = ()) -> PendingChange | None:
        """Return the take-back of the last move of a seat.

        None if the others have to agree, and were asked.
        """
        to = self.table.last_turn(seat)
        if to is None or others:
            self.offers.ask(seat, others)
            return None
        return self._back(seat, to)

    def answer(self, seat: int, number: int, yes: bool) -> PendingChange | None:
        """Accept or decline an offer; return its take-back if it was the last yes."""
        offer = self.offers.offer
        if offer is None or number != offer.number or seat not in self.offers.undecided:
            raise IllegalMove(HouseReason.NO_OFFER)
        if yes and self.table.last_turn(offer.seat) != offer.to:
            raise IllegalMove(HouseReason.NO_OFFER)
        return self._back(offer.seat, offer.to) if self.offers.answer(seat, yes) else None

    def _back(self, seat: int, to: int) -> PendingChange:
        ahead = self.table.ahead()
        ahead.take_back(to, seat)
        return PendingChange(Event(EventKind.TAKE_BACK, to, seat), ahead, self.table.version)

    def forfeit(self, seat: int, why: str) -> PendingChange:
        """Return the loss of a seat."""
        ahead = self._ahead()
        ahead.forfeit(seat, why)
        return PendingChange(ahead.events[-1], ahead, self.table.version)

    def hint(self, seat: int, move: M) -> PendingChange | None:
        """Return a hint, None if it is noted already."""
        ahead, text = self._ahead(), self.table.game.format(move)
        before = 0
        for event in reversed(self.table.events):
            if event.kind is EventKind.TAKE_BACK or event.at != len(self.table.plays):
                break
            if event.kind is EventKind.HINT and event.seat == seat:
                if event.text == text:
                    return None
                before += 1
        if before >= self.most_hints:
            raise IllegalMove(HouseReason.TOO_MANY)
        ahead.note_hint(seat, text)
        return PendingChange(ahead.events[-1], ahead, self.table.version)

    def apply(self, step: PendingChange) -> bool:
        """Do a step; return False if the game has gone on since it was prepared."""
        if step.version != self.table.version:
            return False
        change = step.change
        if isinstance(change, Event) and change.kind is EventKind.TAKE_BACK:
            self.offers.granted(change.seat, change.at)
        self.table.catch_up(step.ahead)
        return True

    def _watch(self, change: Change, _view: View[M]) -> None:
        if isinstance(change, Play):
            self._due.pop(change.seat, None)
        elif change.kind is not EventKind.HINT:
            self._due.clear()
        self._await_moves()

    def _await_moves(self) -> None:
        """Note since when each person's move is awaited."""
        if not self.is_over:
            people = [at for at in self.table.to_move if at >= 0 and self._is_person(at)]
            self._due = {seat: self._due.get(seat, self._now()) for seat in people}

    def _seconds(self, seat: int) -> float | None:
        """Return the seconds for which a person's move has been awaited, in tenths."""
        since = self._due.get(seat)
        return None if since is None else round(max(self._now() - since, 0.0), 1)

    def _is_person(self, seat: int) -> bool:
        return self.table.sitters[seat].is_person

    def _ahead(self) -> Table[M]:
        """Return a copy on which something is tried. Raises `IllegalMove` if the game is over."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        return self.table.ahead()
