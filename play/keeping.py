"""Keeping up with the disk: a move waits until the ones before are saved, but not for ever.

No clock in here: whoever lets moves wait lends one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engine.game import Reason
from play.loop import Call, Loop, Stoppable


class Disk(Reason):
    """What is to be said of a disk that does not answer."""

    SLOW = "Saving."
    UNKEPT = "Not saved: disk is silent"
    SILENT = "The disk does not answer: this game is not being saved. Play goes on."
    LATE = "The disk does not answer: what was played last is not saved yet."


class Silent(Exception):
    """The disk does not answer."""

    def __init__(self, why: Disk) -> None:
        super().__init__(why.value)
        self.why = why


class Keeping:
    """Lets moves wait for the disk, one after the other.

    So all moves shown but the last are on the disk. If that does not answer, it is said and play
    goes on; moves wait again as soon as it has answered once.

    Attributes:
        is_slow: Whether a move has been waiting so long that a word is due.
        is_unkept: Whether play went on without the disk, and it has not caught up since.
    """

    word_seconds: ClassVar[float] = 0.5
    """How long a move waits before it is said."""
    patience: ClassVar[float] = 10.0
    """How many seconds the disk has for an answer."""

    def __init__(
        self,
        is_behind: Callable[[], bool],
        complain: Callable[[Exception], None],
        loop: Loop,
        changed: Call,
    ) -> None:
        """Begin.

        Args:
            is_behind: Whether the disk has something to save.
            complain: Is told when the disk does not answer.
            loop: Tells the time.
            changed: Is called when more or less is to be said.
        """
        self.is_slow = False
        self.is_unkept = False
        self._is_behind = is_behind
        self._complain = complain
        self._loop = loop
        self._changed = changed
        self._waiting: list[Call] = []
        self._word: Stoppable | None = None
        self._silence: Stoppable | None = None
        self._is_given_up = False

    @property
    def is_waiting(self) -> bool:
        """Whether a move waits for the disk."""
        return bool(self._waiting)

    def watch(self) -> None:
        """Count the seconds from now on, if the disk was given something; after each change."""
        counts = self._silence is not None or self._is_given_up
        if not counts and self._is_behind():
            self._silence = self._loop.later(self.patience, self._give_up)

    def once_saved(self, play: Call) -> None:
        """Make a move as soon as all that was played before is on the disk."""
        self._waiting.append(play)
        if self._word is None:
            self._go_on()

    def drop(self) -> None:
        """Forget the moves that wait."""
        self._waiting.clear()
        self._say_no_more()

    def leave(self) -> None:
        """Make the moves that wait, for nobody waits any more, and count no seconds."""
        waiting = self._waiting[:]
        self.drop()
        if self._silence:
            self._silence.stop()
        for play in waiting:
            play()

    def answered(self) -> None:
        """Go on, for the disk has answered."""
        if self._silence:
            self._silence.stop()
            self._silence = None
        self._is_given_up = False
        if self._is_behind():
            self.watch()
            return
        was_unkept, self.is_unkept = self.is_unkept, False
        self._go_on()
        if was_unkept:
            self._changed()

    def _has_to_wait(self) -> bool:
        return not self._is_given_up and self._is_behind()

    def _give_up(self) -> None:
        self._silence = None
        if not self._is_behind():
            return  # the answer is on its way
        self._is_given_up = True
        if not self.is_unkept:
            self.is_unkept = True
            self._complain(Silent(Disk.SILENT))
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Make the moves that wait until one of them is to be saved first."""
        self._say_no_more()
        while self._waiting and not self._has_to_wait():
            self._waiting.pop(0)()
        if self._waiting and self._word is None:
            self._word = self._loop.later(self.word_seconds, self._say_slow)

    def _say_no_more(self) -> None:
        self.is_slow = False
        if self._word:
            self._word.stop()
            self._word = None

    def _say_slow(self) -> None:
        if self._waiting:
            self.is_slow = True
            self._changed()
