"""SIGTERM and SIGHUP handled: the stack unwinds first, so that no program is left behind."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP)


class _EndedBySignal(BaseException):
    """An error that unwinds the stack after a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def unwinding_on_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind the block, as Ctrl-C does, before they end the process.

    A signal that is ignored (`nohup`), or already has a handler, is left as it is.
    """

    def end(number: int, _frame: object) -> None:
        for one in taken:
            signal.signal(one, signal.SIG_IGN)  # nothing interrupts the clean-up now
        raise _EndedBySignal(number)

    is_main = threading.current_thread() is threading.main_thread()
    taken = [n for n in _ENDINGS if is_main and signal.getsignal(n) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    except _EndedBySignal as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        signal.raise_signal(ended.number)
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Defer the signals that end this process until the block is left.

    Used while a program has been started and nothing would end it yet. Signals interrupt only the
    main thread; in others this does nothing.
    """
    came: list[int] = []
    former = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *_ENDINGS):
            if callable(signal.getsignal(number)):
                former[number] = signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)
