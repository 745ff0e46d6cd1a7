"""The door for browsers: one page, its files, and a line to play on."""

from __future__ import annotations

import logging
import re
import secrets
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from door.house import House, Visitor
from door.pages import Page, load_pages
from door.web_session import WebSession
from net.hosting.limits import Gate, origin_of
from words.errors import system_words

if TYPE_CHECKING:
    import asyncio

    from net.hosting.listen import Listen

PLAY: Final = "/play"
"""The path of the line to play on; all others are those of pages."""

COOKIE: Final = "tapis"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""The longest that browsers keep a cookie; the door forgets a guest long before."""

MOST_OPEN: Final = 100
MOST_NEW: Final = 300
"""The connections of one address, at once and in the seconds of a gate: a page takes seven."""

LONGEST_MESSAGE: Final = 65536
OPEN_SECONDS: Final = 10
ALIVE_SECONDS: Final = 15
"""How often a page is asked whether it is still there, and how long it may take to answer."""

LAST_SECONDS: Final = 1.0

_TOKEN_BYTES: Final = 32
_TOKEN: Final = re.compile(rf"(?:^|;)\s*{COOKIE}=([\w-]{{43}})\s*(?:;|$)", re.ASCII)
_FORWARDED: Final = "X-Forwarded-For"
_LOOPBACK: Final = ("127.0.0.1", "::1")
_SILENT: Final = logging.getLogger("tapis.door")
_SILENT.disabled = True  # the door keeps no log of those who come

POLICY: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What browsers are told to forbid. The terminal sets styles, and no script is in the page."""


class WebDoor:
    """The door for browsers.

    Attributes:
        pages: The files of the page, by language and path.
        gate: The limits of its connections.
        is_plain: Whether nothing is encrypted; then a proxy of this machine may name addresses.
    """

    def __init__(self, house: House, *, is_plain: bool, loop: asyncio.AbstractEventLoop) -> None:
        """Be a door that nobody has come to. Raises `ImportError` without `textual-serve`."""
        self.pages = load_pages()
        self.gate = Gate(MOST_OPEN, MOST_NEW)
        self.is_plain = is_plain
        self._house = house
        self._loop = loop
        self._server: Server | None = None

    async def open(self, listen: Listen) -> int:
        """Listen; return the port. Raises `OSError`."""
        context = None
        if not listen.is_plain:
            from net.hosting.certificates import tls_of

            _certificate, context = tls_of(listen, datetime.now(UTC))
        opening = serve(
            self._play,
            listen.address or None,
            listen.port,
            ssl=context,
            create_connection=partial(WebLine, self),  # type: ignore[arg-type]
            process_request=self._answer,
            process_response=self._accept,
            logger=_SILENT,
            server_header=None,
            max_size=LONGEST_MESSAGE,
            open_timeout=OPEN_SECONDS,
            ping_interval=ALIVE_SECONDS,
            ping_timeout=ALIVE_SECONDS,
            close_timeout=LAST_SECONDS,
        )
        try:
            self._server = await opening
        except OSError as error:
            where = f"{listen.address}:{listen.port}".removeprefix(":")
            raise OSError(error.errno, system_words(error), where) from None
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    def close(self) -> None:
        """Let nobody in any more; the lines to play on are closed after their visits."""
        if self._server:
            self._server.close(close_connections=False)

    def enter(self, origin: str) -> bool:
        """Count a connection from an address; return whether it may stay."""
        return not self.gate.enter(origin, self._loop.time())

    def _answer(self, line: ServerConnection, request: Request) -> Response | None:
        """Answer a request for a page; None for the line to play on, which is then opened."""
        assert isinstance(line, WebLine)
        if not line.is_counted(request):
            return _refusal(HTTPStatus.TOO_MANY_REQUESTS)
        path = request.path.partition("?")[0]
        line.language = language_asked(_header(request, "Accept-Language"))
        if path != PLAY:
            page = self.pages[line.language or "en"].get(path)
            return _found(page, request) if page else _refusal(HTTPStatus.NOT_FOUND)
        if not is_of_this_page(request):
            return _refusal(HTTPStatus.FORBIDDEN)
        if self._house.gate.enter(line.origin, self._loop.time()):
            return _refusal(HTTPStatus.TOO_MANY_REQUESTS)
        line.is_playing = True
        found = _TOKEN.search(_header(request, "Cookie"))
        line.token = found[1] if found else secrets.token_urlsafe(_TOKEN_BYTES)
        return None

    def _accept(self, line: ServerConnection, request: Request, response: Response) -> None:
        """Give the browser its token, with the answer that opens the line."""
        assert isinstance(line, WebLine)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            secure = "; Secure" if _header(request, "Origin").startswith("https:") else ""
            response.headers["Set-Cookie"] = (
                f"{COOKIE}={line.token}; Path=/; Max-Age={COOKIE_SECONDS}; "
                f"HttpOnly; SameSite=Strict{secure}"
            )

    async def _play(self, line: ServerConnection) -> None:
        assert isinstance(line, WebLine)
        assert line.request
        asked = parse_qs(urlsplit(line.request.path).query)
        size = (_number(asked.get("width")), _number(asked.get("height")))
        key = self._house.accounts.key_of(line.token)
        visitor = Visitor(key, line.origin, token=line.token)
        await WebSession(self._house, line, visitor, line.language).play(size)

    def leave(self, line: WebLine) -> None:
        """Note that a connection has ended."""
        if line.is_inside:
            self.gate.leave(line.origin)
        if line.is_playing:
            self._house.gate.leave(line.origin)


