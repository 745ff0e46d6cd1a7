"""The pace at which moves are shown: the seconds of a step, and whether they are shown."""

from __future__ import annotations

from typing import Final, NamedTuple

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""The speeds at which moves can be shown, 1 being the usual one."""


class Pace(NamedTuple):
    """The pace at which moves are shown.

    Attributes:
        step: The seconds of a step at the usual speed.
        shows: Whether moves are shown step by step at all.
        speed: The index of the chosen speed in `SPEEDS`.
    """

    step: float
    shows: bool = True
    speed: int = 1

    @property
    def seconds(self) -> float:
        """The seconds of a step at the chosen speed."""
        return self.step / SPEEDS[self.speed]

    def changed(self, by: int) -> Pace:
        """Return the pace `by` speeds faster, or slower if negative, within `SPEEDS`.

        >>> Pace(0.5).changed(1).seconds, Pace(0.5).changed(-9).seconds
        (0.25, 1.0)
        """
        return self._replace(speed=max(0, min(self.speed + by, len(SPEEDS) - 1)))
