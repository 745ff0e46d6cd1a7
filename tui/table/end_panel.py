"""The end of a game as lines: the winner, the reason, the course of the game, the highlights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from play.story import GARLAND, Highlight, Story
from tui.table.sheet import METAL, Sheet
from tui.widgets.lines import Line, cut, wrapped
from words.glyphs import ASCII, Glyphs
from words.translation import _, several

HANGING: Final = "▔▀█"
"""Bars that hang from a line, the shortest first."""
LEAST: Final = 4
"""The smallest lead that fills the height, so that small leads do not look large."""


def stretched(leads: Sequence[int], room: int) -> list[int]:
    """Return one lead for each of `room` cells, the last one of the turns that a cell stands for.

    >>> stretched([1, 2, 3], 6), stretched([1, 2, 3, 4], 2)
    ([1, 1, 2, 2, 3, 3], [2, 4])
    """
    count = len(leads)
    if not count:
        return []
    return [leads[max((at + 1) * count // room - 1, at * count // room)] for at in range(room)]


def curve(sheet: Sheet, x: int, y: int, leads: Sequence[int], height: int = 1) -> None:
    """Draw a bar for each lead: on the first `height` lines up, on the next ones down.

    Where nobody is ahead the line between them is drawn.
    """
    rises = sheet.glyphs.rises
    hangs = rises if sheet.glyphs is ASCII else HANGING
    most = max(LEAST, *map(abs, leads)) if leads else LEAST
    for at, lead in enumerate(leads):
        if not lead:
            sheet.put(x + at, y + height - 1, sheet.glyphs.baseline, "line")
        who = lead < 0
        signs = hangs if who else rises
        filled = -(-abs(lead) * height * len(signs) // most)
        row = y + height if who else y + height - 1
        while filled > 0:
            sheet.put(x + at, row, signs[min(filled, len(signs)) - 1], METAL[who])
            filled -= len(signs)
            row += 1 if who else -1


HEAD: Final = 2
"""The lines of the band and of the winner."""
MARGIN: Final = 1
"""Cells left and right of the words."""
GAP: Final = 2
"""Cells between two highlights in one line."""
FEWEST: Final = 4
"""A game of fewer turns has no curve."""
COIN: Final = 2
"""Cells of a coin and the blank after it."""
PENNANT: Final = 3
"""Cells from one pennant of the garland to the next."""
BARS: Final = ((16, 3), (11, 2), (0, 1))
"""The fewest lines of a panel, with the height of a side's bars in it."""


def end_panel(story: Story, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the panel in at most `height` lines.

    The winner comes first, then the reason, the curve, and the highlights, the dearest first.
    """
    room = width - 2 * MARGIN
    why = wrapped(story.why, room)[: max(height - HEAD, 0)]
    left = height - HEAD - len(why)
    bars = next(bars for least, bars in BARS if height >= least)
    if len(story.leads) < FEWEST or left < 2 * bars:
        bars = 0
    told = packed(story.highlights, room, max(left - 2 * bars, 0))
    sheet = Sheet(width, min(height, HEAD + len(why) + 2 * bars + len(told)), glyphs, "rail")
    metal = "line" if story.side is None else METAL[story.side]
    if story.is_won:
        _garland(sheet, story.hung, metal)
    else:
        sheet.put(0, 0, ("▀" if sheet.is_solid else glyphs.heavy) * width, metal)
    if story.feats and (not story.is_won or story.hung == GARLAND):
        _banner(sheet, story.feats)
    if sheet.height > 1:
        _title(sheet, story, metal)
    for y, words in enumerate(why, HEAD):
        sheet.put(MARGIN, y, words)
    if bars:
        _curve(sheet, HEAD + len(why), story, bars)
    for y, row in enumerate(told, HEAD + len(why) + 2 * bars):
        x = MARGIN
        for side, words in row:
            if side is not None:
                x = sheet.put(x, y, f"{story.coins[side]} ", METAL[side])
            x = sheet.put(x, y, words, "quiet") + GAP
    return sheet.lines()


def packed(
    highlights: Sequence[Highlight], room: int, height: int
) -> list[list[tuple[int | None, str]]]:
    """Return the highlights by lines: side and words.

    Each has a line of its own if there are enough lines; else lines are shared. A highlight that
    is too long for a line has several. Those without a line are left out.
    """
    coins = [COIN * (highlight.side is not None) for highlight in highlights]
    rows = [
        wrapped(highlight.words, room - coin)
        for highlight, coin in zip(highlights, coins, strict=True)
    ]
    is_shared = sum(map(len, rows)) > height
    lines: list[list[tuple[int | None, str]]] = []
    end = room
    for highlight, coin, (first, *more) in zip(highlights, coins, rows, strict=True):
        size = coin + cell_len(first)
        if is_shared and lines and not more and end + GAP + size <= room:
            lines[-1].append((highlight.side, first))
            end += GAP + size
        elif len(lines) + 1 + len(more) <= height:
            lines.append([(highlight.side, first)])
            lines += [[(None, " " * coin + words)] for words in more]
            end = room if more else size
    return lines


def _garland(sheet: Sheet, hung: int, metal: str) -> None:
    """Put down a cord with pennants, those of the parts that hang already."""
    sheet.put(0, 0, sheet.glyphs.heavy * sheet.width, metal)
    for x in range(MARGIN, sheet.width * hung // GARLAND, PENNANT):
        sheet.put(x, 0, sheet.glyphs.down, metal)


def _banner(sheet: Sheet, feats: Sequence[tuple[str, str]]) -> None:
    """Put down the firsts and records in the middle of the cord, as many as there is room for."""
    room, words = sheet.width - 2 * PENNANT, ""
    for wordings in feats:
        told = (f"{words} {sheet.glyphs.down} {more}" if words else more for more in wordings)
        words = next((more for more in told if cell_len(more) <= room), words)
    words = words or cut(feats[0][1], room)
    x = (sheet.width - cell_len(words)) // 2
    sheet.put(x - 1, 0, f" {words} ", "text", bold=True)


def _title(sheet: Sheet, story: Story, metal: str) -> None:
    """Put down the winner with the side's coin, and the number of turns."""
    turns = several("{count} turn", "{count} turns", story.turns)
    x, ink = MARGIN, "text" if story.side is None else metal
    if story.side is not None:
        x = sheet.put(x, 1, f"{story.coins[story.side]} ", ink, bold=True)
    end = sheet.width - MARGIN - cell_len(turns)
    has_turns = x + cell_len(story.title) + GAP <= end
    room = (end - GAP if has_turns else sheet.width - MARGIN) - x
    sheet.put(x, 1, cut(story.title, room), ink, bold=True)
    if has_turns:
        sheet.put(end, 1, turns, "quiet")


def _curve(sheet: Sheet, y: int, story: Story, bars: int) -> None:
    """Draw the leads of both sides, with their coins at the left."""
    words = _("ahead") if sheet.width >= 44 else ""
    begin = MARGIN
    for side in (0, 1):
        at = y + bars - 1 + side
        x = sheet.put(MARGIN, at, story.coins[side], METAL[side]) + 1
        begin = sheet.put(x, at, words, "quiet") + bool(words)
    room = max(sheet.width - begin - MARGIN, 1)
    curve(sheet, begin, y, stretched(story.leads, room), bars)
