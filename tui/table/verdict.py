"""What an analysis says of a turn, as lines below the log of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from engine.analysis import Judged, Measure
from engine.timeline import Timeline
from play.analysis_model import digits_of, signed, value_number, value_words, whole_parts
from play.review import Verdict, cost_words, label_words
from tui.table.sheet import METAL, Sheet
from tui.themes import paint
from tui.widgets.lines import Line, line, shortened, text, wrapped
from tui.widgets.remembered import remembered
from words.glyphs import UNICODE, Glyphs
from words.translation import _, decimal

MARGIN: Final = 1
"""Cells left and right of the words."""
GAP: Final = 2
"""Cells between two columns, where there is room."""
LEAST: Final = 2
"""The fewest lines that are worth showing: the chances, and what the turn lost."""
RULED: Final = 4
"""The fewest lines of which a rule above is one."""


class Side(NamedTuple):
    """The side whose values an analysis tells.

    Attributes:
        coin: Its sign; "" in a game of more than two sides, whose players have none.
        name: Its name: a player's, or those of a team.
    """

    coin: str
    name: str

    @property
    def sign(self) -> str:
        """What stands before its values."""
        return self.coin or self.name


def first_side(coins: str, timeline: Timeline[Any], names: Sequence[str]) -> Side:
    """Return the first side of a game, whose two sides have these signs; `names` are by seat."""
    sides = timeline.game.sides(timeline.options)
    coin = coins[0] if len(sides) == len(coins) else ""
    return Side(coin, " + ".join(names[seat] for seat in sides[0]))


@remembered
def verdict_lines(
    verdict: Verdict,
    better: str,
    reasons: Sequence[str],
    side: Side,
    width: int,
    height: int,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the verdict in at most `height` lines, none if these are too few.

    What has no room is left out whole: the last reasons first. The ledgers have room before what
    is said of the turn.

    Args:
        verdict: The verdict.
        better: The better move, as it is written; "" for none.
        reasons: Why it is better.
        side: The first side, whose chances these are.
        width: The cells of a line.
        height: The most lines.
        glyphs: The signs to draw with.
    """
    if height < LEAST:
        return []
    room = max(width - 2 * MARGIN, 1)
    rule = line(" " * MARGIN, text(glyphs.light * room, paint("line", "rail")))
    ledgers = ledger_lines(verdict.ledgers, side, width, glyphs)
    blocks = [*_head(verdict, side, width, glyphs)]
    for words, ink, is_bold in _told(verdict, better, reasons):
        look = paint(ink, "rail", bold=is_bold)
        blocks.append([line(" " * MARGIN, text(row, look)) for row in wrapped(words, room)])
    lines = [rule] if height >= RULED else []
    whole = sum(map(len, [lines, *blocks, ledgers]))
    if whole > height > len(ledgers) > 0:
        blocks = []
    for block in [*blocks, ledgers]:
        if len(lines) + len(block) > height:
            break
        lines += block
    return lines


def _head(verdict: Verdict, side: Side, width: int, glyphs: Glyphs) -> Iterator[list[Line]]:
    """Yield the line with the first side's values, and how far the analysis is."""
    if not verdict.judged and not verdict.progress:
        return
    sheet, x = Sheet(width, 1, glyphs, "rail"), MARGIN
    if verdict.judged:
        x = sheet.put(x, 0, side.coin and f"{side.coin} ", METAL[0])
        forms = change_forms(verdict.judged, glyphs)
        if not side.coin:
            forms = *(f"{side.name} {words}" for words in forms), forms[-1]
        x = sheet.put(x, 0, shortened(forms, width - x - MARGIN), bold=True)
    forms = verdict.progress, verdict.progress.rpartition(" ")[2], ""
    progress = shortened(forms, max(width - x - 2, 0))
    sheet.put(width - MARGIN - cell_len(progress), 0, progress, "quiet")
    yield sheet.lines()


