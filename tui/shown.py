"""The cells that the terminal shows, and what is sent so that it shows others: no byte more.

Textual and Rich paint whole lines, and begin each run of cells with all of its style. What they
write is read back into cells here. Only cells that differ are sent, each run with the codes that
its pen does not have yet; blanks care for their ground alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from tui.widgets.lines import whole_signs

STYLE: Final = re.compile(r"\x1b\[([0-9;]*)m")
MOVE: Final = re.compile(r"\x1b\[([0-9]+);([0-9]+)H")
PIECE: Final = re.compile(rf"{MOVE.pattern}|{STYLE.pattern}|(\n)|([^\x00-\x1f\x7f]+)")
"""A place, codes of a style, the end of a line, or words."""

OFF: Final = {"1": "22", "2": "22"} | {code: f"2{code}" for code in "345789"}
"""The code that ends each attribute; bold and dim end together."""
INKS: Final = frozenset(map(str, (*range(30, 38), 39, *range(90, 98))))
GROUNDS: Final = frozenset(map(str, (*range(40, 48), 49, *range(100, 108))))
SHOWN_BY_BLANKS: Final = frozenset("4579")
"""Underline, blink, reverse and strike: the attributes that a blank shows."""

LONGEST_GAP: Final = 6
"""The most cells between two runs that are sent again: to go past them is no shorter."""

SYNC_START: Final = "\x1b[?2026h"
SYNC_END: Final = "\x1b[?2026l"
"""What Textual writes around a painting where the terminal shows it at once."""


class Pen(NamedTuple):
    """How cells are painted: codes of the ink, the ground, and the attributes that are on."""

    ink: str = "39"
    ground: str = "49"
    attributes: frozenset[str] = frozenset()


PLAIN: Final = Pen()

Cell: TypeAlias = tuple[str, Pen]
"""What stands in a cell, nothing behind a wide sign, and what is seen of its pen."""


class Unknown(Exception):
    """What was written paints in a way that is not known here."""


class Shown:
    """What the terminal shows as far as it is known: nothing at first.

    Attributes:
        has_painted: Whether anything was painted since the beginning.
    """

    def __init__(self) -> None:
        self.has_painted = False
        self._rows: dict[int, list[Cell | None]] = {}
        self._cursor: tuple[int, int] | None = None
        self._sync = ""

    def forget(self) -> None:
        """Know nothing any more: something else may have been painted."""
        self._rows.clear()
        self._cursor = None

    def sent(self, data: str) -> str:
        """Return what is sent for what is written: for a painting what differs, all else as it is.

        A painting begins with a place. One after which the terminal shows nothing else is not sent,
        nor are the marks around it.
        """
        if data == SYNC_START:
            self._sync = data
            return ""
        if data == SYNC_END and self._sync:
            self._sync = ""
            return ""
        if MOVE.match(data):
            data = self._painted(data)
        if data:
            data, self._sync = self._sync + data, ""
        return data

    def again(self, y: int) -> str:
        """Return what paints line y once more, "" if the terminal shows none that is known."""
        row = self._rows.get(y, [])
        cells = [cell for cell in row if cell]
        if not cells or len(cells) < len(row):
            return ""
        codes, pen = _inked(cells, PLAIN)
        return f"{_place(0, y)}{codes}{_end(pen)}"

    def _painted(self, data: str) -> str:
        """Return what makes the terminal show a painting."""
        self.has_painted = True
        try:
            runs, cursor = _read(data)
        except Unknown:
            self.forget()
            return data
        sent, pen = [], PLAIN
        for x, y, new in runs:
            for run in self._changes(x, y, new):
                codes, pen = _inked(new[run.start : run.stop], pen)
                sent += [_place(x + run.start, y), codes]
        if not sent and cursor == self._cursor:
            return ""
        self._cursor = cursor
        return "".join([*sent, _place(*cursor), _end(pen)])

    def _changes(self, x: int, y: int, new: list[Cell]) -> list[range]:
        """Note the cells from cell x of line y on, and return those of them that must be sent."""
        row = self._rows.setdefault(y, [])
        row += [None] * (x + len(new) - len(row))
        old = row[x : x + len(new)]
        if old == new:
            return []
        row[x : x + len(new)] = new
        return _runs(old, new)


def _read(data: str) -> tuple[list[tuple[int, int, list[Cell]]], tuple[int, int]]:
    """Return the runs of cells that a painting has, each with its place, and where it ends.

    Raises `Unknown`.
    """
    runs: list[tuple[int, int, list[Cell]]] = []
    cells: list[Cell] = []
    x = y = at = 0
    of_pen = _cells_of(PLAIN)
    pen = PLAIN
    for piece in PIECE.finditer(data):
        if piece.start() != at:
            raise Unknown
        at = piece.end()
        row, column, codes, _newline, words = piece.groups()
        if words:
            cells += map(of_pen.__getitem__, _signs(words))
        elif codes is not None:
            pen = _changed(pen, codes)
            of_pen = _cells_of(pen)
        else:
            if cells:
                runs.append((x, y, cells))
            cells = []
            x, y = (int(column) - 1, int(row) - 1) if row else (0, y + 1)
    if at != len(data) or cells:
        raise Unknown
    return runs, (x, y)


def _signs(words: str) -> tuple[str, ...]:
    """Return what stands in each cell. Raises `Unknown` for an accent without a letter."""
    signs = whole_signs(words)
    if not (words.isascii() or cell_len(signs[0])):
        raise Unknown
    return signs


class _Cells(dict[str, Cell]):
    """The cells of one pen by what stands in them: equal cells are one object."""

    def __init__(self, pen: Pen) -> None:
        super().__init__()
        self._pen = pen

    def __missing__(self, sign: str) -> Cell:
        pen = self._pen
        if sign == " " and not SHOWN_BY_BLANKS & pen.attributes and pen != Pen(ground=pen.ground):
            cell = _cells_of(Pen(ground=pen.ground))[sign]
        else:
            cell = (sign, pen)
        self[sign] = cell
        return cell


_cells_of: Final = cache(_Cells)


def _runs(old: Sequence[Cell | None], new: Sequence[Cell]) -> list[range]:
    """Return the cells to send: those that differ, short gaps between them, wide signs whole."""
    runs: list[range] = []
    for at in [at for at, cell in enumerate(new) if cell is not old[at]]:
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
    """Return what paints cells after this pen, and the pen after them."""
    sent = []
    for wanted, run in groupby(cells, itemgetter(1)):
        words = "".join([sign for sign, _pen in run])
        change, pen = _change(pen, wanted, is_blank=words.strip(" ") == "")
        sent += [change, words]
    return "".join(sent), pen


@cache
def _changed(pen: Pen, codes: str) -> Pen:
    """Return the pen after some codes. Raises `Unknown`."""
    left = codes.split(";")
    while left:
        code = left.pop(0)
        if code in ("", "0"):
            pen = PLAIN
        elif code in ("38", "48"):
            size = {"5": 2, "2": 4}.get(left[0] if left else "", 0)
            if not 0 < size <= len(left):
                raise Unknown
            colour = ";".join([code, *left[:size]])
            pen = pen._replace(ink=colour) if code == "38" else pen._replace(ground=colour)
            del left[:size]
        elif code in OFF:
            pen = pen._replace(attributes=pen.attributes | {code})
        elif code in INKS:
            pen = pen._replace(ink=code)
        elif code in GROUNDS:
            pen = pen._replace(ground=code)
        else:
            raise Unknown
    return pen


@cache
def _change(now: Pen, wanted: Pen, *, is_blank: bool) -> tuple[str, Pen]:
    """Return what is sent before cells of the wanted pen, and the pen after that."""
    if is_blank and not SHOWN_BY_BLANKS & (now.attributes | wanted.attributes):
        wanted = now._replace(ground=wanted.ground)
    codes = [wanted.ink] if wanted.ink != now.ink else []
    if wanted.ground != now.ground:
        codes.append(wanted.ground)
    ended = {OFF[code] for code in now.attributes - wanted.attributes}
    kept = {code for code in now.attributes if OFF[code] not in ended}
    codes += [*sorted(ended), *sorted(wanted.attributes - kept)]
    return (f"\x1b[{';'.join(codes)}m" if codes else ""), wanted
