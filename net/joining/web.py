"""The way to a table of another machine over the web: TLS, a password, and messages in frames.

The package that it needs is loaded only for such an address.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from net.joining.line import LineLost, SocketLine
from net.joining.reasons import JoinReason, NotJoined, harmless
from net.wire import LONGEST_NEWS
from saves.passwords import Password

if TYPE_CHECKING:
    from net.web import WebStream

TLS: Final = "wss://"
PLAIN: Final = "ws://"

_ADDRESS: Final = re.compile(
    r"(?P<scheme>wss?)://(?P<host>\w[\w.-]*|\[[\da-f:.]+\])(?::(?P<port>\d{1,5}))?"
    r"(?:/(?P<table>[a-z\d][a-z\d-]*)?)?(?:#sha256:(?P<fingerprint>[\da-fA-F]{64}))?",
    re.ASCII,
)
_PORTS: Final = {"wss": 443, "ws": 80}
_MOST_PORT: Final = 65535

_CONNECT_SECONDS: Final = 15.0
_ANSWER_SECONDS: Final = 45.0
"""The seconds to wait for a connection, and for answers: a password after wrong ones is slow."""

_UNAUTHORIZED: Final = 401
_WHY: Final = {429: JoinReason.TOO_MANY_THERE, 503: JoinReason.SERVER_FULL}
_USER: Final = "tapis"
_LOCAL: Final = "localhost"
_PIECE: Final = 65536
_LONGEST_SHOWN: Final = 200


class WebAddress(NamedTuple):
    """A table of another machine; see `Address`.

    Attributes:
        is_tls: Whether the line is encrypted.
        host: The machine.
        port: The port.
        name: The name of the table; empty where it is the only one.
        fingerprint: The SHA-256 of the one certificate that is believed, in hexadecimal digits;
            empty where the system knows who vouches for it.
        password: The password of the table or its server.
        is_insecure: Whether a line that is not encrypted may leave this machine.
    """

    is_tls: bool
    host: str
    port: int
    name: str
    fingerprint: str
    password: Password
    is_insecure: bool

    @property
    def seconds(self) -> float:
        """The seconds that a line may take to be opened and answered."""
        return _ANSWER_SECONDS

    @property
    def server(self) -> str:
        """The place as files of tokens have it in their names."""
        return f"{'wss' if self.is_tls else 'ws'}:{self.host}:{self.port}".lower()

    @property
    def owner(self) -> str:
        """Nothing: only that machine knows the name of the owner."""
        return ""

    def called(self, table: str) -> str:
        """Return the address of a table of this machine, or with an empty name of its server."""
        ending = f"#sha256:{self.fingerprint}" if self.fingerprint else ""
        return f"{self._place}/{table}".removesuffix("/") + ending

    @property
    def _place(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{TLS if self.is_tls else PLAIN}{host}:{self.port}"

    def later(self) -> WebAddress:
        """Return this address, which never asks anything."""
        return self

    def open(self, longest: int = LONGEST_NEWS) -> WebLine:
        """Connect, for lines of at most `longest` bytes. Raises `NotJoined`."""
        if not (self.is_tls or self.is_insecure or is_loopback(self.host)):
            raise NotJoined(JoinReason.PLAIN, host=self.host)
        from net.web import WebStream, client_frames, client_tls

        frames = client_frames(self.is_tls, self.host, self.port, self.name, longest)
        tls = client_tls(self.host, is_pinned=bool(self.fingerprint)) if self.is_tls else None
        line = WebLine(self._connected(), longest, WebStream(frames, tls), self.host)
        try:
            line.begin(self)
        except BaseException:
            line.close()
            raise
        return line

    def _connected(self) -> socket.socket:
        """Return a connected socket. Raises `NotJoined`."""
        try:
            end = socket.create_connection((self.host, self.port), _CONNECT_SECONDS)
        except socket.gaierror:
            raise NotJoined(JoinReason.NO_MACHINE, host=self.host) from None
        except OSError:
            raise NotJoined(JoinReason.NO_ANSWER, host=self.host) from None
        end.settimeout(None)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return end

    def mark(self) -> object:
        """Return always the same: from here nobody sees whether a table listens."""
        return self.host


class WebLine(SocketLine):
    """A line over the web, with frames and perhaps TLS on top of its socket."""

    def __init__(
        self, connected: socket.socket, longest: int, stream: WebStream, host: str
    ) -> None:
        """Take over a connected socket; `begin` comes next."""
        super().__init__(connected, longest)
        self._stream = stream
        self._host = host
        self._lock = Lock()
        self._status = 0

    def begin(self, address: WebAddress) -> None:
        """Shake hands: TLS, the certificate, and only then the password. Raises `NotJoined`."""
        from ssl import SSLCertVerificationError, SSLError

        end = monotonic() + address.seconds
        try:
            if tls := self._stream.tls:
                self._read(b"")
                while not tls.is_open:
                    self._wait(end)
                self._check(address.fingerprint, tls.certificate)
            self._stream.request(_USER if address.password else "", address.password.text)
            self._flush()
            while not self._status and not self._stream.is_ended:
                self._wait(end)
        except SSLCertVerificationError:
            raise NotJoined(JoinReason.NO_VOUCHER, host=self._host) from None
        except (SSLError, LineLost):
            raise self.why_lost() from None
        if self._status == _UNAUTHORIZED:
            is_missing = not address.password
            raise NotJoined(JoinReason.PASSWORD if is_missing else JoinReason.PASSWORD_WRONG)
        if self._status in _WHY:
            raise NotJoined(_WHY[self._status])
        if not self._stream.is_open:
            raise self.why_lost()

    def _check(self, wanted: str, certificate: bytes) -> None:
        """Check a certificate against a fingerprint, unless that is empty. Raises `NotJoined`."""
        from hashlib import sha256
        from hmac import compare_digest

        found = sha256(certificate).hexdigest()
        if wanted and not compare_digest(found, wanted.lower()):
            raise NotJoined(JoinReason.OTHER_CERTIFICATE, host=self._host)

    def _wait(self, end: float) -> None:
        """Take in what comes before the time is over.

        Raises `NotJoined`, `LineLost`, `ssl.SSLError`.
        """
        left = end - monotonic()
        if left <= 0 or not self._poll.poll(left * 1000):
            raise NotJoined(JoinReason.SILENT)
        try:
            piece = self._socket.recv(_PIECE)
        except OSError as error:
            raise LineLost from error
        if not piece:
            raise LineLost
        self._read(piece)

    def _read(self, piece: bytes) -> None:
        """Take in what the network brought. Raises `LineLost`, `ssl.SSLError`."""
        try:
            events = self._stream.take(piece)
        finally:
            self._flush()  # an alert goes too
        for event in events:
            if isinstance(event, bytes):
                self._buffer += event + b"\n"
            elif event is not None and not self._status:
                self._status = getattr(event, "status_code", 0)

    def _flush(self) -> None:
        """Send what is due. Raises `LineLost`, also where TLS is broken."""
        from ssl import SSLError

        try:
            data = self._stream.outgoing()
        except SSLError as error:
            raise LineLost from error
        if data:
            super().send(data)

    def _take(self, piece: bytes) -> None:
        from ssl import SSLError

        with self._lock:
            try:
                self._read(piece)
            except SSLError as error:
                raise LineLost from error

    def send(self, line: bytes) -> None:
        with self._lock:
            if not self._stream.is_open:
                raise LineLost
            self._stream.put(line)
            self._flush()

    def hang_up(self) -> None:
        with self._lock, suppress(LineLost):
            self._stream.close()
            self._flush()
        super().hang_up()

    def why_lost(self) -> NotJoined:
        reason = JoinReason.NO_ANSWER if self._stream.is_open else JoinReason.NO_TABLE
        return NotJoined(reason, host=self._host)


def is_web_address(text: str) -> bool:
    """Whether a text is an address as `web_address` takes it, but for its port perhaps."""
    return bool(_ADDRESS.fullmatch(text))


def is_web(table: str) -> bool:
    """Whether the name of a table is an address of the web."""
    return table.startswith((TLS, PLAIN))


def web_address(text: str, password: Password, *, is_insecure: bool = False) -> WebAddress:
    """Return an address from its text, `wss://HOST[:PORT][/TABLE][#sha256:HEX]`.

    Raises `NotJoined`.
    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise NotJoined(JoinReason.ADDRESS, address=harmless(text, _LONGEST_SHOWN))
    scheme, host, port, table, fingerprint = (part or "" for part in found.groups())
    number = int(port or _PORTS[scheme])
    if number > _MOST_PORT or (fingerprint and scheme != "wss"):
        raise NotJoined(JoinReason.ADDRESS, address=harmless(text, _LONGEST_SHOWN))
    at = host.strip("[]").lower()
    return WebAddress(
        scheme == "wss", at, number, table, fingerprint.lower(), password, is_insecure
    )


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by an address that no other machine can have.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("::1"), is_loopback("a.org")
    (True, True, True, False)
    """
    from ipaddress import ip_address

    try:
        return host == _LOCAL or ip_address(host).is_loopback
    except ValueError:
        return False
