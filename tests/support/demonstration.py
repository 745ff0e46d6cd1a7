"""A game from the first screen to its replay, recorded and as a moving picture, in each language.

Run it to make all anew: `make demonstration`. The program plays it with a fixed seed, and the time
between two keys is written down here, so every run makes the same bytes.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing, chdir
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from pilots import driven, home_is_known, my_turn, program, settled, until
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from small_svg import smaller
from textual.pilot import Pilot
from textual.strip import Strip

from play.frame import Phase

DOCS = Path(__file__).resolve().parents[2] / "docs"
RECORDINGS = {"en": DOCS / "demonstration.cast", "fr": DOCS / "demonstration.fr.cast"}
PICTURES = {
    "en": DOCS / "pictures" / "demonstration.svg",
    "fr": DOCS / "pictures" / "fr" / "demonstration.svg",
}
CHAPTERS = {
    "The first screen": "L'accueil",
    "A new game": "Une nouvelle partie",
    "At the table": "À la table",
    "A hint": "Un indice",
    "The end": "La fin",
    "The replay": "La relecture",
}
"""The chapters of the recording, and their French."""
WIDTH, HEIGHT = 80, 24
SEED = 4
GAP = 8
"""Cells that stay the same are sent again where fewer of them lie between two that change."""
NO_MORE = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The number that ends each mark of a style: bold, dim, italic, underlined, reversed, struck."""
SHOWN_SECONDS = 2.5
"""How long each screen of the moving picture is shown."""

FILM = """\
<svg class="rich-terminal" viewBox="0 0 {width} HIGH" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Fira Code, monospace; font-size: {char_height}px }}
{styles}
@keyframes film {{ MOVES }}
.film {{ animation: film SECONDSs step-end infinite }}
@media (prefers-reduced-motion: reduce) {{ .film {{ animation: none; transform: STILL }} }}
</style>
<clipPath id="window"><rect width="{terminal_width}" height="TALL"/></clipPath>
<rect fill="#292929" width="{width}" height="HIGH" rx="8"/>
<g transform="translate(9, 9)" clip-path="url(#window)"><g class="film">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></g>
</svg>
"""
"""A strip of screens, one below the other, that moves up behind a window of one screen."""


class Shot(NamedTuple):
    """A screen of the program, and what the recording does with it.

    Attributes:
        rows: Its rows.
        seconds: How long it is shown.
        chapter: The name of what begins here.
        is_pictured: Whether the moving picture shows it.
    """

    rows: list[Strip]
    seconds: float
    chapter: str = ""
    is_pictured: bool = False


async def shots(language: str) -> AsyncIterator[Shot]:
    """Play the game in a language, and yield every screen of it."""
    signs = {"TAPIS_ASCII": "0", "TAPIS_HOME": "tapis-vert"}
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        mock.patch.dict(os.environ, signs),
    ):
        async with driven(program(seed=SEED, language=language), (WIDTH, HEIGHT)) as pilot:
            async for shot in _played(pilot):
                is_french = language == "fr" and shot.chapter
                yield shot._replace(chapter=CHAPTERS[shot.chapter]) if is_french else shot


async def _played(pilot: Pilot[Any]) -> AsyncIterator[Shot]:
    """Set a game up, play its first turns by hand and the rest by hints, and look at the replay."""

    def shot(seconds: float, chapter: str = "", *, is_pictured: bool = False) -> Shot:
        return Shot(pilot.app.screen._compositor.render_strips(), seconds, chapter, is_pictured)

    async def press(*keys: str) -> None:
        await pilot.press(*keys)
        await settled()

    await home_is_known(pilot)
    yield shot(2, "The first screen", is_pictured=True)
    await press("enter")
    yield shot(1.5, "A new game")
    for key in ("down", "down", "down", "down", "right"):
        await press(key)
        yield shot(0.3)
    yield shot(1, is_pictured=True)
    await press("home", "enter")
    for key in ("Z", "o", "é"):
        await press(key)
        yield shot(0.3)
    await press("enter")
    table = await my_turn(pilot)
    yield shot(2, "At the table")
    for key in ("right", "enter", "right", "enter", "enter"):
        await press(key)
        yield shot(0.7)
    yield shot(0.7, is_pictured=True)
    await press("space")
    turns = 0
    while (await my_turn(pilot)).frame.phase is not Phase.OVER:
        yield shot(1.5 if turns < 3 else 0.6)
        await press("i")
        await until(pilot, lambda: not table.frame.seeks_hint)
        await settled()
        if turns < 2:
            yield shot(2.5, "" if turns else "A hint", is_pictured=not turns)
        await press("exclamation_mark")
        turns += 1
    yield shot(3, "The end", is_pictured=True)
    await press("r")
    yield shot(1.5, "The replay")
    for number in range(6):
        await press("right")
        yield shot(0.5, is_pictured=number == 5)
    for _card in range(3):
        await press("down")
        yield shot(0.7)
    await press("end")
    yield shot(3)


# The recording


