"""The cut before the cards of a shared table are dealt: the seals of all first, then their values.

A player who seals nothing in time, or does not open what was sealed, cuts no more before this game,
and all others begin anew. Each program knows how often that was, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from engine.loop import Call, Loop, OneTimer
from host.guest import AskCut, Guest
from host.outside import Outside
from host.seating import Chair
from saves.cut import Cut, CutDeal, cut_seal, is_seal, is_value, table_seal

CUT_SECONDS: Final = 10.0
"""The seconds that the players have for their seals, and again for their values.

Those of a table that is opened again have as many to come back.
"""


class Cutting:
    """The cut for the next game of a table.

    Attributes:
        deal: The values of all, None before they are known, and where nobody cuts.
    """

    def __init__(self, chairs: Callable[[], Sequence[Chair]], loop: Loop, outside: Outside) -> None:
        """Let the players on these chairs cut before each game."""
        self.deal: CutDeal | None = None
        self._chairs = chairs
        self._new_value = outside.new_token
        self._loop, self._opened = loop, loop.now()
        self._timer = OneTimer(loop)
        self._game_number = 1
        self._value = ""
        self._asked: AskCut | None = None
        self._seats: set[int] = set()
        self._failed: set[int] = set()
        self._seals: dict[int, str] = {}
        self._cuts: dict[int, Cut] = {}

    def is_waiting(self, game_number: int, done: Call) -> bool:
        """Say whether cuts for a game are waited for; ask all for theirs if that was not done yet.

        `done` is called when all values are known, and when nobody is left who would cut.
        """
        self._done = done
        if self.deal is not None or self._asked is not None:
            return self.deal is None
        if self._seconds_to_come > 0 and any(map(_may_come, self._chairs())):
            self._timer.start(self._seconds_to_come, done)
            return True
        self._game_number = game_number
        self._ask()
        return self._asked is not None

    @property
    def _seconds_to_come(self) -> float:
        """The seconds that players have to come back to a table that was opened again."""
        return self._opened + CUT_SECONDS - self._loop.now()

    def stop(self) -> None:
        """Forget all cuts: the game has begun, or it cannot begin now."""
        self.deal = None
        self._failed.clear()
        self._forget()

    def came(self, guest: Guest) -> None:
        """Ask a player again who has come back on another line."""
        if self._asked and guest.seat in self._seats:
            guest.tell(self._asked)

    def hear(self, guest: Guest, table: str, seal: str, value: str) -> None:
        """Take the seal or the value of a player; those for an earlier cut are passed over."""
        seat = guest.seat
        if self._asked is None or table != self._asked.seal or seat not in self._seats:
            return
        if value:
            self._open(Cut(seat, value), self._asked)
        else:
            self._seal(seat, seal, self._asked)

    def _seal(self, seat: int, seal: str, asked: AskCut) -> None:
        if not is_seal(seal) or self._seals.setdefault(seat, seal) != seal:
            self._ask({seat})
        elif len(self._seals) == len(self._seats) and not asked.seals:
            seals = tuple(self._seals.get(at, "") for at in range(len(self._chairs())))
            self._tell(asked._replace(seals=seals))

    def _open(self, cut: Cut, asked: AskCut) -> None:
        is_right = is_value(cut.value) and cut_seal(asked.seal, cut) == self._seals.get(cut.seat)
        if not (asked.seals and is_right):
            self._ask({cut.seat})
            return
        self._cuts[cut.seat] = cut
        if len(self._cuts) == len(self._seats):
            cuts = tuple(self._cuts[at] for at in sorted(self._cuts))
            self._forget()
            self.deal = CutDeal(self._value, cuts)
            self._done()

    def _ask(self, failed: Collection[int] = ()) -> None:
        """Ask for seals with a new value of the table, but for players who have failed."""
        was_asked = self._asked is not None
        self._failed.update(failed)
        self._forget()
        self._seats = {
            seat
            for seat, chair in enumerate(self._chairs())
            if seat not in self._failed and chair.guest is not None and chair.guest.cuts
        }
        if self._seats:
            self._value = self._new_value()
            self._tell(AskCut(table_seal(self._value), (), self._game_number))
        elif was_asked:
            self._done()

    def _tell(self, asked: AskCut) -> None:
        """Ask all players who cut."""
        self._asked = asked
        self._timer.start(CUT_SECONDS, self._late)
        for seat in sorted(self._seats):
            if guest := self._chairs()[seat].guest:
                guest.tell(asked)

    def _late(self) -> None:
        """Begin anew without the players who have not answered in time."""
        answered = self._cuts if self._asked and self._asked.seals else self._seals
        self._ask(self._seats - answered.keys())

    def _forget(self) -> None:
        self._timer.stop()
        self._asked = None
        self._seats.clear()
        self._seals.clear()
        self._cuts.clear()


def _may_come(chair: Chair) -> bool:
    """Whether the player of a seat has not been there since the table was opened again."""
    return chair.is_client and not (chair.is_replaced or chair.guest or chair.lost)
