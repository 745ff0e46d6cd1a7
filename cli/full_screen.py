"""The way from the command line to the screen: the program, its pictures, its pages as text."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.streams import BadUse, complain
from words.translation import _

if TYPE_CHECKING:
    from engine.table import Table
    from play.requests import Request
    from tui.guardian import Guardian

wants_mouse = True
"""Whether clicks are heard, as far as the command line says."""


def hear_mouse(is_wanted: bool) -> None:
    """Note whether clicks are to be heard."""
    global wants_mouse  # noqa: PLW0603
    wants_mouse = is_wanted


def need_terminal() -> None:
    """Raise `BadUse` where there is no terminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadUse(_("the table needs a terminal (use ssh -t); tapis console needs none"))


def open_table(start: Request | None = None, **settings: Any) -> int:
    """Run the program with its settings. Without `start` it shows the first screen.

    Returns the exit status. Raises `BadUse` where there is no terminal.
    """
    need_terminal()
    gc.disable()  # a start builds no garbage
    from tui.guardian import Guardian

    try:
        guardian = Guardian()
    except OSError:  # no process can be started: the program gives the terminal back by itself
        return _run(start, None, **settings)
    try:
        return _run(start, guardian, **settings)
    finally:
        guardian.end()


def _run(start: Request | None, guardian: Guardian | None, **settings: Any) -> int:
    """Run the program, with a guardian of its terminal."""
    from saves.autosave import BackgroundAutosave
    from saves.settings_file import read_settings
    from tui.app import TapisApp
    from tui.appearance import surroundings_here
    from tui.driver import TerminalDriver

    TerminalDriver.guardian = guardian
    found = read_settings()
    has_mouse = wants_mouse
    app = TapisApp(start, found=found, around=surroundings_here(), has_mouse=has_mouse, **settings)
    app.run(mouse=has_mouse and found.settings.mouse)
    if BackgroundAutosave.unfinished():
        complain(_("the disk does not answer: the last moves are not saved"))
        return 1
    return app.return_code or 0


def drawn(table: Table[Any], turn: int | None) -> str:
    """Return the picture of a game after some turns, as SVG. Raises `BadUse`."""
    from tui.screens.picture import NoSuchTurn, svg_of

    try:
        return svg_of(table, turn)
    except NoSuchTurn as turns:
        words = _("there is no turn {turn}, only 0 to {turns}")
        raise BadUse(words.format(turn=turn, turns=turns)) from None


def drawn_elsewhere(data: bytes) -> bytes:
    """Return the picture of a game, given as its file, as SVG; another process draws it.

    Raises `BadUse`, `OSError`.
    """
    from tui.screens.picture import NotDrawn
    from tui.screens.picture import drawn_elsewhere as draw

    try:
        return draw(data)
    except NotDrawn:
        raise BadUse(_("The picture could not be drawn.")) from None


def page_lines(markdown: str, width: int) -> Iterator[str]:
    """Yield the lines of a page as plain text, at most `width` columns wide."""
    from tui.screens.rules_page import rules_page
    from words.glyphs import glyphs

    for line in rules_page(markdown, width, glyphs()).lines:
        yield "".join(part.text for part in line).rstrip()