class WebLine(ServerConnection):
    """A connection of a browser.

    Attributes:
        origin: The text by which its address is counted.
        language: The language that its browser asks for, "" for another one than ours.
        token: The secret of its guest, once the line to play on is opened.
        is_inside: Whether it is counted.
        is_playing: Whether it is counted as a line to play on.
    """

    def __init__(self, door: WebDoor, *arguments: Any, **settings: Any) -> None:
        """Be a connection that is not made yet."""
        super().__init__(*arguments, **settings)
        self.origin = self.language = self.token = ""
        self.is_inside = self.is_playing = False
        self._door = door
        self._is_forwarded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, unless a proxy is to say where it comes from."""
        super().connection_made(transport)
        host = str((transport.get_extra_info("peername") or ("",))[0])
        self.origin = origin_of(host)
        self._is_forwarded = self._door.is_plain and host in _LOOPBACK
        if not self._is_forwarded:
            self.is_inside = self._door.enter(self.origin)
            if not self.is_inside:
                self.transport.abort()

    def is_counted(self, request: Request) -> bool:
        """Count it for the address that a proxy names, if one does; return whether it may stay."""
        if self._is_forwarded and not self.is_inside:
            told = _header(request, _FORWARDED).rpartition(",")[2].strip()
            self.origin = origin_of(told) if told else self.origin
            self.is_inside = self._door.enter(self.origin)
        return self.is_inside

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._door.leave(self)


def is_of_this_page(request: Request) -> bool:
    """Whether a page of this very door asks, and not one of elsewhere."""
    host = _header(request, "Host")
    return bool(host) and _header(request, "Origin") in (f"http://{host}", f"https://{host}")


def language_asked(accepted: str) -> str:
    """Return the first of our languages that a browser accepts, "" for none.

    >>> language_asked("fr-FR,en;q=0.8"), language_asked("de, en;q=0.5"), language_asked("de")
    ('fr', 'en', '')
    """
    ranked: list[tuple[float, str]] = []
    for entry in accepted.split(",")[:20]:
        tag, _semicolon, quality = entry.partition(";")
        code = tag.strip()[:2].lower()
        if code in ("en", "fr"):
            ranked.append((_quality(quality), code))
    return max(ranked, key=lambda rank: rank[0])[1] if ranked else ""


def _quality(text: str) -> float:
    found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", text, re.ASCII)
    return float(found[1]) if found else 1.0


def _header(request: Request, name: str) -> str:
    """Return the values of a header, with commas between; cookies have semicolons."""
    return (";" if name == "Cookie" else ",").join(request.headers.get_all(name))


def _number(texts: list[str] | None) -> int:
    """Return a number of an address, 0 for none."""
    text = texts[0] if texts else ""
    return int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0


def _found(page: Page, request: Request) -> Response:
    is_packed = "gzip" in _header(request, "Accept-Encoding")
    headers = Headers(
        {"Content-Type": page.kind, "Cache-Control": page.cached, "Vary": _VARY, **POLICY}
    )
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return _response(HTTPStatus.OK, headers, page.packed if is_packed else page.body)


_VARY: Final = "Accept-Encoding, Accept-Language"


def _refusal(status: HTTPStatus) -> Response:
    headers = Headers({"Content-Type": "text/plain; charset=utf-8", **POLICY})
    return _response(status, headers, f"{status.phrase}\n".encode())


def _response(status: HTTPStatus, headers: Headers, body: bytes) -> Response:
    headers["Content-Length"] = str(len(body))
    headers["Connection"] = "close"
    return Response(status.value, status.phrase, headers, body)
