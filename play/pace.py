"""How fast moves are shown, in seconds, and whether they are shown at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""How many times as fast as usual moves can be shown."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a step is shown.

    Attributes:
        step: Seconds for a step at the usual speed.
        shows: Whether moves are shown step by step at all.
        speed: Which of `SPEEDS` is chosen.
    """

    step: float
    shows: bool = True
    speed: int = 1

    @property
    def seconds(self) -> float:
        """Seconds for a step now."""
        return self.step / SPEEDS[self.speed]

    def changed(self, by: int) -> Pace:
        """Return the pace some speeds faster, or slower; at the ends it stays.

        >>> Pace(0.5).changed(1).seconds, Pace(0.5).changed(-9).seconds
        (0.25, 1.0)
        """
        return replace(self, speed=max(0, min(self.speed + by, len(SPEEDS) - 1)))
