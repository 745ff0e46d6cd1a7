"""The full-screen program, started from the command line."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from cli.output import BadUse, complain
from cli.preferences import wants_mouse
from words.translation import _

if TYPE_CHECKING:
    from tui.guardian import Guardian
    from tui.screens.requests import Request


def need_terminal() -> None:
    """Raise `BadUse` where there is no terminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadUse(_("the table needs a terminal (use ssh -t); tapis console needs none"))


def open_table(start: Request | None = None, **settings: Any) -> int:
    """Run the program with its settings; without a start it begins with the first screen.

    Returns the exit status. Raises `BadUse` where there is no terminal.
    """
    need_terminal()
    gc.disable()  # nothing of what is loaded and built at the start becomes garbage
    from tui.guardian import Guardian

    try:
        guardian = Guardian()
    except OSError:  # no process can be had; the program gives the terminal back by itself
        return _run(start, None, **settings)
    try:
        return _run(start, guardian, **settings)
    finally:
        guardian.end()


def _run(start: Request | None, guardian: Guardian | None, **settings: Any) -> int:
    """Run the program, with a guardian of its terminal."""
    from saves.background import BackgroundAutosave
    from saves.settings_file import read_settings
    from tui.app import TapisApp
    from tui.appearance import surroundings_here
    from tui.driver import TerminalDriver

    TerminalDriver.guardian = guardian
    found = read_settings()
    has_mouse = wants_mouse()
    app = TapisApp(start, found=found, around=surroundings_here(), has_mouse=has_mouse, **settings)
    app.run(mouse=has_mouse and found.settings.mouse)
    if BackgroundAutosave.unfinished():
        complain(_("the disk does not answer: the last moves are not saved"))
        return 1
    return app.return_code or 0
