"""The password of a table or a server: checked in constant time, its tries slowed by address."""

from __future__ import annotations

import hmac
from base64 import b64decode
from hashlib import sha256
from typing import ClassVar


class PasswordCheck:
    """The password that HTTP Basic has to bring, with any user."""

    def __init__(self, password: str) -> None:
        self._digest = sha256(password.encode()).digest()

    def is_right(self, header: str) -> bool:
        """Whether the header of a request brings it, found out in constant time.

        >>> PasswordCheck("sesame").is_right("Basic em9lOnNlc2FtZQ==")
        True
        """
        scheme, _, told = header.partition(" ")
        given = b""
        if scheme.lower() == "basic":
            try:
                _user, _colon, given = b64decode(told.strip(), validate=True).partition(b":")
            except ValueError:  # no base64, or no ASCII
                given = b""
        return hmac.compare_digest(sha256(given).digest(), self._digest)


class Tries:
    """The wrong passwords from each address: after each one the next try has to wait longer."""

    first_seconds: ClassVar[float] = 1.0
    most_seconds: ClassVar[float] = 30.0
    """The seconds after the first wrong password, which double each time, and their most."""

    forgotten_after: ClassVar[float] = 600.0
    """The seconds without a try after which an address begins anew."""

    most_kept: ClassVar[int] = 4096

    def __init__(self) -> None:
        self._of: dict[str, tuple[int, float]] = {}

    def seconds_left(self, origin: str, now: float) -> float:
        """Return how long the next try from an address has to wait, 0 if it may be made now."""
        return max(self._of.get(origin, (0, now))[1] - now, 0.0)

    def wrong(self, origin: str, now: float) -> None:
        """Count a wrong password."""
        count, due = self._of.pop(origin, (0, now))
        if now - due > self.forgotten_after:
            count = 0
        wait = min(self.first_seconds * 2.0 ** min(count, 60), self.most_seconds)
        if len(self._of) >= self.most_kept:  # the one whose last try is the longest ago
            del self._of[next(iter(self._of))]
        self._of[origin] = count + 1, now + wait

    def right(self, origin: str) -> None:
        """Forget the wrong ones: the password came."""
        self._of.pop(origin, None)
