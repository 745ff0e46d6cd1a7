"""The cells that the terminal shows, so that only those that differ are sent."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from tui.widgets.lines import whole_signs

Cell: TypeAlias = tuple[str, Style]
"""What stands in a cell, nothing behind a wide sign, and what is seen of its style."""

_NO_STYLE: Final = Style.null()

LONGEST_GAP: Final = 6
"""So many cells that are there already are sent again: to go past them is no shorter."""


class Shown:
    """What the terminal shows as far as it is known: nothing at first."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        self._colours = ColorSystem.TRUECOLOR

    def forget(self) -> None:
        """Know nothing any more: something else may have been painted."""
        self._rows.clear()

    def paint(self, x: int, y: int, strip: Strip, colours: ColorSystem) -> str:
        """Return what makes the terminal show a strip from cell x of line y on."""
        self._colours = colours
        new = _cells(strip)
        if len(new) != strip.cell_length:  # an accent without a letter
            self._rows.pop(y, None)
            return _painted(
                x, y, [(words, style or _NO_STYLE) for words, style, _ in strip], colours
            )
        row = self._rows.setdefault(y, [])
        row += [None] * (x + len(new) - len(row))
        old = row[x : x + len(new)]
        if old == new:
            return ""
        row[x : x + len(new)] = new
        runs = _runs(old, new)
        return "".join(
            [_painted(x + run.start, y, new[run.start : run.stop], colours) for run in runs]
        )

    def again(self, y: int) -> str:
        """Return what paints line y once more, "" if the terminal shows none that is known."""
        row = self._rows.get(y, [])
        cells = [cell for cell in row if cell]
        is_known = cells and len(cells) == len(row)
        return _painted(0, y, cells, self._colours) if is_known else ""


def _painted(x: int, y: int, cells: list[Cell], colours: ColorSystem) -> str:
    """Return what paints cells from cell x of line y on, all that have one style at once."""
    sent = [f"\x1b[{y + 1};{x + 1}H"]
    for style, run in groupby(cells, itemgetter(1)):
        sent.append(style.render("".join([sign for sign, _style in run]), color_system=colours))
    return "".join(sent)


class _Cells(dict[str, Cell]):
    """The cells of one style by what stands in them: equal cells are one object."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def __missing__(self, sign: str) -> Cell:
        ground = _ground(self._style) if sign == " " else self._style
        cell = (sign, ground) if ground is self._style else _cells_in(ground)[sign]
        self[sign] = cell
        return cell


def _ground(style: Style) -> Style:
    """Return what is seen of a style on a blank."""
    is_ink_seen = style.reverse or style.underline or style.underline2 or style.strike
    if is_ink_seen or style.overline or style.blink or style.link or style.color is None:
        return style
    return Style(bgcolor=style.bgcolor)


_cells_in: Final = cache(_Cells)


def _cells(strip: Strip) -> list[Cell]:
    cells: list[Cell] = []
    for words, style, _control in strip:
        cells += map(_cells_in(style or _NO_STYLE).__getitem__, whole_signs(words))
    return cells


def _runs(old: list[Cell | None], new: list[Cell]) -> list[range]:
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


def _is_joined(cells: list[Cell], behind: int, begin: int) -> bool:
    """Whether the cells between two runs are sent too: they are few, and in the colours there."""
    gap = cells[behind:begin]
    return len(gap) <= LONGEST_GAP and all(style is cells[behind - 1][1] for _sign, style in gap)
