"""A line of the web at either end: TLS and WebSocket frames, without a socket or a clock.

A message is a line of the protocol without its line feed. One with a token is never compressed,
so that no length tells anything about the token.
"""

from __future__ import annotations

import logging
import ssl
from typing import Any, Final, TypeAlias

from websockets.client import ClientProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode
from websockets.headers import build_authorization_basic
from websockets.http11 import Request, Response
from websockets.protocol import Protocol
from websockets.server import ServerProtocol
from websockets.uri import WebSocketURI

from net.wire import LONGEST_REQUEST

WINDOW_BITS: Final = 12
_COMPRESSION: Final = {"memLevel": 5}
"""The window and the memory of the compression, at each end of a line."""

_SILENT: Final = logging.getLogger("tapis.web")
_SILENT.disabled = True  # what it would log has passwords in it
_TOKEN: Final = b'"token"'
_PIECE: Final = 65536

NORMAL: Final = 1000
REFUSED: Final = 1008
"""The codes with which a line is closed: it is not needed any more, or for a reason told in it."""

Event: TypeAlias = Request | Response | bytes | None
"""The start of a line, a whole message, or None for a frame that is neither."""


class Tls:
    """TLS between the bytes of the network and plain ones."""

    def __init__(
        self, context: ssl.SSLContext, server_name: str | None = None, *, is_server: bool
    ) -> None:
        """Begin with an end of a connection; a client names the server it wants."""
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._object = context.wrap_bio(
            self._in, self._out, server_side=is_server, server_hostname=server_name
        )
        self.is_open = False

    def take(self, data: bytes) -> bytes:
        """Return the plain bytes in what came from the network. Raises `ssl.SSLError`."""
        self._in.write(data)
        plain = b""
        try:
            if not self.is_open:
                self._object.do_handshake()
                self.is_open = True
            while piece := self._object.read(_PIECE):
                plain += piece
        except (ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            pass
        return plain

    def put(self, plain: bytes) -> bytes:
        """Return what the network is to take, with some plain bytes. Raises `ssl.SSLError`."""
        if plain:
            self._object.write(plain)
        return self._out.read()

    @property
    def certificate(self) -> bytes:
        """The certificate of the other end in its DER form, empty for none."""
        return self._object.getpeercert(binary_form=True) or b""


class WebStream:
    """One end of a line: what the network brings becomes events, and messages become bytes."""

    def __init__(self, frames: Protocol, tls: Tls | None) -> None:
        """Begin with the frames of an end, and its TLS if there is any."""
        self.frames = frames
        self.tls = tls
        self._is_accepted = False
        self._parts: list[bytes] = []

    def take(self, data: bytes) -> list[Event]:
        """Return the events in what came from the network. Raises `ssl.SSLError`."""
        plain = self.tls.take(data) if self.tls else data
        if plain:
            self.frames.receive_data(plain)
        return [self._event(event) for event in self.frames.events_received()]

    def _event(self, event: Any) -> Event:
        if isinstance(event, Response):
            self._is_accepted = self.frames.handshake_exc is None
        if not isinstance(event, Frame):
            return event  # type: ignore[no-any-return]
        if event.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return None
        self._parts.append(bytes(event.data))
        if not event.fin:
            return None
        message, self._parts = b"".join(self._parts), []
        return message

    @property
    def is_open(self) -> bool:
        """Whether messages may go."""
        return self._is_accepted and self.frames.close_sent is None and not self.is_ended

    @property
    def is_ended(self) -> bool:
        """Whether nothing more may be sent."""
        return self.frames.eof_sent

    def put(self, line: bytes) -> None:
        """Let a line with its line feed go next."""
        self.frames.send_text(line[:-1])

    def accept(self, request: Request) -> None:
        """Let a client have its line, if its request is one for a line."""
        assert isinstance(self.frames, ServerProtocol)
        response = self.frames.accept(request)
        response.headers.pop("Date", None)  # no line needs it
        self.frames.send_response(response)
        self._is_accepted = self.frames.handshake_exc is None

    def request(self, user: str, password: str) -> None:
        """Ask a server for a line, with a password unless the user is empty."""
        assert isinstance(self.frames, ClientProtocol)
        request = self.frames.connect()
        if user:
            request.headers["Authorization"] = build_authorization_basic(user, password)
        self.frames.send_request(request)

    def close(self, code: int = NORMAL) -> None:
        """Say that nothing more follows."""
        if self.is_open:
            self.frames.send_close(code)

    def outgoing(self) -> bytes:
        """Return what the network is to take now. Raises `ssl.SSLError`."""
        plain = b"".join(self.frames.data_to_send())
        return self.tls.put(plain) if self.tls else plain


class _TokensPlain(Extension):
    """Compression that leaves messages with a token as they are."""

    def __init__(self, compression: Extension) -> None:
        self.name = compression.name
        self.decode = compression.decode  # type: ignore[method-assign]
        self._compress = compression.encode

    def encode(self, frame: Frame) -> Frame:
        return frame if _TOKEN in bytes(frame.data) else self._compress(frame)


class _ClientDeflate(ClientPerMessageDeflateFactory):
    def process_response_params(self, *told: Any) -> Any:
        return _TokensPlain(super().process_response_params(*told))


class _ServerDeflate(ServerPerMessageDeflateFactory):
    def process_request_params(self, *asked: Any) -> Any:
        told, compression = super().process_request_params(*asked)
        return told, _TokensPlain(compression)


def server_frames() -> ServerProtocol:
    """Return the frames of a server's end."""
    deflate = _ServerDeflate(
        server_max_window_bits=WINDOW_BITS,
        client_max_window_bits=WINDOW_BITS,
        compress_settings=_COMPRESSION,
    )
    return ServerProtocol(extensions=[deflate], max_size=LONGEST_REQUEST, logger=_SILENT)


def client_frames(is_tls: bool, host: str, port: int, table: str, longest: int) -> ClientProtocol:
    """Return the frames of a client's end, for messages of at most `longest` bytes."""
    deflate = _ClientDeflate(client_max_window_bits=True, compress_settings=_COMPRESSION)
    uri = WebSocketURI(is_tls, host, port, f"/{table}", "")
    return ClientProtocol(uri, extensions=[deflate], max_size=longest, logger=_SILENT)


def client_tls(host: str, *, is_pinned: bool) -> Tls:
    """Return the TLS of a client; with a pinned certificate its caller checks that one."""
    context = ssl.create_default_context()
    if is_pinned:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return Tls(context, host, is_server=False)
