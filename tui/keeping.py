"""Keeping a game on the disk while it is played: a move waits until the one before is saved.

No widget and no clock in here: whoever lets moves wait lends both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from tui.words import _


class Silent(Exception):
    """The disk does not answer; the text says what that means."""


class Stoppable(Protocol):
    """Something that happens later, unless it is stopped."""

    def stop(self) -> None:
        """Let it not happen."""


After = Callable[[float, Callable[[], None]], Stoppable]
"""Calls something after so many seconds."""


class Keeping:
    """Lets one move at a time wait for the disk, but not for ever.

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

    def __init__(self, is_behind: Callable[[], bool], complain: Callable[[Exception], None]):
        """Wait as long as the disk `is_behind`; say through `complain` that it does not answer."""
        self.is_slow = False
        self.is_unkept = False
        self._is_behind = is_behind
        self._complain = complain
        self._after: After | None = None
        self._changed: Callable[[], None] = lambda: None
        self._waiting: tuple[Callable[[], None], Callable[[], None]] | None = None
        self._word: Stoppable | None = None
        self._silence: Stoppable | None = None
        self._is_given_up = False

    def connect(self, after: After, changed: Callable[[], None]) -> None:
        """Take what tells the time, and what is to be called when more or less is to be said."""
        self._after, self._changed = after, changed
        self.watch()

    @property
    def is_waiting(self) -> bool:
        """Whether a move waits for the disk."""
        return self._waiting is not None

    def watch(self) -> None:
        """Count the seconds from now on, if the disk was given something; after each change."""
        counts = self._silence is not None or self._is_given_up
        if self._after and not counts and self._is_behind():
            self._silence = self._after(self.patience, self._give_up)

    def once_saved(self, play: Callable[[], None], then: Callable[[], None]) -> None:
        """Play, and do what comes then, as soon as all that was played before is on the disk."""
        if self._is_given_up or not self._is_behind():
            play()
            then()
            return
        self.drop()
        self._waiting = play, then
        if self._after:
            self._word = self._after(self.word_seconds, self._say_slow)

    def drop(self) -> None:
        """Forget the move that waits."""
        self._waiting = None
        self.is_slow = False
        if self._word:
            self._word.stop()
            self._word = None

    def leave(self) -> None:
        """Play the move that waits, without what would come then: nothing comes any more."""
        if self._waiting:
            play, _then = self._waiting
            self.drop()
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

    def _give_up(self) -> None:
        self._silence = None
        if not self._is_behind():
            return  # the answer is on its way
        self._is_given_up = True
        if not self.is_unkept:
            self.is_unkept = True
            words = _("The disk does not answer: this game is not being saved. Play goes on.")
            self._complain(Silent(words))
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        if self._waiting:
            play, then = self._waiting
            self.drop()
            play()
            then()

    def _say_slow(self) -> None:
        if self._waiting:
            self.is_slow = True
            self._changed()
