"""The door of a process to other machines: WebSocket with TLS, and a password if there is one."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import ssl
from contextlib import suppress
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from websockets.http11 import Request

from host.guest import GUEST, Account, LineReason
from host.rate import Rate
from host.seating import Presence
from net.hosting.limits import Gate, origin_of
from net.hosting.listen import Listen
from net.hosting.passwords import PasswordCheck, Tries
from net.hosting.server import LAST_SECONDS, Enter, LineProtocol, Listening
from net.names.sockets import WAITING
from net.web import NORMAL, REFUSED, Event, Tls, WebStream, server_frames
from saves.passwords import Password

MOST_REFUSED: Final = 50
"""The lines that are told at once why they are not let in; further ones are closed."""

MOST_EXTRA: Final = 50
EXTRA_SECONDS: Final = 20.0
"""The most frames in these seconds that are no whole messages."""

_ANY: Final = ("", "::", "0.0.0.0")  # noqa: S104
_SOMEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has; the system says from which of its own it would go there."""

_LOOPBACK: Final = ("127.0.0.1", "::1")
_FORWARDED: Final = "X-Forwarded-For"
_STATUS: Final = {
    LineReason.SERVER_FULL: HTTPStatus.SERVICE_UNAVAILABLE,
    LineReason.TOO_MANY_THERE: HTTPStatus.TOO_MANY_REQUESTS,
    LineReason.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
}


_NO_PAGES: Final = "No page of the web is let in."
_PASSWORD: Final = "The password is missing or wrong."  # noqa: S105
_CHALLENGE: Final = 'Basic realm="tapis", charset="UTF-8"'
_FAULT: Final = b'{"cmd":"fault"'


class WebDoor:
    """The door of a process to other machines.

    Attributes:
        gate: The limits of its lines.
        tries: The wrong passwords.
        password: The check of the password, None where none is asked for.
        context: The TLS, None for plain lines.
        enter: Gives a line its end, by its first message.
        port: The port on which it listens.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listen: Listen,
        password: Password,
        enter: Enter,
        now: datetime,
    ) -> None:
        """Listen; nobody comes in before `open`. Raises `OSError`."""
        self.gate = Gate()
        self.tries = Tries()
        self.password = PasswordCheck(password.text) if password else None
        self.context: ssl.SSLContext | None = None
        self.enter = enter
        self._loop = loop
        self._refused = 0
        self._entering: set[asyncio.Task[object]] = set()
        self._listening: list[Listening] = []
        self._ending, name = "", ""
        if not listen.is_plain:
            from net.hosting.certificates import fingerprint, name_in, tls_of

            certificate, self.context = tls_of(listen, now)
            if listen.certificate:
                name = name_in(certificate)
            else:
                self._ending = f"#sha256:{fingerprint(certificate)}"
        self._sockets = _listening(listen.address, listen.port)
        self.port: int = self._sockets[0].getsockname()[1]
        self._host = name or _host(listen.address)

    def open(self) -> None:
        """Let lines in."""
        self._listening = [Listening(self._loop, one, self._let_in) for one in self._sockets]

    def close(self) -> None:
        """Let no line in any more; a door that is closed already stays so."""
        while self._listening:
            self._listening.pop().close()
        for one in self._sockets:
            one.close()

    def address(self, table: str) -> str:
        """Return the address of a table to give to others, or with an empty name of the server."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        scheme = "wss" if self.context else "ws"
        return f"{scheme}://{host}:{self.port}/{table}".removesuffix("/") + self._ending

    def _let_in(self, found: list[tuple[socket.socket, Any]]) -> None:
        for connection, address in found:
            host = str(address[0])
            origin = origin_of(host)
            is_forwarded = self.context is None and host in _LOOPBACK
            refusal = None if is_forwarded else self.refuse(origin)
            if refusal and self._refused > MOST_REFUSED:
                self._refused -= 1
                connection.close()
                continue
            self._connect(connection, origin, refusal, is_forwarded=is_forwarded)

    def _connect(
        self, connection: socket.socket, origin: str, refusal: LineReason | None, **how: bool
    ) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        account = Account(f"{GUEST}{secrets.token_hex(8)}", origin=origin)
        line = WebProtocol(self, self._loop, account, refusal, **how)
        entering = self._loop.connect_accepted_socket(lambda: line, connection)
        task = self._loop.create_task(entering)
        self._entering.add(task)
        task.add_done_callback(self._entering.discard)

    def refuse(self, origin: str) -> LineReason | None:
        """Count a line of an origin; return why it is not let in, None if it is."""
        refusal = self.gate.enter(origin, self._loop.time())
        self._refused += refusal is not None
        return refusal

    def gone(self, origin: str, refusal: LineReason | None) -> None:
        """Note that a line has ended, which was counted for an origin or refused."""
        if refusal:
            self._refused -= 1
        elif origin:
            self.gate.leave(origin)


