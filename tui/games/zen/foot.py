"""The foot of the rail beside Zen's board: the message and the stops. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from tui.games.zen.layout import Layout
from tui.table.cards import has_brackets
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, text, wrapped
from tui.widgets.remembered import remembered
from words.glyphs import glyphs
from words.translation import _

MARGIN: Final = 1
"""Cells left and right of the words."""
GAP: Final = 1
"""Cells between two stops."""

BREAK: Final = 8
"""Cells that a line break and the margins cost on an average."""

_HEAD: Final = re.compile(r"(\S+?)\s?: (.+)")
"""What a message is about, a move, a square or a hint, and the rest of it."""


def message_rows(layout: Layout) -> int:
    """Return how many lines a message may have."""
    if not layout.is_beside:
        return 2
    return 4 if layout.is_compact else 3


def foot_rows(layout: Layout) -> int:
    """Return how many lines the foot has, the stops being the last one."""
    if not layout.is_beside:
        return message_rows(layout) + 1
    return message_rows(layout) + (2 if layout.is_compact else 3)


def foot(
    said: str,
    stops: Sequence[str],
    on: int | None,
    layout: Layout,
    across: Line,
    above: Sequence[Line] = (),
) -> list[Line]:
    """Return the message, below a line `across` the rail where there is room, and the stops.

    The lines `above` the message take its room; at least one line of it is left.
    """
    lines: list[Line] = [across] if layout.is_beside else []
    lines += above
    # a long message has the blank line above the stops too
    rows = foot_rows(layout) - layout.is_beside - 1
    lines += message(said, layout.rail[0], max(rows - len(above), 1))
    lines += [line("")] * (foot_rows(layout) - 1 - len(lines))
    return [*lines, stop_line(stops, on, layout.rail[0], glyphs().cursor)]


@remembered
def message(said: str, width: int, rows: int) -> list[Line]:
    """Return a message in so many lines at most; what it is about stands in the first one, bold."""
    about = _HEAD.fullmatch(said) if rows > 2 else None
    if about and about[1] == _("Enter"):  # what a key does is one sentence
        about = None
    words = about[2] if about else said
    found = wrapped(words, width - 2 * MARGIN)
    room = rows - bool(about)
    if len(found) > room:
        found[room - 1 :] = [cut(" ".join(found[room - 1 :]), width - 2 * MARGIN, said)]
    margin = " " * MARGIN
    head = [line(text(margin + about[1], paint("text", bold=True)))] if about else []
    return [*head, *(line(margin + words) for words in found)]


@remembered
def stop_line(words: Sequence[str], on: int | None, width: int, cursor: str) -> Line:
    """Return the stops; the one with the cursor, if any, has its sign."""
    parts = [text(" " * MARGIN)]
    pad, is_framed = _pad(words, width), has_brackets(glyphs())
    for place, word in enumerate(words):
        is_on = place == on
        style = paint("on_cursor", "cursor", bold=True) if is_on else paint("text", "felt")
        sign = cursor if is_on else " "
        shown = f"[{sign * bool(pad)}{word}{pad}]" if is_framed else f"{sign}{pad}{word}{pad} "
        parts += [text(shown, style), text(" " * GAP)]
    return tuple(parts[:-1])


def stop_at(x: int, words: Sequence[str], width: int) -> int | None:
    """Return the stop at a cell of their line, None beside all of them."""
    begin = MARGIN
    for place, word in enumerate(words):
        end = begin + cell_len(word) + 2 + 2 * len(_pad(words, width))
        if begin <= x < end:
            return place
        begin = end + GAP
    return None


def _pad(words: Sequence[str], width: int) -> str:
    """Return what stands round the word of a stop: a blank if there is room for that."""
    roomy = sum(cell_len(word) + 4 + GAP for word in words) - GAP + 2 * MARGIN
    return " " if roomy <= width else ""
