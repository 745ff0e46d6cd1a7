"""A picture of a game: the table as the program draws it, an SVG that stands alone.

It looks the same on every machine: 80 x 24 cells in the theme baize, whatever the terminal shows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final, NamedTuple

from textual.app import App

from engine.game import StopFlag, never
from engine.games import describe
from engine.table import Table
from saves.record import read_record
from tui.games.scenes import scene_of
from tui.glyphs import drawn_for_a_picture, glyphs
from tui.pace import Timing
from tui.screens.replay import ReplayScreen
from tui.screens.scene_screen import SceneScreen
from tui.themes import Depth, paint, palette, set_palette
from tui.widgets.lines import line, text
from words.translation import _, set_language

SIZE: Final = (80, 24)
TITLE: Final = "Tapis Vert"
_FONTS: Final = re.compile(r"@font-face \{[^}]*\}\s*")
"""What Rich has a picture load from elsewhere; without it the reader's own font is taken."""


class NoSuchTurn(ValueError):
    """An error: the game has fewer turns; its argument is how many."""


class PictureRequest(NamedTuple):
    """A picture to be drawn, which another process can be sent.

    Attributes:
        data: The game as its file.
        turn: The number of turns made, None for all.
        language: The language of the words.
    """

    data: bytes
    turn: int | None
    language: str


class PictureScreen(ReplayScreen):
    """A game at one of its turns as its reader may know it, without the keys of the screen.

    While it is in play that is what the person knows who plays alone, else what all know.
    """

    OFFERS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, table: Table[Any], turn: int | None) -> None:
        """Go to a turn, the last without one. Raises `NoSuchTurn`."""
        self.is_drawn = False
        people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
        readers = frozenset(people if len(people) == 1 else ())
        scene = scene_of(table.game.key, glyphs())
        super().__init__(table, scene, Timing(0, 0), readers)
        if turn is not None and turn > self.replay.turns:
            raise NoSuchTurn(self.replay.turns)
        self.replay.go_to(self.replay.turns if turn is None else turn)

    def draw(self) -> None:
        """Show the place."""
        super().draw()
        self.is_drawn = True

    def show_words(self, words: str) -> None:
        """Show the message where the game has it, and no timeline, for nobody goes along it."""
        SceneScreen.show_words(self, words)

    def show_keys(self) -> None:
        """Name the game where a screen has its keys."""
        words = f"{TITLE} {self.glyphs.dot} {_(describe(self.scene.key).title)}"
        self._keys_line.show([line(text(f" {words}", paint("quiet", "rail")))])


class PictureApp(App[str]):
    """Draws one screen without a terminal, and ends with its picture."""

    CSS_PATH: ClassVar = "../theme.tcss"

    def __init__(self, screen: PictureScreen) -> None:
        super().__init__(ansi_color=True)
        self.animation_level = "none"
        self._shows = screen

    async def on_mount(self) -> None:
        """Show the screen."""
        await self.push_screen(self._shows)
        self._export("")

    def _export(self, before: str) -> None:
        """End with the picture once it is the same after two paints."""
        svg = self.export_screenshot(title=TITLE) if self._shows.is_drawn else ""
        if svg and svg == before:
            self.exit(svg)
        else:
            self.call_after_refresh(self._shows.call_after_refresh, self._export, svg)


def svg_of(table: Table[Any], turn: int | None = None) -> str:
    """Return the picture of a game after so many turns, of all without a number.

    No loop may be running. Raises `NoSuchTurn`.
    """
    with _as_in_pictures():
        app = PictureApp(PictureScreen(table, turn))
        svg = app.run(headless=True, size=SIZE, mouse=False)
    if svg is None:
        raise RuntimeError("the picture was not drawn")
    return _FONTS.sub("", svg)


def draw(asked: PictureRequest, _stop: StopFlag = never) -> str:
    """Return a picture; for an executor, which draws it in a process that has no screen."""
    set_language(asked.language)
    return svg_of(read_record(asked.data).table, asked.turn)


@contextmanager
def _as_in_pictures() -> Iterator[None]:
    """Draw meanwhile as if the terminal could show all there is."""
    before, no_colour = palette(), os.environ.pop("NO_COLOR", None)
    set_palette("baize", Depth.TRUE)
    try:
        with drawn_for_a_picture():
            yield
    finally:
        set_palette(*before)
        if no_colour is not None:
            os.environ["NO_COLOR"] = no_colour
