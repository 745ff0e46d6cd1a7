"""How fast things happen on the screen, in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.message_pump import MessagePump
from textual.timer import Timer

from engine.loop import Call

PACE: Final = 0.6
"""How long a card is shown, and a turn of two computer players."""

KEY_PAUSE: Final = 0.5
"""How long keys are dropped after a screen came up that they were not meant for."""

MOTION: Final = 0.08
"""How long the place of a laid card shows its outline before the card is there."""

REST: Final = 0.2
"""How long a cursor stays on a game before its moves are checked, on a row before it is explained.
"""

SHORTEST: Final = 0.01
"""The shortest wait of a timer."""


def call_later(pump: MessagePump, seconds: float, call: Call) -> Timer:
    """Make a call after some seconds; a timer of Textual without any would never fire."""
    return pump.set_timer(max(seconds, SHORTEST), call)


@dataclass(slots=True)
class Timing:
    """The times that the program hands to its screens, in seconds.

    Attributes:
        pace: How long a step of a move is shown.
        key_pause: How long keys are dropped after a screen came up that they were not meant for.
        speed: Which of `play.playback.SPEEDS` moves are shown at first.
        shows: Whether moves are shown step by step at all.
        has_motion: Whether anything moves on its way to its place.
        has_curtain: Whether the table is hidden while people change places.
        has_phrases: Whether what others say at a shared table is shown.
        has_french_digits: Whether the row of digits of a French keyboard types digits unshifted.
    """

    pace: float
    key_pause: float
    speed: int = 1
    shows: bool = True
    has_motion: bool = True
    has_curtain: bool = True
    has_phrases: bool = True
    has_french_digits: bool = False
