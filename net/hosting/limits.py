"""The limits of a server for lines from afar, without a socket or a clock."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final

from host.guest import LineReason
from host.rate import Rates

MOST_OPEN: Final = 40
"""The lines that may be open from one address."""

MOST_NEW: Final = 40
NEW_SECONDS: Final = 10.0
"""The lines that one address may open in these seconds."""

MOST_LINES: Final = 6000
"""The lines that may be open from all addresses."""

_NETWORK: Final = 64
"""The bits of an address of version 6 that one household has; it may change the others at will."""


def origin_of(address: str) -> str:
    """Return the text by which limits count a network address.

    >>> origin_of("192.0.2.7"), origin_of("2001:db8:1:2:3:4:5:6"), origin_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    >>> origin_of("somewhere")
    'somewhere'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _NETWORK), strict=False))


class Gate:
    """The lines that are open from each origin, and those that may be opened."""

    def __init__(self, most_open: int = MOST_OPEN, most_new: int = MOST_NEW) -> None:
        self._open: Counter[str] = Counter()
        self._count = 0
        self._most_open = most_open
        self._new = Rates(most_new, NEW_SECONDS)

    def enter(self, origin: str, now: float) -> LineReason | None:
        """Count a new line; return why it may not be opened, None if it may."""
        if self._count >= MOST_LINES:
            return LineReason.SERVER_FULL
        if self._open[origin] >= self._most_open:
            return LineReason.TOO_MANY_THERE
        if not self._new.take(origin, now):
            return LineReason.TOO_FAST
        self._open[origin] += 1
        self._count += 1
        return None

    def leave(self, origin: str) -> None:
        """Note that a line which was let in has ended."""
        self._open[origin] -= 1
        self._count -= 1
        if not self._open[origin]:
            del self._open[origin]
