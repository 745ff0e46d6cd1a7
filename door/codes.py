"""Codes by which a second key is bound to an account: short, for one use, and soon gone."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from host.rate import Rates

CODE_SECONDS: Final = 10 * 60.0
"""The seconds for which a code can be used."""

MOST_TRIES: Final = 5
"""The codes that one address may try in that time."""

MOST_CODES: Final = 1000
"""The codes that there may be at once; the oldest goes for a new one."""

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of a code: none that looks like another one."""

_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_HALF: Final = 4


class _Code(NamedTuple):
    """A code that was given out: for which folder, and until when."""

    folder: Path
    end: float


class Codes:
    """The codes that can be used now, in memory alone."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Have no code yet; `now` returns the seconds of a clock."""
        self._now = now
        self._codes: dict[str, _Code] = {}
        self._tries = Rates(MOST_TRIES, CODE_SECONDS)

    def new(self, folder: Path) -> str:
        """Return a new code for a folder, of 40 bits; an older one of the folder is gone."""
        now = self._now()
        kept = [
            (text, code)
            for text, code in self._codes.items()
            if code.end > now and code.folder != folder
        ]
        self._codes = dict(kept[1 - MOST_CODES :])
        text = "".join(secrets.choice(_SIGNS) for _ in range(2 * _HALF))
        self._codes[text] = _Code(folder, now + CODE_SECONDS)
        return f"{text[:_HALF]}-{text[_HALF:]}"

    def may_try(self, origin: str) -> bool:
        """Count a try from an address; return whether it may be made."""
        return self._tries.take(origin, self._now())

    def find(self, typed: str) -> Path | None:
        """Return the folder of a code, None for a wrong or an old one."""
        code = self._codes.get(_plain(typed))
        return code.folder if code and code.end > self._now() else None

    def use_up(self, typed: str) -> None:
        """Let a code be used no more."""
        self._codes.pop(_plain(typed), None)


def _plain(typed: str) -> str:
    """Return a code as it is kept, however it was typed."""
    return typed.upper().translate(_ALIKE)