class WebProtocol(LineProtocol):
    """One line from another machine: TLS, a request with the password, then messages."""

    def __init__(
        self,
        door: WebDoor,
        loop: asyncio.AbstractEventLoop,
        account: Account,
        refusal: LineReason | None,
        *,
        is_forwarded: bool,
    ) -> None:
        """Be the line of an account.

        Args:
            door: The door it comes in by.
            loop: The running loop.
            account: The account, which nobody else has.
            refusal: Why it is not let in, None if it is.
            is_forwarded: Whether a proxy of this machine may say where it comes from.
        """
        super().__init__(door.enter, loop, account, self._gone)
        self._door = door
        self._frames = server_frames()
        tls = Tls(door.context, is_server=True) if door.context else None
        self._stream = WebStream(self._frames, tls)
        self._refusal = refusal
        self._is_forwarded = is_forwarded
        self._counted = "" if is_forwarded or refusal else account.origin
        self._extra = Rate(MOST_EXTRA, EXTRA_SECONDS)
        self._is_fault = self._is_half_closed = False

    def _gone(self) -> None:
        self._door.gone(self._counted, self._refusal)

    def data_received(self, data: bytes) -> None:
        """Hand every message to the end of the line."""
        if self._is_half_closed or self._transport is None:
            return
        try:
            events = self._stream.take(data)
            for event in events:
                self._take(event)
            self._flush()
        except ssl.SSLError:
            self._abort()
            return
        if self._is_due:
            self._write()

    def _take(self, event: Event) -> None:
        if self._is_closing:
            return
        if isinstance(event, Request):
            self._asked(event)
        elif isinstance(event, bytes) and self._stream.is_open:
            self._receive(event)
        elif not self._extra.take(self._loop.time()):
            self._refuse(LineReason.TOO_FAST)

    # The request, before which nothing is believed

    def _asked(self, request: Request) -> None:
        """Let a request in, or say why not."""
        if self._stream.is_ended:  # what came with it is no frame
            return
        if self._is_forwarded:
            self._count_forwarded(request)
        if self._refusal:
            self._answer(_STATUS[self._refusal], self._refusal.value)
        elif request.headers.get_all("Origin"):
            self._answer(HTTPStatus.FORBIDDEN, _NO_PAGES)
        elif self._door.password is None:
            self._accept(request)
        else:
            self._try(request)

    def _count_forwarded(self, request: Request) -> None:
        """Count the line for the address that a proxy of this machine names."""
        told = ",".join(request.headers.get_all(_FORWARDED)).rpartition(",")[2].strip()
        origin = origin_of(told or self._account.origin)
        self._account = self._account._replace(origin=origin)
        self._refusal = self._door.refuse(origin)
        if not self._refusal:
            self._counted = origin

    def _try(self, request: Request) -> None:
        """Check the password, once the address may try again."""
        tries, origin, now = self._door.tries, self._account.origin, self._loop.time()
        given = request.headers.get_all("Authorization")
        if self._transport is None or self._is_closing:
            return
        assert self._door.password
        if len(given) != 1:
            self._answer(HTTPStatus.UNAUTHORIZED, _PASSWORD)
        elif wait := tries.seconds_left(origin, now):
            self._cut.cancel()
            self._cut = self._loop.call_later(wait, self._try, request)
        elif self._door.password.is_right(given[0]):
            tries.right(origin)
            self._accept(request)
        else:
            tries.wrong(origin, now)
            self._answer(HTTPStatus.UNAUTHORIZED, _PASSWORD)

    def _accept(self, request: Request) -> None:
        self._cut.cancel()
        self._cut = self._loop.call_later(Presence.gone_seconds, self._refuse, LineReason.SILENT)
        self._stream.accept(request)
        self._flush()

    def _answer(self, status: HTTPStatus, words: str) -> None:
        """Refuse the request."""
        response = self._frames.reject(status, f"{words}\n")
        if status is HTTPStatus.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = _CHALLENGE
        self._frames.send_response(response)
        self._flush()

    # The way out

    def _flush(self) -> None:
        """Write what is not a message: answers of TLS, of HTTP, and to pings."""
        if self._transport is None or self._is_half_closed:
            return
        if data := self._stream.outgoing():
            self._transport.write(data)
        if self._stream.is_ended:
            self._half_close()

    def _packed(self, lines: list[bytes]) -> bytes:
        if not self._stream.is_open:
            return b""
        for line in lines:
            self._stream.put(line)
        self._is_fault = lines[-1].startswith(_FAULT)
        return self._stream.outgoing()

    def _refuse(self, reason: LineReason) -> None:
        if self._guest or self._stream.is_open:
            super()._refuse(reason)
        else:
            self._abort()

    def _end(self) -> None:
        self._stream.close(REFUSED if self._is_fault else NORMAL)
        self._flush()
        self._half_close()

    def _half_close(self) -> None:
        """Write no more; what was written is lost where a connection is closed at once."""
        if self._transport is None or self._is_half_closed:
            return
        self._is_closing = self._is_half_closed = True
        with suppress(OSError):  # the other end is gone already
            self._transport.write_eof()
        self._cut.cancel()
        self._cut = self._loop.call_later(LAST_SECONDS, self._abort)


def _listening(address: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at one port of an address, empty for all. Raises `OSError`."""
    if not address:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        one = socket.create_server(("", port), family=family, backlog=WAITING, dualstack_ipv6=both)
        return [one]
    found: list[socket.socket] = []
    fault: OSError | None = None
    for family, _kind, _number, _name, at in socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    ):
        port = found[0].getsockname()[1] if found else port
        try:
            found.append(socket.create_server((at[0], port), family=family, backlog=WAITING))
        except OSError as error:  # a name of two addresses, of which there is one here
            fault = error
    if not found:
        raise fault or OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    return found


def _host(address: str) -> str:
    """Return the address of this machine to give to others."""
    if address not in _ANY:
        return address
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_SOMEWHERE)
        return str(probe.getsockname()[0])
    return socket.gethostname()
