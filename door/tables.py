"""The tables of a door: each visit gets lines to one server, as the account of its person alone."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import Final, NamedTuple

from net.joining.handed import ASK, HANDED, NONE
from net.lobby_wire import VouchRequest
from net.names.sockets import TableSocket, folder_of, is_sound
from net.wire import PROTOCOL, to_line

_LONGEST: Final = 16


class Vouched(NamedTuple):
    """A person for whom the door vouches, as the tables know them.

    Attributes:
        account: The key of the account; see `host.guest.Account`.
        origin: The text by which limits count them.
        title: The word that stands behind their name, such as `guest`.
    """

    account: str
    origin: str = ""
    title: str = ""


class Tables:
    """The server of tables of a door.

    Attributes:
        server: The name of the server, under which this user's programs find it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, server: str) -> None:
        """Lead to the server of this name, which may come and go."""
        self.server = server
        self._loop = loop

    def asked_by(self, person: Vouched) -> socket.socket:
        """Return the end of a socket at which a visit of a person may ask for lines."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        vouch = VouchRequest(PROTOCOL, person.account, person.origin, person.title)
        self._loop.add_reader(ours, self._answer, ours, to_line(vouch))
        return theirs

    def _answer(self, asked: socket.socket, vouch: bytes) -> None:
        """Hand a line over on which only the person's own words are to come."""
        try:
            if asked.recv(_LONGEST) != ASK:
                raise BrokenPipeError  # the visit is over, or no program of ours
            try:
                line = self._line(vouch)
            except OSError:
                asked.send(NONE)
            else:
                with line:
                    socket.send_fds(asked, [HANDED], [line.fileno()])
        except BlockingIOError:
            return
        except OSError:
            self._loop.remove_reader(asked)
            asked.close()

    def _line(self, vouch: bytes) -> socket.socket:
        """Return a line to the server that is a person's. Raises `OSError`."""
        uid = os.getuid()
        at = TableSocket(self.server, folder_of(uid) / self.server, uid)
        if not is_sound(at):
            raise FileNotFoundError
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.setblocking(False)
            line.connect(os.fspath(at.path))
            line.sendall(vouch)
            line.setblocking(True)
        except OSError:
            line.close()
            raise
        return line
