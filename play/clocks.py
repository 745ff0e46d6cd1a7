"""The clocks of a shared table as people read them: faces, words, and when to look again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from engine.clock import MINUTE, ClockTimes, TimeControl
from words.translation import _, several

SHORT: Final = 20
"""The seconds from which on a player is warned."""

CONTROLS: Final = ("1+1", "3+2", "5+3", "10+5", "15+10", "30+0", "10/move", "30/move", "120/move")
"""The time controls that are offered for a new table; the command line takes any."""


class ClockFace(NamedTuple):
    """A clock as it is shown.

    Attributes:
        seconds: The whole seconds that are left, begun ones counted.
        is_running: Whether it runs.
    """

    seconds: int
    is_running: bool = False

    @property
    def words(self) -> str:
        """The time that is left; a running clock stands in brackets, in the end in other ones.

        >>> ClockFace(272).words, ClockFace(272, True).words, ClockFace(19, True).words
        (' 4:32 ', '[4:32]', '!0:19!')
        """
        left, right = ("!!" if self.seconds <= SHORT else "[]") if self.is_running else "  "
        return f"{left}{time_words(self.seconds)}{right}"


def time_words(seconds: int) -> str:
    """Return minutes and seconds, with hours if there are any.

    >>> time_words(5), time_words(300), time_words(4000)
    ('0:05', '5:00', '1:06:40')
    """
    minutes, rest = divmod(seconds, MINUTE)
    hours, less = divmod(minutes, MINUTE)
    return f"{hours}:{less:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def faces(times: ClockTimes | None) -> tuple[ClockFace | None, ...]:
    """Return the faces of all clocks by seat; none of a game without clocks."""
    if times is None:
        return ()
    return tuple(
        None if left is None else ClockFace(ceil(left), seat in times.running)
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


def clock_lines(times: ClockTimes | None, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for the clock of each player."""
    for name, face in zip(names, faces(times), strict=False):
        if face is not None:
            words = _("{player}: {time}, running.") if face.is_running else _("{player}: {time}.")
            yield words.format(player=name, time=time_words(face.seconds))


def is_short(times: ClockTimes | None, seat: int | None) -> bool:
    """Whether the clock of a seat runs and has little left."""
    there = faces(times)
    face = there[seat] if seat is not None and seat < len(there) else None
    return face is not None and face.is_running and face.seconds <= SHORT


def short_words() -> str:
    """Return the warning that little time is left."""
    return several("{count} second is left on your clock.",
                   "{count} seconds are left on your clock.", SHORT)  # fmt: skip
