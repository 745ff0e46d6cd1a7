"""The page of a browser and the files that it asks for; the terminal is that of `textual-serve`."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from words.translation import LANGUAGES, mark, said_in

INDEX: Final = "/"
_OURS: Final = Path(__file__).parent / "page"
_THEIRS: Final = "textual_serve"
_NEVER: Final = "no-cache"
_A_DAY: Final = "public, max-age=86400"
_HTML: Final = "text/html; charset=utf-8"
_CSS: Final = "text/css; charset=utf-8"
_SCRIPT: Final = "text/javascript; charset=utf-8"

WORDS: Final = {
    "script": mark("This page needs JavaScript. Or play by ssh."),
    "table": mark("The table. Without a screen you play by ssh: ssh HOST talk."),
    "end": mark("The end of the session"),
    "keys": mark("Keys of the game"),
    "escape": mark("Escape"),
    "menu": mark("Menu"),
    "up": mark("Up"),
    "down": mark("Down"),
    "left": mark("Left"),
    "right": mark("Right"),
    "enter": mark("Enter"),
    "space": mark("Space"),
    "backspace": mark("Backspace"),
    "typing": mark("Keyboard of the phone"),
    "gone": mark("The session has ended. Your games are kept."),
    "lost": mark("The connection was lost. Your games are kept."),
    "again": mark("Come in again"),
}


class Page(NamedTuple):
    """A file of the web.

    Attributes:
        kind: Its type, as browsers are told.
        cached: How long a browser may keep it, as browsers are told.
        body: What is in it.
        packed: The same by gzip.
    """

    kind: str
    cached: str
    body: bytes
    packed: bytes


def load_pages() -> Mapping[str, Mapping[str, Page]]:
    """Return the files by language, then by path. Raises `ImportError` without `textual-serve`."""
    theirs = files(_THEIRS) / "static"
    loaded = {
        "/page.css": (_CSS, (_OURS / "page.css").read_bytes()),
        "/page.js": (_SCRIPT, (_OURS / "page.js").read_bytes()),
        "/xterm.css": (_CSS, (theirs / "css/xterm.css").read_bytes()),
        "/textual.js": (_SCRIPT, (theirs / "js/textual.js").read_bytes()),
        "/font.ttf": ("font/ttf", (theirs / "fonts/RobotoMono-VariableFont_wght.ttf").read_bytes()),
    }
    shared = {path: _page(kind, _A_DAY, body) for path, (kind, body) in loaded.items()}
    version = sha256(b"".join(body for _kind, body in loaded.values())).hexdigest()[:16]
    return {code: {INDEX: _index(code, version), **shared} for code in LANGUAGES}


def _index(code: str, version: str) -> Page:
    """Return the page itself in a language; a new version of its files has new addresses."""
    words = {name: escape(said_in(text, code)) for name, text in WORDS.items()}
    template = Template((_OURS / "index.html").read_text(encoding="utf-8"))
    text = template.substitute(words, language=code, version=version)
    return _page(_HTML, _NEVER, text.encode())


def _page(kind: str, cached: str, body: bytes) -> Page:
    return Page(kind, cached, body, gzip.compress(body, mtime=0))
