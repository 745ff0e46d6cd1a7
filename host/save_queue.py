"""The queue of moves that wait until the ones before them are saved, but not for ever.

It has no clock of its own; the loop has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engine.loop import Call, Loop, Stoppable
from engine.reasons import Reason


class DiskNotice(Reason):
    """The notices of a disk that does not answer."""

    SLOW = "Saving."
    UNKEPT = "Not saved: disk is silent"
    SILENT = "The disk does not answer: this game is not being saved. Play goes on."
    LATE = "The disk does not answer: the last moves are not saved yet."


class DiskSilent(Exception):
    """An error: the disk does not answer."""

    def __init__(self, why: DiskNotice) -> None:
        super().__init__(why.value)
        self.why = why


class SaveQueue:
    """A queue in which moves wait for the disk, one after the other.

    So all moves that are shown but the last are on the disk. If the disk does not answer, people
    are told and play goes on; moves wait again once it has answered.

    Attributes:
        is_slow: Whether a move has been waiting so long that people should be told.
        is_unkept: Whether play went on without the disk, which has not caught up since.
    """

    word_seconds: ClassVar[float] = 0.5
    """The seconds that a move waits before people are told."""
    patience: ClassVar[float] = 10.0
    """The seconds that the disk has to answer."""

    def __init__(
        self,
        is_behind: Callable[[], bool],
        complain: Callable[[Exception], None],
        loop: Loop,
        changed: Call,
    ) -> None:
        """Make an empty queue.

        Args:
            is_behind: Returns whether the disk has something left to save.
            complain: Called when the disk does not answer.
            loop: The event loop.
            changed: Called when one of the attributes changes.
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
        """Whether a move is waiting."""
        return bool(self._waiting)

    def watch(self) -> None:
        """Start the clock if the disk has something to save; to be called after each change."""
        counts = self._silence is not None or self._is_given_up
        if not counts and self._is_behind():
            self._silence = self._loop.later(self.patience, self._give_up)

    def once_saved(self, play: Call) -> None:
        """Call `play` as soon as all earlier moves are on the disk."""
        self._waiting.append(play)
        if self._word is None:
            self._go_on()

    def drop(self) -> None:
        """Drop the waiting moves."""
        self._waiting.clear()
        self._say_no_more()

    def leave(self) -> None:
        """Make all waiting moves at once and stop the clock."""
        waiting = self._waiting[:]
        self.drop()
        if self._silence:
            self._silence.stop()
        for play in waiting:
            play()

    def answered(self) -> None:
        """Handle an answer of the disk: make waiting moves."""
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
            self._complain(DiskSilent(DiskNotice.SILENT))
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Make waiting moves until one of them has to be saved first."""
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
