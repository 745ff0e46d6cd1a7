"""The keeper of a game at home: each step waits until the game's file has it, but not for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.loop import Call, Loop, OneTimer
from engine.reasons import Reason
from host.game import Kept, PendingChange

if TYPE_CHECKING:
    from host.session import Session


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


class FileKeeper:
    """Keeps each step of a game in its file before it is done.

    So all that is shown is on the disk. If the disk does not answer, people are told and play goes
    on; steps wait again once it has answered.

    Attributes:
        is_slow: Whether a step has been waiting so long that people should be told.
        is_unkept: Whether play went on without the disk, which has not caught up since.
    """

    word_seconds: ClassVar[float] = 0.5
    """The seconds that a step waits before people are told."""
    patience: ClassVar[float] = 10.0
    """The seconds that the disk has to answer."""

    def __init__(self, file: Session, loop: Loop, changed: Call) -> None:
        """Keep a game in its file.

        Args:
            file: The session with the file.
            loop: The event loop, which has the clock.
            changed: Called when one of the attributes changes.
        """
        self.is_slow = False
        self.is_unkept = False
        self._file = file
        self._changed = changed
        self._kept: Kept | None = None
        self._word = OneTimer(loop)
        self._silence = OneTimer(loop)
        self._is_given_up = False
        self._is_left = False

    def append(self, step: PendingChange, kept: Kept) -> None:
        """Save the game as it is after a step; call `kept` when it is saved, or given up."""
        self._file.save_ahead(step.ahead)
        if not self._file.is_behind:
            kept(None)
            return
        self.watch()
        self._kept = kept
        if self._is_given_up or self._is_left:
            self._go_on()
        else:
            self._word.start(self.word_seconds, self._say_slow)

    def watch(self) -> None:
        """Start the clock if the disk has something to save; to be called after each change."""
        is_waiting = self._is_given_up or self._is_left or self._silence.is_running
        if self._file.is_behind and not is_waiting:
            self._silence.start(self.patience, self._give_up)

    def leave(self) -> None:
        """Stop waiting for the disk: do the waiting step now, and later steps at once."""
        self._is_left = True
        self._silence.stop()
        self._go_on()

    def answered(self) -> None:
        """Handle an answer of the disk: let a step be done that has waited for it."""
        self._silence.stop()
        self._is_given_up = False
        if self._file.is_behind:
            self.watch()
            return
        was_unkept, self.is_unkept = self.is_unkept, False
        self._go_on()
        if was_unkept:
            self._changed()

    def _give_up(self) -> None:
        if not self._file.is_behind:
            return  # the answer is on its way
        self._is_given_up = True
        if not self.is_unkept:
            self.is_unkept = True
            self._file.complain(DiskSilent(DiskNotice.SILENT))
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Do the step that waits, if there is one."""
        self.is_slow = False
        self._word.stop()
        kept, self._kept = self._kept, None
        if kept:
            kept(None)

    def _say_slow(self) -> None:
        self.is_slow = True
        self._changed()
