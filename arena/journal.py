"""The file of an arena, written as it goes: what is finished is in it, and goes on from there.

It is written whole each time, so it is right at any moment, and rarely enough to cost next to
nothing. What was finished since is played again, with the same results.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

from host import outside
from saves.files import OWN_FILE, write_file
from saves.lock import GameLock

PAUSE: Final = 5.0
"""The seconds between two writings, at least."""

COST: Final = 50
"""How many times longer than a writing the pause after it is, at least."""


class Journal:
    """A file that is ours while it is open.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path, document: Callable[[], bytes], *, is_new: bool) -> None:
        """Take a file. Raises `Held`, `OSError`, if it is to be new also `FileExistsError`.

        `document` returns what is to be in it.
        """
        self.path = path
        self._document = document
        if is_new:
            path.touch(OWN_FILE, exist_ok=False)
        self._lock = GameLock(path, outside.now())
        self._next = monotonic() + PAUSE

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    @property
    def is_due(self) -> bool:
        """Whether it is time to write."""
        return monotonic() >= self._next

    def write(self) -> None:
        """Write the document as it is now. Raises `OSError`."""
        begin = monotonic()
        try:
            write_file(self.path, self._document())
        finally:
            end = monotonic()
            self._next = end + max(PAUSE, COST * (end - begin))
