"""A game in play as its host has it: what is asked is tried on a copy first, and so checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from engine.game import Play
from engine.loop import Loop
from engine.reasons import HouseReason, IllegalMove, TableReason
from engine.table import Change, Event, EventKind, Seen, Table
from host.asked import AnswerOffer, GiveHint, OfGame, Resign, Submit, TakeBack
from host.offers import Offers

M = TypeVar("M")


class Deed(NamedTuple):
    """A change of a game that is to be kept, and then done.

    Attributes:
        change: The change: a move, or an event. With a change of seat comes who sits there then.
        ahead: The game as it is after it.
        version: The version of the game that it is a change of.
        asker: The seat, client and number of the request for it; -1 if nobody has asked.
    """

    change: Change
    ahead: Table[Any]
    version: int
    asker: tuple[int, str, int] = (-1, "", 0)


class HostedGame(Generic[M]):
    """A game in play, and what may be done in it.

    The methods that return a `Deed` raise `IllegalMove`; nothing has happened until `apply`.

    Attributes:
        table: The game.
        offers: The take-backs that people have to agree to.
    """

    most_hints: ClassVar[int] = 3
    """The most hints noted for one seat between two moves."""

    def __init__(self, table: Table[M], loop: Loop) -> None:
        """Host the game of a table; the loop's clock tells how long ago an offer was declined."""
        self.table = table
        self.offers = Offers(table, loop.now)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.outcome is not None

    def prepare(self, asked: OfGame, others: Collection[int]) -> Deed | None:
        """Return what is asked, None if nothing has to be kept.

        `others` are the seats of the people elsewhere, who have to agree to a take-back.
        """
        if isinstance(asked, Submit):
            return self.move(*asked)
        if isinstance(asked, TakeBack):
            return self.take_back(asked.seat, others)
        if isinstance(asked, AnswerOffer):
            return self.answer(*asked)
        if isinstance(asked, Resign):
            return self.forfeit(asked.seat, "")
        if isinstance(asked, GiveHint):
            return self.hint(*asked)
        return self.play_out()

    def move(self, seat: int, move: M, seen: Seen) -> Deed:
        """Return a move that was chosen for the position `seen`."""
        ahead = self.table.ahead()
        ahead.play(seat, move, seen)
        return Deed(Play(seat, move), ahead, self.table.version)

    def play_out(self) -> Deed:
        """Return all moves up to the end as one step."""
        ahead = self._ahead()
        ahead.play_out()
        return Deed(ahead.plays[-1], ahead, self.table.version)

    def take_back(self, seat: int, others: Collection[int] = ()) -> Deed | None:
        """Return the take-back of the last move of a seat.

        None if the others have to agree, and were asked.
        """
        to = self.table.last_turn(seat)
        if to is None or others:
            self.offers.ask(seat, others)
            return None
        return self._back(seat, to)

    def answer(self, seat: int, number: int, yes: bool) -> Deed | None:
        """Accept or decline an offer; return its take-back if it was the last yes."""
        offer = self.offers.offer
        if offer is None or number != offer.number or seat not in self.offers.undecided:
            raise IllegalMove(HouseReason.NO_OFFER)
        if yes and self.table.last_turn(offer.seat) != offer.to:
            raise IllegalMove(HouseReason.NO_OFFER)
        return self._back(offer.seat, offer.to) if self.offers.answer(seat, yes) else None

    def _back(self, seat: int, to: int) -> Deed:
        ahead = self.table.ahead()
        ahead.take_back(to, seat)
        return Deed(Event(EventKind.TAKE_BACK, to, seat), ahead, self.table.version)

    def forfeit(self, seat: int, why: str) -> Deed:
        """Return the loss of a seat."""
        ahead = self._ahead()
        ahead.forfeit(seat, why)
        return Deed(ahead.events[-1], ahead, self.table.version)

    def hint(self, seat: int, move: M) -> Deed | None:
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
        return Deed(ahead.events[-1], ahead, self.table.version)

    def apply(self, step: Deed) -> bool:
        """Do a step; return False if the game has gone on since it was prepared."""
        if step.version != self.table.version:
            return False
        change = step.change
        if isinstance(change, Event) and change.kind is EventKind.TAKE_BACK:
            self.offers.granted(change.seat, change.at)
        self.table.catch_up(step.ahead)
        return True

    def _ahead(self) -> Table[M]:
        """Return a copy on which something is tried. Raises `IllegalMove` if the game is over."""
        if self.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        return self.table.ahead()