class Ink(NamedTuple):
    """What a terminal is told of a style: its marks, such as bold, its colour and its ground."""

    marks: tuple[str, ...] = ()
    colour: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()

    def after(self, last: Ink) -> str:
        """Return what a terminal is sent that has written with another ink."""
        if not all(self[1:]):  # a terminal's own colours
            codes = ["0", *self.marks, *self.colour, *self.ground]
        else:
            ended = {NO_MORE[mark] for mark in last.marks if mark not in self.marks}
            marks = self.marks if ended else [one for one in self.marks if one not in last.marks]
            codes = [*sorted(ended), *marks]
            for new, old in zip(self[1:], last[1:], strict=True):
                codes += () if new == old else new
        return f"\x1b[{';'.join(codes)}m" if self != last else ""


class Cell(NamedTuple):
    """A cell of the screen. The right half of a wide sign is an empty one."""

    sign: str
    ink: Ink


class Recorder:
    """Makes of each screen what a terminal is sent that shows the one before."""

    def __init__(self) -> None:
        self._rows = [[Cell("", Ink())] * WIDTH for _ in range(HEIGHT)]
        self._ink = Ink()

    def change_to(self, rows: Iterable[Strip]) -> str:
        """Return what is sent, nothing if the screen stays the same."""
        sent = ""
        for y, row in enumerate(rows):
            before, now = self._rows[y], list(_cells(row))
            at = -WIDTH
            for x in (x for x in range(WIDTH) if before[x] != now[x]):
                if x - at > GAP:
                    sent += f"\x1b[{y + 1};{x + 1}H"
                    at = x
                sent += "".join(map(self._written, now[at : x + 1]))
                at = x + 1
            self._rows[y] = now
        return sent

    def _written(self, cell: Cell) -> str:
        codes, self._ink = cell.ink.after(self._ink), cell.ink
        return codes + cell.sign


def recording(screens: Iterable[Shot]) -> Iterator[str]:
    """Yield the lines of a recording of screens."""
    yield json.dumps({"version": 2, "width": WIDTH, "height": HEIGHT, "title": "Tapis Vert"})
    recorder, time, begun = Recorder(), 0.0, "\x1b[?25l\x1b[2J"
    for screen in screens:
        if screen.chapter:
            yield _event(time, "m", screen.chapter)
        if sent := begun + recorder.change_to(screen.rows):
            yield _event(time, "o", sent)
        time, begun = time + screen.seconds, ""
    yield _event(time, "o", "\x1b[0m\x1b[?25h")


def _event(time: float, kind: str, text: str) -> str:
    return json.dumps([round(time, 1), kind, text], ensure_ascii=False, separators=(",", ":"))


def _cells(row: Strip) -> Iterator[Cell]:
    for text, style, _control in row:
        ink = _ink(style or Style())
        for sign in text:
            yield Cell(sign, ink)
            yield from [Cell("", ink)] * (cell_len(sign) - 1)


@cache
def _ink(style: Style) -> Ink:
    has = (style.bold, style.dim, style.italic, style.underline, style.reverse, style.strike)
    colour, ground = style.color, style.bgcolor
    return Ink(
        tuple(mark for mark, is_on in zip(NO_MORE, has, strict=True) if is_on),
        tuple(colour.get_ansi_codes()) if colour else (),
        tuple(ground.get_ansi_codes(foreground=False)) if ground else (),
    )


# The moving picture


def film(screens: list[Shot]) -> str:
    """Return a picture that shows one screen after the other, and the third where none may move."""
    height = len(screens) * HEIGHT
    console = Console(
        width=WIDTH,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
    )
    for screen in screens:
        for row in screen.rows:
            console.print(Segments([*row, Segment.line()]), end="")
    svg = smaller(console.export_svg(code_format=FILM, title="", unique_id="terminal-1"))
    tall = HEIGHT * 24.4
    moves = " ".join(
        f"{100 * number / len(screens):.2f}% {{ transform: translateY({-number * tall:.1f}px) }}"
        for number in range(len(screens))
    )
    facts = {
        "MOVES": moves,
        "SECONDS": f"{len(screens) * SHOWN_SECONDS:g}",
        "STILL": f"translateY({-2 * tall:.1f}px)",
        "HIGH": f"{tall + 18:.1f}",
        "TALL": f"{tall:.1f}",
    }
    return re.sub("|".join(facts), lambda found: facts[found[0]], svg)


async def first_shots(language: str, count: int | None = None) -> list[Shot]:
    """Return the first screens, or all."""
    found = []
    async with aclosing(shots(language)) as played:
        async for shot in played:
            found.append(shot)
            if len(found) == count:
                break
    return found


def main() -> None:
    """Make the recordings and the pictures anew."""
    for language, path in RECORDINGS.items():
        screens = asyncio.run(first_shots(language))
        path.write_text("\n".join(recording(screens)) + "\n", encoding="utf-8")
        picture = film([one for one in screens if one.is_pictured])
        PICTURES[language].write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
