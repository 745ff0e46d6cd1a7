"""The end of a daily deal: the days in a row, and the master's own game from the same seat."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from play.analyst import Analyst, ProcessAnalyst
from play.daily import DailyResult, masters_result, row_words
from words.translation import _

if TYPE_CHECKING:
    from engine.game import StopFlag
    from engine.loop import Call, Loop


class DailyEnd(NamedTuple):
    """The end of a game that has the deal of a day.

    Attributes:
        day: The day.
        row: The days in a row on which the deal of the day was played; 0 where that is not known.
    """

    day: date
    row: int

    @property
    def row_words(self) -> str:
        """The days in a row, "" for fewer than two."""
        return row_words(self.row) if self.row > 1 else ""


class MastersGame:
    """The game of the master at the seat of the person, played in a process once it is wanted.

    It is the same for every game with the deal of the day, so the program plays it once.
    """

    known: ClassVar[dict[date, DailyResult]] = {}

    def __init__(self, loop: Loop, changed: Call) -> None:
        """Call `changed` in the loop once the result is known."""
        self._analyst: Analyst = ProcessAnalyst(loop)
        self._changed = changed
        self._is_asked = self._has_failed = False

    def words(self, day: date) -> str:
        """Return how the master did, or that it still plays; "" if that will never be known."""
        if result := self.known.get(day):
            return _("The master at your seat: {result}").format(result=result.words)
        if not self._is_asked:
            self._is_asked = True
            self._analyst.ask(play_masters_game, day, partial(self._played, day))
        return "" if self._has_failed else _("The master is playing at your seat")

    def _played(self, day: date, answer: object) -> None:
        """Take the result, or an error: there may be no room for a process."""
        self._analyst.close()
        if isinstance(answer, DailyResult):
            self.known[day] = answer
        self._has_failed = day not in self.known
        self._changed()

    def close(self) -> None:
        """Play no more."""
        self._analyst.close()


def play_masters_game(day: date, stop: StopFlag) -> DailyResult:
    """Return the result of the master on a day. Raises `Stopped`.

    This runs in a process of the pool.
    """
    return masters_result(day, stop)
