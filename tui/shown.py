"""The cells that the terminal shows, and the fewest bytes that make it show others.

Only cells that differ are sent, each run with the codes that its pen does not have yet; blanks care
for their ground alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from tui.widgets.cells import PLAIN, SHOWN_BY_BLANKS, Cell, Pen, Row

OFF: Final = {"1": "22", "2": "22"} | {code: f"2{code}" for code in "345789"}
"""The code that ends each attribute; bold and dim end together."""

LONGEST_GAP: Final = 6
"""The most cells between two runs that are sent again: to go past them is no shorter."""


class Shown:
    """The cells of the terminal as far as they are known: none at first."""

    def __init__(self) -> None:
        self._rows: Sequence[Row] = ()
        self._cursor: tuple[int, int] | None = None

    def forget(self) -> None:
        """Know nothing any more: something else may have been painted."""
        self._rows = ()
        self._cursor = None

    def sent(self, rows: Sequence[Row], cursor: tuple[int, int]) -> str:
        """Return the bytes that show these rows, and the cursor there; "" if they are shown."""
        sent, pen = [], PLAIN
        for y, new in enumerate(rows):
            old = self._rows[y] if y < len(self._rows) else []
            for run in [] if old == new else _runs(old, new):
                codes, pen = _inked(new[run.start : run.stop], pen)
                sent += [_place(run.start, y), codes]
        self._rows = rows
        if not sent and cursor == self._cursor:
            return ""
        self._cursor = cursor
        return "".join([*sent, _place(*cursor), _end(pen)])

    def again(self, y: int) -> str:
        """Return the bytes that paint line y once more, "" if its cells are not known."""
        if y >= len(self._rows):
            return ""
        codes, pen = _inked(self._rows[y], PLAIN)
        return f"{_place(0, y)}{codes}{_end(pen)}"


def _runs(old: Sequence[Cell], new: Sequence[Cell]) -> list[range]:
    """Return the cells to send: those that differ, short gaps between them, wide signs whole."""
    runs: list[range] = []
    known = len(old)
    for at in [at for at, cell in enumerate(new) if at >= known or cell is not old[at]]:
        begin, end = at, at + 1
        while begin and not new[begin][0]:
            begin -= 1
        while end < len(new) and not new[end][0]:
            end += 1
        if runs and (begin <= runs[-1].stop or _is_joined(new, runs[-1].stop, begin)):
            begin = runs.pop().start
        runs.append(range(begin, end))
    return runs


def _is_joined(cells: Sequence[Cell], behind: int, begin: int) -> bool:
    """Whether the cells between two runs are sent too: they are few, and in the colours there."""
    gap = cells[behind:begin]
    return len(gap) <= LONGEST_GAP and all(pen is cells[behind - 1][1] for _sign, pen in gap)


def _place(x: int, y: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"


def _end(pen: Pen) -> str:
    return "" if pen == PLAIN else "\x1b[0m"


def _inked(cells: Sequence[Cell], pen: Pen) -> tuple[str, Pen]:
    """Return the bytes that paint cells after this pen, and the pen after them."""
    sent = []
    for wanted, run in groupby(cells, itemgetter(1)):
        words = "".join([sign for sign, _pen in run])
        change, pen = _change(pen, wanted, is_blank=words.strip(" ") == "")
        sent += [change, words]
    return "".join(sent), pen


@cache
def _change(now: Pen, wanted: Pen, *, is_blank: bool) -> tuple[str, Pen]:
    """Return the codes before cells of the wanted pen, and the pen after them."""
    if is_blank and not SHOWN_BY_BLANKS & (now.attributes | wanted.attributes):
        wanted = now._replace(ground=wanted.ground)
    codes = [wanted.ink] if wanted.ink != now.ink else []
    if wanted.ground != now.ground:
        codes.append(wanted.ground)
    ended = {OFF[code] for code in now.attributes - wanted.attributes}
    kept = {code for code in now.attributes if OFF[code] not in ended}
    codes += [*sorted(ended), *sorted(wanted.attributes - kept)]
    return (f"\x1b[{';'.join(codes)}m" if codes else ""), wanted
