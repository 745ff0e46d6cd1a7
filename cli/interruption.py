"""A signal to end that is noted and not obeyed at once, so that work under way can be finished."""

from __future__ import annotations

import signal
from types import TracebackType
from typing import Any, Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_STATUS: Final = 128


class Interruption:
    """A stop flag that Ctrl-C, SIGTERM or the end of the connection sets, inside `with`.

    A signal that is ignored stays so: that is how `nohup` and a shell's `&` want it.
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
