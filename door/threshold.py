"""The questions at the door: for an account that is inside already, and after a new message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.loop import Loop, OneTimer
from words.translation import mark

ANSWER_SECONDS: Final = 60.0
"""The seconds that there are for an answer; then nobody comes in."""

BESIDE: Final = mark(
    "You are here already, in another session.\n"
    "1 or Enter: go on here; the other session ends, and its game is kept.\n"
    "2: play beside it.   q: leave."
)
GO_ON: Final = mark("Enter: go on.   q: leave.")
TAKEN_OVER: Final = mark("You go on in another session. The game is kept.")

TAKE_OVER, STAY_BESIDE, LEAVE = "take over", "stay beside", "leave"
"""The answers."""

_ANSWERS: Final = {
    **dict.fromkeys(b"1\r\n", TAKE_OVER),
    ord(b"2"): STAY_BESIDE,
    **dict.fromkeys(b"qQ\x03\x04", LEAVE),
}


class Question:
    """A question that one key answers."""

    def __init__(self, loop: Loop, answered: Callable[[str], None]) -> None:
        """Wait for a key; `answered` is called once, also when there was none for too long."""
        self._answered = answered
        self._timer = OneTimer(loop)
        self._timer.start(ANSWER_SECONDS, lambda: answered(LEAVE))

    def hear(self, typed: bytes) -> None:
        """Take the first key that is an answer."""
        answer = next((_ANSWERS[key] for key in typed if key in _ANSWERS), None)
        if answer:
            self.stop()
            self._answered(answer)

    def stop(self) -> None:
        """Wait no more."""
        self._timer.stop()
