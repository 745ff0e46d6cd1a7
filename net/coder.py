"""The messages of a shared table as lines of bytes, each a JSON object with a line feed."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from net.wire import ClientMessage, TableMessage, WireMessage


class WireError(ValueError):
    """An error: a line that is no message; the text says why, without the line's content."""


class WireCoder:
    """Encodes messages as lines, and decodes the lines of clients and tables."""

    _encoder: ClassVar = msgspec.json.Encoder()
    _requests: ClassVar = msgspec.json.Decoder(ClientMessage, strict=True)
    _news: ClassVar = msgspec.json.Decoder(TableMessage, strict=True)

    @classmethod
    def line(cls, message: WireMessage) -> bytes:
        """Return a message as a line, with its line feed."""
        line: bytes = cls._encoder.encode(message)
        return line + b"\n"

    @classmethod
    def request(cls, line: bytes) -> ClientMessage:
        """Return the message of a client. Raises `WireError`."""
        message: ClientMessage = cls._decoded(cls._requests, line)
        return message

    @classmethod
    def news(cls, line: bytes) -> TableMessage:
        """Return the message of a table. Raises `WireError`."""
        message: TableMessage = cls._decoded(cls._news, line)
        return message

    @staticmethod
    def _decoded(decoder: msgspec.json.Decoder[Any], line: bytes) -> Any:
        try:
            return decoder.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
            raise WireError(str(fault)[:200]) from None
