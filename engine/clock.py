"""A time control, and the times that are left to the seats: values, and nothing reads the time."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MINUTE: Final = 60
MOST_MINUTES: Final = 180
MOST_SECONDS: Final = 3600
"""The most minutes of a game, and the most seconds of a move or after one."""

OUT_OF_TIME: Final = "out of time"
"""The reason in a record why a seat forfeited whose flag fell."""

_BY_GAME: Final = re.compile(r"([0-9]{1,3})\+([0-9]{1,4})")
_BY_MOVE: Final = re.compile(r"([0-9]{1,4})/move")


class TimeControl(NamedTuple):
    """The time that each seat has: minutes for a game with seconds more a move, or seconds a move.

    Attributes:
        minutes: The minutes of the whole game, 0 where each move has its own time.
        seconds: The seconds that each move adds, or those of each move.

    >>> str(TimeControl.parse("5+3")), TimeControl.parse("30/move").start
    ('5+3', 30)
    """

    minutes: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read a time control: `5+3`, or `30/move`. Raises `ValueError`."""
        if found := _BY_GAME.fullmatch(text):
            minutes, seconds = map(int, found.groups())
            if 1 <= minutes <= MOST_MINUTES and seconds <= MOST_SECONDS:
                return cls(minutes, seconds)
        elif (found := _BY_MOVE.fullmatch(text)) and 1 <= int(found[1]) <= MOST_SECONDS:
            return cls(0, int(found[1]))
        raise ValueError(text)

    def __str__(self) -> str:
        return f"{self.minutes}+{self.seconds}" if self.minutes else f"{self.seconds}/move"

    @property
    def start(self) -> int:
        """The seconds of a clock at the beginning."""
        return self.minutes * MINUTE or self.seconds

    def after_move(self, left: float) -> float:
        """Return the seconds of a clock after a move, which left this many."""
        return left + self.seconds if self.minutes else self.seconds


class ClockTimes(NamedTuple):
    """The times of a game's clocks at one moment.

    Attributes:
        left: The seconds left by seat, None for a seat without a clock.
        running: The seats whose clocks run.
    """

    left: tuple[float | None, ...]
    running: frozenset[int] = frozenset()

    def after(self, seconds: float) -> ClockTimes:
        """Return the times after some seconds more, none below 0.

        >>> ClockTimes((9.5, None, 8), frozenset({0})).after(2).left
        (7.5, None, 8)
        """
        return self._replace(
            left=tuple(
                max(left - seconds, 0.0) if left is not None and seat in self.running else left
                for seat, left in enumerate(self.left)
            )
        )
