"""The people whom the keeper of a door lets in no more: a file of keys and addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.reasons import Explanation, Reason

FILE: Final = "bans"
"""The file in the folder of the door."""

_COMMENT: Final = "#"
_KEY: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_MAPPED: Final = 96
"""The bits before an address of version 4 in one of version 6."""

_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class BanReason(Reason):
    """Why a line of the file cannot be read."""

    NO_BAN = "{file}, line {line}: {text} is neither a key, like SHA256:..., nor an address."
    NOT_READ = "{file} cannot be read: {why}"


class Bans(NamedTuple):
    """The people who are not let in.

    Attributes:
        keys: The fingerprints of their keys.
        networks: The networks they come from.
        faults: The lines that could not be read, and why.
    """

    keys: frozenset[str] = frozenset()
    networks: Sequence[_Network] = ()
    faults: Sequence[Explanation] = ()

    def hold_key(self, fingerprints: Iterable[str]) -> bool:
        """Whether one of the keys of an account is banned, and so the account."""
        return not self.keys.isdisjoint(fingerprints)

    def hold_origin(self, origin: str) -> bool:
        """Whether people of an origin, as limits count them, are banned.

        >>> read_bans("192.0.2.0/24").hold_origin("192.0.2.7")
        True
        >>> read_bans("2001:db8::7").hold_origin("2001:db8::/64")
        True
        """
        try:
            found = ipaddress.ip_network(origin)
        except ValueError:
            return False
        return any(found.version == net.version and found.overlaps(net) for net in self.networks)


def read_bans(text: str) -> Bans:
    """Return the bans of a text: a key or an address in a line, and comments after `#`."""
    keys, networks, faults = set(), [], []
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition(_COMMENT)[0].strip()
        if not said:
            continue
        if _KEY.fullmatch(said):
            keys.add(said)
            continue
        try:
            network = ipaddress.ip_network(said, strict=False)
        except ValueError:
            fault = Explanation(BanReason.NO_BAN, {"file": FILE, "line": number, "text": said})
            faults.append(fault)
        else:
            networks.append(_plain(network))
    return Bans(frozenset(keys), networks, faults)


def _plain(network: _Network) -> _Network:
    """Return a network of version 4 that is written as one of version 6 in its own version."""
    if isinstance(network, ipaddress.IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped and network.prefixlen >= _MAPPED:
            return ipaddress.IPv4Network((mapped, network.prefixlen - _MAPPED))
    return network
