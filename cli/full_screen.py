"""The way from the command line to the screen: the program, and pictures of games."""

from __future__ import annotations

import gc
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from cli.streams import BadUse, complain, need_terminal, talks
from tui import program
from words.translation import _

if TYPE_CHECKING:
    from engine.table import Table
    from play.requests import Request

page_lines = program.page_lines
load = program.load


def open_table(options: Namespace, start: Request | None = None, **settings: Any) -> int:
    """Run the program with its settings, or talk. Without `start` it begins at the first screen.

    Returns the exit status. Raises `BadUse` where the screen has no terminal.
    """
    if talks(options):
        from cli.lines.start import talk

        return talk(start, **settings)
    need_terminal(options)
    gc.disable()  # a start builds no garbage
    status = program.run_program(start, has_mouse=options.mouse, **settings)
    from saves.autosave import BackgroundAutosave

    if BackgroundAutosave.unfinished():
        complain(_("the disk does not answer: the last moves are not saved"))
        return 1
    return status


def drawn(table: Table[Any], turn: int | None) -> str:
    """Return the picture of a game after some turns, as SVG. Raises `BadUse`."""
    from play.saved_games import NotDrawn

    try:
        return program.picture(table, turn)
    except NotDrawn as why:
        raise BadUse(str(why)) from None


def drawn_elsewhere(data: bytes) -> bytes:
    """Return the picture of a game, given as its file, as SVG; another process draws it.

    Raises `BadUse`, `OSError`.
    """
    from play.saved_games import NotDrawn

    try:
        return program.picture_drawn_elsewhere(data)
    except NotDrawn as why:
        raise BadUse(str(why)) from None
