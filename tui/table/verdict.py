"""What an analysis says of a turn, as lines below the log of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from engine.analysis import Judged, Measure
from play.analysis_model import value_words
from play.review import Verdict, cost_words, label_words
from tui.table.sheet import METAL, Sheet
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, shortened, text, wrapped
from words.glyphs import UNICODE, Glyphs
from words.translation import _

MARGIN: Final = 1
"""Cells left and right of the words."""
LEAST: Final = 3
"""The fewest lines that are worth showing."""


def verdict_lines(
    verdict: Verdict,
    better: str,
    reasons: Sequence[str],
    coins: str,
    width: int,
    height: int,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the verdict in at most `height` lines, none if these are too few.

    Args:
        verdict: The verdict.
        better: The better move, as it is written; "" for none.
        reasons: Why it is better.
        coins: The signs of the sides; the chances are those of the first.
        width: The cells of a line.
        height: The most lines.
        glyphs: The signs to draw with.
    """
    if height < LEAST:
        return []
    room = max(width - 2 * MARGIN, 1)
    sheet = Sheet(width, 2, glyphs, "rail")
    sheet.put(MARGIN, 0, glyphs.light * room, "line")
    x = MARGIN
    if verdict.judged:
        x = sheet.put(x, 1, f"{coins[0]} ", METAL[0])
        x = sheet.put(x, 1, change_words(verdict.judged, glyphs), bold=True)
    forms = verdict.progress, verdict.progress.rpartition(" ")[2]
    progress = shortened(forms, width - x - 2) if verdict.progress else ""
    sheet.put(width - MARGIN - cell_len(progress), 1, progress, "quiet")
    lines = sheet.lines()
    for words, ink, is_bold in _told(verdict, better, reasons):
        for row in wrapped(words, room):
            lines.append(line(" " * MARGIN, text(row, paint(ink, "rail", bold=is_bold))))
    ledgers = ledger_lines(verdict.ledgers, coins, width, glyphs)
    if len(lines) + len(ledgers) > height and ledgers:
        return [*lines[:1], *ledgers][:height]
    return [*lines, *ledgers][:height]


def _told(verdict: Verdict, better: str, reasons: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield what the turn lost and what was better: words, their ink, whether they are bold."""
    if not verdict.judged or not verdict.is_close:
        return
    if cost := label_words(verdict.judged) or cost_words(verdict.judged):
        yield cost, "text", True
    if better:
        yield _("Better: {turn}").format(turn=better), "text", False
        yield from ((words, "quiet", False) for words in reasons)


def change_words(judged: Judged, glyphs: Glyphs) -> str:
    """Return the first side's value before and after a turn, or its share of the cards."""
    if judged.measure is Measure.CARDS:
        return _("{share} of the cards").format(share=value_words(judged.before, judged.measure))
    arrow = "→" if glyphs is UNICODE else "->"
    before, after = (value_words(one, judged.measure) for one in (judged.before, judged.after))
    return f"{before} {arrow} {after}"


def ledger_lines(
    rows: Sequence[tuple[str, float]], coins: str, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return where the result comes from for the first side, a line for each ledger."""
    if not rows:
        return []
    sheet = Sheet(width, 1 + len(rows), glyphs, "rail")
    x = sheet.put(MARGIN, 0, f"{coins[0]} ", METAL[0])
    sheet.put(x, 0, cut(_("The result"), width - x - MARGIN), bold=True)
    for y, (words, value) in enumerate(rows, 1):
        told = f"{value:+.0f}"
        end = width - MARGIN - len(told)
        is_last = y == len(rows)
        sheet.put(MARGIN, y, cut(words, end - MARGIN - 1), "text" if is_last else "quiet")
        sheet.put(end, y, told, bold=is_last)
    return sheet.lines()
