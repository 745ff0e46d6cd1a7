"""The offers of a table: take-backs that other people have to agree to, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from engine.game import View
from engine.reasons import IllegalMove, OfferReason
from engine.table import Change, Event, EventKind, Table
from engine.updates import Answered, Offer, Offered

SECONDS_AFTER_NO: Final = 10.0
"""The seconds for which a seat may not ask again after a no."""


class Offers:
    """The offer that stands at a table, if there is one, and who has still to agree.

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
