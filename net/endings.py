"""The signals that end us: they unwind the stack first, so that no program is left behind."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP)


class _Ended(BaseException):
    """Unwinds the stack after a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def unwinding() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind what is inside, as Ctrl-C does; then they end the process.

    A signal that is ignored (`nohup`), or that somebody else waits for, is left as it is.
    """

    def end(number: int, _frame: object) -> None:
        for one in taken:
            signal.signal(one, signal.SIG_IGN)  # nothing interrupts what is cleaned up now
        raise _Ended(number)

    is_main = threading.current_thread() is threading.main_thread()
    taken = [n for n in _ENDINGS if is_main and signal.getsignal(n) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    except _Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        signal.raise_signal(ended.number)
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold back the signals that end us, while a program is started and not yet ours to end.

    They are for the main thread; other threads are never interrupted.
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
