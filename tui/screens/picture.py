"""A picture of a game: the table as the program draws it, an SVG that stands alone.

It looks the same on every machine: 80 x 24 cells in the theme baize, whatever the terminal shows.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from textual.app import App

from engine.games import describe
from engine.table import Table
from host.outside import now
from play.notes import GameFile
from play.saved_games import NotDrawn, readers
from saves.reading import read_record
from saves.record import Record
from tui.games.catalogue import scene_of
from tui.pace import Timing
from tui.screens.replay import ReplayScreen
from tui.screens.scene_screen import SceneScreen
from tui.themes import Depth, paint, palette, set_palette
from tui.widgets.lines import line, text
from words.glyphs import drawn_for_a_picture, glyphs
from words.translation import _, language, set_language

SIZE: Final = (80, 24)
TITLE: Final = "Tapis Vert"
PATIENCE: Final = 60.0
"""The seconds that another process has for a picture."""
_FONTS: Final = re.compile(r"@font-face \{[^}]*\}\s*")
"""The font that Rich's pictures load from elsewhere; without it the reader's own is taken."""


class PictureScreen(ReplayScreen):
    """A game at one of its turns as its reader may know it, without the keys of the screen.

    The picture of a game in play shows the view of its only person, or else what all may see.
    """

    TOLD_BY = "share"
    OFFERS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, table: Table[Any], turn: int | None) -> None:
        """Go to a turn, the last without one. Raises `NotDrawn`."""
        scene = scene_of(table.game.key, glyphs())
        scene.has_stops = False
        record = Record.new(table, now())
        super().__init__(record, scene, Timing(0, 0), GameFile(), readers(table))
        if turn is not None and turn > self.replay.turns:
            words = _("there is no turn {turn}, only 0 to {turns}")
            raise NotDrawn(words.format(turn=turn, turns=self.replay.turns))
        self.replay.go_to(self.replay.turns if turn is None else turn)

    def show_words(self, words: str) -> None:
        """Show the message where the game has it, and no timeline, for nobody goes along it."""
        SceneScreen.show_words(self, words)

    def show_keys(self) -> None:
        """Name the game where a screen has its keys."""
        words = f"{TITLE} {self.glyphs.dot} {_(describe(self.scene.key).title)}"
        self.keys_line.show([line(text(f" {words}", paint("quiet", "rail")))])


class PictureApp(App[None]):
    """Shows one screen without a terminal."""

    CSS_PATH: ClassVar = "../theme.tcss"

    async def picture(self, screen: PictureScreen) -> str:
        """Return the picture of the screen, once nothing more happens on it."""
        self.animation_level = "none"
        async with self.run_test(size=SIZE) as pilot:
            await self.push_screen(screen)
            await pilot.pause()
            return self.export_screenshot(title=TITLE)


def svg_of(table: Table[Any], turn: int | None = None) -> str:
    """Return the picture of a game after some turns, after all without a number.

    No loop may be running. Raises `NotDrawn`.
    """
    with _as_in_pictures():
        svg = asyncio.run(PictureApp(ansi_color=True).picture(PictureScreen(table, turn)))
    return _FONTS.sub("", svg)


def drawn_elsewhere(data: bytes) -> bytes:
    """Return the picture of a game, given as its file, in the language spoken here.

    Another process draws it, for this one may have a screen. Raises `OSError`, `NotDrawn`.
    """
    command = [sys.executable, "-I", "-c", _DRAWER, json.dumps(sys.path), language()]
    try:
        done = subprocess.run(  # noqa: S603 - this program itself
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=PATIENCE,
            start_new_session=True,
        )
    except subprocess.SubprocessError:
        raise NotDrawn(_("The picture could not be drawn.")) from None
    return done.stdout


_DRAWER: Final = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from tui.screens.picture import draw_for_another
draw_for_another(sys.argv[2])
"""
"""The program of the other process, which is given the folders of modules of this process."""


def draw_for_another(spoken: str) -> None:
    """Read a game from standard input, and write its picture on standard output."""
    set_language(spoken)
    record = read_record(sys.stdin.buffer.read())
    sys.stdout.buffer.write(svg_of(record.table).encode())


@contextmanager
def _as_in_pictures() -> Iterator[None]:
    """Draw as if the terminal could show everything."""
    before, no_colour = palette(), os.environ.pop("NO_COLOR", None)
    set_palette("baize", Depth.TRUE)
    try:
        with drawn_for_a_picture():
            yield
    finally:
        set_palette(*before)
        if no_colour is not None:
            os.environ["NO_COLOR"] = no_colour
