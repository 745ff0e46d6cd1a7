"""The tutor of a first game as lines, which stand in the place of the log."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from tui.themes import paint
from tui.widgets.lines import Line, cut, line, text, wrapped
from words.glyphs import Glyphs
from words.translation import _

if TYPE_CHECKING:
    from play.first_game import Advice

MARGIN: Final = 1
"""Cells left and right of the words."""
LEAST_ROWS: Final = 4
"""The lines in which every step has to fit in the smallest window."""


def tutor_lines(said: Advice, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the words in at most `height` lines; with little room the praise is left out first.

    In the fewest lines the number of the step stands before the words.
    """
    room = max(width - 2 * MARGIN, 1)
    place = "" if said.title else f"{said.number}/{said.steps}"
    first = _("First game, {number} of {steps}").format(number=said.number, steps=said.steps)
    title = cut(said.title, room) or (first if cell_len(first) <= room else place)
    across = glyphs.light * room
    head = [(title, "text", True), (across, "line", False)]
    praise = [(words, "quiet", False) for words in _rows(said.praise, room)]
    task = [(words, "text", False) for words in _rows(said.task, room)]
    how = [(words, "quiet", False) for words in _rows(said.how, room)]
    blank = [("", "text", False)]
    short = f"{place} {said.task} {said.how}".strip()
    shortest = [(words, "text", False) for words in _rows(short, room)]
    layouts = (
        [*head, *blank, *_spaced(praise), *_spaced(task), *how],
        [*head, *praise, *task, *how],
        [*head[:1], *praise, *task, *how],
        [*head, *blank, *task, *blank, *how],
        [*head, *task, *how],
        [*head[:1], *task, *how],
        shortest,
    )
    rows = next((rows for rows in layouts if len(rows) <= height), shortest[:height])
    margin = " " * MARGIN
    return [
        line(margin, text(words, paint(ink, "rail", bold=is_bold))) for words, ink, is_bold in rows
    ]


def _rows(words: str, room: int) -> list[str]:
    return wrapped(words, room) if words else []


def _spaced(rows: list[tuple[str, str, bool]]) -> Iterable[tuple[str, str, bool]]:
    """Return the rows with a blank one after them, if there are any."""
    return chain(rows, [("", "text", False)]) if rows else rows