def _told(verdict: Verdict, better: str, reasons: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield what the turn lost and what was better: words, their ink, whether they are bold."""
    if not verdict.judged or not verdict.is_close:
        return
    if cost := label_words(verdict.judged) or cost_words(verdict.judged):
        yield cost, "text", True
    if better:
        yield _("Better: {turn}").format(turn=better), "text", False
        yield from ((words, "quiet", False) for words in reasons)


def change_forms(judged: Judged, glyphs: Glyphs) -> tuple[str, ...]:
    """Return what the first side could expect before and after a turn, the longest form first.

    It is its chance, points, or its share of the cards.
    """
    arrow = _arrow(glyphs)
    before, after = (value_words(one, judged.measure) for one in (judged.before, judged.after))
    change = f"{before} {arrow} {after}"
    if judged.measure is Measure.CARDS:
        return _("{change} of the cards").format(change=change), change
    if judged.measure is Measure.POINTS:
        return _("{change} points").format(change=change), change
    return (change,)


def _arrow(glyphs: Glyphs) -> str:
    return "→" if glyphs is UNICODE else "->"


def brief_forms(verdict: Verdict, side: Side, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the values before and after a turn and what it lost, the longest form first."""
    judged = verdict.judged
    if judged is None:
        return ("",)
    before, after = (
        decimal(value_number(one, judged.measure), digits_of(judged.measure))
        for one in (judged.before, judged.after)
    )
    change = before + _arrow(glyphs) + after
    if judged.measure is not Measure.POINTS:
        change = _("{share}%").format(share=change)
    brief = [f"{side.coin} {change}"] if side.coin else [f"{side.name} {change}", change]
    whole = f"{side.sign} {change_forms(judged, glyphs)[0]}"
    cost = (label_words(judged) or cost_words(judged)) if verdict.is_close else ""
    if not cost or judged.loss < judged.measure.idle:
        return *([f"{whole}, {cost}"] if cost else []), whole, *brief
    loss = decimal(judged.loss, digits_of(judged.measure))
    words = _("{change}, lost {loss}")
    lost = [words.format(change=one, loss=loss) for one in brief]
    return f"{whole}, {cost}", *lost, f"{brief[-1]} (-{loss})", brief[-1]


def whole_values(rows: Sequence[tuple[str, float]]) -> list[str]:
    """Return the values of ledgers in whole points, which add up to the last one."""
    return [f"{value:+d}" for value in whole_parts([value for _words, value in rows])]


def ledger_lines(
    rows: Sequence[tuple[str, float]], side: Side, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return where the result comes from, for the first side: at least a line for each ledger."""
    if not rows:
        return []
    values = whole_values(rows)
    end = width - MARGIN - max(map(len, values))
    named = [wrapped(words, max(end - MARGIN - 1, 1)) for words, _value in rows]
    sheet = Sheet(width, 1 + sum(map(len, named)), glyphs, "rail")
    x = sheet.put(MARGIN, 0, side.coin and f"{side.coin} ", METAL[0])
    forms = _("The result for {player}").format(player=side.name), _("The result")
    sheet.put(x, 0, shortened(forms, width - x - MARGIN), bold=True)
    y = 0
    for at, (some, value) in enumerate(zip(named, values, strict=True), 1):
        is_last = at == len(rows)
        for words in some:
            y += 1
            sheet.put(MARGIN, y, words, "text" if is_last else "quiet")
        sheet.put(width - MARGIN - len(value), y, value, bold=is_last)
    return sheet.lines()


def round_lines(
    rounds: Mapping[int, Sequence[tuple[str, float]]], width: int, glyphs: Glyphs
) -> list[Line]:
    """Return where the result of each round comes from, a line for each below the ledgers' names.

    In few cells a name has its words below each other, and a round its number alone.
    """
    if not rounds:
        return []
    names = [words for words, _value in next(iter(rounds.values()))]
    told = [[signed(value) for _words, value in rows] for rows in rounds.values()]
    values = [*zip(*told, strict=True)]
    for gap, heads, words in (
        (GAP, [[name] for name in names], _("round {number}")),
        (GAP, [name.split() for name in names], _("round {number}")),
        (1, [name.split() for name in names], "{number}"),
    ):
        labels = [words.format(number=number) for number in rounds]
        columns = [[*head, *column] for head, column in zip(heads, values, strict=True)]
        sizes = [gap + max(map(cell_len, column)) for column in columns]
        end = MARGIN + max(map(cell_len, labels))
        if end + sum(sizes) + MARGIN <= width:
            break
    top = 1 + max(map(len, heads))
    title = _("The result of each round")
    room = max(end + sum(sizes), MARGIN + cell_len(title)) + MARGIN
    sheet = Sheet(min(room, width), top + len(rounds), glyphs, "rail")
    sheet.put(MARGIN, 0, shortened([title], width - MARGIN), bold=True)
    for y, label in enumerate(labels, top):
        sheet.put(MARGIN, y, label, "quiet")
    for head, column, size in zip(heads, values, sizes, strict=True):
        end += size
        for y, cell in enumerate([*head, *column], top - len(head)):
            sheet.put(end - cell_len(cell), y, cell, "quiet" if y < top else "text")
    return sheet.lines()
