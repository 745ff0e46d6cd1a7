"""Random numbers that are the same for the same seed on every Python version and elsewhere.

The stream of 64-bit words for (seed, event) is SHA-256 of the ASCII text `seed/event/counter`, all
three in decimal, counter 0, 1, 2, ...; each digest gives four words, big-endian, in order.
`docs/game-file.md` specifies it, with worked examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import unpack
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from hashlib import sha256
else:  # as in the standard library's `random`: `hashlib` loads OpenSSL, which takes long
    try:
        from _sha2 import sha256  # since Python 3.12
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256

_WORD: Final = 1 << 64

T = TypeVar("T")


class Lots:
    """The random numbers for one event of one seed; each call continues the stream.

    >>> Lots(42, 0).below(6), Lots(42, 0).shuffled("ABCDE")
    (5, ['B', 'E', 'C', 'A', 'D'])
    """

    __slots__ = ("_words",)

    def __init__(self, seed: int, event: int) -> None:
        self._words = _words(f"{seed}/{event}/")

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1, each equally likely (by rejection)."""
        if not 1 <= bound <= _WORD:
            raise ValueError(f"lots are drawn from 1 to 2**64 things, not {bound}")
        limit = _WORD - _WORD % bound
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError("the stream of words has no end")

    def seed(self) -> int:
        """Return a seed for other random numbers (53 bits)."""
        return self.below(1 << 53)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return the things in random order (Fisher-Yates, from the last place down)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _words(prefix: str) -> Iterator[int]:
    counter = 0
    while True:
        yield from unpack(">4Q", sha256(f"{prefix}{counter}".encode("ascii")).digest())
        counter += 1


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of the computer player at `seat` of a game with this seed (53 bits)."""
    return Lots(seed, -1 - seat).seed()
