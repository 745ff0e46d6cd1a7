"""The cells of a terminal: each has a sign, and the pen with which it is painted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

SHOWN_BY_BLANKS: Final = frozenset("4579")
"""Underline, blink, reverse and strike: the attributes that a blank shows."""


class Pen(NamedTuple):
    """How cells are painted: codes of the ink, the ground, and the attributes that are on."""

    ink: str = "39"
    ground: str = "49"
    attributes: frozenset[str] = frozenset()


PLAIN: Final = Pen()

Cell: TypeAlias = tuple[str, Pen]
"""What stands in a cell, nothing behind a wide sign, and what is seen of its pen."""
Row: TypeAlias = list[Cell]


class _Cells(dict[str, Cell]):
    """The cells of one pen by their signs: equal cells are one object."""

    def __init__(self, pen: Pen) -> None:
        super().__init__()
        self._pen = pen

    def __missing__(self, sign: str) -> Cell:
        pen = self._pen
        if sign == " " and not SHOWN_BY_BLANKS & pen.attributes and pen != Pen(ground=pen.ground):
            cell = cells_of_pen(Pen(ground=pen.ground))[sign]
        else:
            cell = (sign, pen)
        self[sign] = cell
        return cell


cells_of_pen: Final = cache(_Cells)
BLANK: Final = cells_of_pen(PLAIN)[" "]


@cache
def cells_of_style(style: Style) -> _Cells:
    """Return the cells of a style."""
    codes = {
        "1": style.bold,
        "2": style.dim,
        "3": style.italic,
        "4": style.underline,
        "5": style.blink,
        "7": style.reverse,
        "8": style.conceal,
        "9": style.strike,
    }
    ink, ground = style.color, style.bgcolor
    pen = Pen(
        ";".join(ink.get_ansi_codes()) if ink else PLAIN.ink,
        ";".join(ground.get_ansi_codes(foreground=False)) if ground else PLAIN.ground,
        frozenset(code for code, is_on in codes.items() if is_on),
    )
    return cells_of_pen(pen)


def row_of(strip: Iterable[Segment]) -> Row:
    """Return the cells of a strip; an accent belongs to the letter before it."""
    row: Row = []
    for words, style, _control in strip:
        cells, signs = cells_of_style(style or Style.null()), whole_signs(words)
        if row and signs and not (words.isascii() or cell_len(signs[0])):
            letter, pen = row[-1]
            row[-1] = cells_of_pen(pen)[letter + signs[0]]
            signs = signs[1:]
        row += map(cells.__getitem__, signs)
    return row


def lay(cells: Row, row: Row, x: int) -> None:
    """Lay cells on a row from cell x on; of a wide sign that is half covered a blank is left."""
    behind = x + len(cells)
    if row[x][0] == "" and x:
        row[x - 1] = cells_of_pen(row[x - 1][1])[" "]
    if behind < len(row) and row[behind][0] == "":
        row[behind] = cells_of_pen(row[behind][1])[" "]
    row[x:behind] = cells


@lru_cache(maxsize=4096)
def whole_signs(words: str) -> tuple[str, ...]:
    r"""Return the sign of each cell: accents with their letter, nothing behind a wide letter.

    >>> whole_signs("日o"), len(whole_signs("e\u0301"))
    (('日', '', 'o'), 1)
    """
    if words.isascii():
        return tuple(words)
    cells: list[str] = []
    for letter in words:
        width = cell_len(letter)
        if width or not cells:
            cells += [letter] + [""] * (width - 1)
        else:
            cells[-1] += letter
    return tuple(cells)
