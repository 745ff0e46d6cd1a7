"""The requests of the command line to the screen: the program, pictures of games, pages as text.

Each function loads what it needs: the guardian starts before anything else is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.table import Table
    from play.requests import Request
    from tui.guardian import Guardian

_LATE: Final = (
    "rich._unicode_data.unicode17-0-0",
    "textual.drivers.headless_driver",
    "textual.layouts.factory",
    "textual.layouts.grid",
    "textual.layouts.horizontal",
    "textual.layouts.stream",
    "textual.layouts.vertical",
    "textual.pilot",
)
"""The modules that libraries load only when they use them."""


def run_program(start: Request | None, *, has_mouse: bool, **settings: Any) -> int:
    """Run the program, with a guardian of its terminal, and return the exit status."""
    from tui.guardian import Guardian

    try:
        guardian = Guardian()
    except OSError:  # no process can be started: the program gives the terminal back by itself
        return _run(start, None, has_mouse, **settings)
    try:
        return _run(start, guardian, has_mouse, **settings)
    finally:
        guardian.end()


def _run(start: Request | None, guardian: Guardian | None, has_mouse: bool, **settings: Any) -> int:
    from saves.settings_file import read_settings
    from tui.app import TapisApp
    from tui.appearance import surroundings_here
    from tui.driver import TerminalDriver

    TerminalDriver.guardian = guardian
    found = read_settings()
    app = TapisApp(start, found=found, around=surroundings_here(), has_mouse=has_mouse, **settings)
    app.run(mouse=has_mouse and found.settings.mouse)
    return app.return_code or 0


def load() -> None:
    """Load all of the screen, in a process that is forked for each person."""
    from importlib import import_module

    from door.fork_server import load_all

    load_all("tui")
    for late in _LATE:
        with suppress(ImportError):  # another version may have none
            import_module(late)


def picture(table: Table[Any], turn: int | None) -> str:
    """Return the picture of a game after some turns, as SVG. Raises `NotDrawn`."""
    from tui.screens.picture import svg_of

    return svg_of(table, turn)


def picture_drawn_elsewhere(data: bytes) -> bytes:
    """Return the picture of a game, given as its file, as SVG, drawn by another process.

    Raises `NotDrawn`, `OSError`.
    """
    from tui.screens.picture import drawn_elsewhere

    return drawn_elsewhere(data)


def page_lines(markdown: str, width: int) -> Iterator[str]:
    """Yield the lines of a page as plain text, at most `width` columns wide."""
    from tui.screens.rules_page import rules_page
    from words.glyphs import glyphs

    for line in rules_page(markdown, width, glyphs()).lines:
        yield "".join(part.text for part in line).rstrip()
