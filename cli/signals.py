"""Ctrl-C: it ends the running work once and quietly, wherever it arrives."""

from __future__ import annotations

import signal
import sys
from types import TracebackType
from typing import Any, Final

TYPE_CHECKING = False  # importing `typing` would take time in which Ctrl-C is not answered
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import TracebackType
    from typing import Final

MOMENT: Final = 0.01
"""The seconds after which Ctrl-C is raised again if Python had to ignore it."""


class CtrlC:
    """Raises `KeyboardInterrupt` at the first Ctrl-C inside `with`, and lets it end there.

    No second Ctrl-C is heard, nor any after `with`, so that nothing interrupts the ending of the
    work and of the process. Python only prints an exception that is raised while an object is
    deleted: then Ctrl-C is raised again a moment later.
    """

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> CtrlC:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
            signal.signal(signal.SIGINT, self._raise)
            sys.unraisablehook = self._raise_again
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> bool:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return self.came

    def _raise(self, _number: int, _frame: object) -> None:
        if not self.came:
            self.came = True
            raise KeyboardInterrupt

    def _raise_again(self, ignored: UnraisableHookArgs) -> None:
        if issubclass(ignored.exc_type, KeyboardInterrupt):
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, MOMENT)
        else:
            sys.__unraisablehook__(ignored)


SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_STATUS: Final = 128


class Interruption:
    """A stop flag that Ctrl-C, SIGTERM or the end of the connection sets, inside `with`.

    An ignored signal stays ignored, as `nohup` and a shell's `&` expect.
    """

    def __init__(self) -> None:
        self._signal = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def __call__(self) -> bool:
        """Whether a signal to end has come."""
        return self._signal != 0

    @property
    def status(self) -> int:
        """The exit status that tells of the signal: 130 for Ctrl-C."""
        return _STATUS + self._signal

    def _note(self, number: int, _frame: object) -> None:
        self._signal = number
