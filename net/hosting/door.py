"""The door of a table: it lets connections in, those of people who have a seat before all others.

An account that opens lines as fast as it can is let in only so often, and keeps nobody out.
"""

from __future__ import annotations

import asyncio
import grp
import os
import pwd
import socket
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Final

from host.guest import Account
from net.accounts import unix_account

AT_ONCE: Final = 256
"""The connections that are looked at before the table goes on with something else."""

MOST_NEW: Final = 50
"""The connections of one account that are let in within a second."""

MOST_OPEN: Final = 20
"""The connections of one account that are open at once, those told to close included."""

MOST_STRANGERS: Final = 200
"""The open connections of all accounts that have no seat."""

_AGAIN_SECONDS: Final = 0.1
_CREDENTIALS: Final = struct.Struct("3i")


class Door:
    """The door of a table; what it does not let in is closed without a word."""

    def __init__(
        self,
        listening: socket.socket,
        loop: asyncio.AbstractEventLoop,
        let_in: Callable[[Account, Callable[[], None]], asyncio.Protocol],
        knows: Callable[[Account], bool],
    ) -> None:
        """Open the door at a socket that listens.

        Args:
            listening: The socket; the door closes it.
            loop: The running loop.
            let_in: Returns the protocol of a connection, to be told once that has ended.
            knows: Whether an account has a seat, or the table.
        """
        self._listening = listening
        self._loop = loop
        self._let_in = let_in
        self._knows = knows
        self._open: Counter[str] = Counter()
        self._new: Counter[str] = Counter()
        self._second = loop.time()
        self._strangers = 0
        self._entering: set[asyncio.Task[object]] = set()
        self._is_open = True
        listening.setblocking(False)
        loop.add_reader(listening, self._look)

    def close(self) -> None:
        """Let nobody in any more."""
        self._is_open = False
        self._loop.remove_reader(self._listening)
        self._listening.close()

    def _look(self) -> None:
        """Let in who waits."""
        if self._loop.time() - self._second >= 1:
            self._second = self._loop.time()
            self._new.clear()
        waiting = self._waiting()
        known = [one for one in waiting if self._knows(one[0])]
        strangers = [one for one in waiting if not self._knows(one[0])]
        for account, connection in known:
            self._admit(account, connection, is_stranger=False)
        for account, connection in strangers:
            self._admit(account, connection, is_stranger=True)

    def _waiting(self) -> list[tuple[Account, socket.socket]]:
        """Accept the connections that wait; return them with their accounts."""
        found: list[tuple[Account, socket.socket]] = []
        for _number in range(AT_ONCE):
            try:
                connection, _address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError:  # the system has no room for more; they wait
                self._loop.remove_reader(self._listening)
                self._loop.call_later(_AGAIN_SECONDS, self._listen_again)
                break
            try:
                found.append((account_of(connection), connection))
            except OSError:
                connection.close()
        return found

    def _listen_again(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._listening, self._look)

    def _admit(self, account: Account, connection: socket.socket, *, is_stranger: bool) -> None:
        key = account.key
        is_crowded = is_stranger and self._strangers >= MOST_STRANGERS
        if is_crowded or self._open[key] >= MOST_OPEN or self._new[key] >= MOST_NEW:
            connection.close()
            return
        self._new[key] += 1
        self._open[key] += 1
        self._strangers += is_stranger

        def ended() -> None:
            self._open[key] -= 1
            self._strangers -= is_stranger

        connection.setblocking(False)
        entering = self._loop.connect_accepted_socket(
            lambda: self._let_in(account, ended), connection
        )
        task = self._loop.create_task(entering)
        self._entering.add(task)
        task.add_done_callback(self._entering.discard)


def account_of(connection: socket.socket) -> Account:
    """Return who is at the other end, as the system says. Raises `OSError`."""
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _pid, uid, gid = _CREDENTIALS.unpack(data)
    return _account(uid, gid)


@lru_cache(maxsize=64)
def _account(uid: int, gid: int) -> Account:
    name, groups = "", set()
    with suppress(KeyError, OSError):
        name = pwd.getpwuid(uid).pw_name
    numbers = {gid}
    if name:
        with suppress(OSError):
            numbers.update(os.getgrouplist(name, gid))
    for number in numbers:
        with suppress(KeyError, OSError):
            groups.add(grp.getgrgid(number).gr_name)
    return Account(unix_account(uid), name, frozenset(groups))
