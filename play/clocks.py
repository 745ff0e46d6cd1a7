"""The clocks of a shared table as people read them: faces, words, and when to look again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from engine.client import Company
from engine.clock import MINUTE, ClockTimes, TimeControl
from play.story import capital
from words.translation import _, several

SHORT: Final = 20
"""A warning comes this many seconds before the end, in a short time at its last third."""

CONTROLS: Final = ("1+1", "3+2", "5+3", "10+5", "15+10", "30+0", "10/move", "30/move", "120/move")
"""The time controls that are offered for a new table; the command line takes any."""


class ClockFace(NamedTuple):
    """A clock as it is shown.

    Attributes:
        seconds: The whole seconds that are left, begun ones counted.
        is_running: Whether it runs.
        is_short: Whether its player is warned.
    """

    seconds: int
    is_running: bool = False
    is_short: bool = False

    @property
    def words(self) -> str:
        """The time that is left; a running clock stands in brackets, in the end in other ones.

        >>> ClockFace(272).words, ClockFace(272, True).words, ClockFace(19, True, True).words
        (' 4:32 ', '[4:32]', '!0:19!')
        """
        left, right = ("!!" if self.is_short else "[]") if self.is_running else "  "
        return f"{left}{time_words(self.seconds)}{right}"


def time_words(seconds: int) -> str:
    """Return minutes and seconds, with hours if there are any.

    >>> time_words(5), time_words(300), time_words(4000)
    ('0:05', '5:00', '1:06:40')
    """
    minutes, rest = divmod(seconds, MINUTE)
    hours, less = divmod(minutes, MINUTE)
    return f"{hours}:{less:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def short_of(control: TimeControl) -> int:
    """Return how many seconds before the end a player is warned.

    >>> short_of(TimeControl(5, 3)), short_of(TimeControl(0, 30))
    (20, 10)
    """
    return min(SHORT, control.start // 3)


def faces(company: Company) -> tuple[ClockFace | None, ...]:
    """Return the faces of all clocks by seat; none of a game without clocks."""
    times, control = company.clocks, company.control
    if times is None or control is None:
        return ()
    short = short_of(control)
    return tuple(
        None if left is None else ClockFace(ceil(left), seat in times.running, left <= short)
        for seat, left in enumerate(times.left)
    )


def until_next(times: ClockTimes | None) -> float | None:
    """Return the seconds until a face changes by itself, None while none does.

    >>> until_next(ClockTimes((2.25, 5), frozenset({0})))
    0.25
    """
    if times is None:
        return None
    lefts = (left for seat in times.running if (left := times.left[seat]))
    return min((left - (ceil(left) - 1) for left in lefts), default=None)


def short_control(control: TimeControl) -> str:
    """Return a time control as players write it."""
    if control.minutes:
        return str(control)
    return _("{seconds} s a move").format(seconds=control.seconds)


def control_words(control: TimeControl) -> str:
    """Return a time control in words."""
    seconds = several("{count} second", "{count} seconds", control.seconds)
    if not control.minutes:
        return _("{seconds} for each move").format(seconds=seconds)
    minutes = several("{count} minute", "{count} minutes", control.minutes)
    if not control.seconds:
        return _("{minutes} each for the game").format(minutes=minutes)
    words = _("{minutes} each, and {seconds} more for each move")
    return words.format(minutes=minutes, seconds=seconds)


def clock_lines(company: Company, names: Sequence[str]) -> Iterator[str]:
    """Yield the time control, and a sentence for the clock of each player."""
    if company.control:
        yield f"{capital(control_words(company.control))}."
    for name, face in zip(names, faces(company), strict=False):
        if face is not None:
            words = _("{player}: {time}, running.") if face.is_running else _("{player}: {time}.")
            yield words.format(player=name, time=time_words(face.seconds))


class ClockWarnings:
    """Warns a player once each time that little is left on the player's clock."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._is_warned = False

    def look(self, seat: int | None) -> str:
        """Return the warning to a seat that is due now, "" for none."""
        face = self._face(seat)
        if not self.stands(seat):
            self._is_warned = self._is_warned and face is not None and face.is_short
            return ""
        was_warned, self._is_warned = self._is_warned, True
        return "" if was_warned else self.words

    @property
    def words(self) -> str:
        """The warning."""
        assert self._company.control
        return several(
            "Less than {count} second is left on your clock.",
            "Less than {count} seconds are left on your clock.",
            short_of(self._company.control),
        )

    def stands(self, seat: int | None) -> bool:
        """Whether the warning to a seat is still true, and its clock runs."""
        face = self._face(seat)
        return face is not None and face.is_short and face.is_running

    def until(self, seat: int | None) -> float | None:
        """Return the seconds until a warning to a seat is due, None while none will be."""
        times, control = self._company.clocks, self._company.control
        if times is None or control is None or seat not in times.running:
            return None
        left = times.left[seat]
        return None if left is None or self._is_warned else max(left - short_of(control), 0.0)

    def _face(self, seat: int | None) -> ClockFace | None:
        there = faces(self._company)
        return there[seat] if seat is not None and there else None
